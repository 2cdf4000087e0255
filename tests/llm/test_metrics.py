"""Numbers of the client."""

from guardian_core.llm.metrics import KEPT, Metrics, percentile


def test_takes_the_nearest_rank():
    assert percentile([1.0], 0.95) == 1.0
    values = [float(number) for number in range(1, 101)]
    assert (percentile(values, 0.5), percentile(values, 0.95), percentile(values, 1.0)) == (50.0, 95.0, 100.0)


def test_keeps_the_newest_latencies():
    metrics = Metrics()
    for _ in range(KEPT):
        metrics.answered(9.0, 1, 1)
    for _ in range(KEPT):
        metrics.answered(1.0, 1, 1)
    snapshot = metrics.snapshot()
    assert (snapshot.latency_p95, snapshot.tokens_in, snapshot.tokens_out) == (1.0, 2 * KEPT, 2 * KEPT)


def test_knows_nothing_at_the_start():
    assert Metrics().snapshot().latency_p50 is None
