"""Suites that are measured as a whole (leaks, System 1): run once, their rows kept beside the results, then taken from there."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from guardian_core.errors import DataError

type Rows = list[dict[str, object]]


class Suites:
    """A file of rows, by the name of what was run under which settings."""

    def __init__(self, path: Path, run: str) -> None:
        """`run` is the id of provenance.py. Raises DataError for a file of another form."""
        self._path, self._run = path, run
        self._known: dict[str, Rows] = {}
        if path.exists():
            try:
                self._known = json.loads(path.read_text(encoding="utf-8"))
                self._known.items()
            except (ValueError, AttributeError):
                message = f"{path.name}: not the suites of an earlier run; remove it to begin anew"
                raise DataError(message) from None

    def rows(self, name: str, measure: Callable[[], Iterable[dict[str, object]]]) -> Rows:
        """The rows of the suite `name` (which says its settings, too), measured now if they are not known."""
        key = f"{self._run} {name}"
        if key not in self._known:
            rows = json.loads(json.dumps(list(measure()), default=str))
            if not rows:  # the data was not there: it may be next time
                return []
            self._known[key] = rows
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps(self._known, ensure_ascii=False, indent=1), encoding="utf-8")
        return self._known[key]


class Kept(Suites):
    """What earlier runs measured, whichever run and number of texts; nothing is measured."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "")

    def rows(self, name: str, measure: Callable[[], Iterable[dict[str, object]]]) -> Rows:
        """The latest rows of the suite; none where it was never run."""
        del measure
        found = (rows for key, rows in reversed(self._known.items()) if _suite(key.partition(" ")[2]) == _suite(name))
        return next(found, [])


def _suite(name: str) -> str:
    return name.partition(" n=")[0]
