"""The span model itself."""

import itertools
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.detect import spanmodel
from guardian_core.detect.spanmodel import FILES, MODELS, SpanModel
from guardian_core.errors import ModelError
from guardian_core.vocabulary import Entity


@pytest.fixture(scope="module")
def model() -> SpanModel:
    return SpanModel()


def found(model, text, entity):
    return [text[s.start : s.end] for s in model.spans([text])[0] if s.entity is entity]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Hi \U0001f600\U0001f600 I'm Dana Quill", "Dana Quill"),
        ("My name is Zoë Lindqvist-Okafor, thanks.", "Zoë Lindqvist-Okafor"),
        ("hi, i'm dana quill and i need help", "dana quill"),
        ("Patient John Smith was seen.", "John Smith"),
        ('{"customer": {"name": "Mira Okafor"}, "n": 3}', "Mira Okafor"),
        ("id;name;city\n1;Mira Okafor;Leeds", "Mira Okafor"),
        ("Меня зовут Мария Орлова.", "Мария Орлова"),
        ("Ask Hope Marsh about it", "Hope Marsh"),
    ],
)
def test_finds_people(model, text, name):
    assert found(model, text, Entity.PERSON) == [name]


@pytest.mark.parametrize(
    ("text", "entity", "what"),
    [
        ("She works for Copperfield Logistics Ltd in Porto.", Entity.ORGANIZATION, "Copperfield Logistics Ltd"),
        ("The appeal was heard by the Leeds Magistrates' Court.", Entity.ORGANIZATION, "Leeds Magistrates' Court"),
        ("She works for Copperfield Logistics Ltd in Porto.", Entity.PLACE, "Porto"),
        ("I moved from Aarhus last year.", Entity.PLACE, "Aarhus"),
        ("He was arrested on 14 March 1997 at home.", Entity.DATE, "14 March 1997"),
        ("He is a Norwegian national.", Entity.DEMOGRAPHIC, "Norwegian"),
        ("My brother works as an electrician.", Entity.DEMOGRAPHIC, "electrician"),
        ("The case originated in an application (no. 48133/07).", Entity.CODE, "48133/07"),
        ("She was ordered to pay 12,500 euros.", Entity.QUANTITY, "12,500 euros"),
    ],
)
def test_finds_what_tells_who_somebody_is(model, text, entity, what):
    assert found(model, text, entity) == [what]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\U0001f600",
        "\ud83d",
        "Sort a list in Python and return it.",
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit.",
        "def parse(self, token: str) -> Node:\n    return self.nodes[token]",
        "Add to Cart | Sign in | Privacy Policy | Terms of Service",
        "aGVsbG8gd29ybGQgdGhpcyBpcyBub3RoaW5n",
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
        '{"type": "object", "properties": {"enabled": {"type": "boolean"}}}',
        "You are a helpful assistant. Use the tools when needed.",
    ],
)
def test_finds_nothing_where_nothing_is(model, text):
    assert model.spans([text]) == [[]]


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=80))
def test_gives_disjoint_spans_that_lie_in_the_text(model, text):
    spans = model.spans([text])[0]
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(one.end <= two.start for one, two in itertools.pairwise(spans))
    assert all(any(c.isalnum() for c in text[span.start : span.end]) for span in spans)


@settings(deadline=None, max_examples=30)
@given(st.text(st.characters(categories=["Mn", "So", "Cf", "Zs"]), max_size=6))
def test_counts_code_points_whatever_stands_before(model, before):
    text = f"{before}. My name is Dana Quill, hello."
    assert "Dana Quill" in [text[s.start : s.end] for s in model.spans([text])[0]]


def test_finds_a_name_wherever_a_long_text_is_cut(model):
    for words in range(150, 190, 4):
        text = "the meeting was long and " * (words // 5) + "then Dana Quill spoke " + "and it went on " * 40
        assert found(model, text, Entity.PERSON) == ["Dana Quill"]


def test_takes_time_that_grows_with_the_text():
    def seconds(times):
        text = "The committee met again and nothing was decided. " * times
        start = time.thread_time()
        SpanModel.spans(fresh, [text])
        return time.thread_time() - start

    fresh = SpanModel()
    seconds(20)
    short, long = min(seconds(40), seconds(41)), seconds(320)
    assert long < 8 * short * 2.5


def test_reads_a_text_alike_alone_and_among_others(model):
    texts = ["I am Dana Quill", "ask Mira Okafor in Paris", "nothing here"]
    assert SpanModel().spans(texts) == [SpanModel().spans([text])[0] for text in texts]


def test_can_be_asked_by_several_threads_at_once():
    fresh = SpanModel()
    with ThreadPoolExecutor(4) as pool:
        assert all(len(spans[0]) == 1 for spans in pool.map(lambda n: fresh.spans([f"I am Dana Quill{n % 3 * '!'}"]), range(12)))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("broken", [False, True], ids=["missing", "broken"])
def test_says_what_to_do_where_a_file_is_missing_or_broken(tmp_path, name, broken):
    for file in FILES:
        (tmp_path / file).symlink_to(MODELS / "spans" / file) if file != name else None
    if broken:
        (tmp_path / name).write_bytes(b"{")
    with pytest.raises(ModelError, match=r"install the package again.*detect\.names = false"):
        SpanModel(tmp_path).spans(["I am Dana Quill"])
    shutil.rmtree(tmp_path)


def test_maps_the_vectors_as_they_lie_in_their_file(tmp_path):
    path = MODELS / "spans" / "vectors.npz"
    with np.load(path) as file:
        rows, scales = file["rows"], file["scales"]
    mapped = spanmodel._mapped(path, "rows.npy")
    assert mapped.dtype == rows.dtype
    assert np.array_equal(mapped, rows)
    np.savez_compressed(tmp_path / "packed.npz", rows=rows[:3], scales=scales[:3])
    with pytest.raises(ValueError, match="compressed"):
        spanmodel._mapped(tmp_path / "packed.npz", "rows.npy")
    np.savez(tmp_path / "columns.npz", rows=np.asfortranarray(rows[:3]))
    assert np.array_equal(spanmodel._mapped(tmp_path / "columns.npz", "rows.npy"), rows[:3])


def test_fits_in_the_repository():
    assert sum((MODELS / "spans" / file).stat().st_size for file in FILES) < 40_000_000


def test_reports_to_nobody(tmp_path):
    script = "from guardian_core.detect.spanmodel import SpanModel; print(len(SpanModel().spans(['I am Dana Quill'])[0]))"
    quiet = {"CI", "ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS", "XDG_CACHE_HOME"}  # each would hide what users get
    environment = {name: value for name, value in os.environ.items() if name not in quiet} | {"HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"
    assert list(tmp_path.rglob("*")) == []  # no device id, no queue of events
