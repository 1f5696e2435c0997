"""Repair by rules: what it settles is true, whatever happened and is hidden; what may be several stays open."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from bot.games import GAMES, Game
from bot.playing.repair import DOUBT, Before, Cell, repair
from engine.bilging import EMPTY, cascade
from engine.dice import dice
from engine.square_stacker import places
from vision.sighting import UNKNOWN, Codes, Sighting, Status

PRESETS = {"bilging": "ypp", "square_stacker": "coolmath", "swap3": "gweled"}
STEADY = ("bilging", "square_stacker")
"""Games in which a move's outcome is known but for the pieces that come in the end."""
STRANGER = 64
"""Code of a kind that no rules know, as a calibration gives it to a special that nobody has named."""
MIN_MARGIN = 0.3
COVERED = 9
MOVE_OF_LUCK = 35
BEFORE_LUCK = "06432325 01244341 65610133 36040551 55411260 30453501 14101156 35226025"
AFTER_LUCK = "06405325 49132341 41210133 35040551 55411260 30453501 14101156 35226025"


@cache
def game_and_rules(name: str) -> tuple[Game, Any]:
    game = GAMES[name]()
    return game, game.live_rules(game.rules.PRESETS[PRESETS[name]])


def codes_of(name: str, state: Any) -> Codes:
    return np.asarray(places(state) if name == "square_stacker" else state.board, np.int8)


def seen(codes: Codes, hidden: NDArray[np.bool_], margin: NDArray[np.float32] | None = None) -> Sighting:
    margin = np.ones(codes.shape, np.float32) if margin is None else margin
    status = Status.UNKNOWN_CELLS if hidden.any() else Status.CLEAR
    return Sighting(np.where(hidden, UNKNOWN, codes).astype(np.int8), margin, status, 0)


@dataclass
class Story:
    """What was known, what is true now, and which cells chance has filled."""

    name: str
    before: Before
    truth: Codes
    chance: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))


@st.composite
def stories(draw: st.DrawFn, name: str, plain: bool = False) -> Story:
    """A game some moves on, a move that was meant, and what became of it: made, not made, another one made.

    A `plain` one was made, among kinds that are all known.
    """
    game, rules = game_and_rules(name)
    rolls = dice(draw(st.integers(0, 2**32)))
    state = game.rules.start(rules, rolls)
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=8)):
        legal = game.rules.legal_moves(rules, state)
        after = game.rules.apply(rules, state, int(legal[choice % len(legal)]), rolls).state
        if game.rules.is_over(rules, after):
            break
        state = after
    codes = codes_of(name, state).copy()
    if name == "bilging" and not plain and draw(st.booleans()):
        row, col = draw(st.integers(0, rules.rows - 1)), draw(st.integers(0, rules.cols - 1))
        board = state.board.copy()
        board[row, col], codes[row, col] = UNKNOWN, STRANGER
        state = state._replace(board=board)
    legal = game.rules.legal_moves(rules, state).tolist()
    meant = draw(st.sampled_from(legal))
    made = meant if plain else draw(st.sampled_from([None, meant, meant, meant, draw(st.sampled_from(legal))]))
    if (state_unknown := name == "bilging" and (state.board == UNKNOWN).any()) and made is not None:
        made = meant
    if made is None:
        return Story(name, Before(codes, state, draw(st.booleans()), meant), codes, np.zeros_like(codes, bool))
    truth = codes_of(name, game.rules.apply(rules, state, made, rolls).state).copy()
    chance = np.zeros(truth.shape, np.bool_)
    if state_unknown:
        truth[truth == UNKNOWN] = STRANGER
    if name == "bilging":
        chance = cascade(rules, state, made).board == EMPTY
        if not plain:  # the refill may bring what nobody has seen yet
            truth[chance & draw(masks(truth.shape))] = STRANGER
    return Story(name, Before(codes, state, True, meant), truth, chance)


@st.composite
def masks(draw: st.DrawFn, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Something that lies over a part of the board, and some cells elsewhere."""
    hidden = np.zeros(shape, np.bool_)
    top, left = draw(st.integers(0, shape[0] - 1)), draw(st.integers(0, shape[1] - 1))
    hidden[top : top + draw(st.integers(0, 4)), left : left + draw(st.integers(0, 4))] = True
    share = draw(st.sampled_from([0.0, 0.05, 0.3]))
    hidden |= np.random.default_rng(draw(st.integers(0, 2**32))).random(shape) < share
    return hidden


@pytest.mark.parametrize("name", list(PRESETS))
@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_what_is_settled_is_true(name: str, data: st.DataObject) -> None:
    game, rules = game_and_rules(name)
    story = data.draw(stories(name))
    hidden = data.draw(masks(story.truth.shape))
    doubtful = data.draw(masks(story.truth.shape)) & ~hidden
    kinds = len(game.rules.KIND_NAMES)
    read = np.where(doubtful & (story.truth < kinds), (story.truth + 1) % kinds, story.truth).astype(np.int8)
    margin = np.where(doubtful, MIN_MARGIN * (1 + DOUBT) / 2, 1.0).astype(np.float32)
    # a kind that nobody knows yet cannot be read
    new = hidden | ((story.truth == STRANGER) & story.chance)
    repaired = repair(game, rules, story.before, seen(read, new, margin), MIN_MARGIN)
    after = repaired.sighting.codes
    for cell in repaired.cells:
        assert after[cell] == story.truth[cell]
        assert not story.chance[cell]
    kept = np.ones(after.shape, np.bool_)
    kept[tuple(np.array(repaired.cells, int).reshape(-1, after.ndim).T)] = False
    assert np.array_equal(after[kept], np.where(new, UNKNOWN, read)[kept])
    assert bool(repaired.sighting.status & Status.UNKNOWN_CELLS) == bool((after == UNKNOWN).any())


@pytest.mark.parametrize("name", STEADY)
@settings(deadline=None, max_examples=12)
@given(data=st.data())
def test_all_that_chance_did_not_bring_is_settled_where_the_move_shows(name: str, data: st.DataObject) -> None:
    game, rules = game_and_rules(name)
    story = data.draw(stories(name, plain=True))
    shown = story.truth != story.before.codes
    assume(shown.any())
    hidden = ~shown & ~story.chance & (np.arange(shown.size).reshape(shown.shape) % 7 == data.draw(st.integers(0, 6)))
    if name == "square_stacker":
        hidden[-3:] = False  # a new hand is chance
    # a special that was set off instead could have brought anything, by luck what is seen too
    shows = np.where(hidden, np.int8(UNKNOWN), story.truth).astype(np.int8)
    state = story.before.state
    moves = game.rules.legal_moves(rules, state).tolist()
    assume(sum(not game.contradictions(rules, state, move)(shows).any() for move in moves) == 1)
    repaired = repair(game, rules, story.before, seen(story.truth, hidden), MIN_MARGIN)
    assert np.array_equal(repaired.sighting.codes, story.truth)
    assert len(repaired.cells) == hidden.sum()
    assert repaired.sighting.status is Status.CLEAR


def test_a_cell_that_good_luck_may_have_filled_is_left_open() -> None:
    """Seen in Gweled, points drawn over a cell: it was settled as the kind that least luck brings, and held another."""
    game, rules = game_and_rules("swap3")
    board = np.array([[int(code) for code in row] for row in BEFORE_LUCK.split()], np.int8)
    after = np.array([[int(code) for code in row] for row in AFTER_LUCK.split()], np.int8)
    sighting = seen(after, after == COVERED)
    state = game.rules.from_text("moves 0 score 0.0\n" + "\n".join("".join("ABCDEFG"[c] for c in row) for row in board))
    assert repair(game, rules, Before(board, state, True, MOVE_OF_LUCK), sighting, MIN_MARGIN).cells == ()


def plain_swap() -> tuple[Game, Any, Any, int]:
    """Return Bilging's game and rules, a board, and a move on it that breaks nothing."""
    game, rules = game_and_rules("bilging")
    state = game.rules.start(rules, dice(3))
    legal = game.rules.legal_moves(rules, state).tolist()
    return game, rules, state, next(m for m in legal if not (cascade(rules, state, m).board == EMPTY).any())


def test_a_swap_under_a_cover_is_left_open() -> None:
    """Made or not, everything that can be seen looks the same."""
    game, rules, state, move = plain_swap()
    row, col = divmod(move, rules.cols - 1)
    hidden = np.zeros(state.board.shape, np.bool_)
    hidden[row, col : col + 2] = True
    hidden[(row + 6) % rules.rows, 0] = True
    repaired = repair(game, rules, Before(state.board, state, True, move), seen(state.board, hidden), MIN_MARGIN)
    assert repaired.cells == (((row + 6) % rules.rows, 0),)
    assert (repaired.sighting.codes[row, col : col + 2] == UNKNOWN).all()


@pytest.mark.parametrize(("margin", "guessed"), [(1.2 * MIN_MARGIN, True), (1.5 * MIN_MARGIN, False)])
def test_a_cell_misread_with_doubt_is_settled_as_the_move_left_it_and_one_read_for_sure_stands(
    margin: float, guessed: bool
) -> None:
    game, rules, state, move = plain_swap()
    after = cascade(rules, state, move).board
    nothing, margins = np.zeros(after.shape, np.bool_), np.ones(after.shape, np.float32)
    read, cell = after.copy(), (6, 0)
    read[cell], margins[cell] = state.board[0, 0], margin
    assert read[cell] != after[cell]
    repaired = repair(game, rules, Before(state.board, state, True, move), seen(read, nothing, margins), MIN_MARGIN)
    assert repaired.cells == ((cell,) if guessed else ())
    assert np.array_equal(repaired.sighting.codes, after if guessed else read)


@pytest.mark.parametrize(("strangers", "few"), [([(11, 5), (8, 5)], True), ([(11, 5), (8, 5), (5, 5)], False)])
def test_nothing_is_settled_after_a_board_with_more_than_two_cells_that_nobody_knew(
    strangers: list[Cell], few: bool
) -> None:
    game, rules, state, move = plain_swap()
    board, known, after = state.board.copy(), state.board.copy(), cascade(rules, state, move).board.copy()
    for cell in strangers:
        board[cell], known[cell], after[cell] = UNKNOWN, STRANGER, STRANGER
    hidden = np.zeros(after.shape, np.bool_)
    hidden[6, 0] = True
    before = Before(known, state._replace(board=board), True, move)
    assert repair(game, rules, before, seen(after, hidden), MIN_MARGIN).cells == (((6, 0),) if few else ())


def test_a_board_that_no_story_explains_is_left_as_read() -> None:
    game, rules = game_and_rules("bilging")
    state = game.rules.start(rules, dice(3))
    other = game.rules.start(rules, dice(4))
    hidden = np.zeros(state.board.shape, np.bool_)
    hidden[4:6, 2:4] = True
    for moved in (False, True):
        sighting = seen(other.board, hidden)
        assert repair(game, rules, Before(state.board, state, moved), sighting, MIN_MARGIN).sighting is sighting
