"""The linear classifier: its terms, its file, and when it does not judge."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from guardian_core.errors import ModelError
from policy_cache.classifier import NEGATED, Classifier, shipped, terms


def tiny() -> Classifier:
    """Says "a" for the word mail; "b" only where the lexicon does."""
    return Classifier(
        labels=("a", "b"),
        index={"mail": 0, "we": 1, "=b": 2},
        idf=np.ones(3, dtype=np.float32),
        weights=np.array([[2.0, 0.0], [0.0, 0.0], [0.0, 1.0]], dtype=np.float32),
        bias=np.zeros(2, dtype=np.float32),
        thresholds=np.array([[1.0, 0.1]] * 2, dtype=np.float32),
    )


def test_describes_words_heading_and_lexicon_apart() -> None:
    body, heading, lexicon, denied = terms("We keep we", "Data", ["flag:retention"])
    assert set(body) == {"we", "keep", "we keep", "keep we"}
    assert body["we"] > body["keep"]
    assert (set(heading), set(lexicon), denied) == ({"#data"}, {"=flag:retention"}, {})


def test_orders_the_labels_of_the_lexicon() -> None:
    assert list(terms("", "", {"c", "a", "b"})[2]) == ["=a", "=b", "=c"]  # or training would end elsewhere each time


def test_knows_which_words_a_denial_covers() -> None:
    assert set(terms("We share data. We don't ever sell, rent or trade your records.", "", ())[3]) == {
        "!ever", "!sell", "!rent", "!or", "!trade",
    }  # fmt: skip


def test_asks_for_a_denial_only_beside_a_word_of_denial() -> None:
    model = replace(tiny(), labels=("a", NEGATED), thresholds=np.zeros((2, 2), dtype=np.float32), bias=np.ones(2, dtype=np.float32))
    assert NEGATED not in (model.said("we mail", "", frozenset(), several=False) or set())
    assert NEGATED in (model.said("we not mail", "", frozenset(), several=False) or set())


def test_weighs_both_sources() -> None:
    assert tiny().said("mail", "", frozenset(), several=False) == {"a"}
    assert tiny().said("mail", "", frozenset({"b", "untrained"}), several=False) == {"a", "b", "untrained"}


def test_leaves_words_of_another_language_alone() -> None:
    assert tiny().said("wir verkaufen nichts", "", frozenset(), several=False) is None


def test_reads_what_it_wrote(tmp_path: Path) -> None:
    tiny().save(tmp_path / "model.npz")
    again = Classifier.load(tmp_path / "model.npz")
    assert again.labels == ("a", "b")
    assert np.array_equal(again.weights, tiny().weights)
    assert again.index == tiny().index


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not a zip"], ids=["empty", "broken"])
def test_names_a_broken_file(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "model.npz").write_bytes(content)
    with pytest.raises(ModelError, match="missing or broken"):
        Classifier.load(tmp_path / "model.npz")


def test_ships_ten_practices_in_less_than_two_megabytes() -> None:
    assert sum(label.startswith("practice:") for label in shipped().labels) == 10
    assert (Path(__file__).parents[2] / "policy_cache/models/opp115.npz").stat().st_size < 2_000_000
