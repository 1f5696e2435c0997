"""Tells a board from other things that repeat: chequers, text, the map beside the board."""

import numpy as np

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
OFFSETS = ((0, 1), (1, 0), (0, 2), (2, 0), (1, 1), (1, -1), (0, 3), (3, 0))
"""(rows, columns) at which patterns are looked for."""


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
    for rows, cols in OFFSETS:
        a = learned.label[:, rows:, max(cols, 0) : learned.label.shape[2] + min(cols, 0)]
        b = learned.label[:, : learned.label.shape[1] - rows, max(-cols, 0) : learned.label.shape[2] - max(cols, 0)]
        alike = float(((a == b) & (a >= 0)).mean())
        if alike > MOST_REGULAR:
            return "the best place shows a regular pattern, not tiles"
    return None
