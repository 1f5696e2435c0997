"""The rules page, line by line, on boards small enough to check by eye."""

from dataclasses import replace

import numpy as np
import pytest

import engine.square_stacker as stacker
from engine.dice import dice
from engine.square_stacker import EMPTY, PRESETS, Growth, Rules, Step
from engine.square_stacker.kernels import LINES, deal, growth_of, scoring_of
from engine.square_stacker.kernels import place as place_kernel
from engine.square_stacker.packed import pack, unpack

WPI = PRESETS["wpi"]
COOLMATH = PRESETS["coolmath"]


def state(rows: str, hand: str = "F.. F.. F..", combo: int = 0, score: int = 0) -> stacker.State:
    """Nine cells row by row and three pieces, each inner, middle, outer; `-` is a cell without rings."""
    cells, pieces = rows.replace("-", "...").split(), hand.replace("-", "...").split()
    lines = [" ".join((*cells[3 * row : 3 * row + 3], "|", pieces[row])) for row in range(3)]
    return stacker.from_text("\n".join((f"combo {combo} score {score} moves {combo}", *lines)))


def move(piece: int, row: int, col: int) -> int:
    return 9 * piece + 3 * row + col


def play(before: stacker.State, number: int, rules: Rules = WPI) -> Step:
    return stacker.apply(rules, before, number, dice(0))


def test_a_game_begins_with_an_empty_board_and_three_pieces() -> None:
    for rules in PRESETS.values():
        first = stacker.start(rules, dice(1))
        assert (first.grid == EMPTY).all()
        assert ((first.hand != EMPTY).sum(axis=1) == 1).all()
        assert (first.combo, first.score, first.moves) == (0, 0, 0)


def test_a_piece_goes_where_its_sizes_are_free() -> None:
    before = state("ABC -   -   -   D.. -   -   -   ..E", hand="F.. -   ..F")
    cells = {piece: [n % 9 for n in stacker.legal_moves(WPI, before) if n // 9 == piece] for piece in range(3)}
    assert cells == {0: [1, 2, 3, 5, 6, 7, 8], 1: [], 2: [1, 2, 3, 4, 5, 6, 7]}


def test_a_piece_of_two_sizes_needs_both() -> None:
    before = state("A.. .A. ..A AB. A.B .AB - - -", hand="FE. - -")
    assert stacker.legal_moves(COOLMATH, before).tolist() == [2, 6, 7, 8]


@pytest.mark.parametrize("sizes", ["A.. A.. A..", "A.. .A. ..A", "..A A.. .A.", "..A ..A ..A"])
@pytest.mark.parametrize("line", range(8))
def test_lines_match_by_colour_whatever_the_size(line: int, sizes: str) -> None:
    cells = [cell for cell in range(9) if LINES[line] >> cell & 1]
    *standing, piece = sizes.split()
    board = ["-"] * 9
    for cell, rings in zip(cells, standing, strict=False):
        board[cell] = rings
    step = play(state(" ".join(board), hand=f"{piece} F.. F.."), cells[2])
    assert (step.reward, step.kind) == (3.0, "line")
    assert (step.state.grid == EMPTY).all()
    assert step.cleared.sum() == 3


def test_all_rings_of_the_colour_in_the_line_go_and_no_others() -> None:
    before = state("AAB AB. .CC  -   A.. -   -   -   A..", hand="A.. F.. F..")
    step = play(before, move(0, 0, 2))
    assert (step.reward, step.kind) == (3.0, "line")
    assert step.state.grid[0].tolist() == [[6, 6, 1], [6, 1, 6], [6, 2, 2]]
    assert step.state.grid[1, 1].tolist() == [0, 6, 6]
    assert step.state.grid[2, 2].tolist() == [0, 6, 6]
    assert step.cleared.sum() == 4


@pytest.mark.parametrize(
    ("rows", "row", "col", "points", "kind"),
    [
        (".A. .A. -    -   -   -    -   -   -", 0, 2, 3, "line"),
        (".A. .A. -    -   -   .A.  -   -   .A.", 0, 2, 12, "2 lines"),
        (".A. .A. -    -   .A. .A.  .A. -   .A.", 0, 2, 27, "3 lines"),
        (".A. .A. .A.  .A. -   .A.  .A. .A. .A.", 1, 1, 48, "4 lines"),
    ],
)
def test_lines_at_once(rows: str, row: int, col: int, points: int, kind: str) -> None:
    before = state(rows, hand="A.. F.. F..")
    step = play(before, move(0, row, col))
    assert (step.reward, step.kind) == (points, kind)
    flat = play(before, move(0, row, col), replace(WPI, squared_lines=False))
    assert flat.reward == 3 * round((points / 3) ** 0.5)
    assert flat.state.grid.tolist() == step.state.grid.tolist()


def test_a_cell_of_one_colour() -> None:
    step = play(state("AA. A.. - - - - - - -", hand="..A F.. F.."), move(0, 0, 0))
    assert (step.reward, step.kind) == (5.0, "cell")
    assert step.state.grid[0, 0].tolist() == [EMPTY] * 3
    assert step.state.grid[0, 1].tolist() == [0, EMPTY, EMPTY]


def test_a_cell_may_count_for_lines_and_for_itself() -> None:
    """The cell is judged before the line takes its rings."""
    step = play(state("AA. A.. .A. - - - - - -", hand="..A F.. F.."), move(0, 0, 0))
    assert (step.reward, step.kind) == (8.0, "line and cell")
    assert (step.state.grid == EMPTY).all()


def test_a_full_cell_sweeps_where_the_rules_say_so() -> None:
    before = state("AA. AB. - - - - - - ..A", hand="..A A.. F..")
    assert play(before, move(0, 0, 0)).state.grid[2, 2].tolist() == [EMPTY, EMPTY, 0]
    swept = play(before, move(0, 0, 0), PRESETS["sweep"])
    assert swept.reward == 5
    assert not (swept.state.grid == 0).any()
    assert swept.state.grid[0, 1].tolist() == [EMPTY, 1, EMPTY]
    assert swept.state.hand[1].tolist() == [0, EMPTY, EMPTY]


def test_only_placed_colours_clear() -> None:
    """A line of B stands (as no play leaves it): placing A in it clears nothing."""
    step = play(state("B.. B.. B.. - - - - - -", hand=".A. F.. F.."), move(0, 0, 1))
    assert (step.reward, step.kind) == (0.0, "")
    assert step.state.grid[0].tolist() == [[1, 6, 6], [1, 0, 6], [1, 6, 6]]


def test_only_lines_through_the_placed_cell_clear() -> None:
    step = play(state("A.. A.. A.. - - - - - -", hand=".A. F.. F.."), move(0, 1, 0))
    assert step.reward == 0


def test_a_piece_of_two_colours_clears_both() -> None:
    """Lines of both colours count together: a guess, as the paper's emulator has no such pieces."""
    before = state(".A. .AB -    -   -   B..  -   -   B..", hand="A.B F.. F..", score=3)
    step = play(before, move(0, 0, 2))
    assert (step.reward, step.kind) == (12.0, "2 lines")
    assert np.argwhere(step.state.grid != EMPTY).tolist() == [[0, 1, 2]]
    assert play(before, move(0, 0, 2), COOLMATH).reward == 6


def test_a_piece_of_one_colour_in_two_sizes_counts_once() -> None:
    step = play(state(".A. .A. - - - - - - -", hand="A.A F.. F.."), move(0, 0, 2))
    assert (step.reward, step.kind) == (3.0, "line")
    assert (step.state.grid == EMPTY).all()


def test_combo() -> None:
    """x1, x2, x3; a move that scores nothing ends it."""
    before = state("A.. A.. - B.. B.. - C.. C.. -", hand="A.. B.. C..")
    for number, points in enumerate((3, 6, 9)):
        step = play(before, move(number, number, 2))
        assert step.reward == points
        before = step.state
    assert (before.combo, before.score) == (3, 18)
    assert play(state("- - - - - - - - -", combo=3), move(0, 0, 0)).state.combo == 0


def test_combo_multiplies_the_whole_move() -> None:
    before = state("AA. A.. .A. - - - - - -", hand="..A F.. F..", combo=4)
    assert play(before, move(0, 0, 0)).reward == 5 * (3 + 5)
    assert play(before, move(0, 0, 0), replace(WPI, combo=False)).reward == 3 + 5


def test_three_new_pieces_come_when_all_three_have_been_played() -> None:
    before = state("- - - - - - - - -", hand="A.. B.. C..")
    rolls = dice(5)
    for piece, left in enumerate((2, 1, 3)):
        before = stacker.apply(WPI, before, move(piece, piece, piece), rolls).state
        assert (before.hand != EMPTY).any(axis=1).sum() == left
        assert (rolls[0] == dice(5)[0]) == (piece < 2)
    assert (before.combo, before.score, before.moves) == (0, 0, 3)


def test_the_game_is_over_when_no_piece_left_fits() -> None:
    """Every inner slot is taken; a middle piece would still fit."""
    inner = "A.. B.. A..  B.. C.. D..  A.. D.. C.."
    assert stacker.is_over(WPI, state(inner, hand="F.. - E.."))
    assert not stacker.is_over(WPI, state(inner, hand="F.. - .E."))
    with pytest.raises(ValueError, match="move 0 is not legal; legal are \\[\\]"):
        play(state(inner, hand="F.. - E.."), 0)


def test_the_move_limit_ends_a_game() -> None:
    limited = replace(WPI, move_limit=1)
    after = play(stacker.start(limited, dice(0)), 0, limited).state
    assert stacker.is_over(limited, after)
    assert stacker.legal_moves(limited, after).size == 0
    assert not stacker.is_over(WPI, after)


def test_unread_slots_take_no_piece_and_end_no_game() -> None:
    inner = "?.. B.. A..  B.. C.. D..  A.. D.. C.."
    for unread in (state(inner), state(inner.replace("?", "A"), hand="??. F.. -"), state("- " * 9, hand="??? - -")):
        assert stacker.legal_moves(WPI, unread).size == 0
        assert not stacker.is_over(WPI, unread)
    covered = state("AB? BCD ABE  BAF CDE DCF  ABE DFA CED", hand="?.. .F. -")
    assert stacker.is_over(WPI, covered), "an outer slot may be free, but no piece is outer alone"


def test_an_unread_slot_stays_unread_when_a_hand_is_dealt() -> None:
    after = play(state("??? - - - - - - - -", hand="- - A.."), move(2, 1, 1)).state
    assert after.grid[0, 0].tolist() == [stacker.UNKNOWN] * 3
    assert (after.hand != EMPTY).any(axis=1).all()


def hands(rules: Rules, count: int, score: int = 0, rows: str = "- " * 9) -> np.ndarray:
    """`count` new hands, int8 (count, 3, 3), by fixed seeds."""
    words, rolls = pack(state(rows)), dice(2026)
    out = np.empty((count, 3, 3), np.int8)
    for hand in out:
        deal(words, rolls, *growth_of(rules, score))
        hand[:] = unpack(words).hand
    return out


def chi_square(counts: np.ndarray) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def test_colour_and_size_are_uniform() -> None:
    """Chi square over the 18 tiles of each of the three places, and over pairs of places: far below 1 in 1,000."""
    drawn = hands(WPI, 12_000)
    assert ((drawn != EMPTY).sum(axis=2) == 1).all()
    size = np.argmax(drawn != EMPTY, axis=2)
    tile = 3 * drawn.min(axis=2) + size
    for place in range(3):
        assert chi_square(np.bincount(tile[:, place], minlength=18)) < 40.8  # 17 degrees
    for one, other in ((0, 1), (1, 2), (0, 2)):
        assert chi_square(np.bincount(18 * tile[:, one] + tile[:, other], minlength=324)) < 404  # 323 degrees


def test_pieces_of_two_sizes_have_two_colours() -> None:
    rules = Rules("two", growth=(Growth(0, 6, 0.6),))
    pieces = hands(rules, 6_000).reshape(-1, 3)
    tiles = (pieces != EMPTY).sum(axis=1)
    assert set(tiles.tolist()) == {1, 2}
    two = pieces[tiles == 2]
    assert abs(len(two) / len(pieces) - 0.6) < 5 * (0.24 / len(pieces)) ** 0.5
    pairs = np.array([piece[piece != EMPTY] for piece in two], np.int64)
    assert (pairs[:, 0] != pairs[:, 1]).all()
    without = np.argmax(two == EMPTY, axis=1)
    assert chi_square(np.bincount(without, minlength=3)) < 13.8  # 2 degrees
    ordered = np.bincount(6 * pairs[:, 0] + pairs[:, 1], minlength=36)
    assert chi_square(ordered[ordered > 0]) < 58.3  # 29 degrees
    assert (ordered > 0).sum() == 30


def test_one_colour_alone_comes_in_two_sizes_too() -> None:
    pieces = hands(Rules("one", growth=(Growth(0, 1, 1.0),)), 50).reshape(-1, 3)
    assert ((pieces == 0).sum(axis=1) == 2).all()


@pytest.mark.parametrize("score", [0, 11, 12, 23, 24, 39, 40, 99, 100, 10_000])
def test_growth_steps(score: int) -> None:
    """Colours and two-size pieces come as the schedule says, from a score on."""
    step = [step for step in COOLMATH.growth if step.score <= score][-1]
    pieces = hands(COOLMATH, 600, score).reshape(-1, 3)
    assert pieces[pieces != EMPTY].max() == step.colours - 1
    share = float(((pieces != EMPTY).sum(axis=1) == 2).mean())
    assert abs(share - step.two_sizes) <= 5 * (step.two_sizes * (1 - step.two_sizes) / len(pieces)) ** 0.5


def test_the_score_with_the_last_piece_counts_for_the_new_hand() -> None:
    rules = Rules("step", growth=(Growth(0, 1, 0.0), Growth(3, 6, 1.0)))
    assert play(state("A.. A.. - - - - - - -", hand="A.. - -"), 0 + 3, rules).state.hand.max() == EMPTY
    for seed in range(20):
        before = state("A.. A.. - - - - - - -", hand="A.. - -")
        scored = stacker.apply(rules, before, move(0, 0, 2), dice(seed)).state.hand
        assert ((scored != EMPTY).sum(axis=1) == 2).all()
        quiet = stacker.apply(rules, before, move(0, 1, 1), dice(seed)).state.hand
        assert ((quiet == 0).sum(axis=1) == 1).all()


TIGHT = "ABC BCD CDE  DEF .FA FAB  BDF CEA DFB"
"""One inner slot is free."""


def test_a_feasible_hand_can_be_played() -> None:
    """Even where nothing but pieces of two sizes come, of which none fits: then one of one size does."""
    for rules in (PRESETS["wpi-feasible"], COOLMATH, replace(COOLMATH, growth=(Growth(0, 6, 1.0),))):
        for hand in hands(rules, 30, 100, TIGHT):
            assert stacker.legal_moves(rules, state(TIGHT)._replace(hand=hand)).tolist() != []
    dead = [stacker.is_over(WPI, state(TIGHT)._replace(hand=hand)) for hand in hands(WPI, 300, 0, TIGHT)]
    assert abs(sum(dead) - 300 * (2 / 3) ** 3) < 5 * (300 * 8 / 27 * 19 / 27) ** 0.5


def test_a_full_board_ends_even_a_feasible_game() -> None:
    full = TIGHT.replace(".", "E")
    hand = hands(PRESETS["wpi-feasible"], 1, 0, full)[0]
    assert stacker.is_over(PRESETS["wpi-feasible"], state(full)._replace(hand=hand))


def test_presets() -> None:
    assert list(PRESETS) == ["wpi", "coolmath", "wpi-feasible", "sweep"]
    assert scoring_of(WPI).tolist() == [3, 1, 5, 1, 0]
    assert scoring_of(COOLMATH).tolist() == [3, 0, 5, 1, 0]
    assert scoring_of(PRESETS["sweep"]).tolist() == [3, 1, 5, 1, 1]
    assert [rules.feasible for rules in PRESETS.values()] == [False, True, True, False]
    assert [rules.most_sizes for rules in PRESETS.values()] == [1, 2, 1, 1]
    assert [rules.colours for rules in PRESETS.values()] == [6] * 4
    assert all(one.colours <= two.colours for one, two in zip(COOLMATH.growth, COOLMATH.growth[1:], strict=False))
    assert COOLMATH.growth_at(60).colours == 6
    assert COOLMATH.growth_at(60).two_sizes > 0


@pytest.mark.parametrize(
    "change",
    [
        {"growth": ()},
        {"growth": (Growth(1, 6, 0.0),)},
        {"growth": (Growth(0, 6, 0.0), Growth(0, 6, 0.0))},
        {"growth": (Growth(0, 7, 0.0),)},
        {"growth": (Growth(0, 0, 0.0),)},
        {"growth": (Growth(0, 6, 1.5),)},
        {"line_points": -1},
        {"line_points": 10**19},
        {"cell_points": -1},
        {"cell_points": 1_000_001},
        {"move_limit": -1},
        {"move_limit": 1_000_001},
    ],
)
def test_rules_that_no_game_can_be_played_by(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="rules odd") as caught:
        Rules("odd", **change)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_the_kernel_does_not_deal() -> None:
    words = pack(state("- " * 9, hand="- - A.."))
    place_kernel(words, 2, 4, scoring_of(WPI))
    assert (unpack(words).hand == EMPTY).all()


@pytest.mark.parametrize(("number", "legal"), [(-1, "0, 1"), (27, "0, 1"), (9, "0, 1")])
def test_an_illegal_move_is_refused_in_one_line(number: int, legal: str) -> None:
    with pytest.raises(ValueError, match=f"move {number} is not legal; legal are \\[{legal}") as caught:
        play(state("- " * 9, hand="A.. - -"), number)
    assert "\n" not in str(caught.value)
