"""What a live run counts as its points when a move among others is odd, with no window behind the loops."""

import time

import numpy as np
import pytest

import engine.columns as columns
import engine.square_stacker as stacker
from bot.falling.loop import FallingLoop
from bot.falling.plan import Plan
from bot.falling.steering import Steering
from bot.games import GAMES
from bot.playing.outcome import Outcome, Verdict
from bot.playing.trackers import board_tracker, well_tracker
from bot.turns.loop import TurnLoop
from bot.turns.pending import Pending
from control.gesture import Click
from engine.dice import dice
from policy.decision import Decision
from tests.bot.handed_parts import PLAIN, look_at, parts_of
from vision.well.tracker import Phase, WellView

JEWELS = (2, 3, 1)


def decided(move: int) -> Decision:
    return Decision(move, 0.0, (), (move,), 0.0)


def columns_loop() -> tuple[FallingLoop, columns.State]:
    """A loop, and a state in which a piece on column 0 clears a run."""
    rules = columns.PRESETS["running"]
    loop = FallingLoop(parts_of(game=GAMES["columns"](), rules=rules), well_tracker(rules))
    begun = columns.start(rules, dice(1))
    board = begun.board.copy()
    board[-2:, 0] = 1
    return loop, begun._replace(board=board, piece=np.array(JEWELS, np.int8))


def plan_of(loop: FallingLoop, state: columns.State) -> Plan:
    return Plan(1, 1, JEWELS, state, decided(0), Steering(JEWELS, 0, loop.pace))


def landed(loop: FallingLoop, state: columns.State, outcome: Outcome) -> None:
    loop._conclude(plan_of(loop, state), outcome, (), None)


def test_a_piece_that_landed_elsewhere_takes_no_points_away() -> None:
    loop, state = columns_loop()
    gain = columns.drop_piece(loop.rules, state, 0).state.score
    assert gain > 0
    landed(loop, state, Outcome.AS_PLANNED)
    assert loop.tally.points == gain
    landed(loop, state, Outcome.MISPLACED)
    landed(loop, state, Outcome.AS_PLANNED)
    assert loop.tally.points == 2 * gain


@pytest.mark.parametrize("disturbed", [False, True])
def test_after_a_piece_that_landed_elsewhere_only_the_run_is_not_known(disturbed: bool) -> None:
    loop, state = columns_loop()
    state = state._replace(score=500, jewels=60, running=2, moves=20)
    if disturbed:
        loop._breaks.out_of_reach()
        board = np.full((loop.rules.rows, loop.rules.cols), 1, np.int8)
        loop._judge(plan_of(loop, state), WellView(Phase.FALLING, board, None, None, None), look_at(board))
    else:
        landed(loop, state, Outcome.MISPLACED)
    assert loop.ledger.expected is not None
    expected = loop.ledger.expected
    assert (expected.score, expected.jewels, expected.running, expected.moves) == (500, 60, 0, 21)


def test_a_board_other_than_planned_takes_no_points_away() -> None:
    game, rules = GAMES["square_stacker"](), stacker.PRESETS["wpi"]
    loop = TurnLoop(parts_of(game=game, rules=rules), board_tracker(PLAIN))
    grid = np.full((3, 3, 3), stacker.EMPTY, np.int8)
    grid[0, :2, 0] = 1
    hand = np.full((3, 3), stacker.EMPTY, np.int8)
    hand[:, 0] = 1
    state = stacker.State(grid, hand)
    move = next(m for m in stacker.legal_moves(rules, state).tolist() if stacker.place_piece(rules, state, m).reward)
    gain = stacker.place_piece(rules, state, move).reward
    look = look_at(stacker.places(state))
    pending = Pending(1, decided(move), Click((4.0, 4.0)), state, look, time.monotonic())
    for outcome in (Outcome.AS_PLANNED, Outcome.RULES_DIFFER, Outcome.AS_PLANNED):
        loop._conclude(pending, Verdict(outcome), look, final=True)
    assert loop.tally.points == 2 * gain
