"""Every prompt is a file that can be filled in."""

import string

import pytest

from guardian_core.llm.wording import FOLDER, prompt

NAMES = sorted(path.stem for path in FOLDER.glob("*.md"))


@pytest.mark.parametrize("name", NAMES)
def test_fills_in_every_field(name):
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    fields = {field for _, field, _, _ in string.Formatter().parse(text) if field}
    filled = prompt(name, **{field: f"<{field}>" for field in fields})
    assert all(f"<{field}>" in filled for field in fields)
    if fields:
        with pytest.raises(KeyError):
            prompt(name)
