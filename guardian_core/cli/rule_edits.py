"""`guardian rules add` and `remove` as changes of tables; each works on a tomlkit document and on plain dictionaries alike."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

import click
import tomlkit

from guardian_core.cli.toml_file import Change


def add_rule(rule: Mapping[str, Any]) -> Change:
    """One table `[[rules]]` more, at the end: what stands before it goes first."""
    return lambda tables: _append(tables, "rules", rule)


def add_pattern(pattern: Mapping[str, Any]) -> Change:
    """One table `[[detect.patterns]]` more."""
    return lambda tables: _append(_section(tables, "detect"), "patterns", pattern)


def add_allowed(word: str) -> Change:
    """A word that is never personal."""

    def work(tables: Any) -> None:
        detect = _section(tables, "detect")
        if "allow" not in detect:
            detect["allow"] = []
        detect["allow"].append(word)

    return work


def add_denied(word: str, category: str) -> Change:
    """A word that always is."""

    def work(tables: Any) -> None:
        detect = _section(tables, "detect")
        if "deny" not in detect:
            detect["deny"] = {}
        detect["deny"][word] = category

    return work


def names(tables: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Kind and name of everything that `remove` can take out."""
    yield from (("rule", rule.get("name", "")) for rule in tables.get("rules", ()))
    detect = tables.get("detect", {})
    yield from (("pattern", pattern.get("name", "")) for pattern in detect.get("patterns", ()))
    yield from (("allow", word) for word in detect.get("allow", ()))
    yield from (("deny", word) for word in detect.get("deny", {}))


def found(tables: Mapping[str, Any], name: str, kind: str | None) -> tuple[str, str]:
    """Kind and name of the one entry that is called `name`.

    Raises:
        click.BadParameter: there is none, or several of different kinds.
    """
    known = list(names(tables))
    hits = [(one, called) for one, called in known if called == name and kind in {None, one}]
    if len({one for one, _ in hits}) > 1:
        message = f"{name!r} is {' and '.join(one for one, _ in hits)}: say which with --kind"
        raise click.BadParameter(message)
    if not hits:
        near = difflib.get_close_matches(name, [called for _, called in known], 1)
        hint = f"did you mean {near[0]!r}?" if near else "guardian rules list shows what there is"
        message = f"nothing in the file is called {name!r}; {hint}"
        raise click.BadParameter(message)
    return hits[0]


def remove(kind: str, name: str) -> Change:
    """Take one entry out."""

    def work(tables: Any) -> None:
        if kind == "rule":
            _drop(tables, "rules", name)
            return
        detect = tables["detect"]
        if kind == "deny":
            del detect["deny"][name]
        elif kind == "allow":
            detect["allow"].remove(name)
        else:
            _drop(detect, "patterns", name)

    return work


def _drop(tables: Any, key: str, name: str) -> None:
    index = next(number for number, one in enumerate(tables[key]) if one.get("name") == name)
    del tables[key][index]
    if not len(tables[key]):
        del tables[key]


def _section(tables: Any, name: str) -> Any:
    if name not in tables:
        tables[name] = {}
    return tables[name]


def _append(tables: Any, key: str, entry: Mapping[str, Any]) -> None:
    """A table of its own behind the others; where they are written as one array, one more in it."""
    if key not in tables:
        tables[key] = tomlkit.aot() if isinstance(tables, tomlkit.TOMLDocument | tomlkit.items.Table) else []
    if isinstance(tables[key], tomlkit.items.AoT):
        table = tomlkit.table()
        table.update(entry)
        tables[key].append(table)
    elif isinstance(tables[key], tomlkit.items.Array):
        inline = tomlkit.inline_table()
        inline.update(entry)
        tables[key].append(inline)
    else:
        tables[key].append(dict(entry))
