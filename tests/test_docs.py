"""No command, option or setting without words, and no generated page out of date."""

import importlib.util
import inspect
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from pydantic import BaseModel

from guardian_core.actions.views import View
from guardian_core.risk import tables
from guardian_core.settings import Settings

ROOT = Path(__file__).parent.parent
SPEC = importlib.util.spec_from_file_location("docs_script", ROOT / "scripts" / "docs.py")
docs = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(docs)

COMMANDS = dict(docs.commands())
STATED = {"guardian run", "guardian demo", "guardian decide", "guardian score", "guardian audit", "guardian bench amrsf"} | {
    f"guardian policy {name}" for name in ("import", "fetch", "show", "search", "list", "forget")
}


def keys(model, prefix=""):
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from keys(field.annotation, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", field


def test_has_the_commands_it_promises():
    assert set(COMMANDS) >= STATED


@pytest.mark.parametrize("path", COMMANDS)
def test_has_words_for_every_command(path):
    command = COMMANDS[path]
    assert command.help
    assert "\nExample" in inspect.cleandoc(command.help) or path == "guardian"
    assert f"\n## {path}\n" in docs.cli_page()
    for parameter in command.params:
        assert not isinstance(parameter, click.Option) or parameter.help, f"{path} {parameter.name}"


@pytest.mark.parametrize("path", [path for path, command in COMMANDS.items() if not isinstance(command, click.Group)])
def test_prints_json_from_every_command(path):
    assert any("--json" in parameter.opts for parameter in COMMANDS[path].params)


@pytest.mark.parametrize(("key", "field"), list(keys(Settings)), ids=[key for key, _ in keys(Settings)])
def test_has_words_for_every_setting(key, field):
    assert field.description
    assert f"`{key}`" in docs.settings_page()


@pytest.mark.parametrize("page", docs.PAGES)
def test_is_up_to_date(page):
    assert (ROOT / "docs" / page).read_text(encoding="utf-8") == docs.PAGES[page](), "run python scripts/docs.py"


def test_readme_names_files_that_exist():
    named = re.findall(r"[\w./-]+/[\w.-]+\.(?:html|md|py)\b", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(named) > 3
    assert [name for name in named if not (ROOT / name).is_file()] == []


PAGES = sorted((ROOT / "docs").rglob("*.md"))


def anchors(page):
    """The fragments that a page's headings can be linked by, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page):
    """The links of a page to files or headings that are not there."""
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, fragment = target.partition("#")
        goal = page.parent / name if name else page
        if not goal.exists() or (fragment and fragment not in anchors(goal)):
            yield target


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    assert list(broken_links(page)) == []


def test_tells_a_broken_link(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# One: two\n[a](#one-two) [b](page.md) [c](https://x.test) [d](gone.md) [e](page.md#gone)", encoding="utf-8")
    assert list(broken_links(page)) == ["gone.md", "page.md#gone"]


def test_the_index_names_every_page():
    named = re.findall(r"\]\(([^)\s]+)\)", (ROOT / "docs" / "README.md").read_text(encoding="utf-8"))
    assert {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"} - set(named) == set()


def test_how_to_shows_code_that_runs():
    """The examples of a recogniser and of a reader: their functions do what the page says."""
    blocks = [
        re.sub(r"(?m)^   ", "", block)
        for block in re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "howto.md").read_text(encoding="utf-8"), re.DOTALL)
    ]
    names: dict = {}
    for block in blocks:
        if "def test_" not in block:
            exec(block, names)
    found = [(span.start, span.end) for span in names["parcels"]("parcel RR473124829GB, not RR473124828GB", None)]
    assert found == [(7, 20)]
    told: list = []
    body = "# Dana\r\nuser.mail = dana.quill@example.test\r\n"
    names["read_properties"](
        View(body, None, 0), "body", "", lambda view, path, key: told.append((path, key, view.text, view.start))
    )
    assert told == [("body", "", "# Dana", 0), ("body/user.mail", "user.mail", "dana.quill@example.test", 20)]


def test_the_explanation_has_the_numbers_of_the_code():
    page = (ROOT / "docs" / "how-it-decides.md").read_text(encoding="utf-8")
    rows = {
        name: line for name in ("S_d", "s_tr", "s_p", "M_b", "M_T") for line in page.splitlines() if line.startswith(f"| {name}")
    }

    def short(number):
        return f"{number:.2f}".removeprefix("0")

    for weight in set(tables.DATA_WEIGHT.values()):
        names = [
            re.sub(r"Location_(\w+)", r"\1 Location", category) for category, own in tables.DATA_WEIGHT.items() if own == weight
        ]
        assert f"{', '.join(names)} {short(weight)}" in rows["S_d"]
    for row, values, multiplier in (("s_tr", tables.TRANSMISSION, tables.m_tr), ("s_p", tables.PURPOSE, tables.m_p)):
        for name, value in values.items():
            told = rf"{name.replace('_', ' ')}[\w, ]* {re.escape(f'{short(value)} → {short(multiplier(name))}')}"
            assert re.search(told, rows[row]), name
    for number in tables.BASIS.values():
        assert short(number) in rows["M_b"]
    for number in (*tables.CREDIT.values(), *tables.WITHOUT_SIGNALS.values()):
        assert short(number) in rows["M_T"]
    for tier, band in tables.BAND.items():
        assert f"| {tier} | {short(band.allow_ceiling)} | {short(band.deny_floor)} |" in page


def test_the_explanation_shows_what_score_prints():
    page = (ROOT / "docs" / "how-it-decides.md").read_text(encoding="utf-8")
    command, printed = re.search(r"\$ guardian (score .*?--transparency full)\n(.*?)\n```", page, re.DOTALL).groups()
    result = CliRunner().invoke(docs.guardian, command.replace("\\\n", "").split())
    assert result.output.strip() == printed
