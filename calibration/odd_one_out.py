"""A kind seen in one cell alone, where a game has no special kinds and all its colours are seen: no kind, but a
selected tile, or one with something over it."""

from dataclasses import replace

import numpy as np

from calibration.learn_kinds import Learned
from vision.screen import Screen


def without_odd_ones(learned: Learned, screen: Screen) -> Learned:
    """Return what was learned without kinds seen at one place only, if the game's cursor explains as many.

    Such a cell counts as covered. More than the cursor explains, and those of games with special kinds or of boards
    that have not shown all colours, stay kinds: they may be rare.
    """
    places = [len(np.argwhere((learned.label == kind).any(axis=0))) for kind in range(len(learned.kinds))]
    odd = [kind for kind, count in enumerate(places) if count == 1]
    others = len(learned.kinds) - len(odd)
    if screen.special_codes or others < screen.colours or not 0 < len(odd) <= screen.cursor_cells:
        return learned
    taken_out = np.isin(learned.label, odd)
    kept = [kind for kind in range(len(learned.kinds)) if kind not in odd]
    label = np.where(taken_out | (learned.label < 0), -1, np.searchsorted(kept, learned.label))
    kinds = [learned.kinds[kind] for kind in kept]
    return replace(learned, kinds=kinds, label=label, covered=learned.covered | taken_out)
