"""guardian grants."""

import pytest

from guardian_core.grants import Grants, Kind, Scope


@pytest.fixture
def store(home):
    grants = Grants(home / "grants.db")
    yield grants
    grants.close()


def allow(as_json, *more):
    return as_json("grants", "allow", "API.pay.test", "--site", "www.shop.test", "--category", "email,phone", *more)


def test_allows_what_a_site_sends_to_a_host(as_json, store):
    made = allow(as_json)
    assert (made["site"], made["host"], made["categories"]) == ("shop.test", "api.pay.test", ["Email", "Phone"])
    (grant,) = store.active()
    assert grant.kind is Kind.ALLOW
    assert grant.expires_at == pytest.approx(grant.made_at + 3_600)
    assert store.find(Scope("shop.test", "api.pay.test", "pay.test", frozenset({"Email"}))) == grant


@pytest.mark.parametrize(
    ("span", "seconds", "once"), [("once", 600, True), ("always", None, False), ("30m", 1_800, False), ("7d", 604_800, False)]
)
def test_for_as_long_as_is_said(as_json, store, span, seconds, once):
    allow(as_json, "--for", span)
    (grant,) = store.active()
    assert grant.once is once
    assert grant.expires_at == (None if seconds is None else pytest.approx(grant.made_at + seconds))


def test_denies_and_anonymizes(as_json, store):
    as_json("grants", "deny", "ads.test", "--category", "Email", "--for", "always")
    allow(as_json, "--anonymized")
    assert [(one.kind, one.site) for one in store.active()] == [(Kind.ANONYMIZE, "shop.test"), (Kind.DENY, "ads.test")]


def test_stands_for_programs_by_their_name(as_json, store):
    as_json("grants", "allow", "api.llm.test", "--site", "program", "--category", "content", "--for", "always")
    assert store.active()[0].site == "program"


def test_lists_undoes_and_remembers(as_json, guardian):
    made = allow(as_json)
    assert [row["id"] for row in as_json("grants", "list")["rows"]] == [made["id"]]
    assert as_json("grants", "revoke", made["id"]) == {"revoked": [made["id"]]}
    assert as_json("grants", "list") == {"rows": []}
    everything = as_json("grants", "list", "--all")
    assert [row["ended"] for row in everything["rows"]] == ["undone"]
    assert [(one["what"], one["by"]) for one in everything["changes"]] == [("undone", "command line"), ("made", "command line")]
    assert guardian("grants", "revoke", made["id"]).exit_code == 1
    assert "api.pay.test" in guardian("grants", "list", "--all").output


def test_says_that_there_is_no_such_grant(as_json, guardian):
    made = allow(as_json)["id"]
    for numbers, output in (([99], ""), ([99, made], f"undone: {made}\n"), ([made, 99], "undone: none of them counted any more\n")):
        result = guardian("grants", "revoke", *numbers)
        assert (result.exit_code, result.stdout) == (1, output)
        assert result.stderr == "guardian: there is no such grant: 99 (guardian grants list --all shows them)\n"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["allow", "x y", "--category", "email"], "host name"),
        (["allow", "a.test", "--category", "mail"], "Email"),
        (["allow", "a.test", "--category", "email", "--for", "soon"], "30m"),
        (["allow", "a.test"], "--category"),
        (["revoke", "x"], "x"),
        (["revoke"], "ID"),
    ],
)
def test_says_what_is_wrong(refused, arguments, word):
    assert word in refused("grants", *arguments)


@pytest.mark.parametrize("setting", ["overrides = false", 'forbid = ["Email"]'])
def test_obeys_the_administrator(guardian, tmp_path, store, setting):
    path = tmp_path / "guardian.toml"
    path.write_text(f"[control]\n{setting}\n")
    result = guardian("grants", "allow", "a.test", "--category", "email", "--config", path)
    assert result.exit_code == 1
    assert "administrator" in result.stderr
    assert store.active() == ()
    assert guardian("grants", "deny", "a.test", "--category", "email", "--config", path).exit_code == 0


def test_undoes_also_where_the_configuration_is_broken(as_json, guardian, home):
    allow(as_json)
    (home / "guardian.toml").write_text("[[[")
    for words in (("grants", "list"), ("audit",), ("resume",)):
        assert guardian(*words).exit_code in {0, 1}
    done = guardian("grants", "revoke", "1")
    assert done.exit_code == 0, done.output
    assert "going on as if it were empty" in done.stderr
    assert guardian("grants", "allow", "api.pay.test", "--site", "shop.test", "--category", "Email").exit_code == 2
