"""Draws the recorded moves of a game on their frames."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bot.games import GAMES, Game, Pace
from bot.playing.move_picture import move_picture
from capture.frame import Pixels
from capture.source import CaptureError
from vision.profile import Profile, load_profile


class MovePainter:
    """Draws the move of a decision on its frame, where the game has one move a frame.

    Args:
        recording: folder of a recording.
        meta: what it says of itself.

    Raises:
        CaptureError: of a game or rules that this Spyglass does not know.
        vision.profile.ProfileError: the profile in it cannot be used.
    """

    def __init__(self, recording: Path, meta: dict[str, Any]) -> None:
        self._recording = recording
        self._game: Game | None = None
        name, rules = str(meta.get("game")), str(meta.get("rules"))
        if name not in GAMES:
            raise CaptureError(f"{recording}: of a game named '{name}', which this Spyglass does not know")
        game = GAMES[name]()
        if game.pace is Pace.TURNS:
            if rules not in game.rules.PRESETS:
                raise CaptureError(f"{recording}: played by rules '{rules}', which {name} does not have")
            self._rules: Any = game.rules.PRESETS[rules]
            self._profile: Profile = load_profile(recording / "profile")
            self._game = game

    def drawn(self, pixels: Pixels, event: dict[str, Any]) -> Pixels:
        """Return the frame with the move on it.

        Raises:
            CaptureError: the decision is damaged.
        """
        if self._game is None:
            return pixels
        try:
            state = self._game.rules.from_text(event["state"])
            sketch = self._game.sketch(self._rules, state, (event["move"],), "", self._profile)
        except (KeyError, ValueError) as error:
            raise CaptureError(f"{self._recording}: a decision in it is damaged ({error}); record again") from error
        return move_picture(pixels, replace(sketch, arrow=None))


def narrowed(pixels: Pixels, width: int) -> Pixels:
    """Return a picture no wider than so many pixels."""
    tall, wide = pixels.shape[:2]
    if wide <= width:
        return pixels
    small = cv2.resize(pixels, (width, max(1, round(tall * width / wide))), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
