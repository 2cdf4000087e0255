"""Every scripted request through the real proxy: on a first visit, without any policy, and once the policies are known."""

import hashlib
from base64 import b64encode

import pytest

from guardian_core.audit import read
from guardian_core.demo.check import leaks
from guardian_core.demo.run import late_arrivals, send_all
from guardian_core.demo.traffic import CARD, EMAIL, FIRST_PARTY, NAME, PASSWORD, PHONE, SSN, THIRD_PARTY, TRAFFIC
from guardian_core.vocabulary import Verdict

VISITS = ("first visit", "no policies at all", "policies known")
CANARIES = (EMAIL, PHONE, CARD, SSN, PASSWORD, NAME)


@pytest.fixture(scope="module")
def visits(world):
    """For each kind of visit its results by step name, and the proxies they went through."""
    fresh, blind = world.proxy(), world.proxy(extra="[policy]\nenabled = false")

    def sent(proxy):
        return {result.step.name: result for result in send_all(world, proxy, TRAFFIC, each=lambda _: None)}

    yield dict(zip(VISITS, (sent(fresh), sent(blind), sent(fresh)), strict=True)), (fresh, blind)
    fresh.stop()
    blind.stop()


@pytest.mark.parametrize("visit", VISITS)
@pytest.mark.parametrize("name", [step.name for step in TRAFFIC])
def test_does_what_it_decided_and_decides_what_is_right(visits, visit, name):
    result = visits[0][visit][name]
    assert result.differences == (), result.reasons


@pytest.mark.parametrize("visit", VISITS)
@pytest.mark.parametrize("name", [step.name for step in FIRST_PARTY])
def test_leaves_first_party_requests_unharmed(visits, visit, name):
    result = visits[0][visit][name]
    assert [(one.method, one.target, one.body) for one in result.arrived] == [
        (result.step.method, result.step.target, result.step.body)
    ]
    assert result.status in {200, 204, 303}


@pytest.mark.parametrize("visit", VISITS)
@pytest.mark.parametrize("name", [step.name for step in THIRD_PARTY if step.host in {"adlantern.test", "peoplebase.test"}])
def test_never_gives_email_phone_or_ssn_to_ads_and_brokers(visits, visit, name):
    result = visits[0][visit][name]
    assert leaks((EMAIL, PHONE, SSN), result.arrived) == []


def test_gives_a_broker_that_admits_selling_them_no_social_security_number(visits):
    for visit in VISITS:
        result = visits[0][visit]["broker: SSN typed into its own form"]
        assert (result.verdict, result.arrived) == (Verdict.DENY, ()), visit


def test_lets_nothing_follow_later(visits, world):
    every = [result for visit in VISITS for result in visits[0][visit].values()]
    assert late_arrivals(every, world.records.since()) == ()


def test_writes_no_value_of_the_user_anywhere(visits):
    """Databases with their write-ahead logs, the log, whatever else lies in the home: no canary, no base64, no unsalted hash."""
    forms = [form for value in CANARIES for form in (value, b64encode(value.encode()).decode().rstrip("="))]
    forms += [hashlib.new(name, value.encode()).hexdigest() for value in CANARIES for name in ("md5", "sha1", "sha256")]
    for proxy in visits[1]:
        files = [file for file in proxy.home.rglob("*") if file.is_file()]
        assert {"audit.db", "proxy.log"} <= {file.name for file in files}
        for file in files:
            content = file.read_bytes()
            assert [form for form in forms if form.encode() in content] == [], file.name


def test_notices_what_observe_mode_lets_through(world):
    """The judge of the demo is not blind: recorded as refused or rewritten, but arrived as sent."""
    proxy = world.proxy("--observe")
    results = send_all(world, proxy, THIRD_PARTY, each=lambda _: None)
    proxy.stop()
    let_through = [result for result in results if result.verdict in {Verdict.DENY, Verdict.TRANSFORM}]
    assert len(let_through) >= 8
    assert all(result.differences for result in let_through)
    assert all([one.body for one in result.arrived] == [result.step.body] for result in let_through)
    assert all(row["observed"] for row in read(proxy.journal, None, 100))
