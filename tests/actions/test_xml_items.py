"""actions.xml_items: text nodes, attribute values, comments."""

import time

import pytest

from guardian_core.actions import read
from guardian_core.actions.xml_items import NAME_REASON
from guardian_core.vocabulary import Role
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


MAIL = "dana.quill@example.test"
PLACES = {
    "text": f"<a>{MAIL}</a>",
    "text between": f"<a>x</a>{MAIL}<b>y</b>",
    "attribute": f'<a b="{MAIL}">x</a>',
    "attribute without quotes": f"<a b={MAIL}>x</a>",
    "second of one name": f'<a b="1" b="{MAIL}">x</a>',
    "attribute without value": f"<a {MAIL}>x</a>",
    "between attributes": f'<a b="1" {MAIL} c="2">x</a>',
    "name of an attribute": f'<a {MAIL}="1">x</a>',
    "name of an element": f"<a><{MAIL}>x</{MAIL}></a>",
    "name of an empty element": f"<a><{MAIL}/></a>",
    "name that only closes": f"<a>x</{MAIL}></a>",
    "behind a name that closes": f"<a>x</a {MAIL}>",
    "quotes in a tag": f'<a "{MAIL}">x</a>',
    "behind a slash": f"<a/{MAIL}>x</a>",
    "behind a sign": f"<a ={MAIL}>x</a>",
    "comment": f"<a>x<!-- {MAIL} --></a>",
    "instruction": f"<?note {MAIL}?><a>x</a>",
    "declaration": f'<!DOCTYPE a SYSTEM "{MAIL}"><a>x</a>',
    "entity": f'<!DOCTYPE a [<!ENTITY e "{MAIL}">]><a>x</a>',
    "section": f"<a><![CDATA[{MAIL}]]></a>",
    "name of an entity": f"<a>&{MAIL};</a>",
    "tag that does not end": f"<a>x</a><b {MAIL}",
}


@pytest.mark.parametrize("kind", ["text/xml", "text/html"])
@pytest.mark.parametrize("place", PLACES)
def test_reads_every_place(kind, place):
    assert any(MAIL in text for text in texts(read(post(PLACES[place].encode(), kind))))


def test_names_are_read_once_and_cannot_be_replaced():
    reading = read(post(b'<row day="1" x><row day="2" x>y</row></row>', "text/xml"))
    named = [item for item in reading.items if item.role is Role.STRUCTURE]
    assert [item.text.strip() for item in named] == ["row", "day", "x"]
    assert {item.load_bearing for item in named} == {NAME_REASON}
