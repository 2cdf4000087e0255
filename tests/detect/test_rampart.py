"""The names model itself."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from guardian_core.detect.rampart import MODELS, Rampart
from guardian_core.errors import ModelError
from guardian_core.vocabulary import Entity


@pytest.fixture(scope="module")
def model() -> Rampart:
    return Rampart()


def named(model, text, entity=Entity.PERSON):
    return [text[s.start : s.end] for s in model.spans([text])[0] if s.entity is entity]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Hi \U0001f600\U0001f600 I'm Dana Quill", "Dana Quill"),
        ("My name is Zoë Lindqvist-Okafor, thanks.", "Zoë Lindqvist-Okafor"),
        ("dana quill", "dana quill"),
        ("Patient John Smith was seen.", "John Smith"),
    ],
)
def test_finds_people(model, text, name):
    assert named(model, text) == [name]


def test_finds_places_addresses_and_organisations(model):
    text = "Please ship to Mira Okafor, 12 Rue de Rivoli, 75001 Paris. I work for Acme Corp in Berlin."
    assert named(model, text, Entity.ORGANIZATION) == ["Acme Corp"]
    assert named(model, text, Entity.PLACE) == ["Berlin"]
    assert named(model, text, Entity.ADDRESS)[0].startswith("12 Rue de Rivoli")


@pytest.mark.parametrize("text", ["", "   ", "\U0001f600", "Sort a list in Python and return it.", "\ud83d"])
def test_finds_nobody_where_nobody_is(model, text):
    assert model.spans([text]) == [[]]


def test_finds_a_name_wherever_a_long_text_is_cut(model):
    for words in range(120, 150, 3):
        text = "the meeting was long and " * (words // 5) + "then Dana Quill spoke " + "and it went on " * 30
        assert named(model, text) == ["Dana Quill"]


def test_reads_a_text_alike_alone_and_among_others(model):
    texts = ["I am Dana Quill", "ask Mira Okafor in Paris", "nothing here"]
    assert Rampart().spans(texts) == [Rampart().spans([text])[0] for text in texts]


def test_can_be_asked_by_several_threads_at_once():
    fresh = Rampart()
    with ThreadPoolExecutor(4) as pool:
        assert all(len(found[0]) == 1 for found in pool.map(lambda n: fresh.spans([f"I am Dana Quill{n % 3 * '!'}"]), range(12)))


def test_keeps_no_text_in_memory(model):
    model.spans(["I am Canary Lindqvist"])
    assert not any(b"Canary" in key for key in model._known)


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.onnx"])
@pytest.mark.parametrize("broken", [False, True], ids=["missing", "broken"])
def test_says_what_to_do_where_a_file_is_missing_or_broken(tmp_path, name, broken):
    for file in ("config.json", "tokenizer.json", "model.onnx"):
        (tmp_path / file).symlink_to(MODELS / "rampart" / file) if file != name else None
    if broken:
        (tmp_path / name).write_bytes(b"{")
    with pytest.raises(ModelError, match=r"install the package again.*detect\.names = false"):
        Rampart(tmp_path).spans(["I am Dana Quill"])
    shutil.rmtree(tmp_path)


def test_reports_to_nobody(tmp_path):
    script = "from guardian_core.detect.rampart import Rampart; print(len(Rampart().spans(['I am Dana Quill'])[0]))"
    quiet = {"CI", "ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS", "XDG_CACHE_HOME"}  # each would hide what users get
    environment = {name: value for name, value in os.environ.items() if name not in quiet} | {"HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"
    assert list(tmp_path.rglob("*")) == []  # no device id, no queue of events
