"""Finds a board whose rows and columns nobody told."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from calibration.board_extent import board_extent
from calibration.borders import AXES, EdgeMap, choose_phase, settle_borders
from calibration.find_board import MAX_PITCH, MIN_PITCH, MIN_SCORE, Found, climb, lattice_score
from calibration.registration import register
from calibration.size_search import SizedGuess, sized_guesses
from capture.frame import Pixels
from vision.lattice import Lattice

MIN_GUESS = 0.25
"""Coarse score below which a place is not looked at again."""
MOST_CLIMBED = 8
"""Rows and columns from the middle that the climb looks at; the pitch is made exact over all of them later."""
ROUNDS = 3
"""Times that place and extent are fitted in turn until they agree."""
PARTS_SHARE = 0.4
"""Share of the score of what may be its halves or thirds that a place needs to be looked at before them."""
PARTS_SLACK = 0.05
"""How far the ratio of their pitches may be from a whole number."""


def any_board_candidates(pictures: Sequence[Pixels], tinted: bool) -> Iterator[Found]:
    """Yield places where a board of any number of rows and columns may be, the likeliest first.

    What follows a candidate is looked at only when it is asked for.

    Args:
        pictures: frames of the same window, of one size.
        tinted: whether a see-through layer may lie over a part of the board.
    """
    edges = EdgeMap(pictures)
    for guess in _wholes_first(sized_guesses(pictures[0], MIN_PITCH, MAX_PITCH)):
        if guess.score < MIN_GUESS:
            continue
        board = _fitted(pictures, edges, guess, tinted)
        if board is not None and board.score >= MIN_SCORE:
            yield board


def _wholes_first(guesses: list[SizedGuess]) -> list[SizedGuess]:
    """Move places in front of those that cut their tiles into halves or thirds, which are alike more often."""
    ordered: list[SizedGuess] = []
    for guess in guesses:
        at = len(ordered)
        for place, part in enumerate(ordered):
            times = guess.pitch / part.pitch
            if min(abs(times / n - 1.0) for n in (2, 3)) < PARTS_SLACK and guess.score > PARTS_SHARE * part.score:
                at = min(at, place)
        ordered.insert(at, guess)
    return ordered


def _middle(lattice: Lattice) -> Lattice:
    rows, cols = min(lattice.rows, MOST_CLIMBED), min(lattice.cols, MOST_CLIMBED)
    x, y = lattice.corner((lattice.rows - rows) // 2, (lattice.cols - cols) // 2)
    return replace(lattice, x=x, y=y, rows=rows, cols=cols)


def _fitted(pictures: Sequence[Pixels], edges: EdgeMap, guess: SizedGuess, tinted: bool) -> Found | None:
    lattice = Lattice(guess.x, guess.y, guess.pitch, guess.pitch, guess.rows, guess.cols)
    lattice, _ = climb(pictures[:1], _middle(lattice))
    lattice = register(pictures, lattice).lattice
    for axis in AXES:
        lattice = choose_phase(pictures[:1], edges, lattice, axis)
    for _ in range(ROUNDS):
        extent = board_extent(pictures, lattice, tinted)
        if extent is None:
            return None
        registered = register(pictures, extent.lattice)
        lattice = settle_borders(pictures, edges, registered.lattice)
        again = board_extent(pictures, lattice, tinted)
        if again is not None and (again.lattice.rows, again.lattice.cols) == (lattice.rows, lattice.cols):
            score = lattice_score(pictures, lattice)
            return Found(lattice, score, registered.residual_px, again.doubtful)
    return None


def fitted_again(pictures: Sequence[Pixels], larger: Found) -> Found:
    """Return a board that has grown with its place and pitch made exact over all of it."""
    registered = register(pictures, larger.lattice)
    lattice = settle_borders(pictures, EdgeMap(pictures), registered.lattice)
    return replace(larger, lattice=lattice, residual_px=registered.residual_px)
