"""Observe, explain, decide, press: the loop for games that play a round for everybody at a fixed tick.

Each settled picture is explained by the rules from the one before: who moved where, who placed a bomb, and whether the
bot's own action was among it. What the screen does not show (ranges, bombs in hand, boxes) follows from that. The
decision must be pressed before the tick; one that comes too late is not pressed at all: it would be made in the next
round, whose board nobody has seen yet. Nothing a window or a person does raises: a run ends with an `Ending`.
"""

import time
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from bot.playing.lookout import PACE_S, Look, Lookout
from bot.playing.parts import Parts
from bot.playing.run import Ending, EndRun, run_to_its_end
from bot.ticking.deciding import Decider
from bot.ticking.doubt import Doubt, is_unmoved
from bot.ticking.game_change import GameChange
from bot.ticking.game_end import STAY
from bot.ticking.ledger import Ledger
from bot.ticking.pending import Pending
from bot.ticking.pressing import Presser
from bot.ticking.restart_key import RestartKey
from bot.ticking.resuming import begins, is_another_game
from bot.ticking.rhythm import Rhythm
from bot.ticking.verifying import Verifier
from bot.ticking.watching import Watch
from control.envelope import Wait
from control.gesture import Keys
from control.hand import DryHand
from engine.hypersonic import State, is_over
from vision.arena.tracker import ArenaPhase, ArenaView, same_turn
from vision.sighting import UNKNOWN, Sighting


class TickingLoop:
    """Plays one run.

    Args:
        parts: what it plays with.
        watch: follows the motion of its arena.
        restart_key: begins a new game, as the first thing and after each; "": none does.
    """

    def __init__(self, parts: Parts, watch: Watch, restart_key: str = "") -> None:
        self.rules = parts.rules
        self.log, self.settings = parts.log, parts.settings
        self.watch = watch
        self.ledger = Ledger(parts.log, isinstance(parts.hand, DryHand), parts.settings.faults, parts.on_move)
        self.tally = self.ledger.tally
        self.lookout = Lookout(parts, self.tally, self._out_of_sight, _go_on)
        self.presser = Presser(self.lookout)
        self.verifier = Verifier(parts.game, parts.rules, self.watch, self.ledger, self.presser)
        self.decider = Decider(parts, self.presser, self.tally)
        self.restart_key = RestartKey(restart_key, parts.rules, parts.settings.absence_s)
        self.change = GameChange(parts.rules, self.ledger, self.lookout, self.restart_key, parts.settings.moves)
        self._pending: Pending | None = None
        self._known: State | None = None
        self._known_ns = 0
        self._seen: Sighting | None = None
        self._doubt = Doubt()
        self._at_rest_ns = 0
        self._unsure = False

    def run(self) -> Ending:
        """Play until the turns are over or something ends the run; always returns."""
        ending = run_to_its_end(self._step)
        self.log.ending(ending.reason, ending.fault)
        return ending

    @property
    def rhythm(self) -> Rhythm:
        """When rounds begin."""
        return self.watch.rhythm

    @property
    def extra(self) -> dict[str, Any]:
        """What the run's document tells beyond every game's."""
        return {
            "turns_missed": self.ledger.turns_missed,
            "turns_unread": self.ledger.turns_unread,
            "tick_ms": round(self.rhythm.tick_s * 1e3, 1),
            "games": [asdict(game) for game in self.ledger.games],
        }

    def _step(self) -> None:
        self.lookout.heed_person()
        look = self.lookout.look()
        if look is None:
            self.change.shown(time.monotonic_ns())  # nobody could see it
            self.change.not_begun(self.rhythm)
            return
        if self.restart_key.due is not None:
            self._begin_game(self.restart_key.due, look)
            return
        if self.restart_key.still_shows(look.sighting):
            time.sleep(PACE_S)
            return
        view = self.watch.feed(look.sighting)
        hidden = view.phase is ArenaPhase.HIDDEN
        covered = view.phase is ArenaPhase.UNREAD and self.change.foretold is not None  # by words that come and go
        if not hidden and not covered:
            self.change.shown(look.sighting.time_ns)
        if hidden or self._stands_still(view):
            self.change.not_begun(self.rhythm)
        if self.change.over is not None:
            self._end_game(look)
        elif self.change.ended_unseen(look, hidden=hidden, out_of_reach=self.presser.out_of_reach):
            self._conclude()
        elif hidden:
            self._hidden(look)
        elif view.phase is not ArenaPhase.SETTLED:
            self.lookout.wait_for_quiet(look)
        elif view.fresh or self._doubt.held or self.presser.out_of_reach:
            self._at_rest_ns = look.sighting.time_ns
            self._unsure = False
            self._new_turn(_mended(look, view), view)
        elif self._unsure and (look.sighting.time_ns - view.since_ns) / 1e9 > self.rhythm.tick_s:
            self._unsure = False  # the game stands still
            self._take_up(_mended(look, view))
        else:
            self._wait_for_round(look)

    def _stands_still(self, view: ArenaView) -> bool:
        """Tell whether the turn that is dealt with still shows: the game is paused."""
        settled = view.phase is ArenaPhase.SETTLED
        return settled and self._seen is not None and same_turn(self._seen, view.sighting)

    def _hidden(self, look: Look) -> None:
        """Wait while no arena shows; leave the game where it must be over."""
        if self.change.foretold is not None and not self.change.paused:
            self._out_of_sight()
            time.sleep(PACE_S)  # words over the last board
        elif self.restart_key.lost_unseen:
            self.restart_key.press_again()
        elif self._known is not None and self.change.over_unseen(look):
            self._leave_unseen(look)
        else:
            kept_out = self.lookout.envelope.check((), look.frame, repeat=True)
            # many windows hide it themselves while others have the keyboard
            self.lookout.blocked(kept_out.reason if isinstance(kept_out, Wait) else "the arena cannot be seen")

    def _wait_for_round(self, look: Look) -> None:
        """Pace the looks at a turn that is dealt with; end the run where no other one comes."""
        absence_s = self.settings.absence_s
        if (look.sighting.time_ns - self._at_rest_ns) / 1e9 > absence_s:
            raise EndRun(Ending(f"no round has been played for {absence_s:.0f} s; the game may wait for a key"))
        time.sleep(PACE_S)

    def _out_of_sight(self) -> None:
        """Rounds may have been played while nobody looked."""
        self.watch.forget()
        self._doubt.drop()

    # -- games ---------------------------------------------------------------------------------------

    def _foresee_end(self, state: State | None) -> None:
        """See whether the coming round is certain to be the game's last one, whose board may not show for long."""
        self.change.foresee(state, STAY if self._pending is None else self._pending.decision.move, self.rhythm)

    def _conclude(self) -> None:
        """Enter the end that was foretold, though its board was not seen."""
        self.change.conclude(self._pending, out_of_reach=self.presser.out_of_reach, unread=self.watch.unread)
        self._pending = None

    def _leave_unseen(self, look: Look) -> None:
        """Begin a new game where the end of the last one was not seen: how it ended is not known."""
        assert self.restart_key.gesture is not None, "no key begins a game"
        pending = self._pending
        was_last = self.tally.moves + (pending is not None) >= self.settings.moves
        if (was_last or self._begin_game(self.restart_key.gesture, look)) and pending is not None:
            self.ledger.ended_unseen()
        if was_last:
            raise EndRun(Ending(f"{self.tally.moves} turns played", finished=True))

    def _end_game(self, look: Look) -> None:
        """Wait until the end of a game has shown, then begin the next one."""
        if self.change.end_shows(self.rhythm.tick_s):
            time.sleep(PACE_S)
        else:
            self._begin_game(self.change.next_key(), look)

    def _begin_game(self, key: Keys, look: Look) -> bool:
        """Press the key that begins a game, and leave the one that shows; tell whether the window let it be pressed."""
        alone = None if look.sighting.status else self.verifier.seen_alone(look.sighting)
        if not self.change.begin(key, look, alone):
            return False
        self._pending = None
        self._forget_board()
        return True

    def _forget_board(self) -> None:
        self._known = self._seen = None
        self._out_of_sight()

    # -- verifying -----------------------------------------------------------------------------------

    def _new_turn(self, look: Look, view: ArenaView) -> None:
        """Explain a settled picture, judge the last decision by it, and decide on it."""
        if self._seen is not None and same_turn(self._seen, look.sighting):
            self._take_up(look)
            return
        right = self.verifier.put_right(look.sighting)
        if right is not None:
            self._put_right(right, look)
            return
        story = self.verifier.story(self._known, self._pending, look.sighting)
        codes, now_s, tick_s = look.sighting.codes, time.monotonic(), self.rhythm.tick_s
        if story is None and self._doubt.holds(self._known, codes, now_s, tick_s):
            time.sleep(PACE_S)
            return
        unmoved = not self.ledger.dry and is_unmoved(self._known, story, self._pending)
        if unmoved and self.presser.would_reach(look) and self._doubt.holds_unmoved(now_s):
            time.sleep(PACE_S)
            return
        if story is None and self.change.foretold is not None:
            alone = self.verifier.seen_alone(look.sighting)
            if self._known is not None and is_another_game(self.rules, alone, self._known):
                self._conclude()  # the window has begun one by itself
                return
            if not self.change.goes_on(codes, alone):
                time.sleep(PACE_S)
                return
        self._seen = look.sighting
        self._doubt.drop()
        state, rounds = self.verifier.verify(self._known, self._known_ns, self._pending, look, story, view.since_ns)
        if rounds != 0:
            self._pending = self.change.foretold = None
        lost = self.restart_key.lost  # asked before the next question: in between it could become true
        if self.restart_key.left_behind(state):
            self._forget_board()
            if lost:
                self.restart_key.press_again()
            return
        self.restart_key.heeded()
        self.watch.knows(state, rounds is not None)
        if rounds == 0:
            self._take_up(look)
            return
        self.watch.round_began(view, rounds or 0)
        self._came_to_rest()
        self._known, self._known_ns = state, look.frame.time_ns
        if is_over(self.rules, state):
            self.change.note_end(state)
            return
        if self.tally.moves >= self.settings.moves:
            raise EndRun(Ending(f"{self.tally.moves} turns played", finished=True))
        if self.rhythm.out_of_step and not begins(self.rules, state):
            self._unsure = True  # its keys might be the next round's, which the picture does not show
            self._foresee_end(state)
            return
        self._decide(state, look)

    def _put_right(self, state: State, look: Look) -> None:
        """Go on from another state of the same turn; what was pressed in it stays pressed."""
        self._came_to_rest()
        self._seen, self._known, self._known_ns = look.sighting, state, look.frame.time_ns
        self._doubt.drop()
        self.watch.knows(state, follows=True)
        self._foresee_end(state)
        self._unsure = self._pending is None and self.rhythm.out_of_step

    def _take_up(self, look: Look) -> None:
        """Go on where the game stood still, paused or covered: what was chosen may have got lost meanwhile."""
        self._came_to_rest()
        self._known_ns = look.frame.time_ns
        self._doubt.drop()
        if self._pending is not None:
            if not self.decider.repeat(self._pending.decision, look, self.rhythm):
                self._pending = None
                self._foresee_end(self._known)
        elif self._known is not None:
            self._decide(self._known, look)

    def _came_to_rest(self) -> None:
        """Take note that a board can be decided on; a wait for the window to take keys goes on all the same."""
        if not self.presser.out_of_reach:
            self.lookout.unblocked()

    # -- deciding ------------------------------------------------------------------------------------

    def _decide(self, state: State, look: Look) -> None:
        """Decide and press before the round begins; nothing is pending where the window took no key."""
        self._pending = self.decider.decide(state, look, self.rhythm)
        self._foresee_end(state)
        # a game that waits for somebody's first key shows on when its first round could be over
        self._unsure = self._pending is None and self.rhythm.out_of_step


def _go_on() -> None:
    """Forget nothing: what keeps only the keys from the window hides no round that is played in it."""


def _mended(look: Look, view: ArenaView) -> Look:
    """Return a look with what the rules have put into cells that could not be read."""
    cells = np.argwhere((look.sighting.codes == UNKNOWN) & (view.sighting.codes != UNKNOWN))
    put_in = tuple((int(row), int(col)) for row, col in cells)
    return replace(look, sighting=view.sighting, repaired=put_in)
