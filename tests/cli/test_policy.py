"""guardian policy, with the real cache behind it."""

import pytest

from guardian_core.demo.world import World

PAGE = b"""<html lang="en"><title>Privacy at Shop</title><h1>Privacy policy</h1>
<p>We collect your email address and phone number to send you marketing newsletters.</p>
<p>We do not sell your email address to anyone.</p>
<p>You have the right to access and delete your data. We keep it for 12 months.</p></html>"""


@pytest.fixture
def imported(guardian, tmp_path):
    path = tmp_path / "privacy.html"
    path.write_bytes(PAGE)
    result = guardian("policy", "import", "shop.example", path, "--url", "https://shop.example/privacy")
    assert result.exit_code == 0
    assert result.stdout.startswith("shop.example: ")


def test_imports_from_standard_input(as_json):
    printed = as_json("policy", "import", "https://shop.example/join", "-", "--content-type", "text/html", stdin=PAGE)
    assert (printed["domain"], printed["title"]) == ("shop.example", "Privacy at Shop")
    assert printed["statements"] >= 3


def test_lists_what_is_known(guardian, as_json, imported):
    (row,) = as_json("policy", "list")["rows"]
    assert (row["domain"], row["state"], row["url"]) == ("shop.example", "known", "https://shop.example/privacy")
    assert "shop.example" in guardian("policy", "list").stdout


def test_shows_every_statement_with_its_annotations(guardian, as_json, imported):
    document = as_json("policy", "show", "shop.example")
    denied = next(statement for statement in document["statements"] if "not sell" in statement["text"])
    assert denied["negated"]
    assert denied["categories"] == ["Email"]
    assert document["rights"]
    page = guardian("policy", "show", "shop.example").stdout
    assert "We collect your email address" in page
    assert "NOT [Email" in page


def test_finds_the_fitting_statement_first(guardian, as_json, imported):
    rows = as_json("policy", "search", "shop.example", "--category", "email", "--purpose", "marketing", "--act", "collection")[
        "rows"
    ]
    assert "marketing newsletters" in rows[0]["text"]
    assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)
    assert len(as_json("policy", "search", "shop.example", "--category", "email", "--limit", 1)["rows"]) == 1
    assert "newsletters" in guardian("policy", "search", "shop.example", "newsletters").stdout
    assert "nothing in it" in guardian("policy", "search", "shop.example", "zebra").stdout


def test_forgets(guardian, as_json, imported):
    assert as_json("policy", "forget", "shop.example") == {"forgotten": 1}
    assert as_json("policy", "list") == {"rows": []}
    assert "no policy was looked up yet" in guardian("policy", "list").stdout
    assert guardian("policy", "forget", "--all").stdout == "0 domains forgotten\n"


@pytest.mark.parametrize("command", ["show", "search"])
def test_says_that_a_domain_is_unknown(guardian, command):
    result = guardian("policy", command, "nowhere.example")
    assert result.exit_code == 1
    assert result.stderr == "guardian: no policy of nowhere.example is known: guardian policy fetch nowhere.example\n"


def test_says_how_a_fetch_ended(guardian):
    """A name of this network is never looked up."""
    result = guardian("policy", "fetch", "printer.local")
    assert result.exit_code == 1
    assert result.stdout.startswith("printer.local: ")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("forget",), "name a domain, or say --all"),
        (("forget", "shop.example", "--all"), "not both"),
        (("show", "not a domain"), "is not a domain"),
        (("show", "https://[::1"), "is not a domain"),
        (("import", "shop.example", "/nonexistent"), "cannot read /nonexistent: No such file"),
        (("import", "shop.example", "-"), "holds no text"),
        (("import", "shop.example", "-", "--url", "nonsense"), "the URL names no host"),
        (("import", "shop.example", "-", "--url", "ftp://shop.example"), "only http and https"),
        (("import", "shop.example", "-", "--content-type", "image/png"), "'image/png' is not read: text/html"),
        (("show", "nonsense..x"), "is not a domain"),
        (("search", "shop.example", "--category", "emial"), "did you mean 'Email'"),
        (("search", "shop.example", "--act", "collecting"), "did you mean 'collection'"),
    ],
)
def test_refuses_bad_input_in_one_line(refused, arguments, complaint):
    assert complaint in refused("policy", *arguments)


def test_fetches_from_a_site_that_has_one(guardian, as_json, tmp_path):
    """A local internet: what a fetch found is what `decide` then weighs, and a broker that sells everything gets nothing for it."""
    with World() as world:
        config = ("--config", world.configure(tmp_path / "other-home"))
        fetched = as_json("policy", "fetch", "peoplebase.test", *config)
        assert (fetched["domain"], fetched["state"]) == ("peoplebase.test", "known")
        assert fetched["url"].startswith("https://peoplebase.test/")
        assert guardian("policy", "fetch", "oakclinic.test", *config).stdout.startswith("oakclinic.test: known (")
        body = ("--url", "https://peoplebase.test/records", "--body", "-")
        decided = as_json("decide", *body, *config, stdin=b'{"ssn": "536-22-1234", "email": "ann.lee@shop.example"}')
    assert decided["evidence"]["state"] == "known"
    assert decided["decision"] == "deny"


def test_shows_what_changed_between_two_versions(guardian, as_json, imported, tmp_path):
    assert "nothing changed yet" in guardian("policy", "diff", "shop.example").stdout
    path = tmp_path / "privacy.html"
    path.write_bytes(PAGE.replace(b"We do not sell your email address to anyone.", b"We sell your email address to partners."))
    guardian("policy", "import", "shop.example", path)
    text = guardian("policy", "diff", "shop.example").stdout
    assert "1 added, 1 removed" in text
    assert "- We do not sell your email address to anyone." in text
    assert "+ We sell your email address to partners." in text
    printed = as_json("policy", "diff", "shop.example")
    assert [statement["text"] for statement in printed["added"]] == ["We sell your email address to partners."]
    assert printed["before"]["hash"] != printed["after"]["hash"]
    assert guardian("policy", "diff", "other.example").exit_code == 1


def test_imports_pdf_and_the_corpus_form(as_json, refused, tmp_path):
    from tests.policy_cache.papers import pdf

    path = tmp_path / "privacy"
    path.write_bytes(pdf())
    assert as_json("policy", "import", "shop.example", path)["statements"] == 4
    path.write_bytes(b"Privacy <br>|||We collect your name.|||<strong>Sharing</strong> <br><br>We share your name with banks.")
    assert as_json("policy", "import", "shop.example", path)["statements"] >= 2
    path.write_bytes(pdf([("1",), ("2",)]))
    assert "without a text layer" in refused("policy", "import", "shop.example", path)
    path.write_bytes(b"<p>We collect.</p>" * 500_000)
    assert "larger than 3000000 bytes" in refused("policy", "import", "shop.example", path)


def test_tells_a_document_without_sentences_from_an_empty_one(guardian):
    result = guardian("policy", "import", "shop.example", "-", stdin=b"hello there\n")
    assert (result.exit_code, result.stderr) == (2, "guardian: the document holds no text that could be a policy's\n")


def test_says_that_there_was_nothing_to_forget(guardian):
    result = guardian("policy", "forget", "nowhere.example")
    assert (result.exit_code, result.stderr) == (1, "guardian: nothing is known of nowhere.example: guardian policy list\n")


@pytest.mark.parametrize(
    "command",
    [("import", "shop.example", "-"), ("fetch", "printer.local"), ("forget", "shop.example"), ("warm", "-")],
    ids="-".join,
)
def test_says_that_nothing_can_be_kept(guardian, tmp_path, command):
    path = tmp_path / "guardian.toml"
    (tmp_path / "policies.db").mkdir()
    path.write_text('[policy]\nstore = "policies.db"\n')
    result = guardian("policy", *command, "--config", path, stdin=PAGE if command[0] == "import" else b"shop.example\n")
    assert result.exit_code == 1
    assert "nothing was stored or removed" in result.stderr
