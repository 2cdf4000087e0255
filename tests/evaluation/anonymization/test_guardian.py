"""guardian.py: our levels, and which model reads which document."""

import json

import pytest

from guardian_core.errors import DataError
from guardian_core.evaluation.anonymization import guardian
from guardian_core.evaluation.anonymization.guardian import held_out, method
from guardian_core.rewrite import Rewriter
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Level


@pytest.fixture
def folds(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    plan = {"folds": [{"model": "a", "documents": ["d1", "d2"]}, {"model": "b", "documents": ["d3"]}]}
    (tmp_path / "folds.json").write_text(json.dumps(plan))
    return tmp_path


def test_rewrites_as_the_product_does(sample):
    output = method(Level.TAGS, None)(sample("Mr Erdal Yilmaz met Ann Quill; Yilmaz wrote to erdal@example.com."))
    assert output.text == "[PERSON_1] met [PERSON_2]; [PERSON_1] wrote to [EMAIL_1]."
    assert len(output.found) == 4
    assert [output.text[start:end] for start, end in output.written] == ["[PERSON_1]", "[PERSON_2]", "[PERSON_1]", "[EMAIL_1]"]


def test_knows_who_never_saw_a_document(folds):
    assert held_out(folds) == {"d1": folds / "a", "d2": folds / "a", "d3": folds / "b"}


def test_reads_each_document_with_the_model_that_never_saw_it(folds, sample, monkeypatch):
    asked = []

    class Asked(Rewriter):
        def text(self, text, level, also=()):
            asked.append(self.folder)
            return super().text(text, level, also)

    def rewriter(folder):
        made = Asked.unhurried(DetectSettings(names=False), guardian.KEY)
        made.folder = folder
        return made

    monkeypatch.setattr(guardian, "_rewriter", rewriter)
    rewrite = method(Level.TAGS, folds)
    for document in ("d3", "d1", "d2"):
        rewrite(sample("Ann Quill rang", document=document))
    assert asked == [folds / "b", folds / "a", folds / "a"]


def test_refuses_a_document_that_every_fold_saw(folds, sample, monkeypatch):
    monkeypatch.setattr(guardian, "_rewriter", lambda _: Rewriter.unhurried(DetectSettings(names=False), guardian.KEY))
    with pytest.raises(DataError, match=r"no fold of .* was trained without document d9"):
        method(Level.TAGS, folds)(sample("Ann", document="d9"))


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "folds.json: --models takes a folder of models of folds"),
        ("[]", "is not of the form"),
        ('{"folds": [{"model": "zz", "documents": []}]}', "names a model that is not there"),
    ],
)
def test_says_what_is_wrong_with_the_folder(tmp_path, content, complaint):
    if content is not None:
        (tmp_path / "folds.json").write_text(content)
    with pytest.raises(DataError, match=complaint):
        held_out(tmp_path)
