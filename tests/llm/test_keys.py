"""The server's key: from one place, for the server's eyes."""

import pytest

from guardian_core.errors import SettingsError
from guardian_core.llm.keys import load_key
from guardian_core.model_settings import ModelSettings

KEY = "sk-hidden-0123"


def written(folder, text, mode=0o600):
    path = folder / "key"
    path.write_bytes(text.encode())
    path.chmod(mode)
    return path


def test_reads_the_environment(monkeypatch):
    monkeypatch.setenv("OUR_KEY", f" {KEY}\n")
    assert load_key(ModelSettings(key_env="OUR_KEY")).text == KEY
    assert load_key(ModelSettings()) is None


def test_reads_a_file_of_the_owner(tmp_path):
    key = load_key(ModelSettings(key_file=written(tmp_path, f"{KEY}\n")))
    assert key.text == KEY
    assert KEY not in repr(key)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_reads_no_file_that_others_may_read(tmp_path, mode):
    with pytest.raises(SettingsError, match=r"others may read .*chmod 600") as raised:
        load_key(ModelSettings(key_file=written(tmp_path, KEY, mode)))
    assert KEY not in str(raised.value)


@pytest.mark.parametrize("text", ["", " \n", "two words", "li\nne", "schlüssel", "a\x00b"])
def test_says_what_is_no_key(tmp_path, text):
    with pytest.raises(SettingsError, match=r"model\.key_file: .*(holds no key|is no key)") as raised:
        load_key(ModelSettings(key_file=written(tmp_path, text)))
    assert not text.strip() or text.strip() not in str(raised.value)


def test_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.delenv("OUR_KEY", raising=False)
    with pytest.raises(SettingsError, match="the variable OUR_KEY holds no key"):
        load_key(ModelSettings(key_env="OUR_KEY"))
    with pytest.raises(SettingsError, match="cannot read"):
        load_key(ModelSettings(key_file=tmp_path / "none"))
