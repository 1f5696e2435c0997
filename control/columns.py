"""Columns: a move is a few key presses, one step each, and a drop; what the overlay draws of it.

Which key does what is in the profile (`KeysSection`).
"""

from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from control.gesture import Keys, Point
from control.sketch import Box, Sketch
from engine.columns import EMPTY, LENGTH, Rules, State, drop_piece, legal_moves
from vision.profile import Profile
from vision.profile_sections import KeysSection

RIM = 0.06
"""Width of the lines around the landing place, in cells."""
BESIDE = 0.3
"""Between the well and the text beside it, in cells."""
TEXT_HALF_PX, TEXT_HALF_STROKES = 20.0, 5.0
"""Half the height of the text's plate, with a little room: so many pixels at least, and so many strokes."""


class Press(StrEnum):
    """What one key press does to the falling piece."""

    LEFT = "left"
    RIGHT = "right"
    ROTATE = "rotate"
    DROP = "drop"
    SOFT = "soft"


def press(what: Press, keys: KeysSection) -> Keys | None:
    """Return the press of one key; None where the window has no such key."""
    name = getattr(keys, what.value)
    return Keys((name,)) if name else None


def words(move: int) -> str:
    """Return a move as a person would say it; columns count from 1."""
    col, rotations = divmod(int(move), LENGTH)
    return f"rotate {rotations}x, column {col + 1}" if rotations else f"column {col + 1}"


def sketch(rules: Rules, state: State, line: Sequence[int], text: str, profile: Profile) -> Sketch:
    """Return what the overlay draws for an advised line: where the piece lands strong, where the next one does dim.

    The text stands beside the well, so that it hides neither the falling piece nor what lies.

    Args:
        rules: the preset.
        state: in which the first move is to be made.
        line: the placements the planner expects, the advised one first; not empty.
        text: what is said of it; the number of rotations is added.
        profile: of the window.
    """
    lattice = profile.lattice
    rotations = int(line[0]) % LENGTH
    boxes = [_landing(rules, state, line[0], profile)]
    if len(line) > 1 and line[0] in legal_moves(rules, state):
        after = drop_piece(rules, state, int(line[0])).state
        boxes.append(_landing(rules, after, line[1], profile))
    turned = ", ".join(filter(None, (f"rotate {rotations}x" if rotations else "", text)))
    stroke = max(2.0, RIM * min(lattice.pitch_x, lattice.pitch_y))
    room = max(TEXT_HALF_PX, TEXT_HALF_STROKES * stroke)
    text_at, text_ends = _beside(profile, boxes[0].y + boxes[0].height / 2, room)
    return Sketch(
        boxes=(boxes[0],),
        dim_boxes=tuple(boxes[1:]),
        text=turned,
        text_at=text_at,
        text_ends=text_ends,
        stroke=stroke,
    )


def _beside(profile: Profile, middle: float, room: float) -> tuple[Point, bool]:
    """Return where a text beside the well begins, or ends, and which of the two.

    It stands on the side on which the window has more room, at a height of `middle` or, where the preview or a number
    that is read is there, below it; `room` above and below that is its own.
    """
    lattice, well = profile.lattice, profile.well
    edges = lattice.x, lattice.x + lattice.width
    left = edges[0] > profile.window.width - edges[1]
    y = middle
    read = (well.next if well is not None else None, profile.score, profile.best, profile.level, profile.jewels)
    for place in sorted((one for one in read if one is not None), key=lambda place: place.y):
        same_side = place.x < edges[0] if left else place.x + place.width > edges[1]
        if same_side and place.y - room < y < place.y + place.height + room:
            y = place.y + place.height + room
    gap = BESIDE * lattice.pitch_x
    return (edges[0] - gap if left else edges[1] + gap, y), left


def _landing(rules: Rules, state: State, move: int, profile: Profile) -> Box:
    """Return the rectangle in which a piece comes to lie."""
    lattice = profile.lattice
    col = int(move) // LENGTH
    height = int(np.count_nonzero(state.board[:, col] != EMPTY))
    top = rules.rows - height - LENGTH
    x, y = lattice.x + col * lattice.pitch_x, lattice.y + top * lattice.pitch_y
    cut = max(0.0, lattice.y - y)
    return Box(x, y + cut, lattice.pitch_x, LENGTH * lattice.pitch_y - cut)
