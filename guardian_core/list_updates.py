"""`decision.sources` in, recipient lists in the home folder out: fetched within limits, checked whole, put in place in one step.

Whatever goes wrong with one list, the one that was there stays, and so do the others.
"""

import contextlib
import os
import ssl
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

import certifi
import httpx

from guardian_core.errors import FetchError, SettingsError
from guardian_core.lists import read_list
from guardian_core.settings import Settings

MOST_BYTES = 64_000_000  # EasyPrivacy has 3 MB, tds.json 10 MB
SECONDS = 120.0  # for one list, all in all
PATIENCE = 20.0  # for the connection, and between two pieces
MOST_HOPS = 5
SHRINKS = 0.5  # a list that loses more than this share of its domains at once was cut off, or is another one


State = Literal["new", "changed", "unchanged", "kept"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one list may cost."""

    most_bytes: int = MOST_BYTES
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Update:
    """What became of one list."""

    name: str
    source: str
    state: State  # kept: the update failed, and what was there stays in force
    domains: int  # that the list in force knows; 0: there is none
    reason: str = ""


def update(settings: Settings, name: str, *, force: bool = False, limits: Limits | None = None) -> Update:
    """Fetch, check and put in place the list called `name`; `force`: even if it lost most of its domains."""
    source, path = settings.decision.sources[name], settings.fetched[name]
    before = _domains(path)
    try:
        state, domains = _take(source, path, settings, 0 if force else before, limits or Limits())
    except FetchError as error:
        return Update(name, source, "kept", before, error.reason)
    except SettingsError:
        return Update(name, source, "kept", before, "what came is no list of Disconnect, DuckDuckGo or EasyPrivacy's form")
    except OSError as error:
        return Update(name, source, "kept", before, f"it cannot be written: {error.strerror or type(error).__name__}")
    return Update(name, source, state, domains)


def _take(source: str, path: Path, settings: Settings, before: int, limits: Limits) -> tuple[State, int]:
    """Whether the list is new, and how many domains it has; it must not have lost most of `before`."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            _fetch(source, settings, file.write, limits)
            file.flush()
            os.fsync(file.fileno())
        domains = len({domain for domain, *_ in read_list(Path(draft))})
        if domains < before * SHRINKS:
            message = f"it has {domains} domains where there were {before}; with --force it is taken all the same"
            raise FetchError(message)
        if path.exists() and path.read_bytes() == Path(draft).read_bytes():
            return "unchanged", domains
        state: State = "changed" if path.exists() else "new"
        Path(draft).replace(path)
        return state, domains
    finally:
        Path(draft).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Listed:
    """One of `decision.sources` as it is in force."""

    name: str
    source: str
    path: Path
    domains: int  # that it knows; 0: it was never fetched
    written: float | None  # seconds since 1970


def in_force(settings: Settings) -> Iterator[Listed]:
    """Each of `decision.sources`."""
    for name, path in settings.fetched.items():
        try:
            written = path.stat().st_mtime
        except OSError:
            written = None
        yield Listed(name, settings.decision.sources[name], path, _domains(path) if written else 0, written)


def _domains(path: Path) -> int:
    try:
        return len({domain for domain, *_ in read_list(path)})
    except SettingsError:
        return 0


def _fetch(source: str, settings: Settings, write: Callable[[bytes], object], limits: Limits) -> None:
    """Give the bytes at `source` to `write`; raises FetchError, whose reason completes "it stays as it was: …"."""
    if "://" in source:
        pieces = _download(source, settings.proxy.trust_ca)
        with contextlib.closing(pieces):
            _copy(pieces, write, limits)
        return
    try:
        with Path(source).open("rb") as file:
            _copy(_pieces(file), write, limits)
    except OSError as error:
        message = f"cannot read {source}: {error.strerror or type(error).__name__}"
        raise FetchError(message) from None


def _copy(pieces: Iterator[bytes], write: Callable[[bytes], object], limits: Limits) -> None:
    left, deadline = limits.most_bytes, time.monotonic() + limits.seconds
    for piece in pieces:
        left -= len(piece)
        if left < 0:
            message = f"it is longer than {limits.most_bytes} bytes"
            raise FetchError(message)
        if time.monotonic() > deadline:
            message = f"it took longer than {limits.seconds:g} seconds"
            raise FetchError(message)
        write(piece)


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(1 << 16):
        yield piece


def _download(url: str, trust_ca: Path | None) -> Generator[bytes]:
    """The body, as it comes over https; redirects only to https."""
    context = ssl.create_default_context(cafile=certifi.where())
    if trust_ca:
        context.load_verify_locations(trust_ca)
    # identity: a compressed body may unfold to any size before its pieces can be counted.
    headers = {"Accept-Encoding": "identity", "User-Agent": "guardianagent-lists"}
    try:
        with httpx.Client(verify=context, timeout=PATIENCE, trust_env=False, headers=headers) as client:
            for _ in range(MOST_HOPS + 1):
                with client.stream("GET", url) as reply:
                    if reply.is_redirect:
                        url = _https(reply.url.join(reply.headers["location"]))
                        continue
                    _refuse_other(reply)
                    yield from reply.iter_raw()
                    return
    except httpx.TimeoutException:
        message = f"no answer within {PATIENCE:g} seconds"
    except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError) as error:
        message = f"it cannot be fetched ({type(error).__name__}): is its address right, and is its certificate trusted?"
    else:
        message = f"it redirects more than {MOST_HOPS} times"
    raise FetchError(message)


def _https(url: httpx.URL) -> str:
    if url.scheme != "https":
        message = "it redirects to an address without encryption"
        raise FetchError(message)
    return str(url)


def _refuse_other(reply: httpx.Response) -> None:
    if reply.status_code != httpx.codes.OK:
        message = f"the server answers with status {reply.status_code}"
        raise FetchError(message)
    if reply.headers.get("content-encoding", "identity").lower() != "identity":
        message = "the server sends it compressed although it was asked not to"
        raise FetchError(message)
