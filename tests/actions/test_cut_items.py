"""actions.cut_items: what markup cuts is read as the one text that a parser sees, and refused."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.actions import read, write
from guardian_core.detect import Detector
from guardian_core.errors import EditError
from guardian_core.obstacles import why_not_rewritable
from guardian_core.settings import DetectSettings
from tests.actions.kit import edit, post

XML, HTML, JSON = "text/xml", "text/html", "application/json"
CARD, MAIL = "4242424242424242", "dana.quill@example.test"
CUT = [
    (b"<card>42424242<!-- c -->42424242</card>", XML, CARD),
    (b"<c><![CDATA[42424242]]><![CDATA[42424242]]></c>", XML, CARD),
    (b"<c>4242&#52;242<![CDATA[42424242]]></c>", XML, CARD),
    (b"<m>dana.quill<!-- -->@example.test</m>", XML, MAIL),
    (b"<m>dana.qu<?x > y?>ill@example.test</m>", XML, MAIL),
    (b'<!DOCTYPE r [<!ENTITY x "dana.quill@">]><r>&x;example.test</r>', XML, MAIL),
    (b'<!DOCTYPE r [<!ENTITY x "dana.quill&#38;#64;">]><r v="&x;example.test"/>', XML, MAIL),
    (b'<!DOCTYPE r [<!ENTITY a "42424242"><!ENTITY x "&a;<i/>&a;">]><r>&x;</r>', XML, CARD),
    (
        b"<s:Envelope xmlns:s='urn:x'><s:Body><m>dana.quill@exam<!---->ple.test</m></s:Body></s:Envelope>",
        "application/soap+xml",
        MAIL,
    ),
    (b"<p>da<b></b>na.quill@exam<i>ple</i>.test</p>", HTML, MAIL),
    (b"<p>dana.quill<!-->@example.test</p>", HTML, MAIL),
    (b"<p>dana.quill<!x>@example.test</p>", HTML, MAIL),
    (b"<p>dana.quill</ x>@example.test</p>", HTML, MAIL),
    (b"<p>42424242<![CDATA[>42424242]]></p>", HTML, CARD),
    (b'<!DOCTYPE r [<!ENTITY x "dana.quill@"><!ATTLIST r v CDATA "&x;example.test">]><r/>', XML, MAIL),
    (b"<svg><text>dana.quill<tspan>@example.test</tspan></text></svg>", "image/svg+xml", MAIL),
    (b"<rss><description>&lt;p>dana.quill&lt;!-- -->@example.test&lt;/p></description></rss>", "application/rss+xml", MAIL),
    (b"<rss><description><![CDATA[<p>dana.quill<!-- -->@example.test</p>]]></description></rss>", "application/rss+xml", MAIL),
    (b'{"x":"<c>42424242<!-- -->42424242</c>"}', JSON, CARD),
    (b"x=%3Cc%3E42424242%3C!--+--%3E42424242%3C/c%3E", "application/x-www-form-urlencoded", CARD),
    (b"see 42424242<!-- c -->42424242 and < that", "text/plain", CARD),
]


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector(DetectSettings(names=False))


@pytest.mark.parametrize(("body", "kind", "value"), CUT)
def test_finds_what_is_cut_and_cannot_rewrite_it(detector: Detector, body: bytes, kind: str, value: str) -> None:
    reading = read(post(body, kind))
    found = [one for one in detector.find(reading.items) if reading.items[one.item].seams]
    assert [reading.items[one.item].text[one.start : one.end] for one in found] == [value]
    assert why_not_rewritable(reading, found) == "cannot rewrite: a value that is cut by markup"
    with pytest.raises(EditError, match="cannot rewrite"):
        write(reading, [edit(found[0].item, found[0].start, found[0].end, "x")])


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"<p>Write to <b>dana.quill@example.test</b><!-- c --> soon</p>", HTML),
        (b"<p>Write to <!-- react -->dana.quill@example.test<!-- --> soon</p>", HTML),
        (b'{"x": "write to dana<b>.quill</b>@example.test"}', JSON),
    ],
)
def test_what_a_part_holds_whole_is_rewritten_there(detector: Detector, body: bytes, kind: str) -> None:
    reading = read(post(body, kind))
    found = detector.find(reading.items)
    assert [one.entity.value for one in found] == ["email"]
    assert why_not_rewritable(reading, found) is None


@pytest.mark.parametrize(
    "body",
    [
        b"<r><n>4242</n><n>4242</n><code>4242</code><code>4242</code></r>",
        b"<table><tr><td>42424242</td><td>42424242</td></tr></table>",
        b"<r><!-- 42424242 -->42424242</r>",
        b'<!DOCTYPE r [<!ENTITY x "42424242">]><r><n>42424242</n>&x;</r>',
    ],
)
def test_elements_stand_apart(detector: Detector, body: bytes) -> None:
    assert detector.find(read(post(body, XML)).items) == ()


def test_entities_without_end_are_not_expanded() -> None:
    laughs = b"".join(b'<!ENTITY a%d "%b">' % (i, b"&a%d;" % (i - 1) * 10) for i in range(1, 12))
    begin = time.perf_counter()
    assert read(post(b'<!DOCTYPE r [<!ENTITY a0 "lol">' + laughs + b"]><r>&a11;</r>", XML)).opaque
    assert read(post(b'<!DOCTYPE r [<!ENTITY a "&b;"><!ENTITY b "&a;">]><r>&a;</r>', XML)).opaque
    assert read(post(b'<!DOCTYPE r [<!ENTITY a "' + b"x" * 4000 + b'">]><r>' + b"&a;" * 100_000 + b"</r>", XML)).opaque
    assert read(post(b'<!DOCTYPE r [<!ENTITY a SYSTEM "x">]><r>&a;</r>', XML)).opaque
    assert read(post(b"<!DOCTYPE r [<!ENTITY % p '&#60;!ENTITY a \"x\">'>%p;]><r>&a;</r>", XML)).opaque
    assert not read(post(b'<!DOCTYPE r [<!ENTITY a SYSTEM "x"><!ENTITY b "y">]><r>&b;&amp;</r>', XML)).opaque
    assert time.perf_counter() - begin < 3


PIECES = re.findall(r"\S+", "word_ 42424242 <!--c--> <![CDATA[ ]]> <b> </b> <p> </p> <?x?> &amp; &#64; < > é <!x </")


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14), st.sampled_from([XML, HTML, "text/plain"]))
def test_items_lie_in_the_bytes_and_nothing_changes(pieces: list[str], kind: str) -> None:
    body = "".join(pieces).encode()
    reading = read(post(body, kind))
    assert write(reading, []).body == body
    for item in reading.items:
        if item.seams:
            assert item.offsets is not None
            assert len(item.offsets) == len(item.text) + 1
            assert list(item.offsets) == sorted(item.offsets)
            assert 0 <= item.offsets[0] <= item.offsets[-1] <= len(body)
            assert list(item.seams) == sorted(set(item.seams))
            assert 0 < item.seams[0]
            assert item.seams[-1] < len(item.text)


@pytest.mark.parametrize("part", [b"<!--", b"<?", b"<![CDATA[", b"<!a", b"</", b"<a \"<a '", b'<!ENTITY x "', b"x<b></b>"])
def test_takes_linear_time(part: bytes) -> None:
    def seconds(times: int) -> float:
        begin = time.process_time()
        read(post(b"<z>" + part * times + b">", HTML))
        return time.process_time() - begin

    assert seconds(20_000) < 2
