"""The name of a prompt in; its text, with the fields filled in, out. One Markdown file each, in `prompts/`."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "prompts"


def prompt(name: str, **fields: str) -> str:
    """The prompt `name`; a field that is missing is a fault of ours (KeyError). A brace of the text itself is written twice."""
    return _template(name).format_map(fields)


@cache
def _template(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8").strip()
