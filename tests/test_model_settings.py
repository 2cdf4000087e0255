"""The section [model]: text leaves this machine only where the user says so in words."""

import pytest
from pydantic import ValidationError

from guardian_core.errors import SettingsError
from guardian_core.model_settings import ModelSettings, is_elsewhere
from guardian_core.settings import Settings

HERE = [
    "http://127.0.0.1:8765/v1",
    "http://localhost:11434/v1",
    "http://[::1]:8000/v1",
    "http://127.9.9.9/v1",
    "http://[::ffff:127.0.0.1]/v1",
]
ELSEWHERE = [
    "https://203.0.113.5/v1",
    "http://10.0.0.7:8000/v1",
    "http://0.0.0.0:8000/v1",  # every address of this machine, to some systems; to others nothing
    "http://[2001:db8::1]/v1",
    "http://[::ffff:10.0.0.5]/v1",
    "http://169.254.169.254/v1",
]


@pytest.mark.parametrize("url", HERE)
def test_takes_a_server_on_this_machine(url):
    assert ModelSettings(url=url + "/").url == url


@pytest.mark.parametrize("url", ELSEWHERE)
def test_takes_another_machine_only_where_told_so(url):
    with pytest.raises(ValidationError, match="text would leave this one; set remote = true"):
        ModelSettings(url=url)
    assert ModelSettings(url=url, remote=True).url == url


FAULTS = {
    "no address": ({"url": "llama"}, "write the address of an OpenAI-compatible server"),
    "another scheme": ({"url": "ftp://127.0.0.1/v1"}, "write the address"),
    "a query": ({"url": "http://127.0.0.1/v1?key=1"}, "write the address"),
    "no port": ({"url": "http://127.0.0.1:99999/v1"}, "write the address"),
    "no host": ({"url": "http://a b/v1"}, "neither an IP address nor a host name"),
    "a password": ({"url": "http://me:hunter2@127.0.0.1/v1"}, "name the key's place"),
    "the key itself": ({"key_env": "sk-0123456789"}, "write the name, never the key itself"),
    "two places": ({"url": "http://127.0.0.1/v1", "key_env": "A", "key_file": "b"}, "not both"),
    "a key for all to read": ({"url": "http://10.0.0.7/v1", "remote": True, "key_env": "A"}, "use https, or no key"),
    "no digest": ({"sha256": "abc"}, "pattern"),
}


@pytest.mark.parametrize(("values", "said"), FAULTS.values(), ids=FAULTS.keys())
def test_names_the_fault(values, said):
    with pytest.raises(ValidationError) as raised:
        ModelSettings(**values)
    assert said in str(raised.value)


def test_says_it_in_one_line_and_without_the_password(tmp_path):
    path = tmp_path / "guardian.toml"
    path.write_text('[model]\nurl = "http://me:hunter2@127.0.0.1/v1"\n')
    with pytest.raises(SettingsError, match=r"model\.url: it holds a user name or password") as raised:
        Settings.load(path)
    assert "hunter2" not in str(raised.value)


def test_cannot_tell_by_a_name():
    assert not is_elsewhere("llm.example.com")
    assert ModelSettings(url="https://llm.example.com/v1").url
