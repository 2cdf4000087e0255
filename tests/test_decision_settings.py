"""Where lists may come from."""

import pytest

from guardian_core.errors import SettingsError
from guardian_core.settings import Settings


def load(folder, text):
    path = folder / "guardian.toml"
    path.write_text(text, encoding="utf-8")
    return Settings.load(path)


def test_places_a_file_and_keeps_an_address(tmp_path):
    settings = load(tmp_path, '[decision.sources]\nmine = "lists/own.txt"\nep = "https://lists.example.test/ep.txt"\n')
    assert settings.decision.sources == {"mine": str(tmp_path / "lists/own.txt"), "ep": "https://lists.example.test/ep.txt"}


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("ep", "http://lists.example.test/ep.txt"),
        ("ep", "https://user:word@lists.example.test/ep.txt"),
        ("ep", "https:///ep.txt"),
        ("ep", "https://lists.example.test:99999/ep.txt"),
        ("ep", "ftp://lists.example.test/ep.txt"),
        ("../ep", "ep.txt"),
        ("EP", "ep.txt"),
    ],
)
def test_refuses_what_others_could_change_or_what_leaves_the_folder(tmp_path, name, source):
    with pytest.raises(SettingsError, match=r"decision\.sources"):
        load(tmp_path, f'[decision.sources]\n"{name}" = "{source}"\n')
