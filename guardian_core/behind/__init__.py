"""Programs behind the proxy: the one that runs, or one for as long as the program takes, and the variables that lead there."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from guardian_core.behind.start import Proxy, found, proxy
from guardian_core.behind.truststore import truststore
from guardian_core.behind.variables import variables
from guardian_core.trust import certificate, write_bundle

PRELOAD = Path(__file__).with_name("node_proxy.cjs")
PYTHON = Path(__file__).with_name("for-python")


def environment(home: Path, url: str, base: Mapping[str, str] = os.environ) -> dict[str, str]:
    """What a program needs beside `base` to find the proxy at `url` and to trust its authority.

    Raises:
        TrustError: there is no authority yet. OSError: the bundle cannot be written.
    """
    bundle = write_bundle(home, certificate(home), base)
    java = truststore(bundle) if shutil.which("java") or base.get("JAVA_HOME") else None
    return variables(url, bundle, truststore=java, preload=PRELOAD, python=PYTHON, environment=base)


__all__ = ["PRELOAD", "PYTHON", "Proxy", "environment", "found", "proxy", "truststore", "variables"]
