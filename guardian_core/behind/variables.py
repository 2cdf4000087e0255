"""The variables by which programs find a proxy and the authorities they trust, each in every spelling that is read somewhere."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")  # a program talking to itself or to a neighbour on this machine sends nothing out
PROXY = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "WSS_PROXY", "WS_PROXY", "FTP_PROXY")
# Who reads which: OpenSSL, Go, Rust, Ruby; requests; curl; git; pip; cargo; AWS; Deno; Node; gcloud; uv; conda; npm; Perl's LWP.
TRUST = (
    "SSL_CERT_FILE",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "GIT_SSL_CAINFO",
    "PIP_CERT",
    "CARGO_HTTP_CAINFO",
    "AWS_CA_BUNDLE",
    "DENO_CERT",
    "NODE_EXTRA_CA_CERTS",
    "CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE",
    "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
    "CONDA_SSL_VERIFY",
    "NPM_CONFIG_CAFILE",
    "PERL_LWP_SSL_CA_FILE",
    "NIX_SSL_CERT_FILE",
)
OWN_SWITCHES = {"NODE_USE_ENV_PROXY": "1", "DENO_TLS_CA_STORE": "system,mozilla"}
JAVA_PASSWORD = "changeit"  # noqa: S105 - the file holds public certificates only


def variables(
    proxy: str, bundle: Path, *, truststore: Path | None, preload: Path, python: Path, environment: Mapping[str, str]
) -> dict[str, str]:
    """What to add to a program's environment.

    `bundle`: PEM of the system's authorities and ours; `truststore`: the same for Java; `preload`: a script for Node, whose older
    versions read none of these, and `python` a folder for Python, whose aiohttp does not; `environment`: what the program would
    have had, some of which is added to.
    """
    outside = _joined(_given(environment, "NO_PROXY"), LOOPBACK)
    both = {**dict.fromkeys(PROXY, proxy), "NO_PROXY": outside}
    found = {**both, **{name.lower(): value for name, value in both.items()}, **dict.fromkeys(TRUST, str(bundle)), **OWN_SWITCHES}
    # npm and yarn have settings of their own that beat HTTP_PROXY; so has Docker's client not: it is its daemon that fetches.
    found |= {"NPM_CONFIG_PROXY": proxy, "NPM_CONFIG_HTTPS_PROXY": proxy, "YARN_HTTP_PROXY": proxy, "YARN_HTTPS_PROXY": proxy}
    if truststore is not None:
        found["JAVA_TOOL_OPTIONS"] = _added(environment.get("JAVA_TOOL_OPTIONS", ""), java_options(proxy, truststore, outside))
    found["NODE_OPTIONS"] = _added(environment.get("NODE_OPTIONS", ""), [f"--require={_quoted(preload)}"])
    paths = [path for path in environment.get("PYTHONPATH", "").split(os.pathsep) if path and path != str(python)]
    return {**found, "PYTHONPATH": os.pathsep.join([str(python), *paths]), "GUARDIAN_EXEC": "1"}


def java_options(proxy: str, truststore: Path, outside: str) -> list[str]:
    """Java reads none of the variables; it takes options from one of its own.

    >>> java_options("http://127.0.0.1:8080", Path("/t.p12"), "localhost,.corp.example")[-1]
    '-Dhttp.nonProxyHosts=localhost|*.corp.example'
    """
    parts = urlsplit(proxy)
    hosts = "|".join(f"*{name}" if name.startswith(".") else name for name in outside.split(",") if ":" not in name)
    return [
        *(f"-D{scheme}.proxyHost={parts.hostname}" for scheme in ("http", "https")),
        *(f"-D{scheme}.proxyPort={parts.port}" for scheme in ("http", "https")),
        f"-Djavax.net.ssl.trustStore={_quoted(truststore)}",
        f"-Djavax.net.ssl.trustStorePassword={JAVA_PASSWORD}",
        "-Djavax.net.ssl.trustStoreType=PKCS12",
        f"-Dhttp.nonProxyHosts={hosts}",
    ]


def _given(environment: Mapping[str, str], name: str) -> list[str]:
    """The parts of a list variable in either spelling."""
    text = environment.get(name) or environment.get(name.lower()) or ""
    return [part.strip() for part in text.split(",") if part.strip()]


def _joined(first: Iterable[str], second: Iterable[str]) -> str:
    return ",".join(dict.fromkeys([*first, *second]))


def _added(before: str, options: Iterable[str]) -> str:
    """Options behind those that are there; a second `guardian exec` inside the first adds nothing twice."""
    kept = before.split(" ") if before else []
    return " ".join([*kept, *(option for option in options if option not in kept)])


def _quoted(path: Path) -> str:
    """Node and Java both split at spaces outside double quotes."""
    return f'"{path}"' if " " in str(path) else str(path)
