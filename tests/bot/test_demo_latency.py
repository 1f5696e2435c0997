"""How long a move of the demo takes, with nothing else on the machine: `timed` tests run alone."""

from pathlib import Path

import pytest

from tests.bot.live_play import demo
from tests.pace import slowness

pytestmark = [pytest.mark.timed, pytest.mark.display]


@pytest.mark.parametrize(("look", "scale", "capture_ms"), [("deck", 1, 10.0), ("lagoon", 3, 25.0)])
def test_capture_reading_and_reaction_are_quick(look: str, scale: float, capture_ms: float, tmp_path: Path) -> None:
    """The goals are 5, 2 and 30 ms, and `bench live` measures them; at scale 3 a board has nine times the pixels."""
    options = (f"--look={look}", f"--scale={scale}", "--moves=12", "--speed=4", f"--record={tmp_path / 'recording'}")
    status, document, error = demo("bilging", *options)
    assert status == 0, error
    latency, slow = document["latency_ms"], slowness()
    assert latency["capture"]["p50"] <= capture_ms * slow
    assert latency["read"]["p50"] <= 4.0 * slow
    assert latency["reaction"]["p50"] <= (50.0 + capture_ms) * slow
