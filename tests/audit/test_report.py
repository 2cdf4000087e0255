"""What is counted from a journal that the real journal wrote."""

from dataclasses import replace

import pytest

from guardian_core.audit import Journal
from guardian_core.audit.report import NOTHING, UNREAD, gathered, report
from guardian_core.pause import BEGINS, PASSED
from guardian_core.vocabulary import Act, Action, Basis, Category, Decision, Outcome, Purpose, Reading, Recipient, Request, Verdict

SECRET = "dana.quill@example.test"


def outcome(domain, verdict, *categories, recipient=Recipient.ADVERTISING):
    request = Request("POST", "https", f"api.{domain}", 443, f"/?{SECRET}", (), SECRET.encode())
    plain = Outcome(decision=Decision(verdict=verdict), reading=Reading(request, (), request.body))
    if not categories:
        return plain
    action = Action(
        destination=request.host,
        domain=domain,
        categories=frozenset(categories),
        recipients=frozenset({recipient}),
        purposes=frozenset({Purpose.MARKETING}),
        basis=Basis.DEFAULT,
        act=Act.SHARING,
        text=SECRET,
    )
    return replace(plain, action=action)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "audit.db"
    journal = Journal(path, retention_days=30)
    for number in range(3):
        journal.record(outcome("ads.test", Verdict.DENY, Category.EMAIL, Category.PHONE), flow_id=str(number), observed=True)
    journal.record(outcome("ads.test", Verdict.TRANSFORM, Category.EMAIL), flow_id="4", observed=True)
    journal.record(outcome("shop.test", Verdict.ALLOW), flow_id="5", observed=True)
    journal.record(outcome("shop.test", Verdict.DENY, Category.SSN), flow_id="6")
    journal.close()
    return path


def test_counts_by_site_and_category(path):
    found = report(path, None, observed=True)
    ads, shop = found.sites
    assert (ads.site, ads.requests, ads.changed, ads.recipients) == ("ads.test", 4, 4, {"advertising"})
    assert ads.categories == {"Email": {"deny": 3, "transform": 1}, "Phone": {"deny": 3}}
    assert list(ads.categories) == ["Email", "Phone"]
    assert (shop.site, shop.categories) == ("api.shop.test", {NOTHING: {"allow": 1}})
    assert found.verdicts == {"deny": 3, "transform": 1, "allow": 1}
    assert list(found.categories) == ["Email", "Phone", NOTHING]
    assert found.first <= found.last


def test_names_what_passed_in_a_pause(tmp_path):
    journal = Journal(tmp_path / "audit.db", retention_days=30)
    passed = outcome("shop.test", Verdict.ALLOW)
    reasons = (f"{BEGINS}12:00:00: passed unchanged",)
    decision = passed.decision.model_copy(update={"reasons": reasons})
    journal.record(replace(passed, decision=decision, degraded=("not inspected",)), flow_id="1")
    journal.record(replace(passed, degraded=("not inspected",)), flow_id="2")
    journal.close()
    found = report(tmp_path / "audit.db", None, observed=False)
    assert found.categories == {PASSED: {"allow": 1}, UNREAD: {"allow": 1}}


def test_tells_what_was_done_from_what_would_have_been(path):
    (shop,) = report(path, None, observed=False).sites
    assert (shop.site, shop.categories) == ("shop.test", {"SSN": {"deny": 1}})


def test_counts_from_a_moment_on(path):
    last = report(path, None, observed=True).last
    assert report(path, last + 1, observed=True).sites == []


def test_tells_what_could_not_be_read_from_what_held_nothing(path):
    journal = Journal(path, retention_days=30)
    journal.record(replace(outcome("pics.test", Verdict.DENY), degraded=("not inspected",)), flow_id="7", observed=True)
    journal.close()
    (found,) = [site for site in report(path, None, observed=True).sites if site.site == "api.pics.test"]
    assert found.categories == {UNREAD: {"deny": 1}}


def test_has_nothing_where_there_is_no_journal(tmp_path):
    assert report(tmp_path / "none.db", None, observed=True).sites == []


def test_holds_no_value(path):
    assert SECRET not in repr(report(path, None, observed=True))


def test_puts_the_site_with_most_to_change_first():
    rows = [
        {
            "site": name,
            "verdict": verdict,
            "categories": '["Email"]',
            "recipients": "[]",
            "unread": 0,
            "number": number,
            "first": 1.0,
            "last": 2.0,
        }
        for name, verdict, number in (("a", "allow", 90), ("b", "deny", 2), ("c", "transform", 3))
    ]
    assert [site.site for site in gathered(rows, observed=True).sites] == ["c", "b", "a"]
