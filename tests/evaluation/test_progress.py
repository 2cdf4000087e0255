"""progress.py: how long it still takes."""

from guardian_core.evaluation.progress import Progress, remaining


def test_says_the_time_left():
    assert remaining(30, 120, 60.0) == "3 min left"
    assert remaining(1, 2, 10.0) == "10 s left"
    assert remaining(1, 1001, 60.0) == "16.7 h left"
    assert remaining(0, 5, 1.0) == "time unknown"


def test_what_was_known_does_not_count_for_the_pace():
    now, told = [0.0], []
    progress = Progress(4, told.append, every=0, clock=lambda: now[0])
    progress.step("tab", fresh=False)
    progress.step("tab", fresh=False)
    now[0] = 10.0
    progress.step("tab")
    assert told[-1] == "tab: 3 of 4, 10 s left"


def test_tells_seldom_and_the_last():
    told = []
    progress = Progress(100, told.append, every=1000, clock=lambda: 5.0)
    for _ in range(100):
        progress.step("x")
    assert len(told) == 2
    assert told[-1].startswith("x: 100 of 100")
