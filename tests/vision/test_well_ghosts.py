"""Ghosts of faint fills: told though their piece, or what they stand on, is hidden; jewels that are dimmed are none."""

import numpy as np
import pytest

from capture.frame import Frame
from engine.columns import EMPTY, UNKNOWN
from tests.vision.drawn_wells import draw, random_state
from tests.vision.well_readers import RULES, cell_of, reader_of, room_above
from vision.well.reader import WellReader


@pytest.fixture(scope="module", params=["cave", "temple"])
def faint(request: pytest.FixtureRequest) -> tuple[str, WellReader]:
    """A look whose ghosts are faint fills."""
    return request.param, reader_of(request.param, 1.0)


def over_rows(reader: WellReader, pixels: np.ndarray, rows: range, ink: tuple[int, int, int], cols: range) -> None:
    (top, left), (below, right) = cell_of(reader, rows[0], cols[0]), cell_of(reader, rows[-1], cols[-1])
    pixels[top.start : below.stop, left.start : right.stop] = ink


@pytest.mark.parametrize("hidden", [range(3), range(2), range(1, 9)])
def test_the_ghost_of_a_piece_that_is_hidden_is_empty(faint: tuple[str, WellReader], hidden: range) -> None:
    """A panel over all of the piece or a part of it, or down to its ghost."""
    look, reader = faint
    for seed in range(6):
        state = random_state(RULES, np.random.default_rng(seed), 1, 5)
        drawn = draw(look, 1.0, RULES, state, top=0.0, ghost=True)
        pixels, ghost = drawn.frame.pixels.copy(), room_above(state)
        if hidden.stop > ghost:
            hidden = range(hidden.start, ghost)
        over_rows(reader, pixels, hidden, (160, 200, 90), range(state.col, state.col + 1))
        codes = reader.read(Frame(pixels, 0)).codes
        assert (codes[ghost : ghost + 3, state.col] == EMPTY).all()
        assert np.array_equal(codes[:, : state.col], drawn.codes[:, : state.col])


def test_dimmed_jewels_of_several_columns_are_no_ghost(faint: tuple[str, WellReader]) -> None:
    """A veil of the ground's own colour, and a panel above it, over stacks of which one is higher by a piece."""
    look, reader = faint
    rows = RULES.rows
    for heights in ([7, 5], [7, 4, 4]):
        state = random_state(RULES, np.random.default_rng(5), 3, 4)
        for col, height in enumerate(heights):
            state.board[-height:, col] = np.arange(height) % RULES.colours
        drawn = draw(look, 1.0, RULES, state._replace(col=5), top=None, ghost=False)
        pixels = drawn.frame.pixels.copy()
        veil = slice(cell_of(reader, rows - 7, 0)[0].start, cell_of(reader, rows - 5, 0)[0].stop)
        pixels[veil] = np.round(pixels[veil] * 0.3 + reader.pictures.background[veil] * 0.7)
        over_rows(reader, pixels, range(1, 4), (160, 200, 90), range(2))
        if heights == [7, 4, 4]:
            over_rows(reader, pixels, range(rows - 4, rows - 3), (160, 200, 90), range(1))
        codes = reader.read(Frame(pixels, 0)).codes
        assert (codes[rows - 7 : rows - 4, 0] == UNKNOWN).all()


def test_dimmed_jewels_are_no_ghost_of_a_piece_that_shows_other_colours(faint: tuple[str, WellReader]) -> None:
    look, reader = faint
    state = random_state(RULES, np.random.default_rng(6), 2, 4)._replace(col=2, piece=np.array([0, 1, 2], np.int8))
    drawn = draw(look, 1.0, RULES, state, top=0.4, ghost=True)
    other = draw(look, 1.0, RULES, state._replace(piece=np.array([3, 4, 5], np.int8)), top=0.4, ghost=False)
    pixels, ghost = drawn.frame.pixels.copy(), room_above(state)
    above = slice(0, cell_of(reader, ghost - 1, 0)[0].start)
    pixels[above] = other.frame.pixels[above]
    over_rows(reader, pixels, range(2, 5), (160, 200, 90), range(2, 3))
    codes = reader.read(Frame(pixels, 0)).codes
    assert (codes[ghost : ghost + 3, 2] == UNKNOWN).all()


def test_all_of_a_piece_s_ghost_is_told_where_what_it_stands_on_is_covered(faint: tuple[str, WellReader]) -> None:
    look, reader = faint
    for seed in range(6):
        state = random_state(RULES, np.random.default_rng(seed), 2, 5)._replace(piece=np.array([2, 0, 1], np.int8))
        drawn = draw(look, 1.0, RULES, state, top=0.3, ghost=True)
        pixels, ghost = drawn.frame.pixels.copy(), room_above(state)
        over_rows(reader, pixels, range(ghost + 3, RULES.rows), (160, 200, 90), range(state.col, state.col + 1))
        codes = reader.read(Frame(pixels, 0)).codes
        assert (codes[ghost : ghost + 3, state.col] == EMPTY).all()
