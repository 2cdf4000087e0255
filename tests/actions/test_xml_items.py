"""actions.xml_items: text nodes, attribute values, comments."""

import time

import pytest

from guardian_core.actions import read
from tests.actions.kit import post, swap, texts

SOAP = (
    b"<?xml version='1.0'?>\n<s:Envelope xmlns:s='urn:x'><s:Body><mail kind=\"a&amp;b\">dana.quill&#64;example.test"
    b"</mail><br/><n><![CDATA[A < B]]></n></s:Body></s:Envelope>"
)


def test_reads_nodes_attributes_and_sections() -> None:
    reading = read(post(SOAP, "application/soap+xml"))
    assert texts(reading, "body/s:Envelope/s:Body/mail") == ["dana.quill@example.test"]
    assert texts(reading, "body/s:Envelope/s:Body/mail/kind") == ["a&b"]
    assert texts(reading, "body/s:Envelope/s:Body/n") == ["A < B"]


def test_writes_with_entities() -> None:
    assert swap(post(SOAP, "text/xml"), "dana.quill@example.test", "<x>").body == SOAP.replace(
        b"dana.quill&#64;example.test", b"&lt;x&gt;"
    )
    assert swap(post(SOAP, "text/xml"), "a&b", "\"'").body == SOAP.replace(b"a&amp;b", b"&quot;&#39;")
    assert swap(post(SOAP, "text/xml"), "A < B", "]]>").body == SOAP.replace(b"A < B", b"]]]]><![CDATA[>")


def test_reads_html_with_void_elements() -> None:
    reading = read(post(b"<!DOCTYPE html><p>Dana<br>Quill</p><!-- Mira Okafor --><p>end</p>", "text/html"))
    assert {"Dana", "Quill", " Mira Okafor ", "end"} <= set(texts(reading))
    assert texts(reading, "body/p")[-1] == "end"


@pytest.mark.parametrize(
    "body",
    [
        b"<a " * 100_000,
        b"<!--" * 100_000,
        b"<a b='" * 100_000,
        b"<a>" * 100_000,
        b"<![CDATA[" * 50_000,
        b"<a " + b"x" * 300_000 + b">",
    ],
)
def test_takes_linear_time(body: bytes) -> None:
    begin = time.process_time()
    read(post(body + b">", "text/xml"))
    assert time.process_time() - begin < 3
