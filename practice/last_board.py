"""How long the last board of a game stays in view before something covers it, the same in every window with moves."""

NS = 1_000_000_000
LEAST_SECONDS = 0.4
"""It stays at least so long, whatever the speed: whoever looks must see what the last move did."""


class LastBoard:
    """Remembers since when the last board of a game has been at rest, and whether it is covered.

    Args:
        seconds: from the last board to what covers it.

    Attributes:
        covered: whether something lies over it now.
    """

    def __init__(self, seconds: float) -> None:
        self._stays_ns = round(max(seconds, LEAST_SECONDS) * NS)
        self._since: int | None = None
        self.covered = False

    @property
    def rests(self) -> bool:
        """Whether the game is over and its last piece stands still."""
        return self._since is not None

    def came_to_rest(self, now: int) -> None:
        """Take note that it has come to rest, at a time in nanoseconds."""
        self._since = now

    def begin_anew(self) -> None:
        """Take note that another game begins."""
        self._since, self.covered = None, False

    def falls_due(self, now: int) -> bool:
        """Cover it once it has been in view for long enough; tell whether that is now."""
        if self.covered or self._since is None or now < self._since + self._stays_ns:
            return False
        self.covered = True
        return True

    def left_ms(self, now: int) -> float | None:
        """Return how long it still stays in view; None where no game ends, or it is covered."""
        if self.covered or self._since is None:
            return None
        return (self._since + self._stays_ns - now) / 1e6
