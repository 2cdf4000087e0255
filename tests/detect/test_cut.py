"""cut: pieces of values over several fields, and what is none although its digits are right."""

import hashlib
import json
import random
import time
import uuid

import pytest

from guardian_core import actions
from guardian_core.detect import CUT, Detector, identity, save_identities
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Request

CARD = "4242424242424242"
MAIL_DIGEST = hashlib.sha256(b"dana.quill@example.test").hexdigest()
FORM = "application/x-www-form-urlencoded"


def read(body, content_type="application/json", target="/"):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return actions.read(Request("POST", "https", "h.test", 443, target, ((b"content-type", content_type.encode()),), data)).items


def pieces(detector, *request, **more):
    items = read(*request, **more)
    return [(items[one.item].text[one.start : one.end], one.entity.value) for one in detector.find(items) if one.source == CUT]


def joined(detector, *request, **more):
    """All pieces together, and what they are."""
    found = pieces(detector, *request, **more)
    return "".join(text for text, _ in found), {entity for _, entity in found}


def parts(texts, **around):
    return [{"type": "text", "text": text, **around} for text in texts]


CUT_TEXTS = [
    (("my ssn is 524-71-", "3806"), ("524-71-3806", "us_ssn")),
    (("my ssn is 52471", "3806, thanks"), ("524713806", "us_ssn")),
    (("it is 524-", "71-3806."), ("524-71-3806", "us_ssn")),
    (("card 4242 4242 42", "42 4242 ok"), ("4242 4242 4242 4242", "card")),
    (("card 4242 4242 ", "4242 4242 ok"), ("4242 4242 4242 4242", "card")),
    (("pay 4242", "4242", "4242", "4242 now"), (CARD, "card")),
    (("mail dana.quill@exam", "ple.test please"), ("dana.quill@example.test", "email")),
    (("mail dana.quill", "@example.test please"), ("dana.quill@example.test", "email")),
    (("mail dana.quill@", "example.test please"), ("dana.quill@example.test", "email")),
    (("call +44 20 7946", " 0958 now"), ("+44 20 7946 0958", "phone")),
    (("IBAN GB82 WEST 12", "34 5698 7654 32 thanks"), ("GB82 WEST 1234 5698 7654 32", "iban")),
    (("my BSN is 11122", "2333 ok"), ("111222333", "national_id")),
]


@pytest.mark.parametrize(("texts", "said"), CUT_TEXTS)
@pytest.mark.parametrize(
    "shape",
    [
        lambda texts: {"model": "m", "messages": [{"role": "user", "content": parts(texts)}]},
        lambda texts: {"model": "m", "messages": [{"role": "user", "content": text} for text in texts]},
        lambda texts: {"contents": [{"role": "user", "parts": [{"text": text} for text in texts]}]},
        lambda texts: {"model": "m", "input": [{"role": "user", "content": [{"type": "input_text", "text": t} for t in texts]}]},
        lambda texts: {"model": "m", "system": parts(texts, cache_control={"type": "ephemeral"}), "messages": []},
        lambda texts: {"note1": texts[0], "note2": texts[1], **({"note3": texts[2], "note4": texts[3]} if len(texts) > 2 else {})},
        list,
    ],
    ids=["parts", "messages", "gemini", "responses", "anthropic", "numbered", "list"],
)
def test_texts_that_run_on(patterns_only, shape, texts, said):
    text, entities = joined(patterns_only, shape(texts))
    assert (text.replace(" ", ""), entities) == (said[0].replace(" ", ""), {said[1]})


def test_messages_of_one_speaker_with_an_answer_between(patterns_only):
    def talk(*turns):
        return {"model": "m", "messages": [{"role": role, "content": content} for role, content in turns]}

    halves = ("user", "my ssn is 524-71-"), ("assistant", "go on"), ("user", "3806")
    assert joined(patterns_only, talk(*halves)) == ("524-71-3806", {"us_ssn"})
    told = [(role, parts([text])) for role, text in halves]
    assert joined(patterns_only, talk(*told)) == ("524-71-3806", {"us_ssn"})
    assert pieces(patterns_only, talk(halves[0], halves[1], ("tool", "3806"))) == []


@pytest.mark.parametrize(
    ("body", "text", "entity"),
    [
        (["4242"] * 4, CARD, "card"),
        ({"card": [4242, 4242, 4242, 4242]}, CARD, "card"),
        ({"card": ["3782", "822463", "10005"]}, "378282246310005", "card"),
        ({"x": ["3782", "822463", "10005"]}, "378282246310005", "card"),
        ({"card": list(CARD)}, CARD, "card"),
        ({"card": {"n1": "4242", "n2": "4242", "n3": "4242", "n4": "4242", "cvc": "123"}}, CARD, "card"),
        ({"ssn": {"a": "524", "b": "71", "c": "3806"}}, "524713806", "us_ssn"),
        ({"ssn": [524, 71, 3806]}, "524713806", "us_ssn"),
        ({"ssn1": "524", "ssn2": "71", "ssn3": "3806"}, "524713806", "us_ssn"),
        ({"v": ["GB82", "WEST", "1234", "5698", "7654", "32"]}, "GB82WEST12345698765432", "iban"),
        ({"code": "+44", "number": "2079460958"}, "+442079460958", "phone"),
        (["dana.quill&#64;exa", "mple.test"], "dana.quill@example.test", "email"),
        (["+44", "20", "7946", "0958"], "+442079460958", "phone"),
        ({"phone": {"area": "202", "prefix": "555", "line": "0142"}}, "2025550142", "phone"),
        ({"local": "dana.quill", "at": "@", "dom": "example.test"}, "dana.quillexample.test", "email"),
    ],
)
def test_values_whose_pieces_fill_their_fields(patterns_only, body, text, entity):
    assert joined(patterns_only, body) == (text, {entity})


def test_forms_queries_multipart_and_markup(patterns_only):
    boxes = b"&".join(b"cc%d=4242" % number for number in range(1, 5))
    multipart = b"".join(b'--B\r\ncontent-disposition: form-data; name="cc%d"\r\n\r\n4242\r\n' % n for n in range(4)) + b"--B--\r\n"
    assert joined(patterns_only, boxes, FORM) == (CARD, {"card"})
    assert joined(patterns_only, b"cc=4242&cc=4242&cc=4242&cc=4242", FORM) == (CARD, {"card"})
    assert joined(patterns_only, b"", "text/plain", target="/?" + boxes.decode()) == (CARD, {"card"})
    assert joined(patterns_only, multipart, "multipart/form-data; boundary=B") == (CARD, {"card"})
    assert joined(patterns_only, b"<card><p>4242</p><p>4242</p><p>4242</p><p>4242</p></card>", "application/xml") == (
        CARD,
        {"card"},
    )


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        (b"<p>card 4242 <b>4242</b> 4242 4242 ok</p>", "4242424242424242"),
        (b"<p>my ssn is 524-71-<b> </b>3806</p>", "524-71-3806"),
        (b"<p>call +44 20 <i>7946 </i><i>0958</i></p>", "+442079460958"),
        (b"<p>IBAN GB82 WEST <em>1234 5698</em> 7654 32.</p>", "GB82WEST12345698765432"),
    ],
)
def test_inline_tags_with_a_space_beside_them(patterns_only, markup, said):
    assert joined(patterns_only, markup, "text/html")[0].replace(" ", "") == said


def test_a_calendar_in_inline_tags_holds_nothing(patterns_only):
    days = b" ".join(b"<a>%d</a>" % day for day in range(1, 32))
    assert pieces(patterns_only, b"<p>" + days + b"</p>", "text/html") == []


@pytest.mark.parametrize(
    "body",
    [
        {"prices": [4242, 4242, 4242, 4242]},
        {"years": ["4242"] * 5},
        {"page": {"width": "4242", "height": "4242", "x": "4242", "y": "4242"}},
        {"handles": ["@anna", "@ben.co"]},
        {"handles": ["dana", "anna", "@ben.co"]},
        {"name": "Dana", "handle": "@ben.co"},
        {"to": ["a@x.example.com", "b@y.example.com"]},
        {"row": ["Dana", "dana@example.com"]},
        {"files": ["icon@2x", ".png"]},
        {"votes": ["+12", "+7", "30"]},
        {"zone": "+02", "id": "12345678"},
        [{"price": "49.43"}, {"price": "49.57"}, {"price": "49.71"}, {"price": "49.86"}, {"price": "50.00"}],
        ["1576531a-03d2-c533-1749-ba2272647824", "814003a6-9083-15aa-81d4-cf28b8f92b6b"],
        {"days": ["30-01-2024", "31-01-2024", "01-02-2024"]},
    ],
)
def test_what_only_looks_like_one_beside_its_neighbours(patterns_only, body):
    assert pieces(patterns_only, body) == []


def lists():
    """Lists of what programs send, at random."""
    chance = random.Random(7)
    yield [chance.randrange(10**4) for _ in range(3_000)]
    yield [round(chance.uniform(-90, 90), 6) for _ in range(1_000)]
    yield [f"{chance.randrange(10**4):04}" for _ in range(3_000)]
    yield [str(chance.randrange(10**12)) for _ in range(3_000)]
    yield [str(uuid.UUID(int=chance.getrandbits(128))) for _ in range(3_000)]
    yield [f"{chance.getrandbits(64):x}" for _ in range(3_000)]
    yield [f"2026-01-{1 + n % 28:02}T10:{n % 60:02}:00.{chance.randrange(1000):03}Z" for n in range(3_000)]
    yield ["".join(chance.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", k=40)) for _ in range(3_000)]
    yield [{"id": str(n), "sku": f"A-{n:05}", "price": f"{n / 7:.2f}", "title": f"oak shelf {n}"} for n in range(1_000)]


@pytest.mark.parametrize("body", list(lists()), ids=["ints", "floats", "codes", "ids", "uuids", "hex", "times", "base64", "rows"])
def test_long_lists_hold_nothing(patterns_only, body):
    assert pieces(patterns_only, body) == []


def test_a_long_list_of_numbers_costs_little(patterns_only, monkeypatch):
    """Beside what each of them costs by itself."""
    items = read([number % 9_000 for number in range(40_000)])
    begun = time.process_time()
    patterns_only.find(items)
    whole = time.process_time() - begun
    monkeypatch.setattr("guardian_core.detect.detector.add_cut", lambda *_: None)
    begun = time.process_time()
    patterns_only.find(items)
    assert whole < 10 * (time.process_time() - begun) + 2


def test_what_is_registered_counts_whatever_it_is_cut_into(tmp_path):
    stored = tmp_path / "identities.json"
    save_identities(
        stored, [identity("name", "Kestrel Harbour"), identity("id", "QX-771-0042"), identity("email", "dana.quill@example.test")]
    )
    detector = Detector(DetectSettings(names=False), identities=stored)
    for body, said in (
        ({"p": "Kestrel", "q": "Harbour"}, "KestrelHarbour"),
        ({"a": ["it is Kes", "trel Har", "bour's"]}, "Kestrel Harbour"),
        ({"a": ["QX-7", "71-0", "042"]}, "QX-771-0042"),
        ({"messages": [{"role": "user", "content": parts(["qx-771", "-0042"])}]}, "qx-771-0042"),
        ({"x": "dana.quill@ex", "y": "ample.test"}, "dana.quill@example.test"),
        ({"h": [MAIL_DIGEST[:32], MAIL_DIGEST[32:]]}, MAIL_DIGEST),
    ):
        assert joined(detector, body)[0] == said
        items = read(body)
        assert "".join(items[one.item].text[one.start : one.end] for one in detector.registered(items)) == said
    assert pieces(detector, {"p": "Kestrel", "z": "and", "q": "Harbour"}) == []
