"""What a practice window can be asked for, the same for every game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

MIN_SCALE, MAX_SCALE = 0.5, 3.0
"""A window smaller than half loses its pieces, one larger than three times leaves most screens."""
FARTHEST = 32767
"""Pixels from the screen's corner; X counts no further."""


class PracticeError(ValueError):
    """A practice window cannot be opened as asked; the message is one line that says why and what to do."""


Choice = TypeVar("Choice")


def choose(what: str, name: str, choices: Mapping[str, Choice]) -> Choice:
    """Return the choice of that name; "" is the first.

    Args:
        what: the singular or plural that a person would say: "look", "rules".
        name: as asked for.
        choices: by name, the usual one first.

    Raises:
        PracticeError: no such choice.
    """
    if not name:
        return next(iter(choices.values()))
    if name not in choices:
        raise PracticeError(f"no {what} named '{name}'; choose from {', '.join(choices)}")
    return choices[name]


def refuse_settings(game: str, settings: Mapping[str, str]) -> None:
    """Refuse every setting, for a game that has none of its own.

    Raises:
        PracticeError: there is one.
    """
    if settings:
        raise PracticeError(f"{game} has no setting '{next(iter(settings))}'; it has none, leave --set away")


@dataclass(frozen=True, slots=True)
class PracticeOptions:
    """How a practice window looks and behaves.

    Attributes:
        look: name of a look drawn by the game's own code; "" is `skin`, or the game's first where that is None.
        skin: folder of a look made of pictures, or None.
        scale: size of the whole client area, 0.5 to 3.
        seed: decides the first board and every new piece.
        speed: animations run this many times faster than the game's own pace; 100 is nearly instant.
        rules: name of the game's rules preset; "" is the game's default.
        specials: chance that a new piece is a special one, 0 to 1, or None for the preset's own rates.
        scores: file that the score of every finished game is appended to as a JSON line, or None.
        truth: file that every state shown is appended to as a JSON line, or None.
        title_suffix: added to the window's title, to tell several windows apart.
        position: screen (x, y) of the window's top left in logical pixels, or None to leave it to the desktop.
        settings: what only this game can be asked for, by name; each window refuses names it does not know.
    """

    look: str = ""
    skin: Path | None = None
    scale: float = 1.0
    seed: int = 0
    speed: float = 1.0
    rules: str = ""
    specials: float | None = None
    scores: Path | None = None
    truth: Path | None = None
    title_suffix: str = ""
    position: tuple[int, int] | None = None
    settings: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what no window can do.

        Raises:
            PracticeError: scale, speed, specials or position outside their ranges, or a look beside a skin.
        """
        if self.look and self.skin is not None:
            raise PracticeError(f"look '{self.look}' and skin {self.skin}: a skin is a look; leave out one of the two")
        if not MIN_SCALE <= self.scale <= MAX_SCALE:
            raise PracticeError(f"scale {self.scale:g} is outside {MIN_SCALE:g} to {MAX_SCALE:g}")
        if not 0 < self.speed < float("inf"):
            raise PracticeError(f"speed {self.speed:g} must be above 0; 1 is the game's own pace")
        if self.specials is not None and not 0 <= self.specials <= 1:
            raise PracticeError(f"specials {self.specials:g} is a chance: 0 to 1")
        if self.position is not None and max(map(abs, self.position)) > FARTHEST:
            x, y = self.position
            raise PracticeError(f"position {x},{y} is outside -{FARTHEST} to {FARTHEST}")
