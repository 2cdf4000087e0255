"""mitmproxy's reader of replies is changed once; what it does then is seen in tests/wire/test_hops.py."""

from guardian_addons import interim
from mitmproxy.proxy.layers.http import _http1 as http1


def test_changes_it_once():
    interim.skip()
    once = http1.Http1Client.read_headers
    interim.skip()
    assert http1.Http1Client.read_headers is once
    assert once.skips_interim
