"""Transparent mode for real: packets that the firewall redirects, in a network namespace of their own (transparent_world.py)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wire.conftest import MAIL
from tests.wire.transparent_world import RULES

ROOT = Path(__file__).parents[2]


def why_not():
    """Why this machine cannot make such a network; None where it can."""
    if os.geteuid() != 0:
        return "transparent mode is tested by root alone"
    missing = [name for name in ("unshare", "ip", "nft") if not shutil.which(name)]
    if missing:
        return f"transparent mode is not tested without {', '.join(missing)} (apt-get install nftables iproute2)"
    try:
        subprocess.run(
            ["unshare", "-n", "nft", "-f", "-"], input=RULES, text=True, check=True, timeout=20, stderr=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError):
        return "transparent mode is not tested: this machine lets nobody make a network namespace with a redirect"
    return None


CANNOT = why_not()


@pytest.mark.timeout(180)
@pytest.mark.skipif(CANNOT is not None, reason=str(CANNOT))
@pytest.mark.parametrize("kind", ["run", "mitmdump"])
def test_decides_about_what_the_system_sends_it(tmp_path, kind):
    command = ["unshare", "-n", sys.executable, "-m", "tests.wire.transparent_world", str(tmp_path), kind]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=150)
    log = tmp_path / "proxy.log"
    assert done.returncode == 0, done.stderr[-2000:] + (log.read_text()[-2000:] if log.exists() else "")
    found = json.loads(done.stdout)
    statuses = {name: status for name, (status, _) in found.items()}
    assert statuses == {
        "rewritten": 200,
        "refused": 403,
        "allowed": 200,
        "a borrowed Host": 403,  # the name in the TLS greeting counts, for the certificate is checked against it
        "excepted": 200,  # by the name in the greeting, with the origin's own certificate
        "no name": 403,  # an address is nobody we know: [decision] client_recipient
        "plain": 200,  # a Host whose name leads to the very address
        "plain, refused": 403,
        "plain, a borrowed Host": 403,  # one whose name does not
    }
    arrived = {name: bodies for name, (_, bodies) in found.items() if bodies}
    assert set(arrived) == {"rewritten", "allowed", "excepted", "plain"}
    assert all((MAIL in arrived[name][0]) == (name in {"allowed", "excepted"}) for name in arrived)
