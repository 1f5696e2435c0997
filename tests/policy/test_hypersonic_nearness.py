"""Who is nearer to the boxes that nobody has claimed yet: held to the rules played on and to distances counted."""

from dataclasses import replace

import numpy as np
import pytest

from engine.hypersonic import PRESET_FOR, PRESETS, State, advance, from_text
from engine.hypersonic.board import BOX, BOX_BOMB, DIED, X, Y
from engine.hypersonic.packed import pack, player_cell
from engine.hypersonic.rules import FUSE
from policy.hypersonic.distances import mean_distance, summed_distance
from policy.hypersonic.evaluation import evaluate
from policy.hypersonic.nearness import distance_of_others, worth_of_a_cell
from policy.hypersonic.timeline import NO_END, foresee, timeline, unclaimed
from policy.hypersonic.weights import PAPER
from tests.policy.hypersonic_random_games import after_random_rounds


def boxes_of(state: State) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for y, x in np.argwhere((state.cells >= BOX) & (state.cells <= BOX_BOMB))]


def played_on(state: State) -> State:
    """The position when all bombs have gone off and nobody has done anything."""
    for _ in range(FUSE):
        state = advance(PRESETS["two"], state, [0] * len(state.players)).state
    return state


def far(state: State, player: int, boxes: list[tuple[int, int]]) -> int:
    x, y = int(state.players[player, X]), int(state.players[player, Y])
    return sum(abs(x - box_x) + abs(y - box_y) for box_x, box_y in boxes)


@pytest.mark.parametrize("players", [2, 3])
def test_a_box_is_unclaimed_where_the_bombs_on_the_board_leave_it(players: int) -> None:
    claimed = 0
    for seed in range(40):
        state = after_random_rounds(PRESET_FOR[players], 12 + seed, seed)
        words, ahead = pack(state), timeline()
        left = boxes_of(played_on(state))
        claimed += len(boxes_of(state)) - len(left)
        first, second = unclaimed(words, ahead, foresee(words, 0, ahead, NO_END))
        assert (first.bit_count(), second.bit_count()) == (
            sum(y < 6 for _, y in left),
            sum(y >= 6 for _, y in left),
        )
        for player in range(players):
            cell = player_cell(words, player)
            assert summed_distance(first, second, cell) == far(state, player, left)
            assert mean_distance(first, second, cell) == pytest.approx(far(state, player, left) / max(1, len(left)))
        living = [each for each in range(1, players) if state.players[each, DIED] == 0]
        expected = sum(far(state, each, left) for each in living) / max(1, len(living))
        assert distance_of_others(words, 0, first, second) == pytest.approx(expected)
    assert claimed > 20


STANDING = """hypersonic seat 0 round 30 quiet 0 boxless -1
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
0.0..........
player 0 0 1 3 0 0
player 12 10 1 3 0 0
"""


def worth_of_nearness(state: State) -> list[float]:
    """What the evaluation has for each of two players more than without it, with two boxes counting half."""
    words, with_it = pack(state), replace(PAPER, nearness=0.1, nearness_boxes=2.0).as_array()
    without = PAPER.as_array()
    return [evaluate(words, one, with_it, timeline()) - evaluate(words, one, without, timeline()) for one in (0, 1)]


def test_nearness_is_what_one_has_and_the_other_lacks() -> None:
    state = from_text(STANDING)
    # two boxes where two count half: 10 + 12 cells from the one, 12 + 10 from the other
    assert worth_of_nearness(state) == pytest.approx([0.0, 0.0])
    closer = np.array([[0, 4, 0, 0, 0, 0], [0] * 6])
    assert worth_of_nearness(state._replace(players=state.players + closer)) == pytest.approx([0.4, -0.4])


def test_a_cell_counts_less_the_more_boxes_are_left() -> None:
    weights = replace(PAPER, nearness=0.1, nearness_boxes=10.0).as_array()
    worth = [worth_of_a_cell(count, weights) for count in (0, 5, 10, 20, 40)]
    assert worth == pytest.approx([0.1, 0.08, 0.05, 0.02, 0.1 / 17])
