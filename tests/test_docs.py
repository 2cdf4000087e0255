"""No command, option or setting without words, and no generated page out of date."""

import importlib.util
import inspect
import re
from pathlib import Path

import click
import pytest
from pydantic import BaseModel

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
