"""guardian identities."""

import stat

import pytest

MAIL = "dana.quill@example.com"


def test_registers_what_it_is_told_and_shows_it_masked(as_json):
    assert as_json("identities", "add", stdin=f"{MAIL}\n+44 20 7946 0958\n".encode())["registered"] == 2
    assert as_json("identities", "add", "--kind", "name", "Dana Quill")["added"] == [
        {"number": 3, "kind": "name", "value": "D*** Q***"}
    ]
    assert as_json("identities", "list")["rows"] == [
        {"number": 1, "kind": "email", "value": "d***@e***.com"},
        {"number": 2, "kind": "phone", "value": "***58"},
        {"number": 3, "kind": "name", "value": "D*** Q***"},
    ]


def test_reveals_only_when_asked(guardian):
    guardian("identities", "add", MAIL)
    assert MAIL not in guardian("identities", "list").output
    assert MAIL in guardian("identities", "list", "--reveal").output


def test_keeps_the_file_to_its_owner(guardian, home):
    guardian("identities", "add", MAIL)
    assert stat.S_IMODE((home / "identities.json").stat().st_mode) == 0o600
    guardian("identities", "add", "+442079460958")
    assert stat.S_IMODE((home / "identities.json").stat().st_mode) == 0o600


def test_registers_a_value_once(as_json):
    as_json("identities", "add", MAIL)
    assert as_json("identities", "add", MAIL) == {"added": [], "registered": 1}


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--kind", "name", "xq"], "at least 5"),
        (["--kind", "username", "bob"], "at least 4"),
        (["--kind", "address", "1 High"], "at least 8"),
        (["Dana Quill"], "--kind"),
        (["--kind", "email", "dana.quill"], "name@example.com"),
        (["--kind", "phone", "12345678 ext"], "with its country"),
        (["--kind", "other", "x" * 201], "at most 200"),
    ],
)
def test_refuses_what_would_be_found_everywhere_or_is_none(refused, as_json, arguments, word):
    said = refused("identities", "add", *arguments)
    assert word in said
    assert repr(arguments[-1]) not in said
    assert as_json("identities", "list")["rows"] == []


def test_wants_a_value(refused):
    assert "no value" in refused("identities", "add")


def test_removes_by_number_and_by_value(as_json, guardian):
    for value in (MAIL, "mira.okafor@example.com", "+442079460958"):
        guardian("identities", "add", value)
    assert as_json("identities", "remove", 2) == {"removed": 1, "registered": 2}
    assert as_json("identities", "remove", MAIL.upper()) == {"removed": 1, "registered": 1}
    assert [row["kind"] for row in as_json("identities", "list")["rows"]] == ["phone"]
    assert as_json("identities", "remove", "--all") == {"removed": 1, "registered": 0}


def test_says_what_it_does_not_know(guardian, refused):
    assert guardian("identities", "remove", MAIL).exit_code == 1
    assert "no number 9" in refused("identities", "remove", 9)
    assert "number in the list" in refused("identities", "remove")


def test_refuses_a_file_that_is_none(refused, home):
    home.mkdir()
    (home / "identities.json").write_text('{"version": 1, "identities": [{"kind": "email"}]}')
    assert "remove it" in refused("identities", "list")
