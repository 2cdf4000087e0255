"""measuring.py: one record for each text and method, once."""

import pytest

from guardian_core.errors import LlmUnavailableError
from guardian_core.evaluation.anonymization.attacker import Attacker, Author
from guardian_core.evaluation.anonymization.baselines import gold_tags, keep_all
from guardian_core.evaluation.anonymization.methods import Tools
from guardian_core.evaluation.anonymization.run import Pace
from guardian_core.evaluation.anonymization.samples import Gold, Output, Sample
from guardian_core.evaluation.tables.measuring import Judges, measure_all, ready, record
from guardian_core.evaluation.tables.results import Results
from tests.evaluation.asking import asked
from tests.llm.scripted import Server, says

SAMPLE = Sample(
    "synthpai", "f", "ann", "Ann Quill lives in Leeds.", (Gold(0, 9, "name", "DIRECT", "e1"), Gold(19, 24, "city", None))
)
ABOUT = ("r1", 42, "m")


def test_numbers_by_hand():
    """Of {ann, quill, lives, in, leeds} three words stay and one tag is new: 3/6; ROUGE-L 2·3/(5+4)."""
    found = record(SAMPLE, Output("[NAME] lives in Leeds.", calls=2, level=3, start=1), 0.25, Judges(), ABOUT)
    assert (found.utility, found.rouge_l, found.ms) == (3 / 6, pytest.approx(6 / 9), 250.0)
    assert [span.exact for span in found.spans] == [False, True]
    assert [(span.identifier, span.entity, span.words) for span in found.spans] == [("DIRECT", "e1", 2), (None, None, 1)]
    assert (found.calls, found.level, found.start, found.guess, found.attacked) == (2, 3, 1, None, {})


def test_measures_once(tmp_path):
    results = Results(tmp_path / "r.jsonl", {"run": "r1"})
    made = {"keep-all": keep_all, "gold-tags": gold_tags}
    told = []
    measure_all([SAMPLE], made, results, 42, Judges(), Pace(1, told.append))
    assert [(one.method, one.privacy) for one in results.records] == [("keep-all", 0.0), ("gold-tags", 1.0)]

    def refuses(_):
        raise AssertionError

    again = Results(tmp_path / "r.jsonl", {"run": "r1"})
    measure_all([SAMPLE], dict.fromkeys(made, refuses), again, 42, Judges(), Pace(1, told.append))
    assert len(again.records) == 2
    measure_all([SAMPLE], {"keep-all": keep_all}, again, 43, Judges(), Pace(1, told.append))
    assert len(again.records) == 3
    assert told[-1].startswith("synthpai: 1 of 1")


def test_what_was_measured_before_the_model_went_away_is_kept(tmp_path):
    results = Results(tmp_path / "r.jsonl", {"run": "r1"})

    def gone(sample):
        if sample.text == SAMPLE.text:
            raise LlmUnavailableError("is gone", "unreachable")
        return Output(sample.text)

    with pytest.raises(LlmUnavailableError):
        measure_all([SAMPLE], {"keep-all": keep_all, "has": gone}, results, 42, Judges(), Pace())
    assert [one.method for one in Results(tmp_path / "r.jsonl", {"run": "r1"}).records] == ["keep-all"]


def test_the_trained_attacker_is_asked_about_the_author():
    known = {"ann": Author("ann", (), {"sex": "female"})}
    attacker = Attacker(
        [Author("b", ("my husband in Leeds",), {"sex": "female"}), Author("c", ("beer at the pub",), {"sex": "male"})]
    )
    found = record(SAMPLE, Output("beer at the pub"), 0.1, Judges(authors=known, attacker=attacker), ABOUT)
    assert found.attacked == {"sex": (True, False)}


def test_the_same_guesser_attacks_every_method():
    guess = {"field": "city", "guess": "Leeds", "confidence": 0.8, "reasoning": ""}
    ghost = guess | {"guess": "Paris", "confidence": 0.9}
    with Server(says({"guesses": [guess, ghost], "max_confidence": 0.9})) as server:
        judges = Judges(llm=asked(server.url, None))
        assert record(SAMPLE, Output("a city"), 0.1, judges, ABOUT).guess == 0.8  # Paris is not in the original
    with Server(says("nonsense")) as server:
        assert record(SAMPLE, Output("a city"), 0.1, Judges(llm=asked(server.url, None)), ABOUT).guess is None


def test_raters_see_the_pair():
    rated = record(SAMPLE, Output("x"), 0.1, Judges(raters={"m": lambda original, output: (5, 1, len(output))}), ABOUT)
    assert rated.ratings == {"m": (5, 1, 1)}


def test_says_why_a_method_cannot_be_run():
    made, missing = ready(["keep-all", "staab"], Tools())
    assert list(made) == ["keep-all"]
    assert "--model URL" in missing["staab"]
