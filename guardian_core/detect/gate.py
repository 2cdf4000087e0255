"""An item in, whether it could hold a name out: what cannot is spared the model."""

import re
from functools import lru_cache

from guardian_core.detect.context import key_suffixes, table
from guardian_core.detect.keys import NAME_KEYS
from guardian_core.detect.labels import has_query, is_file
from guardian_core.detect.scripts import has_name
from guardian_core.vocabulary import Item, Place, Role

_TWO_LETTERS = re.compile(r"[^\W\d_]{2}|[\u0900-\u0dff]{2}")  # in Hindi vowels are marks and no letters
_CAPITAL_OR_FOREIGN = re.compile(r"[A-ZÀ-ÞА-ЯΑ-Ω]\w|[\u0590-\u08ff\u0900-\u0dff\u3040-\u9fff\uac00-\ud7af]")
_TECHNICAL = re.compile(
    r"^(?:Mozilla|[a-z]+)/\d|^[\w.+-]+/[\w.+*-]+$|^\S*(?:://|[=&\\/_{}<>|#]|::)\S*$|^[\w-]+(?:\.[\w-]+)+$|^[\d\W_]+$|^#?[0-9a-fA-F-]{6,}$|\bAppleWebKit/"
)
_TECHNICAL_KEYS = table("""
    useragent ua model type format encoding charset mimetype contenttype href src url uri path file filename mime css class
    style html script version timezone tz locale lang language currency platform os browser method status event action id
    uuid hash signature role thoughtsignature objecttype code regex pattern dateformat library sdk environment release
    color colour farbe couleur material finish shade fabric variant theme font
    """)


_FILE_KEYS = table("file filename path attachment document originalname originalfilename name")
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ](?:[^\W\d_]|['\u2019.-]){0,30}"
_FULL_NAME = re.compile(rf"{_CAPITAL}(?:,? {_CAPITAL}){{1,3}}")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")


def _garbled(text: str) -> bool:
    """Whether `text` is bytes read as letters: of its first 2,000 characters more than one in fifty is a control character."""
    sample = text[:2_000]
    return len(_CONTROL.findall(sample)) * 50 > len(sample)


@lru_cache(maxsize=4096)
def _key_gate(key: str) -> tuple[bool, bool]:
    """(the field is technical, the field may hold a lone name)."""
    endings = key_suffixes(key)
    if not endings:
        return False, False
    return endings[0] in _TECHNICAL_KEYS or endings[-1] in _TECHNICAL_KEYS, endings[0] in NAME_KEYS


def may_hold_name(item: Item, text: str) -> bool:
    """Whether the names model should read `text`, the normalised text of `item`."""
    if item.place is Place.HEADER and item.role is Role.IDENTIFIER:  # `X-Contact: Dana Quill`: headers of programs' own
        return not _key_gate(item.key)[0] and _FULL_NAME.fullmatch(text) is not None
    if item.role not in {Role.PROSE, Role.VALUE} or item.place is Place.COOKIE or not _TWO_LETTERS.search(text):
        return False
    technical, name_like = _key_gate(item.key)
    if is_file(text) and (not technical or _FILE_KEYS & set(key_suffixes(item.key))):
        return True
    if technical or (_TECHNICAL.search(text) and not has_query(text)):
        return False
    if item.role is Role.PROSE:
        return not _garbled(text)
    if len(text) > 2_000:
        return False
    words = len(text.split())
    if words == 1:
        return (name_like and bool(_CAPITAL_OR_FOREIGN.search(text))) or has_name(text)  # Chinese has no spaces
    return True
