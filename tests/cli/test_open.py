"""guardian open."""

import stat
import webbrowser

from guardian_core.control import Doors

LINK = "https://guardian.invalid/login?token="


def test_prints_a_link_that_lets_in_once(guardian, home):
    said = guardian("open").output
    (link,) = [line for line in said.splitlines() if line.startswith(LINK)]
    assert "guardian run" in said  # none runs
    doors = Doors(home)
    assert doors.enter(link.removeprefix(LINK)) is not None
    assert doors.enter(link.removeprefix(LINK)) is None
    doors.close()


def test_every_link_is_another(as_json):
    assert as_json("open")["url"] != as_json("open")["url"]


def test_opens_a_browser_on_a_file_that_only_its_owner_can_read(guardian, home, monkeypatch, tmp_path):
    """Everybody on the machine may read the arguments of a program, so the link is not among them."""
    told = tmp_path / "told"
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\nprintf %s "$1" > {told}\n')
    script.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(script))
    monkeypatch.setattr(webbrowser, "_tryorder", None)
    from guardian_core.cli.open import _opened

    home.mkdir()
    file = home / "control-open.html"
    assert _opened(file, f"{LINK}secret")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert f"url={LINK}secret" in file.read_text()
    assert told.read_text() == file.as_uri()
    assert "secret" not in told.read_text()


def test_does_not_follow_a_file_that_was_put_in_its_way(home, tmp_path, monkeypatch):
    from guardian_core.cli.open import _opened

    monkeypatch.setenv("BROWSER", "true")
    monkeypatch.setattr(webbrowser, "_tryorder", None)
    home.mkdir()
    target = tmp_path / "other"
    (home / "control-open.html").symlink_to(target)
    _opened(home / "control-open.html", f"{LINK}secret")
    assert not target.exists()


def test_says_that_there_is_no_page(guardian, tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_text("[control]\nenabled = false\n")
    result = guardian("open", "--config", path)
    assert result.exit_code == 1
    assert "switched off" in result.stderr
