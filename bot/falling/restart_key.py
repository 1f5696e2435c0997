"""The key that begins a new game: pressed before anything else, and again where the end of the game before shows on."""

from bot.playing.run import Ending, EndRun
from control.gesture import Keys


class RestartKey:
    """Remembers since when a game is to begin, until a piece falls.

    Args:
        name: of the key, as pyautogui spells it; "": none begins a game.
        absence_s: so long after a first press to which no game begins the run ends.

    Attributes:
        due: is to be made before anything else, as at the run's beginning; None: nothing is.
    """

    def __init__(self, name: str, absence_s: float) -> None:
        self._gesture = Keys((name,)) if name else None
        self.due = self._gesture
        self._absence_s = absence_s
        self._first_s: float | None = None

    @property
    def unheeded(self) -> bool:
        """Whether the key has been pressed, and no piece has fallen since."""
        return self._first_s is not None

    def pressed(self, now_s: float) -> None:
        """Take note that the key has been pressed."""
        self.due = None
        self._first_s = now_s if self._first_s is None else self._first_s

    def heeded(self) -> None:
        """Take note that a piece falls: a game has begun, or goes on."""
        self._first_s = None

    def press_again(self, now_s: float) -> None:
        """Have the key pressed once more.

        Raises:
            bot.playing.run.EndRun: no press makes a game begin.
        """
        if self._first_s is not None and now_s - self._first_s > self._absence_s:
            raise EndRun(Ending(f"no game has begun in {self._absence_s:.0f} s, though the key for it was pressed"))
        self.due = self._gesture
