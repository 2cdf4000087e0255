"""What only holds the place of a secret."""

import pytest

from guardian_core.detect.placeholders import PLACEHOLDER


@pytest.mark.parametrize(
    "value", ["<token>", "${TOKEN}", "YOUR_API_KEY", "****", "xxxx", "changeme", "os.environ['X']", "password"]
)
def test_knows_a_placeholder(value):
    assert PLACEHOLDER.match(value)


@pytest.mark.parametrize("value", ["hunter2", "Heron22!x", "testing123", "keyboard9"])
def test_takes_no_value_for_one(value):
    assert not PLACEHOLDER.match(value)
