"""The section [rewrite]: the paper's defaults, and mistakes that are told."""

from pathlib import Path

import pytest

from guardian_core.errors import SettingsError
from guardian_core.settings import Settings
from guardian_core.terms import Basis


def loaded(folder: Path, text: str) -> Settings:
    (folder / "guardian.toml").write_text(text)
    return Settings.load(folder / "guardian.toml")


def test_starts_with_the_numbers_of_the_paper(tmp_path: Path) -> None:
    rewrite = loaded(tmp_path, "").rewrite
    assert (rewrite.threshold, rewrite.rounds, rewrite.highest, rewrite.strategy) == (0.6, 5, 5, "verified")


def test_a_request_nobody_waits_for_does_not_wait_for_a_model(tmp_path: Path) -> None:
    assert loaded(tmp_path, "").rewrite.seconds[Basis.BACKGROUND] == 0


@pytest.mark.parametrize(
    "line",
    ["strategy = 'none'", "threshold = 1.5", "rounds = 0", "highest = 6", "most_cost = 0", "enabled = 1", "seconds = {never = 3}",
     "seconds = {default = -1}"],
)  # fmt: skip
def test_refuses_what_cannot_be_meant(tmp_path: Path, line: str) -> None:
    with pytest.raises(SettingsError, match="rewrite"):
        loaded(tmp_path, f"[rewrite]\n{line}\n")


def test_a_basis_that_is_not_named_keeps_its_own(tmp_path: Path) -> None:
    seconds = loaded(tmp_path, "[rewrite]\nseconds = {default = 9}\n").rewrite.seconds
    assert seconds == {Basis.USER_INITIATED: 20.0, Basis.DEFAULT: 9.0, Basis.BACKGROUND: 0.0}
