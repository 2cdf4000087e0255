"""mitmproxy's checks and copies in; out, the same answers without asking again what cannot have changed.

For each message it checks the kind of every field, and makes the error for it first, in case; each look at an option copies it, be
it a number. That is a twentieth of its own time.
"""

from collections.abc import Callable
from typing import Any

from mitmproxy import optmanager
from mitmproxy.http import Headers
from mitmproxy.utils import typecheck

PLAIN = (str, bytes, int, float, bool, type(None))  # that nobody can change, and whose kind is all that is checked
MOST = 1_000


def quicken() -> None:
    """Do so from now on; a second time does nothing, and a mitmproxy that does otherwise is left as it is."""
    check = getattr(typecheck, "check_option_type", None)
    if check is not None and not hasattr(check, "remembers"):
        typecheck.check_option_type = _remembering(check)  # type: ignore[assignment] # called as it was
    current = getattr(getattr(optmanager, "_Option", None), "current", None)
    if current is not None and not hasattr(current, "copies_less"):
        optmanager._Option.current = _copying_less(current)  # type: ignore[method-assign, assignment] # called as it was


def _remembering(original: Callable[[str, Any, Any], None]) -> Callable[[str, Any, Any], None]:
    sound: set[tuple[type, Any]] = set()  # pairs of a value's own kind and the kind that was wanted

    def check_option_type(name: str, value: Any, typeinfo: Any) -> None:
        pair = (type(value), typeinfo)
        if pair in sound:
            return
        original(name, value, typeinfo)
        if pair[0] in PLAIN or pair[0] is Headers:
            if len(sound) >= MOST:
                sound.clear()
            sound.add(pair)

    check_option_type.remembers = True  # type: ignore[attr-defined]
    return check_option_type


def _copying_less(original: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def current(self: Any) -> Any:
        return self.value if type(self.value) in PLAIN else original(self)

    current.copies_less = True  # type: ignore[attr-defined]
    return current
