"""The words of the paper's tables and of the command line, and the tables that tie one kind of word to another."""

from enum import IntEnum, StrEnum


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
    HEADER = "header"  # any other


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
    AGE = "age"
    DEMOGRAPHIC = "demographic"  # nationality, ethnicity, religion, language, kinship, …: what group somebody belongs to
    QUANTITY = "quantity"  # an amount, a count, a distance, a sum of money
    CODE = "code"  # a number of a case, an application, a docket, an invoice, …
    MISC = "misc"  # what else singles somebody out: an event, a product, a law of one case


class PolicyState(StrEnum):
    """What is known of a destination's policy."""

    KNOWN = "known"
    NONE = "none"  # a finished discovery found none
    UNKNOWN = "unknown"  # pending, unreadable, intranet: not "bad"


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
    Entity.AGE: Category.CONTACT,
    Entity.DEMOGRAPHIC: Category.CONTACT,
    Entity.QUANTITY: Category.CONTACT,
    Entity.CODE: Category.CONTACT,
    Entity.MISC: Category.CONTACT,
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
        Entity.AGE,
        Entity.DEMOGRAPHIC,
        Entity.QUANTITY,
        Entity.CODE,
        Entity.MISC,
    }
)
# Quasi identifiers: they make a request personal only beside a direct identifier ("weather in Paris" is not about anybody).
QUASI = frozenset(
    {
        Entity.ORGANIZATION,
        Entity.PLACE,
        Entity.DATE,
        Entity.AGE,
        Entity.DEMOGRAPHIC,
        Entity.QUANTITY,
        Entity.CODE,
        Entity.MISC,
    }
)

# The methods of HTTP and of its extensions (IANA), and what our shell calls other traffic: any other may say something private.
METHODS = frozenset({
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY", "PRI", "COPY", "LINK", "LOCK", "MERGE",
    "MKCALENDAR", "MKCOL", "MOVE", "PROPFIND", "PROPPATCH", "REPORT", "SEARCH", "UNLINK", "UNLOCK", "PURGE", "NOTIFY", "SUBSCRIBE",
    "UNSUBSCRIBE", "WEBSOCKET", "TCP", "UDP", "DNS", "QUIC", "UPGRADED",
})  # fmt: skip
