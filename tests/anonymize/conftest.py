"""Items, findings and rewritten texts for the tests of the anonymizer."""

from collections.abc import Callable, Sequence

import pytest

from guardian_core.vocabulary import ENTITY_CATEGORY, Edit, Entity, Finding, Item, Place, Role


def item(
    text: str, role: Role = Role.PROSE, *, encoders: tuple[str, ...] = (), load_bearing: str | None = None, ambient: bool = False
) -> Item:
    return Item("body/x", "x", text, role, Place.BODY, None, 0, len(text), encoders, load_bearing, ambient)


def finding(index: int, text: str, value: str, entity: Entity, *, after: int = 0) -> Finding:
    start = text.index(value, after)
    return Finding(index, start, start + len(value), entity, ENTITY_CATEGORY[entity], 1.0, "pattern")


def applied(items: Sequence[Item], edits: Sequence[Edit]) -> list[str]:
    texts = [one.text for one in items]
    for edit in sorted(edits, key=lambda e: (e.item, e.start), reverse=True):
        texts[edit.item] = texts[edit.item][: edit.start] + edit.replacement + texts[edit.item][edit.end :]
    return texts


@pytest.fixture(name="item")
def _item() -> Callable[..., Item]:
    return item


@pytest.fixture(name="finding")
def _finding() -> Callable[..., Finding]:
    return finding


@pytest.fixture(name="applied")
def _applied() -> Callable[..., list[str]]:
    return applied
