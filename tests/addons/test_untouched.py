"""addons.untouched: which names are excepted; real handshakes are in tests/wire/test_untouched.py."""

import pytest
from guardian_addons.untouched import CLASSES, Learned, excepted

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


def test_learns_by_client_and_host_and_forgets():
    clock = [0.0]
    learned, settings = Learned(lambda: clock[0]), ExceptionSettings(learn=True, hours=1)
    assert not learned.refused("a", "x.test", settings)
    assert not learned.refused("b", "x.test", settings)
    assert learned.refused("a", "x.test", settings)
    assert learned.knows("a", "x.test")
    assert not learned.knows("b", "x.test")
    assert not learned.knows("a", "y.test")
    assert list(learned.listed()) == [("a", "x.test", 3600.0)]
    clock[0] = 3601
    assert not learned.knows("a", "x.test")
    assert list(learned.listed()) == []


def test_refusals_long_apart_do_not_count_together_and_memory_is_bounded():
    clock = [0.0]
    learned, settings = Learned(lambda: clock[0]), ExceptionSettings(learn=True)
    learned.refused("a", "x.test", settings)
    clock[0] = 1000
    assert not learned.refused("a", "x.test", settings)
    for number in range(10_100):
        learned.refused("a", f"{number}.test", ExceptionSettings(learn=True, failures=1))
    assert len(list(learned.listed())) == 10_000
