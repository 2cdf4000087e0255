"""groups.py: what somebody is, said more widely."""

import pytest

from guardian_core.anonymize.groups import decade_of_age, group, part_of_world

WIDER = [
    ("Turkish", "Asian"),
    ("a Swedish national", "European national"),
    ("Nigerian citizens", "African citizens"),
    ("of Cuban origin", "American origin"),
    ("Greek-Cypriot", "European"),
    ("Swedish and Nigerian", None),  # two parts of the world: neither is said
    ("Jehovah's Witnesses", "a religion"),
    ("Kurdish", "an ethnic group"),
    ("fracture of the left kneecap", "an injury"),
    ("loss of vision in his left eye", "a disability"),
    ("gonarthrosis", "an illness"),
    ("reconstructive operations", "a treatment"),
    ("married", "a marital status"),
    ("gave birth to a son", "a relative"),
    ("university diploma", "an education"),
    ("physician", "a health worker"),
    ("lorry driver", "a worker"),
    ("civil servant", "a public servant"),
    ("aged 34", "aged thirty-something"),
    ("eighteen years of age", "ten-something"),
    ("beekeeping", None),
    ("", None),
]


@pytest.mark.parametrize(("written", "wider"), WIDER, ids=[written or "nothing" for written, _ in WIDER])
def test_says_the_wider_group(written, wider):
    assert group(written) == wider


def test_knows_a_nationality_alone():
    assert part_of_world(" Turkish ") == "Asian"
    assert part_of_world("Turkish Government") is None


@pytest.mark.parametrize(
    ("written", "said"),
    [("34", "thirty-something"), ("34 years old", "thirty-something"), ("age of 22", "age of twenty-something"),
     ("nine", "under ten"), ("thirty-four", "thirty-something"), ("101", "ninety-something"), ("1961", None), ("old", None)],
)  # fmt: skip
def test_says_the_decade_of_an_age(written, said):
    assert decade_of_age(written) == said
