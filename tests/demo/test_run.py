"""What the demo says of its results."""

import pytest

from guardian_core.demo.run import Result, late_arrivals
from guardian_core.demo.senders import PROTECTED, Step
from guardian_core.demo.servers import Received
from guardian_core.vocabulary import Verdict

PHONE = "+1 212 555 0199"


def result(verdict, host="adlantern.test"):
    step = Step("a step", "POST", f"https://{host}/lead", (), f"tel={PHONE}".encode(), PROTECTED, (PHONE,))
    return Result(step, 200, verdict, None, (), (), ())


def got(host="adlantern.test"):
    return Received("GET", host, "/later?tel=212-555-0199&cc=1", (), b"1 212 555 0199")


@pytest.mark.parametrize(
    ("results", "received", "count"),
    [
        ([result(Verdict.DENY)], [got()], 1),
        ([result(Verdict.TRANSFORM)], [got()], 1),
        ([result(None)], [got()], 1),
        ([result(Verdict.DENY)], [got("willowshop.test")], 0),
        ([result(Verdict.DENY)], [], 0),
        ([result(Verdict.DENY), result(Verdict.ALLOW)], [got()], 0),
    ],
    ids=["denied", "rewritten", "undecided", "elsewhere", "nothing", "allowed another time"],
)
def test_notices_a_withheld_value_that_arrives_another_way(results, received, count):
    assert len(late_arrivals(results, received)) == count


def test_says_it_without_the_value():
    assert PHONE not in str(late_arrivals([result(Verdict.DENY)], [got()]))


def test_hides_what_arrived_from_repr():
    assert "555" not in repr(Result(result(Verdict.DENY).step, 200, Verdict.DENY, None, (), (got(),), ()))
