"""Points of confirmed moves: every game's loop counts them, and never more than the rules gave."""

import time
from typing import Any

import numpy as np
import pytest

import engine.swap3 as swap3
from bot.falling.loop import FallingLoop
from bot.falling.plan import Plan
from bot.falling.steering import Steering
from bot.games import GAMES, Game, Pace
from bot.playing.outcome import Outcome, Verdict
from bot.playing.run import Tally
from bot.playing.trackers import arena_tracker, board_tracker, well_tracker
from bot.ticking.explaining import Explanation
from bot.ticking.loop import TickingLoop
from bot.ticking.pending import Pending as PendingRound
from bot.ticking.watching import Watch
from bot.turns.loop import TurnLoop
from bot.turns.pending import Pending
from control.gesture import Click
from engine.dice import dice
from policy.decision import Decision
from tests.bot.handed_parts import PLAIN, look_at, parts_of
from vision.sighting import UNKNOWN

JEWELS = (1, 2, 3)
SHARES_POINTS_WITH_CHANCE = {"swap3"}


def rules_of(game: Game) -> Any:
    return game.live_rules(game.rules.PRESETS[game.default_rules])


def scoring_moves(game: Game, rules: Any, count: int) -> list[tuple[Any, int, Any]]:
    """States, legal moves that score there and end no game, and what the rules made of each; of games played by lot."""
    rolls, choice = dice(3), np.random.default_rng(4)
    found: list[tuple[Any, int, Any]] = []
    while len(found) < count:
        state = game.rules.start(rules, rolls)
        for _ in range(60):
            if game.rules.is_over(rules, state):
                break
            move = int(choice.choice(game.rules.legal_moves(rules, state)))
            step = game.rules.apply(rules, state, move, rolls)
            if step.reward > 0 and not game.rules.is_over(rules, step.state):  # a last move may show on no board
                found.append((state, move, step))
            state = step.state
    return found[:count]


def confirmed(game: Game, rules: Any, state: Any, move: int, after: Any) -> Tally:
    """What a loop tallies once it has seen that a move went as planned."""
    decision = Decision(move, 0.0, (), (move,), 0.0)
    parts, look = parts_of(game=game, rules=rules), look_at(np.zeros((12, 6), np.int8))
    match game.pace:
        case Pace.TURNS:
            turns = TurnLoop(parts, board_tracker(PLAIN))
            pending = Pending(1, decision, Click((4.0, 4.0)), state, look, time.monotonic())
            turns._conclude(pending, Verdict(Outcome.AS_PLANNED), look, final=True)
            return turns.tally
        case Pace.FALLS:
            falls = FallingLoop(parts, well_tracker(rules))
            plan = Plan(1, 1, JEWELS, state, decision, Steering(JEWELS, move, falls.pace))
            falls._conclude(plan, Outcome.AS_PLANNED, (), look)
            return falls.tally
        case Pace.TICKS:
            ticks = TickingLoop(parts, Watch(arena_tracker(), parts.rules))
            story = Explanation(after, ((move,) * len(state.players),))
            made = PendingRound(1, decision, look, 0.0)
            ticks.ledger.explained(state, story, look, made, out_of_reach=False, unread=False)
            return ticks.tally


@pytest.mark.parametrize("name", GAMES)
def test_a_confirmed_move_that_scores_adds_points(name: str) -> None:
    game = GAMES[name]()
    rules = rules_of(game)
    for state, move, step in scoring_moves(game, rules, 3):
        tally = confirmed(game, rules, state, move, step.state)
        assert tally.confirmed == 1
        assert 0 < tally.points <= step.reward
        assert tally.points_at_least == (name in SHARES_POINTS_WITH_CHANCE)
        if not tally.points_at_least:
            assert tally.points == step.reward


@pytest.mark.parametrize("rules_name", ["gweled", "cascade", "rising"])
def test_swap3_counts_no_more_than_any_refill_gives(rules_name: str) -> None:
    game = GAMES["swap3"]()
    assert game.turns is not None
    rules = game.rules.PRESETS[rules_name]
    chains = 0
    for state, move, _ in scoring_moves(game, rules, 40):
        certain = game.turns.expected(rules, state, move).score - state.score
        given = [swap3.apply(rules, state, move, dice(seed)) for seed in range(30)]
        assert certain <= min(step.reward for step in given)
        assert certain >= given[0].stages[0].points
        chains += certain > given[0].stages[0].points
    assert chains > 0


@pytest.mark.parametrize("name", ["bilging", "swap3"])
def test_beside_an_unread_cell_no_more_is_counted_than_any_kind_in_it_gives(name: str) -> None:
    game = GAMES[name]()
    assert game.turns is not None
    rules = game.rules.PRESETS[game.default_rules]
    choice, looked = np.random.default_rng(5), 0
    for state, move, _ in scoring_moves(game, rules, 60):
        board = state.board.copy()
        cell = tuple(int(choice.integers(size)) for size in board.shape)
        board[cell] = UNKNOWN
        unread = state._replace(board=board)
        if move not in game.rules.legal_moves(rules, unread) or game.matters(rules, unread, move):
            continue
        looked += 1
        certain = game.turns.expected(rules, unread, move).score - state.score
        assert certain <= game.rules.apply(rules, state, move, dice(6)).reward
        assert game.turns.may_score_more(rules, unread, move)
    assert looked > 20


def test_moves_that_went_otherwise_leave_the_score_a_least_one() -> None:
    for outcome in Outcome:
        tally = Tally()
        tally.outcomes[outcome] += 1
        assert tally.points_at_least == (outcome in {Outcome.MISREAD, Outcome.RULES_DIFFER, Outcome.MISPLACED})
