"""Scenarios in, a row per method out: ρ, r, MAE and Macro-F1 beside the paper's Table 11; PrivacyLens's breaches where they are."""

import json
from collections.abc import Sequence
from pathlib import Path

from guardian_core.evaluation.calibration import dialogues
from guardian_core.evaluation.calibration.privacylens import load
from guardian_core.evaluation.calibration.raters import RATERS
from guardian_core.evaluation.calibration.scenarios import NUMBER, Scenario, drawn
from guardian_core.evaluation.metrics.ratings import macro_f1, mean_absolute_error, pearson, spearman
from guardian_core.vocabulary import Verdict

type Row = dict[str, object]
DIALOGUES = "llmprivacy, rated by rule"
METRICS = ("rho", "r", "mae", "macro_f1")
# Table 11, expert-rated scenarios (n = 500).
PUBLISHED: dict[str, tuple[float, float, float, float]] = {
    "AMRSF (full)": (0.982, 0.947, 0.119, 0.812),
    "AMRSF -M_b": (0.965, 0.940, 0.136, 0.683),
    "AMRSF -M_T": (0.985, 0.956, 0.134, 0.738),
    "AMRSF -purpose": (0.976, 0.947, 0.135, 0.738),
    "NIST LxI": (0.964, 0.949, 0.108, 0.756),
    "Binary classifier": (0.729, 0.683, 0.338, 0.435),
}
STAAB = (0.914, 0.866, 0.268, None)  # "Staab public corpus" (n = 525), AMRSF alone
CAUTION = """\
No expert rated these scenarios: their ratings follow from written rules (docs/evaluation.md), so this is a check of consistency and
no validation. The paper's figures are of other scenarios, rated by people; they stand here for orientation only."""


def run(number: int = NUMBER, seed: int = 0, data: Path | None = None) -> list[Row]:
    """A row per method on `number` scenarios; with `data`, further rows on PrivacyLens's and llmprivacy's.

    Raises:
        DataError: `data` holds neither, or another form of one.
        ValueError: more scenarios than there are.
    """
    scenarios = drawn(number, seed)
    rows = [_row(name, scenarios) for name in RATERS]
    if data is None:
        return rows
    if (data / "llmprivacy").is_dir():
        told = dialogues.load(data)
        rows += [_row(name, told, DIALOGUES) for name in RATERS]
    if (data / "privacylens").is_dir() or len(rows) == len(RATERS):
        breaches = load(data)
        rows += [_breached(name, breaches) for name in RATERS if name != "Binary classifier"]  # which has nothing to learn here
    return rows


def _row(name: str, scenarios: Sequence[Scenario], dataset: str = "scenarios by rule") -> Row:
    judged = RATERS[name](scenarios)
    wanted, given = [one.rating.score for one in scenarios], [one.score for one in judged]
    measured = (
        spearman(wanted, given),
        pearson(wanted, given),
        mean_absolute_error(wanted, given),
        macro_f1([one.rating.verdict for one in scenarios], [one.verdict for one in judged]),
    )
    printed = PUBLISHED[name] if dataset != DIALOGUES else STAAB if name == "AMRSF (full)" else ()
    published = {metric: value for metric, value in zip(METRICS, printed, strict=False) if value is not None}
    return {
        "table": 11,
        "dataset": dataset,
        "method": name,
        "n": len(scenarios),
        **{metric: None if value is None else round(value, 4) for metric, value in zip(METRICS, measured, strict=True)},
        "published": published,
    }


def _breached(name: str, breaches: Sequence[Scenario]) -> Row:
    verdicts = [one.verdict for one in RATERS[name](breaches)]
    return {
        "table": 11,
        "dataset": "PrivacyLens, all breaches",
        "method": name,
        "n": len(breaches),
        "not_allowed": round(1 - verdicts.count(Verdict.ALLOW) / len(verdicts), 4),
        "denied": round(verdicts.count(Verdict.DENY) / len(verdicts), 4),
        "published": {},
    }


def write(folder: Path, number: int, seed: int) -> None:
    """Keep every scenario with text, rating and rationale in `scenarios.jsonl`, one object a line."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(_record(one), ensure_ascii=False) for one in drawn(number, seed)]
    (folder / "scenarios.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _record(one: Scenario) -> Row:
    return {
        "name": one.name,
        "text": one.text,
        "category": one.category.value,
        "recipient": one.recipient.value,
        "purpose": one.purpose.value,
        "basis": one.basis.value,
        "policy": one.stance.value,
        "transparency": one.disclosed,
        "likelihood": one.likelihood,
        "rating": one.rating.rating,
        "verdict": one.rating.verdict.value,
        "rationale": list(one.rating.rationale),
        "rated_by": "rules",
    }


def render(rows: Sequence[Row]) -> str:
    """For a person."""
    rated = [row for row in rows if row["dataset"] == "scenarios by rule"]
    told = [row for row in rows if row["dataset"] == DIALOGUES]
    lines = [f"Table 11. {rated[0]['n']} scenarios by rule (paper: 500 rated by experts)", *_rated(rated)]
    if told:
        lines += ["", f"Staab's dialogues, {told[0]['n']} answers rated by rule (paper: 525, AMRSF alone)", *_rated(told)]
    breached = [row for row in rows if "denied" in row]
    if breached:
        lines += ["", f"PrivacyLens, {breached[0]['n']} flows that break a norm", _line("method", "", "not allowed", "denied")]
        lines += [_line(str(row["method"]), "ours", _number(row["not_allowed"]), _number(row["denied"])) for row in breached]
    return "\n".join([*lines, "", CAUTION])


def _rated(rows: Sequence[Row]) -> list[str]:
    lines = [_line("method", "", *METRICS)]
    for row in rows:
        published = row["published"] if isinstance(row["published"], dict) else {}
        lines.append(_line(str(row["method"]), "ours", *(_number(row[name]) for name in METRICS)))
        if published:
            lines.append(_line("", "paper", *(_number(published.get(name)) for name in METRICS)))
    return lines


def _line(*cells: str) -> str:
    return (f"  {cells[0]:<18} {cells[1]:<6}" + "".join(f"{cell:>13}" for cell in cells[2:])).rstrip()


def _number(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, int | float) else "-"
