"""What is not intercepted, on the page of grants: shown, escaped, and forgotten by a button."""

import pytest
from bs4 import BeautifulSoup

from guardian_core.control import Control, Live, app
from guardian_core.passed_on import opened, path_of
from guardian_core.settings import Settings
from tests.control.test_app import HOSTILE, ask


@pytest.fixture
def pages(tmp_path, monkeypatch):
    """A function: pages of a home with such exceptions."""
    monkeypatch.setattr(app, "FASTEST_SECONDS", 0.0)
    made = []

    def make(**exceptions):
        settings = Settings.model_validate({"home": tmp_path, "policy": {"enabled": False}, "exceptions": exceptions})
        made.append(Control(settings, Live(settings.control, str), observing=lambda: False))
        return made[-1], made[-1].doors.enter(made[-1].doors.invite()), settings

    yield make
    for one in made:
        one.close()


def forms(answer):
    found = BeautifulSoup(answer.body, "html.parser").find_all("form", action=lambda to: to.startswith("/passed/"))
    return [(one["action"], one.find("input", attrs={"name": "token"})["value"]) for one in found]


def test_shows_what_was_learned_and_forgets_one(pages):
    control, session, settings = pages(learn=True, failures=1, hosts=["cloudbox.test"])
    store = opened(settings.home)
    for host in ("pinned.test", HOSTILE):
        store.refused("192.0.2.7", host, settings.exceptions)
    answer = ask(control, "/grants", session)
    text = answer.body.decode()
    assert "cloudbox.test" in text
    assert "192.0.2.7" in text
    assert "<script>" not in text
    (_, (action, token)) = forms(answer)
    assert ask(control, action, session, {"token": "another"}).status == 403
    assert store.knows("192.0.2.7", "pinned.test", settings.exceptions)
    assert ask(control, action, session, {"token": token}).status == 303
    assert not store.knows("192.0.2.7", "pinned.test", settings.exceptions)
    assert store.knows("192.0.2.7", HOSTILE, settings.exceptions)
    assert ask(control, action, session, {"token": token}).status == 404
    store.close()


def test_makes_no_file_by_looking_and_says_where_nothing_is_learned(pages, tmp_path):
    control, session, _ = pages(learn=True)
    assert "No client refused" in ask(control, "/grants", session).body.decode()
    other, session, _ = pages()
    assert "Nothing is learned" in ask(other, "/grants", session).body.decode()
    assert not path_of(tmp_path).exists()
