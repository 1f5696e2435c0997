"""Lines of cells beside a board that show its tiles, too: the board is larger than was asked for, or was found."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from calibration.lines_in_part import shows_part_of_a_line
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
FEWEST_KINDS = 2
"""Different tiles among them: a wall or a strip of buttons is one thing over and over."""
STEPS = (0.0, -0.06, 0.06, -0.1, 0.1, -0.15, 0.15)
"""Of a pitch, by which a line is tried nearer to the board and farther off."""
APART_PX = 1.5
"""How far off it must fit best for its tiles to stand apart from the board ..."""
APART_SHARE = 0.6
"""... and how much better than on the lattice: up to this share of the distance there."""
OF_ONE_KIND = 0.5
"""Share of the cells of a board's last line, and of the next one, that are the same kind where both are ground."""
OUT_OF_VIEW = 0.1
"""Share of a cell that may lie outside of the picture for it to be looked at."""
COVERED_PARTS = (0.25, 0.5)
"""Of a line that lies in the picture: the parts nearest to the board that are looked at by themselves."""


Value = TypeVar("Value", bound=np.generic)


class Beyond(NamedTuple):
    """What lies beside a board.

    Attributes:
        goes_on: the sides at which it goes on in every frame.
        ends: those at which it ends in every frame, or the picture does, if only by a tenth of a cell.
        in_part: those at which parts of a line's tiles show: the rest is covered, or out of the picture.
        ground: those at which the last line and what lies beside it are one kind in every frame: ground that was taken
            for a tile.
    """

    goes_on: tuple[Side, ...]
    ends: tuple[Side, ...]
    in_part: tuple[Side, ...] = ()
    ground: tuple[Side, ...] = ()


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
    shown, whole = zip(
        *(_tiles(matcher(sample_cells(frame.pixels, wide, SIDE)), profile) for frame in frames), strict=True
    )
    height, width = frames[0].pixels.shape[:2]
    seen = [side for side in SIDES if _in_view(wide, side, width, height)]
    lines = {side: [_line(tiles, side) for tiles in shown] for side in seen}
    of_tiles = [side for side in seen if _are_of_tiles(lines[side])]
    apart = [side for side in of_tiles if _lies_apart(matcher, wide, frames, side)]
    goes_on = tuple(side for side in of_tiles if side not in apart)
    seen = [side for side in seen if side not in apart]
    open_sides = [side for side in seen if any((line != UNKNOWN).mean() > NO_TILES for line in lines[side])]
    open_sides += [side for side in seen if any((_line(cells, side) != UNKNOWN).any() for cells in whole)]
    in_part = _in_part(wide, prototypes, frames, [side for side in SIDES if side not in of_tiles])
    ends = tuple(side for side in SIDES if side not in open_sides and side not in in_part)
    ground = tuple(side for side in seen if _are_ground([_two_lines(cells, side) for cells in whole]))
    return Beyond(goes_on, ends, in_part, ground)


def look_beyond_dry(profile: Profile, prototypes: Sequence[Prototype], frames: Sequence[Frame]) -> Beyond:
    """Return at which sides parts of dry tiles show, of a board that a see-through layer may lie over; see `Beyond`.

    The layer may begin at any height of the next line, and nothing is known of what it looks like where all lines
    that were found are dry. So it is not told where the board ends.
    """
    lattice = profile.lattice
    x, y = lattice.corner(-1, -1)
    wide = replace(lattice, x=x, y=y, rows=lattice.rows + 2, cols=lattice.cols + 2)
    return Beyond((), (), _in_part(wide, prototypes, frames, SIDES))


def _in_part(
    wide: Lattice, prototypes: Sequence[Prototype], frames: Sequence[Frame], sides: Sequence[Side]
) -> tuple[Side, ...]:
    """Return at which of some sides parts of tiles show in the outermost line of a lattice, those next to the board."""
    height, width = frames[0].pixels.shape[:2]
    shares = {side: _shares(wide, side, width, height) for side in sides}
    return tuple(
        side
        for side in sides
        if any(shows_part_of_a_line(wide, prototypes, frames, side, part) for part in shares[side])
    )


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


def _tiles(match: Match, profile: Profile) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the code of the tile that each cell shows, UNKNOWN where it shows none; then those that it shows whole."""
    codes = np.array([kind.code for kind in profile.kinds], np.int8)
    read, _ = judge(match, codes, profile.reader)
    nearest, order = match.cores.argmin(axis=2), np.sort(match.cores, axis=2)
    near, other = order[..., 0], order[..., 1]
    in_part = (near > NOT_ASKED) & (near <= profile.reader.max_core) & (near <= IN_PART_RATIO * other)
    in_part &= match.contrasts >= LEAST_CONTRAST
    return np.where((read == UNKNOWN) & in_part, codes[nearest], read).astype(np.int8), read


def _line(tiles: NDArray[Value], side: Side) -> NDArray[Value]:
    """Return the outermost line of a side, of (rows, cols), without the corners."""
    lines = {"top": tiles[0, 1:-1], "bottom": tiles[-1, 1:-1], "left": tiles[1:-1, 0], "right": tiles[1:-1, -1]}
    return lines[side]


def _two_lines(tiles: NDArray[Value], side: Side) -> NDArray[Value]:
    """Return the two outermost lines of a side, (2, length), of (rows, cols), without the outermost corners."""
    lines = {"top": tiles[:2, 1:-1], "bottom": tiles[-2:, 1:-1], "left": tiles[1:-1, :2].T, "right": tiles[1:-1, -2:].T}
    return lines[side]


def _are_of_tiles(lines: Sequence[NDArray[np.int8]]) -> bool:
    """Tell whether a line, as each frame shows it, is of tiles, different ones among them in all frames together."""
    known = [line[line != UNKNOWN] for line in lines]
    full = all(len(codes) >= OF_TILES * len(line) for codes, line in zip(known, lines, strict=True))
    return full and len(np.unique(np.concatenate(known))) >= FEWEST_KINDS


def _are_ground(lines: Sequence[NDArray[np.int8]]) -> bool:
    """Tell whether a board's last line and the one beyond it, (2, length) in each frame, are mostly one kind."""
    cells = np.stack(lines)
    kinds = np.unique(cells[cells != UNKNOWN])
    return any(bool(((cells == kind).mean(axis=2) > OF_ONE_KIND).all()) for kind in kinds)


def _lies_apart(matcher: Matcher, wide: Lattice, frames: Sequence[Frame], side: Side) -> bool:
    """Tell whether the tiles of a line fit far better nearer to the board, or farther off, than on its lattice.

    A preview, or a row of collected tiles, may have the board's own pitch; it hardly stands as near as a line of it.
    A pixel aside is nothing: so a line lies where a pitch is rounded. And what lies over a line, as a frame around the
    board, fits a little better anywhere.
    """
    across = side in ("left", "right")
    off = {}
    for step in STEPS:
        x, y = wide.x + across * step * wide.pitch_x, wide.y + (not across) * step * wide.pitch_y
        place = replace(wide, x=x, y=y)
        near = [matcher(sample_cells(frame.pixels, place, SIDE)).distance.min(axis=2) for frame in frames]
        off[step] = float(np.median([_line(distance, side) for distance in near]))
    best = min(off, key=lambda step: off[step])
    pitch = wide.pitch_x if across else wide.pitch_y
    return abs(best) * pitch > APART_PX and off[best] <= APART_SHARE * off[0.0]


def _shares(wide: Lattice, side: Side, width: int, height: int) -> tuple[float, ...]:
    """Return which parts of the outermost line of a side, nearest to the board, are to be looked at by themselves."""
    outside = _outside(wide, side, width, height)
    return COVERED_PARTS if outside <= OUT_OF_VIEW else (1 - outside,)


def _in_view(wide: Lattice, side: Side, width: int, height: int) -> bool:
    """Tell whether the outermost line of a side lies in the picture."""
    return _outside(wide, side, width, height) <= OUT_OF_VIEW


def _outside(wide: Lattice, side: Side, width: int, height: int) -> float:
    """Return how much of the outermost line of a side lies out of the picture, in cells."""
    outside = {
        "top": -wide.y / wide.pitch_y,
        "bottom": (wide.y + wide.height - height) / wide.pitch_y,
        "left": -wide.x / wide.pitch_x,
        "right": (wide.x + wide.width - width) / wide.pitch_x,
    }
    return outside[side]
