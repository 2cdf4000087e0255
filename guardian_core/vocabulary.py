"""The nouns that the stages pass to each other; nothing here computes.

Request → Reading (items) → Finding → Action → Evidence → Likelihood → Risk → Decision → Edit → Outcome. Nouns are frozen; whatever
carries private text hides it from `repr`. Enum values are the words of the paper's tables and of the command line.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field

from guardian_core.terms import (
    CATEGORY_TIER,
    ENTITY_CATEGORY,
    PROSE_IS_CONTENT,
    QUASI,
    Act,
    Basis,
    Category,
    Entity,
    Level,
    Place,
    PolicyState,
    Purpose,
    Recipient,
    Role,
    Tier,
    Verdict,
)

__all__ = [
    "CATEGORY_TIER",
    "ENTITY_CATEGORY",
    "PROSE_IS_CONTENT",
    "QUASI",
    "Act",
    "Action",
    "Basis",
    "Category",
    "Decision",
    "Edit",
    "Entity",
    "Evidence",
    "Finding",
    "Frozen",
    "Item",
    "Kept",
    "Level",
    "Likelihood",
    "Outcome",
    "Packing",
    "Place",
    "PolicyState",
    "Purpose",
    "Reading",
    "Recipient",
    "Request",
    "Risk",
    "Role",
    "ScoredStatement",
    "Statement",
    "Talk",
    "Tier",
    "Transparency",
    "Verdict",
]


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
    session: str = ""  # names the connection whose messages belong together (a WebSocket); "" for a request by itself
    neighbours: tuple[bytes, bytes] = field(default=(b"", b""), repr=False)  # of a part of an upload: bytes before and behind it

    def header(self, name: str) -> str | None:
        """The first value of header `name` (any case), latin-1 decoded, or None."""
        wanted = name.lower().encode()
        return next((value.decode("latin-1") for key, value in self.headers if key.lower() == wanted), None)


@dataclass(frozen=True, slots=True)
class Packing:
    """Text that stands encoded as a whole within other bytes: base64 of JSON in a field of a form."""

    data: bytes = field(repr=False)  # what is packed, UTF-8; the items in it have their offsets in these bytes
    start: int  # byte range that it fills in the bytes around it
    end: int
    chain: tuple[str, ...]  # how it is packed: ("gzip", "base64"), names of guardian_core.encodings
    encoders: tuple[str, ...]  # how the packed text is written where it stands, see `Item`
    key: str  # the nearest name of the packed value
    outer: "Packing | None" = None  # what it is packed into itself


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
    packing: Packing | None = None  # where offsets, start and end lie, if not directly in the place
    registered_only: bool = False  # nothing but the user's registered values is looked for in it
    seams: tuple[
        int, ...
    ] = ()  # code points where parts meet that are items, too: only what is found across one counts, never edited


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
    loose: bool = False  # its coding may carry what nobody can read: what is sent is packed anew
    part: str | None = None  # what says that the body is a part of an upload, whose length must stay: "Content-Range"


@dataclass(frozen=True, slots=True)
class Talk:
    """What of a request is a conversation with a language model."""

    said: frozenset[int]  # items of the reading in which a placeholder may stand
    by_model: frozenset[int]  # those of them that the model wrote in earlier turns
    opening: str = field(repr=False)  # tells it from the client's other conversations: its first words, or an identifier
    lasting: bool  # the other side keeps what was said before, so a request need not repeat it
    streaming: bool  # by its address; a body may ask for a stream, too


@dataclass(frozen=True, slots=True)
class Kept:
    """What the reply to one request gets back. Only in memory."""

    originals: Mapping[str, str] = field(repr=False)  # placeholder → what the user wrote
    streaming: bool = False
    heard: Callable[[str], None] = field(default=lambda _: None, repr=False)  # told the identifier of the reply


@dataclass(frozen=True, slots=True)
class Finding:
    """Where one item holds something personal. Offsets are code points of the item's text."""

    item: int  # index into Reading.items
    start: int
    end: int
    entity: Entity
    category: Category
    score: float  # 0..1
    source: str  # "pattern", "key", "names", "identity", "cut": a piece of a value that goes on in a neighbouring item
    value: str = field(default="", repr=False)  # what an encoded value says in plain, where that is known
    encoding: tuple[
        str, ...
    ] = ()  # how it was made of `value`: ("sha256", "hex"), a chain of guardian_core.encodings; (): as it is


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
    # How likely the classifier thought each label ("category:Email"): 0.5 and more for what it said. Small ones are left out.
    chances: tuple[tuple[str, float], ...] = Field(default=(), repr=False)


class ScoredStatement(Frozen):
    """A retrieved statement and the parts of its score (paper Eq. 2)."""

    statement: Statement
    score: float
    structured: float
    lexical: float


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
    source: str  # "system1", "system2", "prior" (also: moved by rules, where System 1 is off), "floor"
    uncertainty: float = Field(ge=0, le=1)
    floor: float = Field(ge=0, le=1)
    prior: float = Field(ge=0, le=1)
    because: str = ""  # one sentence for the explanation; quotes policies, never requests
    statements: tuple[int, ...] = ()  # indexes into Evidence.statements of those that moved L, the weightiest first


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


class Decision(Frozen):
    """What is to happen and why."""

    verdict: Verdict
    level: Level | None = None  # ℓ, of what is sent; only for transform
    start: Level | None = None  # ℓ₀, where guesses led on to a stronger level
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
    doubtful: tuple[Finding, ...] = ()  # what goes with them from level 3 on; nothing was decided by it
    action: Action | None = None  # None: nothing personal, so nothing was weighed
    evidence: Evidence | None = None
    likelihood: Likelihood | None = None
    risk: Risk | None = None
    edits: tuple[Edit, ...] = ()
    rewritten: Request | None = None  # only for transform; never set together with a deny
    kept: Kept | None = field(default=None, repr=False)  # for the reply: what its placeholders stand for
    degraded: tuple[str, ...] = ()  # what was served by less than asked for: "level 4 served without a model"
    timings: tuple[tuple[str, float], ...] = ()  # stage, seconds
    unchecked: bool = False  # all or part of it could not be read
    grant: int | None = None  # the number of the person's decision that overruled the score
