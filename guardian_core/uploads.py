"""A part of an upload in; the same request out, with the bytes that stand before and behind it in the upload, as far as they came.

A client cuts a file where it likes, in the middle of an address too; the server puts the halves together. So the ends of each part
are kept for a while: 512 bytes each, in memory only, of at most 2,048 ends, and none longer than an hour.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from guardian_core.actions.partial import EDGE, Part, chunk_in, part_of
from guardian_core.vocabulary import Reading, Request

MOST = 2_048  # ends of parts
SECONDS = 3_600.0
_UNNAMED = ""  # made with its first part, it gets its name with the answer: the next part is found by its position alone

type _Key = tuple[str, str, int, str, bool, int | None]  # client, host, port, upload, whether the position counts parts, position


class _Edge(NamedTuple):
    """What stands at one end of a stretch of parts that follow each other."""

    data: bytes
    far: int | None  # the position of the stretch's other end
    time: float = 0.0


type _Edges = OrderedDict[_Key, _Edge]


class Uploads:
    """The ends of the parts of all uploads that go on; used from the event loop alone."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """`now`: seconds that never go back."""
        self._now = now
        self._tails: _Edges = OrderedDict()  # by where they end
        self._heads: _Edges = OrderedDict()  # by where they begin

    def placed(self, request: Request, part: Part) -> Request:
        """The request with its neighbours. Its own ends are kept before it is decided about: its neighbour may come meanwhile."""
        before, after = self._get(self._tails, request, part, part.start), self._get(self._heads, request, part, part.end)
        if request.header("content-encoding") is None:
            self._keep(request, part, request.body, before, after)
        return replace(request, neighbours=(before.data, after.data))

    def decoded(self, reading: Reading) -> None:
        """Keep the ends of a part whose coding had to be taken off first."""
        request = reading.request
        part = part_of(request) if request.body and request.header("content-encoding") is not None else None
        if part and not reading.unreadable:
            before, after = self._get(self._tails, request, part, part.start), self._get(self._heads, request, part, part.end)
            self._keep(request, part, reading.body, before, after)

    def _keep(self, request: Request, part: Part, body: bytes, before: _Edge, after: _Edge) -> None:
        """Both ends of the part and, where it is short, those of the stretch that it makes with its neighbours."""
        begin, end = chunk_in(request, body)
        tail, head = body[max(begin, end - EDGE) : end], body[begin : min(end, begin + EDGE)]
        if end - begin < EDGE:
            head, tail = (head + after.data)[:EDGE], (before.data + tail)[-EDGE:]
        if part.end is not None or part.start is None:
            self._put(self._tails, request, part, part.end, _Edge(tail, before.far))
        if part.start is not None:
            self._put(self._heads, request, part, part.start, _Edge(head, after.far))
        if before.data and before.far is not None and len(before.data) < EDGE:
            self._put(self._heads, request, part, before.far, _Edge((before.data + head)[:EDGE], after.far))
        if after.data and after.far is not None and len(after.data) < EDGE:
            self._put(self._tails, request, part, after.far, _Edge((tail + after.data)[-EDGE:], before.far))

    def _put(self, kept: _Edges, request: Request, part: Part, position: int | None, edge: _Edge) -> None:
        uploads = [part.upload]
        if kept is self._tails and part.start == 0 and not part.counted and request.method.upper() == "POST":
            uploads.append(_UNNAMED)
        for upload in uploads:
            key = _key(request, part, position, upload)
            kept[key] = edge._replace(time=self._now())
            kept.move_to_end(key)
        while len(kept) > MOST:
            kept.popitem(last=False)

    def _get(self, kept: _Edges, request: Request, part: Part, position: int | None) -> _Edge:
        """What stands there; nothing, of a stretch that begins and ends there, where nothing came."""
        while kept and next(iter(kept.values())).time < self._now() - SECONDS:
            kept.popitem(last=False)
        nothing = _Edge(b"", position)
        if position is None and part.start is not None:
            return nothing
        named = kept.get(_key(request, part, position, part.upload))
        return named or kept.get(_key(request, part, position, _UNNAMED)) or nothing


def _key(request: Request, part: Part, position: int | None, upload: str) -> _Key:
    return request.client, request.host, request.port, upload, part.counted, position
