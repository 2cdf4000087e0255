"""The script is what it claims to be: real requests that hold what must not arrive."""

from collections import Counter

import pytest

from guardian_core.demo.check import differences, leaks, parses, readable, squeezed
from guardian_core.demo.pages import HOSTS, answer
from guardian_core.demo.senders import ALLOWED
from guardian_core.demo.servers import Received
from guardian_core.demo.traffic import CARD, EMAIL, FIRST_PARTY, NAME, PASSWORD, PHONE, SSN, THIRD_PARTY, TRAFFIC
from guardian_core.vocabulary import Verdict

by_name = pytest.mark.parametrize("step", TRAFFIC, ids=[step.name for step in TRAFFIC])


def as_received(step):
    return Received(step.method, step.host, step.target, step.headers, step.body)


def test_has_about_twenty_requests_with_names_of_their_own():
    assert 20 <= len(TRAFFIC) <= 30
    assert max(Counter(step.name for step in TRAFFIC).values()) == 1


@by_name
def test_goes_to_a_site_that_answers(step):
    assert step.host in HOSTS
    assert answer(as_received(step)).status in {200, 201, 204, 303}


@by_name
def test_carries_each_value_that_must_not_arrive(step):
    assert leaks(step.canaries, [as_received(step)]) == [(step.host, index) for index in range(len(step.canaries))]


@by_name
def test_carries_what_a_rewrite_must_keep(step):
    assert [kept for kept in step.keeps if kept not in readable(as_received(step))] == []


@by_name
def test_is_what_its_content_type_says(step):
    """But for the one that nobody can decode."""
    assert parses(as_received(step)) is (dict(step.headers).get("Content-Encoding") != "aws-chunked")


@by_name
def test_fails_when_a_protected_request_arrives_as_sent(step):
    as_allowed = differences(step, Verdict.ALLOW, [as_received(step)])
    assert bool(as_allowed) is (Verdict.ALLOW not in step.expect)


@pytest.mark.parametrize("step", FIRST_PARTY, ids=[step.name for step in FIRST_PARTY])
def test_expects_first_party_requests_to_go_through(step):
    assert step.expect == ALLOWED


def test_tells_ads_and_brokers_nothing():
    told = [step for step in THIRD_PARTY if step.host in {"adlantern.test", "peoplebase.test"} and step.method != "OPTIONS"]
    assert len(told) >= 6
    assert all(step.canaries and Verdict.ALLOW not in step.expect for step in told)


def test_uses_values_that_do_not_hold_each_other():
    """Else one that may arrive would look like one that may not."""
    values = [squeezed(value) for value in (EMAIL, PHONE, NAME, CARD, SSN, PASSWORD)]
    assert [(a, b) for a in values for b in values if a != b and a in b] == []


def test_uses_a_card_that_checks():
    digits = [int(digit) for digit in CARD if digit.isdigit()]
    doubled = [digit if index % 2 else sum(divmod(digit * 2, 10)) for index, digit in enumerate(digits)]
    assert sum(doubled) % 10 == 0
