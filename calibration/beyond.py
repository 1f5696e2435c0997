"""Lines of cells beside a board that show its tiles, too: the board is larger than was asked for, or was found."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame
from vision.cells import sample_cells
from vision.fit_kernels import NOT_ASKED
from vision.judgement import IN_PART_RATIO, LEAST_CONTRAST, judge
from vision.lattice import Lattice
from vision.matching import Match, Matcher
from vision.profile import Profile
from vision.prototypes import Prototype, at_side
from vision.reader import SIDE
from vision.sighting import UNKNOWN

Side = Literal["top", "bottom", "left", "right"]
SIDES: Final[tuple[Side, ...]] = ("top", "bottom", "left", "right")
OPPOSITE: Final[dict[Side, Side]] = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
OF_TILES = 0.7
"""Share of a line's cells that must show a tile for the board to go on there."""
NO_TILES = 0.35
"""Share up to which it surely does not."""
FEWEST_KINDS = 3
"""Different tiles among them: a wall or a strip of buttons is one thing over and over."""
OUT_OF_VIEW = 0.1
"""Share of a cell that may lie outside of the picture for it to be looked at."""


class Beyond(NamedTuple):
    """What lies beside a board.

    Attributes:
        goes_on: the sides at which it goes on in every frame.
        ends: those at which it ends in every frame, or the picture does.
    """

    goes_on: tuple[Side, ...]
    ends: tuple[Side, ...]


def look_beyond(profile: Profile, prototypes: Sequence[Prototype], frames: Sequence[Frame]) -> Beyond:
    """Return at which sides a board goes on.

    A cell there shows a tile where it is read as on the board, or where its better half is: the ground may be another
    towards the true edge.

    Args:
        profile, prototypes: of the board that was found, without a see-through layer.
        frames: of the profile's window.
    """
    lattice = profile.lattice
    x, y = lattice.corner(-1, -1)
    wide = replace(lattice, x=x, y=y, rows=lattice.rows + 2, cols=lattice.cols + 2)
    small = [at_side(prototype, SIDE) for prototype in prototypes]
    dry, trust = (np.stack(part) for part in zip(*small, strict=True))
    matcher = Matcher(dry, trust, None, wide.rows, wide.cols, profile.reader.max_distance)
    shown = [_tiles(matcher(sample_cells(frame.pixels, wide, SIDE)), profile) for frame in frames]
    height, width = frames[0].pixels.shape[:2]
    seen = [side for side in SIDES if _in_view(wide, side, width, height)]
    lines = {side: [_line(tiles, side) for tiles in shown] for side in seen}
    goes_on = tuple(side for side in seen if all(_is_of_tiles(line) for line in lines[side]))
    open_sides = [side for side in seen if any((line != UNKNOWN).mean() > NO_TILES for line in lines[side])]
    return Beyond(goes_on, tuple(side for side in SIDES if side not in open_sides))


def grown(lattice: Lattice, sides: Sequence[Side]) -> Lattice:
    """Return a lattice with one line more at each of some sides."""
    x, y = lattice.corner(-int("top" in sides), -int("left" in sides))
    rows = lattice.rows + ("top" in sides) + ("bottom" in sides)
    return replace(lattice, x=x, y=y, rows=rows, cols=lattice.cols + ("left" in sides) + ("right" in sides))


def moved(lattice: Lattice, sides: Sequence[Side]) -> Lattice:
    """Return a lattice moved by one line towards each of some sides."""
    x, y = lattice.corner(int("bottom" in sides) - int("top" in sides), int("right" in sides) - int("left" in sides))
    return replace(lattice, x=x, y=y)


def ways_to_move(goes_on: Sequence[Side], before: Sequence[Side]) -> tuple[Side, ...]:
    """Return the sides at which a board of a size that was told goes on, and at the opposite side does not.

    Args:
        goes_on: see `Beyond`.
        before: towards which it was moved already; it is not moved back.
    """
    return tuple(side for side in goes_on if OPPOSITE[side] not in (*goes_on, *before))


def _tiles(match: Match, profile: Profile) -> NDArray[np.int8]:
    """Return the code of the tile that each cell shows, UNKNOWN where it shows none."""
    codes = np.array([kind.code for kind in profile.kinds], np.int8)
    read, _ = judge(match, codes, profile.reader)
    nearest, order = match.cores.argmin(axis=2), np.sort(match.cores, axis=2)
    near, other = order[..., 0], order[..., 1]
    in_part = (near > NOT_ASKED) & (near <= profile.reader.max_core) & (near <= IN_PART_RATIO * other)
    in_part &= match.contrasts >= LEAST_CONTRAST
    return np.where((read == UNKNOWN) & in_part, codes[nearest], read).astype(np.int8)


def _line(tiles: NDArray[np.int8], side: Side) -> NDArray[np.int8]:
    """Return the outermost line of a side, without the corners."""
    lines = {"top": tiles[0, 1:-1], "bottom": tiles[-1, 1:-1], "left": tiles[1:-1, 0], "right": tiles[1:-1, -1]}
    return lines[side]


def _is_of_tiles(line: NDArray[np.int8]) -> bool:
    known = line[line != UNKNOWN]
    return len(known) >= OF_TILES * len(line) and len(np.unique(known)) >= FEWEST_KINDS


def _in_view(wide: Lattice, side: Side, width: int, height: int) -> bool:
    """Tell whether the outermost line of a side lies in the picture."""
    outside = {
        "top": -wide.y / wide.pitch_y,
        "bottom": (wide.y + wide.height - height) / wide.pitch_y,
        "left": -wide.x / wide.pitch_x,
        "right": (wide.x + wide.width - width) / wide.pitch_x,
    }
    return outside[side] <= OUT_OF_VIEW
