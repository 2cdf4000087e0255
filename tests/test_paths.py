"""What the paths of items have in common."""

import pytest

from guardian_core.paths import alike, own_name


@pytest.mark.parametrize(
    ("path", "same", "name"),
    [
        ("body/items/17/0", "body/items/#/#", "items"),
        ("body/items/17/title", "body/items/#/title", "title"),
        ("body/7up", "body/7up", "7up"),
        ("body/0", "body/#", "body"),
        ("body", "body", "body"),
        ("body/", "body/", ""),
        ("body/\u0664/x", "body/\u0664/x", "x"),
    ],
)
def test_places_in_lists_are_alike(path, same, name):
    """Whatever they are written with; what only begins with a digit is a name."""
    assert (alike(path), own_name(same)) == (same, name)
