"""What somebody is, as written, goes in; the wider group comes out: "Turkish" → "Asian", "physician" → "a health worker" (level 1).

    age            its decade: "34" → "thirty-something"     nationality    the part of the world
    profession     its field                                 faith, people  "a religion", "an ethnic group"
    health         "an injury", "a disability", "an illness" family         "a relative"

Read top to bottom, the first table that knows the words decides; what none knows is said as vaguely as level 2 says it.
"""

import re

from guardian_core.anonymize.kinds import known_profession

_ADJECTIVES: dict[str, str] = {
    "European": "austrian belgian british bulgarian croatian cypriot czech danish dutch english estonian finnish french german"
    " greek hungarian icelandic irish italian latvian lithuanian maltese moldovan norwegian polish portuguese romanian russian"
    " scottish serbian slovak slovenian spanish swedish swiss ukrainian welsh albanian bosnian belarusian",
    "Asian": "afghan armenian azerbaijani bangladeshi chinese filipino georgian indian indonesian iranian iraqi israeli japanese"
    " jordanian kazakh korean kuwaiti lebanese malaysian nepalese pakistani palestinian saudi singaporean syrian taiwanese thai"
    " turkish uzbek vietnamese yemeni lankan",
    "African": "algerian angolan cameroonian congolese egyptian eritrean ethiopian ghanaian ivorian kenyan libyan moroccan nigerian"
    " rwandan senegalese somali sudanese tanzanian tunisian ugandan zambian zimbabwean",
    "American": "american argentine argentinian bolivian brazilian canadian chilean colombian cuban dominican ecuadorian haitian"
    " jamaican mexican panamanian peruvian venezuelan",
    "Oceanian": "australian samoan fijian",
}
_PART_OF_WORLD = {word: part for part, words in _ADJECTIVES.items() for word in words.split()}
_KINDS = (
    (r"jew(?:s|ish)?|muslims?|islam|catholics?|protestants?|christians?|orthodox|hindus?|buddhists?|sikhs?|jehovah", "a religion"),
    (r"kurd(?:s|ish)?|roma|gypsy|gypsies|sami|tatars?|basques?|black|white|hispanic|latin[oa]", "an ethnic group"),
    (r"fractur\w*|injur\w*|wound\w*|burns?|bruis\w*|lesions?", "an injury"),
    (r"disab\w+|blind\w*|deaf\w*|paralys\w+|loss of (?:vision|sight|hearing)", "a disability"),
    (r"cancer|diabet\w+|\w+(?:itis|osis|algia|emia|pathy)|schizo\w+|depress\w+|asthma|hiv|tumou?r|disease|syndrome", "an illness"),
    (r"surger\w+|operations?|amputat\w+|implants?", "a treatment"),
    (r"widow(?:er|ed)?|divorced|married|single|separated", "a marital status"),
    (r"mother|father|son|daughter|brother|sister|wife|husband|child|children|parents?|uncle|aunt|cousin|born|birth", "a relative"),
    (r"gay|lesbian|bisexual|homosexual|heterosexual|transgender|transsexual", "an orientation"),
    (r"degree|diploma|graduate[sd]?|ph\.?d|master'?s|bachelor'?s|educat\w+|illiterate", "an education"),
)  # fmt: skip
_COMPILED = tuple((re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE), kind) for words, kind in _KINDS)
_NATIONAL = re.compile(r"(?<!\w)(nationals?|citizens?|origin|descent|nationality|citizenship)(?!\w)", re.IGNORECASE)
_AGED = re.compile(r"aged?\s+(?:of\s+)?", re.IGNORECASE)
_AGE = re.compile(r"(?<!\d)(\d{1,3})(?!\d)")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBERS = {
    word: 10 * tens
    for tens, words in enumerate(
        (
            "one two three four five six seven eight nine",
            "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
            *_TENS,
        )
    )
    for word in words.split()
}
_DECADES = ("under ten", *(f"{decade}-something" for decade in ("ten", *_TENS)))


def decade_of_age(written: str) -> str | None:
    """An age to ten years; None where no age is named.

    >>> decade_of_age("aged 34"), decade_of_age("age of 22"), decade_of_age("ten years old"), decade_of_age("3 years")
    ('aged thirty-something', 'age of twenty-something', 'ten-something', 'under ten')
    """
    found = _AGE.search(written)
    words = [word for word in re.split(r"[\s-]+", written.lower()) if word in _NUMBERS]
    age = int(found.group(1)) if found else _NUMBERS[words[0]] if words else None
    if age is None or age >= 120:
        return None
    start = _AGED.match(written)
    return (start.group() if start else "") + _DECADES[min(age // 10, len(_DECADES) - 1)]


def part_of_world(written: str) -> str | None:
    """A nationality alone to the part of the world, as an adjective: "Turkish" → "Asian"; None for anything else."""
    return _PART_OF_WORLD.get(written.strip().lower())


def group(written: str) -> str | None:
    """The wider group, None where no table knows the words.

    >>> group("Turkish"), group("a Swedish national"), group("fracture of the left kneecap"), group("beekeeping")
    ('Asian', 'European national', 'an injury', None)
    """
    parts = {part for word in re.findall(r"\w+", written.lower()) if (part := _PART_OF_WORLD.get(word))}
    if len(parts) == 1:
        noun = _NATIONAL.search(written)
        return parts.pop() + (f" {noun.group(1).lower()}" if noun else "")
    if re.search(r"(?i)\byears?\b|\bage[d]?\b", written) and (decade := decade_of_age(written)):
        return decade
    return next((kind for words, kind in _COMPILED if words.search(written)), None) or known_profession(written)
