"""A registered value in; how it is written (patterns for plain text) and what trackers make digests of (its spellings) out.

Nothing here looks at a request. What counts as one value: letter case never matters; of an e-mail address neither do the part
behind a plus and Gmail's dots; of a telephone number no way to write it; of a name or address not what stands between its words.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import phonenumbers
from phonenumbers import PhoneNumber, PhoneNumberFormat

from guardian_core.errors import IdentityError
from guardian_core.vocabulary import Entity

KINDS: dict[str, Entity] = {
    "email": Entity.EMAIL,
    "phone": Entity.PHONE,
    "name": Entity.PERSON,
    "address": Entity.ADDRESS,
    "username": Entity.USERNAME,
    "id": Entity.NATIONAL_ID,  # passport, insurance, membership: a number that is somebody's
    "other": Entity.USERNAME,
}
# Letters and digits that a value needs: "an" would be found in every text.
SHORTEST: dict[str, int] = {"email": 6, "phone": 7, "name": 5, "address": 8, "username": 4, "id": 5, "other": 5}
LONGEST = 200
_EMAIL = re.compile(r"[^\s@\"<>(),;:]{1,64}@(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+[^\W\d_][\w-]{1,62}")
_GMAIL = ("gmail.com", "googlemail.com")
_WORD = re.compile(r"[^\W_]+")
_BETWEEN = r"[\s,.;:_+\-/'’]{0,3}"  # between the words of a name or an address
SEPARATORS = " \t\r\n().-/_"
_IN_NUMBER = r"[ \t\r\n().\-/_]{0,3}"  # between the digits of a telephone number
UNSEPARATED = str.maketrans("", "", SEPARATORS)
_BEGIN, _END = r"(?<![^\W_])", r"(?![^\W_])"


@dataclass(frozen=True, slots=True)
class Identity:
    """One value that the user registered."""

    kind: str  # of KINDS
    value: str = field(repr=False)

    @property
    def entity(self) -> Entity:
        """What a detector calls it."""
        return KINDS[self.kind]


@dataclass(frozen=True, slots=True)
class Writing:
    """How a value stands in plain text, all in small letters."""

    trigger: str = field(repr=False)  # a stretch that occurs wherever the pattern matches, once the text is without SEPARATORS
    pattern: str = field(repr=False)


def identity(kind: str | None, text: str, regions: Sequence[str] = ()) -> Identity:
    """A checked identity; without a kind it is told by its looks: an e-mail address or an international telephone number.

    Raises:
        IdentityError: it is no such value, or so short that it would be found everywhere; the message says what is needed.
    """
    value = " ".join(text.split())
    kind = kind or ("email" if _EMAIL.fullmatch(value) else "phone" if _number(value, ()) else None)
    if kind is None:
        message = (
            "say what it is (--kind "
            + ", ".join(KINDS)
            + "); only e-mail addresses and numbers such as +44 … are known by their looks"
        )
        raise IdentityError(message)
    solid = sum(character.isalnum() for character in value)
    if solid < SHORTEST[kind]:
        least = f"at least {SHORTEST[kind]} letters and digits"
        message = f"too short: a value of this kind ({kind}) needs {least}, or it would be found everywhere"
        raise IdentityError(message)
    if len(value) > LONGEST or any(unicodedata.category(character) == "Cc" for character in value):
        message = f"one value of at most {LONGEST} characters without control characters is needed"
        raise IdentityError(message)
    if kind == "email" and not _EMAIL.fullmatch(value):
        message = "not an e-mail address: something like name@example.com is needed"
        raise IdentityError(message)
    if kind == "phone" and _number(value, regions) is None:
        message = "not a telephone number: write it with its country, such as +44 20 7946 0958"
        raise IdentityError(message)
    return Identity(kind, value)


def masked(one: Identity) -> str:
    """What a list shows: enough to recognise a value again, too little to use it.

    >>> masked(Identity("email", "dana.quill@example.com")), masked(Identity("name", "Dana Quill"))
    ('d***@e***.com', 'D*** Q***')
    """
    if one.kind == "email":
        local, _, domain = one.value.partition("@")
        return f"{local[0]}***@{domain[0]}***.{domain.rpartition('.')[2]}"
    if one.kind in {"phone", "id"}:
        return "***" + one.value[-2:]
    return " ".join(word[0] + "***" for word in one.value.split())


def spellings(one: Identity, regions: Sequence[str]) -> tuple[str, ...]:
    """The spellings that digests are made of, each once."""
    return tuple(dict.fromkeys(_SPELLINGS[one.kind](one.value, regions)))


def writings(one: Identity, regions: Sequence[str]) -> tuple[Writing, ...]:
    """The patterns that find the value in plain text; they match small letters only."""
    return tuple(_WRITINGS[one.kind](one.value, regions))


def _cases(text: str) -> Iterator[str]:
    lower = text.lower()
    yield from (lower, text, lower[:1].upper() + lower[1:], text.upper())
    plain = unicodedata.normalize("NFKD", lower).encode("ascii", "ignore").decode()
    if plain != lower and len(plain) > 3:
        yield plain


def _mailboxes(address: str) -> list[str]:
    """Addresses that reach the same mailbox."""
    local, _, domain = address.partition("@")
    locals_ = dict.fromkeys((local, local.partition("+")[0]))
    domains = [domain]
    if domain.lower() in _GMAIL:
        locals_ |= dict.fromkeys([one.replace(".", "") for one in locals_])
        domains = [domain, *(name for name in _GMAIL if name != domain.lower())]
    return [f"{one}@{name}" for one in locals_ if one for name in domains]


def _email_spellings(value: str, _: Sequence[str]) -> Iterator[str]:
    for address in _mailboxes(value):
        yield from _cases(address)


def _email_writings(value: str, _: Sequence[str]) -> Iterator[Writing]:
    for address in dict.fromkeys(one.lower() for one in _mailboxes(value)):
        local, _, domain = address.partition("@")
        yield Writing(domain.translate(UNSEPARATED), rf"{re.escape(local)}@{re.escape(domain)}(?![\w-]|\.\w)")


def _number(value: str, regions: Sequence[str]) -> PhoneNumber | None:
    for region in (None, *regions):
        try:
            number = phonenumbers.parse(value, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_possible_number(number) and re.fullmatch(r"[+\d\s().\-/]+", value):
            return number
    return None


def _phone_spellings(value: str, regions: Sequence[str]) -> Iterator[str]:
    yield value
    number = _number(value, regions)
    if number is None:
        return
    formats = (PhoneNumberFormat.E164, PhoneNumberFormat.INTERNATIONAL, PhoneNumberFormat.NATIONAL)
    international = phonenumbers.format_number(number, PhoneNumberFormat.E164)[1:]
    significant = phonenumbers.national_significant_number(number)
    for style in formats:
        written = phonenumbers.format_number(number, style)
        yield from (written, re.sub(r"\D", "", written), re.sub(r"[\s()]+", "-", written).strip("-"), written.replace(" ", ""))
    yield from (f"00{international}", f"+{international}", f"0{significant}", significant, f"0{international}")


def _phone_writings(value: str, regions: Sequence[str]) -> Iterator[Writing]:
    number = _number(value, regions)
    if number is None:
        return
    significant = phonenumbers.national_significant_number(number)
    digits = _IN_NUMBER.join(significant)
    country = _IN_NUMBER.join(str(number.country_code))
    before = rf"(?:(?:\+|00)?{country}{_IN_NUMBER}(?:\(?0\)?{_IN_NUMBER})?|\(?0\)?{_IN_NUMBER}|\()?"
    yield Writing(significant, rf"(?<![^\W_])(?<!\.){before}{digits}(?![^\W_]|%|\.\d)")


def _name_spellings(value: str, _: Sequence[str]) -> Iterator[str]:
    parts = value.replace(",", " ").split()
    first, last = parts[0], parts[-1]
    whole = [value, *parts]
    if len(parts) > 1:
        whole += [f"{first}{between}{last}" for between in (" ", "", ".", "_", "-", ",", "|")] + [
            f"{last} {first}",
            f"{last}{first}",
            f"{last}, {first}",
        ]
    for one in whole:
        if len(one) > 1:
            yield from _cases(one)


def _name_writings(value: str, _: Sequence[str]) -> Iterator[Writing]:
    words = [word.lower() for word in _WORD.findall(value)]
    orders = [words, [words[0], words[-1]], [words[-1], *words[:-1]]] if len(words) > 1 else [words]
    yield from _worded(orders)


def _address_spellings(value: str, _: Sequence[str]) -> Iterator[str]:
    parts = [part.strip() for part in value.split(",") if part.strip()]
    for one in [value, value.replace(",", ""), *parts]:
        for spaced in (one, one.replace(" ", "")):
            if len(spaced) > 3:
                yield from _cases(spaced)


def _address_writings(value: str, _: Sequence[str]) -> Iterator[Writing]:
    street = value.partition(",")[0]
    orders = [[word.lower() for word in _WORD.findall(value)]]
    if street != value and len(street) >= SHORTEST["address"] and any(character.isdigit() for character in street):
        orders.append([word.lower() for word in _WORD.findall(street)])
    yield from _worded(orders)


def _other_spellings(value: str, _: Sequence[str]) -> Iterator[str]:
    yield from _cases(value)
    solid = "".join(_WORD.findall(value))
    if solid != value and len(solid) >= SHORTEST["id"]:
        yield from _cases(solid)


def _other_writings(value: str, _: Sequence[str]) -> Iterator[Writing]:
    yield from _worded([[word.lower() for word in _WORD.findall(value)]])


def _worded(orders: Sequence[list[str]]) -> Iterator[Writing]:
    for words in {tuple(words): words for words in orders if words}.values():
        yield Writing(max(words, key=len), _BEGIN + _BETWEEN.join(map(re.escape, words)) + _END)


_Spell = Callable[[str, Sequence[str]], Iterator[str]]
_Write = Callable[[str, Sequence[str]], Iterator[Writing]]
_SPELLINGS: dict[str, _Spell] = {
    "email": _email_spellings,
    "phone": _phone_spellings,
    "name": _name_spellings,
    "address": _address_spellings,
    "username": _other_spellings,
    "id": _other_spellings,
    "other": _other_spellings,
}
_WRITINGS: dict[str, _Write] = {
    "email": _email_writings,
    "phone": _phone_writings,
    "name": _name_writings,
    "address": _address_writings,
    "username": _other_writings,
    "id": _other_writings,
    "other": _other_writings,
}
