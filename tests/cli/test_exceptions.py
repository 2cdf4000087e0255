"""guardian exceptions."""

import pytest

from guardian_core.passed_on import opened, path_of
from guardian_core.wire_settings import ExceptionSettings

SETTINGS = ExceptionSettings(learn=True, failures=1)


@pytest.fixture
def learning(home):
    """A home whose proxy learned of two pinned clients; a function gives the pairs that are left."""
    home.mkdir(exist_ok=True)
    (home / "guardian.toml").write_text('[exceptions]\nlearn = true\nhosts = ["cloudbox.test"]\n')
    store = opened(home)
    for client in ("192.0.2.7", "192.0.2.8"):
        assert store.refused(client, "pinned.test", SETTINGS)
    yield lambda: [one.client for one in store.listed(SETTINGS)]
    store.close()


def test_lists_what_is_configured_and_what_was_learned(as_json, guardian, learning):
    listed = as_json("exceptions", "list")
    assert (listed["hosts"], listed["learn"]) == (["cloudbox.test"], True)
    assert [row["client"] for row in listed["learned"]] == learning()
    assert all(row["until"] > row["learned_at"] for row in listed["learned"])
    text = guardian("exceptions", "list").stdout
    assert "cloudbox.test" in text
    assert "192.0.2.8" in text


def test_forgets_one_then_all(as_json, guardian, learning):
    first = as_json("exceptions", "list")["learned"][0]
    assert as_json("exceptions", "forget", str(first["id"])) == {"forgotten": [first["id"]]}
    assert learning() == ["192.0.2.7"]
    assert guardian("exceptions", "forget", str(first["id"])).exit_code == 1
    assert guardian("exceptions", "forget", "--all").exit_code == 0
    assert learning() == []
    assert guardian("exceptions", "forget", "--all").exit_code == 1


@pytest.mark.parametrize("words", [(), ("1", "--all"), ("0",), ("x",)])
def test_says_what_is_missing(guardian, home, words):
    assert guardian("exceptions", "forget", *words).exit_code == 2
    assert not path_of(home).exists()


def test_looking_makes_no_file_and_off_is_said(guardian, home):
    assert "off" in guardian("exceptions", "list").stdout
    home.mkdir(exist_ok=True)
    (home / "guardian.toml").write_text("[exceptions]\nlearn = true\n")
    assert "nothing" in guardian("exceptions", "list").stdout
    assert guardian("exceptions", "forget", "7").exit_code == 1
    assert not path_of(home).exists()
