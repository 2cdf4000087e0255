"""Keyed digests: the key of this installation and a value in, 16 hex digits out.

An unsalted hash of a phone number or an e-mail address is the value itself to anyone with a list of candidates; a keyed one is not.
"""

import contextlib
import hmac
import logging
import os
import secrets
from pathlib import Path

from guardian_core.errors import SettingsError

logger = logging.getLogger(__name__)

KEY_BYTES = 32
KEY_NAME = "digest.key"

_unsaved: dict[Path, bytes] = {}  # keys of homes that cannot be written: one per run, whoever asks


def digest(key: bytes, value: str) -> str:
    """HMAC-SHA256 of `value`, its first 16 hex digits: enough to recognise a value again, too little to find it.

    >>> digest(b"k" * 32, "ann@shop.example") == digest(b"k" * 32, "ann@shop.example") != digest(b"j" * 32, "ann@shop.example")
    True
    """
    return hmac.digest(key, value.encode("utf-8", "surrogatepass"), "sha256").hex()[:16]


def load_key(home: Path) -> bytes:
    """The key of this installation, made on first use in `home` with mode 0600; processes that race agree on one.

    Where `home` cannot be written the key lives in memory, with one warning: digests then do not compare across runs.

    Raises:
        SettingsError: the file is there but holds no key, or cannot be read.
    """
    path = home / KEY_NAME
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _make(path)
    except OSError as error:
        if not path.exists():
            if path not in _unsaved:
                logger.warning("cannot write %s (%s): digests of this run do not compare with others", path, error.strerror)
            return _unsaved.setdefault(path, secrets.token_bytes(KEY_BYTES))
    try:
        key = path.read_bytes()
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
    except OSError as error:
        message = f"cannot read the key of the digests, {path}: {error.strerror}"
        raise SettingsError(message) from None
    if len(key) != KEY_BYTES:
        message = f"{path} holds {len(key)} bytes where a key has {KEY_BYTES}: remove it to have a new one made"
        raise SettingsError(message)
    return key


def _make(path: Path) -> None:
    """Write a whole key beside `path`, then link it there: nobody can ever read half a key, and the first one wins."""
    draft = path.with_name(f".{KEY_NAME}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        draft.unlink()
