"""guardian score."""

import pytest

KEYS = ["R", "S_d", "S_eff", "M_tr", "M_p", "M_b", "M_T", "tier", "decision", "z", "level"]


def arguments(**changes):
    chosen = {
        "likelihood": "0.7",
        "category": "Content",
        "recipient": "first_party",
        "purpose": "functionality",
        "basis": "user_initiated",
        "transparency": "full",
    } | changes
    return ["score", *(part for name, value in chosen.items() if value is not None for part in (f"--{name}", value))]


@pytest.mark.parametrize(
    ("changes", "risk", "multiplier", "decision", "level"),
    [
        ({}, 0.108, 0.80, "allow", None),
        (
            {"recipient": "service_provider", "purpose": "analytics", "basis": "default", "transparency": "partial"},
            0.376,
            0.95,
            "transform",
            2,
        ),
        (
            {"recipient": "advertising", "purpose": "profiling", "basis": "background", "transparency": "missing"},
            0.910,
            1.30,
            "deny",
            None,
        ),
    ],
    ids=["C_low", "C_med", "C_high"],
)
def test_prints_published_numbers(as_json, changes, risk, multiplier, decision, level):
    printed = as_json(*arguments(**changes))
    assert list(printed) == KEYS
    assert printed["R"] == pytest.approx(risk, abs=0.001)
    assert (printed["S_d"], printed["M_T"], printed["tier"]) == (0.65, multiplier, "high")
    assert (printed["decision"], printed["level"]) == (decision, level)


def test_takes_the_largest_multiplier_of_lists_and_repeated_options(as_json):
    several = as_json(
        *arguments(category="language,Location (precise)", recipient="first_party,data_broker"), "--purpose", "Marketing"
    )
    alone = as_json(*arguments(category="location_precise", recipient="data broker", purpose="marketing"))
    assert several == alone


def test_explains_itself_to_a_person(guardian):
    result = guardian(*arguments(recipient="service_provider", purpose="analytics", basis="default", transparency="partial"))
    assert result.exit_code == 0
    assert "0.70 · 0.566 · 0.95 = 0.377" in result.stdout
    assert "tier high: allow below 0.25, deny from 0.65" in result.stdout
    assert "→ transform at level 2" in result.stdout


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"likelihood": "1.2"}, "1.2 is not between 0 and 1"),
        ({"likelihood": "nan"}, "nan is not between 0 and 1"),
        ({"likelihood": "much"}, "'much' is not a valid float"),
        ({"category": "Emial"}, "unknown name 'Emial'; did you mean 'Email'?"),
        ({"recipient": "firstparty_"}, None),
        ({"recipient": "brokers"}, "did you mean 'data_broker'?"),
        ({"purpose": "adverts"}, "did you mean 'advertising'?"),
        ({"basis": "default,background"}, "did you mean 'background'?"),
        ({"transparency": "half"}, "known: text, category"),
        ({"purpose": None}, "Missing option '--purpose'"),
    ],
)
def test_refuses_bad_input_in_one_line(guardian, refused, changes, complaint):
    if complaint is None:  # other spellings are no fault
        assert guardian(*arguments(**changes)).exit_code == 0
    else:
        assert complaint in refused(*arguments(**changes))


def test_shows_its_help_when_nothing_is_given(guardian):
    result = guardian("score")
    assert result.exit_code == 2
    assert "Examples:" in result.stderr
