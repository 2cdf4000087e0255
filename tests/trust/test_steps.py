"""Steps say what a person would type, and say in one line what went wrong."""

import subprocess
import sys

import pytest

from guardian_core.errors import TrustError
from guardian_core.trust import steps


def test_shows_what_it_runs(tmp_path):
    step = steps.command("touch", tmp_path / "a file")
    assert step.shown == f"touch '{tmp_path}/a file'"
    assert not (tmp_path / "a file").exists()
    step.do()
    assert (tmp_path / "a file").exists()


def test_shows_a_file_as_a_command_that_writes_the_same(tmp_path):
    text = 'export A="b c"\n# $HOME\n'
    step = steps.write(tmp_path / "new folder" / "by us", text)
    step.do()
    assert (tmp_path / "new folder" / "by us").read_text() == text
    shown = step.shown.replace("by us", "by hand")
    subprocess.run(["sh", "-c", shown], check=True)
    assert (tmp_path / "new folder" / "by hand").read_text() == text
    assert sorted(path.name for path in (tmp_path / "new folder").iterdir()) == ["by hand", "by us"]


def test_asks_for_rights_only_where_they_are_missing(monkeypatch):
    monkeypatch.setattr(steps, "needs_sudo", lambda: True)
    assert steps.command("true", as_root=True).shown == "sudo true"
    assert steps.command("true").shown == "true"
    monkeypatch.setattr(steps, "needs_sudo", lambda: False)
    assert steps.command("true", as_root=True).shown == "true"


def test_says_the_last_line_of_a_program_that_fails():
    code = "import sys; print('first', file=sys.stderr); print('no rights', file=sys.stderr); sys.exit(3)"
    with pytest.raises(TrustError, match=r"failed \(no rights\)$"):
        steps.run([sys.executable, "-c", code])
    with pytest.raises(TrustError, match=r"failed \(status 1\)$"):
        steps.run(["false"])
    assert steps.output(["false"]) is None


def test_says_how_to_get_a_program():
    with pytest.raises(TrustError, match=r"^no-such-program is not installed$"):
        steps.run(["no-such-program"])
    assert steps.missing("certutil", {"dnf": "/bin/dnf"}.get) == "certutil is not installed: dnf install nss-tools"
    assert steps.missing("certutil", {}.get) == "certutil is not installed"
    assert steps.output(["no-such-program"]) is None


def test_says_that_a_file_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(TrustError, match=r"cannot write .*file/below: Not a directory|File exists"):
        steps.write(tmp_path / "file" / "below", "text").do()
