"""bench_progress.py: how far a long measurement is."""

from guardian_core.cli import bench_progress


def test_tells_now_and_then_where_lines_cannot_be_written_over(capsys, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(bench_progress.time, "monotonic", lambda: now[0])
    tell = bench_progress.teller()
    tell("at once")
    now[0] += bench_progress.EVERY
    tell("after a while")
    tell("right after it")
    assert capsys.readouterr().err == "after a while\n"


def test_writes_over_its_line_in_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr(bench_progress.sys.stderr, "isatty", lambda: True)
    tell = bench_progress.teller()
    tell("1 of 2")
    tell("2 of 2")
    assert capsys.readouterr().err.split("\r\x1b[K") == ["", "1 of 2", "2 of 2"]
