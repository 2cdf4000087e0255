"""The sections about connections: where traffic comes in, what lies upstream, and which connections are left alone."""

import os
import re
from pathlib import Path
from typing import Annotated, Literal, NamedTuple
from urllib.parse import SplitResult, urlsplit

from pydantic import AfterValidator, Field, StrictBool, StrictInt

from guardian_core.addresses import host
from guardian_core.errors import SettingsError
from guardian_core.section import Days, Host, Section

ExceptionClass = Literal["banking", "os_updates", "certificate_checks"]
EVERY_CLASS: tuple[ExceptionClass, ...] = ("banking", "os_updates", "certificate_checks")


class Upstream(NamedTuple):
    """A proxy through which everything goes out."""

    scheme: str  # http or https
    host: str
    port: int
    login: str | None = None  # user:password

    def __repr__(self) -> str:
        """Without the login."""
        return f"Upstream({self.scheme}://{self.host}:{self.port})"


def upstream_url(url: str) -> str:
    """`url`, if it is an upstream proxy's address without a login; raises ValueError.

    >>> upstream_url("http://proxy.example.test:3128")
    'http://proxy.example.test:3128'
    """
    parts = _taken_apart(url, "write the proxy's address, such as http://proxy.example.com:3128")
    if parts.path.strip("/") or parts.query or parts.fragment:
        message = "write scheme, host and port of the proxy, and nothing behind them"
        raise ValueError(message)
    return url.rstrip("/")


def mode(text: str) -> str:
    """`text`, if it is a way to take traffic in; raises ValueError.

    >>> mode("transparent"), mode("reverse:https://api.example.test")
    ('transparent', 'reverse:https://api.example.test')
    """
    if text in {"regular", "transparent"}:
        return text
    message = 'write "regular", "transparent", or "reverse:" and the address of the one server that is behind the proxy'
    if not text.startswith("reverse:"):
        raise ValueError(message)
    _taken_apart(text.removeprefix("reverse:"), message)
    return text


def _taken_apart(url: str, message: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        raise ValueError(message) from None
    if parts.scheme not in {"http", "https"} or not name or port == 0:
        raise ValueError(message)
    if parts.username is not None or parts.password is not None:
        message = "it holds a user name or password: name their place with proxy.upstream_login_env or proxy.upstream_login_file"
        raise ValueError(message)
    host(name)
    return parts


def variable(name: str) -> str:
    """`name`, if an environment variable may be called so; raises ValueError."""
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        message = "it is not the name of an environment variable (write the name, never the login itself)"
        raise ValueError(message)
    return name


def upstream_of(url: str | None, login_env: str | None, login_file: Path | None) -> Upstream | None:
    """The upstream proxy with its login.

    Raises:
        SettingsError: the login is not where it is said to be, or is not ``user:password``.
    """
    if url is None:
        return None
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return Upstream(parts.scheme, host(parts.hostname or ""), port, _login(login_env, login_file))


def _login(login_env: str | None, login_file: Path | None) -> str | None:
    if login_env is not None:
        login, where = os.environ.get(login_env, ""), f"proxy.upstream_login_env: the environment variable {login_env}"
    elif login_file is not None:
        where = f"proxy.upstream_login_file: {login_file}"
        try:
            login = login_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            message = f"{where} cannot be read: {getattr(error, 'strerror', None) or 'not UTF-8 text'}"
            raise SettingsError(message) from None
    else:
        return None
    if not re.fullmatch(r"[^:\r\n]+:[^\r\n]*", login):
        message = f"{where} does not hold user:password"
        raise SettingsError(message)
    return login


class ExceptionSettings(Section):
    """Connections that are not intercepted: passed on as they are, neither read nor changed, and recorded as such."""

    classes: tuple[ExceptionClass, ...] = Field(
        EVERY_CLASS,
        description="classes of hosts that ship (addons/excluded.toml): banks, updates of systems, checks of certificates",
    )
    hosts: tuple[Host, ...] = Field((), description="hosts of yours, and all below them, that are not intercepted")
    learn: StrictBool = Field(
        False,
        description="pass a host on for a client that refuses our certificate for it (so whoever is behind the proxy can evade it)",
    )
    failures: StrictInt = Field(2, ge=1, le=20, description="refusals of one client for one host after which it is passed on")
    hours: Days = Field(24.0, gt=0, description="hours after which what was learned is forgotten")


UpstreamUrl = Annotated[str, AfterValidator(upstream_url)]
ProxyMode = Annotated[str, AfterValidator(mode)]
Variable = Annotated[str, AfterValidator(variable)]
