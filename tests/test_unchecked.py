"""unchecked.py: what could not be searched goes by the fail mode."""

import pytest

from guardian_core.clock import Clock
from guardian_core.settings import Settings
from guardian_core.unchecked import late, partly_searched, unread
from guardian_core.vocabulary import Reading, Request, Verdict


def request(body: bytes = b"x", host: str = "shop.test") -> Request:
    return Request("POST", "https", host, 443, "/", ((b"content-type", b"text/plain"),), body)


def settings(**fail: object) -> Settings:
    return Settings.model_validate({"fail": fail})


@pytest.mark.parametrize(("mode", "verdict"), [("closed", Verdict.DENY), ("open", Verdict.ALLOW)])
def test_what_cannot_be_read_and_what_takes_too_long_go_by_one_rule(mode, verdict):
    reading = Reading(request(), (), b"x", unreadable="broken")
    outcomes = [
        unread(reading, settings(unreadable=mode), Clock()),
        late(request(), TimeoutError(), settings(unreadable=mode), Clock()),
    ]
    assert [one.decision.verdict for one in outcomes] == [verdict, verdict]
    assert all(one.unchecked and one.degraded == ("not inspected",) for one in outcomes)
    assert outcomes[0].decision.reasons == ("could not be read: broken", f"fail mode {mode}")
    assert "within" in outcomes[1].decision.reasons[0]


def test_says_why_it_is_late_where_that_is_known():
    assert late(request(), TimeoutError("too many wait"), settings(), Clock()).decision.reasons[0] == "too many wait"


def test_what_is_only_too_long_goes_by_its_recipient():
    """The host is nobody's that a list knows, and no page is open: a service provider, as agents and programs ask."""
    found = Settings.model_validate(
        {"proxy": {"max_body": 1024}, "fail": {"unreadable": "closed", "opaque": {"service_provider": "open"}}}
    )
    long = Reading(request(b"x" * 2048), (), b"", unreadable="too long")
    short = Reading(request(), (), b"", unreadable="broken")
    assert unread(long, found, Clock()).decision.verdict is Verdict.ALLOW
    assert unread(short, found, Clock()).decision.verdict is Verdict.DENY


def test_what_was_searched_in_part_is_closed_where_any_recipient_is():
    reading = Reading(request(), (), b"x")
    opened = partly_searched(reading, "too long for the names model", settings(opaque={"service_provider": "open"}), Clock())
    closed = partly_searched(reading, "too long for the names model", settings(opaque={}), Clock())
    assert (opened.decision.verdict, closed.decision.verdict) == (Verdict.ALLOW, Verdict.DENY)
    assert closed.decision.reasons[0].startswith("too long for the names model, for ")
