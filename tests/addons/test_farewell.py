"""mitmproxy's handling of HTTP/2 is changed once; what it does then is seen in tests/wire/test_http2.py."""

from guardian_addons import farewell
from mitmproxy.proxy.layers.http import GetHttpConnection
from mitmproxy.proxy.layers.http import _http2 as http2


def test_changes_it_once():
    farewell.allow()
    once = http2.Http2Connection.handle_h2_event, http2.Http2Connection._handle_event, GetHttpConnection.connection_spec_matches
    farewell.allow()
    assert once == (
        http2.Http2Connection.handle_h2_event,
        http2.Http2Connection._handle_event,
        GetHttpConnection.connection_spec_matches,
    )
    assert once[0].takes_leave
