"""mitmproxy's handling of errors is changed once; what it does then is seen in tests/wire/test_http2.py."""

from guardian_addons import again, unreached
from mitmproxy.proxy.layers.http import HttpStream


def test_changes_it_once():
    unreached.tell()
    again.send()
    once = HttpStream.handle_protocol_error
    again.send()
    assert HttpStream.handle_protocol_error is once
    assert once.sends_again
