"""A request's headers and address in; out, what they prove about who sent it, from which page, and to whom.

Evidence, strongest first: Fetch Metadata (a page cannot set `Sec-Fetch-*`), `Origin`, `Referer`. Every conclusion leaves one
sentence in `signals`, because a proxy sees no gestures and the user may want to dispute it.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

from guardian_core.actions.domains import address, host_of, loopback, normal, registrable
from guardian_core.actions.recipients import Listing, listing_of, owner_of
from guardian_core.settings import DecisionSettings
from guardian_core.vocabulary import Recipient, Request

# Nobody asks for these: a click on a page proves that the user wanted the page's thing, not that somebody be told of it.
UNASKED = frozenset({Recipient.ANALYTICS, Recipient.ADVERTISING, Recipient.DATA_BROKER})
_PAGE_HEADERS = ("Origin", "Referer", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest")
# All headers that are read here.
_TELLING = frozenset(
    b"origin referer sec-fetch-site sec-fetch-mode sec-fetch-dest sec-fetch-user accept host content-type "
    b"upgrade-insecure-requests".split()
)
# All that a form can send (WHATWG HTML §4.10.21.6); another body in a "navigation" is a program's.
_FORM_TYPES = frozenset({"application/x-www-form-urlencoded", "multipart/form-data", "text/plain"})


@dataclass(frozen=True, slots=True)
class Context:
    """Who talks to whom."""

    host: str
    domain: str  # registrable domain of the destination
    path: str = field(repr=False)  # without query
    method: str
    content_type: str  # without parameters, lower case; "" where there is none
    page: str | None  # registrable domain of the page; None: no page, or one that hides itself
    client: bool  # a program without a page: no Origin, Referer or Fetch Metadata
    navigation: bool  # top level: the address bar changes
    activated: bool  # the user did something on the page just before (Sec-Fetch-User: ?1, or no word of it)
    mode: str
    dest: str
    same_party: bool  # the page belongs to whoever owns the destination
    listing: Listing | None
    owner: str | None
    recipient: Recipient
    signals: tuple[str, ...]


def context_of(request: Request, settings: DecisionSettings) -> Context:
    """Read who talks to whom from `request`; the user's own entries (`settings.domains`) beat the shipped list."""
    said = tuple([(name, value) for name, value in request.headers if name.lower() in _TELLING])
    target = request.target.partition("?")[0].partition("#")[0]
    key = (request.method, request.scheme, request.host, target, said, bool(request.body))
    kept = _kept.get(key)
    if kept is None or kept[0] is not settings:
        kept = settings, _context_of(request, settings)
        with _lock:
            _kept[key] = kept
            if len(_kept) > KEPT:
                _kept.popitem(last=False)
    return kept[1]


KEPT = 64  # contexts that are remembered, in memory only: each request is asked about several times, and the next is often like it
_kept: OrderedDict[tuple[object, ...], tuple[DecisionSettings, Context]] = OrderedDict()
_lock = threading.Lock()


def _context_of(request: Request, settings: DecisionSettings) -> Context:
    own = settings.domains
    host, path = normal(request.host), request.target.partition("?")[0].partition("#")[0]
    domain, listing, owner = registrable(host), listing_of(host, path, own), owner_of(host, own)
    said, site, mode, dest, page_host = _said(request, host)
    page = registrable(page_host) if page_host else None
    navigation = _is_navigation(request, mode, dest) and _can_navigate(request)
    opened = navigation and page is None and request.method in {"GET", "HEAD"}
    # "none": the browser itself, on nobody's behalf (synchronising, looking up a word), unless the user opened the address.
    client = not navigation and (not any(said.values()) or (site == "none" and page is None))
    activated = navigation and (request.header("Sec-Fetch-User") == "?1" or not mode or site == "none")
    same = page is not None and page_host is not None and _same_party(domain, page, owner, owner_of(page_host, own))
    signals = _seen(said, page, domain, client=client, same=same)
    meant = _meant(request, domain)
    if meant is not None:  # a page cannot do this; whoever answers behind the name is nobody's first party
        page, client, navigation, opened, same, signals = None, False, False, False, False, (*signals, meant)
        inner = listing_of(normal(_named(request)), path, own)
        listing = inner if inner is not None and inner.recipient in UNASKED else listing
    recipient, why = _recipient(
        listing,
        settings.client_recipient,
        client=client,
        local=loopback(host),
        navigation=navigation,
        # Nobody's page sent it: typed, a bookmark, a reload. A form that hides its page is none of these. Without Fetch Metadata,
        # which every browser sends over https, anybody may say so: not enough to overrule a list.
        typed=opened and (site == "none" or (not site and (listing is None or listing.own_pages or request.scheme == "http"))),
        followed=navigation and activated and request.method == "GET",
        same=same,
    )
    return Context(
        host,
        domain,
        path,
        request.method.upper(),
        _media_type(request),
        page,
        client,
        navigation,
        activated,
        mode,
        dest,
        same,
        listing,
        owner,
        recipient,
        (*signals, why),
    )


def _said(request: Request, host: str) -> tuple[Mapping[str, str | None], str, str, str, str | None]:
    """The headers that tell of a page; Sec-Fetch-Site, -Mode and -Dest; the page's host."""
    said = {name: request.header(name) for name in _PAGE_HEADERS}
    site, mode, dest = (said[name] or "" for name in ("Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest"))
    if not dest and (request.header("Accept") or "").startswith("image/"):
        dest = "image"  # what browsers without Fetch Metadata say of an image
    page_host = host_of(said["Origin"]) or host_of(said["Referer"])
    if page_host is None and site in {"same-origin", "same-site"}:
        page_host = host
    origins = {value for name, value in request.headers if name.lower() == b"origin"}
    # No browser contradicts itself: what does hides its page.
    feigned = site == "cross-site" and mode != "navigate" and page_host is not None and registrable(page_host) == registrable(host)
    return said, site, mode, dest, None if feigned or len(origins) > 1 else page_host


def _named(request: Request) -> str:
    """The host that the Host header names."""
    name = (request.header("Host") or "").strip()
    return name.partition("]")[0].strip("[") if name.startswith("[") else name.rpartition(":")[0] or name


def _meant(request: Request, domain: str) -> str | None:
    """What is to be said where the Host header names another party than the connection: one hides behind the other's name."""
    name = _named(request)
    if not name or address(normal(name)) or address(domain) or loopback(domain) or registrable(name) == domain:
        return None
    return "the Host header names another party than the connection → meant for somebody else than it seems"


def _media_type(request: Request) -> str:
    return (request.header("Content-Type") or "").partition(";")[0].strip().lower()


def _can_navigate(request: Request) -> bool:
    """Whether a browser could send this by changing the address bar: forms are all that has a body then."""
    if request.method in {"GET", "HEAD"}:
        return not request.body
    return not request.body or _media_type(request) in _FORM_TYPES


def _is_navigation(request: Request, mode: str, dest: str) -> bool:
    """Top level only, not a frame; without Fetch Metadata, as over plain http, by what only navigations send."""
    if mode or dest:
        return mode == "navigate" and dest == "document"
    return request.header("Upgrade-Insecure-Requests") == "1" and "text/html" in (request.header("Accept") or "")


def _same_party(domain: str, page: str, owner: str | None, page_owner: str | None) -> bool:
    return page == domain or (owner is not None and owner == page_owner)


def _recipient(
    listing: Listing | None,
    default: Recipient,
    *,
    client: bool,
    local: bool,
    navigation: bool,
    typed: bool,
    followed: bool,
    same: bool,
) -> tuple[Recipient, str]:
    """Who receives it, and the sentence that says why; read top to bottom, a stranger falls through."""
    named = (
        f"{listing.domain}{listing.path} is listed as {listing.recipient.replace('_', ' ')}"
        if listing
        else "no list names the destination"
    )
    first, own = Recipient.FIRST_PARTY, listing is None or listing.own_pages
    rows: tuple[tuple[bool, Recipient, str], ...] = (
        (client and local, first, "a program talks to this very machine → nothing leaves it"),
        (client and listing is not None, listing.recipient if listing else default, f"no page sent it, and {named}"),
        (client, default, f"no page sent it and {named} → the recipient set for clients"),
        (typed, first, "the user opened the address itself → the site is the first party"),
        (navigation and same, first, "a top-level navigation within one site → the site is the first party"),
        (followed and own, first, "the user followed a link → the destination becomes the page, the first party"),
        (same and listing is None, first, "page and destination are one party"),
        (same and own, first, f"{named}, but its own page sent it → first party"),
        (
            listing is not None,
            listing.recipient if listing else default,
            f"{named}, which counts more than the page (its frames stand in other people's pages)" if same else named,
        ),
    )
    fall_through = (Recipient.UNKNOWN_THIRD_PARTY, f"another site's page sent it and {named} → a stranger")
    return next(((who, why) for holds, who, why in rows if holds), fall_through)


def _seen(said: Mapping[str, str | None], page: str | None, domain: str, *, client: bool, same: bool) -> tuple[str, ...]:
    """What the headers say, one sentence each."""
    if client:
        return ("no Origin, Referer or Sec-Fetch headers → a program, not a page",)
    lines: list[str] = []
    if page:
        source = next((name for name in ("Origin", "Referer") if host_of(said[name])), "Sec-Fetch-Site")
        relation = "the destination's own page" if same else f"not {domain}'s own page"
        lines.append(f"{source} names {page} → {relation}")
    else:
        lines.append("no page is named → whatever sent it hides itself, or the user typed the address")
    if said["Sec-Fetch-Dest"] in {"iframe", "frame", "fencedframe"}:
        lines.append("Sec-Fetch-Dest: iframe → a frame, not the user's page")
    return tuple(lines)
