"""Who listens where a proxy should, and whatever points there."""

import os
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from guardian_core import ports, running
from guardian_core.doctor.check import Check
from guardian_core.errors import SystemProxyError
from guardian_core.settings import Settings
from guardian_core.system_proxy import kept

FILES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO")
PROXIES = ("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy")


def proxy(settings: Settings) -> tuple[running.Running | None, Check]:
    """The proxy of this home that runs, and what is to be said of it."""
    host, port = settings.proxy.host, settings.proxy.port
    authority = settings.home / "ca" / "mitmproxy-ca-cert.pem"
    found = running.find(settings.home, host, port) if authority.exists() else None
    if found is not None:
        return found, Check("proxy", "ok", f"runs at {found.url} and has the key of our authority")
    if not ports.answers(ports.reachable(host), port):
        return None, Check("proxy", "problem", f"nobody listens at {host}:{port}", "guardian run")
    holder = ports.holder(port) or "another program listens there"
    says = f"{host}:{port} is held by what is not our proxy: {holder}"
    return None, Check("proxy", "problem", says, f"guardian run --port {ports.free_port()}")


def web_port(settings: Settings) -> Check:
    """The port that --web would take."""
    port = settings.proxy.web_port
    noted = running.noted(settings.home)
    if not ports.answers("127.0.0.1", port):
        return Check("web port", "ok", f"127.0.0.1:{port} is free for guardian run --web")
    if noted is not None and noted.web is not None and noted.web.endswith(f":{port}/"):
        return Check("web port", "ok", f"mitmweb is at {noted.web}")
    says = f"guardian run --web could not have 127.0.0.1:{port}: {ports.holder(port) or 'another program listens there'}"
    return Check("web port", "note", says, "choose another one in the configuration: [proxy] web_port")


def desktop(home: Path, found: running.Running | None) -> Check:
    """A desktop that was pointed at a proxy which is gone is cut off."""
    try:
        earlier = kept(home)
    except SystemProxyError as error:
        return Check("system proxy", "problem", str(error), f"rm {shlex.quote(str(home / 'system-proxy.json'))}")
    if earlier is None:
        return Check("system proxy", "skipped", "the desktop's settings were not changed by us")
    if found is not None and found.url == earlier.proxy:
        return Check("system proxy", "ok", f"{earlier.desktop} uses {earlier.proxy}")
    where = "where no proxy of ours listens" if found is None else f"while the proxy is at {found.url}"
    command = "guardian system-proxy off" if found is None else "guardian system-proxy on"
    return Check("system proxy", "problem", f"{earlier.desktop} still uses {earlier.proxy}, {where}", command)


def environment(found: running.Running | None, variables: Mapping[str, str] = os.environ) -> Iterator[Check]:
    """Variables of this shell that lead nowhere."""
    for name in FILES:
        path = variables.get(name)
        if path and not Path(path).is_file():
            yield Check(
                f"variable {name}", "problem", f"names {path}, which is not there: programs will trust nobody", f"unset {name}"
            )
    for name in PROXIES:
        url = variables.get(name)
        if url and found is not None and url.rstrip("/") != found.url:
            says = f"programs of this shell use {url}, not the proxy at {found.url}"
            yield Check(f"variable {name}", "note", says, 'eval "$(guardian exec --shell)"')
