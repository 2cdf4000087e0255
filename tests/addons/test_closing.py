"""What is said of the connection, from what was asked."""

import pytest
from guardian_addons import closing
from mitmproxy import http
from mitmproxy.net.http import http1
from mitmproxy.test import tflow


def flow_of(asked, answered, *, version="HTTP/1.1", status=200):
    flow = tflow.tflow(resp=True)
    flow.request.http_version, flow.response.status_code = version, status
    flow.request.headers = http.Headers(asked)
    flow.response.headers = http.Headers([(b"X-A", b"1"), *answered])
    return flow


CLOSED, OTHER = [(b"Connection", b"close")], [(b"connection", b"Keep-Alive")]


@pytest.mark.parametrize(
    ("asked", "answered", "said"),
    [
        (CLOSED, [], CLOSED),
        ([(b"CONNECTION", b"x"), (b"Connection", b"CLOSE")], OTHER, CLOSED),
        ([], [(b"Connection", b"Close")], CLOSED),
        ([], [(b"Connection", b"close, x")], [(b"Connection", b"close, x")]),
        ([(b"Connection", b"closed")], [], []),
        (OTHER, OTHER, OTHER),
        ([], [], []),
    ],
)
def test_says_what_either_side_asked_for(asked, answered, said):
    flow = flow_of(asked, answered)
    closing.agree(flow)
    assert list(flow.response.headers.fields) == [(b"X-A", b"1"), *said]
    wanted = closing.asks(http.Headers(asked)) or closing.asks(http.Headers(answered))
    assert http1.connection_close("HTTP/1.1", flow.response.headers) == wanted


@pytest.mark.parametrize(("version", "status"), [("HTTP/2.0", 200), ("HTTP/3", 200), ("HTTP/1.1", 101)])
def test_leaves_alone_what_has_no_such_header(version, status):
    flow = flow_of(CLOSED, [], version=version, status=status)
    closing.agree(flow)
    assert list(flow.response.headers.fields) == [(b"X-A", b"1")]
    assert closing.ending(flow.request) == ([] if "1.1" not in version else CLOSED)
