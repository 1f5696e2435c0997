"""Tells a board from other things that repeat: chequers, text, the map beside the board."""

import numpy as np
from numpy.typing import NDArray

from calibration.learn_kinds import Learned
from vision.screen import Screen

FEWEST_KINDS = 3
"""Fewer kinds are no board."""
REPEATED_SHARE = 0.8
"""Share of the cells that must be of a kind seen at least twice."""
MOST_SINGLES = 5
"""Kinds seen once in a frame, at most: specials are rare, parts of scenery are not."""
POSES = 3
"""Pictures of one special kind, at most (some are animated)."""
SPARE_KINDS = 2
"""Kinds beyond those that the game is known to have."""
MOST_REGULAR = 0.6
"""Share of the cells that may equal the cell at one fixed offset: chance puts tiles down, not a pattern."""
OFFSETS = [(r, c) for r in range(7) for c in range(-3, 4) if (r, c) > (0, 0)]
"""(rows, columns) at which patterns are looked for."""
FEWEST_COMPARED = 20
"""Cells of a frame below which chance makes patterns too."""
LEAST_VARIED = 0.65
"""Different pairs of neighbours there must be, as a share of what the same tiles in any order would show."""
SHUFFLES = 16
"""Orders that this is averaged over."""


def _pairs(label: NDArray[np.intp]) -> int:
    """Return how many different pairs of unlike neighbours there are, side by side and one above the other."""
    count = 0
    for first, second in ((label[..., :-1], label[..., 1:]), (label[:, :-1], label[:, 1:])):
        unlike = (first != second) & (first >= 0) & (second >= 0)
        count += len(set(zip(first[unlike].tolist(), second[unlike].tolist(), strict=True)))
    return count


def _varied(label: NDArray[np.intp]) -> float:
    """Return how varied the neighbours are against the same tiles in any order: about 1 by chance.

    Each frame by itself: frames of a board that stands still show the same pairs, which is no pattern.
    """
    rng = np.random.default_rng(0)
    ratios = []
    for frame in label[:, None]:
        shuffled = (rng.permutation(frame.ravel()).reshape(frame.shape) for _ in range(SHUFFLES))
        by_chance = float(np.mean([_pairs(order) for order in shuffled]))
        ratios.append(_pairs(frame) / max(by_chance, 1.0))
    return float(np.mean(ratios))


def no_board_reason(learned: Learned, screen: Screen) -> str | None:
    """Return why what was learned cannot be a board of this game, or None where it can."""
    frames = len(learned.label)
    if len(learned.kinds) < FEWEST_KINDS:
        return f"the best place shows fewer than {FEWEST_KINDS} kinds of tile"
    counts = np.bincount(learned.label[learned.label >= 0], minlength=len(learned.kinds))
    repeated = float(np.isin(learned.label, np.flatnonzero(counts >= 2)).mean())
    if repeated < REPEATED_SHARE:
        return (
            f"at the best place only {repeated:.0%} of the cells show a tile that comes twice"
            " (covered, moving, or no board at all)"
        )
    singles = int((counts == 1).sum())
    if singles > MOST_SINGLES + frames - 1:
        return f"at the best place {singles} cells show something seen nowhere else"
    most = screen.colours + POSES * len(set(screen.special_codes.values())) + SPARE_KINDS
    if len(counts) > most:
        return f"the best place shows {len(counts)} kinds of tile; the game has {screen.colours} and some specials"
    height, width = learned.label.shape[1:]
    for rows, cols in OFFSETS:
        if max(0, height - rows) * max(0, width - abs(cols)) < FEWEST_COMPARED:
            continue
        a = learned.label[:, rows:, max(cols, 0) : learned.label.shape[2] + min(cols, 0)]
        b = learned.label[:, : learned.label.shape[1] - rows, max(-cols, 0) : learned.label.shape[2] - max(cols, 0)]
        alike = float(((a == b) & (a >= 0)).mean())
        if alike > MOST_REGULAR:
            return "the best place shows a regular pattern, not tiles"
    if _varied(learned.label) < LEAST_VARIED:
        return "the best place shows a regular pattern, not tiles"
    return None
