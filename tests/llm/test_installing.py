"""A model file is kept only if it is the one that was wanted."""

import hashlib
import resource
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from guardian_core.errors import ModelError
from guardian_core.llm.installing import QWEN, Part, expected, install, model_file
from guardian_core.model_settings import ModelSettings

CONTENT = bytes(range(256)) * 40
SHA = hashlib.sha256(CONTENT).hexdigest()


def quiet(_done, _size):
    pass


def giving(content, start=0):
    return lambda part, report: part.add(iter([content]), report, start=start)


def test_names_the_file_by_what_it_is(tmp_path):
    assert model_file(ModelSettings(), tmp_path) == tmp_path / "models" / f"{QWEN.name}.gguf"
    assert model_file(ModelSettings(sha256=SHA.upper()), tmp_path) == tmp_path / "models" / f"{SHA[:16]}.gguf"
    assert model_file(ModelSettings(file=tmp_path / "own.gguf"), tmp_path) == tmp_path / "own.gguf"
    assert expected(ModelSettings(sha256=SHA.upper())) == SHA


def test_installs_once(tmp_path):
    target = tmp_path / "models" / "m.gguf"
    assert install(target, giving(CONTENT), SHA, None, quiet)
    assert target.read_bytes() == CONTENT
    assert [path.name for path in target.parent.iterdir()] == ["m.gguf"]

    def never(_part, _report):
        pytest.fail("fetched again")

    assert not install(target, never, SHA, None, quiet)


def test_goes_on_from_what_is_there(tmp_path):
    target = tmp_path / "m.gguf"
    (tmp_path / "m.gguf.part").write_bytes(CONTENT[:100])
    seen = []
    install(target, lambda part, report: part.add(iter([CONTENT[100:]]), report), SHA, len(CONTENT), lambda *two: seen.append(two))
    assert target.read_bytes() == CONTENT
    assert seen == [(len(CONTENT), len(CONTENT))]


def test_fetches_nothing_where_all_is_there(tmp_path):
    (tmp_path / "m.gguf.part").write_bytes(CONTENT)
    install(tmp_path / "m.gguf", lambda *_: pytest.fail("fetched"), SHA, len(CONTENT), quiet)
    assert (tmp_path / "m.gguf").read_bytes() == CONTENT


def test_removes_what_is_another_file(tmp_path):
    with pytest.raises(ModelError, match=r"not the file wanted .*; it was removed\. .*--sha256"):
        install(tmp_path / "m.gguf", giving(b"x" + CONTENT[1:]), SHA, len(CONTENT), quiet)
    assert list(tmp_path.iterdir()) == []


def test_removes_what_is_too_long(tmp_path):
    with pytest.raises(ModelError, match=f"more than the {len(CONTENT)} bytes"):
        install(tmp_path / "m.gguf", giving(CONTENT + b"x"), SHA, len(CONTENT), quiet)
    assert list(tmp_path.iterdir()) == []


def test_leaves_another_file_of_that_name_alone(tmp_path):
    (tmp_path / "m.gguf").write_bytes(b"mine")
    with pytest.raises(ModelError, match="is another file than the one wanted; move it away"):
        install(tmp_path / "m.gguf", giving(CONTENT), SHA, None, quiet)
    assert (tmp_path / "m.gguf").read_bytes() == b"mine"


def test_looks_for_room_before_it_begins(tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda _: namedtuple("usage", "free")(5_000_000))
    with pytest.raises(
        ModelError, match=r"the disk is full: 1117 MB more are needed in .*, 5 MB are free; what was fetched is kept"
    ):
        install(tmp_path / "m.gguf", giving(CONTENT), QWEN.sha256, QWEN.size, quiet)


FILLS = """
import resource, signal, sys
from pathlib import Path
from guardian_core.llm.installing import install
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    install(Path(sys.argv[1]), lambda part, report: part.add(iter([b"x" * 1024] * 64), report), "0" * 64, None, lambda *_: None)
except Exception as error:
    print(type(error).__name__, error)
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="needs a limit of file size")
def test_says_that_the_disk_is_full_and_keeps_what_is_there(tmp_path):
    """A limit of file size stands for the full disk: the same call fails in the same place."""
    target = tmp_path / "m.gguf"
    ended = subprocess.run([sys.executable, "-c", FILLS, target], capture_output=True, text=True, check=True)
    assert ended.stdout.startswith("ModelError the disk is full: in ")
    assert "what was fetched is kept" in ended.stdout
    assert 0 < (tmp_path / "m.gguf.part").stat().st_size <= 4096


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a file system that nobody can write, /proc")
def test_says_where_it_cannot_write():
    with pytest.raises(ModelError, match="cannot use /proc/nowhere"):
        install(Path("/proc/nowhere/m.gguf"), giving(CONTENT), SHA, None, quiet)


def test_takes_off_what_a_part_was_cut_in(tmp_path):
    part = Part(tmp_path / "p", None)
    part.add(iter([b"whole", b"hal"]), quiet)
    part.add(iter([b"next"]), quiet, start=5)
    assert (tmp_path / "p").read_bytes() == b"wholenext"
