"""addons.untouched: which names are excepted; real handshakes are in tests/wire/test_untouched.py."""

import pytest
from guardian_addons.untouched import CLASSES, excepted

from guardian_core.addresses import host
from guardian_core.wire_settings import EVERY_CLASS, ExceptionSettings

NONE = ExceptionSettings(classes=())
OWN = ExceptionSettings(classes=(), hosts=("cloudbox.test", "xn--bcher-kva.example"))


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("cloudbox.test", True),
        ("files.cloudbox.test", True),
        ("CLOUDBOX.TEST.", True),
        ("Bücher.example", True),
        ("shop.xn--bcher-kva.example", True),
        ("jollycloudbox.test", False),
        ("cloudbox.test.evil.example", False),
        ("cloudbox.testing", False),
        ("test", False),
        ("", False),
    ],
)
def test_matches_whole_labels(name, is_one):
    """BUGS B57."""
    assert bool(excepted(name, OWN)) is is_one


def test_ships_classes_that_can_be_switched_off():
    assert set(CLASSES) == set(EVERY_CLASS)
    assert "a bank" in (excepted("online.dkb.de", ExceptionSettings()) or "")
    assert "updates" in (excepted("fe2.update.microsoft.com", ExceptionSettings()) or "")
    assert "certificates" in (excepted("ocsp.digicert.com", ExceptionSettings()) or "")
    assert excepted("online.dkb.de", NONE) is None


def test_names_hosts_as_they_go_on_the_wire():
    names = [name for hosts in CLASSES.values() for name in hosts]
    assert [host(name) for name in names] == names
