"""E-mail, network addresses, coordinates."""

import random
import re

import pytest

from guardian_core.vocabulary import Entity, Role


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("write to dana.quill@example.test.", "dana.quill@example.test"),
        ('to "dana quill"@example.test now', '"dana quill"@example.test'),
        ('say "hi" to "d.q"@example.test', '"d.q"@example.test'),
        (r'"dana\"q"@example.test', r'"dana\"q"@example.test'),
        ("<dana+tag@mail.example.test>", "dana+tag@mail.example.test"),
        ("dana.quill@\u200bexample.test", "dana.quill@\u200bexample.test"),
        ("https://shop.test/?email=dana@example.test&x=1", "dana@example.test"),
        ("https://shop.test/?email=dana%40example.test&x=1", "dana%40example.test"),
        ("u=%3Ddana%2540example.test", "dana%2540example.test"),
        ("jørgen@exämple.test", "jørgen@exämple.test"),
        ("mailto:dana@example.test", "dana@example.test"),
        ("O'Hara: o'hara@example.test", "o'hara@example.test"),
    ],
)
def test_finds_an_email_address(found, text, address):
    assert found(text) == [(address, Entity.EMAIL)]


@pytest.mark.parametrize(
    "text",
    ["icon@2x.png", "lodash@4.17.21", "git@github.com:owner/repo.git", "@types/node", "a@b", "@media (min-width: 10px)", "dana@", "https://key@host.example.test/1"],
)  # fmt: skip
def test_leaves_what_only_has_an_at_sign(found, text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("from 203.0.113.7.", "203.0.113.7"),
        ("host 192.168.1.20", "192.168.1.20"),
        ("2001:db8::8a2e:370:7334 seen", "2001:db8::8a2e:370:7334"),
        ("fe80::1ff:fe23:4567:890a", "fe80::1ff:fe23:4567:890a"),
    ],
)
def test_finds_an_ip_address(found, text, address):
    assert found(text) == [(address, Entity.IP)]


@pytest.mark.parametrize(
    "text",
    [
        "v1.2.3.4", "version 1.2.3.4", "Chrome/120.0.0.0 Safari/537.36", "127.0.0.1", "0.0.0.0", "::1", "1.2.3.4.5",
        "999.1.1.1", "10.0.0.0/8",
        "std::vector<a::b>", "12:34:56", "8.8.8.8", "http://192.168.1.5:8080/", "aa:bb:cc:dd:ee:ff",
    ],
)  # fmt: skip
def test_leaves_versions_networks_and_nobodys_addresses(found, text):
    assert found(text) == []


def test_leaves_an_address_in_a_version_field(found):
    assert found("1.2.3.4", "appVersion", Role.VALUE) == []
    assert found("1.2.3.4", "remote_addr", Role.VALUE) == [("1.2.3.4", Entity.IP)]


@pytest.mark.parametrize("text", ["51.5074, -0.1278", "51.5074° N, 0.1278° W", "-33.8688,151.2093"])
def test_finds_a_pair_of_coordinates(found, text):
    assert found(f"at {text} now") == [(text, Entity.COORDINATES)]


@pytest.mark.parametrize(
    "text", ["0.123, 0.456", "[0.1234, 0.4567, 0.9876]", "[51.123, 1.456, 2.789]", "91.5074, 10.1278", "1.5, 2.5"]
)
def test_leaves_lists_of_numbers(found, text):
    assert found(text) == []


@pytest.mark.parametrize(("key", "hit"), [("lat", True), ("geo[longitude]", True), ("price", False), ("plate", False)])
def test_finds_one_coordinate_in_a_field_for_it(found, key, hit):
    assert bool(found("51.5074", key, Role.VALUE)) is hit


def test_finds_in_bytes_of_a_file_only_what_somebody_wrote(found):
    assert found("xx w#@T.cT q@ab.cd", "", Role.BINARY) == []
    assert found("/Author (dana.quill@example.test)", "", Role.BINARY) == [("dana.quill@example.test", Entity.EMAIL)]
    assert found("q@ab.cd", "", Role.VALUE) == [("q@ab.cd", Entity.EMAIL)]


def test_finds_hardly_anything_in_random_bytes(patterns_only, item):
    data = random.Random(7).randbytes(3_000_000)
    runs = [item(run.decode(), "", Role.BINARY) for run in re.findall(rb"[\x20-\x7e]{6,}", data)]
    assert patterns_only.find(runs) == ()


@pytest.mark.parametrize("end", [".pdf", ".jpg", ".JSON", ".docx"])
def test_finds_an_address_that_names_a_file(found, end):
    assert found(f"dana.quill@mail.example{end}", "filename", Role.VALUE) == [("dana.quill@mail.example", Entity.EMAIL)]


@pytest.mark.parametrize("name", ["icon@2x.png", "package@app.module.js", "logo@2x.min.svg"])
def test_takes_no_file_for_an_address(found, name):
    assert found(name, "x", Role.VALUE) == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("write to dana [at] mail [dot] example now", "dana [at] mail [dot] example"),
        ("dana(at)mail.example", "dana(at)mail.example"),
        ("dana.quill AT mail DOT example", "dana.quill AT mail DOT example"),
        ("dana at mail dot example", "dana at mail dot example"),
        ("dana {at} mail {punkt} example", "dana {at} mail {punkt} example"),
        ("dana @ mail.example", "dana @ mail.example"),
    ],
)
def test_finds_an_address_spelled_out(found, text, address):
    assert found(text) == [(address, Entity.EMAIL)]


@pytest.mark.parametrize("text", ["meet me at mail.example", "look at this.that", "x [at] y", "array[at] = b", "at 5 dot 3"])
def test_leaves_sentences_with_at(found, text):
    assert found(text) == []
