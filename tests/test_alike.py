"""Which requests are alike."""

from dataclasses import replace

from guardian_core.alike import Alike
from guardian_core.vocabulary import Request

HEADERS = ((b"Content-Type", b"application/json"), (b"Cookie", b"sid=4f9c"), (b"Content-Length", b"19"))
ONE = Request("POST", "https", "shop.test", 443, "/collect?x=1", HEADERS, b'{"a": "x", "n": 17}')


def test_alike_is_what_differs_in_values_and_length():
    alike = Alike()
    frame, digest = alike.of(ONE)
    assert frame
    longer = replace(ONE, body=b'{"a": "other", "n": 7}', headers=(*HEADERS[:2], (b"Content-Length", b"22")))
    assert alike.of(longer)[1] == digest
    assert alike.of(replace(ONE, client="10.0.0.7"))[1] == digest
    for other in (
        replace(ONE, body=b'{"b": "x", "n": 17}'),
        replace(ONE, body=b'{"a": "x", "n": "17"}'),
        replace(ONE, headers=(*HEADERS, (b"X", b""))),
        replace(ONE, headers=((b"Content-Type", b"application/json"), (b"Cookie", b"sid=4f9d"))),
        replace(ONE, target="/collect?x=2"),
        replace(ONE, port=8443),
        replace(ONE, scheme="http"),
        replace(ONE, host="shop.test.example"),
        replace(ONE, method="PUT"),
    ):
        assert alike.of(other)[1] != digest


def test_what_has_no_frame_is_like_the_same_bytes():
    alike = Alike()
    text = replace(ONE, body=b"a=1")
    assert alike.of(text)[0] is None
    assert alike.of(replace(text))[1] == alike.of(text)[1]
    assert alike.of(replace(text, body=b"a=2"))[1] != alike.of(text)[1]


def test_parts_of_a_head_cannot_change_places():
    alike = Alike()
    assert alike.of(replace(ONE, headers=((b"a", b"bc"),)))[1] != alike.of(replace(ONE, headers=((b"ab", b"c"),)))[1]


def test_nobody_else_can_say_what_a_digest_is_of():
    assert Alike().of(ONE)[1] != Alike().of(ONE)[1]


def test_remembers_the_last_one_by_the_object_and_not_by_what_it_says():
    alike = Alike()
    first = alike.of(ONE)
    assert alike.of(ONE)[0] is first[0]
    other = replace(ONE, body=b'{"a": "y", "n": 18}')
    assert alike.of(other)[0].values == ('"y"', "18")
