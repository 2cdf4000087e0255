"""A file or a folder in, the JSON objects in it out, each with the place it was read from: both .jsonl and a list in .json."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from guardian_core.errors import DataError

SOURCES = {  # where each data set is had from
    "tab": "github.com/NorskRegnesentral/text-anonymization-benchmark",
    "synthpai": "github.com/eth-sri/SynthPAI",
    "llmprivacy": "github.com/eth-sri/llmprivacy",
    "pii": "github.com/microsoft/presidio-research, or huggingface.co/datasets/ai4privacy/pii-masking-300k as pii-masking-300k",
    "privacylens": "github.com/SALT-NLP/PrivacyLens",
}
type Record = Mapping[str, object]


def files(data: Path, name: str, endings: Sequence[str], *, before: str | None = None) -> list[Path]:
    """The files to read: `data` itself, else those in its folder `name` and below it, else those in it.

    A folder called `before` is taken where there is one, instead of `name`.

    Raises:
        DataError: there is none.
    """
    names = [one for one in (before, name) if one]
    folder = next((data / one for one in names if (data / one).is_dir()), data)
    found = folder.rglob("*") if folder.name in names else folder.glob("*")
    listed = [folder] if folder.is_file() else sorted(path for path in found if path.suffix in endings and path.is_file())
    if not listed:
        message = f"no file of {name} in {data}: expected {' or '.join(endings)}{_from(name)}"
        raise DataError(message)
    return listed


def _from(name: str) -> str:
    return f", from {SOURCES[name]}" if name in SOURCES else ""


def records(path: Path) -> Iterator[tuple[str, Record]]:
    """Every object of a file with where it stands, for complaints.

    Raises:
        DataError: it cannot be read, or is no JSON.
    """
    try:
        content = path.read_text(encoding="utf-8")
    except OSError as error:
        message = f"cannot read {path}: {error.strerror or error}"
        raise DataError(message) from None
    except UnicodeDecodeError:
        message = f"cannot read {path}: it is not UTF-8 text"
        raise DataError(message) from None
    if path.suffix == ".json":
        whole = parsed(content, path.name)
        found = [
            (f"{path.name}, record {number}", one) for number, one in enumerate(whole if isinstance(whole, list) else [whole], 1)
        ]
    else:
        lines = ((f"{path.name}, line {number}", line) for number, line in enumerate(content.split("\n"), 1) if line.strip())
        found = [(where, parsed(line, where)) for where, line in lines]
    for where, record in found:
        if not isinstance(record, dict):
            message = f"{where}: expected an object"
            raise DataError(message)
        yield where, record


def parsed(text: str, where: str) -> object:
    """What is written as JSON. Raises DataError for anything else."""
    try:
        return json.loads(text)
    except ValueError as error:
        message = f"{where}: not JSON ({error.msg if isinstance(error, json.JSONDecodeError) else 'a number too long'})"
        raise DataError(message) from None


def field[Kind](record: Record, name: str, kind: type[Kind], where: str) -> Kind:
    """A field that must be there.

    Raises:
        DataError: it is missing or of another kind.
    """
    value = record.get(name)
    if not isinstance(value, kind):
        message = f"{where}: {name!r} {'is missing' if value is None else 'is not ' + _KINDS.get(kind, kind.__name__)}"
        raise DataError(message)
    return value


_KINDS: dict[type, str] = {str: "text", int: "a whole number", list: "a list", dict: "an object"}


def span(record: Record, start: str, end: str, text: str, where: str) -> tuple[int, int]:
    """Offsets that lie in the text.

    Raises:
        DataError: they do not.
    """
    first, last = field(record, start, int, where), field(record, end, int, where)
    if not 0 <= first < last <= len(text):
        message = f"{where}: [{first}, {last}) is not a span of a text of {len(text)} characters"
        raise DataError(message)
    return first, last
