"""Connections that pass unread, for the page of grants: what the configuration excepts, and what was learned of clients."""

from collections.abc import Callable

from guardian_core.control.html import Child, element
from guardian_core.control.layout import listed, moment
from guardian_core.control.standing import button_form
from guardian_core.passed_on import opened, path_of
from guardian_core.settings import Settings


def passed_section(settings: Settings, token: Callable[[str], str]) -> tuple[Child, ...]:
    """`token` makes the token of the form that goes to an address. Raises StoreError."""
    said = settings.exceptions
    configured = ", ".join([*(name.replace("_", " ") for name in said.classes), *said.hosts]) or "none"
    return (
        element("h2", "Not intercepted"),
        element("p", f"By the configuration ([exceptions]): {configured}."),
        _learned(settings, token) if said.learn else element("p", "Nothing is learned ([exceptions] learn).", class_="hint"),
    )


def _learned(settings: Settings, token: Callable[[str], str]) -> Child:
    rows: list[tuple[Child, ...]] = []
    if path_of(settings.home).exists():
        store = opened(settings.home)
        try:
            found = store.listed(settings.exceptions)
        finally:
            store.close()
        rows = [
            (one.client, one.host, moment(one.until(settings.exceptions)), button_form(f"/passed/{one.id}/forget", "Forget", token))
            for one in found
        ]
    empty = "No client refused our certificate so often that it is passed on."
    return listed(("Client", "Host", "Until", ""), rows, empty=empty)


def forget(settings: Settings, number: str) -> bool:
    """Have it intercepted again; whether there was such an entry. Raises StoreError."""
    if not (number.isdecimal() and len(number) < 18 and path_of(settings.home).exists()):
        return False
    store = opened(settings.home)
    try:
        return store.forget(int(number)) == 1
    finally:
        store.close()
