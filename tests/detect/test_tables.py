"""The names of columns and the cells below them."""

import json
import time

import pytest

from guardian_core.actions import read
from guardian_core.detect.tables import column_names, tied
from guardian_core.vocabulary import Entity, Item, Place, Request, Role

ROW = ["dana quill", "524713806"]


def items_of(body: object) -> tuple[Item, ...]:
    kind = ((b"content-type", b"application/json"),)
    return read(Request("POST", "https", "host.test", 443, "/", kind, json.dumps(body).encode())).items


@pytest.fixture
def found_in(patterns_only):
    def find(body: object) -> list[tuple[str, Entity]]:
        items = items_of(body)
        return [(items[f.item].text[f.start : f.end], f.entity) for f in patterns_only.find(items)]

    return find


@pytest.mark.parametrize(
    "body",
    [
        {"columns": ["name", "ssn"], "rows": [ROW]},
        {"headers": ["name", "ssn"], "data": [["x", "y"], ROW]},
        {"rows": [ROW], "header": ["name", "ssn"]},
        {"fields": ["name", "ssn"], "values": ROW},
        {"t": {"column_names": ["Name", "SSN"], "records": [{"cells": ROW}]}},
        {"columns": [{"id": "c1", "label": "Name"}, {"id": "c2", "label": "SSN"}], "rows": [ROW]},
        {"schema": {"fields": [{"name": "who"}, {"name": "ssn"}]}, "rows": [{"f": [{"v": "dana"}, {"v": "524713806"}]}]},
        {"columns": ["name", "ssn"], "index": [0], "data": [["dana quill", 524713806]]},
        {"data": {"columns": ["name", "ssn"]}, "rows": [ROW]},
        {"columns": ["name", "ssn"], "result": {"rows": [ROW]}},
        [["ssn", "524713806"], ["phone", "none"]],
        {"entries": [["Your SSN:", "524713806"]]},
        [["name", "ssn"], ROW],
        {"table": [["name", "Social security number:"], ["x", "y"], ROW]},
    ],
)
def test_names_cells_by_their_columns(found_in, body):
    assert ("524713806", Entity.US_SSN) in found_in(body)


def test_takes_a_bare_name_for_a_persons_beside_what_is_somebodys(found_in):
    rows = [["Dana Quill", "3 May 1995"]]
    assert ("Dana Quill", Entity.PERSON) in found_in({"columns": ["name", "birthday"], "rows": rows})
    assert found_in({"columns": ["name", "changed"], "rows": [["Alpha Build", "3 May 1995"]]}) == []


@pytest.mark.parametrize(
    "body",
    [
        {"columns": ["order", "sum"], "rows": [["524713806", "12"]]},
        {"columns": ["ssn", "order"], "rows": [["x", "524713806"]]},
        [["dana quill", "ssn"], ["524713806", "x"]],
        [["name", "ssn", "1 < 2"], ["x", "524713806", "y"]],  # no titles
        {"columns": ["ssn"], "other": {"rows": [["524713806"]]}},
        {"labels": ["ssn"], "points": [524713806]},
        [[1, 2], [3, 4]],
        [["ssn", "x", "524713806"], ["a", "b", "c"]],
        ["ssn", "x", "524713806"],
    ],
)
def test_leaves_other_cells(found_in, body):
    assert found_in(body) == []


def test_ties_what_names_to_what_is_named():
    assert tied({"body/t/#/#", "body/a/#", "body/b"}) == {"body/t/#/#"}
    assert tied({"body/columns/#/name", "body/rows/#", "body/b"}) == {"body/columns/#/name", "body/rows/#"}
    assert tied({"body/t/columns", "body/b", "body/rows", "body/t/rows/#"}) == {"body/t/columns", "body/t/rows/#"}


def test_takes_linear_time():
    def seconds(rows: int) -> float:
        items = [
            (row * 4 + at, Item(f"body/t/{row}/{at}", "t", "ssn" if row == 0 else "1", Role.VALUE, Place.BODY, None, 0, 3))
            for row in range(rows)
            for at in range(4)
        ]
        begin = time.process_time()
        assert len(list(column_names(items))) == (rows - 1) * 4
        return time.process_time() - begin

    assert seconds(16_000) < 20  # a third of a second; in quadratic time it would be many minutes
