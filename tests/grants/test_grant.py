"""Which grant covers which request."""

import pytest

from guardian_core.grants import UNCHECKED, Grant, Kind, Scope, covers

SCOPE = Scope("shop.test", "api.pay.test", "pay.test", frozenset({"Email", "Phone"}), frozenset({"d1", "d2"}))


def grant(kind=Kind.ALLOW, site="shop.test", host="api.pay.test", subjects=("Email", "Phone"), values=(), once=False):
    return Grant(1, kind, site, host, frozenset(subjects), 0.0, None, once, "test", frozenset(values))


@pytest.mark.parametrize(
    ("made", "covered"),
    [
        (grant(), True),
        (grant(subjects=("Email", "Phone", "SSN")), True),
        (grant(subjects=("Email",)), False),
        (grant(subjects=()), False),
        (grant(site="other.test"), False),
        (grant(host="pay.test"), False),
        (grant(host="x.api.pay.test"), False),
        (grant(once=True, values=("d1", "d2", "d3")), True),
        (grant(once=True, values=("d1",)), False),
        (grant(once=True), True),
        (grant(Kind.ANONYMIZE, subjects=("Email",)), False),
        (grant(Kind.DENY, subjects=("Phone", "SSN")), True),
        (grant(Kind.DENY, subjects=("SSN",)), False),
        (grant(Kind.LEAVE, subjects=()), True),
        (grant(Kind.LEAVE, subjects=(), host="elsewhere.test"), False),
        (grant(Kind.LEAVE, subjects=(), site="pay.test"), False),
    ],
)
def test_covers_what_was_meant_and_no_more(made, covered):
    assert covers(made, SCOPE) is covered


def test_leaving_a_site_alone_covers_what_it_sends_to_itself():
    own = Scope("shop.test", "img.shop.test", "shop.test", frozenset({"SSN", UNCHECKED}))
    assert covers(grant(Kind.LEAVE, subjects=(), host="api.pay.test"), own)


def test_what_cannot_be_read_is_covered_only_where_it_was_shown():
    scope = Scope("shop.test", "api.pay.test", "pay.test", frozenset({"Email", UNCHECKED}))
    assert not covers(grant(), scope)
    assert covers(grant(subjects=("Email", UNCHECKED)), scope)


def test_hides_digests():
    assert "d1" not in repr(SCOPE) + repr(grant(once=True, values=("d1",)))
