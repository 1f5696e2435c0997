"""Finds the board in a picture with no template: rows x cols of cells of which each looks like some others."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.borders import EdgeMap, outline, settle_borders
from calibration.cell_likeness import interior_pairs, likeness
from calibration.registration import register
from calibration.self_similarity import PITCH_STEP, Guess, peaks
from capture.frame import Pixels
from vision.cells import sample_cells
from vision.lattice import Lattice

MIN_PITCH = 14.0
"""Smallest cell that is looked for, in pixels."""
MAX_PITCH = 256.0
"""Largest cell that is looked for, in pixels."""
MIN_PEAK = 0.06
"""Coarse score below which a place is not looked at again."""
MIN_SCORE = 0.3
"""Score below which a lattice is not worth learning from."""
PARTS_GAIN = 0.2
"""Halves of tiles are alike more often than tiles; by this much score at most."""
OUTLINE_WEIGHT = 0.15
"""What an outline that is all edge is worth against likeness, when it is chosen which cells are the board's."""
EDGE_WEIGHT = 0.25
"""What the worst edge row or column is worth against the mean of all cells, likewise."""
SIDE = 8
"""Patch pixels a cell while searching."""


@dataclass(frozen=True, slots=True)
class Found:
    """A board that was found and how well it holds.

    Attributes:
        lattice: where its cells are.
        score: how much its cells are like each other, 0 to 1.
        residual_px: how far tiles of one kind lie off the lattice.
        doubtful: sides ("top", "bottom", "left", "right") at which it cannot be told whether the board goes on, where
            its rows and columns were not told.
    """

    lattice: Lattice
    score: float
    residual_px: float
    doubtful: tuple[str, ...] = ()


def _objective(pictures: Sequence[Pixels], lattice: Lattice, pairs: NDArray[np.bool_] | None) -> float:
    return float(np.mean([np.mean(likeness(sample_cells(p, lattice, SIDE), pairs) ** 2) for p in pictures]))


def _with_edges(pictures: Sequence[Pixels], lattice: Lattice, pairs: NDArray[np.bool_]) -> float:
    """Return the objective plus the worst edge row or column: a board one cell aside has one with no tiles in it."""
    square = np.mean([likeness(sample_cells(p, lattice, SIDE), pairs) ** 2 for p in pictures], axis=0)
    edges = (square[0], square[-1], square[:, 0], square[:, -1])
    return float(square.mean()) + EDGE_WEIGHT * min(float(line.mean()) for line in edges)


def _inside(lattice: Lattice, width: int, height: int) -> bool:
    slack = 0.04 * lattice.pitch_x + 1.0
    return (
        lattice.x >= -slack
        and lattice.y >= -slack
        and lattice.x + lattice.width <= width + slack
        and lattice.y + lattice.height <= height + slack
    )


def climb(pictures: Sequence[Pixels], start: Lattice) -> tuple[Lattice, float]:
    """Walk from a rough lattice (square cells) to the best one nearby: pattern search over place and pitch."""
    height, width = pictures[0].shape[:2]
    best, value = start, _objective(pictures, start, None)
    shift, stretch = start.pitch_x / 10, 0.01
    while shift > start.pitch_x / 50:
        moved = False
        for dx, dy, ds in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)):
            pitch = best.pitch_x * (1 + ds * stretch)
            grow = pitch - best.pitch_x
            trial = replace(
                best,
                x=best.x + dx * shift - grow * best.cols / 2,
                y=best.y + dy * shift - grow * best.rows / 2,
                pitch_x=pitch,
                pitch_y=pitch,
            )
            if not _inside(trial, width, height):
                continue
            score = _objective(pictures, trial, None)
            if score > value:
                best, value, moved = trial, score, True
        if not moved:
            shift, stretch = shift / 2, stretch / 2
    return best, value


def _place(pictures: Sequence[Pixels], edges: EdgeMap, lattice: Lattice) -> tuple[Lattice, float]:
    """Move a lattice by whole cells to where every edge row and column is made of tiles too."""
    height, width = pictures[0].shape[:2]
    pairs = interior_pairs(lattice.rows, lattice.cols)
    best, value = lattice, -1.0
    for dr in range(-(lattice.rows // 2), lattice.rows // 2 + 1):
        for dc in range(-(lattice.cols // 2), lattice.cols // 2 + 1):
            x, y = lattice.corner(dr, dc)
            trial = replace(lattice, x=x, y=y)
            if _inside(trial, width, height):
                score = _with_edges(pictures, trial, pairs)
                if score < value - OUTLINE_WEIGHT:
                    continue
                score += OUTLINE_WEIGHT * outline(edges, trial)
                if score > value:
                    best, value = trial, score
    return best, value


def _refine(pictures: Sequence[Pixels], edges: EdgeMap, guess: Guess, rows: int, cols: int) -> Found:
    lattice = Lattice(guess.x, guess.y, guess.pitch, guess.pitch, rows, cols)
    lattice, _ = climb(pictures, lattice)
    lattice, _ = _place(pictures, edges, lattice)
    lattice, _ = climb(pictures, lattice)
    registered = register(pictures, lattice)
    lattice, _ = _place(pictures, edges, settle_borders(pictures, edges, registered.lattice))
    lattice = settle_borders(pictures, edges, lattice)
    return Found(lattice, lattice_score(pictures, lattice), registered.residual_px)


def _distinct(guesses: list[Guess]) -> list[Guess]:
    # one guess for one pitch and phase: neighbours on the ladder and shifts by whole cells climb to the same place
    kept: list[Guess] = []
    for guess in sorted(guesses, key=lambda g: -g.score):
        if all(abs(math.log(guess.pitch / k.pitch)) > 0.05 for k in kept):
            kept.append(guess)
    return kept


def lattice_score(pictures: Sequence[Pixels], lattice: Lattice) -> float:
    """Return how much the cells of a lattice are like each other, 0 to 1 (`Found.score`)."""
    return _objective(pictures, lattice, interior_pairs(lattice.rows, lattice.cols))


def _by_merit(found: list[Found]) -> list[Found]:
    """Order lattices by score, those that cut another's tiles into halves or thirds after it."""
    ordered = sorted(found, key=lambda f: -f.score)
    for part in list(ordered):
        for whole in ordered:
            times = whole.lattice.pitch_x / part.lattice.pitch_x
            near = min(abs(times / n - 1.0) for n in (2, 3))
            if near < 0.02 and whole.score > part.score - PARTS_GAIN:
                ordered.remove(part)
                ordered.append(part)
                break
    return ordered


def board_candidates(pictures: Sequence[Pixels], rows: int, cols: int) -> Iterator[Found]:
    """Yield places where a rows x cols board may be, the likeliest first; nothing where nothing repeats like a board.

    Larger boards come first: within a board there are smaller ones (quarters of tiles), not the other way round.
    What follows a candidate is searched for only when it is asked for.

    Args:
        pictures: frames of the same window, of one size.
        rows: of the board.
        cols: of the board.
    """
    height, width = pictures[0].shape[:2]
    pitch = min(MAX_PITCH, (width + 1) / cols, (height + 1) / rows)
    edges = EdgeMap(pictures)
    guesses: list[Guess] = []
    octave_end = pitch / 2
    while pitch >= MIN_PITCH:
        guesses += [g for g in peaks(pictures, rows, cols, pitch, 1) if g.score >= MIN_PEAK]
        pitch /= PITCH_STEP
        if pitch < octave_end or pitch < MIN_PITCH:
            found = [_refine(pictures, edges, guess, rows, cols) for guess in _distinct(guesses)[:3]]
            yield from (f for f in _by_merit(found) if f.score >= MIN_SCORE)
            guesses, octave_end = [], pitch / 2
