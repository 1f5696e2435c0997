"""Held: what the beam judges without playing is what playing the round and the paper's evaluation give."""

from dataclasses import replace

import numpy as np
import pytest

from engine.dice import dice, roll
from engine.hypersonic import FUSE, PRESETS, State, advance, from_text, legal_actions, start
from engine.hypersonic.actions import ACTIONS, MOVES
from engine.hypersonic.board import BOXES, DIED, IN_HAND, ITEM_BOMB, ITEM_RANGE, RANGE, X, Y
from engine.hypersonic.kernels import play_round
from engine.hypersonic.packed import (
    PLAYER,
    SCORE_MASK,
    SCORE_SHIFT,
    is_alive,
    pack,
    player_bombs,
    player_boxes,
    player_range,
    unpack,
)
from engine.hypersonic.rules import MAX_PLAYERS
from policy.hypersonic.evaluation import equipment, evaluate
from policy.hypersonic.expansion import key_without, look, mixed
from policy.hypersonic.stage import BOXES_BEFORE, CHECKED, LAST_ROUND, ME, NARROW, THREATENED, Stage, stage
from policy.hypersonic.survivability import is_survivable
from policy.hypersonic.timeline import NO_END, timeline
from policy.hypersonic.weights import PAPER, Weights
from policy.search.grouped_beam import GAIN, KEY, WORTH

ITEMS = (ITEM_RANGE, ITEM_BOMB)


def crowded(seed: int, players: int) -> State:
    """A position after random rounds in which all live and items lie beside player 0."""
    rules, rolls = PRESETS[("two", "three", "four")[players - 2]], dice(seed)
    state = start(rules, rolls)
    for _ in range(5 + seed % 40):
        legal = [legal_actions(state, player) for player in range(players)]
        after = advance(rules, state, [int(each[roll(rolls, len(each))]) for each in legal]).state
        if (after.players[:, DIED] != 0).any():
            break
        state = after
    cells = state.cells.copy()
    for y, x in np.argwhere(cells == 0).tolist():
        near = abs(x - state.players[0, X]) + abs(y - state.players[0, Y]) == 1
        if near and roll(rolls, 2) and not (state.bombs[:, 1:3] == (x, y)).all(axis=1).any():
            cells[y, x] = ITEMS[roll(rolls, 2)]
    # another player stands where both reach the same cells
    bodies = state.players.copy()
    if seed % 2:
        bodies[1, [X, Y]] = bodies[0, [X, Y]]
    return state._replace(cells=cells, players=bodies)


def stage_for(state: State, weights: Weights) -> Stage:
    game = stage(weights.as_array(), (weights.box_decay, weights.contact_decay))
    game.settings[ME], game.settings[LAST_ROUND], game.settings[CHECKED] = 0, 200, 1
    game.settings[BOXES_BEFORE] = state.players[0, BOXES]
    return game


def judge(
    state: State, others: list[int], weights: Weights = PAPER, level: int = 0, narrow: bool = False, threatened: int = 0
) -> tuple[int, np.ndarray, np.ndarray]:
    game = stage_for(state, weights)
    game.settings[NARROW], game.settings[THREATENED] = narrow, threatened
    game.script[level, 1 : len(others) + 1] = others
    sights, values = np.zeros((ACTIONS, 2), np.int64), np.zeros((ACTIONS, 2))
    words = pack(state)
    before = words.copy()
    mask = look(words, level, 0.0, game, sights, values)
    assert (words == before).all()
    return mask, sights, values


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("rivals", "nearness"), [(0.0, 0.0), (0.7, 0.0), (0.7, 0.1)])
def test_a_judged_move_is_worth_what_the_evaluation_says_after_it(players: int, rivals: float, nearness: float) -> None:
    wanted = replace(PAPER, rivals=rivals, nearness=nearness)
    weights, ahead, taken, shared = wanted.as_array(), timeline(), 0, 0
    compared = 0
    for seed in range(150):
        state, rolls = crowded(seed, players), dice(1000 + seed)
        theirs = [legal_actions(state, player) for player in range(1, players)]
        others = [int(each[roll(rolls, len(each))]) for each in theirs]
        words = pack(state)
        mask, sights, values = judge(state, others, wanted)
        had = PAPER.box * player_boxes(words, 0) + equipment(player_range(words, 0), player_bombs(words, 0), weights)
        had -= rivals / (players - 1) * sum(player_boxes(words, player) for player in range(1, players))
        for move in range(ACTIONS):
            if mask >> move & 1 == 0:
                continue
            after = words.copy()
            play_round(after, np.array([move, *others, 0, 0, 0][:4]))
            expected = evaluate(after, 0, weights, ahead) - had
            if not is_survivable(after, 0, ahead, NO_END):
                expected -= PAPER.doomed
            if not rivals or all(is_alive(after, player) for player in range(1, players)):
                assert values[move, WORTH] == pytest.approx(expected), (seed, move)
                compared += 1
            # else: who dies in the round counts as a rival in it, and no more from the next on
            body = after[PLAYER] & ~(SCORE_MASK << SCORE_SHIFT)
            assert sights[move, KEY] == key_without(after, 0) ^ mixed(body), (seed, move)
            gear = player_range(after, 0) + player_bombs(after, 0) - player_range(words, 0) - player_bombs(words, 0)
            taken += gear
            shared += gear and any(
                player_range(after, p) + player_bombs(after, p) > player_range(words, p) + player_bombs(words, p)
                for p in range(1, players)
            )
    assert compared > 30
    assert taken > 20
    assert shared > 0


MEETING = """hypersonic seat 0 round 30 quiet 0 boxless -1
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
......b......
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
0...........0
player 5 4 1 3 0 0
player 7 4 1 3 0 0
"""


def test_an_item_that_two_reach_is_taken_by_both() -> None:
    state = from_text(MEETING)
    weights = PAPER.as_array()
    better = equipment(3, 2, weights) - equipment(3, 1, weights)
    for theirs in (0, 1):  # the other waits, or steps onto it too
        _, _, values = judge(state, [theirs])
        assert values[2, GAIN] - values[0, GAIN] == pytest.approx(better)


LINES = """hypersonic seat 0 round 30 quiet 0 boxless -1
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
....{row}..0
player 4 10 1 5 0 0
player 12 0 1 3 0 0
"""


@pytest.mark.parametrize(
    ("row", "bombs"),
    [("..0...", True), (".r0...", True), ("......", False), (".r....", False), ("....0.", True), (".....0", False)],
)
def test_bombs_that_break_no_box_are_left_out_but_where_an_item_hides_one(row: str, bombs: bool) -> None:
    state = from_text(LINES.format(row=row))
    mask, _, _ = judge(state, [0], level=1, narrow=True)
    assert bool(mask >> MOVES) is bombs
    assert judge(state, [0], level=0, narrow=True)[0] >> MOVES, "the first round leaves out none"


def test_a_box_that_a_rival_will_not_get_is_worth_its_share() -> None:
    # a bomb placed now stops the rival's blast before its only box, goes off with it and breaks the box itself
    state = from_text(LINES.format(row=".0....").replace("player 12 0", "bomb 1 2 10 8 5\nplayer 12 0"))
    alone, both = (judge(state, [0], replace(PAPER, rivals=rivals))[2][:, WORTH] for rivals in (0.0, 0.5))
    assert alone[0] - both[0] == pytest.approx(0.5 * PAPER.coming * PAPER.coming_decay**6)
    assert both[MOVES] == pytest.approx(alone[MOVES])


LAST_TWO = """hypersonic seat 0 round 60 quiet 0 boxless -1
0............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.......0..0..
player 0 10 1 3 5 0
player 12 4 1 3 9 {first}
player 12 0 1 3 4 {second}
bomb 1 6 10 5 3
bomb 2 11 10 6 3
"""


def test_the_dead_are_no_rivals() -> None:
    """Their boxes and their bombs' count no more, and a box of the only one left counts whole."""
    rivals = replace(PAPER, rivals=1.0)
    worth = {}
    for first, second in ((0, 0), (40, 0), (40, 40)):
        words = pack(from_text(LAST_TWO.format(first=first, second=second)))
        alone, both = (evaluate(words, 0, weights.as_array(), timeline()) for weights in (PAPER, rivals))
        worth[first, second] = alone - both
    soon = [PAPER.coming * PAPER.coming_decay**left for left in (4, 5)]
    assert worth[0, 0] == pytest.approx((9 + 4 + sum(soon)) / 2)
    assert worth[40, 0] == pytest.approx(4 + soon[1])
    assert worth[40, 40] == 0


@pytest.mark.parametrize(("owner", "scored"), [(1, 1), (2, 2)])
def test_a_box_of_two_rivals_counts_as_much_before_it_breaks_as_after(owner: int, scored: int) -> None:
    """But for discounting. The box at (7, 10) lies between two bombs, of one rival or of two."""
    plain = replace(PAPER, coming=1.0, coming_decay=1.0, off_boxes=0.0)
    bombs = f"bomb 1 6 10 1 2\nbomb {owner} 8 10 1 2\n"
    before = from_text(LAST_TWO[: LAST_TWO.index("bomb")].format(first=0, second=0) + bombs)
    after = advance(PRESETS["three"], before, [0, 0, 0]).state
    assert (after.players[1:, BOXES] - before.players[1:, BOXES]).sum() == scored
    for rivals in (0.0, 0.5):
        weights = replace(plain, rivals=rivals).as_array()
        worth = [evaluate(pack(state), 0, weights, timeline()) for state in (before, after)]
        alone = [evaluate(pack(state), 0, plain.as_array(), timeline()) for state in (before, after)]
        assert np.subtract(alone, worth) == pytest.approx(rivals * (9 + 4 + scored) / 2)
        assert worth[0] == pytest.approx(worth[1])


DEAD_END = """hypersonic seat 0 round 60 quiet 0 boxless 1
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
player 0 0 1 3 5 0
player 12 10 1 3 5 0
bomb 0 12 10 {left} 3
"""


def test_an_opponent_caught_counts_while_it_is_lost_and_for_good_once_it_is_dead() -> None:
    weights = replace(PAPER, trap=30.0)
    for left, level in ((1, 0), (1, 3), (2, 0), (8, 0)):  # from the last it can walk away
        state = from_text(DEAD_END.format(left=left))
        plain, caught = (judge(state, [0], each, level)[2][0] for each in (PAPER, weights))
        reward = 30.0 * weights.contact_decay**level if left < 8 else 0.0
        assert caught[WORTH] - plain[WORTH] == pytest.approx(reward)
        assert caught[GAIN] - plain[GAIN] == pytest.approx(reward if left == 1 else 0.0)


@pytest.mark.parametrize(("level", "checked_for", "players"), [(0, 4, 2), (0, 4, 3), (3, 4, 2), (4, 4, 2)])
def test_a_position_without_a_way_out_if_everybody_placed_a_bomb_costs_a_threat(
    level: int, checked_for: int, players: int
) -> None:
    """Held to playing the round, laying those bombs (two on one cell, too) and asking who survives."""
    threat = replace(PAPER, threat=5.0)
    ahead, marked, unmarked = timeline(), 0, 0
    for seed in range(120):
        state = crowded(seed, players)
        if players == 3:
            state.players[2, [X, Y]] = state.players[1, [X, Y]]
            state.players[1:, [IN_HAND, RANGE]] = [1, 3], [1, 9]
        others = [0] * (players - 1)
        words = pack(state)
        mask, _, calm = judge(state, others)
        _, _, afraid = judge(state, others, threat, level, threatened=checked_for)
        for move in range(ACTIONS):
            if mask >> move & 1 == 0:
                continue
            after = words.copy()
            play_round(after, np.array([move, *others, 0, 0])[:MAX_PLAYERS])
            expected = 0.0
            looked = level < checked_for and is_alive(after, 0) and is_survivable(after, 0, ahead, NO_END)
            if looked:
                dropped = unpack(after)
                bombs = dropped.bombs.tolist()
                lying = [each[1:3] for each in bombs]
                for other, body in enumerate(dropped.players.tolist()[1:], 1):
                    if body[DIED] == 0 and body[IN_HAND] and [body[X], body[Y]] not in lying:
                        bombs.append([other, body[X], body[Y], FUSE, body[RANGE]])
                dropped = dropped._replace(bombs=np.array(bombs, dropped.bombs.dtype).reshape(-1, 5))
                if not is_survivable(pack(dropped), 0, ahead, NO_END):
                    expected = 5.0 * threat.contact_decay**level
            assert calm[move, WORTH] - afraid[move, WORTH] == pytest.approx(expected), (seed, move)
            assert calm[move, GAIN] - afraid[move, GAIN] == pytest.approx(expected), (seed, move)
            marked += expected > 0
            unmarked += expected == 0
    assert unmarked > 20
    assert marked > 5 or level == checked_for
