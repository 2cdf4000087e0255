"""All that is done otherwise than mitmproxy does it is in place after one call, and a second changes nothing."""

from guardian_addons import mended
from mitmproxy.proxy.layers.http import GetHttpConnection
from mitmproxy.proxy.layers.http import _http1 as http1
from mitmproxy.proxy.layers.http import _http2 as http2


def test_mends_each_layer_once():
    def marks():
        return (
            http1.Http1Connection.read_body.reads_trailers,
            http1.Http1Client.read_headers.skips_interim,
            http2.Http2Client.handle_h2_event.passes_hints,
            http2.Http2Connection.handle_h2_event.takes_leave,
            GetHttpConnection.connection_spec_matches.knows_what_was_asked,
        )

    mended.mend()
    once = http2.Http2Connection._handle_event
    mended.mend()
    assert marks() == (True,) * 5
    assert http2.Http2Connection._handle_event is once
