"""Observe, explain, decide, press: the loop for games that play a round for everybody at a fixed tick.

Each settled picture is explained by the rules from the one before: who moved where, who placed a bomb, and whether the
bot's own action was among it. What the screen does not show (ranges, bombs in hand, boxes) follows from that. The
decision must be pressed before the tick; one that comes too late is not pressed at all: it would be made in the next
round, whose board nobody has seen yet. Nothing a window or a person does raises: a run ends with an `Ending`.
"""

import time
from dataclasses import asdict, replace
from typing import Any, Final

import numpy as np

from bot.playing.lookout import PACE_S, Look, Lookout
from bot.playing.outcome import Outcome
from bot.playing.parts import Parts
from bot.playing.run import Ending, EndRun, run_to_its_end
from bot.ticking.deadline import LEAST_THOUGHT_MS, over, too_late
from bot.ticking.doubt import Doubt
from bot.ticking.explaining import MOST_EXPLAINED, Explanation, explain, fits
from bot.ticking.game_end import STAY, ForetoldEnd, foretold_end
from bot.ticking.in_sight import kept_in_sight
from bot.ticking.ledger import Ledger
from bot.ticking.pending import Pending
from bot.ticking.pressing import Presser
from bot.ticking.restart_key import HIDDEN_S, RestartKey
from bot.ticking.resuming import begins, is_another_game, resume, rounds_by_fuses
from bot.ticking.rhythm import Rhythm
from bot.ticking.watching import Watch, state_seen
from control.envelope import Wait
from control.gesture import Chord, Keys
from control.hand import DryHand
from control.hypersonic import gesture
from engine.hypersonic import FUSE, State, is_over
from policy.decision import Decision, NoMove, decision_seed
from vision.arena.tracker import ArenaPhase, ArenaTracker, ArenaView, same_turn
from vision.sighting import UNKNOWN, Sighting

OVER_S: Final = 0.6
"""The end of a game shows for so long before the next one is begun."""


class TickingLoop:
    """Plays one run.

    Args:
        parts: what it plays with.
        tracker: tells when a turn's arena stands still.
        restart_key: begins a new game, as the first thing and after each; "": none does.
    """

    def __init__(self, parts: Parts, tracker: ArenaTracker, restart_key: str = "") -> None:
        self.game, self.rules, self.policy = parts.game, parts.rules, parts.policy
        self.log, self.settings = parts.log, parts.settings
        self.watch = Watch(tracker, parts.rules)
        self.ledger = Ledger(parts.log, isinstance(parts.hand, DryHand), parts.settings.faults, parts.on_move)
        self.tally = self.ledger.tally
        self.lookout = Lookout(parts, self.tally, self._out_of_sight, _go_on)
        self.presser = Presser(self.lookout)
        self.restart_key = RestartKey(restart_key, parts.rules, parts.settings.absence_s)
        self._pending: Pending | None = None
        self._foretold: ForetoldEnd | None = None
        self._known: State | None = None
        self._known_ns = 0
        self._seen: Sighting | None = None
        self._doubt = Doubt()
        self._at_rest_ns = 0
        self._shown_ns = time.monotonic_ns()  # when the arena was last in view, or nobody could see it
        self._unsure = False
        self._ends: State | None = None
        self._ended_s = 0.0

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
            "tick_ms": round(self.rhythm.tick_s * 1e3, 1),
            "games": [asdict(game) for game in self.ledger.games],
        }

    def _step(self) -> None:
        self.lookout.heed_person()
        look = self.lookout.look()
        if look is None:
            self._shown_ns = time.monotonic_ns()  # nobody could see it
            return
        if self.restart_key.due is not None:
            self._begin_game(self.restart_key.due, look)
            return
        if self.restart_key.still_shows(look.sighting):
            time.sleep(PACE_S)
            return
        view = self.watch.feed(look.sighting)
        if view.phase is not ArenaPhase.HIDDEN:
            self._shown_ns = look.sighting.time_ns
        if self._ends is not None:
            self._end_game(look)
        elif self._foretold is not None and self._foretold.overdue and not self._stands_still(view):
            self._conclude_unseen(self._foretold)
        elif view.phase is ArenaPhase.HIDDEN and self._foretold is not None:
            time.sleep(PACE_S)  # words over the last board
        elif view.phase is ArenaPhase.HIDDEN and self.restart_key.lost_unseen:
            self.restart_key.press_again()
        elif view.phase is ArenaPhase.HIDDEN and self._over_unseen(look):
            self._leave_unseen(look)
        elif view.phase is ArenaPhase.HIDDEN:
            self.lookout.blocked("the arena cannot be seen")
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
        action = STAY if self._pending is None else self._pending.decision.move
        self._foretold = None if state is None else foretold_end(self.rules, state, action, self.rhythm)

    def _goes_on(self, sighting: Sighting) -> bool:
        """Tell whether what nothing explains is to be believed, though the round was taken for the game's last one."""
        if self._foretold is None:
            return True
        if not self._foretold.refuted(self.rules, sighting.codes, self._seen_alone(sighting)):
            return False
        self._foretold = None
        return True

    def _conclude_unseen(self, end: ForetoldEnd) -> None:
        """Count a game's last round of which no board was seen; the end itself is certain."""
        if self._pending is not None:
            self.ledger.ended_unseen()
        else:
            self.ledger.missed(0 if self.presser.out_of_reach else 1)
        self._pending = self._foretold = None
        self.tally.points += end.after.score - end.before.score
        self._note_end(end.after)

    def _over_unseen(self, look: Look) -> bool:
        """Tell whether a game whose end nobody foretold must be over: its window takes keys, shows no arena.

        Nobody foretells the end of one in which rounds went by unseen, or of a stall that hides its last ones.
        """
        if self.restart_key.gesture is None or self._known is None:
            return False
        if isinstance(self.lookout.envelope.check((), look.frame, repeat=True), Wait):
            self._shown_ns = look.sighting.time_ns  # a game that is paused till then goes on
        return (look.sighting.time_ns - self._shown_ns) / 1e9 > HIDDEN_S

    def _leave_unseen(self, look: Look) -> None:
        """Begin a new game where the end of the last one was not seen: how it ended is not known."""
        assert self.restart_key.gesture is not None, "no key begins a game"
        pending = self._pending
        if self._begin_game(self.restart_key.gesture, look) and pending is not None:
            self.ledger.ended_unseen()

    def _note_end(self, state: State) -> None:
        """Enter a game that is over for the seat into the list."""
        self.ledger.game_over(state)
        self._ends, self._ended_s = state, time.monotonic()

    def _end_game(self, look: Look) -> None:
        """Wait until the end of a game has shown, then begin the next one."""
        if time.monotonic() - self._ended_s < OVER_S + self.rhythm.tick_s:
            time.sleep(PACE_S)
            return
        if self.restart_key.gesture is None or self.tally.moves >= self.settings.moves:
            raise EndRun(Ending("the game is over", finished=True))
        self._begin_game(self.restart_key.gesture, look)

    def _begin_game(self, key: Keys, look: Look) -> bool:
        """Press the key that begins a game, and leave the one that shows; tell whether the window let it be pressed."""
        if not self.lookout.act(key, look, repeat=True):
            return False
        alone = None if look.sighting.status else self._seen_alone(look.sighting)
        self.restart_key.pressed(look.sighting, self._ends or alone)
        self._ends = self._pending = self._foretold = None
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
        story = self._story(look.sighting)
        codes, now_s, tick_s = look.sighting.codes, time.monotonic(), self.rhythm.tick_s
        doubted = story is None and self._doubt.holds(self._known, codes, now_s, tick_s)
        if doubted or (story is None and not self._goes_on(look.sighting)):
            time.sleep(PACE_S)
            return
        self._seen = look.sighting
        self._doubt.drop()
        state, rounds = self._explained(look, story, view.since_ns)
        lost = self.restart_key.lost  # asked before the next question: in between it could become true
        if self.restart_key.left_behind(state):
            self._forget_board()
            if lost:
                self.restart_key.press_again()
            return
        self.restart_key.heeded()
        self.watch.knows(state, rounds > 0 or state is self._known)
        if self._pending is not None:
            self._take_up(look)
            return
        self.watch.round_began(view, rounds)
        self._came_to_rest()
        self._known, self._known_ns = state, look.frame.time_ns
        if is_over(self.rules, state):
            self._note_end(state)
            return
        if self.tally.moves >= self.settings.moves:
            raise EndRun(Ending(f"{self.tally.moves} turns played", finished=True))
        if self.rhythm.out_of_step and not begins(self.rules, state):
            self._unsure = True  # its keys might be the next round's, which the picture does not show
            self._foresee_end(state)
            return
        self._decide(state, look)

    def _story(self, sighting: Sighting) -> Explanation | None:
        """Return what happened since the last known state; None where nothing is known or nothing explains it."""
        if self._known is None:
            return None
        planned = STAY if self._pending is None else self._pending.decision.move
        certain = self.watch.ranges_certain
        return explain(self.rules, self._known, sighting.codes, planned, ranges_certain=certain)

    def _take_up(self, look: Look) -> None:
        """Go on where the game stood still, paused or covered: what was chosen may have got lost meanwhile."""
        self._came_to_rest()
        self._known_ns = look.frame.time_ns
        self._doubt.drop()
        if self._pending is not None:
            keys = self._keys(self._pending.decision)
            if not too_late(keys, look, self.rhythm) and not self.presser.press(keys, look):
                self._pending = None
                self._foresee_end(self._known)
        elif self._known is not None:
            self._decide(self._known, look)

    def _came_to_rest(self) -> None:
        """Take note that a board can be decided on; a wait for the window to take keys goes on all the same."""
        if not self.presser.out_of_reach:
            self.lookout.unblocked()

    def _explained(self, look: Look, story: Explanation | None, since_ns: int) -> tuple[State, int]:
        """Return the state that a picture shows, standing still since then, and the rounds since the last known one."""
        known, pending, foretold = self._known, self._pending, self._foretold
        self._pending = self._foretold = None
        if known is None:
            return self._seen_alone(look.sighting), 0
        if story is not None:
            # rounds in which the window took no keys are nobody's fault
            self.ledger.explained(known, story, look, pending, out_of_reach=self.presser.out_of_reach)
            return story.state, len(story.actions)
        if pending is not None and fits(known, look.sighting.codes):
            self._pending, self._foretold = pending, foretold  # nothing has happened yet: the game stood still
            return known, 0
        return self._unexplained(known, look, pending, since_ns), 0

    def _unexplained(self, known: State, look: Look, pending: Pending | None, since_ns: int) -> State:
        """Return the state to go on from where nothing explains a picture: another game's, or after rounds unseen."""
        seen = self._seen_alone(look.sighting)
        if is_another_game(self.rules, seen, known):
            if pending is not None:
                self.ledger.judged(pending, look, Outcome.UNSEEN)
            return seen
        known_ns = self._known_ns if pending is None else pending.look.frame.time_ns
        seconds = (since_ns - known_ns) / 1e9
        rounds = self._rounds_between(known, seen, seconds)
        unseen = rounds - (pending is not None) if rounds > MOST_EXPLAINED else 0
        self.ledger.missed(0 if self.presser.out_of_reach else unseen)
        if pending is not None:
            # out of step no clock counts rounds, but in so much time more of them went by than are explained
            late = self.rhythm.out_of_step and seconds > (MOST_EXPLAINED + 1) * self.rhythm.tick_s
            hidden = unseen > 0 or late or self.watch.blind
            self.ledger.judged(pending, look, Outcome.UNSEEN if hidden else Outcome.RULES_DIFFER)
        pressed = STAY if pending is None else pending.decision.move
        return resume(seen, known, rounds, planned=None if self.ledger.dry else pressed)

    def _rounds_between(self, known: State, seen: State, seconds: float) -> int:
        """Return how many rounds went by between two states, by the clock and by the fuses of what lies in both.

        1 where neither tells; of more rounds than a fuse lasts the clock alone does.
        """
        by_clock = max(1, round(seconds / self.rhythm.tick_s)) if self.rhythm.known else 1
        return by_clock if by_clock >= FUSE else rounds_by_fuses(seen, known) or by_clock

    def _seen_alone(self, sighting: Sighting) -> State:
        return state_seen(self.game, self.rules, sighting, self.lookout.reader.profile)

    # -- deciding ------------------------------------------------------------------------------------

    def _decide(self, state: State, look: Look) -> None:
        """Decide and press before the round begins; nothing is pending where the window took no key."""
        self._decide_and_press(state, look)
        self._foresee_end(state)
        # a game that waits for somebody's first key shows on when its first round could be over
        self._unsure = self._pending is None and self.rhythm.out_of_step

    def _decide_and_press(self, state: State, look: Look) -> None:
        if over(look, self.rhythm):
            time.sleep(PACE_S)  # what it shows is the board before the next round, which nobody has seen yet
            return
        left_ms = self.presser.deadline.left_ms(self.rhythm)
        if not self.presser.within_reach(look, state.round, left_ms):
            return
        number = self.tally.moves + 1
        seed = decision_seed(self.settings.seed, number)
        budget_ms = max(LEAST_THOUGHT_MS, min(self.settings.think_ms, left_ms))
        try:
            decision = kept_in_sight(self.policy.decide(state, budget_ms, seed), state, look.repaired)
        except NoMove:
            self.lookout.blocked("the seat has no action to choose from")
            return
        self.tally.latency.add("plan", decision.spent_ms)
        keys = self._keys(decision)
        if too_late(keys, look, self.rhythm) or not self.presser.press(keys, look):
            return
        self.tally.latency.add("decision", (time.monotonic_ns() - look.frame.time_ns) / 1e6)
        self._pending = Pending(number, state, decision, look, time.monotonic())
        self.tally.decided_on(look.sighting.codes, len(look.repaired))
        self._note(number, seed, state, decision, look)

    def _keys(self, decision: Decision) -> Chord | None:
        """Return the keys of a decision, None where nothing is to be pressed."""
        return gesture(decision.move, self.lookout.reader.profile)

    def _note(self, number: int, seed: int, state: State, decision: Decision, look: Look) -> None:
        sketch = self.game.drawn(self.rules, state, decision, self.lookout.reader.profile)
        written = self.game.rules.to_text(state)
        self.log.decision(number, seed, look.frame, look.sighting, written, decision, sketch, look.repaired)


def _go_on() -> None:
    """Forget nothing: what keeps only the keys from the window hides no round that is played in it."""


def _mended(look: Look, view: ArenaView) -> Look:
    """Return a look with what the rules have put into cells that could not be read."""
    cells = np.argwhere((look.sighting.codes == UNKNOWN) & (view.sighting.codes != UNKNOWN))
    put_in = tuple((int(row), int(col)) for row, col in cells)
    return replace(look, sighting=view.sighting, repaired=put_in)
