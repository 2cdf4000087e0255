"""actions.bodies: what a body is read as (more in test_reading)."""

import pytest

from guardian_core.actions.bodies import read_body


@pytest.mark.parametrize(
    ("data", "content_type", "kind"),
    [
        (b"YWJjZGVm==", None, "text/plain"),
        (b"a=b c", None, "text/plain"),
        (b"Dear a=b&c=d,", None, "text/plain"),
        (b"a=b&c=d e", None, "text/plain"),
        (b"a=b&c=d e", "application/x-www-form-urlencoded", "application/x-www-form-urlencoded"),
        (b"[1] see there", "text/plain", "text/plain"),
        (b'{"a":"\x7f\x01"}', "application/json", "application/json"),
        (b"{\x01\x02\x03}", "application/json", "application/octet-stream"),
        (b"x,y\r\n1,2", "text/csv", "text/csv"),
        (b'{"a":1}', "application/grpc", "application/json"),
    ],
)
def test_reads_as(data: bytes, content_type: str | None, kind: str) -> None:
    body = read_body(data, content_type or "")
    assert (body.content_type, body.opaque) == (kind, kind == "application/octet-stream")
