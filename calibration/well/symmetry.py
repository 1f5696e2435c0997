"""Where the middle of a pattern is: edges within jewels lie alike on both sides of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels

PARTS = 8
"""Parts of a pixel at which the middle is sought."""
STRONG = 40.0
"""Grey levels at which an edge's strength is cut off: lit and shaded sides count alike."""

Box = tuple[int, float, float]
"""Number of the picture, and left and top of a cell, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """Strength of edges across a cell, over many cells.

    Attributes:
        strength: (pitch * PARTS,) from the cell's beginning to its end.
    """

    strength: NDArray[np.float64]

    def contrast(self) -> float:
        """Return how sharp the pattern is: cells that lie well on each other make a sharper one."""
        return float(((self.strength - self.strength.mean()) ** 2).sum())

    def likeness(self) -> NDArray[np.float64]:
        """Return how much the pattern is the same both ways, (pitch * PARTS,) -1 to 1: entry k mirrored about k / 2."""
        centred = self.strength - self.strength.mean()
        size = float((centred**2).sum())
        if size < 1e-9:
            return np.zeros(len(centred))
        spectrum = np.fft.rfft(centred)
        return np.asarray(np.fft.irfft(spectrum * spectrum, len(centred)) / size, np.float64)

    def middle(self, reach: float) -> tuple[float, float]:
        """Return by how many pixels the beginning must be moved, at most `reach`, and how alike both sides are then."""
        likeness = self.likeness()
        most = int(reach * PARTS)
        moves = np.arange(-2 * most, 2 * most + 1)
        # edges lie between samples: beginning and end of the fold are half a part outside of the outermost
        values = likeness[(moves - 1) % len(likeness)]
        best = int(np.argmax(values))
        return float(moves[best]) / 2 / PARTS, float(values[best])


@dataclass(frozen=True, slots=True, eq=False)
class EdgeLines:
    """Strength of edges along one axis of the picture, a line for each cell that is looked at.

    Attributes:
        lines: (n, length) mean strength over the cell's other side, at pixel borders from 1.
        starts: (n,) where each cell begins, in pixels.
    """

    lines: NDArray[np.float64]
    starts: NDArray[np.float64]

    def fold(self, pitch: float, moves: NDArray[np.float64] | None = None) -> Fold:
        """Return the cells on top of each other.

        Args:
            pitch: of the cells.
            moves: (n,) pixels by which each of them begins later.
        """
        total = np.zeros(round(pitch * PARTS))
        parts = (np.arange(len(total)) + 0.5) / PARTS - 1
        starts = self.starts if moves is None else self.starts + moves
        borders = np.arange(self.lines.shape[1])
        for line, start in zip(self.lines, starts, strict=True):
            total += np.interp(start + parts, borders, line, left=0, right=0)
        return Fold(total)


@dataclass(frozen=True, slots=True, eq=False)
class EdgeMaps:
    """Strength of edges in pictures of one window: how much neighbouring pixels differ in the worst channel.

    Attributes:
        across: (height, width - 1) uint8 a picture, between pixels i and i + 1 of a row.
        down: (height - 1, width) uint8 a picture, between rows i and i + 1.
    """

    across: tuple[NDArray[np.uint8], ...]
    down: tuple[NDArray[np.uint8], ...]

    @classmethod
    def of(cls, pictures: Sequence[Pixels]) -> "EdgeMaps":
        """Measure pictures."""
        return cls(
            tuple(_differences(p[:, 1:], p[:, :-1]) for p in pictures),
            tuple(_differences(p[1:], p[:-1]) for p in pictures),
        )


def _differences(one: Pixels, other: Pixels) -> NDArray[np.uint8]:
    apart = cv2.absdiff(one, other)
    return np.asarray(cv2.max(cv2.max(apart[..., 0], apart[..., 1]), apart[..., 2]), np.uint8)


def edge_lines(edges: EdgeMaps, boxes: Sequence[Box], pitch_x: float, pitch_y: float) -> tuple[EdgeLines, EdgeLines]:
    """Return where edges are across and down the cells at `boxes`."""
    across: list[NDArray[np.float64]] = []
    down: list[NDArray[np.float64]] = []
    order = sorted(boxes)
    for number, x, y in order:
        rows = edges.across[number][max(0, int(y)) : max(1, int(y + pitch_y))]
        cols = edges.down[number][:, max(0, int(x)) : max(1, int(x + pitch_x))]
        across.append(np.minimum(rows, STRONG).mean(axis=0) if rows.size else np.zeros(rows.shape[1]))
        down.append(np.minimum(cols, STRONG).mean(axis=1) if cols.size else np.zeros(cols.shape[0]))
    starts_x, starts_y = np.array([x for _, x, _ in order]), np.array([y for _, _, y in order])
    return EdgeLines(np.array(across), starts_x), EdgeLines(np.array(down), starts_y)


def fold_edges(edges: EdgeMaps, boxes: Sequence[Box], pitch_x: float, pitch_y: float) -> tuple[Fold, Fold]:
    """Return how strong edges are across and down the cells at `boxes`, one on the other."""
    across, down = edge_lines(edges, boxes, pitch_x, pitch_y)
    return across.fold(pitch_x), down.fold(pitch_y)
