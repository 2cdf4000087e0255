"""What every test of the detectors needs."""

import json
from collections.abc import Callable

import pytest

from guardian_core.actions import read
from guardian_core.detect import Detector
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Entity, Item, Place, Request, Role


@pytest.fixture(scope="session")
def patterns_only() -> Detector:
    return Detector(DetectSettings(names=False))


@pytest.fixture(scope="session")
def detector() -> Detector:
    return Detector(DetectSettings())


@pytest.fixture(scope="session")
def item() -> Callable[..., Item]:
    def build(text: str, key: str = "", role: Role = Role.PROSE, *, path: str | None = None, place: Place = Place.BODY) -> Item:
        return Item(path or f"body/{key}", key, text, role, place, None, 0, len(text))

    return build


@pytest.fixture(scope="session")
def found(patterns_only: Detector, item: Callable[..., Item]) -> Callable[..., list[tuple[str, Entity]]]:
    """What patterns and keys find in one item: (text, entity)."""

    def find(text: str, key: str = "", role: Role = Role.PROSE, **more: object) -> list[tuple[str, Entity]]:
        one = item(text, key, role, **more)
        return [(text[f.start : f.end], f.entity) for f in patterns_only.find([one])]

    return find


@pytest.fixture
def found_in(patterns_only):
    """(text, entity) of everything found in a body."""

    def find(body: object) -> list[tuple[str, Entity]]:
        wire = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        kind = b"application/x-www-form-urlencoded" if isinstance(body, str) else b"application/json"
        items = read(Request("POST", "https", "host.test", 443, "/", ((b"content-type", kind),), wire)).items
        return [(items[f.item].text[f.start : f.end], f.entity) for f in patterns_only.find(items)]

    return find
