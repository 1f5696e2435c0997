"""The time in which nobody swaps: when it began, when the water rises for it, when it stands still. No Qt."""

NS = 1_000_000_000


class IdleClock:
    """Counts idle time from one stall to the next; it stands still while pieces move or the game is paused.

    Args:
        stall_seconds: of idle time to a stall.
    """

    def __init__(self, stall_seconds: float) -> None:
        self._stall_ns = round(stall_seconds * NS)
        self._since: int | None = None
        self._paused_at: int | None = None

    @property
    def paused(self) -> bool:
        """Whether the game is paused."""
        return self._paused_at is not None

    def clear(self) -> None:
        """Count nothing, until `begin`."""
        self._since = None

    def begin(self, now: int) -> None:
        """Count from a time in nanoseconds on."""
        self._since = now

    def begin_anew(self) -> None:
        """Take note that another game begins, which is not paused."""
        self._since = self._paused_at = None

    def pause(self, now: int) -> None:
        """Stand still."""
        self._paused_at = now

    def go_on(self, now: int) -> None:
        """Count on from where it stood."""
        if self._since is not None and self._paused_at is not None:
            self._since += now - self._paused_at
        self._paused_at = None

    def take_stalls(self, now: int) -> int:
        """Return how many stalls have come since it was asked last, or began."""
        if self._since is None or self.paused:
            return 0
        stalls = (now - self._since) // self._stall_ns
        self._since += stalls * self._stall_ns
        return stalls

    def seconds_left(self, now: int) -> float | None:
        """Return the seconds until the next stall, None where none is coming."""
        if self._since is None or self.paused:
            return None
        return (self._stall_ns - (now - self._since)) / NS
