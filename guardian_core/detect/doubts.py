"""A span of the names model in, a candidate or nothing out: where experience says that the model sees what is not there."""

import re
from dataclasses import replace

from guardian_core.detect.edges import edged
from guardian_core.detect.everyday import says_nobody
from guardian_core.detect.goods import as_thing
from guardian_core.detect.names import NameSpan
from guardian_core.detect.nobody import is_nobodys
from guardian_core.detect.scripts import told
from guardian_core.detect.spans import GUESS, SHAPE, Span
from guardian_core.detect.surnames import with_surname
from guardian_core.vocabulary import Entity, Item, Role

# In a field of its own only what names somebody or where he is counts: its dates, amounts and numbers are known by its key.
NAMING = frozenset({Entity.PERSON, Entity.ORGANIZATION, Entity.PLACE, Entity.ADDRESS})
_TITLES = re.compile(r"(?i)(?:mr|mrs|ms|miss|dr|prof|herr|frau|mme|sr|sra)\.?")
# What a machine writes into every line it logs.
_STAMP = re.compile(r"\d{4}-?\d\d-?\d\dT?\d\d:?\d\d(?::?\d\d)?\S*|\d{10,}|\d\d:\d\d:\d\d\S*")
# A capital after a small letter of one word, or small letters after two capitals: an identifier, but for prefixes of names.
_IDENTIFIER = re.compile(
    r"(?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bDi)(?<!\bDu)(?<!\bLa)(?<!\bLe)(?<!\bVan)(?<=[a-z])[A-Z]|\b[A-Z]{2,}[a-z]|[A-Za-z0-9]_[A-Za-z0-9]"
)
_DECIMAL = re.compile(r"\d{3,}[.,]\d+|\d+[.,](?:\d{3}|\d{5,})")  # no date; but "03.2021" is a month
_PATH = frozenset("_/\\")
_UUID = re.compile(r"(?<![0-9A-Za-z])[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(?![0-9A-Za-z])")
_UUID_LENGTH = 36
_GOES_ON = re.compile(r"[0-9][.,]")  # on the other side read backwards
# What is the same for all copies of a thing, counts seconds, or numbers the work of many, by the word before it.
_OF_THINGS = re.compile(
    r"""(?ix) (?<!\w) (?: isbn|issn|ean|gtin|upc|asin|sku|doi|pmid|timestamp|epoch|unix[ ]time|ts
      | (?<!parking[ ])(?<!train[ ])(?<!plane[ ])(?<!speeding[ ])ticket|issue|bug|story|epic
      | (?:pull|merge)[ ]request|PR|commit|build|release|version|rfc|cve
      | error|(?:error|status|exit)[ ]code|(?:part|model)(?:[ ](?:number|no\.?))?[ ]?(?:is)? )
    (?:-?1[03])? [\s:=\#]{0,3}$"""
)
_THING = 32  # characters before a code in which its word stands
_NAMES_THING = re.compile(r"(?i)(?:isbn|issn|ean|gtin|upc|asin)(?:-?1[03])?[\s:]")
# Abbreviations that name a kind of thing and nobody.
_TERMS = frozenset([
    "SSN", "IBAN", "BIC", "VAT", "PIN", "OTP", "CVV", "CVC", "DOB", "SSL", "TLS", "SSH", "DNS", "HTTP", "HTTPS", "URL", "URI",
    "API", "SDK", "CLI", "GPU", "CPU", "RAM", "JSON", "XML", "YAML", "TOML", "CSV", "HTML", "CSS", "PDF", "SQL", "FAQ", "GDPR",
    "CCPA", "UTC", "GMT", "ID",
    "UUID", "IP", "GPS", "USB", "LED", "CEO", "CTO", "HR", "IT", "PR", "ETA", "FYI", "ASAP",
])  # fmt: skip
# Programs that are called like nobody; Jenkins, Ruby and Claude are people, too.
_PROGRAMS = frozenset([
    "ansible", "bitbucket", "canva", "chatgpt", "confluence", "django", "docker", "figma", "github", "gitlab", "gradle", "grafana",
    "jira", "kubernetes", "mongodb", "mysql", "numpy", "openai", "pandas", "postgres", "prometheus", "redis", "terraform", "tiktok",
    "trello", "youtube", "zendesk",
])  # fmt: skip
_SUBJECT = re.compile(r"[A-Za-z]{2,}(?:ology|ologies|onomy|onomics|ometry|ography|istics|iatrics|mistry)")
# The name of a firm or a shop alone: "Levi's", "Ben & Jerry's".
_SHOP = re.compile(r"[A-Z][\w.-]+(?: (?:&|and) [A-Z][\w.-]+)?['\u2019]s")
_AND = re.compile(r"(?:and|or|with|und|oder|et|ou|y|&)\s+(?=[^\W\d_])")  # "and Mira Okafor"
_THEN = re.compile(r"\s+(?:and|or|with|und|oder|et|ou|y|&)$")
_MONEY = re.compile(r"[$€£¥₺₽₹]|(?<!\w)(?:euros?|dollars?|pounds?|francs?|liras?|yen|yuan|rupees?|EUR|USD|GBP|CHF)(?!\w)")
# A measure or a position that the model takes for a number in a street: "330 metres", "4,003 m (13", "40.7128", "Sunny, 22C".
_AMOUNT = re.compile(
    r"[\d.,]+ ?[a-z]*|.*\b\d+(?:[.,]\d+)? ?(?:[munµ]?g|mcg|kg|m?l|[ckm]?m|ft|IU|[MGT]B|GHz|mAh|k?W|V"
    r"|°?[CF]|degrees?|tablets?|capsules?)\b.*",
    re.DOTALL,
)
_MEASURE = re.compile(r"[\d.,]+ ?(?:[kcm]?m|k?g|mg|m?l|%|°[CF])")
_DOSE_UNIT = re.compile(r"\s?(?:mg|mcg|[µu]g|micrograms?|milligrams?|IU|IE|units?)\b")
_DOSE = re.compile(r"\s\d+(?:[.,]\d+)?" + _DOSE_UNIT.pattern)
_LAST_WORD = re.compile(r"[\s,;:<(\"]+[\w.+-]*$")
_MAIL = re.compile(r"[\s,;:<(\"]{1,4}([\w.+-]{1,64})@")
_DIALLED = re.compile(r"(?i)\b(?:phone|telephone|tel|mobile|cell|call|ring|dial|fax)")
_UNSPACED = 0x3000  # from here on one letter can be a name
# Words of addresses, alone or at the end of a word; "red chair 93" has none.
_STREET = re.compile(
    r"""(?ix) (?:street|road|lane|drive|court|square|terrace|highway|boulevard|straße|strasse|platz|gasse|allee|straat|gracht
      |plein|laan|weg|vej|gade|gatan|gata|vägen|veien|katu) (?:\b|$)
      | \b (?:st|rd|ave|avenue|av|dr|way|place|ct|sq|close|crescent|blvd|row|mews|str|ring|ufer|rue|chemin|quai|all[ée]e|via|viale
      |piazza|corso|calle|avenida|plaza|paseo|rua|travessa|ulica|ul|box|apt|apartment|flat|floor|suite|unit|house|postcode) \b"""
)
_LABEL = 48  # characters of a text that is a label and no sentence
SURE = 0.6  # how likely masked a name must be where it stands alone in a field
SMALL = 0.95  # and a person of one word without a capital in prose: "dana", but hardly "carbonara"


def accepted(name: NameSpan, text: str, item: Item) -> list[Span]:
    """The candidates that a span of the model makes: one for each sentence it runs over, none where it is probably noise."""
    return [
        span for part in edged(name, text) for known in told(part, text, item.key, item.role) if (span := accept(known, text, item))
    ]


def accept(name: NameSpan, text: str, item: Item) -> Span | None:
    """The model's span in `text`, the normalised text of `item`, as a candidate; None where it is probably noise."""
    name = _dose(with_surname(_beside_mail(name, text), text, item.text), text)
    if name.entity in NAMING and (joined := _AND.match(text, name.start, name.end)):
        name = replace(name, start=joined.end())
    if name.entity in NAMING and (joined := _THEN.search(text[name.start : name.end])):
        name = replace(name, end=name.start + joined.start())
    found = text[name.start : name.end]
    thing = as_thing(name, text, item.key)
    if thing is None or is_nobodys(name, text, item.key) or says_nobody(name, text, item.key):
        return None
    name = thing
    word = found.strip(" .,:")
    if word.upper() in _TERMS or (name.entity is Entity.PERSON and (word.lower() in _PROGRAMS or _SUBJECT.fullmatch(word))):
        return None
    if name.entity is Entity.PERSON and len(text) <= 2 * _LABEL and _SHOP.fullmatch(text.strip()):
        name = replace(name, entity=Entity.ORGANIZATION)
    left, right = text[max(0, name.start - 1) : name.start], text[name.end : name.end + 1]
    if item.role is not Role.PROSE and not _names_field(name, item, found == text.strip()):
        return None
    if len(text) <= _LABEL and _is_label(name, found):
        return None
    if name.entity in NAMING:
        small = name.entity is Entity.PERSON and found.isascii() and found.islower() and " " not in found
        if (
            (_technical(left, right) and not (left in {"=", "."} and _in_full(name, found)))
            or _doubtful(name.entity, found)
            or (small and name.score < SMALL)
        ):
            return None
    elif left in _PATH or right in _PATH or _machine_made(name.entity, found) or _nobodys(name, text):
        return None
    entity = _address(found) if name.entity is Entity.ADDRESS else name.entity
    if entity is Entity.DATE and (_MONEY.search(found) or _MEASURE.fullmatch(found)):
        entity = Entity.QUANTITY  # "2010 euros" is no year
    if entity is Entity.CODE and _DIALLED.search(text[max(0, name.start - 48) : name.start]) and 7 <= _digits(found) <= 15:
        entity = Entity.PHONE
    rank = SHAPE if entity is Entity.ADDRESS and name.score > 0.9 else GUESS
    return Span(name.start, name.end, entity, name.score, rank, "names")


def _names_field(name: NameSpan, item: Item, whole: bool) -> bool:
    """Whether what stands in a field of its own is sure enough to name somebody or where he is; as its name, all of it somebody."""
    if item.role is Role.STRUCTURE and not (whole and name.entity is Entity.PERSON):
        return False
    return name.entity in NAMING and name.score >= SURE


def _is_label(name: NameSpan, found: str) -> bool:
    """Whether what the model takes for a place or a body is a common noun with a number, as in lists of goods: in small letters."""
    if not found.isascii() or found != found.lower():
        return False
    if name.entity is Entity.ADDRESS:
        return _address(found) is Entity.ADDRESS and "," not in found and not _STREET.search(found)
    return name.entity in {Entity.ORGANIZATION, Entity.PLACE} and name.score < SURE


def _beside_mail(name: NameSpan, text: str) -> NameSpan:
    """ "Mira Okafor, mira@example.test": the name ends before the address, and who it belongs to is a person."""
    if text[name.end : name.end + 1] == "@" and (cut := _LAST_WORD.search(text, name.start, name.end)):
        name = replace(name, end=cut.start())
    owner = _MAIL.match(text, name.end) if name.entity in {Entity.PLACE, Entity.ORGANIZATION} else None
    words = text[name.start : name.end].lower().split()
    return replace(name, entity=Entity.PERSON) if owner and any(w in owner[1].lower() for w in words if len(w) > 2) else name


def _dose(name: NameSpan, text: str) -> NameSpan:
    """A medicine with how much of it is an amount: "Bisoprolol 2.5" before "mg"."""
    more = _DOSE_UNIT if text[name.end - 1].isdigit() else _DOSE
    return replace(name, entity=Entity.QUANTITY) if name.entity in NAMING and more.match(text, name.end) else name


def _digits(found: str) -> int:
    return sum(character.isdigit() for character in found)


def _address(found: str) -> Entity:
    """What the model calls an address: a landmark is a place, "330 metres" an amount."""
    if not any(character.isdigit() for character in found):
        return Entity.PLACE
    return Entity.QUANTITY if _AMOUNT.fullmatch(found) else Entity.ADDRESS


def _in_full(name: NameSpan, found: str) -> bool:
    """Whether somebody is surely named in full: `?name=Dana+Quill`, which was read with a space, "left.Dana Quill said"."""
    return name.entity is Entity.PERSON and " " in found and name.score >= SURE


def _technical(left: str, right: str) -> bool:
    """Whether the span is a piece of an identifier, a path, a call, a tag or a variable."""
    return (left != "" and left in "_/\\<{@$#.=%&") or (right != "" and right in "_/\\=@({#$%")


def _doubtful(entity: Entity, found: str) -> bool:
    """No letters, a title, an identifier; a person with a digit."""
    letters = [character for character in found if character.isalpha()]
    if len(letters) < 2 and not any(ord(letter) > _UNSPACED for letter in letters):
        return entity is not Entity.ADDRESS or not found[:1].isdigit()
    if entity is Entity.PERSON and any(character.isdigit() for character in found):
        return True
    if entity is Entity.ORGANIZATION:  # companies are written like identifiers: "BrightPath"
        return "_" in found
    return entity is not Entity.ADDRESS and bool(_TITLES.fullmatch(found) or _IDENTIFIER.search(found))


def _nobodys(name: NameSpan, text: str) -> bool:
    """A code in a UUID, of a book or an article, a time stamp; a code or a date of one number that goes on beside it: "3.14159"."""
    found = text[name.start : name.end]
    if name.entity is Entity.CODE:
        base = max(0, name.start - _UUID_LENGTH)
        around = _UUID.finditer(text, base, name.end + _UUID_LENGTH)
        if any(uuid.start() < name.end and name.start < uuid.end() for uuid in around):
            return True
        if _OF_THINGS.search(text[max(0, name.start - _THING) : name.start]) or _NAMES_THING.match(found):
            return True
    elif name.entity is not Entity.DATE or not found.isdigit() or len(found) == 4:
        return False
    before, after = text[max(0, name.start - 2) : name.start], text[name.end : name.end + 2]
    return bool(_GOES_ON.fullmatch(before) or _GOES_ON.fullmatch(after[::-1]))


def _machine_made(entity: Entity, found: str) -> bool:
    """A time stamp, a measure; a code without a digit; a lone sign or letter."""
    if len(found) < 2 and not found.isdigit() and (entity is not Entity.DATE or found.isascii()):
        return True
    if (entity is Entity.DATE or "-" in found) and _STAMP.fullmatch(found):
        return True
    if entity is Entity.DATE and _DECIMAL.fullmatch(found):
        return True
    return entity is Entity.CODE and (sum(map(str.isdigit, found)) < 2 or bool(_IDENTIFIER.search(found)))
