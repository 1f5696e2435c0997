"""Frames for calibration: from a live window or from stored pictures."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.calibrate import Calibration, NameKind, calibrate
from capture.folder import load_image
from capture.frame import Frame
from capture.window import WindowSource
from vision.profile import InputSection, Permission

if TYPE_CHECKING:
    from bot.games import Game

LIVE_FRAMES = 3
LIVE_APART_S = 0.25
"""Far enough apart that an idle animation shows other phases."""

Rectangle = tuple[float, float, float, float]


def calibrate_window(
    game: "Game",
    title: str,
    *,
    permission: Permission,
    timing: InputSection | None = None,
    rows: int | None = None,
    cols: int | None = None,
    board: Rectangle | None = None,
    name_kind: NameKind | None = None,
) -> Calibration:
    """Calibrate on a live window.

    Raises:
        capture.source.CaptureError: no such window, or it cannot be seen.
    """
    source = WindowSource(title)
    try:
        frames = []
        for index in range(LIVE_FRAMES):
            if index:
                time.sleep(LIVE_APART_S)
            frames.append(source.grab())
        window_title = source.window.title
    finally:
        source.close()
    return calibrate(
        frames,
        game.screen,
        rows=rows,
        cols=cols,
        board=board,
        name_kind=name_kind,
        permission=permission,
        window_title=window_title,
        input=timing or InputSection(),
    )


def calibrate_images(
    game: "Game",
    paths: list[Path],
    *,
    permission: Permission,
    rows: int | None = None,
    cols: int | None = None,
    board: Rectangle | None = None,
    name_kind: NameKind | None = None,
) -> Calibration:
    """Calibrate on stored pictures of one window.

    Raises:
        capture.source.CaptureError: a picture cannot be read.
    """
    frames = [Frame(load_image(path), index) for index, path in enumerate(paths)]
    return calibrate(frames, game.screen, rows=rows, cols=cols, board=board, name_kind=name_kind, permission=permission)
