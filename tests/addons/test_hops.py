"""What a request loses that was for this proxy alone."""

import pytest
from guardian_addons import hops
from mitmproxy import http
from mitmproxy.proxy import mode_specs
from mitmproxy.test import tflow

LOGIN = (b"Proxy-Authorization", b"Basic ZGFuYTpzM2NyZXQ=")


def tidied(fields, mode="regular"):
    flow = tflow.tflow()
    flow.client_conn.proxy_mode = mode_specs.ProxyMode.parse(mode)
    flow.request.headers = http.Headers(fields)
    hops.tidy(flow)
    return list(flow.request.headers.fields)


@pytest.mark.parametrize("mode", ["regular", "transparent", "reverse:https://a.example.test"])
def test_keeps_a_login_for_a_proxy_to_itself(mode):
    assert tidied([(b"X-A", b"1"), LOGIN, (b"PROXY-CONNECTION", b"keep-alive"), (b"x-a", b" 2")], mode) == [
        (b"X-A", b"1"),
        (b"x-a", b" 2"),
    ]


def test_leaves_one_for_the_next_proxy():
    assert tidied([LOGIN], "upstream:http://parent.example.test:3128") == [LOGIN]


@pytest.mark.parametrize(
    ("value", "one_line"),
    [(b"a\r\n b", b"a b"), (b"a \r\n\t b\r\n  c", b"a b c"), (b"a\n b", b"a b"), (b"plain", b"plain"), (b"", b"")],
)
def test_puts_a_folded_value_on_one_line(value, one_line):
    assert tidied([(b"X-A", value)]) == [(b"X-A", one_line)]
