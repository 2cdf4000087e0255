"""llama.cpp as a child: when it is ready, why it is not, and that nothing of it is left. The real one: make test-llm."""

import asyncio
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from guardian_core.errors import ModelError, NotInstalledError
from guardian_core.llm import engine
from guardian_core.llm.engine import Engine, Serving, failure, program
from guardian_core.ports import answers
from tests.llm import engines
from tests.processes import stop

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the stand-in is a script")


@pytest.fixture
def serving(tmp_path):
    """What to serve, where the file says how it goes."""

    def make(kind=b"good", **extra):
        file = tmp_path / "m.gguf"
        file.write_bytes(b"GGUF" + kind)
        return Serving(file, "m", 1, 3, 512, slots=2, program=str(engines.program(tmp_path)), **extra)

    return make


def alive(port):
    """Whether anybody listens there."""
    return answers("127.0.0.1", port, seconds=1)


async def gone(port):
    for _ in range(100):
        if not alive(port):
            return True
        await asyncio.sleep(0.05)
    return False


async def test_is_ready_when_it_answers_and_leaves_nothing(serving):
    running = await Engine.start(serving())
    assert alive(running.port)
    assert running.key not in repr(running)
    await running.stop()
    assert await gone(running.port)


async def test_says_why_a_file_cannot_be_loaded(serving):
    with pytest.raises(ModelError, match=r"m\.gguf cannot be loaded by llama\.cpp: it is bent; is it a whole GGUF file"):
        await Engine.start(serving(b"bad"))


async def test_says_that_memory_was_short(serving):
    with pytest.raises(ModelError, match=r"was killed, as a machine short of memory does: choose a smaller model"):
        await Engine.start(serving(b"large"))


async def test_can_be_ended_while_it_loads(serving):
    loading = asyncio.create_task(Engine.start(serving(b"slow")))
    await asyncio.sleep(1)
    started = time.monotonic()
    loading.cancel()
    with suppress(asyncio.CancelledError):
        await loading
    assert time.monotonic() - started < engine.PATIENCE


async def test_says_when_it_ends_by_itself(serving):
    running = await Engine.start(serving())
    _, writer = await asyncio.open_connection("127.0.0.1", running.port)
    writer.write(b'POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n"die"')
    assert "was killed" in str(await running.ended())
    await running.stop()
    writer.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells")
async def test_ends_with_who_started_it(serving):
    """Killed, one can tidy up nothing: here the child's input ends, and the child sees to the rest."""
    running = await Engine.start(serving())
    stop(running._process.pid)
    running._process.stdin.close()
    os.kill(running._process.pid, signal.SIGCONT)
    assert await gone(running.port)
    await running.stop()


@pytest.mark.parametrize(
    ("status", "messages", "said"),
    [
        (-9, "", "llama.cpp was killed, as a machine short of memory does"),
        (128 + 9, "", "llama.cpp was killed, as a machine short of memory does"),
        (-4, "", "llama.cpp needs a newer processor than this one"),
        (1, "E x: failed to allocate CPU buffer of size 9", "too little memory for m.gguf with 2 × 512 tokens"),
        (1, "E x: error loading model: tensor 'a' data is not within the file bounds", "loaded by llama.cpp: tensor 'a' data"),
        (127, "p: error while loading shared libraries: libx.so: no such file", "error while loading shared libraries: libx.so"),
        (3, "all is well", "(exit status 3); is it a whole GGUF file"),
    ],
)  # fmt: skip
def test_names_the_cause(status, messages, said):
    assert said in failure(Serving(Path("m.gguf"), "m", 1, 1, 512, 2), status, messages)


def test_finds_a_program(tmp_path, monkeypatch):
    own = engines.program(tmp_path)
    assert program(own) == str(own)
    monkeypatch.setattr(engine, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program() == str(own)
    assert engine.installed()
    monkeypatch.setattr(engine, "find_spec", lambda name: name)
    assert program() is None


def test_says_how_to_get_one(tmp_path, monkeypatch):
    monkeypatch.setattr(engine, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not engine.installed()
    with pytest.raises(NotInstalledError, match=r"pip install 'guardianagent\[llm\]', or put a llama-server on the PATH"):
        program()
    with pytest.raises(NotInstalledError, match="there is no program /nowhere/llama-server"):
        program(Path("/nowhere/llama-server"))
