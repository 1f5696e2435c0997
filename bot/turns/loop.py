"""Observe, settle, decide, act, verify: one loop for every turn-based game.

Each move is held against the rules before the next one is made; docs/architecture.md says what follows. The loop never
raises for what a window or a person does: it ends with an `Ending`.
"""

import time
from dataclasses import replace
from typing import Any

import numpy as np

from bot.playing.cascades import may_go_on
from bot.playing.deciding import Undecided, decide
from bot.playing.learning import Learner
from bot.playing.lookout import PACE_S, Look, Lookout
from bot.playing.outcome import Outcome, Verdict, judge
from bot.playing.parts import Parts
from bot.playing.reach import out_of_reach
from bot.playing.repair import Before, repair, unread_or_doubtful
from bot.playing.run import Ending, EndRun, Tally, run_to_its_end
from bot.turns.mending import finish, make_again
from bot.turns.odd_moves import OddMoves
from bot.turns.pending import Pending
from bot.turns.repeating import apart_from, may_undo, patience, repeats, same_picture
from bot.turns.restless import taken_for_tiles, unread_tiles, without_restless
from bot.turns.stepping_aside import step_aside
from bot.turns.under_way import may_be_a_stage
from calibration.kind_names import NameKind
from control.gesture import Click, Point
from control.hand import DryHand
from policy.decision import decision_seed
from vision.sighting import UNKNOWN, Status
from vision.tracker import Tracker


class TurnLoop:
    """Plays one run.

    Args:
        parts: what it plays with.
        tracker: tells when a board has settled.
        name_kind: asked what a kind is that came in mid-game; None: it stays unnamed.
    """

    def __init__(self, parts: Parts, tracker: Tracker, name_kind: NameKind | None = None) -> None:
        assert parts.game.turns is not None, "a game of another pace"
        self.game, self.turns, self.rules, self.policy = parts.game, parts.game.turns, parts.rules, parts.policy
        self.hand, self.log, self.settings, self.on_move = parts.hand, parts.log, parts.settings, parts.on_move
        self.tracker = tracker
        self.tally = Tally()
        self.lookout = Lookout(parts, self.tally, tracker.reset)
        self._pending: Pending | None = None
        self._expected: Any = None
        self._rival: Any = None
        self._chosen: Point | None = None  # of a swap that came late: the click that was to mend it may have chosen one
        self._first = True  # the next board is the first one in sight
        self._known: Before | None = None
        self._odd = OddMoves(parts.game, parts.rules, parts.settings.faults, parts.say)
        self._looked_again = False
        self._learner = Learner(parts.game, name_kind)

    def run(self) -> Ending:
        """Play until the moves are made or something ends the run; always returns."""
        ending = run_to_its_end(self._step)
        self.log.ending(ending.reason, ending.fault)
        return ending

    def _step(self) -> None:
        self.lookout.heed_person()
        look = self.lookout.look()
        if look is None or look.sighting.status & Status.NO_BOARD:
            # what happens meanwhile is not known
            self._known, self._first = None, True
        if look is None:
            return
        if look.sighting.status & Status.NO_BOARD:
            self.lookout.blocked("the board cannot be seen")
            return
        if not self.tracker.feed(look.sighting):
            if self.lookout.wait_for_quiet(look):
                step_aside(look, self.lookout)
            return
        look = self._repaired(without_restless(look, self.tracker))
        pending = self._pending
        if pending is not None and not self._judge(pending, look):
            return
        if self.tally.moves >= self.settings.moves:
            raise EndRun(Ending(f"{self.tally.moves} moves made", finished=True))
        if not self._learns(look):
            self._decide_and_act(look)

    def _repaired(self, look: Look) -> Look:
        """Settle by the rules what cannot be read, where they leave one reading."""
        pending = self._pending
        before = self._known
        if pending is not None:
            before = Before(pending.look.sighting.codes, pending.state, True, pending.decision.move)
        if before is None:
            return look
        min_margin = self.lookout.reader.profile.reader.min_margin
        repaired = repair(self.game, self.rules, before, look.sighting, min_margin, look.restless)
        cells = repaired.cells + look.restless
        return replace(look, sighting=repaired.sighting, repaired=cells) if repaired.cells else look

    def _learns(self, look: Look) -> bool:
        """Tell whether to look again: what could not be read has just been learned, or may be by the next look."""
        known, window = self.lookout.reader, self.lookout.envelope.window
        unread = unread_tiles(look.sighting, look.restless)
        reader, again = self._learner.look_again(known, look.frame, unread, self.log, window)
        if reader is not known:
            self.lookout.reader = reader
            # a person may have been asked, for as long as it took
            self.lookout.unblocked()
            self.tracker.reset()
        return again

    # -- verifying ---------------------------------------------------------------------------------

    def _judge(self, pending: Pending, look: Look) -> bool:
        """Hold a settled board against the rules; tell whether the next decision may be made on it."""
        if pending.rest is not None and _unchanged(pending.look, look):
            finish(pending, pending.rest, look, self.lookout)
            return False
        heeds_picture = pending.tries > 1 or may_undo(pending.gesture, pending.tries)
        if heeds_picture and pending.unmoved and not same_picture(pending.look.frame, look.frame):
            # it hung, and goes on: its time for the move begins now
            pending.unmoved, pending.acted_s = False, look.frame.time_ns / 1e9
        # up to when the picture was taken: a stall of ours is no time in which the board stood
        waited = max(0.0, look.frame.time_ns / 1e9 - max(pending.acted_s, self.tracker.changed_ns / 1e9))
        test = self.game.contradictions(self.rules, pending.state, pending.decision.move)
        idle = self.game.rules.changes_nothing(self.rules, pending.state, pending.decision.move)
        before = pending.look.sighting.codes
        patience_s = patience(pending.gesture, pending.tries, pending.unmoved) * self.settings.patience_s
        if look.restless and waited >= self.settings.patience_s and _unchanged(pending.look, look):
            profile, move = self.lookout.reader.profile, pending.decision.move
            misread = taken_for_tiles(self.game, self.rules, pending.look, look, move, pending.gesture, profile)
            if misread:
                self._conclude(pending, Verdict(Outcome.MISREAD, misread), look, final=True)
                return True
        stage = may_be_a_stage(self.game, self.rules, pending, look)
        slip = self.turns.misread_cells
        verdict = judge(before, look.sighting.codes, test, waited, patience_s, idle, slip, under_way=stage)
        match verdict.outcome:
            case Outcome.STILL_MOVING:
                if stage and not verdict.cells:
                    step_aside(look, self.lookout)  # what is unread may lie under the pointer
                    if not self.game.plain_tiles:  # of tiles the gaps of two stages would pass for a new kind
                        self._learns(look)
                time.sleep(PACE_S)
                return False
            case Outcome.INPUT_LOST if pending.tries <= repeats(pending.gesture):
                if make_again(pending, look, self.lookout):
                    self._conclude(pending, verdict, look, final=False)
                return False
            case Outcome.MISREAD if not self._looked_again:
                self._looked_again = True
                self.tracker.reset()
                return False
        if verdict.outcome is Outcome.MISREAD and self._was_luck(pending, look):
            verdict = Verdict(Outcome.AS_PLANNED)
        self._conclude(pending, verdict, look, final=True)
        return True

    def _was_luck(self, pending: Pending, look: Look) -> bool:
        """Tell whether an odd board is only unlikely; more so where all was read without doubt, before and after."""
        luck = self.turns.luck
        if luck is None:
            return False
        min_margin = self.lookout.reader.profile.reader.min_margin
        sure = not any(
            each.repaired or unread_or_doubtful(each.sighting, min_margin).any() for each in (pending.look, look)
        )
        observed = self.game.known(look.sighting.codes)
        return luck.explains(self.rules, pending.state, pending.decision.move, observed, sure)

    def _conclude(self, pending: Pending, verdict: Verdict, look: Look, *, final: bool) -> None:
        outcome = verdict.outcome
        self.log.outcome(pending.number, outcome, verdict.cells, look.frame, look.sighting, look.repaired)
        if final or pending.tries == 2:  # a swap that takes more clicks than one to mend was lost once all the same
            self.tally.outcomes[outcome] += 1
        if not final:
            if pending.tries == 2:
                self.tracker.wait_longer()
            return
        self._pending = None
        self._known = None
        self._looked_again = False
        self._chosen = pending.mend.at if isinstance(pending.mend, Click) else None
        self.lookout.unblocked()
        self.tally.moves += 1
        self.tally.latency.add("settle", (time.monotonic() - pending.acted_s) * 1e3)
        self.on_move(self.tally.moves)
        # after an odd move the state counts from 0 again
        self._expected = self._rival = None
        if outcome is Outcome.AS_PLANNED:
            move = pending.decision.move
            self._expected, points = self._played(pending.state, move)
            self.tally.points += points
            self.tally.luck_unseen |= self.turns.may_score_more(self.rules, pending.state, move)
            if pending.rival is not None:
                self._rival, others = self._played(pending.rival, move)
                self.tally.luck_unseen |= others != points
            self.tally.confirmed += 1
            self._odd.none()
        else:
            self._odd.one(pending, verdict)

    def _played(self, state: Any, move: int) -> tuple[Any, float]:
        """Return the state after a move as far as chance has no part in it, and the points that it brings for sure."""
        after = self.turns.expected(self.rules, state, move)
        return after, float(getattr(after, "score", 0.0)) - float(getattr(state, "score", 0.0))

    def _rival_of(self, state: Any) -> Any:
        """Return a game that looks like this one and was under way before the run; None where the screen shows all.

        Where both get other points for a move, nobody has seen what that move scored. Once they go on alike (a combo
        ended in both) they stay so.
        """
        return self.turns.under_way(state) if self._rival is None else self.game.with_hidden(state, self._rival)

    # -- deciding and acting -----------------------------------------------------------------------

    def _decide_and_act(self, look: Look) -> None:
        state = self.game.state_from_sighting(self.rules, look.sighting)
        if self._expected is not None:
            state = self.game.with_hidden(state, self._expected)
        stood_s = (look.frame.time_ns - self.tracker.changed_ns) / 1e9
        if self._first and may_go_on(self.game, self.rules, state, stood_s, self.settings.patience_s):
            time.sleep(PACE_S)
            return
        self._first = False
        if self.game.rules.is_over(self.rules, state):
            raise EndRun(Ending("the game is over", finished=True))
        self._known = Before(look.sighting.codes, state)
        number = self.tally.moves + 1
        seed = decision_seed(self.settings.seed, number)
        covered = out_of_reach(self.game, state, self.lookout.reader.profile, look.repaired, look.sighting.codes.shape)
        try:
            decision = decide(
                self.game,
                self.rules,
                self.policy,
                state,
                look.sighting,
                self.settings.think_ms,
                seed,
                out_of_reach=covered,
                restless=look.restless,
            )
        except Undecided as undecided:
            step_aside(look, self.lookout)
            self.lookout.blocked(str(undecided))
            return
        self.tally.latency.add("plan", decision.spent_ms)
        gesture = apart_from(self.turns.gesture(state, decision.move, self.lookout.reader.profile), self._chosen)
        if not self.lookout.act(gesture, look) and self.lookout.left_over is None:
            return
        self.tally.decided_on(look.sighting.codes, len(look.repaired) - len(look.restless))
        rest, rival = self.lookout.left_over, self._rival_of(state)
        pending = Pending(number, decision, gesture, state, look, time.monotonic(), rest, rival=rival)
        sketch = self.game.drawn(self.rules, state, decision, self.lookout.reader.profile)
        written = self.game.rules.to_text(state)
        self.log.decision(number, seed, look.frame, look.sighting, written, decision, sketch, look.repaired)
        if isinstance(self.hand, DryHand):
            # Nothing was touched, so there is nothing to judge.
            self.tally.moves += 1
            self.on_move(self.tally.moves)
            return
        self._pending = pending


def _unchanged(before: Look, after: Look) -> bool:
    """Tell whether two boards are the same as far as both can be read."""
    one, other = before.sighting.codes, after.sighting.codes
    return bool(np.all((one == other) | (one == UNKNOWN) | (other == UNKNOWN)))
