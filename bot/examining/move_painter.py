"""Tells the recorded moves of a game: drawn on their frames, and in words."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import cv2
import numpy as np

from bot.examining.in_words import said
from bot.examining.recorded_profile import recorded_profile
from bot.examining.recorded_state import recorded_sketch, recorded_state
from bot.games import GAMES, Game, Pace
from bot.playing.move_picture import move_picture
from capture.frame import Pixels
from capture.recorded import RecordingReader
from capture.source import CaptureError
from vision.profile import Profile


class MovePainter:
    """Draws the move of a decision on its frame.

    Args:
        recording: whose game and profile.

    Raises:
        CaptureError: of a game or rules that this Spyglass does not know, or without a profile.
        vision.profile.ProfileError: the profile in it cannot be used.
    """

    def __init__(self, recording: RecordingReader) -> None:
        recording.require_meta("game", "rules")
        self._recording = recording
        name, rules = recording.meta["game"], recording.meta["rules"]
        if name not in GAMES:
            raise CaptureError(f"{recording.folder}: of a game named '{name}', which this Spyglass does not know")
        self._game: Game = GAMES[name]()
        if rules not in self._game.rules.PRESETS:
            raise CaptureError(f"{recording.folder}: played by rules '{rules}', which {name} does not have")
        self._rules: Any = self._game.rules.PRESETS[rules]
        self._profile: Profile = recorded_profile(recording, self._game)

    def words(self, move: int) -> str:
        """Return a move as a person would say it."""
        return said(move, partial(self._game.move_words, self._rules))

    def drawn(self, pixels: Pixels, event: Mapping[str, Any]) -> Pixels:
        """Return the frame with the move on it.

        Raises:
            CaptureError: the decision is damaged.
        """
        state = recorded_state(self._recording, self._game, self._rules, event)
        sketch = recorded_sketch(self._recording, self._game, self._rules, state, event, self._profile)
        # over two tiles that are swapped an arrow hides what they are
        return move_picture(pixels, sketch if self._game.pace is Pace.TICKS else replace(sketch, arrow=None))


def narrowed(pixels: Pixels, width: int) -> Pixels:
    """Return a picture no wider than so many pixels."""
    tall, wide = pixels.shape[:2]
    if wide <= width:
        return pixels
    small = cv2.resize(pixels, (width, max(1, round(tall * width / wide))), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
