"""mitmproxy's reader of bodies is changed once; what it does then is seen in tests/wire/test_framing.py."""

from guardian_addons import trailers
from mitmproxy.proxy.layers.http import _http1 as http1


def test_changes_it_once():
    trailers.read()
    once = http1.Http1Connection.read_body
    trailers.read()
    assert http1.Http1Connection.read_body is once
    assert once.reads_trailers
