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


def labels(model: Classifier, text: str, *hits: str) -> frozenset[str]:
    said = model.said(text, "", frozenset(hits), several=False)
    assert said is not None
    return said.labels


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
    assert NEGATED not in labels(model, "we mail")
    assert NEGATED in labels(model, "we not mail")


def test_weighs_both_sources() -> None:
    assert labels(tiny(), "mail") == {"a"}
    assert labels(tiny(), "mail", "b", "untrained") == {"a", "b", "untrained"}


def test_says_how_likely_each_label_is() -> None:
    said = tiny().said("mail", "", frozenset(), several=False)
    assert said is not None
    assert said.chances == (("a", 0.73), ("b", 0.48))  # 1/(1+exp(-(2-1))), 1/(1+exp(-(0-0.1)))


def test_rounds_no_chance_up_to_said() -> None:
    model = replace(tiny(), thresholds=np.array([[2.001, 9.0]] * 2, dtype=np.float32))
    said = model.said("mail", "", frozenset(), several=False)
    assert said is not None
    assert (said.labels, said.chances) == (frozenset(), (("a", 0.49),))


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
