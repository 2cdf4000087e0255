"""The protocol of Table 19 on a made-up corpus: events, labels, cap, updates."""

from guardian_core.evaluation import system1_report
from guardian_core.evaluation.system1_online import PER_UPDATE, bootstrapped, by_annotators, run
from guardian_core.matching.updating import PER_OWNER
from guardian_core.training.pairs import Judged, Kind, Pair, behaviour
from guardian_core.vocabulary import Act, Category, Purpose, Recipient, Statement
from tests.training.test_policy_data import corpus

ACTION = behaviour(Act.SHARING, Category.EMAIL, Recipient.ANALYTICS, Purpose.ANALYTICS)
UNSURE = Statement(
    text="", acts=frozenset({Act.SHARING, Act.COLLECTION}), categories=frozenset({Category.EMAIL}), choice=True,
    recipients=frozenset({Recipient.UNKNOWN_THIRD_PARTY}), purposes=frozenset({Purpose.SECURITY}),
)  # fmt: skip
EMPTY = Statement(text="")


def pairs(count, statement, kind):
    return [Pair(ACTION, Judged(f"p{number % 3}.example", statement, statement, statement), kind) for number in range(count)]


def test_streams_sixteen_policies_and_tests_on_eight_others(tmp_path):
    rows = run(corpus(tmp_path, count=24))
    assert {row["fields"] for row in rows} == {"predicted", "gold"}
    first = rows[0]
    assert (first["events"], first["labels"], first["published_accuracy"]) == (0, 0, 0.92)
    printed = system1_report.render_online(rows)
    assert "0.920 / 3.75%" in printed


def test_asks_the_teacher_only_where_system_1_is_unsure():
    asked = []

    def teacher(pair):
        asked.append(pair)
        return by_annotators(pair)

    stream = pairs(40, EMPTY, Kind.ABSENT)
    rows = list(bootstrapped(stream, stream[:4], "gold", teacher, "test"))
    assert rows[-1]["labels"] == len(asked)
    assert len(asked) in {0, 40}


def test_counts_no_more_labels_of_one_policy_than_the_cap():
    stream = pairs(PER_UPDATE, UNSURE, Kind.CHOICE)
    rows = list(bootstrapped(stream, stream[:4], "gold", by_annotators, "test"))
    assert rows[-1]["labels_in_force"] <= 3 * PER_OWNER
    assert rows[-1]["events"] == PER_UPDATE


def test_takes_no_answer_for_no_label():
    stream = pairs(30, UNSURE, Kind.CHOICE)
    rows = list(bootstrapped(stream, stream[:4], "gold", lambda _: None, "test"))
    assert rows[-1]["labels"] == 0
    assert rows[-1]["accuracy"] == rows[0]["accuracy"]


def test_has_nothing_to_say_without_the_corpus(tmp_path):
    assert run(tmp_path) == []
