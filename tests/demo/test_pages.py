"""Each site has a home page, and a policy that can be found and is its own."""

import re

import pytest

from guardian_core.demo.pages import HOSTS, answer
from guardian_core.demo.servers import Received

POLICIES = {
    "adlantern.test": "/policies/privacy",
    "chatter.test": "/legal/privacy",
    "harborbank.test": "/legal/privacy",
    "harborid.test": "/privacy",
    "oakclinic.test": "/patients/privacy-notice",
    "pagemetrics.test": "/privacy-policy",
    "peoplebase.test": "/legal/privacy-policy",
    "staticnest.test": "/privacy",
    "willowshop.test": "/help/privacy-policy",
}


def get(host, target, method="GET", headers=()):
    return answer(Received(method, host, target, tuple(headers), b""))


def test_has_a_policy_for_every_site_but_the_one_without():
    assert set(POLICIES) == set(HOSTS) - {"formrelay.test"}


@pytest.mark.parametrize(("host", "path"), POLICIES.items(), ids=list(POLICIES))
def test_serves_a_policy_of_a_real_length(host, path):
    page = get(host, path)
    words = re.sub(rb"<style.*?</style>|<[^>]+>", b" ", page.body).split()
    assert page.status == 200
    assert 300 <= len(words) <= 900


@pytest.mark.parametrize(("host", "path"), [row for row in POLICIES.items() if row[0] != "staticnest.test"])
def test_links_the_policy_in_the_footer(host, path):
    footer = get(host, "/").body.partition(b"<footer>")[2]
    assert f'href="{path}"'.encode() in footer


@pytest.mark.parametrize("host", HOSTS)
def test_links_only_to_pages_that_exist(host):
    for link in re.findall(r'href="(/[^"]*)"', get(host, "/").body.decode()):
        if link != "/oauth/authorize":
            assert get(host, link).status == 200, link


def test_says_what_the_broker_sells():
    assert b"We sell Social Security numbers" in get("peoplebase.test", "/legal/privacy-policy").body


@pytest.mark.parametrize("path", ["/../willowshop.test/index", "/_layout", "/_layout.html", "/nowhere", "/help", "/a/../index"])
def test_serves_nothing_but_its_pages(path):
    assert get("willowshop.test", path).status == 404


def test_answers_a_preflight_so_that_the_page_may_send():
    asked = get("peoplebase.test", "/v2/profiles", "OPTIONS", [("Origin", "https://willowshop.test")])
    assert (asked.status, dict(asked.headers)["Access-Control-Allow-Origin"]) == (204, "https://willowshop.test")


def test_redirects_an_authorization_with_its_state():
    reply = get("harborid.test", "/oauth/authorize?client_id=harborbank-web&state=af0ifjsldkj")
    assert dict(reply.headers)["Location"].endswith("&state=af0ifjsldkj")


def test_escapes_what_was_searched_for():
    assert b"<script>alert" not in get("willowshop.test", "/search?q=%3Cscript%3Ealert").body
