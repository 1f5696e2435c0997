"""The rules page, line by line, on boards small enough to check by eye."""

from dataclasses import replace

import numpy as np
import pytest

import engine.bilging as bilging
from engine.bilging import CRAB, EMPTY, JELLYFISH, KINDS, PRESETS, PUFFER, Chains, Rules
from engine.bilging.rules import TZZ, YPPEDIA, combo_points, message
from engine.dice import dice

STRICT = PRESETS["strict"]


def state(text: str, water: int = 135, filler: str = "DEFG") -> bilging.State:
    """A 12 x 6 state whose lowest rows are `text`; above them a filler without a line."""
    given = text.split()
    above = 12 - len(given)
    rows = ["".join(filler[(row // 2 + col) % 4] for col in range(6)) for row in range(above)]
    return bilging.from_text("\n".join([f"water {water} moves 0 score 0.0", *rows, *given]))


def move(row: int, col: int) -> int:
    return row * 5 + col


def test_the_table_of_kinds() -> None:
    points = dict(zip(["x".join(map(str, kind)) for kind in KINDS], YPPEDIA, strict=True))
    assert points == {
        "3": 3, "4": 5, "5": 7,
        "3x3": 12, "3x4": 16, "3x5": 20, "4x4": 20, "4x5": 24, "5x5": 28,
        "3x3x3": 27, "3x3x4": 33, "3x4x4": 39, "3x3x5": 39, "3x4x5": 45, "3x5x5": 51,
        "3x3x3x3": 48, "3x3x3x4": 56, "3x3x4x4": 64,
        "3x3x3x5": 80, "3x3x4x5": 90, "3x3x5x5": 100,
    }  # fmt: skip
    assert len(TZZ) == len(KINDS) == 21


def test_the_table_is_its_own_law() -> None:
    """The sum of the values times the number of lines; five where four lines hold a five."""
    for kind, points in zip(KINDS, YPPEDIA, strict=True):
        lines = 5 if len(kind) == 4 and 5 in kind else len(kind)
        assert points == lines * sum({3: 3, 4: 5, 5: 7}[length] for length in kind)


def test_lines_beyond_the_table() -> None:
    assert combo_points(STRICT, [6]) == 9
    assert combo_points(STRICT, [4, 4, 4]) == 3 * 15
    assert combo_points(STRICT, [3, 3, 3, 3, 3]) == 5 * 15
    assert combo_points(STRICT, [3, 3, 3, 6]) == 5 * 18
    assert combo_points(STRICT, []) == 0


@pytest.mark.parametrize(
    ("lengths", "called"),
    [
        ([3], ""),
        ([5], ""),
        ([3, 3], "Arrr"),
        ([3, 4, 5], "Bingo"),
        ([3, 3, 4, 4], "Sea Donkey"),
        ([3, 3, 3, 5], "Vegas"),
    ],
)
def test_messages(lengths: list[int], called: str) -> None:
    assert message(lengths) == called


def test_presets() -> None:
    assert list(PRESETS) == ["ypp", "strict", "linear", "combo", "tzz"]
    chains = [rules.chains for rules in PRESETS.values()]
    assert chains == [Chains.BLOCKS, Chains.NOTHING, Chains.SUM, Chains.COMBO, Chains.BLOCKS]
    assert all((rules.rows, rules.cols, rules.colours) == (12, 6, 7) for rules in PRESETS.values())
    assert all(rules.crab_rate == rules.puffer_rate == rules.jellyfish_rate == 0 for rules in PRESETS.values())


@pytest.mark.parametrize(
    "change",
    [
        {"table": (1.0,)},
        {"colours": 4},
        {"colours": 8},
        {"rows": 2},
        {"rows": 65},
        {"cols": 100_000},
        {"cols": 1},
        {"crab_rate": 1.0},
        {"puffer_rate": -1.0},
    ],
)
def test_rules_that_no_board_can_be_played_by(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="rules odd") as caught:
        Rules("odd", **change)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_a_swap_that_matches_nothing_stays() -> None:
    before = state("ABABAB")
    step = bilging.apply(STRICT, before, move(11, 0), dice(0))
    assert step.state.board[11].tolist() == [1, 0, 0, 1, 0, 1]
    assert (step.reward, step.kind, step.message, step.stages) == (0.0, "", "", ())
    assert step.state.moves == 1


def test_what_is_below_rises() -> None:
    before = state("ABAABC CCBCAB BDCDBC")
    played = bilging.cascade(STRICT, before, move(10, 2))  # C C [B C] A B -> C C C B A B
    assert played.kind == "3"
    stage = played.stages[0]
    assert np.argwhere(stage.cleared).tolist() == [[10, 0], [10, 1], [10, 2]]
    assert stage.board[10].tolist() == [1, 3, 2, 1, 0, 1]
    assert stage.board[11].tolist() == [EMPTY, EMPTY, EMPTY, 3, 1, 2]
    assert (stage.board[:10] == before.board[:10]).all()


def test_new_pieces_come_from_below_and_match_nothing() -> None:
    before = state("ABAABC CCBCAB BDCDBC")
    for seed in range(50):
        after = bilging.apply(STRICT, before, move(10, 2), dice(seed)).state
        assert (after.board[11, :3] < 7).all()
        assert bilging.validate(STRICT, after) == 0


def test_four_lines_at_once() -> None:
    """Two verticals of five and two horizontals of three: the dearest kind."""
    before = state("FGABFG GEABGD AABABB DFABEF EGABFG", filler="CDEF")
    played = bilging.cascade(STRICT, before, move(9, 2))
    assert (played.kind, played.message) == ("3x3x5x5", "Vegas")
    assert [stage.points for stage in played.stages] == [100.0]
    assert played.stages[0].cleared.sum() == 14


@pytest.mark.parametrize(
    ("preset", "points"),
    [("ypp", [3, 4, 3]), ("strict", [3, 0, 0]), ("linear", [3, 5, 3]), ("combo", [3, 5, 3]), ("tzz", [3, 4, 3])],
)
def test_chains_break_in_every_preset(preset: str, points: list[float]) -> None:
    """C C C goes, two Bs rise beside two others (a line of four), two As rise beside a third."""
    before = state("CCBCBG ABBDEF DAAEFD")
    played = bilging.cascade(PRESETS[preset], before, move(9, 2))
    assert played.kind == "3"
    assert [stage.points for stage in played.stages] == points
    assert [int(stage.cleared.sum()) for stage in played.stages] == [3, 4, 3]


def test_chain_lines_that_break_together_multiply_in_combo_alone() -> None:
    """Three Fs leave column 3; what rises there completes F F F in row 6 and A A A in row 8."""
    rows = "BGEAEC DEEDEC ABFBCE GCEEAB GCFGCE CAECGF EFAFAB BGDGFG ACCFFD BGAAGG BFGEED AAGCEA"
    before = state(rows)
    assert bilging.validate(STRICT, before) == 0
    points = {name: bilging.cascade(PRESETS[name], before, 38).stages[1].points for name in PRESETS}
    assert points == {"ypp": 6, "strict": 0, "linear": 6, "combo": 12, "tzz": 6}


def test_crabs_and_unread_cells_cannot_be_swapped() -> None:
    before = state("AcBABA AB?ABA")
    legal = bilging.legal_moves(STRICT, before).tolist()
    assert {move(10, 0), move(10, 1), move(11, 1), move(11, 2)}.isdisjoint(legal)
    assert {move(10, 2), move(11, 0), move(11, 3)} <= set(legal)
    with pytest.raises(ValueError, match="swaps a crab"):
        bilging.apply(STRICT, before, move(10, 0), dice(0))


def test_equal_pieces_may_be_swapped_for_nothing() -> None:
    before = state("AABABA")
    assert move(11, 0) in bilging.legal_moves(STRICT, before)
    step = bilging.apply(STRICT, before, move(11, 0), dice(0))
    assert (step.state.board == before.board).all()
    assert step.state.water_px == before.water_px + STRICT.water_rise_px


def test_a_crab_leaves_when_its_whole_tile_is_dry() -> None:
    """Row 8 is the first dry row at 135 px: a crab that rises into it leaves, for a bonus."""
    before = state("CCBCAB cBGDBC ABAABE", water=90 + 45)
    assert before.board[10, 0] == CRAB
    dry = bilging.cascade(STRICT, before, move(9, 2))  # the crab rises to row 9, wet still
    assert [stage.points for stage in dry.stages] == [3.0]
    assert dry.board[9, 0] == CRAB
    before = state("CCBCAB cBGDBC ABAABE DGEDGD")
    played = bilging.cascade(STRICT, before, move(8, 2))  # to row 8, dry
    assert [stage.points for stage in played.stages] == [3.0, STRICT.crab_points]
    assert np.argwhere(played.stages[1].cleared).tolist() == [[8, 0]]


def test_the_crab_bonus_grows_with_number_and_water() -> None:
    one = state("CCBCAB cBGDBC ABAABE DGEDGD")
    two = state("CCBCAB ccGDBC ABAABE DGEDGD")
    bonus_of_one = bilging.cascade(STRICT, one, move(8, 2)).stages[1].points
    bonus_of_two = bilging.cascade(STRICT, two, move(8, 2)).stages[1].points
    assert bonus_of_two > 2 * bonus_of_one
    high = state("CCBCAB cBGDBC ABAABE DGEDGD ABAABA", water=180)
    assert bilging.cascade(STRICT, high, move(7, 2)).stages[1].points > bonus_of_one


def test_the_puffer_fish_clears_three_by_three_where_it_lands() -> None:
    before = state("ABAABC ApBDAB BDCDBC")
    played = bilging.cascade(STRICT, before, move(10, 1))
    assert played.kind == "puffer fish"
    assert np.argwhere(played.stages[0].cleared).tolist() == [[row, col] for row in (9, 10, 11) for col in (1, 2, 3)]
    corner = state("ABAABC BDCDBC ApBDAB")
    assert bilging.cascade(STRICT, corner, move(11, 0)).stages[0].cleared.sum() == 4


def test_the_jellyfish_clears_itself_and_a_colour() -> None:
    before = state("ABAABC AjBDAB BDCDBC")
    played = bilging.cascade(STRICT, before, move(10, 1))
    assert played.kind == "jellyfish"
    swapped = before.board.copy()
    swapped[10, 1], swapped[10, 2] = swapped[10, 2], swapped[10, 1]
    assert (played.stages[0].cleared == ((swapped == 1) | (swapped == JELLYFISH))).all()


@pytest.mark.parametrize("pair", ["pp", "jj"])
def test_two_of_a_kind_just_swap(pair: str) -> None:
    before = state(f"A{pair}BAB")
    step = bilging.apply(STRICT, before, move(11, 1), dice(0))
    assert step.stages == ()
    assert (step.state.board == before.board).all()


def test_jellyfish_with_puffer_fish_fires_the_puffer() -> None:
    before = state("ABAABC AjpDAB BDCDBC")
    played = bilging.cascade(STRICT, before, move(10, 1))  # the puffer lands in column 1
    assert played.kind == "puffer fish"
    assert np.argwhere(played.stages[0].cleared).tolist() == [[row, col] for row in (9, 10, 11) for col in (0, 1, 2)]


def test_jellyfish_with_crab_is_no_move() -> None:
    assert move(11, 1) not in bilging.legal_moves(STRICT, state("AjcBAB"))


def test_points_lower_the_water_and_moves_without_raise_it() -> None:
    before = state("ABAABC CCBCAB BDCDBC", water=200)
    assert bilging.apply(STRICT, before, move(10, 2), dice(0)).state.water_px == 197
    assert bilging.apply(STRICT, before, move(0, 0), dice(0)).state.water_px == 204


def test_the_water_keeps_to_its_bounds() -> None:
    low = state("ABAABC CCBCAB BDCDBC")
    assert bilging.apply(STRICT, low, move(10, 2), dice(0)).state.water_px == 135
    high = low._replace(water_px=404)
    assert bilging.apply(STRICT, high, move(0, 0), dice(0)).state.water_px == 405


@pytest.mark.parametrize(("seconds", "stalls"), [(0.0, 0), (9.99, 0), (10.0, 1), (25.0, 2), (1e6, 100_000)])
def test_every_ten_idle_seconds_are_a_move_of_nothing(seconds: float, stalls: int) -> None:
    before = state("ABABAB")
    after = bilging.idle(STRICT, before, seconds)
    assert (after.moves, after.score) == (stalls, 0.0)
    assert after.water_px == min(135 + 4 * stalls, 405)
    assert after.board is before.board


def test_the_move_limit_ends_a_game() -> None:
    rules = replace(STRICT, move_limit=1)
    before = state("ABABAB")
    assert not bilging.is_over(rules, before)
    after = bilging.apply(rules, before, move(11, 0), dice(0)).state
    assert bilging.is_over(rules, after)
    assert bilging.legal_moves(rules, after).size == 0
    with pytest.raises(ValueError, match="the game is over after 1 moves"):
        bilging.apply(rules, after, 0, dice(0))


def test_specials_come_at_their_rates() -> None:
    rules = STRICT.with_specials(crab=0.2, puffer=0.1, jellyfish=0.05)
    boards = np.stack([bilging.start(rules, dice(seed)).board for seed in range(400)])
    wet = boards[:, 9:]
    for code, rate in ((CRAB, 0.2), (PUFFER, 0.1), (JELLYFISH, 0.05)):
        assert abs((wet == code).mean() - rate) < 5 * np.sqrt(rate / wet.size)
    assert not (boards[:, :9] == CRAB).any()


def test_a_new_colour_is_uniform_where_nothing_forbids_it() -> None:
    corner = np.array([bilging.start(STRICT, dice(seed)).board[0, 0] for seed in range(3500)])
    assert (np.abs(np.bincount(corner, minlength=7) - 500) < 5 * np.sqrt(500)).all()


def test_other_sizes_of_board() -> None:
    rules = Rules("small", rows=7, cols=5, colours=5, wet_rows=1, dry_rows=1, water_start_px=45)
    rolls = dice(4)
    now = bilging.start(rules, rolls)
    for number in range(60):
        legal = bilging.legal_moves(rules, now)
        now = bilging.apply(rules, now, int(legal[number % legal.size]), rolls).state
        assert bilging.validate(rules, now) == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("colours=8", "colours must be 5 to 7, got 8"),
        ("move_limit=99999999999999999999", "move_limit must be 0 to 1000000, got 99999999999999999999"),
        ("move_limit=-1", "move_limit must be 0 to 1000000, got -1"),
        ("rows=5,wet_rows=6", "wet_rows must be 0 to 5, got 6"),
        ("idle_seconds=0", "idle_seconds must be 0.1 to 1000000, got 0.0"),
        ("crab_points=nan", "crab_points must be -1000000 to 1000000, got nan"),
        ("crab_rate=-0.1", "crab_rate must be 0 to 1, got -0.1"),
        ("water_start_px=0", "water_start_px must be 1 to 1000000, got 0"),
    ],
)
def test_numbers_that_no_game_can_have_are_refused(change: str, words: str) -> None:
    with pytest.raises(KeyError, match=words):
        PRESETS[f"ypp:{change}"]
