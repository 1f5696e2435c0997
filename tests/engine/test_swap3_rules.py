"""Swap3's rules by example: swaps both ways, gravity both ways, chains, what chance may have done, bad input."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import engine.swap3 as swap3
from engine.dice import dice
from engine.swap3.explaining import explain
from engine.swap3.game import swapped

GWELED = swap3.PRESETS["gweled"]
FAR_BEFORE = "DEAEFDEG FFBDBCBE BBADCBAF EGAAFGEF GCBECCEG DFBGDGDG GCEFACEC FABFDABC"
FAR_AFTER = "ABEGFDEG DBGDBCBE FFADCBAF EGDAFGEF GCBECCEG DFAGDGDG GCEFACEC FABFDABC"
SMALL = replace(GWELED, name="small", rows=4, cols=4, kinds=9)


def state(*rows: str) -> swap3.State:
    return swap3.from_text("moves 0 score 0.0\n" + "\n".join(rows))


def legal(rules: swap3.Rules, at: swap3.State) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [swap3.cells_of(rules, int(move)) for move in swap3.legal_moves(rules, at)]


ACROSS = state("ABCD", "EFGH", "AHBA", "BAAC")
DOWN = state("ABCD", "ECGH", "BHAF", "GABE")


def test_a_swap_must_line_something_up() -> None:
    assert ((2, 0), (3, 0)) in legal(SMALL, ACROSS)
    assert all(swap3.apply(SMALL, ACROSS, int(m), dice(1)).stages for m in swap3.legal_moves(SMALL, ACROSS))
    assert legal(SMALL, DOWN) == []
    assert swap3.is_over(replace(SMALL, deals_anew=False), DOWN)
    assert not swap3.is_over(SMALL, DOWN), "another board will be dealt"


def test_quiet_swaps_stand_where_the_rules_say_so() -> None:
    quiet = replace(SMALL, name="quiet", quiet_swaps=True)
    moves = swap3.legal_moves(quiet, DOWN)
    assert moves.size == 24
    move = swap3.move_of(quiet, 0, 0, down=False)
    step = swap3.apply(quiet, DOWN, move, dice(1))
    assert step.stages == ()
    assert step.state.board[0].tolist() == [1, 0, 2, 3]


@pytest.mark.parametrize(("across", "down"), [(True, False), (False, True)])
def test_directions_can_be_ruled_out(across: bool, down: bool) -> None:
    one_way = replace(SMALL, name="one way", swaps_across=across, swaps_down=down, quiet_swaps=True)
    assert {int(move) % 2 for move in swap3.legal_moves(one_way, DOWN)} == {int(down)}


@pytest.mark.parametrize("gravity_down", [True, False])
def test_pieces_fall_where_gravity_pulls_and_new_ones_come_from_the_other_side(gravity_down: bool) -> None:
    rules = replace(SMALL, name="falls", gravity_down=gravity_down)
    move = swap3.move_of(rules, 2, 0, down=True)  # B and A change places: BHBA / AAAC
    stage = swap3.apply(rules, ACROSS, move, dice(3)).stages[0]
    assert stage.points == rules.piece_points
    assert np.argwhere(stage.cleared).tolist() == [[3, 0], [3, 1], [3, 2]]
    holes = (0, slice(0, 3)) if gravity_down else (3, slice(0, 3))
    assert (stage.fallen[holes] == swap3.EMPTY).all()
    assert stage.fallen[:, 3].tolist() == ACROSS.board[:, 3].tolist()
    rest = stage.fallen[1:, 0] if gravity_down else stage.fallen[:3, 0]
    assert rest.tolist() == [0, 4, 1]


def test_chains_are_worth_more_by_their_bonus() -> None:
    rules = replace(SMALL, name="chains", chain_bonus=1.0)
    rewards = []
    for seed in range(300):
        step = swap3.apply(rules, ACROSS, swap3.move_of(rules, 2, 0, down=True), dice(seed))
        if len(step.stages) == 2:
            rewards.append([stage.points for stage in step.stages])
    assert rewards
    assert all(later % (2 * rules.piece_points) == 0 for _, later in rewards)


def test_a_line_of_new_pieces_that_vanished_unseen_is_no_contradiction() -> None:
    chained = 0
    for seed in range(200):
        rolls = dice(seed)
        at = swap3.start(GWELED, rolls)
        move = int(swap3.legal_moves(GWELED, at)[0])
        step = swap3.apply(GWELED, at, move, rolls)
        chained += len(step.stages) > 1
        assert not swap3.contradictions(GWELED, at, move, step.state.board).any()
    assert chained > 20


def test_what_no_course_explains_is_named() -> None:
    rolls = dice(4)
    at = swap3.start(GWELED, rolls)
    move = int(swap3.legal_moves(GWELED, at)[0])
    seen = swap3.apply(GWELED, at, move, rolls).state.board.copy()
    seen[7, 7] = (seen[7, 7] + 1) % GWELED.kinds
    wrong = swap3.contradictions(GWELED, at, move, seen)
    assert wrong[7, 7]
    assert not explain(GWELED, swapped(GWELED, at, move), np.full((8, 8), swap3.UNKNOWN, np.int8)).odd.any()


def test_a_long_cascade_is_unlikely_but_not_impossible() -> None:
    """Seen in Gweled: two breaks held pieces that nobody saw. A slip of one cell is likelier, if one can be."""
    head = "moves 0 score 0.0\n"
    before = swap3.from_text(
        head + "DEDADFCA EAGCEGDB BGCAEAED FBFECACC DECFGFDB BFAGGFBE DCAGAAFG DCGEBBCF".replace(" ", "\n")
    )
    after = swap3.from_text(
        head + "DEDAACDA EAGAGGEB BGCCGFCD FBFADEDC DECEEFEB BFAFEFDE DCAGGABG DCGEBBCF".replace(" ", "\n")
    )
    assert swap3.contradictions(GWELED, before, 106, after.board).sum() == 1
    assert not swap3.impossibilities(GWELED, before, 106, after.board).any()
    assert swap3.luck_explains(GWELED, before, 106, after.board, sure=True)
    assert not swap3.luck_explains(GWELED, before, 106, after.board, sure=False)


def test_a_course_that_is_far_down_the_list_is_found_before_a_cell_is_called_misread() -> None:
    """Seen in Gweled: four lines broke, two of them with an unseen piece; thousands of courses seemed likelier."""
    head = "moves 0 score 0.0\n"
    before = swap3.from_text(head + "\n".join(FAR_BEFORE.split()))
    after = swap3.from_text(head + "\n".join(FAR_AFTER.split()))
    assert swap3.contradictions(GWELED, before, 5, after.board).sum() == 1
    assert swap3.luck_explains(GWELED, before, 5, after.board, sure=False)


def test_luck_explains_every_true_board_and_few_slips() -> None:
    explained, slips = 0, 50
    for seed in range(slips):
        rolls, choices = dice(seed), np.random.default_rng(seed)
        at = swap3.start(GWELED, rolls)
        move = int(choices.choice(swap3.legal_moves(GWELED, at)))
        seen = swap3.apply(GWELED, at, move, rolls).state.board.copy()
        assert not swap3.impossibilities(GWELED, at, move, seen).any()
        assert swap3.luck_explains(GWELED, at, move, seen, sure=True)
        row, col = choices.integers(0, 8, 2)
        seen[row, col] = (seen[row, col] + choices.integers(1, 7)) % GWELED.kinds
        explained += swap3.luck_explains(GWELED, at, move, seen, sure=True)
    assert explained < slips / 2


def test_a_settled_board_holds_no_line_and_no_foreign_kind() -> None:
    rolls = dice(5)
    at = swap3.start(GWELED, rolls)
    move = int(swap3.legal_moves(GWELED, at)[0])
    seen = swap3.apply(GWELED, at, move, rolls).state.board.copy()
    seen[0, :3] = 2
    seen[3, 3] = GWELED.kinds
    wrong = swap3.contradictions(GWELED, at, move, seen)
    assert wrong[0, :3].all()
    assert wrong[3, 3]


FLAWED = [
    (state("AAAB", "CDEF", "GHAB", "CDEF"), swap3.Flaws.LINE),
    (state("A.AB", "CDEF", "GHAB", "CDEF"), swap3.Flaws.HOLE),
    (state("AJAB", "CDEF", "GHAB", "CDEF"), swap3.Flaws.CODE),
    (state("AB", "CD"), swap3.Flaws.SHAPE),
    (ACROSS._replace(moves=-1), swap3.Flaws.COUNT),
    (ACROSS, swap3.Flaws(0)),
]


@pytest.mark.parametrize(("flawed", "flaws"), FLAWED)
def test_flaws_are_told_by_name(flawed: swap3.State, flaws: swap3.Flaws) -> None:
    assert swap3.validate(SMALL, flawed) == flaws


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"rows": 2}, "board"),
        ({"cols": 65}, "board"),
        ({"kinds": 3}, "kinds"),
        ({"kinds": 17}, "kinds"),
        ({"swaps_across": False, "swaps_down": False}, "swaps"),
        ({"move_limit": -1}, "move_limit"),
        ({"move_limit": 10**20}, "move_limit must be 0 to 1000000, got 1"),
        ({"chain_bonus": float("nan")}, "chain_bonus"),
        ({"chain_bonus": -0.1}, "chain_bonus must be 0 to 1000000, got -0.1"),
        ({"piece_points": -10}, "piece_points must be 0 to 1000000, got -10"),
    ],
)
def test_rules_that_no_board_can_be_played_by_are_refused(change: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        replace(GWELED, **change)


def test_rules_can_be_named_with_changed_numbers() -> None:
    rules = swap3.PRESETS["gweled:rows=10,cols=9,gravity_down=no"]
    assert (rules.rows, rules.cols, rules.gravity_down) == (10, 9, False)


@pytest.mark.parametrize("move", [-1, 128, 14, 113, 0])
def test_moves_that_are_none_are_refused_in_one_line(move: int) -> None:
    at = state(*["ABABABAB", "CDCDCDCD"] * 4)
    with pytest.raises(ValueError, match=f"move {move} ") as caught:
        swap3.apply(GWELED, at, move, dice(0))
    assert "\n" not in str(caught.value)


def test_a_board_without_a_move_is_dealt_anew_where_the_rules_say_so() -> None:
    """Moves are played until one leaves none; what follows is a board with a move, and no contradiction."""
    assert GWELED.deals_anew
    ending = replace(GWELED, name="ending", deals_anew=False)
    dealt = refused = 0
    for seed in range(25):
        rolls, choices = dice(seed), np.random.default_rng(seed)
        at = swap3.start(GWELED, rolls)
        for _ in range(30):
            move = int(choices.choice(swap3.legal_moves(GWELED, at)))
            before = rolls.copy()
            step = swap3.apply(GWELED, at, move, rolls)
            assert swap3.legal_moves(GWELED, step.state).size
            if step.dealt:
                dealt += 1
                assert swap3.is_over(ending, swap3.apply(ending, at, move, before).state)
                assert not swap3.contradictions(GWELED, at, move, step.state.board).any()
                refused += bool(swap3.contradictions(ending, at, move, step.state.board).any())
            at = step.state
    assert dealt >= 3
    assert refused >= 0.8 * dealt


def test_a_board_with_a_move_left_is_not_taken_for_one_dealt_anew() -> None:
    refused = 0
    for seed in range(8):
        rolls = dice(seed)
        at, other = swap3.start(GWELED, rolls), swap3.start(GWELED, rolls)
        for move in swap3.legal_moves(GWELED, at).tolist():
            refused += bool(swap3.contradictions(GWELED, at, move, other.board).any())
    assert refused >= 40
