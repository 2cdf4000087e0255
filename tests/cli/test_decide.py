"""guardian decide, with the real stages behind it."""

import gzip
import json
from pathlib import Path

import pytest

from tests.llm.scripted import Server, hang, says

MAIL = "ann.lee@shop.example"
PHONE = "+44 20 7946 0958"
CARD = "4111 1111 1111 1111"
KEYS = ["action", "evidence", "likelihood", "risk", "decision", "level", "reasons", "degraded", "provisional", "items", "body"]
CROSS_SITE = ("--header", "Origin: https://shop.example.test", "--header", "Sec-Fetch-Site: cross-site")


@pytest.fixture
def decide(as_json):
    def run(body, *rest, url="https://pixel.other.test/b"):
        return as_json("decide", "--offline", "--url", url, "--body", "-", *rest, stdin=body)

    return run


def as_body(value):
    return json.dumps(value).encode()


def test_rewrites_for_an_unknown_third_party(decide):
    printed = decide(as_body({"email": MAIL, "phone": PHONE, "n": 1}), *CROSS_SITE)
    assert list(printed) == KEYS
    assert printed["decision"] == "transform"
    assert printed["level"] in {1, 2, 3, 4}
    assert list(printed["likelihood"]) == ["value", "source", "uncertainty", "floor", "because", "statements"]
    assert list(printed["risk"]) == ["R", "S_d", "M_tr", "M_p", "M_b", "M_T"]
    assert printed["risk"]["S_d"] == 0.7
    assert printed["action"]["categories"] == ["Email", "Phone"]
    assert printed["evidence"]["state"] == "unknown"
    assert [(item["path"], item["category"]) for item in printed["items"]] == [("body/email", "Email"), ("body/phone", "Phone")]
    sent = json.loads(printed["body"])
    assert sent == {"email": printed["items"][0]["after"], "phone": printed["items"][1]["after"], "n": 1}
    assert MAIL not in json.dumps(printed)
    assert PHONE not in json.dumps(printed)


def test_denies_a_card_to_an_advertiser(decide):
    printed = decide(as_body({"email": MAIL, "card": CARD}), *CROSS_SITE, url="https://www.doubleclick.net/b")
    assert (printed["decision"], printed["level"], printed["body"]) == ("deny", None, None)
    assert {item["after"] for item in printed["items"]} == {None}
    assert MAIL not in json.dumps(printed)
    assert CARD not in json.dumps(printed)


def test_keeps_an_allowed_original_to_itself(decide):
    shop = ("--header", "Origin: https://shop.example.test", "--header", "Sec-Fetch-Site: same-origin")
    body = as_body({"email": MAIL})
    printed = decide(body, *shop, url="https://shop.example.test/join")
    assert (printed["decision"], printed["body"]) == ("allow", None)
    assert MAIL not in json.dumps(printed)
    revealed = decide(body, *shop, "--reveal", url="https://shop.example.test/join")
    assert revealed["body"].encode() == body
    assert revealed["items"][0]["before"] == MAIL


def test_has_nothing_to_weigh_without_personal_data(decide):
    printed = decide(as_body({"page": 3}), *CROSS_SITE)
    assert printed == dict.fromkeys(("action", "evidence", "likelihood", "risk", "level")) | {
        "decision": "allow",
        "reasons": ["nothing personal found"],
        "degraded": [],
        "provisional": False,
        "items": [],
        "body": '{"page": 3}',
    }


def test_reveals_only_when_asked(decide):
    body = as_body({"note": f"call {PHONE}", "phone": PHONE})
    quiet, loud = decide(body, *CROSS_SITE), decide(body, *CROSS_SITE, "--reveal")
    assert PHONE not in json.dumps(quiet)
    assert "text" not in quiet["action"]
    assert PHONE in loud["action"]["text"]
    assert {item["before"] for item in loud["items"]} == {PHONE}
    assert loud["body"] == quiet["body"]


def test_hides_values_that_are_keys_and_values_that_stay(decide):
    """Alone the address stays under its own ceiling here, so it stays in the body; it is still not printed."""
    body = as_body({MAIL: {"phone": PHONE}, "mail": MAIL})
    printed = decide(body, url="https://api.example.test/collect")
    assert printed["decision"] == "transform"
    assert {item["after"] for item in printed["items"] if item["category"] == "Email"} == {None}
    assert MAIL not in json.dumps(printed)
    assert list(json.loads(printed["body"])) == ["#", "mail"]
    assert MAIL in decide(body, "--reveal", url="https://api.example.test/collect")["body"]


def test_digests_with_the_key_of_the_installation(decide, home):
    first = decide(as_body({"email": MAIL}))["items"][0]["before_digest"]
    assert decide(as_body({"mail": MAIL}))["items"][0]["before_digest"] == first
    (home / "digest.key").unlink()
    assert decide(as_body({"email": MAIL}))["items"][0]["before_digest"] != first


def test_looks_at_the_body_where_no_type_is_given(decide):
    assert decide(b"email=ann.lee%40shop.example&n=1", *CROSS_SITE)["items"][0]["path"] == "body/email"


def test_refuses_what_it_cannot_read(decide):
    broken = gzip.compress(as_body({"email": MAIL}))[:-12]
    printed = decide(broken, *CROSS_SITE, "--header", "Content-Encoding: gzip")
    assert (printed["decision"], printed["body"], printed["risk"]) == ("deny", None, None)
    assert "could not be read" in printed["reasons"][0]


def test_weighs_a_stored_policy_without_the_network(decide, guardian, tmp_path):
    page = tmp_path / "policy.html"
    page.write_text(
        "<h1>Privacy policy</h1><p>We share your phone number with advertisers for profiling. You may ask us to delete it.</p>"
    )
    assert guardian("policy", "import", "other.test", page, "--url", "https://other.test/privacy").exit_code == 0
    printed = decide(as_body({"phone": PHONE}), *CROSS_SITE)
    assert (printed["evidence"]["state"], printed["evidence"]["url"]) == ("known", "https://other.test/privacy")
    assert printed["evidence"]["statements"]


@pytest.fixture
def doubtful(guardian, tmp_path):
    """Arguments for a case that System 1 is never sure enough of, and a model at `url`."""
    page = tmp_path / "policy.html"
    page.write_text("<h1>Privacy policy</h1><p>We share your phone number with partners. You may ask us to delete it.</p>")
    assert guardian("policy", "import", "other.test", page, "--url", "https://other.test/privacy").exit_code == 0

    def arguments(url):
        config = tmp_path / "guardian.toml"
        config.write_text(f'[model]\nurl = "{url}"\nname = "scripted"\nthreshold = 0.0\nwait = 100\n')
        return (*CROSS_SITE, "--config", config)

    return arguments


SAID = {"rationale": "Partners are named, not this purpose.", "evidence_ids": ["S1"], "violation_likelihood": 0.97}


def test_shows_what_the_language_model_said(decide, guardian, doubtful):
    with Server(says(SAID)) as server:
        printed = decide(as_body({"phone": PHONE}), *doubtful(server.url), "--wait", "20")
        text = guardian(
            "decide", "--offline", "--url", "https://pixel.other.test/b", "--body", "-", *doubtful(server.url), "--wait", "20",
            stdin=as_body({"phone": PHONE}),
        ).stdout  # fmt: skip
    likelihood = printed["likelihood"]
    assert (likelihood["value"], likelihood["source"], printed["degraded"], printed["provisional"]) == (0.97, "system2", [], False)
    assert likelihood["statements"] == ["We share your phone number with partners."]
    assert "the language model says 0.97: Partners are named" in likelihood["because"]
    assert f"L = 0.97   u = {likelihood['uncertainty']:.2f}   floor = {likelihood['floor']:.2f}" in text
    assert "(L from system2: the language model)" in text
    assert "by the statement: We share your phone number with partners." in text


def test_says_that_the_language_model_was_late(decide, guardian, doubtful):
    with Server(hang) as server:
        printed = decide(as_body({"phone": PHONE}), *doubtful(server.url))
        text = guardian(
            "decide", "--offline", "--url", "https://pixel.other.test/b", "--body", "-", *doubtful(server.url),
            stdin=as_body({"phone": PHONE}),
        ).stdout  # fmt: skip
    said = "likelihood without the language model: it did not answer within 100 ms"
    assert (printed["degraded"][0], printed["provisional"]) == (said, True)
    assert printed["likelihood"]["source"] != "system2"
    assert f"less than asked for: {said}" in text


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a file system that nobody can write, /proc")
def test_says_once_what_cannot_be_kept(guardian, monkeypatch, caplog):
    monkeypatch.setenv("GUARDIAN_HOME", "/proc/nowhere-to-decide")
    result = guardian("decide", "--offline", "--url", "https://other.test/b", "--body", "-", stdin=as_body({"phone": PHONE}))
    assert result.exit_code == 0
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == len(set(said)) == 3
    assert all(any(name in line for line in said) for name in ("digest.key", "policies.db", "grants.db"))


TARGET = "https://pixel.other.test/b?mail=ann.lee%40shop.example&tel=%2B442079460958&n=1"


def test_shows_the_address_that_leaves(guardian, as_json):
    """In the text; the JSON keeps its keys, and its items have the new values."""
    arguments = ("decide", "--offline", "--url", TARGET, *CROSS_SITE)
    printed = as_json(*arguments)
    assert list(printed) == KEYS
    assert printed["decision"] == "transform"
    assert all(item["after"] for item in printed["items"])
    page = guardian(*arguments).stdout
    (sent,) = [line.split("  ")[-1] for line in page.splitlines() if "address that leaves:" in line]
    assert sent.startswith("/b?mail=")
    assert sent.endswith("&n=1")
    assert "lee" not in page
    assert "2079460958" not in page
    loud = guardian(*arguments, "--reveal").stdout
    assert "address asked for:" in loud
    assert TARGET.removeprefix("https://pixel.other.test") in loud


def test_hides_in_the_address_what_was_allowed_to_stay(guardian):
    """Alone the mail stays under its own ceiling here."""
    url = "https://api.example.test/collect?mail=ann.lee%40shop.example&tel=%2B442079460958"
    page = guardian("decide", "--offline", "--url", url).stdout
    assert "TRANSFORM" in page
    (sent,) = [line for line in page.splitlines() if "address that leaves:" in line]
    assert "ann.lee" not in page
    assert "mail=" in sent


def test_explains_itself_to_a_person(guardian, tmp_path):
    path = tmp_path / "body.json"
    path.write_bytes(as_body({"phone": PHONE}))
    result = guardian("decide", "--offline", "--url", "https://pixel.other.test/b", "--body", path, *CROSS_SITE)
    assert result.exit_code == 0
    assert result.stdout.startswith("POST https://pixel.other.test → TRANSFORM at level ")
    assert "R = 0." in result.stdout
    assert "guardian policy fetch other.test" in result.stdout
    assert "body/phone" in result.stdout
    assert PHONE not in result.stdout
    assert PHONE in guardian("decide", "--offline", "--url", "https://pixel.other.test", "--body", path, "--reveal").stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--url", "ftp://x.test"), "only http and https"),
        (("--url", "nonsense"), "the URL names no host: write https://host/path?query"),
        (("--url", "https://x y.example/"), "its host is no host name"),
        (("--url", "https://a..b/"), "its host is no host name"),
        (("--body", "-"), "Missing option '--url'"),
        (("--url", "https://x.test", "--body", "/nonexistent/body"), "cannot read /nonexistent/body: No such file"),
        (("--url", "https://x.test", "--body", "/"), "cannot read /: Is a directory"),
        (("--url", "https://x.test", "--header", "nonsense"), "header 1 is not of the form"),
    ],
)
def test_refuses_bad_input_in_one_line(refused, arguments, complaint):
    assert complaint in refused("decide", "--offline", *arguments)
