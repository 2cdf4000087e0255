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
_TRANSITION = table("""
    transgender transgendered transsexual trans nonbinary genderqueer genderfluid agender bigender intersex two-spirit
    enby transfeminine transmasculine transgenre transidentitaire transgénero transgênero transessuale transsexuell
    intersexuell intergeschlechtlich
    """)
_BESIDE_TRANSITION = table("man woman men women male female person mtf ftm and mann frau homme femme hombre mujer uomo donna")
_NON_BINARY = re.compile(r"no[nt]?[ _-]bin(?:ary|aire|ari[oa])\b|nicht[ -]?binär")
_FAITHS = table("""
    catholic protestant lutheran methodist baptist anglican episcopal episcopalian presbyterian pentecostal evangelical
    orthodox mormon adventist quaker mennonite sunni shia shiite shi'a sufi ahmadi ahmadiyya muslim islamic christian
    jewish hasidic sikh hindu buddhist jain baha'i bahai zoroastrian theravada mahayana atheist atheism agnostic
    humanist pagan wiccan evangelisch katholisch freikirchlich catholique protestante catolica católica cattolica
    musulman musulmana juif judío ebraico islam christianity judaism buddhism hinduism
    """)
_SIDES = table("""
    left right far centre center left-wing right-wing far-left far-right centre-left centre-right leftist rightist wing moderate
    socialist communist marxist liberal conservative libertarian anarchist progressive republican democrat democratic independent
    nationalist fascist populist social green greens labour tory feminist and
    """)
_SIDES_OF_THINGS = table("left right far centre center wing independent green and social moderate progressive far-left far-right")
_ATTRACTIONS = table("""
    gay lesbian bisexual bi homosexual heterosexual hetero queer asexual pansexual demisexual same-sex schwul lesbisch bisexuell
    homosexuell heterosexuell homosexuel homosexuelle lesbienne bisexuel bisexuelle hétérosexuel hétérosexuelle lesbiana
    bisessuale omosessuale eterosessuale homosexueel
    """)
_UNIONS = frozenset({
    "unison", "unite", "unite the union", "gmb", "rmt", "aslef", "usdaw", "nasuwt", "neu", "uaw", "afl-cio", "seiu", "teamsters",
    "usw", "ibew", "afscme", "cwa", "unifor", "cupe", "ig metall", "ver.di", "verdi", "igbce", "ig bce", "ig bau", "cgt", "cfdt",
    "force ouvrière", "sud", "ccoo", "ugt", "cgil", "cisl", "uil", "fnv", "cnv", "solidarność", "ögb",
})  # fmt: skip
_AFFIRMED = table("positive reactive yes y true oui si sí ja sim tak ano kyllä evet")
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


def transition(value: str) -> bool:
    """A gender that tells more than one of two would: words for who is trans, intersex or neither.

    >>> transition("Trans man"), transition("non-binary"), transition("female"), transition("transit")
    (True, True, False, False)
    """
    words = set(_WORD.findall(_NON_BINARY.sub("nonbinary", value.lower())))
    return bool(words & _TRANSITION) and words <= _TRANSITION | _BESIDE_TRANSITION


def faith(value: str) -> bool:
    """A few words with a faith among them.

    >>> faith("Roman Catholic"), faith("Sunni"), faith("gwei"), faith("St Mary's")
    (True, True, False, False)
    """
    return group(value) and not _FAITHS.isdisjoint(re.findall(r"[^\W\d_]+(?:[-'][^\W\d_]+)*", value.lower()))


def leaning(value: str) -> bool:
    """Words for where somebody stands in politics, and nothing else; what may be the side of a thing needs another word.

    >>> leaning("far left"), leaning("socialist"), leaning("left"), leaning("elections")
    (True, True, False, False)
    """
    words = _WORD.findall(value.lower())
    return bool(words) and _SIDES.issuperset(words) and (len(words) > 1 or _SIDES_OF_THINGS.isdisjoint(words))


def attraction(value: str) -> bool:
    """Words for a sexual orientation, where "portrait" and "landscape" may stand, too."""
    words = _WORD.findall(value.lower())
    return bool(words) and _ATTRACTIONS.issuperset(words)


def union(value: str) -> bool:
    """The name of a trade union: "union" is also a word of programs."""
    return value.lower() in _UNIONS


def affirmed(value: str) -> bool:
    """A yes in words; a 1 may be how often."""
    return value.lower() in _AFFIRMED


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
