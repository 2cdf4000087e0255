"""The rows of `guardian bench system1` in, text for a person, a reliability table and its plot out."""

import csv
import io
from collections.abc import Sequence

from guardian_core.matching.calibration import Row

PUBLISHED = (
    "Published (paper Table 12, its own pairs): accuracy .928, precision 1.000, recall .857, F1 .923, ECE .048, Brier .058,\n"
    "escalation 3.47 %, p95 250 µs."
)
_NUMBERS = ("accuracy", "precision", "recall", "f1", "ece", "brier", "escalation")


def render(rows: Sequence[Row]) -> str:
    """Means over the seeds with their spread, the errors by kind, and the ways of aggregation."""
    lines = [f"{'fields':<10}{'method':<17}{'mix':<9}" + "".join(f"{name:>12}" for name in _NUMBERS) + "   p50/p95 µs"]
    for row in rows:
        if "not_run" in row:
            lines.append(f"{row['fields']!s:<10}{row['method']!s:<17}{row['mix']!s:<9}   not run: {row['not_run']}")
            continue
        if "aggregation" in row or "kind" in row or (isinstance(row.get("seed"), int) and row["method"] == "system1"):
            continue
        spread = row.get("spread")
        numbers = "".join(f"{_number(row, name, spread):>12}" for name in _NUMBERS)
        speed = f"   {row['p50_us']:.0f}/{row['p95_us']:.0f}" if "p95_us" in row else ""
        lines.append(f"{row['fields']!s:<10}{row['method']!s:<17}{row['mix']!s:<9}{numbers}{speed}")
    lines += ["", "Errors on predicted fields, by kind: share right; what the rule makes of the predicted fields of the wrong ones"]
    lines += [
        f"{row['mix']!s:<9}{row['kind']!s:<23}{row['accuracy']:.3f} of {row['pairs']!s:<6}{_counts(row['wrong_read_as'])}".rstrip()
        for row in rows
        if "kind" in row
    ]
    lines += ["", "Aggregation of 8 statements, whole policies                 " + "accuracy   AUC    Brier   ECE    escalation"]
    lines += [
        f"{row['aggregation']!s:<14}{'veto of denials' if row['veto'] else 'no veto':<17}{row['cases']!s:>6} cases"
        f"{'':<16}{row['accuracy']:.3f}     {row['auc']:.3f}  {row['brier']:.3f}   {row['ece']:.3f}  {row['escalation']:.3f}"
        for row in rows
        if "aggregation" in row
    ]
    return "\n".join([*lines, "", PUBLISHED])


def render_online(rows: Sequence[Row]) -> str:
    """The rows of `--online`."""
    lines = ["fields     teacher     events  labels (in force)  refused  accuracy  escalation  published"]
    for row in rows:
        published = f"{row['published_accuracy']:.3f} / {row['published_escalation']:.2%}" if "published_accuracy" in row else ""
        lines.append(
            f"{row['fields']!s:<11}{row['teacher']!s:<12}{row['events']!s:>6}  {row['labels']!s:>6} ({row['labels_in_force']})"
            f"{'':<8}{row['updates_refused']!s:>7}  {row['accuracy']:.3f}     {row['escalation']:<10.2%}  {published}"
        )
    if rows and "asked" in rows[-1]:
        lines += ["", f"The model was asked {rows[-1]['asked']} times and gave {rows[-1]['usable']} usable answers."]
    return "\n".join(lines)


def render_sample(rows: Sequence[Row]) -> str:
    """Pairs for a person to read."""
    return "\n\n".join(
        f"{row['label']}: {row['kind']}   (System 1: L {row['likelihood']:.2f}, u {row['uncertainty']:.2f}; {row['policy']})\n"
        f"  behaviour  {row['behaviour']}\n  statement  {row['statement']}"
        for row in rows
    )


def reliability_csv(rows: Sequence[Row]) -> str:
    """The bins as CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, ["from", "to", "share", "confidence", "right"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def reliability_svg(rows: Sequence[Row], title: str) -> str:
    """The reliability plot: confidence across, share right upwards, from 0.5 to 1; the area of a dot is its share of pairs."""
    size, margin = 360, 44
    dots = "".join(
        f'<circle cx="{_place(row["confidence"], size, margin):.1f}" cy="{size - _place(row["right"], size, margin):.1f}" '
        f'r="{2 + 24 * float(str(row["share"])) ** 0.5:.1f}" fill="#3366aa" fill-opacity="0.7"/>'
        for row in rows
    )
    low, high = margin, size - margin
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" font-family="sans-serif" font-size="12">'
        f'<rect x="{low}" y="{low}" width="{high - low}" height="{high - low}" fill="none" stroke="#888"/>'
        f'<line x1="{low}" y1="{high}" x2="{high}" y2="{low}" stroke="#bbb"/>{dots}'
        f'<text x="{size / 2}" y="20" text-anchor="middle">{title}</text>'
        f'<text x="{size / 2}" y="{size - 8}" text-anchor="middle">confidence, 0.5 to 1</text>'
        f'<text x="14" y="{size / 2}" text-anchor="middle" transform="rotate(-90 14 {size / 2})">share right, 0.5 to 1</text>'
        "</svg>\n"
    )


def _place(value: object, size: int, margin: int) -> float:
    return margin + (max(0.5, float(str(value))) - 0.5) / 0.5 * (size - 2 * margin)


def _number(row: Row, name: str, spread: object) -> str:
    value = float(str(row[name]))
    return f"{value:.3f}±{spread[name]:.3f}" if isinstance(spread, dict) else f"{value:.3f}"


def _counts(found: object) -> str:
    return ", ".join(f"{name} {count}" for name, count in found.items()) if isinstance(found, dict) else ""
