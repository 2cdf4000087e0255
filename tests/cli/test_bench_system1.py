"""guardian bench system1."""

import json

from guardian_core.evaluation.system1_teacher import LanguageModel, evidence_of
from guardian_core.training.pairs import Judged, Kind, Pair, behaviour
from guardian_core.vocabulary import Act, Category, PolicyState, Purpose, Recipient, Statement
from tests.llm.scripted import Server, says
from tests.training.test_policy_data import COLLECT, corpus

LIKELY = {"rationale": "The sentence names others.", "evidence_ids": ["S1"], "violation_likelihood": 0.9}
SAID = Statement(text="We share e-mails.", acts=frozenset({Act.SHARING}), categories=frozenset({Category.EMAIL}))
ACTION = behaviour(Act.SHARING, Category.EMAIL, Recipient.ADVERTISING, Purpose.MARKETING)
PAIR = Pair(ACTION, Judged("p.example", SAID, SAID, SAID), Kind.COVERED)


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
    evidence = evidence_of(PAIR)
    assert evidence.state is PolicyState.KNOWN
    assert [one.statement for one in evidence.statements] == [SAID]
    assert json.loads(evidence.model_dump_json())["length"] == len(SAID.text)


def test_takes_a_language_model_for_the_teacher(as_json, guardian, tmp_path):
    data = corpus(tmp_path, count=24)
    with Server(says({"ok": True}), says(LIKELY)) as server:
        asked = ("bench", "system1", "--data", data, "--online", "--model", server.url, "--questions", 2)
        rows = as_json(*asked)["rows"]
        assert {row["teacher"] for row in rows} == {"scripted"}
        assert rows[-1]["asked"] == rows[-1]["usable"] == server.calls - 1  # one to see how it answers
        assert "usable answers" in guardian(*asked).stdout


def test_asks_the_model_about_the_pair_no_more_often_than_it_may():
    with Server(says({"ok": True}), says(LIKELY)) as server, LanguageModel(server.url, 2) as teacher:
        assert [teacher(PAIR) for _ in range(3)] == [0.9, 0.9, None]
        assert (teacher.asked, teacher.used, server.calls) == (2, 2, 3)
        sent = json.loads(server.asked[-1]["messages"][-1]["content"])
        assert sent["action"]["data"] == ["Email"]
        assert sent["policy"][0]["quotation"] == "We share e-mails."


def test_takes_no_useless_answer_for_a_label():
    with Server(says({"ok": True}), says("Certainly! It is fine.")) as server, LanguageModel(server.url) as teacher:
        assert teacher(PAIR) is None
        assert (teacher.asked, teacher.used) == (1, 0)


def test_refuses_questions_without_a_model(refused, tmp_path):
    assert "--model" in refused("bench", "system1", "--data", corpus(tmp_path), "--questions", 3)
