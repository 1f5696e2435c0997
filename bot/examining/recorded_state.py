"""The state that a recorded decision was made on, and its move, as far as they can be such."""

from collections.abc import Mapping
from typing import Any, Final

from bot.games import Game
from capture.recorded import RecordingReader
from capture.source import CaptureError
from control.sketch import Sketch
from vision.profile import Profile

UNFIT: Final = ("SHAPE", "WRONG_SIZE", "NEGATIVE")
"""Flaws of states that no kernel may be given; all others a misread board may have had."""


def recorded_state(recording: RecordingReader, game: Game, rules: Any, event: Mapping[str, Any]) -> Any:
    """Return the state of a decision.

    Raises:
        CaptureError: its text is no state, or one of another size than the rules'; file, line and key are named.
    """
    try:
        state = game.rules.from_text(event["state"])
    except ValueError as error:
        raise CaptureError(f"{recording.where(event)}: 'state' cannot be read ({error}); remove the line") from error
    flaws = game.rules.validate(rules, state)
    if any(flaw.name in UNFIT for flaw in flaws) or not _is_inside(rules, state):
        raise CaptureError(
            f"{recording.where(event)}: 'state' does not fit the rules '{recording.meta['rules']}' of meta.toml; "
            "remove the line, or mend the rules"
        )
    return state


def recorded_sketch(
    recording: RecordingReader, game: Game, rules: Any, state: Any, event: Mapping[str, Any], profile: Profile
) -> Sketch:
    """Return the drawing of a decision's move.

    Raises:
        CaptureError: there is no such move; file and line are named.
    """
    try:
        return game.sketch(rules, state, (event["move"],), "", profile)
    except (ValueError, IndexError) as error:
        raise CaptureError(f"{recording.where(event)}: 'move' is none ({error}); remove the line") from error


def _is_inside(rules: Any, state: Any) -> bool:
    """Tell whether a piece that falls is on the board, where one does."""
    col, row = getattr(state, "col", 0), getattr(state, "row", 0)
    return bool(0 <= col < getattr(rules, "cols", 1) and 0 <= row < getattr(rules, "height", 1))
