"""The file of the configuration: a path in, its tables out; several layers of tables in, one out, and which key came from which.

Knows no section and checks no value: that is `settings.py`.
"""

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from guardian_core.errors import SettingsError

Tables = Mapping[str, Any]

NAME = "guardian.toml"
APPENDED = frozenset({"rules"})  # lists of which both layers count, the stronger layer's entries first


@dataclass(frozen=True, slots=True)
class Source:
    """Where settings came from, so that they can be read again and explained."""

    path: Path | None = None
    profile: str | None = None  # that of the command line, which beats that of the file
    given: Tables = field(default_factory=dict)  # what the command line said beside the file
    origins: Mapping[str, str] = field(default_factory=dict)  # "proxy.port" → "the file"; a key not named has its default
    empty: bool = False  # the file had nothing in it but white space


def home() -> Path:
    """Where everything lies unless the configuration says otherwise."""
    return Path(os.environ.get("GUARDIAN_HOME") or "~/.guardianagent").expanduser()


def usual(path: Path | None) -> Path | None:
    """`path`, or else the file `guardian.toml` in the home folder where there is one."""
    if path is not None:
        return path
    beside = home() / NAME
    return beside if beside.is_file() else None


def content(path: Path) -> str:
    """The text of the file at `path`.

    Raises:
        SettingsError: it cannot be read, or is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        message = f"cannot read the configuration {path}: {error.strerror or error}"
    except UnicodeDecodeError:
        message = f"the configuration {path} is not UTF-8 text"
    raise SettingsError(message)


def tables(path: Path, text: str | None = None) -> dict[str, Any]:
    """What the file at `path` holds; `text` where it was read before.

    Raises:
        SettingsError: it cannot be read, or is not TOML in UTF-8.
    """
    try:
        return tomllib.loads(content(path) if text is None else text)
    except tomllib.TOMLDecodeError as error:
        message = f"the configuration {path} is not valid TOML: {error}"
    raise SettingsError(message)


def layered(*layers: Tables) -> dict[str, Any]:
    """One set of tables of several, the later beating the earlier key by key; a value is taken whole.

    >>> layered({"proxy": {"port": 1, "host": "::1"}}, {"proxy": {"port": 2}})
    {'proxy': {'port': 2, 'host': '::1'}}
    """
    merged: dict[str, Any] = {}
    for layer in layers:
        for name, value in layer.items():
            below = merged.get(name)
            if isinstance(below, dict) and isinstance(value, Mapping):
                merged[name] = below | dict(value)
            elif name in APPENDED and isinstance(below, list) and isinstance(value, list):
                merged[name] = [*value, *below]
            else:
                merged[name] = dict(value) if isinstance(value, Mapping) else value
    return merged


def origins(layers: Mapping[str, Tables]) -> dict[str, str]:
    """For each key that some layer sets, the name of the last one that does; `layers` as for `layered`.

    >>> origins({"profile agent": {"proxy": {"port": 1}}, "the file": {"home": "/x", "proxy": {"port": 2}}})
    {'proxy.port': 'the file', 'home': 'the file'}
    """
    found: dict[str, str] = {}
    for layer, content in layers.items():
        for name, value in content.items():
            keys = [f"{name}.{key}" for key in value] if isinstance(value, Mapping) else [name]
            for key in keys:
                both = name in APPENDED and key in found
                found[key] = f"{layer}, then {found[key]}" if both else layer
    return found


# What pydantic does not say: how the right value is written in TOML.
WRITTEN = {
    "bool_type": " (true or false, without quotes)",
    "int_type": " (a whole number, without quotes)",
    "float_type": " (a number, without quotes)",
    "string_type": " (text, in quotes)",
    "list_type": ' (a list: ["…", "…"])',
    "tuple_type": ' (a list: ["…", "…"])',
    "set_type": ' (a list: ["…", "…"])',
    "frozen_set_type": ' (a list: ["…", "…"])',
}  # pydantic's kinds of faults, and how what would be right is written in TOML
TABLES = frozenset({"dict_type", "model_type", "model_attributes_type", "dict_attributes_type"})  # a table was wanted
LISTS = frozenset({"list_type", "tuple_type"})


def _place(loc: tuple[int | str, ...]) -> str:
    """Where a fault is, in a person's words: entries of lists count from one.

    >>> [_place(loc) for loc in (("proxy", "port"), ("rules", 0, "site"), ("detect", "patterns", 1, "regex"))]
    ['proxy.port', 'rule 1: site', 'detect.patterns, entry 2: regex']
    """
    name, dot = "", ""
    for part in loc:
        if isinstance(part, int):
            name = f"rule {part + 1}" if name == "rules" else f"{name}, entry {part + 1}"
            dot = ": "
        elif part != "[key]":
            name += f"{dot}{part}"
            dot = "."
    return name


def explained(root: type[BaseModel], loc: tuple[int | str, ...], kind: str, text: str) -> str:
    """One line for one fault: what is wrong there and how it is written; an unknown key names the nearest known one."""
    name = _place(loc)
    if kind == "extra_forbidden":
        return f"  {name}: unknown key; {_nearest(root, loc)}"
    field = _field(root, loc)
    entry = _entry(field)
    if kind in TABLES:
        return f"  {name}: must be a table: {_table(loc, field, entry)}"
    if kind in LISTS and entry:
        return f"  {name}: must be a list of tables: {_table((*loc, 0), field, entry)}, once for each entry"
    return f"  {name}: {text.removeprefix('Value error, ')}{WRITTEN.get(kind, '')}"


def _table(loc: tuple[int | str, ...], field: object, entry: type[BaseModel] | None) -> str:
    """How the table at `loc` is written."""
    keys = f" ({', '.join(entry.model_fields)})" if entry else ""
    path = ".".join(str(part) for part in loc if isinstance(part, str))
    if isinstance(loc[-1], int):
        return f"[[{path}]] and lines name = value below it{keys}"
    if "." in loc[-1]:  # a name that the user chose, such as a domain
        return f'"{loc[-1]}" = {{ name = value }}{keys}'
    named = "name = { key = value }" if get_origin(field) is dict and entry else "name = value"
    return f"[{path}] and lines {named} below it{keys}; docs/settings.md has an example"


def _nearest(root: type[BaseModel], loc: tuple[int | str, ...]) -> str:
    """What an unknown key may have been meant to be: one spelt alike, or one of its name in another section."""
    wrong, model = str(loc[-1]), _entry(_field(root, loc[:-1])) or root
    if near := difflib.get_close_matches(wrong, model.model_fields, 1, cutoff=0.6):
        return f"did you mean {near[0]!r}?"
    sections = {name: _entry(field.annotation) for name, field in root.model_fields.items()}
    elsewhere = [
        f"{name}.{key}"
        for name, section in sections.items()
        for key in (section.model_fields if section else ())
        if difflib.SequenceMatcher(None, wrong, key).ratio() >= 0.8
    ]
    known = f"known keys: {', '.join(model.model_fields)}"
    return f"there is {' and '.join(map(repr, elsewhere))}; {known}" if elsewhere else known


def _field(root: type[BaseModel], loc: tuple[int | str, ...]) -> object:
    """The type of what stands at `loc`; keys of tables and numbers of entries count as the table and the list."""
    found: object = root
    for part in loc:
        model = _entry(found)
        if model and str(part) in model.model_fields:
            found = model.model_fields[str(part)].annotation
    return found


def _entry(annotation: object) -> type[BaseModel] | None:
    """The model that an annotation holds: itself, an entry of a list, a value of a table; None if there is none."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for one in get_args(annotation) if (found := _entry(one))), None)
