"""guardian bench system1."""

import json

from guardian_core.evaluation.system1_teacher import evidence_of
from guardian_core.training.pairs import Judged, Kind, Pair, behaviour
from guardian_core.vocabulary import Act, Category, PolicyState, Purpose, Recipient, Statement
from tests.training.test_policy_data import COLLECT, corpus


def test_shows_pairs(guardian, tmp_path):
    result = guardian("bench", "system1", "--data", corpus(tmp_path), "--show", 2)
    assert result.exit_code == 0, result.output
    assert COLLECT in result.stdout
    assert "compliant: covered and permitted" in result.stdout


def test_prints_rows_as_json(as_json, tmp_path):
    rows = as_json("bench", "system1", "--data", corpus(tmp_path), "--show", 3)["rows"]
    assert len(rows) == 3


def test_refuses_a_folder_without_the_corpus(refused, tmp_path):
    assert "opp115/annotations" in refused("bench", "system1", "--data", tmp_path)


def test_refuses_a_teacher_without_lessons(refused, tmp_path):
    assert "--online" in refused("bench", "system1", "--data", corpus(tmp_path), "--model", "http://127.0.0.1:9/v1")


def test_says_that_the_teacher_does_not_answer(guardian, tmp_path):
    result = guardian("bench", "system1", "--data", corpus(tmp_path), "--online", "--model", "http://127.0.0.1:9/v1")
    assert result.exit_code != 0
    assert "127.0.0.1:9" in result.output


def test_shows_a_teacher_the_sentence_and_what_was_read_from_it():
    said = Statement(text="We share e-mails.", acts=frozenset({Act.SHARING}), categories=frozenset({Category.EMAIL}))
    action = behaviour(Act.SHARING, Category.EMAIL, Recipient.ADVERTISING, Purpose.MARKETING)
    evidence = evidence_of(Pair(action, Judged("p.example", said, said, said), Kind.COVERED))
    assert evidence.state is PolicyState.KNOWN
    assert [one.statement for one in evidence.statements] == [said]
    assert json.loads(evidence.model_dump_json())["length"] == len(said.text)
