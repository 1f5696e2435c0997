"""Advice while a person plays a game in which nothing happens until they move: draws a move, touches nothing.

The drawing lies over the board and may hide a rim of a cell. So only cells that are read for sure tell of a move; then
the drawing is taken away, and the next advice is drawn once the board has settled.
"""

import time
from dataclasses import dataclass, replace
from typing import Any

from bot.advising.advice import Adviser, AdviserParts, OnceTold
from bot.advising.under_drawing import UnderDrawing, may_go_unseen, unread
from bot.playing.cascades import is_passing, may_go_on
from bot.playing.deciding import Undecided, decide
from bot.playing.learning import Learner
from bot.playing.lookout import PACE_S
from bot.playing.outcome import UNDER_WAY_PATIENCE
from bot.playing.reach import out_of_reach
from bot.playing.repair import Before, Repaired, repair
from bot.playing.run import Ending, EndRun
from bot.playing.trackers import board_tracker
from bot.turns.explaining import begins, changed, held, moves_made, two_swapped
from bot.turns.restless import more_unread, unread_tiles
from capture.frame import Frame, Region
from control.sketch import Sketch, on_screen
from policy.decision import Decision, decision_seed
from vision.sighting import Sighting, Status

UNDER_WAY_S = 0.3
"""A swap or a lift that has begun shows as one after so long; cells that stay unread for longer are covered."""
UNSEEN_S = 1.0
"""Advice outlasts pictures without a board for so long: much of it falls at once, or a browser paints plain ground, as
large as all of the drawing, before what the drawing has hidden."""


@dataclass(slots=True, eq=False)
class Advice:
    """A suggestion that is drawn, the board it was made for, and where the window lay when it was drawn.

    Attributes:
        sighting: of the board, with what the rules settled.
        seen: as it was read.
    """

    number: int
    decision: Decision
    state: Any
    sighting: Sighting
    seen: Sighting
    sketch: Sketch
    region: Region | None


class TurnAdviser(Adviser):
    """Advises on settled boards: games in which nothing happens until the person moves."""

    def __init__(self, parts: AdviserParts) -> None:
        super().__init__(parts)
        assert self.live.game.turns is not None, "a game of another pace"
        self.turns = self.live.game.turns
        self.tracker = board_tracker(self.live.profile)
        self.advice: Advice | None = None
        self.known: Before | None = None
        self.learner = Learner(self.live.game, parts.name_kind)
        self._under = UnderDrawing(self.live.profile, self.live.game.screen.hand)
        self._waited_for = ""
        self._waits_since_s = 0.0
        self._delay = OnceTold(parts.say)
        self._drawn = False

    def step(self) -> None:
        """Look once; draw, or hold what the person did against what was drawn."""
        frame = self.grab()
        if frame is None:
            return
        sighting = self.reader.read(frame)
        if sighting.status & Status.NO_BOARD:
            if time.monotonic() - self.seen_s < UNSEEN_S:
                self._hide()
                self.tracker.reset()
                if self.known is not None:
                    self.known = replace(self.known, moved=True)
                time.sleep(PACE_S)
                return
            self._withdraw()
            time.sleep(0.1)
            return
        self.seen_s = time.monotonic()
        if self.advice is not None and not changed(self.advice.seen, sighting):
            self._follow(self.advice, frame, sighting)
            time.sleep(5 * PACE_S)
            return
        self._hide()
        if not self.tracker.feed(sighting):
            time.sleep(PACE_S)
            return
        sighting = self.tracker.without_restless(sighting)
        before = self._before()
        if before is not None and held(self.live.game, before.codes, sighting.codes):
            # before the rules say what lies under it: to them it could have been put down there
            time.sleep(PACE_S)
            return
        repaired = self._repaired(sighting)
        if self.advice is not None and not self._answered(self.advice, repaired.sighting):
            return
        state = self.live.game.state_from_sighting(self.live.rules, repaired.sighting)
        stood_s = (sighting.time_ns - self.tracker.changed_ns) / 1e9
        patience_s = self.live.settings.patience_s
        if before is None and may_go_on(self.live.game, self.live.rules, state, stood_s, patience_s):
            time.sleep(PACE_S)
            return
        self.known = Before(repaired.sighting.codes, state)
        if not self._learns(frame, repaired.sighting):
            self._advise(state, frame, sighting, repaired)

    def _advise(self, state: Any, frame: Frame, seen: Sighting, repaired: Repaired) -> None:
        """Decide on a settled board, and draw the decision unless somebody has moved meanwhile.

        Args:
            state: the engine's state of the board.
            frame: which shows it.
            seen: the board as it was read.
            repaired: with what the rules settled.
        """
        game, rules, sighting = self.live.game, self.live.rules, repaired.sighting
        if game.rules.is_over(rules, state):
            raise EndRun(Ending("the game is over", finished=True))
        number = self.result.suggestions + 1
        seed = decision_seed(self.live.settings.seed, number)
        restless = self.tracker.restless
        not_as_read = repaired.cells + restless
        covered = out_of_reach(game, state, self.reader.profile, not_as_read, sighting.codes.shape)
        budget = self.live.settings.think_ms
        try:
            decision = decide(
                game,
                rules,
                self.policy,
                state,
                sighting,
                budget,
                seed,
                out_of_reach=covered,
                restless=restless,
            )
        except Undecided as undecided:
            self._wait_for(str(undecided))
            return
        self._waited_for = ""
        now = self._unless_moved(seen)
        if now is None:
            return
        self.result.suggestions = number
        plan = game.plan(rules, state, decision)
        if plan.long:
            self.say(f"{number}: {plan.long}")
        sketch = game.sketch(rules, state, decision.line, plan.short, self.reader.profile)
        written = game.rules.to_text(state)
        self.log.decision(number, seed, frame, sighting, written, decision, sketch, not_as_read)
        self.advice = Advice(number, decision, state, sighting, seen, sketch, now.region)
        self._draw(sketch, now)

    def _unless_moved(self, seen: Sighting) -> Frame | None:
        """Look once more before anything is drawn; None where somebody moved since `seen`, while the planner thought.

        Nobody would see that advice; and the drawing could hide the move, which then would never be seen. What cannot
        be read any more may be a move under way: it is looked at again, for `UNDER_WAY_S` at most.
        """
        until_s = time.monotonic() + UNDER_WAY_S
        while (frame := self.grab()) is not None:
            sighting = self.reader.read(frame)
            if sighting.status & Status.NO_BOARD:
                return None
            if changed(seen, sighting):
                assert self.known is not None
                self.known = replace(self.known, moved=True)
                return None
            if not unread(seen, sighting).any() or time.monotonic() >= until_s:
                return frame
            time.sleep(PACE_S)
        return None

    def _follow(self, advice: Advice, frame: Frame, sighting: Sighting) -> None:
        """Draw where the window is now, if it was moved, or anew where the board is as it was: a piece was put back.

        Where something moves that cannot be read for the drawing over it, and it may be a move that shows nowhere else,
        the drawing goes, and the next look tells.
        """
        if not self._drawn:
            self.tracker.reset()  # what it saw meanwhile is gone
            if self._under.awaits_paint(advice.seen, sighting):
                return
        elif frame.region == advice.region:
            if self._under.stirs(advice.seen, frame, sighting):
                game, rules = self.live.game, self.live.rules
                if may_go_unseen(game, self.turns, rules, advice.state, sighting.codes):
                    self._hide()
            return
        advice.region = frame.region
        self._draw(advice.sketch, frame)

    def _draw(self, sketch: Sketch, frame: Frame) -> None:
        self.overlay.show(on_screen(sketch, frame))
        self._under.drawn()
        self._drawn = True

    def _repaired(self, sighting: Sighting) -> Repaired:
        """Settle by the rules what cannot be read, where they leave one reading whatever the person did."""
        before = self._before()
        if before is None:
            return Repaired(sighting)
        min_margin = self.reader.profile.reader.min_margin
        return repair(self.live.game, self.live.rules, before, sighting, min_margin, self.tracker.restless)

    def _before(self) -> Before | None:
        """Return the last board that was known; the person may have moved on one with advice."""
        if self.advice is None:
            return self.known
        return Before(self.advice.sighting.codes, self.advice.state, moved=True)

    def _learns(self, frame: Frame, sighting: Sighting) -> bool:
        """Tell whether to look again: what could not be read has just been learned, or may be by the next look."""
        unread = unread_tiles(sighting, self.tracker.restless)
        reader, again = self.learner.look_again(self.reader, frame, unread, self.log, self.source.window)
        if reader is not self.reader:
            self.reader = reader
            self.tracker.reset()
        return again

    def _wait_for(self, reason: str) -> None:
        """Wait a little for a board that can be decided on; what is waited for is noted once until one was.

        It is said where that takes long: nothing drawn looks the same as nothing to advise.
        """
        if reason != self._waited_for:
            self._waited_for, self._waits_since_s = reason, time.monotonic()
            self.log.waiting(reason)
        self._delay.heed(f"no advice for now: {reason}", self._waits_since_s)
        time.sleep(0.1)

    def _answered(self, advice: Advice, sighting: Sighting) -> bool:
        """Find the person's move between the advised board and this one; False while the rules explain none yet."""
        made = moves_made(self.live.game, self.live.rules, advice.state, sighting.codes)
        if not made:
            patience_s = self.live.settings.patience_s
            if self._may_be_a_stage(advice, sighting):
                patience_s *= UNDER_WAY_PATIENCE
            if (sighting.time_ns - self.tracker.changed_ns) / 1e9 < patience_s:
                time.sleep(PACE_S)
                return False
        if made or not begins(self.live.game, sighting.codes):
            self.count(advice.number, advice.decision.move, made)
        self.advice = None
        return True

    def _may_be_a_stage(self, advice: Advice, sighting: Sighting) -> bool:
        """Tell whether the person's move may be under way on a board that no move explains: the window may hang."""
        game, rules = self.live.game, self.live.rules
        restless = self.tracker.restless
        if more_unread(advice.sighting, sighting, restless, restless) or two_swapped(advice.sighting, sighting):
            return True
        return is_passing(game, rules, game.state_from_sighting(rules, sighting))

    def _hide(self) -> None:
        self.overlay.hide()
        self._drawn = False

    def _withdraw(self) -> None:
        self._hide()
        self.advice = None
        self.known = None
        self._waited_for = ""
        self.tracker.reset()
