"""From one game of a run to the next: an end that is foretold, comes unseen or shows, and the key for another game."""

import time
from dataclasses import replace
from typing import Any, Final

from bot.playing.lookout import Look, Lookout
from bot.playing.notices import Notices
from bot.playing.run import Ending, EndRun
from bot.ticking.explaining import Codes
from bot.ticking.game_end import ForetoldEnd, foretold_end, shows_by_s
from bot.ticking.ledger import Ledger
from bot.ticking.pending import Pending
from bot.ticking.restart_key import HIDDEN_S, RestartKey
from bot.ticking.rhythm import Rhythm
from control.envelope import Wait
from control.gesture import Keys
from engine.hypersonic import State
from vision.notice import Notice

OVER_S: Final = 0.6
"""The end of a game shows for so long before the next one is begun."""
END_HIDDEN_S: Final = 6.0
"""A game has ended as foretold where no arena shows for so long and no words of a pause were read meanwhile."""


class GameChange:
    """Follows the games of one run to their ends.

    Args:
        rules: that are played.
        ledger: where ends are entered.
        lookout: asks window and person, and lets the hand act.
        restart_key: begins a game.
        moves: after so many turns no other game is begun.

    Attributes:
        foretold: the end that the coming round is certain to bring; None: it need bring none.
        over: the last state of a game that is over for the seat, until another one is begun; None: it goes on.
        paused: whether the game whose arena was out of sight last was paused then.
        shown_ns: when the arena was last in view, or paused, or nobody could see it.
    """

    def __init__(self, rules: Any, ledger: Ledger, lookout: Lookout, restart_key: RestartKey, moves: int) -> None:
        self.foretold: ForetoldEnd | None = None
        self.over: State | None = None
        self.paused = False
        self.shown_ns = time.monotonic_ns()
        self._rules, self._ledger, self._lookout = rules, ledger, lookout
        self._restart_key, self._moves = restart_key, moves
        self._notices = Notices(lookout.reader.profile)
        self._over_s = 0.0

    def foresee(self, state: State | None, action: int, rhythm: Rhythm) -> None:
        """See whether the coming round is certain to be the game's last one.

        Args:
            state: before the round; None: it is not known.
            action: the seat's.
            rhythm: tells when the round begins and ends.
        """
        self.foretold = None if state is None else foretold_end(self._rules, state, action, rhythm)

    def ended_unseen(self, look: Look, *, hidden: bool, out_of_reach: bool) -> bool:
        """Tell whether an end that was foretold must have come, though its board was not seen.

        Args:
            look: the last one.
            hidden: no arena shows in it.
            out_of_reach: the window took no keys while it played.
        """
        if self.foretold is None:
            return False
        if hidden:
            hidden_s = self._hidden_s(look, away_is_paused=not out_of_reach)
            return hidden_s > END_HIDDEN_S and (self._notices.answered or hidden_s > HIDDEN_S)
        return self.foretold.overdue

    def not_begun(self, rhythm: Rhythm) -> None:
        """Take note that the round that is foretold to be the last may still be to come: it is waited for anew."""
        if self.foretold is not None:
            self.foretold = replace(self.foretold, until_s=shows_by_s(rhythm))

    def goes_on(self, codes: Codes, seen: State) -> bool:
        """Tell whether what nothing explains is to be believed, though the round was taken for the game's last one.

        Args:
            codes: int8 (33, 13) of the picture.
            seen: the state that it shows by itself.
        """
        if self.foretold is None:
            return True
        if not self.foretold.refuted(self._rules, codes, seen):
            return False
        self.foretold = None
        return True

    def conclude(self, pending: Pending | None, *, out_of_reach: bool, unread: bool) -> None:
        """Count the last round that was foretold and of which no board was seen; the end itself is certain.

        Args:
            pending: what was decided in it; None: nothing was.
            out_of_reach: the window took no keys.
            unread: the round before could not be read.
        """
        end, self.foretold = self.foretold, None
        assert end is not None, "no end is foretold"
        if pending is not None:
            self._ledger.ended_unseen()
        else:
            self._ledger.missed(0 if out_of_reach else 1, unread=unread)
        self._ledger.tally.points += end.after.score - end.before.score
        self.note_end(end.after)

    def shown(self, time_ns: int) -> None:
        """Take note that the arena is in view, or that nobody can see it."""
        self.shown_ns = time_ns
        self._notices.goes_on()

    def over_unseen(self, look: Look) -> bool:
        """Tell whether a game whose end nobody foretold must be over: its window takes keys, shows no arena.

        Nobody foretells the end of one in which rounds went by unseen, or of a stall that hides its last ones.
        """
        return self._restart_key.gesture is not None and self._hidden_s(look) > HIDDEN_S

    def _hidden_s(self, look: Look, *, away_is_paused: bool = True) -> float:
        """Return how long no arena has shown, in seconds, since the game was last paused.

        It is by its words, or for want of the keyboard (`away_is_paused`).
        """
        now_ns = look.sighting.time_ns
        away = isinstance(self._lookout.envelope.check((), look.frame, repeat=True), Wait)
        words = self._notices.look(look.frame, now_ns / 1e9)
        self.paused = (away and away_is_paused) or words is Notice.PAUSED
        if self.paused:
            self.shown_ns = now_ns
        return (now_ns - self.shown_ns) / 1e9

    def note_end(self, state: State) -> None:
        """Enter a game that is over for the seat into the list."""
        self._ledger.game_over(state)
        self.over, self._over_s = state, time.monotonic()

    def end_shows(self, tick_s: float) -> bool:
        """Tell whether the end of a game is still to show, in a window with rounds of so many seconds."""
        return time.monotonic() - self._over_s < OVER_S + tick_s

    def next_key(self) -> Keys:
        """Return the key that begins the next game.

        Raises:
            bot.playing.run.EndRun: none does, or none is to be played.
        """
        key = self._restart_key.gesture
        if key is None or self._ledger.tally.moves >= self._moves:
            raise EndRun(Ending("the game is over", finished=True))
        return key

    def begin(self, key: Keys, look: Look, seen: State | None) -> bool:
        """Press a key that begins a game; tell whether the window let it be pressed.

        Args:
            key: to press.
            look: of what is left.
            seen: the state that it shows by itself, None where it cannot be read.
        """
        if not self._lookout.act(key, look, repeat=True):
            return False
        self._restart_key.pressed(look.sighting, self.over or seen)
        self.over = self.foretold = None
        return True
