"""Swap3's practice window, played through pixels and clicks: every move confirmed, no cell misread."""

from pathlib import Path

import pytest

from tests.bot.live_play import demo, replay

pytestmark = [pytest.mark.live, pytest.mark.display, pytest.mark.timeout(300)]

MOVES = 8


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("look", "scale"), [("print", 0.5), ("pond", 2)])
def test_every_move_is_confirmed_and_no_cell_misread(look: str, scale: float, tmp_path: Path) -> None:
    recording = tmp_path / "recording"
    status, document, error = demo(
        "swap3", f"--look={look}", f"--scale={scale}", f"--moves={MOVES}", "--speed=4", f"--record={recording}"
    )
    assert status == 0, error
    assert document["cells_misread"] == 0, "misread"
    assert document["moves_confirmed"] == document["moves"] == document["outcomes"]["as planned"] == MOVES
    assert document["calibration"]["kinds"] == 7
    assert document["score"] >= 10 * MOVES
    status, replayed = replay(recording)
    assert (status, replayed["same"]) == (0, MOVES), replayed["differences"]


def test_the_end_of_a_game_is_seen() -> None:
    """Words covered the last board after 60 ms; the bot saw no end of its move, and gave up after a minute."""
    rules = "cascade:rows=8,cols=8,kinds=10"  # so many kinds leave no move soon
    status, document, error = demo("swap3", f"--rules={rules}", "--moves=60", "--speed=4")
    assert status == 0, error
    assert document["ending"] == "the game is over"
    assert document["cells_misread"] == 0, "misread"
    assert document["moves_confirmed"] == document["moves"] == document["outcomes"]["as planned"]
