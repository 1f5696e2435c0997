from tests.engine import golden_swap3


def test_playthrough_is_as_stored() -> None:
    assert golden_swap3.playthrough() == golden_swap3.PLAYTHROUGH.read_text(encoding="utf-8")


def test_counts_are_as_stored() -> None:
    assert golden_swap3.counts() == golden_swap3.COUNTS.read_text(encoding="utf-8")
