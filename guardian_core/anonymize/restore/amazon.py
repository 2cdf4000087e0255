"""Bytes of `application/vnd.amazon.eventstream` go in, events come out: binary frames with checksums, JSON in them (Bedrock).

A frame: total length, length of the headers, CRC-32 of these eight bytes, headers, payload, CRC-32 of all before it. The payload is
JSON, or {"bytes": base64 of JSON} where a model's own format is streamed.
"""

import base64
import binascii
import json
import struct
import zlib
from collections.abc import Iterator
from functools import partial

from guardian_core.anonymize.restore.events import Event
from guardian_core.anonymize.restore.framing import MOST, Frames, passed

_PRELUDE, _CHECKSUM = 12, 4


class AmazonFrames(Frames):
    """Whole frames; bytes that are none end the reading, and everything is passed on as it is."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._lost = False

    def feed(self, data: bytes) -> Iterator[Event]:
        """Frames that `data` completes."""
        self._buffer += data
        while len(self._buffer) >= _PRELUDE and not self._lost:
            total, headers, checksum = struct.unpack(">III", self._buffer[:_PRELUDE])
            sound = zlib.crc32(self._buffer[:8]) == checksum and headers + _PRELUDE + _CHECKSUM <= total <= MOST
            self._lost = not sound
            if self._lost or len(self._buffer) < total:
                break
            raw = bytes(self._buffer[:total])
            del self._buffer[:total]
            yield frame_event(raw, _PRELUDE + headers)
        if self._lost:
            yield from self.finish()

    def finish(self) -> Iterator[Event]:
        """A frame that was cut off."""
        if self._buffer:
            yield passed(bytes(self._buffer))
            self._buffer.clear()


def frame_event(raw: bytes, start: int) -> Event:
    """One frame whose payload begins at `start`."""
    payload = raw[start:-_CHECKSUM]
    try:
        text = payload.decode("utf-8")
        value = json.loads(text)
        inner = value.get("bytes") if isinstance(value, dict) else None
        if not isinstance(inner, str):
            return Event(text, raw, partial(_write, raw[:start]))
        told = base64.b64decode(inner, validate=True).decode("utf-8")
    except (ValueError, binascii.Error, RecursionError):
        return passed(raw)
    return Event(told, raw, partial(_write_inner, raw[:start], value))


def _write(head: bytes, text: str) -> bytes:
    payload = text.encode("utf-8", "surrogatepass")
    headers = head[_PRELUDE:]
    lengths = struct.pack(">II", _PRELUDE + len(headers) + len(payload) + _CHECKSUM, len(headers))
    frame = lengths + struct.pack(">I", zlib.crc32(lengths)) + headers + payload
    return frame + struct.pack(">I", zlib.crc32(frame))


def _write_inner(head: bytes, value: dict[str, object], text: str) -> bytes:
    told = base64.b64encode(text.encode("utf-8", "surrogatepass")).decode("ascii")
    return _write(head, json.dumps(value | {"bytes": told}, separators=(",", ":")))
