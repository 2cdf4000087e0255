"""wire_settings: ways in and out as people write them."""

import pytest
from pydantic import ValidationError

from guardian_core.errors import SettingsError
from guardian_core.settings import ProxySettings
from guardian_core.wire_settings import Upstream, upstream_of


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("upstream", "proxy.example.test:3128", "such as http://proxy.example.com:3128"),
        ("upstream", "socks5://proxy.example.test", "such as http://"),
        ("upstream", "http://dana:secret@proxy.example.test", "upstream_login_env"),
        ("upstream", "http://proxy.example.test/path", "nothing behind them"),
        ("upstream", "http://proxy.example.test:99999", "such as http://"),
        ("mode", "socks5", '"regular", "transparent"'),
        ("mode", "reverse:api.example.test", '"regular", "transparent"'),
        ("upstream_login_env", "dana:secret", "never the login itself"),
    ],
)
def test_says_what_would_be_right(key, value, says):
    with pytest.raises(ValidationError) as caught:
        ProxySettings(**{key: value})
    assert says in str(caught.value)


def test_refuses_two_ways_out_and_two_places_of_a_login(tmp_path):
    with pytest.raises(ValidationError, match="works in mode regular only"):
        ProxySettings(mode="transparent", upstream="http://proxy.example.test")
    with pytest.raises(ValidationError, match="not both"):
        ProxySettings(upstream="http://proxy.example.test", upstream_login_env="A", upstream_login_file=tmp_path)


def test_reads_the_login_and_hides_it(tmp_path):
    file = tmp_path / "login"
    file.write_text("dana:pass word\n", encoding="utf-8")
    found = upstream_of("http://Proxy.Example.test", None, file)
    assert found == Upstream("http", "proxy.example.test", 80, "dana:pass word")
    assert "pass" not in repr(found)
    file.write_text("dana")
    with pytest.raises(SettingsError, match="does not hold user:password"):
        upstream_of("http://proxy.example.test", None, file)
    with pytest.raises(SettingsError, match="cannot be read"):
        upstream_of("http://proxy.example.test", None, tmp_path / "gone")
    assert upstream_of(None, None, None) is None
