"""A value in; out, whether it tells what the law protects most: belief, origin, politics, sexual life, convictions, pregnancy.

GDPR, articles 9 and 10. Names such as "race" are common in games and sport: there only words for people count.
"""

import re

from guardian_core.detect.context import table
from guardian_core.detect.shapes import worded

_ORIGINS = table("""
    asian black white caucasian hispanic latino latina latinx latine african african-american afro-caribbean caribbean arab arabic
    arabian indian native indigenous aboriginal inuit maori hawaiian pacific islander biracial multiracial mixed roma romani sinti
    kurd kurdish han uyghur uighur tibetan slavic berber amazigh jewish persian turkish chinese japanese korean vietnamese filipino
    pakistani bangladeshi irish traveller gypsy sami tamil sinhalese hutu tutsi zulu yoruba igbo hausa pashtun hazara mestizo
    middle eastern east south southeast european american alaska alaskan british creole asiatisch schwarz weiss negro negra blanco
    blanca noir noire blanc blanche asiatique indigena mulatto mestiza
    """)
_LINKS = table("or and of the non not not-hispanic non-hispanic")
# Values of settings and lists of choices, and of who does not say.
_SETTINGS = table("""
    allowed allow denied deny blocked block forbidden restricted sensitive private public all any other others both neither none no
    unknown unspecified undisclosed select choose chosen please category categories topic topics filter option options section tag
    page news article articles event events data value setting settings default same-as-above prefer say answer decline declined
    declines disclose stated given applicable optional required yes true false
    """)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SAYING = 5  # words
_FACTOR = r"[+-](?:ve)?|\([+-]\)|pos(?:itive?)?|neg(?:ative?)?|rh(?:esus)?[ -]?(?:[+-]|pos\w*|neg\w*)"
_BLOOD = re.compile(rf"(?i)(?:rh[ -]?)?(?:ab|a|b|o|0)[12]?(?:\s?(?:{_FACTOR})){{0,2}}")
YES = table("yes y true 1 oui si sí ja sim tak ano kyllä evet")
_CONVICTED = re.compile(r"(?i)(?:\d{1,2}|yes|y|true|ja|oui|si|sí)")
_TITLES = table("religion ethnicity race nationality politics sexuality orientation party")


def group(value: str) -> bool:
    """A few words that a person says of himself, and no setting."""
    words = _WORD.findall(value.lower())
    return worded(value) and len(words) <= _SAYING and _SETTINGS.isdisjoint(words) and _TITLES.isdisjoint(words)


def origin(value: str) -> bool:
    """Words for the descent of people, and nothing else.

    >>> origin("Black or African American"), origin("elf"), origin("Monaco")
    (True, False, False)
    """
    words = set(_WORD.findall(value.lower()))
    return bool(words & _ORIGINS) and words <= _ORIGINS | _LINKS


def blood(value: str) -> bool:
    """A blood group, with or without its factor.

    >>> blood("O+"), blood("AB Rh negative"), blood("ABO")
    (True, True, False)
    """
    return _BLOOD.fullmatch(value.strip()) is not None


def pregnant(value: str) -> bool:
    """A yes, or how far."""
    return value.lower() in YES or re.fullmatch(r"(?i)\d{1,2} ?(?:w|weeks?|wochen|semaines?|semanas?|months?)", value) is not None


def convicted(value: str) -> bool:
    """What for, how often, or a yes."""
    return _CONVICTED.fullmatch(value) is not None or group(value)
