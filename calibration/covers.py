"""Kinds that are none: cells that look alike because one thing lies over them, as a dialog does."""

from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.kinds import Kind

FEWEST_TOGETHER: Final = 4
"""Cells side by side, of kinds that are nowhere else, from which one thing may lie over them."""
FLAT: Final = 5.0
"""Spread within a cell's picture, in grey levels, up to which it shows one plain colour."""
SHADED: Final = 12.0
"""Spread within the usual kind's picture from which tiles are no plain colours."""
CHANGES: Final = -2
"""Stands for a cell that shows one kind in one frame and another in the next."""
SHUFFLES: Final = 200
"""Orders of the same tiles by which it is told how often chance puts them so."""
BY_CHANCE: Final = 0.01
"""Share of them up to which it has not ..."""
FLAT_BY_CHANCE: Final = 0.06
"""... and where a kind is of one plain colour, which is odd by itself."""


def cover_faults(label: NDArray[np.intp], kinds: Sequence[Kind]) -> list[str]:
    """Return where something lies over the board that was learned as a kind, or as several, in one line.

    On a small board, or with few kinds, tiles lie side by side by chance as well: that is counted.

    Args:
        label: (frames, rows, cols), see `calibration.learn_kinds.Learned`.
        kinds: by that index.
    """
    spreads = np.array([_spread(kind) for kind in kinds])
    plain = (spreads <= FLAT) & bool(np.median(spreads) >= SHADED)
    # what lies over a board lies there in every frame: a kind that comes or goes anywhere is a tile's
    board = label.max(axis=0)
    board[((label != board) & (label >= 0)).any(axis=0)] = CHANGES
    stay = np.setdiff1d(board[board >= 0], label[:, board == CHANGES])

    def most_pairs(order: NDArray[np.intp]) -> int:
        return max(map(_pairs, _together(order, stay)), default=0)

    suspects = _together(board, stay)
    if suspects and _chance(board, most_pairs) > BY_CHANCE:
        suspects = []
    suspects += [(label == kind).any(axis=0) for kind in np.flatnonzero(plain) if _hangs_together(label, int(kind))]
    if not suspects:
        return []
    cells = np.argwhere(np.any(suspects, axis=0)) + 1
    (top, left), (bottom, right) = cells.min(axis=0), cells.max(axis=0)
    return [
        f"cells at rows {top} to {bottom} and columns {left} to {right} seem to be covered by one thing;"
        " show the board with nothing over it"
    ]


def _spread(kind: Kind) -> float:
    """Return how far the pixels of a kind's picture spread about their mean, in grey levels."""
    return float(np.sqrt(np.mean(np.var(kind.dry, axis=(0, 1)))))


def _groups(cells: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return the cells, (rows, cols) each, that lie side by side or one above the other."""
    count, which = cv2.connectedComponents(cells.astype(np.uint8), connectivity=4)
    return [which == group for group in range(1, count)]


def _pairs(cells: NDArray[np.bool_]) -> int:
    """Return how many pairs of neighbours cells make: more where they fill a rectangle, as a dialog does."""
    return int((cells[1:] & cells[:-1]).sum() + (cells[:, 1:] & cells[:, :-1]).sum())


def _together(board: NDArray[np.intp], stay: NDArray[np.intp]) -> list[NDArray[np.bool_]]:
    """Return the groups of cells that one thing may lie over.

    It shows different parts of itself in them: its kinds are nowhere else, and what is no kind lies among them.

    Args:
        board: (rows, cols), the kind of each cell; below 0 where it is none, or `CHANGES`.
        stay: kinds that a thing over the board may have made.
    """
    unknown = board == -1
    nowhere_else = [kind for kind in stay if len(_groups(board == kind)) == 1]
    groups = _groups(np.isin(board, nowhere_else) | unknown)
    return [group for group in groups if group.sum() >= FEWEST_TOGETHER and not unknown[group].all()]


def _hangs_together(label: NDArray[np.intp], kind: int) -> bool:
    """Tell whether a kind lies in fewer groups than chance makes, in every frame that shows it, or in one cell."""
    shown = [frame for frame in label if (frame == kind).any()]
    one_cell = int((label == kind).any(axis=0).sum()) == 1
    return one_cell or all(
        _chance(frame, lambda order: -len(_groups(order == kind))) <= FLAT_BY_CHANCE for frame in shown
    )


def _chance(board: NDArray[np.intp], measure: Callable[[NDArray[np.intp]], int]) -> float:
    """Return the share of the orders of a board's tiles that measure as much as it does, or more.

    What is no kind keeps its place: a cursor lies over cells side by side.
    """
    rng, measured = np.random.default_rng(0), measure(board)
    tiles, order, count = board != -1, board.copy(), 0
    for _ in range(SHUFFLES):
        order[tiles] = rng.permutation(board[tiles])
        count += measure(order) >= measured
    return count / SHUFFLES
