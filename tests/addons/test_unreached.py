"""What is told of a server that gave no reply: one cause for each of mitmproxy's messages, and nothing of what was said."""

import errno
import json

import pytest
from guardian_addons import unreached
from mitmproxy.proxy.layers.http import HttpStream
from mitmproxy.test import tutils

SECRET = "dana.quill@example.test"
CONNECTING = {
    "[Errno -2] Name or service not known": "name_not_found",
    "[Errno -3] Temporary failure in name resolution": "name_not_found",
    "[Errno 8] nodename nor servname provided, or not known": "name_not_found",
    "[Errno 11001] getaddrinfo failed": "name_not_found",
    f"[Errno {errno.ECONNREFUSED}] Connect call failed ('127.0.0.1', 1)": "connection_refused",
    f"Multiple exceptions: [Errno {errno.ECONNREFUSED}] Connect call failed ('::1', 1, 0, 0), "
    f"[Errno {errno.ECONNREFUSED}] Connect call failed ('127.0.0.1', 1)": "connection_refused",
    "[WinError 1225] The remote computer refused the network connection": "connection_refused",
    f"[Errno {errno.ETIMEDOUT}] Connect call failed ('192.0.2.1', 443)": "timed_out",
    "connection cancelled": "timed_out",
    f"[Errno {errno.EHOSTUNREACH}] Connect call failed ('192.0.2.1', 443)": "unreachable",
    f"[Errno {errno.ENETUNREACH}] Network is unreachable": "unreachable",
    "Certificate verify failed: hostname mismatch": "certificate_of_another_name",
    "Certificate verify failed: IP address mismatch": "certificate_of_another_name",
    "Certificate verify failed: certificate has expired": "certificate_expired",
    "Certificate verify failed: certificate is not yet valid": "certificate_expired",
    "Certificate verify failed: unable to get local issuer certificate": "certificate_not_trusted",
    "Certificate verify failed: self-signed certificate": "certificate_not_trusted",
    "The remote server does not speak TLS.": "no_encryption",
    "tlsv1 alert unknown ca": "no_encryption",
    "connection closed": "no_encryption",
    "Upstream proxy proxy.example.test:3128 refused HTTP CONNECT request: 407 Proxy Authentication Required": "upstream_proxy",
    "Connection killed: refused by GuardianAgent: this address is the proxy itself": "not_allowed",
    "[Errno 24] Too many open files": "no_connection",
    "": "no_connection",
}
REPLYING = {
    "server closed connection": "broke_off",
    "peer closed connection": "broke_off",
    "stream reset by client (INTERNAL_ERROR)": "broke_off",
    "HTTP/2 connection closed: <ConnectionTerminated error_code:2>": "broke_off",
    "the server takes no further requests on this connection": "server_leaving",
    "stream reset by client (REFUSED_STREAM)": "server_leaving",
    f"unexpected server response: b'{SECRET}'": "bad_reply",
    f"Cannot parse HTTP response: Invalid header {SECRET}": "bad_reply",
    "HTTP/2 protocol error: Received frame outside of a stream": "bad_reply",
    "": "bad_reply",
}


@pytest.mark.parametrize(("message", "name"), CONNECTING.items(), ids=CONNECTING.values())
def test_names_why_no_connection_came_about(message, name):
    assert unreached.cause_of(message, connecting=True).name == name


@pytest.mark.parametrize(("message", "name"), REPLYING.items(), ids=REPLYING.values())
def test_names_why_there_is_no_reply(message, name):
    assert unreached.cause_of(message, connecting=False).name == name


def asking(accept, method="GET"):
    return tutils.treq(
        method=method.encode(),
        path=f"/?q={SECRET}".encode(),
        host=SECRET,
        headers=((b"accept", accept), (b"cookie", SECRET.encode())),
    )


@pytest.mark.parametrize("accept", [b"text/html,*/*;q=0.8", b"application/json", b"*/*", b""])
def test_tells_nothing_of_the_request(accept):
    request = asking(accept)
    reply = unreached.reply(request, unreached.cause_of(f"unexpected server response: {SECRET}", connecting=False), "a-flow")
    assert SECRET.encode() not in bytes(reply.raw_content) + bytes(reply.headers)
    assert reply.status_code == 502
    assert reply.headers["cache-control"] == "no-store"


def test_is_a_page_for_a_browser_and_json_for_everybody_else():
    page = unreached.reply(asking(b"text/html"), unreached.NAME, "a-flow")
    assert page.headers["content-type"].startswith("text/html")
    assert unreached.NAME.happened in page.text
    assert unreached.NAME.advice in page.text
    told = json.loads(unreached.reply(asking(b"*/*"), unreached.NAME, "a-flow").text)
    assert told == {
        "error": {
            "type": "guardian_no_reply",
            "cause": "name_not_found",
            "message": unreached.NAME.happened,
            "advice": unreached.NAME.advice,
            "id": "a-flow",
        }
    }


def test_says_how_long_it_is_to_a_client_that_asks_for_the_head_alone():
    reply = unreached.reply(asking(b"text/html", "HEAD"), unreached.SLOW, "a-flow")
    assert reply.raw_content == b""
    assert int(reply.headers["content-length"]) > 500


def test_changes_mitmproxy_once():
    unreached.tell()
    once = HttpStream.handle_protocol_error, HttpStream.check_invalid
    unreached.tell()
    assert once == (HttpStream.handle_protocol_error, HttpStream.check_invalid)
