"""mitmproxy's handling of HTTP/2 is changed once; what it does then is seen in tests/wire/test_hops.py."""

from guardian_addons import hints
from mitmproxy.proxy.layers.http import _http2 as http2


def test_changes_it_once():
    hints.pass_on()
    once = http2.Http2Client.handle_h2_event
    hints.pass_on()
    assert http2.Http2Client.handle_h2_event is once
    assert once.passes_hints
