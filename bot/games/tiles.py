"""What games of plain tiles have in common: a window shows its board by itself, and a new kind may come at any time."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bot.games.game import Game
from vision.sighting import Sighting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.calibrating.wishes import CalibrationWishes
    from calibration.kind_names import NameKind
    from calibration.learned_kinds import LearnedKinds
    from calibration.outcome import Calibration
    from capture.frame import Frame
    from capture.window import Window
    from vision.readers import BoardReader
    from vision.screen import Screen


def codes_document(sighting: Sighting) -> dict[str, Any]:
    """Return what `read --json` prints of a board."""
    return {"codes": sighting.codes.tolist()}


def codes_printed(sighting: Sighting) -> dict[str, NDArray[np.int8]]:
    """Return what plain `read` prints of a board."""
    return {"board": sighting.codes}


def calibrate_tiles(frames: "Sequence[Frame]", screen: "Screen", **wishes: Any) -> "Calibration":
    """Calibrate a window of tiles by frames of it."""
    from calibration.calibrate import calibrate

    return calibrate(frames, screen, **wishes)


def calibrate_watching(
    game: Game, window: "str | Window", wishes: "CalibrationWishes", restart_key: str
) -> "Calibration":
    """Calibrate on what a window shows by itself."""
    from bot.calibrating.frames import calibrate_window

    del restart_key
    return calibrate_window(game, window, wishes)


def learn_tiles(
    screen: "Screen",
    reader: "BoardReader",
    frame: "Frame",
    later: "Frame",
    unread: NDArray[np.bool_],
    name_kind: "NameKind | None",
) -> "LearnedKinds | None":
    """Learn kinds of tile in mid-game: a special may come at any time."""
    from calibration import new_tile
    from vision.reader import Reader

    if not isinstance(reader, Reader):
        return None
    return new_tile.learn_tiles(reader, screen, frame, later, unread, name_kind)
