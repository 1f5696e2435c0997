"""What a live run counts as its points when a move among others is odd, with no window behind the loops."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import engine.columns as columns
import engine.square_stacker as stacker
from bot.falling.loop import FallingLoop
from bot.falling.plan import Plan
from bot.games import GAMES
from bot.playing.outcome import Outcome, Verdict
from bot.turns.loop import Pending, TurnLoop
from engine.dice import dice
from policy.decision import Decision
from tests.bot.handed_parts import parts_of

NOTHING: Any = SimpleNamespace(
    profile=SimpleNamespace(well=None),
    reset=lambda: None,
    outcome=lambda *_arguments: None,
    frame=None,
    sighting=None,
    repaired=(),
)
KNOWN = {"score": 500, "jewels": 60, "running": 2, "moves": 20}


def decided(move: int) -> Decision:
    return Decision(move, 0.0, (), (move,), 0.0)


def columns_loop() -> tuple[FallingLoop, columns.State]:
    """A loop, and a state in which a piece on column 0 clears a run."""
    rules = columns.PRESETS["running"]
    loop = FallingLoop(parts_of(game=GAMES["columns"](), rules=rules, log=NOTHING), NOTHING)
    begun = columns.start(rules, dice(1))
    board = begun.board.copy()
    board[-2:, 0] = 1
    return loop, begun._replace(board=board, piece=np.array([2, 3, 1], np.int8))


def landed(loop: FallingLoop, state: columns.State, outcome: Outcome) -> None:
    steering: Any = SimpleNamespace(landing=(0,))
    loop._conclude(Plan(1, 1, (2, 3, 1), state, decided(0), steering), outcome, (), None)


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
    state = state._replace(**KNOWN)
    if disturbed:
        loop._disturbed = True
        loop.log = loop.lookout.log = SimpleNamespace(waiting=lambda _text: None)  # type: ignore[assignment]
        view: Any = SimpleNamespace(board=np.full((20, 6), 1, np.int8))
        loop._judge(Plan(1, 1, (2, 3, 1), state, decided(0), NOTHING), view, NOTHING)
    else:
        landed(loop, state, Outcome.MISPLACED)
    assert loop._expected is not None
    assert {name: getattr(loop._expected, name) for name in KNOWN} == KNOWN | {"running": 0, "moves": 21}


def test_a_board_other_than_planned_takes_no_points_away() -> None:
    game, rules = GAMES["square_stacker"](), stacker.PRESETS["wpi"]
    loop = TurnLoop(parts_of(game=game, rules=rules, log=NOTHING), NOTHING)
    grid = np.full((3, 3, 3), stacker.EMPTY, np.int8)
    grid[0, :2, 0] = 1
    hand = np.full((3, 3), stacker.EMPTY, np.int8)
    hand[:, 0] = 1
    state = stacker.State(grid, hand)
    move = next(m for m in stacker.legal_moves(rules, state).tolist() if stacker.place_piece(rules, state, m).reward)
    gain = stacker.place_piece(rules, state, move).reward
    for outcome in (Outcome.AS_PLANNED, Outcome.RULES_DIFFER, Outcome.AS_PLANNED):
        loop._conclude(Pending(1, decided(move), NOTHING, state, NOTHING, 0.0), Verdict(outcome), NOTHING, final=True)
    assert loop.tally.points == 2 * gain
