"""Frames for calibration: from a live window or from stored pictures."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot.calibrating.wishes import CalibrationWishes
from calibration.outcome import Calibration, CalibrationError
from calibration.score_place import find_score
from capture.folder import load_image
from capture.frame import Frame
from capture.window import Window, WindowSource

if TYPE_CHECKING:
    from bot.games import Game

LIVE_FRAMES = 3
LIVE_APART_S = 0.25
"""Far enough apart that an idle animation shows other phases."""


def calibrate_window(game: "Game", window: str | Window, wishes: CalibrationWishes) -> Calibration:
    """Calibrate on a live window, told by its title or itself; it is closed in the end.

    Raises:
        capture.source.CaptureError: no such window, or it cannot be seen.
    """
    source = WindowSource(window)
    try:
        frames = []
        for index in range(LIVE_FRAMES):
            if index:
                time.sleep(LIVE_APART_S)
            frames.append(source.grab())
        window_title = source.window.title
    finally:
        source.close()
    return calibrate_frames(game, frames, window_title, wishes)


def calibrate_images(game: "Game", paths: Sequence[Path], wishes: CalibrationWishes) -> Calibration:
    """Calibrate on stored pictures of one window.

    Raises:
        capture.source.CaptureError: a picture cannot be read.
    """
    frames = [Frame(load_image(path), index) for index, path in enumerate(paths)]
    return calibrate_frames(game, frames, "", wishes)


def check_size_wishes(game: "Game", wishes: CalibrationWishes) -> None:
    """See that what a person said about the board's size is for the game's calibration to heed.

    Raises:
        CalibrationError: its board has another size, always, or its calibration finds the size itself.
    """
    if wishes.any_size and not game.plain_tiles:
        raise CalibrationError(f"{game.name}: its calibration knows or finds the size itself; leave out --any-size")
    screen = game.screen
    size = (wishes.rows or screen.rows, wishes.cols or screen.cols)
    if game.one_size and size != (screen.rows, screen.cols):
        raise CalibrationError(
            f"{game.name} is played on {screen.rows} x {screen.cols} cells; leave out --rows, --cols"
        )


def calibrate_frames(game: "Game", frames: Sequence[Frame], title: str, wishes: CalibrationWishes) -> Calibration:
    """Calibrate on frames of one window whose title is `title`.

    Raises:
        CalibrationError: frames or wishes that cannot be calibrated on.
    """
    check_size_wishes(game, wishes)
    size = {"any_size": True} if wishes.any_size else {}
    screen = game.screen if wishes.colours is None else replace(game.screen, colours=wishes.colours)
    calibration = game.calibrate(
        frames,
        screen,
        rows=wishes.rows,
        cols=wishes.cols,
        board=wishes.board,
        name_kind=wishes.name_kind,
        permission=wishes.permission,
        window_title=title,
        input=wishes.timing,
        **size,
    )
    if not (game.screen.score and calibration.result.passed):
        return calibration
    score = find_score(frames[-1].pixels, calibration.profile.lattice)
    return replace(calibration, draft=calibration.profile.model_copy(update={"score": score}))
