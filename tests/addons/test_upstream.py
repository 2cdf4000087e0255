"""addons.upstream: mitmproxy's options; real upstream proxies are in tests/wire/test_upstream.py."""

import pytest
from guardian_addons import upstream

from guardian_core.errors import SettingsError
from guardian_core.settings import ProxySettings, Settings


@pytest.mark.parametrize(
    ("proxy", "options"),
    [
        ({}, {"mode": ["regular"]}),
        ({"mode": "transparent"}, {"mode": ["transparent"]}),
        ({"mode": "reverse:https://api.example.test"}, {"mode": ["reverse:https://api.example.test"]}),
        ({"upstream": "http://[2001:db8::1]:3128"}, {"mode": ["upstream:http://[2001:db8::1]:3128"], "upstream_auth": None}),
        (
            {"upstream": "https://proxy.example.test", "upstream_login_env": "LOGIN"},
            {"mode": ["upstream:https://proxy.example.test:443"], "upstream_auth": "dana:p:w"},
        ),
    ],
)
def test_tells_mitmproxy(proxy, options, monkeypatch):
    monkeypatch.setenv("LOGIN", "dana:p:w")
    assert upstream.options(Settings(proxy=ProxySettings(**proxy))) == options


def test_says_that_the_login_is_not_there(monkeypatch):
    monkeypatch.delenv("LOGIN", raising=False)
    settings = Settings(proxy=ProxySettings(upstream="http://proxy.example.test:3128", upstream_login_env="LOGIN"))
    with pytest.raises(SettingsError, match="LOGIN does not hold user:password"):
        upstream.options(settings)
