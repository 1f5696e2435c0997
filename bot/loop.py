"""Observe, settle, decide, act, verify: one loop for every turn-based game.

Each move is held against the rules before the next one is made; `REACTIONS` says what follows. The loop never
raises for what a window or a person does: it ends with an `Ending`.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bot.deciding import Undecided, decide, decision_seed
from bot.games import Game
from bot.latency import Latency
from bot.learning import Learner
from bot.outcome import Outcome, Verdict, judge
from bot.run_log import RunLog
from capture.frame import Frame
from capture.source import CaptureError, EndOfFrames, FrameSource, WindowLost
from control.aim import screen_points
from control.envelope import Envelope, Go, Stop, Wait
from control.gesture import Gesture
from control.hand import DryHand, Hand, StoppedByUser, TargetLost
from policy.decision import Decision, Policy
from vision.readers import BoardReader
from vision.sighting import UNKNOWN, Sighting, Status
from vision.tracker import Tracker

PACE_S = 0.006
"""Pause between two looks while nothing is to be done: well under a game's frame, well over a grab and a read."""


@dataclass(frozen=True, slots=True)
class LoopSettings:
    """How a run is played.

    Attributes:
        moves: stop after this many judged moves.
        think_ms: the planner's budget a move.
        seed: decides every random choice of the planner.
        patience_s: how long a board that the rules forbid may stand before the move is classified.
        absence_s: how long the board may be out of sight or the envelope closed before the run stops.
        closed_s: how long a closed window may take to be opened again.
        faults: odd outcomes in a row that end the run.
    """

    moves: int
    think_ms: float
    seed: int
    patience_s: float = 1.5
    absence_s: float = 60.0
    closed_s: float = 5.0
    faults: int = 3


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a run ended: all moves made, the game over, a fault of ours, or a stop by envelope or person."""

    reason: str
    finished: bool = False
    fault: bool = False


@dataclass(slots=True, eq=False)
class Look:
    """One frame, read."""

    frame: Frame
    sighting: Sighting
    capture_ms: float
    read_ms: float


@dataclass(slots=True, eq=False)
class Pending:
    """A move that the hand has made and that is not judged yet."""

    number: int
    decision: Decision
    gesture: Gesture
    state: Any
    look: Look
    acted_s: float
    tries: int = 1


@dataclass(slots=True)
class Tally:
    """What a run did so far."""

    moves: int = 0
    confirmed: int = 0
    boards: int = 0
    cells: int = 0
    points: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    latency: Latency = field(default_factory=Latency)


class _End(Exception):  # noqa: N818 (carries an ending out of nested calls)
    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.reason)
        self.ending = ending


class Loop:
    """Plays one run; every part is handed in, so that dry, recorded and live runs are the same code."""

    def __init__(
        self,
        game: Game,
        rules: Any,
        policy: Policy[Any],
        source: FrameSource,
        reader: BoardReader,
        tracker: Tracker,
        hand: Hand,
        envelope: Envelope,
        log: RunLog,
        settings: LoopSettings,
        on_move: Callable[[int], None] = lambda _count: None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.policy = policy
        self.source = source
        self.reader = reader
        self.tracker = tracker
        self.hand = hand
        self.envelope = envelope
        self.log = log
        self.settings = settings
        self.on_move = on_move
        self.tally = Tally()
        self._pending: Pending | None = None
        self._expected: Any = None
        self._odd_in_a_row = 0
        self._looked_again = False
        self._learner = Learner(game)
        self._blocked_since: float | None = None
        self._blocked_reason = ""

    def run(self) -> Ending:
        """Play until the moves are made or something ends the run; always returns."""
        try:
            while True:
                self._step()
        except _End as end:
            ending = end.ending
        except StoppedByUser as stop:
            ending = Ending(str(stop))
        except EndOfFrames:
            ending = Ending("the source has no more frames", finished=True)
        except CaptureError as error:
            ending = Ending(str(error), fault=True)
        except KeyboardInterrupt:
            ending = Ending("stopped by Ctrl+C")
        self.log.ending(ending.reason, ending.fault)
        return ending

    def _step(self) -> None:
        self._heed_person()
        look = self._look()
        if look is None:
            return
        if look.sighting.status & Status.NO_BOARD:
            self._blocked("the board cannot be seen")
            return
        tracked = self.tracker.feed(look.sighting)
        if not tracked.settled:
            self._wait_for_quiet()
            return
        pending = self._pending
        if pending is not None and not self._judge(pending, look):
            return
        if self.tally.moves >= self.settings.moves:
            raise _End(Ending(f"{self.tally.moves} moves made", finished=True))
        if not self._learn(look):
            self._decide_and_act(look)

    # -- observing ---------------------------------------------------------------------------------

    def _look(self) -> Look | None:
        started = time.perf_counter()
        try:
            frame = self.source.grab()
        except WindowLost as lost:
            closed = not self.envelope.window.exists()
            self._blocked(str(lost), self.settings.closed_s if closed else self.settings.absence_s)
            return None
        grabbed = time.perf_counter()
        sighting = self.reader.read(frame)
        read = time.perf_counter()
        look = Look(frame, sighting, (grabbed - started) * 1e3, (read - grabbed) * 1e3)
        self.log.seen(frame)
        self.tally.latency.add("capture", look.capture_ms)
        self.tally.latency.add("read", look.read_ms)
        return look

    def _learn(self, look: Look) -> bool:
        """Tell whether what could not be read has just been learned; then the next look reads it."""
        learned = self._learner.look(self.reader, look.frame, look.sighting)
        if learned is None:
            return False
        self.reader = learned.reader
        self.tracker.reset()
        self.log.learned(learned)
        return True

    def _heed_person(self) -> None:
        stop = self.envelope.stop_requested()
        if stop is not None:
            raise _End(Ending(stop.reason))

    def _blocked(self, reason: str, patience_s: float | None = None) -> None:
        """Wait for what only the window or the person can mend; give up after `patience_s` (settings.absence_s)."""
        patience_s = self.settings.absence_s if patience_s is None else patience_s
        now = time.monotonic()
        if self._blocked_since is None:
            self._blocked_since = now
        if reason != self._blocked_reason:
            self._blocked_reason = reason
            self.log.waiting(reason)
        if now - self._blocked_since > patience_s:
            raise _End(Ending(f"{reason}; gave up after {patience_s:.0f} s"))
        self.tracker.reset()
        time.sleep(0.05)

    def _unblocked(self) -> None:
        self._blocked_since = None
        self._blocked_reason = ""

    def _wait_for_quiet(self) -> None:
        """Pace the looks; a board that never comes to rest is waited for like one that cannot be seen."""
        now = time.monotonic()
        if self._blocked_since is None:
            self._blocked_since = now
        if now - self._blocked_since > self.settings.absence_s:
            if self._blocked_reason:
                self._blocked(self._blocked_reason)
            raise _End(Ending(f"the board never came to rest in {self.settings.absence_s:.0f} s", fault=True))
        time.sleep(PACE_S)

    # -- verifying ---------------------------------------------------------------------------------

    def _judge(self, pending: Pending, look: Look) -> bool:
        """Hold a settled board against the rules; tell whether the next decision may be made on it."""
        now = time.monotonic()
        waited = now - max(pending.acted_s, self.tracker.changed_ns / 1e9)
        test = self.game.contradictions(self.rules, pending.state, pending.decision.move)
        idle = self.game.rules.changes_nothing(self.rules, pending.state, pending.decision.move)
        before = pending.look.sighting.codes
        after, patience_s = look.sighting.codes, self.settings.patience_s
        verdict = judge(before, after, test, waited, patience_s, idle, self.game.misread_cells)
        match verdict.outcome:
            case Outcome.STILL_MOVING:
                time.sleep(PACE_S)
                return False
            case Outcome.INPUT_LOST if pending.tries == 1:
                self._conclude(pending, verdict, look, final=False)
                return self._repeat(pending, look)
            case Outcome.MISREAD if not self._looked_again:
                self._looked_again = True
                self.tracker.reset()
                return False
        self._conclude(pending, verdict, look, final=True)
        return True

    def _conclude(self, pending: Pending, verdict: Verdict, look: Look, *, final: bool) -> None:
        outcome = verdict.outcome
        self.tally.outcomes[outcome] += 1
        self.log.outcome(pending.number, outcome, verdict.cells, look.frame, look.sighting)
        if not final:
            return
        self._pending = None
        self._looked_again = False
        self._unblocked()
        self.tally.moves += 1
        self.tally.latency.add("settle", (time.monotonic() - pending.acted_s) * 1e3)
        self.on_move(self.tally.moves)
        planned = outcome is Outcome.AS_PLANNED
        self._expected = self.game.expected(self.rules, pending.state, pending.decision.move) if planned else None
        if planned:
            self.tally.points = float(getattr(self._expected, "score", 0.0))
            self.tally.confirmed += 1
            self._odd_in_a_row = 0
            return
        self._odd_in_a_row += 1
        if outcome is Outcome.INPUT_LOST:
            raise _End(Ending(f"move {pending.number} did not reach the game, twice", fault=True))
        if self._odd_in_a_row >= self.settings.faults:
            raise _End(Ending(f"{self._odd_in_a_row} moves in a row did not end as the rules say", fault=True))

    def _repeat(self, pending: Pending, look: Look) -> bool:
        if self._act(pending.gesture, look, repeat=True):
            pending.tries += 1
            pending.acted_s = time.monotonic()
        return False

    # -- deciding and acting -----------------------------------------------------------------------

    def _decide_and_act(self, look: Look) -> None:
        state = self.game.state_from_sighting(self.rules, look.sighting)
        if self._expected is not None:
            state = self.game.with_hidden(state, self._expected)
        if self.game.rules.is_over(self.rules, state):
            raise _End(Ending("the game is over", finished=True))
        number = self.tally.moves + 1
        seed = decision_seed(self.settings.seed, number)
        try:
            decision = decide(self.game, self.rules, self.policy, state, look.sighting, self.settings.think_ms, seed)
        except Undecided as undecided:
            self._blocked(str(undecided))
            return
        self.tally.latency.add("plan", decision.spent_ms)
        gesture = self.game.gesture(decision.move, self.reader.profile)
        if not self._act(gesture, look):
            return
        self.tally.boards += 1
        self.tally.cells += int(np.count_nonzero(look.sighting.codes != UNKNOWN))
        pending = Pending(number, decision, gesture, state, look, time.monotonic())
        sketch = self.game.sketch(decision.line, f"{decision.value:.1f}", self.reader.profile)
        self.log.decision(number, seed, look.frame, look.sighting, self.game.rules.to_text(state), decision, sketch)
        if isinstance(self.hand, DryHand):
            # Nothing was touched, so there is nothing to judge.
            self.tally.moves += 1
            self.on_move(self.tally.moves)
            return
        self._pending = pending

    def _act(self, gesture: Gesture, look: Look, *, repeat: bool = False) -> bool:
        """Let the hand do it if the envelope agrees; tell whether it did."""
        points = screen_points(gesture, look.frame)
        match self.envelope.check(points, look.frame, repeat=repeat):
            case Stop(reason):
                raise _End(Ending(reason))
            case Wait(reason):
                self._blocked(reason)
                return False
            case Go():
                pass
        started = time.perf_counter()
        try:
            self.hand.perform(gesture, points, self.envelope.still_ours)
        except TargetLost as lost:
            self._blocked(str(lost))
            return False
        act_ms = (time.perf_counter() - started) * 1e3
        self._unblocked()
        self.envelope.acted(points, repeat=repeat)
        self.tally.latency.add("act", act_ms)
        self.tally.latency.add("reaction", look.capture_ms + look.read_ms + act_ms)
        return True
