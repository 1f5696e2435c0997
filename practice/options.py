"""What a practice window can be asked for, the same for every game."""

from dataclasses import dataclass
from pathlib import Path

MIN_SCALE, MAX_SCALE = 0.5, 3.0
"""A window smaller than half loses its pieces, one larger than three times leaves most screens."""


class PracticeError(ValueError):
    """A practice window cannot be opened as asked; the message is one line that says why and what to do."""


@dataclass(frozen=True, slots=True)
class PracticeOptions:
    """How a practice window looks and behaves.

    Attributes:
        look: name of a look drawn by the game's own code; "" is the game's first. Ignored with `skin`.
        skin: folder of a look made of pictures, or None.
        scale: size of the whole client area, 0.5 to 3.
        seed: decides the first board and every new piece.
        speed: animations run this many times faster than the game's own pace; 100 is nearly instant.
        rules: name of the game's rules preset.
        specials: chance that a new piece is a special one, 0 to 1, or None for the preset's own rates.
        truth: file that every state shown is appended to as a JSON line, or None.
        title_suffix: added to the window's title, to tell several windows apart.
        position: screen (x, y) of the window's top left in logical pixels, or None to leave it to the desktop.
    """

    look: str = ""
    skin: Path | None = None
    scale: float = 1.0
    seed: int = 0
    speed: float = 1.0
    rules: str = "ypp"
    specials: float | None = None
    truth: Path | None = None
    title_suffix: str = ""
    position: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        """Refuse what no window can do.

        Raises:
            PracticeError: scale, speed or specials outside their ranges.
        """
        if not MIN_SCALE <= self.scale <= MAX_SCALE:
            raise PracticeError(f"scale {self.scale:g} is outside {MIN_SCALE:g} to {MAX_SCALE:g}")
        if not 0 < self.speed < float("inf"):
            raise PracticeError(f"speed {self.speed:g} must be above 0; 1 is the game's own pace")
        if self.specials is not None and not 0 <= self.specials <= 1:
            raise PracticeError(f"specials {self.specials:g} is a chance: 0 to 1")
