"""Modules that mitmproxy imports for what hardly anybody asks for in; out, the same imported when it is asked for.

The login by LDAP (`ldap3`, a hundred modules) and the page mitm.it (Flask, Werkzeug and Jinja) are ten megabytes in every proxy.
What stands in for them steps aside at the first use, and the real ones take its place.
"""

import importlib
import sys
from types import ModuleType
from typing import Any

NAMED = ("ldap3", "werkzeug.security")  # of which mitmproxy takes single names; the latter is Werkzeug's way into all of it
PAGES = "mitmproxy.addons.onboardingapp"


def put_off() -> None:
    """From now on, where mitmproxy's addons are not imported yet; a second time changes nothing."""
    if "mitmproxy.addons" not in sys.modules:
        for name in NAMED:
            sys.modules.setdefault(name, Module(name))
        sys.modules.setdefault(PAGES, Pages(PAGES))


class Name:
    """One name of a module, looked up when it is used."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """What the real one returns."""
        return getattr(real(self._module), self._name)(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        return getattr(getattr(real(self._module), self._name), name)


class Module(ModuleType):
    """Any name of a module, for annotations and for later."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # the import system asks whether there is a __path__
            raise AttributeError(name)
        return Name(self.__name__, name)


class Pages(ModuleType):
    """The module of mitm.it: its one name is the application."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.app = Application()


class Application:
    """A WSGI application that is imported by its first request; `config` is what mitmproxy sets before that."""

    def __init__(self) -> None:
        self.config: dict[str, Any] = {}

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Answer as the real one does."""
        app = real(PAGES).app
        app.config.update(self.config)
        return app(environ, start_response)


def real(name: str) -> Any:
    """The module itself. None stands in for another any longer: what is imported now may take more from it than mitmproxy does."""
    for other in (*NAMED, PAGES):
        if isinstance(sys.modules.get(other), Module | Pages):
            del sys.modules[other]
    return importlib.import_module(name)
