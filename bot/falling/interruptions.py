"""What keeps pieces from falling: a game that has not begun, a pause, another window in front, the end of the game."""

import time

from bot.falling.awaited_game import AwaitedGame
from bot.playing.lookout import Look, Lookout
from bot.playing.notices import Notices
from bot.playing.parts import Parts
from bot.playing.reach import Edges, uncovered
from bot.playing.run import Ending, EndRun
from capture.frame import Frame, Pixels
from control.envelope import Go, Wait
from control.hand import DryHand
from vision.lattice import Lattice
from vision.notice import Notice
from vision.well.tracker import Phase, WellView

UNKNOWN_S = 2.0
"""So long after a piece was steered, what cannot be read in the well is asked about: most chains are over then."""
BLIND_S = 10.0
"""A game that ends after so long without a plan was not lost in play: its pieces could not be made out. What stands
over a game that is over is asked about within some six seconds. Time in which the window was away does not count."""
ASKED_EVERY_S = 0.2
"""Whether another window is in front takes several looks' time to ask; words take longer to read than this."""


class Interruptions:
    """Notices them in one run, and waits or ends it.

    Args:
        parts: the run's.
        lookout: the run's; is told what is waited for, and presses the key that begins a game.
        restart_key: that key; "": none does.
    """

    def __init__(self, parts: Parts, lookout: Lookout, restart_key: str) -> None:
        self._unsteered_since_s = time.monotonic()
        self._lookout = lookout
        self._dry = isinstance(parts.hand, DryHand)
        self._notices = Notices(parts.reader.profile)
        self._awaited = AwaitedGame(restart_key, parts.settings.absence_s)
        self._away = ""  # in what way another window was in front, when last asked without a piece; "": none was
        self._asked_s = -ASKED_EVERY_S

    def count_from(self, now_s: float) -> None:
        """Let time in which no piece is steered count from now on: one was steered, or none could be."""
        self._unsteered_since_s = now_s

    def begins_game(self, look: Look) -> bool:
        """Tell whether the key that begins a game is to be pressed, and press it; what the window says then counts."""
        shown, now = _part(look.frame.pixels, self._lookout.reader.profile.lattice), time.monotonic()
        if self._awaited.due is None and self._awaited.is_lost(shown, now):
            self._awaited.press_again(now)
        if self._awaited.due is None:
            return False
        if self._lookout.act(self._awaited.due, look, repeat=True):
            now = time.monotonic()
            self.count_from(now)
            self._awaited.pressed(shown, now)
            self._notices.goes_on()
        return True

    def piece_falls(self) -> None:
        """Take note that a game goes on."""
        self._awaited.heeded()
        self._notices.goes_on()

    def chain_is_over(self, now: float) -> bool:
        """Tell whether no piece has been steered for longer than most chains take."""
        return now - self._unsteered_since_s > UNKNOWN_S

    def heed_words(self, view: WellView, look: Look, now: float) -> bool:
        """Tell whether words over the well say why no piece falls; waits then.

        Raises:
            bot.playing.run.EndRun: they say that the game is over.
        """
        if view.phase is not Phase.HIDDEN and look.sighting.extras["piece"] is not None:
            # what was read over the well lies there no more; its board must stand, and not be forgotten at each look
            self._notices.goes_on()
        away = self.heed_window(view, look, now)
        notice = None if away else self._notices.look(look.frame, now)
        if notice is Notice.GAME_OVER:
            blind_s = self._notices.seen_s - self._unsteered_since_s  # however long that took to read
            if not self._awaited.unheeded or blind_s > BLIND_S:
                raise EndRun(self._game_over(blind_s))
            self._awaited.press_again(now)  # it is the game before that is over: the key got lost
        elif notice is not None:
            self._lookout.blocked(f"the window says: {notice.value}")
        return notice is not None

    def heed_window(self, view: WellView, look: Look, now: float) -> bool:
        """Tell, and take note, whether another window is in front: what it says or hides is not the game's doing.

        It is asked only where that may matter: a chain is over before anything is read or learned.
        """
        if not self._away and view.phase is not Phase.HIDDEN and not self.chain_is_over(now):
            return False
        if now - self._asked_s >= ASKED_EVERY_S:
            self._away, self._asked_s = self._why_away(look.frame), now
        if self._away:
            self.count_from(now)
            self._notices.goes_on()  # whatever was read, or is being read, is forgotten
        return bool(self._away)

    def out_of_view(self, view: WellView, look: Look) -> bool:
        """Tell whether well or window cannot be seen, by what was noticed on this look; waits then."""
        if view.phase is Phase.HIDDEN:
            self._lookout.blocked(self._away or "the board cannot be seen")
            return True
        if self._away and look.sighting.extras["piece"] is None:
            self._lookout.blocked(self._away, seen=True)
            return True
        return False

    def _why_away(self, frame: Frame) -> str:
        """Return in what way another window is in front; "": none is. Of a dry run the keyboard may be anywhere.

        One that is always on top and never has the keyboard, such as a notification, is told by where it lies.
        """
        envelope = self._lookout.envelope
        clearance = Go() if self._dry else envelope.check((), frame, repeat=True)
        if isinstance(clearance, Wait):
            return clearance.reason
        window, rows = envelope.window, _rows(self._lookout.reader.profile.lattice)
        return "" if uncovered(window, frame, rows) else f"another window covers '{window.title}'"

    def _game_over(self, blind_s: float) -> Ending:
        """Return the ending for a game that the window says is over, so long after the last plan."""
        if blind_s <= BLIND_S or self._dry:
            return Ending("the game is over", finished=True)
        return Ending(f"the game is over; for {blind_s:.0f} s no piece of it could be made out", fault=True)


def _part(pixels: Pixels, well: Lattice) -> Pixels:
    """Return what a picture of the window shows of its well."""
    rows = slice(max(0, round(well.y)), round(well.y + well.height))
    return pixels[rows, max(0, round(well.x)) : round(well.x + well.width)]


def _rows(well: Lattice) -> tuple[Edges, ...]:
    """Return the rows of a well: a window with words is no lower than one."""
    return tuple((*well.corner(row, 0), *well.corner(row + 1, well.cols)) for row in range(well.rows))
