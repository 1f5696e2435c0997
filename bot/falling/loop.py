"""Observe, decide, steer, verify: the loop for games in which a piece falls while the bot thinks.

A plan is made as soon as the piece is known, mostly while it still comes in; every press is verified by where the piece
is, and what has landed is held against the rules before the next plan is made on it. As in the turn-based loop,
nothing a window or a person does raises: a run ends with an `Ending`.
"""

import time
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.falling.breaks import STANDS_S, Breaks
from bot.falling.holding import hold_longer_if_lost
from bot.falling.identity import Jewels, as_seen, may_show
from bot.falling.interruptions import Interruptions
from bot.falling.ledger import Ledger, after_odd
from bot.falling.newcomers import Newcomers
from bot.falling.outcome import Landing, judge_landing, rows_fallen, unseen_after
from bot.falling.pace import WindowPace
from bot.falling.plan import Plan
from bot.falling.situation import state_of, walled
from bot.falling.stale_pictures import StalePictures
from bot.falling.steering import Steering
from bot.playing.learning import Learner
from bot.playing.lookout import PACE_S, Look, Lookout
from bot.playing.outcome import Outcome
from bot.playing.parts import Parts
from bot.playing.run import Ending, EndRun, Tally, run_to_its_end
from control.columns import Press, press
from control.hand import DryHand
from engine.columns import EMPTY, LENGTH, State, drop_piece, is_over, visible
from policy.decision import NoMove, decision_seed
from vision.profile_sections import KeysSection
from vision.sighting import UNKNOWN
from vision.well.tracker import RISE, FallingPiece, Phase, WellTracker, WellView

WATCH_S = 0.002
"""Pause between two looks while a piece falls: a press shows within a picture of the window, some 16 ms."""
PRESSES_AHEAD = 3
"""So many presses are taken into account when it is asked which columns a piece can still reach."""
OVER_S = 3.0
"""A piece that ends the game by the rules is followed by no other; so long after its drop the game counts as over."""


class FallingLoop:
    """Plays one run.

    Args:
        parts: what it plays with.
        tracker: tells what falls and what lies.
        restart_key: begins a new game, as the first thing and until one begins; "": none does.
    """

    def __init__(self, parts: Parts, tracker: WellTracker, restart_key: str = "") -> None:
        self.game, self.rules, self.policy = parts.game, parts.rules, parts.policy
        self.hand, self.log, self.settings, self.on_move = parts.hand, parts.log, parts.settings, parts.on_move
        self.say = parts.say
        self.tracker = tracker
        self.tally = Tally()
        self.ledger = Ledger(parts, self.tally)
        self.lookout = Lookout(parts, self.tally, self._out_of_sight)
        self.interruptions = Interruptions(parts, self.lookout, restart_key)
        self.pace = WindowPace()
        profile = parts.reader.profile
        keys = profile.well.keys if profile.well is not None else KeysSection()
        self._keys = {what: press(what, keys) for what in Press}
        self._plan: Plan | None = None
        self._newcomers = Newcomers(self.pace, self.ledger, parts.settings.think_ms / 1e3)
        self._learner = Learner(parts.game)
        self._stale = StalePictures()
        timing = profile.input
        self._breaks = Breaks(self.pace, (parts.settings.think_ms + timing.hold_ms + timing.gap_ms) / 1e3)

    def run(self) -> Ending:
        """Play until the pieces are placed or something ends the run; always returns."""
        self.interruptions.count_from(time.monotonic())
        ending = run_to_its_end(self._step)
        self.log.ending(ending.reason, ending.fault)
        return ending

    def _step(self) -> None:
        self.lookout.heed_person()
        look = self.lookout.look()
        if look is None:
            self.interruptions.count_from(time.monotonic())  # pieces that no window shows are no fault of the eyes
            self._breaks.no_window()
            return
        self._breaks.looked(look.frame.time_ns / 1e9, self._plan)
        if self.interruptions.begins_game(look):
            return
        view = self.tracker.feed(look.sighting)
        if view.phase is not Phase.FALLING or view.piece is None:
            self._without_piece(view, look, time.monotonic())
            return
        self.interruptions.piece_falls()
        self._learn_from_preview(look)
        plan = self._plan
        seen_s = look.frame.time_ns / 1e9
        if (
            plan is not None
            and plan.piece_number != view.piece.number
            and not self._resumed(plan, view, view.piece, seen_s)
        ):
            self._judge(plan, view, look)
            plan = None
        if self._stale.is_stale((time.monotonic_ns() - look.frame.time_ns) / 1e9):
            return
        if plan is not None:
            self._steer(plan, view, view.piece, look, seen_s)
            return
        if self.tally.moves >= self.settings.moves:
            raise EndRun(Ending(f"{self.tally.moves} moves made", finished=True))
        self._meet(view, view.piece, look, seen_s)

    def _learn_from_preview(self, look: Look) -> None:
        """Learn a colour that the preview shows for the first time; a piece that falls stands nowhere long enough."""
        following = look.sighting.extras["next"]
        unread = np.zeros(0, np.bool_) if following is None else following == UNKNOWN
        self.lookout.reader = self._learner.reader_after(self.lookout.reader, look.frame, unread, self.log)

    def _learn_from_well(self, look: Look) -> None:
        """Learn a colour that lies in the well and no preview has shown: until it is known no piece is made out."""
        unread, window = look.sighting.codes == UNKNOWN, self.lookout.envelope.window
        self.lookout.reader = self._learner.reader_after(self.lookout.reader, look.frame, unread, self.log, window)

    # -- between pieces ------------------------------------------------------------------------------

    def _without_piece(self, view: WellView, look: Look, now: float) -> None:
        """Nothing falls, as far as is sure: wait, and notice a pause and the end of the game."""
        if self.interruptions.heed_words(view, look, now):
            return
        plan = self._plan
        if plan is not None and plan.dropped_s is not None and now - plan.dropped_s > OVER_S:
            after = drop_piece(self.rules, plan.state, plan.decision.move).state
            if is_over(self.rules, after):
                self._conclude(plan, Outcome.AS_PLANNED, (), None)
                raise EndRun(Ending("the game is over", finished=True))
        if self.interruptions.out_of_view(view, look):
            return
        if self.interruptions.chain_is_over(now):
            self._learn_from_well(look)
        self.lookout.wait_for_quiet(look)

    def _out_of_sight(self) -> None:
        """What falls may have gone on while nobody looked or pressed."""
        self.tracker.reset()
        self.pace.new_piece()
        self._newcomers.over()
        self._breaks.out_of_reach()

    def _resumed(self, plan: Plan, view: WellView, piece: FallingPiece, seen_s: float) -> bool:
        """Tell whether a piece seen after a break is the one that was being steered; if so, it is steered on."""
        if not self._breaks.excuse or plan.dropped_s is not None:
            return False
        fallen = piece.bottom - plan.bottom
        same_board = np.array_equal(view.board, visible(self.rules, plan.state.board))
        if fallen < -RISE or not same_board or not may_show(plan.jewels, piece.codes):
            return False
        plan.piece_number = piece.number
        self._breaks.stood_s(piece, plan, seen_s)
        self._breaks.found_again(plan, fallen)
        self.tracker.expect(self._after(plan))
        return True

    def _after(self, plan: Plan) -> NDArray[np.int8]:
        """Return the board in view that a plan leads to."""
        return visible(self.rules, drop_piece(self.rules, plan.state, plan.decision.move).state.board)

    # -- verifying -----------------------------------------------------------------------------------

    def _judge(self, plan: Plan, view: WellView, look: Look) -> None:
        """Hold the board under a new piece against what the plan was to make of the old one."""
        if isinstance(self.hand, DryHand):
            self._plan = None  # nothing was touched, so there is nothing to judge
            self.lookout.unblocked()
            return
        move, stalled = plan.decision.move, not self._breaks.kept_out
        landing = judge_landing(self.rules, plan.state, move, view.board)
        if landing.outcome is Outcome.AS_PLANNED:
            self._breaks.steered()
        elif (after := unseen_after(self.rules, plan.known_state, move, view.board)) is not None:
            self._conclude(plan, Outcome.AS_PLANNED, (), look)
            self._unsteered("the next piece landed while nobody could see it", after, stalled)
            return
        elif self._breaks.excuses(plan, self._fallen(plan, landing), look.frame.time_ns / 1e9):
            # Whoever covered, paused or left the window had the piece meanwhile, or nobody: something stood still.
            self._unsteered("the piece landed while nobody could steer it", after_odd(plan.state), stalled)
            return
        self._conclude(plan, landing.outcome, landing.cells, look)

    def _fallen(self, plan: Plan, landing: Landing) -> float | None:
        """Return how many rows a piece has fallen since it was seen last; None where the rules do not tell."""
        return rows_fallen(self.rules, plan.state, plan.bottom, landing.moves)

    def _unsteered(self, what: str, known: State, stalled: bool) -> None:
        """Take note of a piece that landed somewhere without a fault, and of what is known after it."""
        self._over()
        self.ledger.unsteered(what, known)
        if stalled:
            self._breaks.unsteered()

    def _conclude(self, plan: Plan, outcome: Outcome, cells: tuple[tuple[int, int], ...], look: Look | None) -> None:
        """Count what became of a plan; `look` shows it, where the game still shows anything."""
        self._over()
        self.lookout.unblocked()
        self.ledger.concluded(plan, outcome, cells, look)

    def _over(self) -> None:
        """Take note that the piece that was planned for is judged."""
        self._plan = None
        self._breaks.over()

    # -- deciding ------------------------------------------------------------------------------------

    def _meet(self, view: WellView, piece: FallingPiece, look: Look, seen_s: float) -> None:
        """Make out a new piece, seen at `seen_s`, and plan for it as soon as it is known."""
        jewels = self._newcomers.look(view, piece, seen_s)
        if jewels is None:
            self.interruptions.heed_window(view, look, time.monotonic())
            self.lookout.wait_for_quiet(look)
            return
        whole_since_s = self._newcomers.whole_since_s
        self._decide(view, piece, jewels, look, self.tally.moves + 1)
        thought_s = 0.0 if whole_since_s is None else time.monotonic() - whole_since_s
        self.tally.latency.add("decision", thought_s * 1e3)

    def _decide(self, view: WellView, piece: FallingPiece, jewels: Jewels, look: Look, number: int) -> None:
        """Plan for a piece from where it is and may be by the time it has been steered."""
        ahead = (self.settings.think_ms / 1e3 + PRESSES_AHEAD * self.pace.press_s) / self.pace.row_s
        state = state_of(self.rules, view, piece, jewels, ahead, self.ledger.expected)
        if is_over(self.rules, state):
            raise EndRun(Ending("the game is over", finished=True))
        seed = decision_seed(self.settings.seed, number)
        try:
            decision = self.policy.decide(state, self.settings.think_ms, seed)
        except NoMove:
            self.lookout.blocked("no column can be reached")
            return
        self.tally.latency.add("plan", decision.spent_ms)
        free_rows = int(np.argmax(np.append(view.board[:, decision.move // LENGTH] != EMPTY, True)))
        steering = Steering(jewels, decision.move, self.pace, free_rows)
        if self._plan is None:
            seen_s = look.frame.time_ns / 1e9
            self._plan = Plan(number, piece.number, jewels, state, decision, steering, piece.bottom, seen_s)
            self._newcomers.over()
            self._breaks.over()
        else:  # for the same piece: what it went through, and whether that excuses it, is the same
            self._plan = replace(self._plan, jewels=jewels, state=state, decision=decision, steering=steering)
        self.tracker.expect(self._after(self._plan))
        self.tally.decided_on(look.sighting.codes)
        sketch = self.game.drawn(self.rules, state, decision, self.lookout.reader.profile)
        self.log.decision(number, seed, look.frame, look.sighting, self.game.rules.to_text(state), decision, sketch)
        if isinstance(self.hand, DryHand):
            self.tally.moves += 1
            self.on_move(self.tally.moves)

    # -- steering ------------------------------------------------------------------------------------

    def _steer(self, plan: Plan, view: WellView, piece: FallingPiece, look: Look, seen_s: float) -> None:
        """Press what brings a piece, seen at `seen_s`, nearer to its place, or drop it there."""
        stood_s = self._breaks.stood_s(piece, plan, seen_s)
        if stood_s > STANDS_S:  # the game is paused, or over
            if isinstance(self.hand, DryHand) or self.lookout.reaches((), look, repeat=True):
                self.lookout.blocked("nothing moves in the well; is the game paused?")
            return
        self.interruptions.count_from(seen_s)
        if not piece.resting:  # then the one after the next may show already
            plan.see_next(view.next)
        if isinstance(self.hand, DryHand):
            time.sleep(PACE_S)
            return
        if plan.dropped_s is None and not piece.resting and piece.bottom >= LENGTH:
            self.pace.fell(piece.bottom, seen_s)
        if plan.dropped_s is not None and piece.resting:
            time.sleep(PACE_S)
            return
        what = plan.steering.next_press(piece, seen_s, hangs=self._breaks.hangs(piece, stood_s))
        hold_longer_if_lost(self.hand, self.pace, self.say)
        if what in (Press.LEFT, Press.RIGHT) and walled(view, piece, what):
            self._decide(view, piece, as_seen(plan.jewels, piece), look, plan.number)
            return
        if what is Press.DROP and self._keys[Press.DROP] is None:
            what = Press.SOFT
        keys = None if what is None else self._keys[what]
        if what is None or keys is None:
            time.sleep(WATCH_S)
            return
        if not self.lookout.act(keys, look, repeat=plan.presses > 0):
            return
        plan.presses += 1
        pressed = time.monotonic()
        plan.steering.pressed(what, piece, pressed)
        if what in (Press.DROP, Press.SOFT):
            plan.dropped_s = pressed if plan.dropped_s is None else plan.dropped_s
