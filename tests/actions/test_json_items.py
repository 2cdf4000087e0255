"""actions.json_items: any JSON, its bytes, in linear time."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.actions import read, write
from guardian_core.actions.json_items import read_json, spelled_out
from guardian_core.actions.views import Gathering, View
from guardian_core.vocabulary import Place, Role
from tests.actions.kit import edit, post

TREES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
)


def scan(text: str) -> tuple[int, list[tuple[str, str, str]]]:
    out = Gathering(Place.BODY)
    end = read_json(View(text, None, 0), "body", "", out, lambda view, path, key: out.add(view, path, key, Role.VALUE))
    return end, [(item.path, item.key, item.text) for item in out.items if item.role is not Role.STRUCTURE]


def leaves(tree: object) -> list[str]:
    if isinstance(tree, dict):
        return [text for value in tree.values() for text in leaves(value)]
    if isinstance(tree, list):
        return [text for value in tree for text in leaves(value)]
    if isinstance(tree, str):
        return [tree] if tree else []
    return [] if tree is None or isinstance(tree, bool) or tree != tree else [json.dumps(tree)]


@given(tree=TREES, indent=st.sampled_from([None, 0, 2]), ascii_only=st.booleans())
def test_finds_every_string_and_number(tree: object, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(tree, indent=indent, ensure_ascii=ascii_only)
    end, items = scan(text)
    assert end == len(text)
    assert [item[2] for item in items] == [spelled_out(leaf) for leaf in leaves(json.loads(json.dumps(tree)))]


@given(st.text('{}[]",:\\ \n0-9.eEtrufalsn', max_size=40))
def test_stops_where_json_stops(text: str) -> None:
    """Whatever `json` reads is read to its end."""
    end, _ = scan(text)
    assert 0 <= end <= len(text)
    try:
        json.loads(text)
    except ValueError:
        return
    assert end == len(text)


def test_names_paths_and_nearest_keys() -> None:
    assert scan('{"a":[{"b":"x"},"y",[1]],"":"z","k\\u0041":"w"}')[1] == [
        ("body/a/0/b", "b", "x"),
        ("body/a/1", "a", "y"),
        ("body/a/2/0", "a", "1"),
        ("body/", "", "z"),
        ("body/kA", "kA", "w"),
    ]


@pytest.mark.parametrize(
    "text", ['{"a" "b"}', '["a"}', '{"a":"b"]', '{"a":"b",}', "[1 2]", '{"a":', "nope", "", '["a', "[1,]", "tru"]
)
def test_reads_no_more_than_is_json(text: str) -> None:
    assert scan(text)[0] < max(1, len(text))


ATTACKS = {
    "arrays": "[" * 100_000 + "]" * 100_000,
    "open arrays": "[" * 100_000,
    "objects": '{"a":' * 50_000 + "1" + "}" * 50_000,
    "backslashes": '{"a":"' + "\\" * 500_001,
    "quotes": '["' + '\\"' * 300_000,
    "spaces": "[" + " " * 500_000 + "x",
    "digits": "[" + "1" * 500_000 + "x",
    "long keys of strings": '{"' + "k" * 200_000 + '":[' + '"a b c",' * 20_000 + "1]}",
    "long keys": '{"' + "k" * 10_000 + '":[' + "1," * 50_000 + "1]}",
}


@pytest.mark.parametrize("text", ATTACKS.values(), ids=ATTACKS)
def test_takes_linear_time(text: str) -> None:
    begin = time.perf_counter()
    scan(text)
    assert time.perf_counter() - begin < 3


def test_reads_a_long_number_with_an_exponent_as_the_digits_it_means() -> None:
    """Java writes whole numbers of ten million and more so."""
    request = post(b'{"pan": 4.111111111111111E15, "mass": 1.5e3, "far": 1e400}')
    reading = read(request)
    assert [item.text for item in reading.items if item.key == "pan" and item.role is not Role.STRUCTURE] == ["4111111111111111"]
    (index,) = [number for number, item in enumerate(reading.items) if item.text == "4111111111111111"]
    after = write(reading, [edit(index, 0, 16, "5555555555554444")])
    assert after.body == b'{"pan": 5555555555554444, "mass": 1.5e3, "far": 1e400}'
