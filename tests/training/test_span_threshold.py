"""The threshold of the span model."""

import json

import numpy as np
import pytest

from guardian_core.detect.decoding import Words
from guardian_core.training.span_data import KINDS, Example, Mark
from guardian_core.training.span_threshold import GRID, Read, choose, left, privacy, write


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
    one = read("Dana met Mira", "Dana", "Mira", Dana=0.9, Mira=0.2)
    assert left(one, 0.5) == (1, 2)
    assert left(one, 0.1) == (0, 2)


def test_counts_a_value_that_stands_elsewhere_too():
    assert left(read("two and twofold", "two", two=0.9), 0.5) == (1, 1)


@pytest.mark.parametrize(("goal", "threshold"), [(0.5, 0.6), (1.0, 0.2), (1.1, GRID[0])])
def test_takes_the_largest_threshold_that_reaches_the_goal(goal, threshold):
    reads = [read("Dana met Mira", "Dana", "Mira", Dana=0.9, Mira=0.21)]
    assert choose(reads, goal) == threshold
    assert privacy(reads, threshold) >= min(goal, 1.0)


def test_writes_it_for_every_kind(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"kinds": ["person", "date"], "thresholds": {}}))
    write(tmp_path, 0.3)
    assert json.loads((tmp_path / "config.json").read_text())["thresholds"] == {"person": 0.3, "date": 0.3}
