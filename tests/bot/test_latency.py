"""What a run tells of the time that each stage took: the same keys of every run."""

from bot.playing.latency import PROMISED, Latency


def test_every_promised_stage_is_told_even_where_nothing_was_measured() -> None:
    latency = Latency()
    latency.add("plan", 4.0)
    latency.add("plan", 6.0)
    summary = latency.summary()
    assert tuple(summary) == PROMISED
    assert summary["plan"] == {"p50": 5.0, "p95": 5.9, "p99": 5.98}
    assert summary["settle"] == {"p50": None, "p95": None, "p99": None}


def test_a_stage_of_some_games_alone_is_told_where_it_was_measured() -> None:
    latency = Latency()
    latency.add("decision", 7.0)
    assert latency.summary()["decision"]["p99"] == 7.0
