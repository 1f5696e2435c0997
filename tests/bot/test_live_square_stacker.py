"""Square Stacker as a newcomer sees it: pieces dragged from hand to cell, every drop confirmed, nothing misread."""

import shutil
from pathlib import Path
from typing import Any

import cv2
import pytest
from live_play import demo, replay

pytestmark = [pytest.mark.live, pytest.mark.display, pytest.mark.timeout(600)]

OVER = "the game is over"


def play(*options: str | Path) -> tuple[int, dict[str, Any], str]:
    return demo("square_stacker", *options, seconds=420)


def assert_played_cleanly(status: int, document: dict[str, Any], error: str, moves: int) -> None:
    assert status == 0, error
    assert document["cells_misread"] == 0
    assert document["moves_confirmed"] == document["moves"] <= moves
    assert document["moves"] == moves or document["ending"] == OVER
    assert document["cells_read"] > 60 * document["moves"]
    assert document["outcomes"] == {"as planned": document["moves"]}


def assert_scores_read(document: dict[str, Any]) -> None:
    if shutil.which("tesseract") is None:
        pytest.skip("no tesseract: scores are not read")
    reads = document["scores_read"]
    assert reads[-1]["move"] == document["moves"]
    assert [read["read"] for read in reads] == [read["true"] for read in reads]


@pytest.mark.parametrize(
    ("look", "scale", "moves"),
    [
        ("squares", 1, 25),
        ("rings", 1, 25),
        ("discs", 1, 25),
        ("squares", 0.5, 12),
        ("rings", 0.5, 12),
        ("discs", 0.5, 12),
        ("rings", 2, 12),
    ],
)
def test_every_drop_is_confirmed_and_no_slot_misread(look: str, scale: float, moves: int, tmp_path: Path) -> None:
    status, document, error = play(
        f"--look={look}", f"--scale={scale}", f"--moves={moves}", "--speed=4", f"--record={tmp_path / 'recording'}"
    )
    assert_played_cleanly(status, document, error, moves)
    assert document["calibration"]["kinds"] == 7
    latency = document["latency_ms"]
    # The goals are 5 and 2 ms, and `bench live` measures them; here other work may take the cores. A reaction holds
    # the whole drag: eight milliseconds of hold at either end, forty of motion.
    assert latency["capture"]["p50"] <= 10.0
    assert latency["read"]["p50"] <= 4.0
    assert latency["reaction"]["p50"] <= 150.0
    assert_scores_read(document)


def test_pieces_of_two_sizes_are_played_too(tmp_path: Path) -> None:
    status, document, error = play(
        "--rules=coolmath", "--moves=30", "--speed=4", "--seed=3", f"--record={tmp_path / 'recording'}"
    )
    assert_played_cleanly(status, document, error, 30)
    assert_scores_read(document)


def test_the_end_of_the_game_ends_the_run(tmp_path: Path) -> None:
    recording = tmp_path / "recording"
    status, document, error = play("--policy=random", "--moves=300", "--speed=6", f"--record={recording}")
    assert_played_cleanly(status, document, error, 300)
    assert document["ending"] == OVER
    assert 10 < document["moves"] < 300
    assert_scores_read(document)


def test_a_demo_leaves_a_recording_that_replays_bit_for_bit_and_a_picture(tmp_path: Path) -> None:
    recording = tmp_path / "recording"
    status, document, error = play("--moves=20", "--speed=6", "--seed=4", f"--record={recording}")
    assert_played_cleanly(status, document, error, 20)
    assert cv2.imread(document["picture"]) is not None
    status, replayed = replay(recording)
    assert status == 0, replayed["differences"]
    assert (replayed["decisions"], replayed["same"], replayed["different"]) == (20, 20, 0)
    # score and combo are on no board: what was decided with them comes out again only if they are carried along
    assert document["score"] > 0
