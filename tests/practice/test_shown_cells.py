"""What a cell may be said to show while pieces move over it."""

import pytest

from practice.shown_cells import NOTHING, Piece, shown_cells

A, B, C = 3, 5, 0


def resting(code: int, row: int, col: int) -> Piece:
    return Piece(code, row, col, 1.0, 1.0)


def column(*pieces: Piece) -> list[list[int]]:
    """What a column of three cells shows, one list of codes for each board."""
    return [[code for (code,) in board] for board in shown_cells(3, 1, pieces)]


def test_a_board_at_rest_shows_itself() -> None:
    codes = [[A, B], [C, A], [B, B]]
    pieces = [resting(code, row, col) for row, line in enumerate(codes) for col, code in enumerate(line)]
    assert shown_cells(3, 2, pieces) == [codes]


@pytest.mark.parametrize(
    ("risen", "shows"),
    [
        (0.0, [[A, B, C]]),
        (0.4, [[A, B, C]]),
        (0.5, [[A, C, C], [B, B, NOTHING]]),
        (0.6, [[B, C, NOTHING]]),
        (1.0, [[B, C, NOTHING]]),
    ],
)
def test_a_train_of_pieces_shows_in_each_cell_the_one_that_covers_most_of_it(
    risen: float, shows: list[list[int]]
) -> None:
    """Half way a cell may be taken for either of two; the first piece leaves the board."""
    assert column(*(Piece(code, row - risen, 0, 1.0, 1.0) for row, code in enumerate((A, B, C)))) == shows


def test_a_cell_that_no_piece_covers_half_of_shows_nothing() -> None:
    assert column(resting(A, 0, 0), Piece(B, 1.6, 0, 1.0, 1.0)) == [[A, NOTHING, B]]
    assert column(Piece(B, 1.0, 0, 0.6, 1.0)) == [[NOTHING] * 3]
    assert column(Piece(B, 1.0, 0, 0.8, 1.0)) == [[NOTHING, B, NOTHING]]


def test_a_piece_that_swells_shows_in_no_cell_but_its_own() -> None:
    assert column(resting(A, 0, 0), resting(C, 2, 0), Piece(B, 1.0, 0, 1.7, 0.8)) == [[A, B, C]]


def test_a_faded_piece_shows_only_where_no_other_lies() -> None:
    assert column(resting(A, 0, 0), Piece(B, 0.2, 0, 1.0, 0.3)) == [[A, NOTHING, NOTHING]]
    assert column(resting(A, 0, 0), Piece(B, 0.2, 0, 1.0, 0.7)) == [[B, NOTHING, NOTHING]]
    assert column(Piece(B, 1.0, 0, 1.0, 0.3)) == [[NOTHING, B, NOTHING]]
    assert column(Piece(B, 1.0, 0, 1.0, 0.0)) == [[NOTHING] * 3]


def test_what_lies_beside_the_board_does_not_show() -> None:
    beside = [Piece(A, *place, 1.0, 1.0) for place in ((-2.0, 0.0), (3.0, 0.0), (1.0, -1.5), (1.0, 1.0))]
    assert column(*beside) == [[NOTHING] * 3]
    assert column(Piece(A, 2.4, 0, 1.0, 1.0)) == [[NOTHING, NOTHING, A]]
