"""dates.py: other dates in the same format."""

import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.anonymize import dates
from guardian_core.anonymize.shapes import Stream

FORMATS = [
    ("1980-05-04", "1980-01-01", "1970-01-01"),
    ("1980-05-04T10:12:13.500Z", "1980-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"),
    ("1980-05-04 10:12:13+02:00", "1980-01-01 00:00:00+00:00", "1970-01-01 00:00:00+00:00"),
    ("04/05/1980", "01/01/1980", "01/01/1970"),
    ("4.5.1980", "1.1.1980", "1.1.1970"),
    ("1980/5/4", "1980/1/1", "1970/1/1"),
    ("19800504", "19800101", "19700101"),
    ("04051980", "01011980", "01011970"),
    ("4 March 1980", "1 January 1980", "1 January 1970"),
    ("Mon, 4 May 1980", "1 May 1980", "1 May 1970"),
    ("OCT 4, 1980", "JAN 1, 1980", "JAN 1, 1970"),
    ("4 october 1980", "1 january 1980", "1 january 1970"),
    ("04/05/80", "01/01/01", "01/01/70"),
    ("1980", "1980", "1970"),
]


@pytest.mark.parametrize(("written", "year", "constant"), FORMATS, ids=[f[0] for f in FORMATS])
def test_keeps_the_format(written, year, constant):
    assert dates.year_only(written) == year
    assert dates.constant(written) == constant


@pytest.mark.parametrize(
    "layout", ["%Y-%m-%d", "%d/%m/%Y", "%m/%d/%Y", "%Y%m%d", "%d.%m.%y", "%d %B %Y", "%b %d, %Y", "%Y-%m-%dT%H:%M:%S"]
)
@settings(deadline=None)
@given(day=st.dates(datetime.date(1900, 1, 1), datetime.date(2025, 12, 31)), salt=st.integers(0, 9))
def test_invents_a_date_that_parses(layout, day, salt):
    made = dates.invented(day.strftime(layout), Stream(b"k", str(salt)))
    assert datetime.datetime.strptime(made, layout).replace(tzinfo=datetime.UTC).year


@settings(deadline=None)
@given(st.text(max_size=30))
def test_survives_any_text(text):
    assert isinstance(dates.invented(text, Stream(b"k", "x")), str)
    assert isinstance(dates.year_only(text), str)
