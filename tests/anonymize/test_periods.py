"""periods.py: what level 1 says of a time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardian_core.anonymize.periods import kind, phrases

SAID = [
    ("26 October 1995", ("1995", "the 1990s")),
    ("16 and 17 April 1997", ("1997", "the 1990s")),
    ("October 1995", ("1995", "the 1990s")),
    ("03/05/1995", ("1995", "the 1990s")),
    ("1995-05-03", ("1995", "the 1990s")),
    ("3 May 1995 and 4 June 1996", ("1995 and 1996", "the 1990s")),
    ("May 1998 - June 2003", ("1998 to 2003", "the 1990s to 2000s")),
    ("1995", ("the 1990s",)),
    ("1995 and 1996", ("the 1990s",)),
    ("1998/1999", ("the 1990s",)),
    ("1998-2003", ("the 1990s to 2000s",)),
    ("10 March", ("March",)),
    ("March", ()),
    ("three months", ("some months",)),
    ("one year and four months", ("some months",)),
    ("a month", ()),
    ("14 days", ("some days",)),
    ("fünf Jahre", ("some jahre",)),
    ("9.30 a.m.", ()),
    ("yesterday", ()),
    ("", ()),
]


@pytest.mark.parametrize(("written", "said"), SAID, ids=[written or "nothing" for written, _ in SAID])
def test_keeps_what_is_shared_by_many(written, said):
    assert phrases(written) == said


@pytest.mark.parametrize(
    ("written", "is_a"),
    [("3 May 1995", "date"), ("May 1995", "month"), ("1995", "year"), ("1995 and 1996", "date"), ("6 weeks", "period"),
     ("10:30", "time"), ("9 am", "time"), ("second of May", "date"), ("", "date")],
)  # fmt: skip
def test_knows_what_kind_of_time_it_is(written, is_a):
    assert kind(written) == is_a


@given(st.integers(1, 31), st.sampled_from(["January", "May", "December"]), st.integers(1900, 2029))
def test_never_keeps_the_day_or_the_month_of_a_year(day, month, year):
    for said in phrases(f"{day} {month} {year}"):
        assert month not in said
        assert said in {str(year), f"the {year // 10}0s"}
