"""evaluation.proxy: its arithmetic, and that it fails where a value gets through; a whole run: tests/cli/test_bench_proxy.py."""

import pytest

from guardian_core.evaluation.proxy import MAIL, against, bodies, check, figures, render, table
from guardian_core.evaluation.proxy_clients import Timed


class Seen:
    def __init__(self, *received):
        self.received = received


def test_bodies_are_as_long_as_they_say():
    a, b, c = bodies().values()
    assert 900 < len(a) < 1_300
    assert MAIL.encode() in b
    assert MAIL.encode() not in a
    assert 95_000 < len(c) < 125_000


def test_fails_where_a_value_reaches_the_origin_or_bytes_change():
    a, b, _ = bodies()
    clean, personal = bodies()[a], bodies()[b]
    check(a, Seen((b"", clean.replace(b"00000000", b"12345678"), len(clean))))
    check(b, Seen((b"", clean, len(clean))))
    with pytest.raises(RuntimeError, match="b: 1 KB"):
        check(b, Seen((b"", personal, len(personal))))
    with pytest.raises(RuntimeError, match="a: 1 KB"):
        check(a, Seen((b"", clean[:-1], len(clean) - 1)))


def test_gives_medians_and_what_ours_adds():
    bare = [Timed([0.001] * 99 + [0.002], 0.001), Timed([0.003] * 100, 0.002)]
    ours = [Timed([0.004] * 100, 0.002, errors=1)]
    assert figures(bare)["p50_ms"] == pytest.approx(2)
    rows = table("x", {"bare": bare, "ours": ours}, {"bare": 50.0, "ours": 60.0})
    assert rows[-1]["added_p50_ms"] == pytest.approx(2)
    assert rows[-1]["added_peak_mb"] == 10
    assert rows[1]["errors"] == 1
    assert "added_p50_ms 2.00" in render(rows)
    measured = [{"case": "a: x", "added_p50_ms": 9.0}, {"case": "b: x"}, {"case": "b: x", "added_p50_ms": 3.0}]
    assert against(measured, 2.0) == {"detector_p50_ms": 2.0, "b_added_per_detector": 1.5}
    assert against(measured[:1], 2.0) == {"detector_p50_ms": 2.0}
    assert figures([Timed(errors=3)]) == {"rps": 0.0, "errors": 3}
