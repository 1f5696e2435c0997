"""The rules page, line by line, on boards small enough to check by eye."""

from dataclasses import replace

import numpy as np
import pytest

import engine.columns as columns
from engine.columns import EMPTY, LENGTH, MAGIC, PRESETS, UNKNOWN, Rules, Scoring, State, Step
from engine.columns.dealing import codes_of, honest
from engine.columns.packed import physics
from engine.dice import dice

SMALL = Rules("small", rows=6, cols=6, points=1)
"""Six rows below three hidden ones; a point a jewel and chain step."""


def state(board: str, piece: str = "ABC", following: str = "DEF", rules: Rules = SMALL, **numbers: int) -> State:
    """The lowest rows of a board, `/` between them; the piece enters unless `col` and `row` say where it is."""
    rows = [row.ljust(rules.cols, ".") for row in board.split("/")] if board else []
    lines = ["." * rules.cols] * (rules.height - len(rows)) + rows
    col, row = columns.entering(rules)
    named = {"col": col, "row": row, "score": 0, "jewels": 0, "running": 0, "moves": 9} | numbers
    head = " ".join(f"{name} {number}" for name, number in named.items())
    return columns.from_text("\n".join((head, f"{piece} {following}", *lines)))


def shown(board: np.ndarray) -> str:
    """What `state` takes."""
    rows = ["".join(columns.LETTERS[code] for code in row).rstrip(".") for row in board.tolist()]
    return "/".join(rows).lstrip("/")


def move(col: int, rotations: int = 0) -> int:
    return LENGTH * col + rotations


def play(before: State, number: int, rules: Rules = SMALL) -> Step:
    return columns.apply(rules, before, number, dice(0))


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_a_game_begins_with_an_empty_board_and_two_pieces(rules: Rules) -> None:
    first = columns.start(rules, dice(1))
    assert (first.board == EMPTY).all()
    assert first.board.shape == (rules.rows + 3, rules.cols)
    for piece in (first.piece, first.next):
        assert ((piece >= 0) & (piece < rules.colours)).all()
    assert first[3:] == (rules.cols // 2, 2, 0, 0, 0, 0)
    assert columns.legal_moves(rules, first).tolist() == list(range(3 * rules.cols))


def test_the_next_piece_falls_and_another_one_is_dealt() -> None:
    rolls = dice(0)
    step = columns.apply(SMALL, state("", "ABC", "DEF"), move(1), rolls)
    assert step.state.piece.tolist() == [3, 4, 5]
    assert step.state.next.tolist() == codes_of(honest(physics(SMALL), dice(0))).tolist()
    assert step.state.moves == 10


@pytest.mark.parametrize(("hidden", "row"), [(0, 2), (1, 2), (2, 2), (3, 2), (5, 4)])
def test_where_a_piece_enters(hidden: int, row: int) -> None:
    """Right above what is in view, or as high as the board goes."""
    assert columns.entering(replace(SMALL, hidden=hidden)) == (3, row)
    assert columns.entering(replace(SMALL, hidden=hidden, spawn=0)) == (0, row)


@pytest.mark.parametrize(("rotations", "column"), [(0, "A/B/C"), (1, "C/A/B"), (2, "B/C/A")])
def test_rotation(rotations: int, column: str) -> None:
    """The bottom jewel goes to the top, the others shift down one."""
    step = play(state("F", "ABC"), move(0, rotations))
    assert shown(step.state.board) == f"{column}/F"
    assert (step.reward, step.kind, step.chain, step.removed) == (0.0, "", 0, 0)


RISING = ".AD/ABC"
FALLING = "DA/CBA"


@pytest.mark.parametrize(
    ("before", "piece", "col", "after"),
    [
        ("", "AAA", 0, ""),
        ("A/A", "BCA", 0, "B/C"),
        (".AA", "BCA", 0, "B/C"),
        ("A.A", "BCA", 1, ".B/.C"),
        ("...AA", "BCA", 5, ".....B/.....C"),
        (RISING, "EFA", 2, "..E/..F/..D/.BC"),
        (FALLING, "EFA", 0, "E/F/D/CB"),
    ],
)
def test_three_of_a_colour_in_a_line_vanish_and_the_rest_falls(before: str, piece: str, col: int, after: str) -> None:
    step = play(state(before, piece), move(col))
    assert shown(step.state.board) == after
    assert (step.kind, step.chain, step.removed, step.reward) == ("clear", 1, 3, 3.0)


@pytest.mark.parametrize(("before", "col"), [(RISING, 2), (FALLING, 0)])
def test_diagonals_stay_where_the_rules_say_so(before: str, col: int) -> None:
    step = play(state(before, "EFA"), move(col), replace(SMALL, diagonals=False))
    assert (step.removed, step.chain) == (0, 0)


@pytest.mark.parametrize(("before", "piece", "col"), [("A.A", "BCD", 1), ("AA", "BCD", 2), ("A", "BAA", 1)])
def test_two_of_a_colour_are_no_run(before: str, piece: str, col: int) -> None:
    assert play(state(before, piece), move(col)).removed == 0


def test_empty_cells_are_of_no_colour() -> None:
    """Colour 0 is written as no bits at all."""
    assert play(state("A", "BCA"), move(1)).removed == 0
    assert play(state("AA.B", "CDB"), move(5)).removed == 0


def test_a_jewel_in_two_runs_goes_once() -> None:
    """An A at the corner of a row and a column."""
    step = play(state(".AA", "AAA"), move(0))
    assert (step.removed, step.reward, step.chain) == (5, 5.0, 1)
    assert shown(step.state.board) == ""


TWO_STEPS = state("..A/DDA", "CDA")
"""Into column 2: AAA goes, DDD comes down and goes."""


def test_later_steps_of_a_chain_pay_more() -> None:
    step = play(TWO_STEPS, move(2))
    assert (step.chain, step.removed, step.reward, step.kind) == (2, 6, 3 + 2 * 3, "chain of 2")
    assert shown(step.state.board) == "..C"
    assert (step.state.score, step.state.jewels) == (9, 6)


def test_the_stages_of_a_chain() -> None:
    first, second = columns.stages(SMALL, TWO_STEPS, move(2))
    assert shown(first.before) == "..C/..D/..A/..A/DDA"
    assert np.argwhere(first.removed).tolist() == [[6, 2], [7, 2], [8, 2]]
    assert shown(first.after) == shown(second.before) == "..C/DDD"
    assert np.argwhere(second.removed).tolist() == [[8, 0], [8, 1], [8, 2]]
    assert shown(second.after) == "..C"
    assert columns.stages(SMALL, TWO_STEPS, move(5)) == ()


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("high", "over"), [(3, False), (4, True), (5, True), (6, True)])
def test_jewels_at_rest_in_the_hidden_rows_end_the_game(high: int, over: bool) -> None:
    """Six rows are in view. The placement that loses is legal."""
    before = state("/".join("BCDEBC"[:high]), "DEF")
    assert move(0) in columns.legal_moves(SMALL, before)
    after = play(before, move(0)).state
    assert columns.is_over(SMALL, after) == over
    assert (columns.legal_moves(SMALL, after).size == 0) == over


def test_a_run_in_the_hidden_rows_vanishes() -> None:
    step = play(state("B/C/D/E/B/C", "AAA"), move(0))
    assert step.removed == 3
    assert not columns.is_over(SMALL, step.state)


def test_without_hidden_rows_a_piece_needs_room_to_enter() -> None:
    flat = replace(SMALL, hidden=0)
    before = state("...A/...B/...C", "DEF", rules=flat)
    assert columns.is_over(flat, play(before, move(3), flat).state)
    after = play(before, move(1), flat).state
    assert not columns.is_over(flat, after)
    full = play(after._replace(piece=before.piece), move(1), flat).state
    assert open_columns(flat, full) == {2, 3, 4, 5}, "column 1 is full, and column 0 behind it"


def open_columns(rules: Rules, at: State) -> set[int]:
    return {int(number) // LENGTH for number in columns.legal_moves(rules, at)}


@pytest.mark.parametrize(
    ("row", "reached"),
    [(2, {0, 1, 2, 3, 4, 5}), (4, {0, 1, 2, 3, 4, 5}), (5, {2, 3}), (7, {2, 3}), (8, {2})],
)
def test_towers_stop_a_piece_on_its_way_down(row: int, reached: set[int]) -> None:
    """Two columns of four jewels, one of one between them; `row` is where the bottom jewel is, 8 the floor."""
    before = state(".A..A./.B..B./.C..C./AD.ABD", "DEF", col=2, row=row)
    assert open_columns(SMALL, before) == reached


def test_the_move_limit_ends_a_game() -> None:
    limited = replace(SMALL, move_limit=10)
    before = state("")
    assert not columns.is_over(limited, before)
    after = play(before, move(0), limited).state
    assert columns.is_over(limited, after)
    assert columns.legal_moves(limited, after).size == 0
    assert not columns.is_over(SMALL, after)


@pytest.mark.parametrize("number", [-1, -18, 18, 32_767])
def test_an_illegal_move_is_refused_in_one_line(number: int) -> None:
    with pytest.raises(ValueError, match=f"move {number} is not legal; legal are \\[0, 1") as caught:
        play(state(""), number)
    assert "\n" not in str(caught.value)


def test_unread_cells_are_in_the_way_but_end_no_game() -> None:
    """Not in the hidden rows, not where the piece enters, not in its column."""
    before = state("", col=2, row=5)
    board = before.board.copy()
    board[5, 1] = UNKNOWN
    assert open_columns(SMALL, before._replace(board=board)) == {2, 3, 4, 5}
    board[:, :] = UNKNOWN
    assert open_columns(SMALL, before._replace(board=board)) == set()
    assert not columns.is_over(SMALL, before._replace(board=board))
    board[2, 5] = 0
    assert columns.is_over(SMALL, before._replace(board=board))


# -- magic -----------------------------------------------------------------------------------------


def test_magic_takes_the_colour_that_it_lands_on() -> None:
    step = play(state("A.A/BAB", "***"), move(0))
    assert shown(step.state.board) == "B.B"
    assert (step.removed, step.chain, step.reward, step.kind) == (3, 1, 3.0, "clear")


def test_what_falls_after_magic_is_the_second_step() -> None:
    step = play(state(".B/BABA", "***"), move(3))
    assert shown(step.state.board) == ""
    assert (step.removed, step.chain, step.reward) == (5, 2, 2 + 2 * 3)


def test_magic_on_the_floor_is_gone() -> None:
    rules = replace(SMALL, magic_floor=10_000)
    before = state("A", "***", running=3)
    step = play(before, move(1), rules)
    assert shown(step.state.board) == "A"
    assert (step.removed, step.chain, step.reward, step.state.running) == (0, 0, 10_000.0, 0)
    assert columns.changes_nothing(rules, before, move(1))
    (stage,) = columns.stages(rules, before, move(1))
    assert shown(stage.before) == ".*/.*/A*"
    assert shown(stage.after) == "A"


def test_only_the_highest_jewel_of_its_column_counts_for_magic() -> None:
    assert shown(play(state("A/B", "***"), move(0)).state.board) == "B"
    assert shown(play(state("B/A", "***"), move(0)).state.board) == "A"


# -- points ----------------------------------------------------------------------------------------

DIAGONAL_FIVE = "....A/...AB/...CD/.ADBC/ABCDE"
DIAGONAL_FOUR = "...AB/...CD/.ADBC/ABCDE"
CASES = {
    "three": (".AA", "BCA", 0),
    "four": ("A/A", "BAA", 0),
    "five": ("AA.AA", "BCA", 2),
    "six": ("A/A/A", "AAA", 0),
    "corner": (".AA", "AAA", 0),
    "diagonal three": (RISING, "EFA", 2),
    "diagonal four": (DIAGONAL_FOUR, "EFA", 2),
    "diagonal five": (DIAGONAL_FIVE, "EFA", 2),
    "chain": ("..A/DDA", "CDA", 2),
    "magic on two": ("A..A", "***", 0),
    "magic on four": ("A.AA/B.BA", "***", 0),
}
"""A board, a piece and the column it goes to. (No play leaves three of the six standing.)"""

POINTS = {
    Scoring.JEWELS: (3, 4, 5, 6, 5, 3, 4, 5, 3 + 6, 2, 4),
    Scoring.TRIPLETS: (1, 2, 3, 4, 2, 1, 2, 3, 1 + 2, 0, 2),
    Scoring.RUNNING: (1, 2, 3, 4, 3, 1, 2, 3, 1 + 2, 0, 2),
    Scoring.MATCHES: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    Scoring.LINES: (1, 3, 10, 10, 1 + 1 + 1, 2, 4, 11, 1 + 1, 0, 3),
}
"""At level 0, with no piece before that cleared anything."""


@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize("case", CASES)
def test_points(case: str, scoring: Scoring) -> None:
    board, piece, col = CASES[case]
    rules = replace(SMALL, rows=7, scoring=scoring, points=7)
    reward = play(state(board, piece, rules=rules), move(col), rules).reward
    assert reward == 7 * POINTS[scoring][list(CASES).index(case)]


@pytest.mark.parametrize(
    ("scoring", "factor"),
    [(Scoring.JEWELS, 1), (Scoring.TRIPLETS, 6), (Scoring.RUNNING, 6), (Scoring.LINES, 1)],
)
def test_levels_multiply_some_points(scoring: Scoring, factor: int) -> None:
    """Level 5, and the level is the one at which the piece landed."""
    rules = replace(SMALL, scoring=scoring, level_jewels=10)
    low, high = (play(TWO_STEPS._replace(jewels=jewels), move(2), rules) for jewels in (9, 59))
    assert high.reward == factor * low.reward
    assert (rules.level(59), rules.level(high.state.jewels)) == (5, 6)


def test_a_match_pays_by_level_and_each_of_its_jewels() -> None:
    rules = replace(SMALL, scoring=Scoring.MATCHES, points=10, level_start=1, level_jewels=50)
    assert play(state(".AA", "AAA"), move(0), rules).reward == 10 * 6
    assert play(state(".AA", "AAA", jewels=50), move(0), rules).reward == 10 * 6 * 2
    assert play(TWO_STEPS, move(2), rules).reward == 10 * (3 + 2 * 3)


def test_pieces_in_a_row_that_clear_multiply_running() -> None:
    rules = replace(SMALL, scoring=Scoring.RUNNING, points=100)
    step = play(state(".AA", "BCA", running=2), move(0), rules)
    assert (step.reward, step.state.running) == (300.0, 3)
    assert play(state(".AA", "BCD", running=2), move(0), rules).state.running == 0


@pytest.mark.parametrize(("board", "rows"), [("", 3), ("D", 2), ("D/E/D", 0), ("D/E/D/E/D", 0)])
def test_drops_pay_from_where_the_whole_piece_is_in_view(board: str, rows: int) -> None:
    rules = replace(SMALL, drop_points=2, level_jewels=10)
    for jewels, level in ((0, 0), (25, 2)):
        for row in (2, 3):
            assert play(state(board, jewels=jewels, row=row), move(0), rules).reward == 2 * (level + 1) * rows


@pytest.mark.parametrize(
    ("preset", "levels"),
    [
        ("jewel", {0: 0, 10_000: 0}),
        ("sega", {99: 0, 100: 1, 199: 1, 200: 2, 10_000: 100}),
        ("running", {49: 0, 50: 1, 100: 2}),
        ("web", {0: 1, 49: 1, 50: 2, 109: 2, 110: 3, 179: 3, 180: 4}),
        ("wide", {0: 0, 500: 0}),
    ],
)
def test_levels_of_the_presets(preset: str, levels: dict[int, int]) -> None:
    assert {jewels: PRESETS[preset].level(jewels) for jewels in levels} == levels


# -- pieces ----------------------------------------------------------------------------------------


def test_jewels_are_uniform_and_magic_comes_by_its_chance() -> None:
    """Chi square over all 216 pieces: far below 1 in 1,000."""
    numbers, rolls = physics(PRESETS["jewel"]), dice(2026)
    pieces = np.array([codes_of(honest(numbers, rolls)) for _ in range(40_000)])
    magic = (pieces == MAGIC).all(axis=1)
    assert abs(magic.mean() - 0.01) < 5 * (0.01 * 0.99 / len(pieces)) ** 0.5
    others = pieces[~magic].astype(np.int64)
    assert (others < 6).all()
    counts = np.bincount(others @ [36, 6, 1], minlength=216)
    expected = len(others) / 216
    assert ((counts - expected) ** 2 / expected).sum() < 284  # 215 degrees


def test_a_crooked_generator_serves_worse_pieces() -> None:
    """The simplest player, most jewels at once, clears less of what it is dealt."""

    def cleared(rules: Rules) -> int:
        rolls, removed = dice(11), 0
        now = columns.start(rules, rolls)
        for _ in range(40):
            legal = columns.legal_moves(rules, now).tolist()
            if not legal:
                break
            best = max(legal, key=lambda number: columns.drop_piece(rules, now, number).removed)
            step = columns.apply(rules, now, best, rolls)
            removed += step.removed
            now = step.state
        return removed

    assert cleared(PRESETS["jewel:magic=0,crooked=30"]) < cleared(PRESETS["jewel:magic=0"]) / 2
