"""Calibration by playing: pieces are dropped here and there until all colours of jewels have been seen.

An empty well shows two pieces. What comes after them, and how the ground looks where jewels lie, is seen only in play;
which key does what is taken from the profile's defaults. A new game is begun, and another at the end.
"""

import time
from typing import TYPE_CHECKING

import numpy as np

from bot.calibrating.frames import calibrate_frames
from bot.calibrating.pressing import CalibrationHand
from bot.calibrating.wishes import CalibrationWishes
from calibration.outcome import Calibration
from capture.frame import Frame
from capture.window import Window, WindowSource
from vision.profile_sections import KeysSection

if TYPE_CHECKING:
    from bot.games import Game

PIECES = 12
"""Pieces that are dropped: of six colours one stays unseen in so many in 1 % of all cases; it is learned later."""
PIECES_A_GAME = 4
"""Then a new game is begun: no game ends by itself, and the ground is seen again."""
LOOKS = 2
"""Looks at each piece, while it comes in and falls."""
LOOK_APART_S = 0.15
AFTER_DROP_S = 1.2
"""What a game takes after a drop until the next piece comes in, with one clear in between; nothing fades then."""
NUDGES = 6
"""Presses in that time: where pieces fall fast, the next ones must not all land in one column."""
FARTHEST = 3
"""Steps sideways at most."""
TRIES = 3
"""Where what was seen does not teach enough, other pieces are dropped elsewhere, so many times in all."""


def calibrate_by_dropping(
    game: "Game", window: str | Window, wishes: CalibrationWishes, restart_key: str
) -> Calibration:
    """Calibrate on a live window by playing some pieces of a new game: at its beginning the whole ground is seen.

    Args:
        game: whose window it is.
        window: its title, or the window itself, which is closed in the end.
        wishes: what a person said about it.
        restart_key: begins a new game.

    Raises:
        capture.source.CaptureError: no such window, it was closed, or the screen cannot be seen.
        Failed: the window stayed out of reach.
        Stopped: the person took over.
    """
    keys = KeysSection()
    source = WindowSource(window)
    try:
        with CalibrationHand(source, wishes.timing) as hand:
            for seed in range(TRIES):
                frames = _play(hand, keys, restart_key, seed)
                calibration = calibrate_frames(game, frames, source.window.title, wishes)
                if calibration.result.passed:
                    break
            hand.press(restart_key)
    finally:
        source.close()
    return calibration


def _play(hand: CalibrationHand, keys: KeysSection, restart_key: str, seed: int) -> list[Frame]:
    """Drop pieces in all columns, `seed` says where; return what was seen."""
    rolls = np.random.default_rng(seed)
    frames = []
    for number in range(PIECES):
        if number % PIECES_A_GAME == 0:
            hand.press(restart_key)
        for _ in range(LOOKS):
            time.sleep(LOOK_APART_S)
            frames.append(hand.grab())
            hand.press(*_sideways(rolls, keys))
        hand.press(keys.drop)
        for _ in range(NUDGES):
            time.sleep(AFTER_DROP_S / NUDGES)
            hand.press(*_sideways(rolls, keys))
    return frames


def _sideways(rolls: np.random.Generator, keys: KeysSection) -> tuple[str, ...]:
    """Return some presses to one side."""
    steps = int(rolls.integers(-FARTHEST, FARTHEST + 1))
    return (keys.left if steps < 0 else keys.right,) * abs(steps)
