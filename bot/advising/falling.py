"""Advice while a person plays a game whose pieces fall: draws where the piece should land, touches nothing.

The drawing lies over the well and would be read with it. So while it is shown only the preview is looked at: it changes
when the next piece comes in. Then the drawing is taken away and the well is read; without a preview, every so often.
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from bot.advising.advice import Adviser, AdviserParts, OnceTold
from bot.advising.under_drawing import REPAINT_S
from bot.falling.identity import Identity, Jewels
from bot.falling.interruptions import UNKNOWN_S
from bot.falling.outcome import explaining_moves
from bot.falling.situation import state_of
from bot.playing.learning import Learner
from bot.playing.lookout import PACE_S
from bot.playing.trackers import well_tracker
from capture.frame import Frame, Region
from control.sketch import Sketch, on_screen
from engine.columns import EMPTY, State, drop_piece, is_over, visible
from policy.decision import Decision, NoMove, decision_seed
from vision.sighting import UNKNOWN, Sighting
from vision.well.tracker import FallingPiece, Phase, WellView

AGAIN_S = 3.0
"""So long at most a drawing stays: a next piece that looks like this one does not change the preview."""
IDLE_S = 6.0
"""Without a piece for so long the game stands still: longer than most chains take."""
LEAST_S = 0.5
"""So long at least it stays, to be seen: a window may have no preview, and a magic piece flashes in it."""


@dataclass(slots=True, eq=False)
class Advice:
    """A suggestion, what it was made for, and what was when it was drawn last.

    Attributes:
        preview: what it showed then.
        drawn_s: when that was; 0.0: it is not drawn now.
        region: where the window lay.
    """

    number: int
    decision: Decision
    state: State
    sketch: Sketch
    piece_number: int
    preview: Any = None
    drawn_s: float = 0.0
    region: Region | None = None


class FallingAdviser(Adviser):
    """Advises on each piece as it comes in."""

    def __init__(self, parts: AdviserParts) -> None:
        super().__init__(parts)
        self.tracker = well_tracker(self.live.rules)
        self.advice: Advice | None = None
        self._identity: tuple[int, Identity] | None = None
        self._learner = Learner(self.live.game)
        self._made_out_s = self._advised_s = time.monotonic()
        self._idle = OnceTold(parts.say, IDLE_S)
        self._hidden_s = -REPAINT_S

    def step(self) -> None:
        """Look once; draw, or hold where the piece landed against what was drawn."""
        frame = self.grab()
        if frame is None:
            self._made_out_s = self._advised_s = time.monotonic()
            return
        sighting = self.reader.read(frame)
        advice = self.advice
        if advice is not None and advice.region == frame.region and self._shown(advice, sighting):
            self.seen_s = self._made_out_s = self._advised_s = time.monotonic()
            time.sleep(5 * PACE_S)
            return
        if advice is not None and advice.drawn_s:
            self.overlay.hide()
            advice.drawn_s, self._hidden_s = 0.0, time.monotonic()
            return  # what was grabbed still shows the drawing
        if time.monotonic() - self._hidden_s < REPAINT_S and (sighting.codes == UNKNOWN).any():
            time.sleep(PACE_S)
            return
        view = self.tracker.feed(sighting)
        if view.phase is Phase.HIDDEN:
            self._advised_s = time.monotonic()  # another reason, told of by itself
        else:
            self.seen_s = time.monotonic()
        if view.phase is not Phase.FALLING or view.piece is None:
            if view.phase is not Phase.HIDDEN:
                self._learn(frame, sighting)
                self._tell_of_standstill()
            time.sleep(PACE_S)
            return
        self._made_out_s = time.monotonic()
        if advice is not None:
            if advice.piece_number == view.piece.number:
                if view.piece.resting:
                    # it may have landed, and the next one may have left the preview: drawn anew it would hide that one
                    self._tell_of_standstill()
                    time.sleep(PACE_S)
                else:
                    self._draw(advice, frame, sighting)
                return
            made = explaining_moves(self.live.rules, advice.state, view.board)
            if made or (view.board != EMPTY).any():  # else another game has begun
                self.count(advice.number, advice.decision.move, made)
            self.advice = None
        self._advise(view, view.piece, frame, sighting)
        if self.advice is None:
            time.sleep(PACE_S)

    def _advise(self, view: WellView, piece: FallingPiece, frame: Frame, sighting: Sighting) -> None:
        """Plan for a piece once it is made out, and draw the plan."""
        if self._identity is None or self._identity[0] != piece.number:
            self._identity = piece.number, Identity(view.announced)
        jewels: Jewels | None = self._identity[1].feed(piece, frame.time_ns / 1e9)
        if jewels is None:
            self._advised_s = time.monotonic()  # a piece falls, if one that is not made out yet
            return
        game, rules, settings = self.live.game, self.live.rules, self.live.settings
        state = state_of(rules, view, piece, jewels, 0.0, None)
        number = self.result.suggestions + 1
        seed = decision_seed(settings.seed, number)
        try:
            decision = None if is_over(rules, state) else self.policy.decide(state, settings.think_ms, seed)
        except NoMove:
            decision = None
        if decision is None:
            self._tell_of_standstill()
            return
        self.tracker.expect(visible(rules, drop_piece(rules, state, decision.move).state.board))
        self.result.suggestions = number
        sketch = game.drawn(rules, state, decision, self.reader.profile)
        self.advice = Advice(number, decision, state, sketch, piece.number)
        self.log.decision(number, seed, frame, sighting, game.rules.to_text(state), decision, sketch)
        self._draw(self.advice, frame, sighting)

    def _tell_of_standstill(self) -> None:
        self._idle.heed("no piece falls to advise on; is the game over or paused?", self._advised_s)

    def _learn(self, frame: Frame, sighting: Sighting) -> None:
        """Learn a colour that lies in the well and was never seen: until it is known no piece is made out."""
        if time.monotonic() - self._made_out_s < UNKNOWN_S:
            return
        unread = sighting.codes == UNKNOWN
        self.reader = self._learner.reader_after(self.reader, frame, unread, self.log, self.source.window)

    def _draw(self, advice: Advice, frame: Frame, sighting: Sighting) -> None:
        self.overlay.show(on_screen(advice.sketch, frame))
        advice.drawn_s, advice.region, advice.preview = time.monotonic(), frame.region, sighting.extras["next"]
        self._advised_s = advice.drawn_s

    def _shown(self, advice: Advice, sighting: Sighting) -> bool:
        """Tell whether the drawing may stay: it has just come, or not been up for long and the preview is as it was."""
        up_s = time.monotonic() - advice.drawn_s
        if not advice.drawn_s or up_s > AGAIN_S:
            return False
        if up_s < LEAST_S:
            return True
        shown: Any = sighting.extras.get("next")
        return advice.preview is not None and shown is not None and bool(np.array_equal(advice.preview, shown))

    def _withdraw(self) -> None:
        self.overlay.hide()
        self.advice = None
        self.tracker.reset()
