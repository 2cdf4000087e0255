"""The child itself: what it is told, what it tells the program, and its end."""

import json
import os
import subprocess
import sys
from http.client import HTTPConnection
from importlib.util import find_spec

import pytest

from guardian_core.ports import answers
from tests.llm import engines

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the stand-in is a script")


def start(file, program):
    process = subprocess.Popen(
        [sys.executable, "-m", "guardian_core.llm.engine_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    wanted = {"file": str(file), "name": "m", "threads": 3, "context": 512, "slots": 2, "program": program, "key": "k" * 20}
    process.stdin.write(json.dumps(wanted).encode() + b"\n")
    process.stdin.flush()
    return process


def test_tells_the_program_what_to_serve(tmp_path):
    file = tmp_path / "m.gguf"
    file.write_bytes(b"GGUFgood")
    with start(file, str(engines.program(tmp_path))) as process:
        port = json.loads(process.stdout.readline())["port"]
        connection = HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/v1/models", headers={"Authorization": "Bearer " + "k" * 20})
        options = json.loads(connection.getresponse().read())["options"]
        connection.close()
        process.stdin.close()
        process.wait(10)
        assert not answers("127.0.0.1", port, seconds=1), "the program has ended, too"
    told = dict(zip(options[::2], options[1::2], strict=True))
    assert told == {
        "-m": str(file), "-a": "m", "--host": "127.0.0.1", "--port": str(port), "-np": "2", "-c": "1024", "-t": "3",
    }  # fmt: skip
    assert "k" * 20 not in options, "others can read them"


@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="the extra llm is not installed (make test-llm)")
def test_fails_for_what_is_no_model(tmp_path):
    file = tmp_path / "m.gguf"
    file.write_bytes(b"GGUF" + bytes(1_000))
    with start(file, None) as process:
        assert process.stdout.readline() == b""
        assert process.wait(60) == 1
        process.stdin.close()
