"""Whether values look like what their fields promise."""

import pytest

from guardian_core.detect import shapes


@pytest.mark.parametrize(
    ("shape", "good", "bad"),
    [
        (shapes.said, "Dana", "****"),
        (shapes.said, "hunter2", "[redacted]"),
        (shapes.worded, "Malmö", "a_b"),
        (shapes.named, "Jean-Pierre d'Arc", "user42"),
        (shapes.street, "12 High Street", "x@y"),
        (shapes.street, "Lindenhof12", "0x1F"),
        (shapes.street, "Lindenhof 12", "/dev/ttyUSB0"),
        (shapes.street, "Lindenhof 12!", "Sheet1!A1"),
        (shapes.password, "hunter2", "passed"),
        (shapes.pin, "4821", "top"),
        (shapes.pin, "k7q9x2", "D13"),
        (shapes.ailment, "asthma", "timeout"),
        (shapes.ailment, "heart failure", "network error"),
        (shapes.digits(6, 15), "(555) 0142-1", "12345"),
        (shapes.code(3, 10), "SW1A 1AA", "London"),
        (shapes.date, "1980-03-12T00:00:00Z", "soon"),
        (shapes.date, "19800312", "20000"),
        (shapes.gender, "Female", "unknown"),
        (shapes.password, "abc", "a"),
        (shapes.login, "dquill", "{user}"),
        (shapes.random, "abcDEF123456789xyz", "https://example.test/page/1"),
        (shapes.opaque, "6D92078A-8246", "a b c d 1 2"),
        (shapes.analytics_id, "GA1.2.1234567890.1612345678", "my-app"),
    ],
)
def test_tells_a_likely_value_from_an_unlikely_one(shape, good, bad):
    assert shape(good)
    assert not shape(bad)
