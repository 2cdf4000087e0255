"""An item's name and value in, a span over the whole value out, where the name says what it is and the value looks like it.

The table field_names.toml holds endings of names: lower case, letters only, so that `contact[firstName]`, `first_name` and
`firstname` are one (context.py).
"""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from guardian_core.detect.about_passwords import tells
from guardian_core.detect.context import Context, key_suffixes, key_words, table
from guardian_core.detect.coordinates import LATITUDE_LONGITUDE_KEYS
from guardian_core.detect.key_forms import Form, forms, in_list
from guardian_core.detect.numbers import CARD_KEYS, SSN_KEYS, bic_valid, luhn
from guardian_core.detect.phones import PHONE_KEYS
from guardian_core.detect.protected import (
    YES,
    affirmed,
    attraction,
    blood,
    convicted,
    faith,
    group,
    leaning,
    origin,
    pregnant,
    transition,
    union,
)
from guardian_core.detect.quoted_headers import granted, keeps_signed_in
from guardian_core.detect.shapes import (
    ailment,
    analytics_id,
    code,
    date,
    digits,
    gender,
    login,
    named,
    opaque,
    password,
    pin,
    post_office,
    random,
    said,
    street,
    worded,
)
from guardian_core.detect.spans import KEY, WHOLE, Span
from guardian_core.vocabulary import Entity, Place, Role


@dataclass(frozen=True, slots=True)
class _Rule:
    keys: frozenset[str]
    shape: Callable[[str], bool]
    entity: Entity
    rank: int = KEY


_NAMES: dict[str, dict[str, str]] = tomllib.loads(
    files("guardian_core.detect").joinpath("field_names.toml").read_text(encoding="utf-8")
)


def _rule(name: str, shape: Callable[[str], bool], entity: Entity, rank: int = KEY, more: frozenset[str] = frozenset()) -> _Rule:
    return _Rule(table(" ".join(_NAMES[name].values())) | more, shape, entity, rank)


# Read top to bottom, first rule that knows the key and likes the value.
RULES: tuple[_Rule, ...] = (
    _rule("password", password, Entity.PASSWORD, WHOLE),
    _rule("pin", pin, Entity.PASSWORD, WHOLE),
    _rule("pin_or_postcode", post_office, Entity.POSTCODE),
    _rule("pin_or_postcode", pin, Entity.PASSWORD, WHOLE),
    _rule("secret", random, Entity.SECRET, WHOLE),
    _rule("authorization", granted, Entity.SECRET, WHOLE),
    _rule("cookie", keeps_signed_in, Entity.SECRET, WHOLE),
    _rule("person", named, Entity.PERSON),
    _rule("username", login, Entity.USERNAME),
    _rule("phone", digits(6, 15), Entity.PHONE, more=PHONE_KEYS),
    _rule("address", street, Entity.ADDRESS),
    _rule("city", worded, Entity.CITY),
    _rule("postcode", code(3, 10), Entity.POSTCODE),
    _rule("birth", date, Entity.DATE_OF_BIRTH),
    _rule("gender", transition, Entity.HEALTH),
    _rule("gender", gender, Entity.GENDER),
    _rule("us_ssn", digits(4, 9), Entity.US_SSN, more=SSN_KEYS),
    _rule("card", digits(12, 19), Entity.CARD, more=CARD_KEYS),
    _rule("card_code", digits(3, 4), Entity.CARD),
    _rule("iban", code(15, 42), Entity.IBAN),
    _rule("bic", bic_valid, Entity.CODE),
    _rule("bank_account", code(6, 34), Entity.BANK_ACCOUNT),
    _rule("passport", code(6, 12), Entity.PASSPORT),
    _rule("national_id", code(5, 20), Entity.NATIONAL_ID),
    _rule("driving_licence", code(5, 20), Entity.DRIVING_LICENCE),
    _rule("tax_id", code(6, 20), Entity.TAX_ID),
    _rule("health", ailment, Entity.HEALTH),
    _rule("device", opaque, Entity.DEVICE_ID),
    _rule("plate", code(4, 12), Entity.DEVICE_ID),
    _rule("analytics", analytics_id, Entity.DEVICE_ID),
    _rule("profession", worded, Entity.PROFESSION),
    # Protected like health, and in no other category of the paper's.
    _rule("belief", group, Entity.HEALTH),
    _rule("origin", origin, Entity.HEALTH),
    _rule("blood", blood, Entity.HEALTH),
    _rule("pregnant", pregnant, Entity.HEALTH),
    _rule("convictions", convicted, Entity.HEALTH),
    _rule("faith", faith, Entity.HEALTH),
    _rule("politics", leaning, Entity.HEALTH),
    _rule("orientation", attraction, Entity.HEALTH),
    _rule("union", union, Entity.HEALTH),
    _rule("affirmed", affirmed, Entity.HEALTH),
    _rule("nationality", group, Entity.DEMOGRAPHIC),
)

# What makes a key's ending mean something else: `csrf_token`, `password_type`, `page_city`, `file.address`.
_FOREIGN = table("""
    csrf xsrf csrfmiddleware page next cursor continuation sync type format schema regex pattern label placeholder hint
    error message min max length policy strength class css style selector enabled required is has show hide memory contract
    wallet package module host server forgot forgotten
    """)
_FORM_TOKEN = re.compile(r"(?:^|[\[./])_+token\]?$")  # how web frameworks name their anti-forgery field
_HOST_ADDRESSES = frozenset({"ip", "mac", "web", "url", "email", "mail", "remote", "server", "memory", "contract"})

NAME_KEYS = table("""
    name nom nome naam nombrecompleto author user owner contact sender recipient customer patient client to from cc by
    """)
PERSON_PARENTS = table("""
    user users customer customers contact contacts patient patients person people recipient recipients employee employees
    member members client clients traits profile account holder owner author passenger guest attendee applicant student
    candidate lead billing shipping buyer payer kunde utilisateur
    """)
_HEALTH_PARENTS = frozenset({"patient", "health", "medical", "clinical", "history"})


@lru_cache(maxsize=2048)
def _rules_for(key: str) -> tuple[_Rule, ...]:
    """The rules that know an ending of `key`."""
    return tuple(rule for rule in RULES if any(suffix in rule.keys for suffix in key_suffixes(key)))


@lru_cache(maxsize=2048)
def _rules_in_other_words(key: str) -> tuple[tuple[_Rule, Form], ...]:
    """The rules that know what `key` means without its plural and the like."""
    return tuple((rule, form) for rule in RULES for form in forms(key)[:_FORMS] if form.ending in rule.keys)


@lru_cache(maxsize=2048)
def speaks(key: str) -> bool:
    """Whether `key` can say what its value is: known, and without a word that makes it mean something else."""
    words, endings = key_words(key), key_suffixes(key)
    # What stands before the known ending: the "type" of "blood type" belongs to it.
    before = [words[: len(words) - len(endings) + at] for at, ending in enumerate(endings) if ending in KEY_WORDS]
    if not before and _rules_in_other_words(key):
        before = [words]
    return any(map(_FOREIGN.isdisjoint, before)) and not _FORM_TOKEN.search(key)


@lru_cache(maxsize=2048)
def _answers(key: str) -> bool:
    """Whether a bare yes under `key` tells something."""
    return any(rule.shape in _ANSWERS for rule in _rules_for(key))


def _header(key: str, value: str) -> bool:
    """Whether a value that looks like a digest is a credential all the same: fields called like headers hold no others."""
    return not _HEADERS.isdisjoint(key_suffixes(key)) and _HEX.fullmatch(value) is not None


_HEADERS = frozenset({"authorization", "xapikey", "xauthtoken", "xaccesstoken"})
_HEX = re.compile(r"[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}")
_ANSWERS = frozenset({pregnant, convicted, affirmed})


@lru_cache(maxsize=2048)
def _is_password(key: str) -> bool:
    """Whether what stands under `key` may be a password."""
    rules = {rule.entity for rule in _rules_for(key)} | {rule.entity for rule, _ in _rules_in_other_words(key)}
    return Entity.PASSWORD in rules


@lru_cache(maxsize=2048)
def names_somebody(key: str) -> bool:
    """Whether what stands under `key` is somebody's: then a "name" beside it is a person's, too."""
    named = {rule.entity for rule in _rules_for(key)} | {rule.entity for rule, _ in _rules_in_other_words(key)}
    mail = not _MAIL.isdisjoint(key_suffixes(key))
    return mail or (speaks(key) and not named.isdisjoint(_SOMEBODYS))


def by_key(text: str, context: Context, *, path: str = "", place: Place = Place.BODY, social: bool = False) -> Span | None:
    """The whole value as one span, or None.

    Args:
        text: the normalised value.
        context: its key and role.
        path: the item's path, for the name of the object it stands in.
        place: where the item lies; cookies hold settings rather than forms, so mild things are not read there.
        social: whether a sibling holds an e-mail address, a telephone number or part of a name: then a bare `name` is a person's.
    """
    if context.role in {Role.BINARY, Role.STRUCTURE} or not speaks(context.key):
        return None
    value = text.strip()
    told = said(value) or (value.lower() in YES and _answers(context.key)) or _header(context.key, value)
    if not told or (_is_password(context.key) and tells(value, path)):
        return None
    start = text.index(value)
    for rule in _rules_for(context.key):
        if rule.shape(value):
            if place is Place.COOKIE and not _in_cookies(rule.entity, value):
                return None
            if rule.entity is Entity.ADDRESS and _HOST_ADDRESSES & set(key_words(context.key)):
                continue
            return Span(start, start + len(value), rule.entity, 0.9, rule.rank, "key")
    for rule, form in _rules_in_other_words(context.key) if place is not Place.COOKIE else ():
        if rule.shape(value) and _is_one_of(rule.entity, value, form, listed=in_list(path)):
            return Span(start, start + len(value), rule.entity, 0.9, rule.rank, "key")
    parents = set(key_words(path.rpartition("/")[0].rpartition("/")[2] if not path.endswith("]") else path))
    if not parents and path.count("/") > 1:
        parents = set(key_words(path.split("/")[-3]))  # a list between: users/0/name
    if (
        key_suffixes(context.key)[-1:] == ("condition",)
        and _HEALTH_PARENTS & (parents | set(key_words(context.key)))
        and worded(value)
    ):
        return Span(start, start + len(value), Entity.HEALTH, 0.8, KEY, "key")
    if place is Place.HEADER and key_words(context.key)[-1] in _SENDERS and _HEADER_NAME.fullmatch(value):
        return Span(start, start + len(value), Entity.PERSON if " " in value else Entity.USERNAME, 0.85, KEY, "key")
    called = context.key.lower() in {"name", "nom", "nome", "naam"}
    if called and named(value) and value[:1].isupper() and (social or PERSON_PARENTS & parents):
        return Span(start, start + len(value), Entity.PERSON, 0.85, KEY, "key")
    return None


def _is_one_of(entity: Entity, value: str, form: Form, *, listed: bool) -> bool:
    """Whether a value under a name in another form is what its plain name would say: no count, no choice of a list."""
    if entity is Entity.CARD and sum(c.isdigit() for c in value) > _CARD_CODE:
        return luhn("".join(filter(str.isdigit, value)))
    if not form.several:
        return True
    if entity in _MILD - {Entity.HEALTH, Entity.TAX_ID}:
        return False
    return listed or (entity in _NUMBERED and sum(c.isdigit() for c in value) >= _NO_COUNT)


_FORMS, _CARD_CODE, _NO_COUNT = 16, 4, 9
_NUMBERED = frozenset({Entity.PHONE, Entity.US_SSN, Entity.NATIONAL_ID, Entity.PASSPORT, Entity.TAX_ID, Entity.IBAN, Entity.CARD})


# `X-User: Dana Quill`, `X-Remote-User: dana.quill`: scripts and gateways say who sends.
_SENDERS = table("user customer patient employee member author owner person subject")
_HEADER_NAME = re.compile(r"[^\W\d_][\w.'-]{1,40}(?: [^\W\d_][\w.'-]{0,40}){0,3}")
_MILD = frozenset({
    Entity.CITY, Entity.POSTCODE, Entity.GENDER, Entity.PROFESSION, Entity.HEALTH, Entity.TAX_ID, Entity.DEMOGRAPHIC,
})  # fmt: skip


def _in_cookies(entity: Entity, value: str) -> bool:
    """Whether a cookie of such a name tells something of a person; a lone small word is a setting ("nickname=compact")."""
    if entity in _MILD:
        return False
    return entity is not Entity.PERSON or " " in value or value != value.lower()


SOCIAL = frozenset(
    {Entity.PERSON, Entity.PHONE, Entity.EMAIL, Entity.DATE_OF_BIRTH, Entity.PASSWORD, Entity.ADDRESS, Entity.US_SSN, Entity.GENDER}
)
_MAIL = frozenset({"email", "emails", "mail", "emailaddress", "mailaddress"})
_SOMEBODYS = (SOCIAL | _NUMBERED | {Entity.BANK_ACCOUNT, Entity.DRIVING_LICENCE, Entity.HEALTH}) - {Entity.PASSWORD, Entity.GENDER}
BIRTH_KEYS = next(rule.keys for rule in RULES if rule.entity is Entity.DATE_OF_BIRTH)
KEY_WORDS = frozenset().union(*(rule.keys for rule in RULES)) | NAME_KEYS | LATITUDE_LONGITUDE_KEYS | {"condition"}
