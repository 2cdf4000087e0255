"""rating.py: a model's marks."""

import pytest

from guardian_core.evaluation.tables.rating import NO_MARKS, rater, read_marks
from tests.evaluation.asking import asked
from tests.llm.scripted import Server, says


def test_reads_three_marks():
    with Server(says({"privacy": 4, "utility": 3, "fluency": 5})) as server:
        assert rater(asked(server.url, None))("Ann", "[NAME]") == (4, 3, 5)
        shown = server.asked[0]["messages"][-1]["content"]
    assert '"original": "Ann"' in shown
    assert "method" not in shown


def test_an_answer_of_no_use_is_no_mark():
    with Server(says("nice")) as server:
        assert rater(asked(server.url, None))("Ann", "x") == NO_MARKS
        assert server.calls == 2


@pytest.mark.parametrize("answer", [{}, {"privacy": 6, "utility": 1, "fluency": 1}, {"privacy": "5", "utility": 1, "fluency": 1}])
def test_marks_are_from_one_to_five(answer):
    with pytest.raises(ValueError, match="three marks"):
        read_marks(answer)
