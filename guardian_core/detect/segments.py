"""The items of a request in; out, the name that a segment of a path gives to what stands behind it: `/ssn/524713806`.

One segment, or several over which a value is cut: `/ssn/524/71/3806`, `/dob/1984/03/12`, `/email/mira.okafor/example.test`. Numbers
of all countries, too, whose checks must hold: `/pesel/44051401359`. Pages are called so, too, so that more than the name
must speak for a value.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from guardian_core.detect.addresses import LIKELY_TOP
from guardian_core.detect.birthdays import is_birth
from guardian_core.detect.context import Context, key_suffixes, table
from guardian_core.detect.identifiers import IDENTIFIER_KEYS, identifiers
from guardian_core.detect.keys import by_key, speaks
from guardian_core.detect.numbers import luhn, ssns
from guardian_core.detect.spans import CUT, KEY, Span
from guardian_core.vocabulary import Entity, Item, Place, Role

IN_PATH = "/"  # before the name that a segment gives to the next: as good a name as others, but pages are called so, too
PIECE_OF = "//"  # before the kind of value that a segment holds a piece of
_ADDRESS_PATH = re.compile(r"((?:referer/)?path)/(\d+)")
_NUMBERS = frozenset({
    Entity.US_SSN, Entity.PHONE, Entity.CARD, Entity.IBAN, Entity.DATE_OF_BIRTH, Entity.PASSPORT, Entity.NATIONAL_ID,
    Entity.DRIVING_LICENCE, Entity.TAX_ID, Entity.BANK_ACCOUNT,
})  # fmt: skip
_LEAST = {Entity.PHONE: 10, Entity.US_SSN: 9}  # digits; pages have numbers, too
_MOST = 6  # segments of one value
_DIGITS = re.compile(r"\+?\d{1,12}")
# Groups as telephone numbers are written in; three, three and four are America's, where no group begins with 0 or 1.
_DIALLED = re.compile(r"(?:\+?1/)?[2-9]\d\d/[2-9]\d\d/\d{4}|(?!\d{3}/\d{3}/\d{4}\Z)\+?\d{1,4}(?:/\d{2,4}){2,5}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_BORN = re.compile(r"(?:19|20)\d\d-\d\d?-\d\d?|\d\d?-\d\d?-(?:19|20)\d\d")
_PAGES_OF_BIRTHDAYS = table("birthday geburtstag naissance")  # there may be news or presents, by their date
# Names of numbers but those that pages of anything may have before theirs.
_ISSUED = IDENTIFIER_KEYS - table("documento documentocode documentoid documentnumber docnumber identification voter licence")
_MAIL = table("email mail emailaddress mailaddress mailbox")
_PUT_TOGETHER = re.compile(r"(?=.*[._+\d-])[\w.+-]{3,64}")
_HOST = re.compile(r"@?((?:[a-z0-9-]{2,63}\.){1,4}[a-z]{2,24})", re.IGNORECASE)
_SCRIPTS = frozenset({"do", "go", "pl", "cc", "rb", "rs", "sh", "so", "ml", "ai"})
_TYPED = re.compile(r"(?=.*\d)(?=.*[^\W\d_])(?=.*[!@#$^*?~])[^\s/]{6,64}")
_CAPITAL = re.compile(r"[^\W\d_][\w'\u2019-]{0,40}")


def in_path(items: Sequence[Item]) -> Iterator[tuple[int, str]]:
    """The segments of addresses that others name, each with the name, marked."""
    paths: dict[str, list[tuple[int, int, str]]] = {}
    target, referer = Place.TARGET, Place.REFERER  # looked up once for many items
    for number in [at for at, item in enumerate(items) if (lies := item.place) is target or lies is referer]:
        if found := _ADDRESS_PATH.fullmatch(items[number].path):
            paths.setdefault(found[1], []).append((int(found[2]), number, items[number].text))
    for segments in paths.values():
        for at, ((place, _, name), (beside, number, text)) in enumerate(pairwise(segments)):
            if beside != place + 1:
                continue
            if speaks(name) or _is_issued(name):
                yield number, IN_PATH + name
                yield from _in_pieces(name, segments[at + 1 : at + 1 + _MOST], last=len(segments) - at - 1)
            elif text and not _MAIL.isdisjoint(key_suffixes(name)):
                yield from _mailbox(segments[at + 1 : at + 3])
        yield from _of_one_person([(number, text) for _, number, text in segments])


@lru_cache(maxsize=2048)
def _is_issued(name: str) -> bool:
    """Whether a segment is called like an official number."""
    return Context(name).has(_ISSUED)


def _issued(name: str, text: str) -> Entity | None:
    """The kind of an official number, if all of `text` is one of those called so."""
    if not _is_issued(name):
        return None
    found = identifiers(text, Context(name, Role.VALUE))
    return next((one.entity for one in found if one.end - one.start == len(text) and one.score > _SURE), None)


def _in_pieces(name: str, behind: Sequence[tuple[int, int, str]], *, last: int) -> Iterator[tuple[int, str]]:
    """What is cut over the segments behind a name, the longest first; `last`: how many there are."""
    numbers = [text for _, _, text in behind]
    count = next((at for at, text in enumerate(numbers) if not _DIGITS.fullmatch(text)), len(numbers))
    for size in range(count, 1, -1):
        entity = _cut(name, numbers[:size], ends=size == last)
        if entity:
            yield from ((number, PIECE_OF + entity.value) for _, number, _ in behind[:size])
            return


def _cut(name: str, pieces: Sequence[str], *, ends: bool) -> Entity | None:
    """What the segments are together, if it is what their name says; `ends`: nothing stands behind them."""
    if is_birth(name):
        sure = ends or _PAGES_OF_BIRTHDAYS.isdisjoint(key_suffixes(name))
        return Entity.DATE_OF_BIRTH if sure and _BORN.fullmatch("-".join(pieces)) else None
    whole = "".join(pieces)
    span = by_key(whole, Context(name, Role.VALUE))
    if span is None and (issued := _issued(name, whole)):
        return issued
    if span is None or not is_no_page(whole, span):
        return None
    if span.entity is Entity.PHONE:
        return Entity.PHONE if _DIALLED.fullmatch("/".join(pieces)) and not _YEAR.fullmatch(pieces[0]) else None
    if span.entity is Entity.US_SSN or span.entity is Entity.CARD:
        return span.entity
    sure = any(one.end - one.start == len(whole) and one.score > _SURE for one in identifiers(whole, Context(name, Role.VALUE)))
    return span.entity if sure else None


_SURE = 0.94


def _mailbox(behind: Sequence[tuple[int, int, str]]) -> Iterator[tuple[int, str]]:
    """An address whose two sides are segments."""
    if len(behind) > 1 and behind[1][0] == behind[0][0] + 1:
        (_, number, local), (_, beside, domain) = behind
        host = _HOST.fullmatch(domain)
        top = host[1].rpartition(".")[2].lower() if host else ""
        if host and LIKELY_TOP.fullmatch(top) and top not in _SCRIPTS and _PUT_TOGETHER.fullmatch(local):
            yield number, PIECE_OF + Entity.EMAIL.value
            yield beside, PIECE_OF + Entity.EMAIL.value


def _of_one_person(segments: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The parts of a name, where the path names two of them: `/first_name/mira/last_name/okafor`."""
    named: dict[int, str] = {}
    for (_, name), (number, text) in pairwise(segments):
        if _CAPITAL.fullmatch(text) and speaks(name) and not speaks(text):
            span = by_key(text, Context(name, Role.VALUE))
            if span and span.entity is Entity.PERSON:
                named[number] = name
    if len(set(named.values())) > 1:
        yield from named.items()


def said_in_path(text: str, name: str) -> Span | None:
    """The whole segment as one span, if it is, or is a piece of, what the one before calls it."""
    if name.startswith(PIECE_OF):
        return Span(0, len(text), Entity(name[len(PIECE_OF) :]), 0.9, KEY, CUT) if text else None
    name = name.removeprefix(IN_PATH)
    span = by_key(text, Context(name, Role.VALUE), social=True)
    if span and is_no_page(text, span):
        return span
    issued = _issued(name, text)
    return Span(0, len(text), issued, 0.9, KEY, "key") if issued else None


def is_no_page(text: str, span: Span) -> bool:
    """Whether a segment of a path is what the one before it says, rather than the name or number of a page."""
    if span.entity is Entity.PASSWORD:
        return _TYPED.fullmatch(text) is not None
    digits = "".join(filter(str.isdigit, text))
    if span.entity not in _NUMBERS or len(digits) < _LEAST.get(span.entity, 5):
        return False
    if span.entity is Entity.CARD:
        return luhn(digits)
    return span.entity is not Entity.US_SSN or any(ssns(text, Context("ssn")))
