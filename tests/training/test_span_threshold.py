"""The threshold of the span model."""

import json

import numpy as np
import pytest

from guardian_core.detect.decoding import Words
from guardian_core.training.span_data import KINDS, Example, Mark
from guardian_core.training.span_threshold import Read, choose, judged, measured, thresholds, write


def read(text, *masked, **chances):
    """A text whose words have these chances to be masked (others none), and its gold."""
    starts = np.array([text.index(word) for word in text.split()])
    ends = starts + np.array([len(word) for word in text.split()])
    kinds = np.zeros((len(starts), len(KINDS)), dtype=np.float32)
    kinds[:, 0] = 1
    found = np.array([chances.get(word, 0.0) for word in text.split()], dtype=np.float32)
    marks = tuple(Mark(text.index(word), text.index(word) + len(word), "person") for word in masked)
    return Read(Example("tab", "one", 0, text, marks), Words(starts, ends, kinds, np.zeros_like(kinds), found))


def test_counts_what_still_stands():
    one = read("Dana met Mira", "Dana", "Mira", Dana=0.9, Mira=0.6)
    assert judged(one, dict.fromkeys(KINDS, 0.7))[:2] == (1, 2)
    assert judged(one, dict.fromkeys(KINDS, 0.5)) == (0, 2, 1 / 5)


def test_counts_a_value_that_stands_elsewhere_too():
    assert judged(read("two and twofold", "two", two=0.9), dict.fromkeys(KINDS, 0.5))[:2] == (1, 1)


def test_measures_privacy_by_span_and_utility_by_text():
    reads = [read("Dana met Mira", "Dana", "Mira", Dana=0.9), read("Ann left", "Ann", Ann=0.9)]
    assert measured(reads, dict.fromkeys(KINDS, 0.5)) == (pytest.approx(2 / 3), pytest.approx((2 / 4 + 1 / 3) / 2))


def test_takes_the_most_private_where_nothing_reaches_the_goal():
    assert choose({(0.1, 0.1): (0.9, 0.1), (0.2, 0.2): (0.8, 0.9)}, 0.97) == (0.1, 0.1)


def test_asks_more_of_what_makes_a_request_personal_by_itself():
    needed = thresholds(0.1, 0.2)
    assert set(needed) == set(KINDS)
    assert (needed["person"], needed["address"]) == (0.2, 0.5)
    assert (needed["organization"], needed["date"]) == (0.2, 0.1)


def test_writes_them(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"kinds": ["organization", "date"], "thresholds": {}}))
    write(tmp_path, thresholds(0.1, 0.2))
    assert json.loads((tmp_path / "config.json").read_text())["thresholds"] == {"organization": 0.2, "date": 0.1}
