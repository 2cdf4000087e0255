"""The nouns that the stages pass to each other; nothing here computes.

Request → Reading (items) → Finding → Action → Evidence → Likelihood → Risk → Decision → Edit → Outcome. Nouns are frozen; whatever
carries private text hides it from `repr`. Enum values are the words of the paper's tables and of the command line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Category(StrEnum):
    """Data categories, the paper's Table 6."""

    CREDENTIALS = "Credentials"
    FINANCIAL = "Financial"
    HEALTH = "Health"
    BIOMETRIC = "Biometric"
    GENETIC = "Genetic"
    SSN = "SSN"
    LOCATION_PRECISE = "Location_precise"
    LOCATION = "Location"
    PHONE = "Phone"
    CONTENT = "Content"
    POSTAL_ADDRESS = "PostalAddress"
    CONTACT = "Contact"
    EMAIL = "Email"
    SEARCH_HISTORY = "SearchHistory"
    BROWSING_HISTORY = "BrowsingHistory"
    IP_ADDRESS = "IPAddress"
    DEVICE_ID = "DeviceID"
    LOCATION_COARSE = "Location_coarse"
    APP_USAGE = "AppUsage"
    COOKIES = "Cookies"
    LANGUAGE = "Language"


class Tier(StrEnum):
    """Data tiers, the paper's Table 10, mildest last."""

    CRITICAL = "critical"
    HIGH = "high"
    MODERATE = "moderate"
    LOW = "low"


# The tier of each category, Table 10. Ours, where the table is silent: Location unspecified and PostalAddress high, Location coarse
# moderate, IPAddress low.
CATEGORY_TIER: dict[Category, Tier] = {
    Category.CREDENTIALS: Tier.CRITICAL,
    Category.FINANCIAL: Tier.CRITICAL,
    Category.HEALTH: Tier.CRITICAL,
    Category.BIOMETRIC: Tier.CRITICAL,
    Category.GENETIC: Tier.CRITICAL,
    Category.SSN: Tier.CRITICAL,
    Category.LOCATION_PRECISE: Tier.HIGH,
    Category.LOCATION: Tier.HIGH,
    Category.PHONE: Tier.HIGH,
    Category.CONTENT: Tier.HIGH,
    Category.POSTAL_ADDRESS: Tier.HIGH,
    Category.CONTACT: Tier.MODERATE,
    Category.EMAIL: Tier.MODERATE,
    Category.SEARCH_HISTORY: Tier.MODERATE,
    Category.BROWSING_HISTORY: Tier.MODERATE,
    Category.LOCATION_COARSE: Tier.MODERATE,
    Category.IP_ADDRESS: Tier.LOW,
    Category.DEVICE_ID: Tier.LOW,
    Category.APP_USAGE: Tier.LOW,
    Category.COOKIES: Tier.LOW,
    Category.LANGUAGE: Tier.LOW,
}


class Recipient(StrEnum):
    """Who receives the data, the paper's Table 7."""

    FIRST_PARTY = "first_party"
    SERVICE_PROVIDER = "service_provider"
    ANALYTICS = "analytics"
    GOVERNMENT = "government"
    SOCIAL_MEDIA = "social_media"
    UNKNOWN_THIRD_PARTY = "unknown_third_party"
    ADVERTISING = "advertising"
    DATA_BROKER = "data_broker"


class Purpose(StrEnum):
    """What for, the paper's Table 8."""

    FUNCTIONALITY = "functionality"
    SECURITY = "security"
    AUTHENTICATION = "authentication"
    PERSONALIZATION = "personalization"
    RESEARCH = "research"
    ANALYTICS = "analytics"
    MARKETING = "marketing"
    UNDISCLOSED = "undisclosed"
    PROFILING = "profiling"
    ADVERTISING = "advertising"


class Basis(StrEnum):
    """How the request came about (paper §3.1)."""

    USER_INITIATED = "user_initiated"
    DEFAULT = "default"
    BACKGROUND = "background"


class Act(StrEnum):
    """What the policy would call it: the retriever's field `act`."""

    COLLECTION = "collection"  # by the first party or its processor
    SHARING = "sharing"  # with, or sale to, a third party


class Role(StrEnum):
    """What kind of value an item is."""

    PROSE = "prose"  # sentences a person wrote
    VALUE = "value"  # a structured value: a name, a number, a date
    IDENTIFIER = "identifier"  # opaque: an id, a hash, a token that is not a credential
    CREDENTIAL = "credential"  # a password, a key, a protocol token
    STRUCTURE = "structure"  # a JSON key, a field name, a part header
    BINARY = "binary"  # an image, an archive, protobuf: read only as runs of printable characters


class Place(StrEnum):
    """Where in the request an item lies."""

    BODY = "body"
    TARGET = "target"  # path and query of the request line
    REFERER = "referer"
    COOKIE = "cookie"


class Entity(StrEnum):
    """What a detector found."""

    PERSON = "person"
    ORGANIZATION = "organization"
    PLACE = "place"
    ADDRESS = "address"
    EMAIL = "email"
    PHONE = "phone"
    CARD = "card"
    IBAN = "iban"
    BANK_ACCOUNT = "bank_account"
    US_SSN = "us_ssn"
    NATIONAL_ID = "national_id"
    PASSPORT = "passport"
    DRIVING_LICENCE = "driving_licence"
    TAX_ID = "tax_id"
    IP = "ip"
    COORDINATES = "coordinates"
    SECRET = "secret"  # noqa: S105 - a kind, not a secret
    PASSWORD = "password"  # noqa: S105
    DATE_OF_BIRTH = "date_of_birth"
    DATE = "date"
    HEALTH = "health"
    BIOMETRIC = "biometric"
    GENETIC = "genetic"
    USERNAME = "username"
    PROFESSION = "profession"
    GENDER = "gender"
    CITY = "city"
    POSTCODE = "postcode"
    DEVICE_ID = "device_id"
    SEARCH = "search"
    BROWSING = "browsing"


# The category of each entity (SPEC §3). In prose, what only names or describes somebody is Content; in a field of its own, Contact.
ENTITY_CATEGORY: dict[Entity, Category] = {
    Entity.PERSON: Category.CONTACT,
    Entity.ORGANIZATION: Category.CONTACT,
    Entity.PLACE: Category.LOCATION_COARSE,
    Entity.ADDRESS: Category.POSTAL_ADDRESS,
    Entity.EMAIL: Category.EMAIL,
    Entity.PHONE: Category.PHONE,
    Entity.CARD: Category.FINANCIAL,
    Entity.IBAN: Category.FINANCIAL,
    Entity.BANK_ACCOUNT: Category.FINANCIAL,
    Entity.US_SSN: Category.SSN,
    Entity.NATIONAL_ID: Category.SSN,
    Entity.PASSPORT: Category.SSN,
    Entity.DRIVING_LICENCE: Category.SSN,
    Entity.TAX_ID: Category.SSN,
    Entity.IP: Category.IP_ADDRESS,
    Entity.COORDINATES: Category.LOCATION_PRECISE,
    Entity.SECRET: Category.CREDENTIALS,
    Entity.PASSWORD: Category.CREDENTIALS,
    Entity.DATE_OF_BIRTH: Category.CONTACT,
    Entity.DATE: Category.CONTACT,
    Entity.HEALTH: Category.HEALTH,
    Entity.BIOMETRIC: Category.BIOMETRIC,
    Entity.GENETIC: Category.GENETIC,
    Entity.USERNAME: Category.CONTACT,
    Entity.PROFESSION: Category.CONTACT,
    Entity.GENDER: Category.CONTACT,
    Entity.CITY: Category.LOCATION_COARSE,
    Entity.POSTCODE: Category.POSTAL_ADDRESS,
    Entity.DEVICE_ID: Category.DEVICE_ID,
    Entity.SEARCH: Category.SEARCH_HISTORY,
    Entity.BROWSING: Category.BROWSING_HISTORY,
}
PROSE_IS_CONTENT = frozenset(
    {
        Entity.PERSON,
        Entity.ORGANIZATION,
        Entity.PLACE,
        Entity.DATE,
        Entity.DATE_OF_BIRTH,
        Entity.PROFESSION,
        Entity.GENDER,
        Entity.USERNAME,
    }
)
# Quasi identifiers: they make a request personal only beside a direct identifier ("weather in Paris" is not about anybody).
QUASI = frozenset({Entity.ORGANIZATION, Entity.PLACE, Entity.DATE})


@dataclass(frozen=True, slots=True)
class Request:
    """One outgoing request as it lies on the wire; header names keep their spelling, the body its content coding."""

    method: str
    scheme: str
    host: str  # of the connection's authority, lower case, without trailing dot; never from the Host header alone
    port: int
    target: str = field(repr=False)  # path and query, latin-1 decoded so that bytes survive
    headers: tuple[tuple[bytes, bytes], ...] = field(repr=False)
    body: bytes = field(repr=False)
    client: str = ""  # address of the client, for profiles and sessions

    def header(self, name: str) -> str | None:
        """The first value of header `name` (any case), latin-1 decoded, or None."""
        wanted = name.lower().encode()
        return next((value.decode("latin-1") for key, value in self.headers if key.lower() == wanted), None)


@dataclass(frozen=True, slots=True)
class Item:
    """One value a request carries, as code points, with the way back to its bytes."""

    path: str  # "body/messages/0/content", "query/q", "referer/query/email", "cookie/sid": place first, then keys
    key: str  # the nearest name, as written: "content", "e-mail"; "" where there is none
    text: str = field(repr=False)
    role: Role
    place: Place
    offsets: Sequence[int] | None = field(repr=False)  # byte offset of each code point and of the end; None: start + index
    start: int  # byte range in the decoded body, the target, or the header's value
    end: int
    encoders: tuple[str, ...] = ()  # how a replacement is written, innermost first: names in actions.encoders
    load_bearing: str | None = None  # why this value may never be replaced by something plausible; None: it may
    ambient: bool = False  # a protocol value going to its own origin: never scored, never edited


@dataclass(frozen=True, slots=True)
class Reading:
    """A request taken apart: its items, or why (part of) it could not be read."""

    request: Request
    items: tuple[Item, ...]
    body: bytes = field(repr=False)  # after content decoding; edits are spliced into this
    content_type: str = ""  # what the body was read as, after sniffing: "application/json", …; "" without a body
    codings: tuple[str, ...] = ()  # content codings to put back, in the order of the header; () if the label was a lie
    charset: str = "utf-8"
    unreadable: str | None = None  # "unknown content coding aws-chunked": a reason, never content
    opaque: bool = False  # recognised as binary (media, archive, protobuf): searched for patterns, cannot be rewritten
    signed: str | None = None  # the signature that covers the body, so that any rewrite breaks it: "AWS4-HMAC-SHA256"


@dataclass(frozen=True, slots=True)
class Finding:
    """Where one item holds something personal. Offsets are code points of the item's text."""

    item: int  # index into Reading.items
    start: int
    end: int
    entity: Entity
    category: Category
    score: float  # 0..1
    source: str  # "pattern", "key", "names"


class Frozen(BaseModel):
    """A noun that is validated and cannot change."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Action(Frozen):
    """a = (d, D_a, R_a, P_a, b_a, x_a), the paper's §3.1, with what the retriever and the explanation need."""

    destination: str  # d: host
    domain: str  # registrable domain of the destination
    page: str | None = None  # registrable domain of the page that sent it, None for a client without a page
    owner: str | None = None  # who owns the destination, where a list says so
    categories: frozenset[Category]  # D_a
    recipients: frozenset[Recipient]  # R_a
    purposes: frozenset[Purpose]  # P_a
    basis: Basis  # b_a
    act: Act
    text: str = Field(default="", repr=False)  # x_a
    signals: tuple[str, ...] = ()  # what was seen and what it proves: "Sec-Fetch-Dest: iframe → a frame, not the user's page"


class Statement(Frozen):
    """One atomic statement of a policy, annotated in the OPP-115 vocabulary."""

    text: str
    heading: tuple[str, ...] = ()
    position: int = 0
    language: str = "en"
    categories: frozenset[Category] = frozenset()
    practices: frozenset[str] = frozenset()  # OPP-115: "First Party Collection/Use", "Third Party Sharing/Collection", …
    acts: frozenset[Act] = frozenset()
    purposes: frozenset[Purpose] = frozenset()
    recipients: frozenset[Recipient] = frozenset()
    negated: bool = False  # "we do not sell"
    choice: bool = False  # opt-in or opt-out is offered or required
    legal_basis: bool = False
    rights: bool = False
    retention: bool = False
    transfer: bool = False


class ScoredStatement(Frozen):
    """A retrieved statement and the parts of its score (paper Eq. 2)."""

    statement: Statement
    score: float
    structured: float
    lexical: float


class PolicyState(StrEnum):
    """What is known of a destination's policy."""

    KNOWN = "known"
    NONE = "none"  # a finished discovery found none
    UNKNOWN = "unknown"  # pending, unreadable, intranet: not "bad"


class Evidence(Frozen):
    """E = top-k statements, and what the whole policy discloses."""

    state: PolicyState
    statements: tuple[ScoredStatement, ...] = ()
    url: str | None = None
    length: int = 0  # characters of the whole policy
    legal_basis: bool = False  # of the whole policy
    rights: bool = False
    retention: bool = False
    reason: str = ""  # why none or unknown


class Transparency(Frozen):
    """The six signals of Table 9; `state` says whether there was a policy to look at."""

    state: PolicyState = PolicyState.KNOWN
    text: bool = False
    category: bool = False
    purpose: bool = False
    legal_basis: bool = False
    rights: bool = False
    retention: bool = False


class Likelihood(Frozen):
    """L, the violation likelihood, and where it comes from."""

    value: float = Field(ge=0, le=1)
    source: str  # "prior", "evidence", "floor"
    uncertainty: float = Field(ge=0, le=1)
    floor: float = Field(ge=0, le=1)
    prior: float = Field(ge=0, le=1)
    because: str = ""  # one sentence for the explanation; quotes policies, never requests


class Risk(Frozen):
    """R and every factor it was made of (paper Eq. 4, 5)."""

    R: float
    S_d: float
    S_eff: float
    M_tr: float
    M_p: float
    M_b: float
    M_T: float
    L: float
    tier: Tier


class Verdict(StrEnum):
    """The decision y of Eq. 6."""

    ALLOW = "allow"
    TRANSFORM = "transform"
    DENY = "deny"


class Level(IntEnum):
    """Strength of a rewrite (paper §3.4)."""

    PARTIAL = 1
    AGGRESSIVE = 2
    TAGS = 3
    MINIMAL_EDIT = 4
    SEMANTIC = 5


class Decision(Frozen):
    """What is to happen and why."""

    verdict: Verdict
    level: Level | None = None  # the starting level ℓ₀, only for transform
    z: float = 0.0  # position in the transform band (Eq. 7)
    provisional: bool = False  # the policy was not known in time
    reasons: tuple[str, ...] = ()  # sentences for a person; no raw values


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace code points [start, end) of an item's text."""

    item: int
    start: int
    end: int
    replacement: str = field(repr=False)
    entity: Entity
    level: Level


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that was decided about one request, and what is to be sent instead of it."""

    decision: Decision
    reading: Reading
    findings: tuple[Finding, ...] = ()
    action: Action | None = None  # None: nothing personal, so nothing was weighed
    evidence: Evidence | None = None
    likelihood: Likelihood | None = None
    risk: Risk | None = None
    edits: tuple[Edit, ...] = ()
    rewritten: Request | None = None  # only for transform; never set together with a deny
    degraded: tuple[str, ...] = ()  # what was served by less than asked for: "level 4 served without a model"
    timings: tuple[tuple[str, float], ...] = ()  # stage, seconds
