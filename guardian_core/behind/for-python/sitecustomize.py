"""Loaded by every Python that `guardian exec` starts: aiohttp looks at HTTPS_PROXY only where it is told to, so it is told to.

Any Python from 3.6 on must be able to read this file; it changes nothing outside `guardian exec`.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - no import that costs time in every Python
SWITCH = "GUARDIAN_EXEC"


def trusting(make):
    """`make` with trust_env true where the caller does not say."""

    def __init__(self, *given, **named):
        named.setdefault("trust_env", True)
        make(self, *given, **named)

    return __init__


class _Loader(importlib.abc.Loader):
    def __init__(self, loader):
        self.loader = loader

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        self.loader.exec_module(module)
        session = getattr(module, "ClientSession", None)
        if session is not None:
            session.__init__ = trusting(session.__init__)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name != "aiohttp.client":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


def _load_hidden():
    """The sitecustomize that this one stands before."""
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", [part for part in sys.path if part != FOLDER])
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


if os.environ.get(SWITCH):
    sys.meta_path.insert(0, _Finder())
sys.path[:] = [part for part in sys.path if part != FOLDER]
_load_hidden()
