"""Observe, explain, decide, press: the loop for games that play a round for everybody at a fixed tick.

Each settled picture is explained by the rules from the one before: who moved where, who placed a bomb, and whether the
bot's own action was among it. What the screen does not show (ranges, bombs in hand, boxes) follows from that. The
decision must be pressed before the tick; one that comes too late is not pressed at all: it would be made in the next
round, whose board nobody has seen yet. Nothing a window or a person does raises: a run ends with an `Ending`.
"""

import math
import time
from dataclasses import asdict, replace
from typing import Any, Final

import numpy as np

from bot.playing.lookout import PACE_S, Look, Lookout
from bot.playing.outcome import Outcome
from bot.playing.parts import Parts
from bot.playing.run import Ending, EndRun, run_to_its_end
from bot.ticking.deadline import Deadline, over, too_late
from bot.ticking.doubt import Doubt
from bot.ticking.explaining import MOST_EXPLAINED, Explanation, explain, fits
from bot.ticking.game_end import STAY, ForetoldEnd, certain_end, outlived
from bot.ticking.in_sight import kept_in_sight
from bot.ticking.ledger import Ledger
from bot.ticking.pending import Pending
from bot.ticking.resuming import begins, is_another_game, resume
from bot.ticking.rhythm import Rhythm
from bot.ticking.watching import Watch, state_seen
from control.gesture import Chord, Keys
from control.hand import DryHand
from control.hypersonic import gesture
from engine.hypersonic import State, X, Y, blasts, is_over
from policy.decision import Decision, NoMove, decision_seed
from vision.arena.tracker import ArenaPhase, ArenaTracker, ArenaView, same_turn
from vision.sighting import UNKNOWN, Sighting, Status

LEAST_THOUGHT_MS: Final = 5.0
"""A decision is made even where hardly any time is left."""
LAST_S: Final = 0.3
"""After a game's last round has begun, and another might have, its board may take so long to show at rest."""
OVER_S: Final = 0.6
"""The end of a game shows for so long before the next one is begun."""
HEEDED_S: Final = 1.0
"""A window may take so long to heed the key that begins a game; a game that is over then is left once more."""
HIDDEN_S: Final = 30.0
"""So is one whose arena is still out of sight then: some windows show words, or nothing, while players load."""


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
        self._restart = Keys((restart_key,)) if restart_key else None
        self._begin = self._restart
        self._pending: Pending | None = None
        self._foretold: ForetoldEnd | None = None
        self._known: State | None = None
        self._known_ns = 0
        self._seen: Sighting | None = None
        self._doubt = Doubt()
        self._at_rest_ns = 0
        self._out_of_reach = False
        self._let_pass: int | None = None
        self._unsure = False
        self._ends: State | None = None
        self._ended_s = 0.0
        self._left: Sighting | None = None
        self._left_state: State | None = None
        self._left_s = self._leaving_s = 0.0
        self._deadline = Deadline()

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
            return
        if self._begin is not None:
            if self.lookout.act(self._begin, look, repeat=True):
                self._begin = None
                self._leave(look)
            return
        since_left_s = math.inf if self._left is None else time.monotonic() - self._left_s
        if since_left_s < HEEDED_S and self._shows_what_was_left(look.sighting):
            time.sleep(PACE_S)
            return
        view = self.watch.feed(look.sighting)
        if self._ends is not None:
            self._end_game(look)
        elif self._foretold is not None and self._foretold.overdue and not self._stands_still(view):
            self._conclude_unseen(self._foretold)
        elif view.phase is ArenaPhase.HIDDEN and self._foretold is not None:
            time.sleep(PACE_S)  # words over the last board
        elif view.phase is ArenaPhase.HIDDEN and self._left is not None and since_left_s > HIDDEN_S:
            self._leave_once_more()
        elif view.phase is ArenaPhase.HIDDEN:
            self.lookout.blocked("the arena cannot be seen")
        elif view.phase is not ArenaPhase.SETTLED:
            self.lookout.wait_for_quiet(look)
        elif view.fresh or self._doubt.held or self._out_of_reach:
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

    def _end_game(self, look: Look) -> None:
        """Wait until the end of a game has shown, then begin the next one."""
        assert self._ends is not None
        if time.monotonic() - self._ended_s < OVER_S + self.rhythm.tick_s:
            time.sleep(PACE_S)
            return
        if self._restart is None or self.tally.moves >= self.settings.moves:
            raise EndRun(Ending("the game is over", finished=True))
        if self.lookout.act(self._restart, look, repeat=True):
            self._leave(look)

    def _leave(self, look: Look) -> None:
        """Take note of what shows as the key is pressed that begins a game: until the window heeds it, it is no game's.

        Another picture may be a game's first turn, which some windows show for one round and no longer.
        """
        now = time.monotonic()
        if self._left is None:
            self._leaving_s = now
            alone = None if look.sighting.status else self._seen_alone(look.sighting)
            self._left_state = self._ends or alone
        self._left, self._left_s = look.sighting, now
        self._ends = self._pending = self._foretold = None
        self._forget_board()

    def _forget_board(self) -> None:
        self._known = self._seen = None
        self._out_of_sight()

    def _shows_what_was_left(self, sighting: Sighting) -> bool:
        return self._left is not None and (bool(sighting.status & Status.NO_BOARD) or same_turn(self._left, sighting))

    def _is_left_behind(self, state: State) -> bool:
        """Tell whether a board may be of the game that was left: it goes on without us until the key is heeded."""
        if self._left is None or begins(self.rules, state):
            return False
        left = self._left_state
        if left is not None and (begins(self.rules, left) or is_another_game(self.rules, state, left)):
            return False
        return time.monotonic() - self._left_s < HEEDED_S or is_over(self.rules, state)

    def _leave_once_more(self) -> None:
        """Press the key again where no game begins; end the run where no press makes one begin."""
        absence_s = self.settings.absence_s
        if time.monotonic() - self._leaving_s > absence_s:
            raise EndRun(Ending(f"no game has begun in {absence_s:.0f} s, though the key for it was pressed"))
        self._begin = self._restart

    def _note_end(self, state: State) -> None:
        """Enter a game that is over for the seat into the list."""
        self.ledger.game_over(state)
        self._ends, self._ended_s = state, time.monotonic()

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
        state, rounds = self._explained(look, story)
        if self._is_left_behind(state):
            self._forget_board()
            if time.monotonic() - self._left_s >= HEEDED_S:
                self._leave_once_more()
            return
        self._left = None
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
            if not too_late(keys, look, self.rhythm) and not self._press(keys, look):
                self._pending = None
                self._foresee_end(self._known)
        elif self._known is not None:
            self._decide(self._known, look)

    def _came_to_rest(self) -> None:
        """Take note that a board can be decided on; a wait for the window to take keys goes on all the same."""
        if not self._out_of_reach:
            self.lookout.unblocked()

    def _explained(self, look: Look, story: Explanation | None) -> tuple[State, int]:
        """Return the state that a picture shows and the rounds since the last known one."""
        known, pending, foretold = self._known, self._pending, self._foretold
        self._pending = self._foretold = None
        if known is None:
            return self._seen_alone(look.sighting), 0
        if story is not None:
            self._judge_story(known, story, look, pending)
            return story.state, len(story.actions)
        if pending is not None and fits(known, look.sighting.codes):
            self._pending, self._foretold = pending, foretold  # nothing has happened yet: the game stood still
            return known, 0
        return self._unexplained(known, look, pending), 0

    def _unexplained(self, known: State, look: Look, pending: Pending | None) -> State:
        """Return the state to go on from where nothing explains a picture: another game's, or after rounds unseen."""
        seen = self._seen_alone(look.sighting)
        if is_another_game(self.rules, seen, known):
            if pending is not None:
                self.ledger.judged(pending, look, Outcome.UNSEEN)
            return seen
        unseen = self._rounds_unseen(pending, look)
        self.ledger.missed(0 if self._out_of_reach else unseen)
        if pending is not None:
            hidden = unseen > 0 or self.watch.blind
            self.ledger.judged(pending, look, Outcome.UNSEEN if hidden else Outcome.RULES_DIFFER)
        seen = resume(seen, known)
        boxless = seen.boxless + (unseen if known.boxless >= 0 else 0)
        return seen._replace(round=seen.round + unseen, boxless=boxless)

    def _judge_story(self, known: State, story: Explanation, look: Look, pending: Pending | None) -> None:
        """Hold what happened against what was decided; rounds in which the window took no keys are nobody's fault."""
        missed = 0 if self._out_of_reach else len(story.actions) - (pending is not None)
        self.ledger.missed(missed)
        if pending is not None:
            self.ledger.judged(pending, look, _became(known, story, pending.decision.move))
            if not missed:
                self.tally.latency.add("settle", look.frame.time_ns / 1e6 - pending.acted_s * 1e3)
        self.tally.points += story.state.score - known.score

    def _rounds_unseen(self, pending: Pending | None, look: Look) -> int:
        """Return how many rounds went by unseen, by the clock, but for a decided one; 0 where they can be explained."""
        if not self.rhythm.known:
            return 0
        since_ns = self._known_ns if pending is None else pending.look.frame.time_ns
        rounds = round((look.frame.time_ns - since_ns) / 1e9 / self.rhythm.tick_s)
        return rounds - (pending is not None) if rounds > MOST_EXPLAINED else 0

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
        left_ms = self._deadline.left_ms(self.rhythm)
        if self._out_of_reach and not self._within_reach(state, look, left_ms):
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
        if too_late(keys, look, self.rhythm) or not self._press(keys, look):
            return
        self.tally.latency.add("decision", (time.monotonic_ns() - look.frame.time_ns) / 1e6)
        self._pending = Pending(number, state, decision, look, time.monotonic())
        self.tally.decided_on(look.sighting.codes, len(look.repaired))
        self._note(number, seed, state, decision, look)

    def _within_reach(self, state: State, look: Look, left_ms: float) -> bool:
        """Tell whether a window that took no keys takes them again, and there is time for them in this round.

        One round is let pass for want of time and no more: where rounds are quick there may be no more in any.
        """
        reached = self.lookout.reaches((), look, repeat=True)
        if reached and left_ms < LEAST_THOUGHT_MS and self._let_pass in (None, state.round):
            self._let_pass = state.round
            time.sleep(PACE_S)
            return False
        self._let_pass = None
        self._out_of_reach = not reached
        return reached

    def _press(self, keys: Chord | None, look: Look) -> bool:
        """Press the keys of a decision, if there are any; tell whether the game got what it is to get."""
        if keys is None:
            return True
        began = time.monotonic()
        # what was cut short stands as it is: other keys on top of it would make an action that nobody chose
        done = self.lookout.act(keys, look, repeat=True)
        if done:
            self._deadline.pressed(time.monotonic() - began)
        pressed = done or self.lookout.left_over is not None
        self._out_of_reach = not pressed
        return pressed

    def _keys(self, decision: Decision) -> Chord | None:
        """Return the keys of a decision, None where nothing is to be pressed."""
        return gesture(decision.move, self.lookout.reader.profile)

    def _note(self, number: int, seed: int, state: State, decision: Decision, look: Look) -> None:
        sketch = self.game.drawn(self.rules, state, decision, self.lookout.reader.profile)
        written = self.game.rules.to_text(state)
        self.log.decision(number, seed, look.frame, look.sighting, written, decision, sketch, look.repaired)

    def _foresee_end(self, state: State | None) -> None:
        """See whether the coming round is certain to be the game's last one, whose board may not show for long."""
        action = STAY if self._pending is None else self._pending.decision.move
        after = None if state is None else certain_end(self.rules, state, action)
        if state is None or after is None:
            self._foretold = None
            return
        now = time.monotonic()
        self._foretold = ForetoldEnd(state, after, now + self.rhythm.left_s(now) + self.rhythm.tick_s + LAST_S)

    def _goes_on(self, sighting: Sighting) -> bool:
        """Tell whether what nothing explains is to be believed, though the round was taken for the game's last one.

        Where our player and another one are there after it, the game was not over, and no more is certain of its end.
        Else the picture is no witness: the last board, before words lie over it, may be in motion or covered.
        """
        foretold = self._foretold
        if foretold is None:
            return True
        seen = self._seen_alone(sighting).players
        if fits(foretold.before, sighting.codes) or not outlived(self.rules, foretold.before, foretold.after, seen):
            return False
        self._foretold = None
        return True

    def _conclude_unseen(self, end: ForetoldEnd) -> None:
        """Count a game's last round of which no board was seen; the end itself is certain."""
        if self._pending is not None:
            self.ledger.ended_unseen()
        else:
            self.ledger.missed(0 if self._out_of_reach else 1)
        self._pending = self._foretold = None
        self.tally.points += end.after.score - end.before.score
        self._note_end(end.after)


def _go_on() -> None:
    """Forget nothing: what keeps only the keys from the window hides no round that is played in it."""


def _became(known: State, story: Explanation, planned: int) -> Outcome:
    """Return what became of the seat's decision; one who dies in the round shows nothing of what it did."""
    body = known.players[known.seat]
    if blasts(known)[0][body[Y], body[X]]:
        return Outcome.UNSEEN
    return Outcome.AS_PLANNED if story.actions[0][known.seat] == planned else Outcome.INPUT_LOST


def _mended(look: Look, view: ArenaView) -> Look:
    """Return a look with what the rules have put into cells that could not be read."""
    cells = np.argwhere((look.sighting.codes == UNKNOWN) & (view.sighting.codes != UNKNOWN))
    put_in = tuple((int(row), int(col)) for row, col in cells)
    return replace(look, sighting=view.sighting, repaired=put_in)
