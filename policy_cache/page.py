"""The nouns between the steps of the cache; nothing here computes."""

from dataclasses import dataclass, field

from guardian_core.vocabulary import Frozen, PolicyState, Statement


@dataclass(frozen=True, slots=True)
class Fetched:
    """One answer from the network, after its redirects."""

    url: str
    status: int
    content_type: str
    content: bytes = field(repr=False)
    etag: str | None = None
    last_modified: str | None = None
    challenge: bool = False  # a header says that this is a bot check, not the page
    moved: bool = False  # every redirect on the way said "permanently"
    retry_after: float = 0.0  # seconds for which the server asks to be left alone


@dataclass(frozen=True, slots=True)
class Block:
    """One visible paragraph, list item or table row with what it hangs under."""

    text: str
    headings: tuple[str, ...] = ()
    lead: str = ""  # "We share with:", for an item of the list that follows it


@dataclass(frozen=True, slots=True)
class Link:
    """A link and every name that a person or a screen reader would know it by."""

    url: str
    names: tuple[str, ...]
    rel: tuple[str, ...] = ()
    place: str = ""  # "footer", "nav" or ""


@dataclass(frozen=True, slots=True)
class Page:
    """What a page says and shows."""

    title: str
    language: str  # "" where the page does not say
    blocks: tuple[Block, ...] = field(repr=False)
    links: tuple[Link, ...] = field(repr=False, default=())
    scripts: int = 0
    password: bool = False  # it asks for one
    noscript: str = ""  # what it says to a reader without scripts
    cut: bool = False  # more than is read
    refresh: str = ""  # where it sends its reader at once

    @property
    def text(self) -> str:
        """The visible main text, one block a line."""
        return "\n".join(block.text for block in self.blocks)


class PolicyDocument(Frozen):
    """One version of one policy."""

    domain: str
    url: str | None
    hash: str  # SHA-256 of the extracted text
    fetched_at: float  # seconds since 1970
    extractor: int
    title: str = ""
    language: str = "en"
    etag: str | None = None
    last_modified: str | None = None
    length: int = 0  # characters of the whole text
    legal_basis: bool = False  # somewhere in the whole text
    rights: bool = False
    retention: bool = False
    companions: tuple[str, ...] = ()  # notices that were read as part of it: California, cookies, health
    statements: tuple[Statement, ...] = ()


class PolicySummary(Frozen):
    """What is known of one domain's policy, for a list."""

    domain: str
    state: PolicyState
    reason: str = ""
    url: str | None = None
    fetched_at: float | None = None
    checked_at: float
    versions: int = 0
    statements: int = 0
    length: int = 0
    failures: int = 0  # lookups in a row that could not read it


class FetchRecord(Frozen):
    """One line of the fetch log."""

    domain: str
    url: str
    at: float
    outcome: str  # "policy", "page", "rejected", "failed"
    reason: str = ""
