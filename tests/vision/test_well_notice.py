"""What stands over a well in words, in every look of the practice window."""

import shutil

import numpy as np
import pytest

from capture.frame import Frame
from engine.columns import EMPTY, PRESETS, State
from practice.columns import look_names, render_still
from tests.vision.drawn_wells import profile_of
from vision.notice import Notice, notice_in, read_notice
from vision.profile import Profile

RULES = PRESETS["jewel"]


def shown(look: str, scale: float, **how: bool) -> tuple[Profile, Frame]:
    """A well at play, paused or over."""
    board = np.full((RULES.height, RULES.cols), EMPTY, np.int8)
    board[-3:] = np.arange(18, dtype=np.int8).reshape(3, 6) * 5 % 6
    state = State(board, np.array([0, 1, 2], np.int8), np.array([3, 4, 5], np.int8), 3, 2)
    frame = Frame(render_still(look, scale, RULES, state, top=2.0, **how), 0)
    return profile_of(look, scale, RULES)[0], frame


@pytest.mark.sweep(2)
@pytest.mark.skipif(shutil.which("tesseract") is None, reason="no tesseract: notices are not read")
@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", [0.5, 1, 2])
def test_pause_and_end_are_read(look: str, scale: float) -> None:
    assert read_notice(*shown(look, scale, paused=True)) is Notice.PAUSED
    assert read_notice(*shown(look, scale, over=True)) is Notice.GAME_OVER


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="no tesseract: notices are not read")
def test_a_game_at_play_says_nothing() -> None:
    assert read_notice(*shown("temple", 1)) is None


def test_a_picture_of_another_size_says_nothing() -> None:
    profile, _ = shown("cave", 2)
    assert read_notice(profile, Frame(np.zeros((6, 400, 3), np.uint8), 0)) is None


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        ("PAUSED\nPress any key to continue", Notice.PAUSED),
        ("Continue", Notice.PAUSED),
        ("Click to continue", Notice.PAUSED),
        ("Press any key to continue", Notice.MENU),
        ("press any key to\ncontinue", Notice.MENU),
        ("WINNER: P1\nPress any key to continue", Notice.GAME_OVER),
        ("1UP 02000", None),
    ],
)
def test_a_key_to_continue_tells_no_pause_by_itself(text: str, notice: Notice | None) -> None:
    """A game's end asks for one, too."""
    assert notice_in(text) is notice
