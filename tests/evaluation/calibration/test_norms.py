"""norms.py: the rules, by cases a person can check."""

import inspect

import pytest

from guardian_core.evaluation.calibration import norms
from guardian_core.evaluation.calibration.norms import HARM, Flow, Stance, flow, rate
from guardian_core.vocabulary import Basis, Category, Purpose, Recipient

C, R, P, B, S = Category, Recipient, Purpose, Basis, Stance


@pytest.mark.parametrize(
    ("case", "rating", "verdict"),
    [
        ((C.PHONE, R.FIRST_PARTY, P.FUNCTIONALITY, B.USER_INITIATED, S.PERMITS), 1, "allow"),  # 1 - 1 - 1, at least 1
        ((C.HEALTH, R.FIRST_PARTY, P.FUNCTIONALITY, B.USER_INITIATED, S.SILENT), 1, "allow"),  # a form filled in
        ((C.HEALTH, R.FIRST_PARTY, P.ANALYTICS, B.DEFAULT, S.SILENT), 3, "transform"),  # 2 + 1
        ((C.LANGUAGE, R.ANALYTICS, P.ANALYTICS, B.DEFAULT, S.PERMITS), 1, "allow"),  # 2 - 1 - 1, at least 1
        ((C.EMAIL, R.ADVERTISING, P.ADVERTISING, B.DEFAULT, S.PERMITS), 3, "transform"),  # 4 - 1
        ((C.CONTENT, R.ADVERTISING, P.ADVERTISING, B.DEFAULT, S.PERMITS), 4, "deny"),  # a notice excuses nothing
        ((C.COOKIES, R.UNKNOWN_THIRD_PARTY, P.RESEARCH, B.DEFAULT, S.SILENT), 4, "transform"),  # 3 + 1
        ((C.GENETIC, R.DATA_BROKER, P.PROFILING, B.BACKGROUND, S.DENIES), 5, "deny"),
    ],
)
def test_rates(case, rating, verdict):
    found = rate(*case)
    assert (found.rating, found.verdict.value, found.score) == (rating, verdict, (rating - 1) / 4)


def test_gives_a_reason_for_each_step_that_counts():
    reasons = rate(C.GENETIC, R.DATA_BROKER, P.PROFILING, B.BACKGROUND, S.DENIES).rationale
    assert len(reasons) == 4
    assert reasons[-1] == "The recipient promised not to."


def test_knows_every_kind_of_data_and_uses_no_number_of_the_formula():
    assert set(HARM) == set(Category)
    assert "guardian_core.risk" not in inspect.getsource(norms)


def test_a_recipient_works_against_the_person_by_what_it_does_or_what_for():
    assert flow(R.DATA_BROKER, P.SECURITY) is Flow.HOSTILE
    assert flow(R.SOCIAL_MEDIA, P.PROFILING) is Flow.HOSTILE
    assert flow(R.FIRST_PARTY, P.PROFILING) is Flow.FOREIGN
    assert flow(R.GOVERNMENT, P.SECURITY) is Flow.ADJACENT
