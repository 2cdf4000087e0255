"""The items of a request in; out, the name that a value has by what stands beside it, where its own field says nothing.

`{"name": "dob", "value": …}`, `{"target": "input[type=password]", "text": …}` of a recorded session, `ud[fn]` and `ud[ph]` of an
advertiser's pixel, a mailbox and its domain in two fields, the column of a table (`tables`), a birthday in three numbers, a path
`/ssn/524713806` (`segments`), the element before it in a list (`listed`), a field of the same number (`paired`).
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from guardian_core.detect.around import attributes, has_attributes, has_inner, inner, kinds, nested, of_kinds
from guardian_core.detect.birthdays import BORN_PART, OF_A_DATE, birthday_parts, is_birth
from guardian_core.detect.context import Context, key_words, table
from guardian_core.detect.key_names import numbers_as_keys
from guardian_core.detect.keys import by_key, speaks
from guardian_core.detect.listed import BELOW, NEXT, below, headings, in_lists, in_turn, said_below, said_next, texts_in_lists
from guardian_core.detect.paired import may_pair, paired, tied_by_numbers
from guardian_core.detect.segments import IN_PATH, in_path, said_in_path
from guardian_core.detect.spans import KEY, Span
from guardian_core.detect.tables import column_names
from guardian_core.vocabulary import Entity, Item, Place, Role

_DESCRIBES = table("""
    name key field fieldname id label param parameter selector target element css path xpath input inputname type inputtype
    attribute question prompt property column title placeholder slug code autocomplete q k term header heading caption fieldlabel
    """)
_CARRIES = table("""
    value text val content data input typed answer answers newvalue newval v inputvalue textvalue fieldvalue response stringvalue
    string values currentvalue a reply entry entered completion new display displayvalue
    """)
_NESTED = frozenset({"stringvalue", "string", "s", "intvalue"})  # OpenTelemetry, DynamoDB: {"key": …, "value": {"stringValue": …}}
# What a selector says of its field, surest first.
_SELECTORS = (
    re.compile(r"(?i)type\s?\*?=\s?[\"'\\]{0,2}(password|tel|email)\b"),
    re.compile(
        r"(?i)(?:name|autocomplete|aria-label|placeholder|data-field|data-testid|formcontrolname|id)\s?[*^$~|]?=\s?[\"'\\]{0,2}(?P<name>[^\"'\\\]]{2,60})"
    ),
    re.compile(r"[#.](?P<name>[A-Za-z][\w-]{1,60})(?::[\w()-]{1,30})?\s{0,3}$"),
)
_PLAIN = re.compile(r"[^\W\d_][\w .'/()\[\]-]{0,60}[:?*]{0,2}")
_AS_KEY = {"tel": "phone", "email": "email", "password": "password"}
_SIBLINGS = 48  # in an object of more members a name beside a value is a coincidence
_FEW = 400  # values of a request whose paths are remembered
# Meta's, TikTok's and Pinterest's short names; alone they mean anything, together they are a person.
_SHORT = {
    "em": "email", "ph": "phone", "fn": "firstname", "ln": "lastname", "ge": "gender", "db": "birthdate", "ct": "city",
    "zp": "zip", "st": "state", "country": "country",
}  # fmt: skip
_OF_A_PERSON = frozenset({"em", "ph", "fn", "ln"})
_WRAPPERS = table("ud udff pd userdata advancedmatching userproperties matching customerdata")
_LOCAL_KEYS = table("""
    local localpart mailbox emailuser emaillocal emailname emailprefix emailaccount mailuser mailname emailusername user username
    account alias
    """)
_DOMAIN_KEYS = table("domain emaildomain maildomain emailhost mailhost emailprovider emailsuffix mailserver provider")
_MAIL_HOSTS = table("""
    gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com me.com proton.me protonmail.com gmx.de gmx.net
    web.de aol.com mail.com mail.ru yandex.ru qq.com 163.com orange.fr free.fr libero.it t-online.de naver.com
    """)
# Names of the parts of a name: alone they are pages and positions, together, or within a "name", they are somebody.
_PARTS = {
    "first": "firstname", "given": "firstname", "middle": "middlename", "last": "lastname", "family": "lastname",
}  # fmt: skip
_PAIRS = (frozenset({"first", "last"}), frozenset({"given", "family"}))
_NAMED = table("name names fullname legalname displayname realname")
_NAME = re.compile(r"[^\W\d_][\w .'\u2019-]{0,40}")
LOCAL_PART = "emaillocalpart"  # what the part before the @ is called
_HOST = re.compile(r"@?(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}", re.IGNORECASE)
_LOCAL = re.compile(r"[\w.+'-]{2,64}")


def names_beside(items: Sequence[Item]) -> dict[int, str]:
    """Index of an item, and the name of a field that its neighbours give it."""
    groups: dict[tuple[Place, str], list[int]] = defaultdict(list)
    structure, binary, body, target = Role.STRUCTURE, Role.BINARY, Place.BODY, Place.TARGET  # looked up once for many items
    values = [
        (number, item)
        for number, item in enumerate(items)
        if (role := item.role) is not structure and role is not binary and ((place := item.place) is body or place is target)
    ]
    paths = tuple([item.path for _, item in values])
    names = _of_paths(paths) if len(paths) <= _FEW else _names_of(paths)
    elements = texts_in_lists(values, names.listed) if names.listed else ()
    found: dict[int, str] = {
        **dict(in_path(items)),
        **dict(numbers_as_keys(items)),
        **(dict(in_turn(values, elements)) if elements else {}),
        **{values[at][0]: name for at, name in names.inner},
        **(dict(of_kinds(values, names.kinds)) if names.kinds else {}),
    }
    for at, text in names.attributes:
        if name := field_of(values[at][1].text):
            found[values[text][0]] = name
    for at, text in names.nested:
        if name := field_of(values[at][1].text):
            found[values[text][0]] = NEXT + name
    found.update(column_names((number, item) for number, item in values if item.place is body))
    found.update(birthday_parts(values))
    for number, item in values if names.tell else ():
        groups[item.place, _group(item)].append(number)
    for members in groups.values():
        if not any(_may_name(_own(items[number])) for number in members):
            continue
        if 2 <= len(members) <= _SIBLINGS:
            found.update(_described(items, members))
            found.update(_split(items, members))
            found.update(_parts(items, members))
        found.update(_pixel(items, members))
    if names.pair:
        found.update((number, name) for number, said in paired(values) if (name := field_of(said)))
    if elements or names.heads:
        found.update(below(values, elements, names.heads))
    return found


class _Names(NamedTuple):
    """What the paths of values may say of neighbours."""

    tell: bool  # a name in them makes a neighbour's name
    pair: bool  # a field of theirs names the value of the same number
    heads: frozenset[str]  # names in them under which a heading of lines may stand
    listed: tuple[int, ...]  # elements of lists
    kinds: frozenset[str]  # names in them that say what kind a number is of, and of such numbers
    inner: tuple[tuple[int, str], ...]  # values without a name of their own, and that of what is around them
    attributes: tuple[tuple[int, int], ...]  # names of elements in attributes, and their texts
    nested: tuple[tuple[int, int], ...]  # names in an object of their own, and their values


def _names_of(paths: Sequence[str]) -> _Names:
    every = {path.rpartition("/")[2] for path in paths}
    owns = [own for own in every if not own.isdecimal()]
    return _Names(
        any(map(_may_name, owns)),
        may_pair(owns, paths),
        headings(owns),
        in_lists(paths) if any(own[-1:].isdecimal() for own in every) else (),
        kinds(owns),
        inner(paths) if has_inner(owns) else (),
        attributes(paths) if has_attributes(owns) else (),
        nested(paths) if len(paths) <= _FEW else (),
    )


_of_paths = lru_cache(maxsize=256)(_names_of)  # programs send the same fields again and again


@lru_cache(maxsize=2048)
def _may_name(name: str) -> bool:
    """Whether a value of this name can make a neighbour's name, or have one: without any, a group has none."""
    words, small = key_words(name), _bare(name)
    return bool(words and words[-1] in _SHORT) or small in _CARRIES or small in _PARTS or "".join(words) in _DOMAIN_KEYS


def ties(names: Iterable[str]) -> frozenset[str]:
    """Those of the names (last ones of paths) whose values give a neighbour a name, or may get one from it; exact."""
    every = frozenset(names)
    carried = any(_bare(name) in _CARRIES for name in every)
    dated = {name for name in every if (words := key_words(name)) and words[-1] in OF_A_DATE}
    born = dated if len({OF_A_DATE[key_words(name)[-1]] for name in dated}) > 1 else set()
    own = tied_by_numbers(every) | kinds(every)
    return own.union(name for name in every if name in born or is_birth(name) or _ties(name, carried=carried))


def _ties(name: str, *, carried: bool) -> bool:
    words = key_words(name)
    if "".join(words) in _DOMAIN_KEYS | _LOCAL_KEYS or (words and words[-1] in _SHORT) or name.lower() in _PARTS:
        return True
    return carried and _bare(name) in _CARRIES | _DESCRIBES


def _bare(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "")


def _own(item: Item) -> str:
    """The last name of the path; `key` passes over names that say nothing, such as "value"."""
    return item.path.rpartition("/")[2]


def _group(item: Item) -> str:
    """The object that an item is a member of; for `value/stringValue` the one around."""
    parent, _, key = item.path.rpartition("/")
    if key.lower() in _NESTED and parent.lower().endswith("/value"):
        return parent.rpartition("/")[0]
    return parent


def _described(items: Sequence[Item], members: Sequence[int]) -> Iterator[tuple[int, str]]:
    """A value beside a text that names a field."""
    carriers = [number for number in members if _bare(_own(items[number])) in _CARRIES]
    if not carriers:
        return
    patch = any(_own(items[number]) == "op" for number in members)  # JSON Patch, RFC 6902
    for number in members:
        if _bare(_own(items[number])) in _DESCRIBES and number not in carriers:
            text = items[number].text
            name = field_of(text.rpartition("/")[2] if patch and text.startswith("/") else text)
            if name:
                yield from ((carrier, name) for carrier in carriers)
                return


def field_of(text: str) -> str | None:
    """The name of the field that a selector or a label means, if it is one that says something.

    >>> field_of("input[type=password]"), field_of("form > input[name='birth_date']"), field_of("Date of birth:"), field_of("h1")
    ('password', 'birth_date', 'Date of birth', None)
    """
    if len(text) > 200:
        return None
    for pattern in _SELECTORS:
        match = pattern.search(text)
        if match:
            name = _AS_KEY.get(match[1].lower(), match[1])
            return name if speaks(name) or name in _AS_KEY else None
    if _PLAIN.fullmatch(text):
        name = text.rstrip(":?* ")
        return name if speaks(name) or name.lower() in _AS_KEY else None
    return None


def _pixel(items: Sequence[Item], members: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The short names of advertisers' pixels, in a wrapper that says so or several of them side by side."""
    short = {
        number: words[-1]
        for number in members
        if (words := key_words(_own(items[number]))) and words[-1] in _SHORT and len(words) <= 3
    }
    if not short:
        return
    first = next(iter(short))
    around = {"".join(key_words(items[first].path.rpartition("/")[0].rpartition("/")[2]))} | {
        "".join(key_words(_own(items[n]))[:-1]) for n in short
    }
    together = len(set(short.values()) & _OF_A_PERSON) and len(set(short.values())) >= 2
    if around & _WRAPPERS or together:
        yield from ((number, _SHORT[word]) for number, word in short.items())


def _parts(items: Sequence[Item], members: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The parts of somebody's name: `{"name": {"first": …, "last": …}}`, or the two side by side with capital letters."""
    parts = {number: own for number in members if (own := _own(items[number]).lower()) in _PARTS}
    said = {number: items[number].text.strip() for number in parts}
    if not parts or not all(_NAME.fullmatch(text) for text in said.values()):
        return
    around = "".join(key_words(items[members[0]].path.rpartition("/")[0].rpartition("/")[2]))
    pair = any(pair <= set(parts.values()) for pair in _PAIRS) and all(text[:1] != text[:1].lower() for text in said.values())
    if around in _NAMED or pair:
        yield from ((number, _PARTS[own]) for number, own in parts.items())


def _split(items: Sequence[Item], members: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The part before the @ of an address whose domain stands in the next field."""
    domains = [
        number for number in members
        if "".join(key_words(_own(items[number]))) in _DOMAIN_KEYS and _HOST.fullmatch(items[number].text.strip())
    ]  # fmt: skip
    for domain in domains:
        mail = "mail" in _own(items[domain]).lower() or items[domain].text.strip().lstrip("@").lower() in _MAIL_HOSTS
        for number in members:
            key = "".join(key_words(_own(items[number])))
            sure = mail or key.startswith(("local", "mail", "email"))
            if number != domain and key in _LOCAL_KEYS and sure and _LOCAL.fullmatch(items[number].text.strip()):
                yield number, LOCAL_PART


def said_beside(text: str, name: str, known: Sequence[Span] = ()) -> list[Span]:
    """What a value is by its neighbours: all of it, if it looks like what they call it, or cells of lines; `text` is normalised.

    `known`: what was found in it; a value in which something was found needs no name.
    """
    if name[:1] == BELOW:
        return said_below(text, name)
    span = None if known else _said(text, name)
    return [span] if span else []


def _said(text: str, name: str) -> Span | None:
    if name in (LOCAL_PART, BORN_PART):
        start = len(text) - len(text.lstrip())
        entity = Entity.EMAIL if name == LOCAL_PART else Entity.DATE_OF_BIRTH
        return Span(start, start + len(text.strip()), entity, 0.9, KEY, "key")
    if name[:1] == IN_PATH:
        return said_in_path(text, name)
    return said_next(text, name) if name[:1] == NEXT else by_key(text, Context(name, Role.VALUE), social=True)
