"""Looks at the window for a loop, and waits for what only the window or the person can mend."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bot.playing.parts import Parts
from bot.playing.run import Ending, EndRun, Tally
from capture.frame import Frame
from capture.source import WindowLost
from control.aim import ScreenPoint, screen_points
from control.envelope import LET_GO_S, Go, Stop, Wait
from control.gesture import Gesture
from control.hand import TargetLost
from vision.sighting import UNKNOWN, Sighting

PACE_S = 0.006
"""Pause between two looks while nothing is to be done: well under a game's frame, well over a grab and a read."""
TOLD_AFTER_S = 1.0
"""A person is told what is waited for once it has been waited for so long: most of it passes by itself."""
UNREAD_TOLD_S = 5.0
"""Of cells that cannot be read only after so long: what breaks, flashes or fades cannot be read meanwhile."""
UNREAD = "some cells cannot be read; is something over the board?"


@dataclass(slots=True, eq=False)
class Look:
    """One frame, read.

    Attributes:
        repaired: cells of the sighting that are not as read: those that the rules settled, and those that are restless.
        restless: of them, those that show one kind after the other; they are UNKNOWN.
    """

    frame: Frame
    sighting: Sighting
    capture_ms: float
    read_ms: float
    repaired: tuple[tuple[int, int], ...] = ()
    restless: tuple[tuple[int, int], ...] = ()


class Lookout:
    """Eyes and patience of one run.

    Args:
        parts: the run's; `say` is told what only the person can mend, once for each time it is waited for.
        tally: where times are noted.
        forget: called whenever the board has been out of sight, so that it must prove itself anew.
        kept_out: called instead where a board that can be seen could not be acted on; `forget` if not given.

    Attributes:
        reader: may be exchanged when kinds are learned.
        left_over: what the last `act` left to do of a gesture that was begun and cut short; else None.
    """

    def __init__(
        self,
        parts: Parts,
        tally: Tally,
        forget: Callable[[], None],
        kept_out: Callable[[], None] | None = None,
    ) -> None:
        self.source, self.reader = parts.source, parts.reader
        self.envelope, self.hand = parts.envelope, parts.hand
        self._log, self._settings, self._say = parts.log, parts.settings, parts.say
        self._tally = tally
        self._forget, self._kept_out = forget, kept_out or forget
        self.left_over: Gesture | None = None
        self._blocked_since: float | None = None
        self._blocked_reason = ""
        self._reason_since = 0.0
        self._told: set[str] = set()
        self._free_since: float | None = None

    def heed_person(self) -> None:
        """End the run where the person wants it to."""
        stop = self.envelope.stop_requested()
        if stop is not None:
            raise EndRun(Ending(stop.reason))

    def look(self) -> Look | None:
        """Take a frame and read it; None while the window cannot be seen."""
        started = time.perf_counter()
        try:
            frame = self.source.grab()
        except WindowLost as lost:
            closed = not self.envelope.window.exists()
            patience_s = self._settings.closed_s if closed else self._settings.absence_s
            self.blocked(str(lost), patience_s, mendable=not closed)
            return None
        grabbed = time.perf_counter()
        sighting = self.reader.read(frame)
        read = time.perf_counter()
        look = Look(frame, sighting, (grabbed - started) * 1e3, (read - grabbed) * 1e3)
        self._log.seen(frame)
        self._tally.latency.add("capture", look.capture_ms)
        self._tally.latency.add("read", look.read_ms)
        return look

    def blocked(
        self, reason: str, patience_s: float | None = None, *, seen: bool = False, mendable: bool = True
    ) -> None:
        """Wait for what only the window or the person can mend; give up after `patience_s` (settings.absence_s).

        Args:
            reason: what is waited for, one line.
            patience_s: how long.
            seen: whether the board can be seen all the same.
            mendable: whether it is for the person to mend, who is told.
        """
        patience_s = self._settings.absence_s if patience_s is None else patience_s
        now = time.monotonic()
        if self._blocked_since is None:
            self._blocked_since = now
        self._free_since = None
        if reason != self._blocked_reason:
            self._blocked_reason, self._reason_since = reason, now
            self._log.waiting(reason)
        if mendable and now - self._reason_since >= TOLD_AFTER_S and reason not in self._told:
            self._told.add(reason)
            self._say(f"{reason} (waiting, for {patience_s:.0f} s at most)")
        if now - (self._blocked_since if mendable else self._reason_since) > patience_s:
            if now - self._reason_since < patience_s / 2:
                reason = f"the board could not be played on; at last: {reason}"
            raise EndRun(Ending(f"{reason}; gave up after {patience_s:.0f} s"))
        (self._kept_out if seen else self._forget)()
        time.sleep(0.05)

    def unblocked(self) -> None:
        """Take note that there is nothing to wait for any more."""
        self._blocked_since = None
        self._blocked_reason = ""
        self._told.clear()
        self._free_since = None

    def wait_for_quiet(self, look: Look) -> bool:
        """Pace the looks; a board that never comes to rest is waited for like one that cannot be seen.

        Where that is because cells cannot be read, a person is told so after `UNREAD_TOLD_S`.

        Returns:
            Whether cells have been unread for so long.
        """
        now = time.monotonic()
        if self._blocked_since is None:
            self._blocked_since = now
        waited_s, absence_s = now - self._blocked_since, self._settings.absence_s
        unread = int(np.count_nonzero(look.sighting.codes == UNKNOWN))
        if waited_s > absence_s:
            if self._blocked_reason:
                self.blocked(self._blocked_reason)
            why = f"{unread} cells could not be read" if unread else "the board never came to rest"
            raise EndRun(Ending(f"{why} in {absence_s:.0f} s", fault=True))
        for_long = unread > 0 and waited_s >= UNREAD_TOLD_S
        if for_long and UNREAD not in self._told:
            self._told.add(UNREAD)
            self._log.waiting(UNREAD)
            self._say(f"{UNREAD} (waiting, for {absence_s:.0f} s at most)")
        time.sleep(PACE_S)
        return for_long

    def reaches(self, points: tuple[ScreenPoint, ...], look: Look, *, repeat: bool = False) -> bool:
        """Tell whether the envelope lets something be done at these points (none for keys); waits a little if not yet.

        Args:
            points: where.
            look: what it is decided on.
            repeat: it belongs to a move that is counted already.
        """
        match self.envelope.check(points, look.frame, repeat=repeat):
            case Stop(reason):
                raise EndRun(Ending(reason))
            case Wait(reason):
                self.blocked(reason, seen=True)
                return False
            case Go():
                return self._let_go()

    def _let_go(self) -> bool:
        """Tell whether a person who was told to do something has had time to take the hand off the mouse."""
        now = time.monotonic()
        self._free_since = now if self._free_since is None else self._free_since
        if not self._told or now - self._free_since >= LET_GO_S:
            return True
        self._kept_out()
        time.sleep(PACE_S)
        return False

    def act(self, gesture: Gesture, look: Look, *, repeat: bool = False) -> bool:
        """Let the hand do it if the envelope agrees; tell whether it did all of it. `left_over` is set anew.

        Args:
            gesture: what to do.
            look: what it was decided on.
            repeat: it belongs to a move that is counted already.
        """
        self.left_over = None
        points = screen_points(gesture, look.frame)
        if not self.reaches(points, look, repeat=repeat):
            return False
        started = time.perf_counter()
        try:
            self.hand.perform(gesture, points, self.envelope.still_ours)
        except TargetLost as lost:
            self.left_over = lost.rest
            if lost.rest is not None:
                self.envelope.acted(repeat=repeat)
            self.blocked(str(lost), seen=True)
            return False
        act_ms = (time.perf_counter() - started) * 1e3
        self.unblocked()
        self.envelope.acted(repeat=repeat)
        self._tally.latency.add("act", act_ms)
        self._tally.latency.add("reaction", look.capture_ms + look.read_ms + act_ms)
        return True
