"""One place that may be a well: the jewels in it, how likely it is, and why its size is not to be trusted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.well.borders import refine
from calibration.well.cut_off import sides_out_of_view, sides_within_grid, view_fault
from calibration.well.evidence import missing_sides, one_piece_only
from calibration.well.find_well import Place
from calibration.well.gravity import jewel_cells, supported
from calibration.well.jewels import Kind, find_kinds
from calibration.well.stacks import complete, goes_on
from calibration.well.twins import without_twins
from capture.frame import Pixels
from vision.lattice import Lattice

LEAST_SUPPORTED = 0.8
"""Share of the jewels that must rest on others or on the floor."""
LEAST_SYMMETRY, LEAST_DOWN = 0.7, 0.55
"""How alike left and right of the jewels must be, above and below: cells that cut jewels apart are not; jewels that are
lit from above are less so down."""
BEYOND = 0.08
"""Pitches by which a well may seem to leave the window."""
FEWEST_JEWELS = 3
SINGLE_WEIGHT = 0.5
"""What it counts against a place that its jewels look like no others."""
SYMMETRY_WEIGHT = 0.5
"""What symmetry counts for beside the walls, when places are held against each other."""

ONE_PIECE = (
    "the only jewels seen in the well are one piece's, which show neither its floor nor its walls; let a few pieces "
    "lie, then calibrate again, or give both --rows and --cols"
)
NO_SIDE = (
    "nothing shows the well's {sides} for certain; let a few pieces lie, then calibrate again, or give both --rows "
    "and --cols"
)


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """One place with its jewels.

    Attributes:
        lattice: of its cells, fitted to the jewels.
        kinds: of jewels.
        merit: larger is likelier.
        fault: why its size is not to be trusted, one line; "" where it is.
        cut_off: whether that is because the picture may not hold all of it.
    """

    lattice: Lattice
    kinds: list[Kind]
    merit: float
    fault: str
    cut_off: bool


def attempt_at(
    pictures: list[Pixels], place: Place, size_told: bool, sizes: Sequence[tuple[int, int]]
) -> Attempt | None:
    """Return a place with its jewels, None where what is there does not lie as jewels do.

    Args:
        pictures: of one window.
        place: where a well may be.
        size_told: whether a person told its rows and columns.
        sizes: rows and columns that the game's presets have.
    """
    by_hand = place.walls is None
    kinds = _kinds(pictures, place, place.lattice)
    if not by_hand and goes_on(pictures, kinds, place.lattice):
        return None
    there = jewel_cells(kinds, place.lattice, len(pictures))
    if sum(int(cells.sum()) for cells in there) < FEWEST_JEWELS:
        return None
    lone = one_piece_only(kinds, place.lattice)
    missing, unseen = _unsure_sides(place, kinds)
    # a piece on its way down will do between walls that show: to go by where the size is told, or else to say so
    if supported(there) < LEAST_SUPPORTED and (not lone or missing or (by_hand and not size_told)):
        return None
    refined = refine(there, place)
    if refined is None:
        return None
    lattice, across, down = refined
    cut_apart = across < LEAST_SYMMETRY or down < LEAST_DOWN
    # of what a person told whole, a reading of it is proof enough
    if (cut_apart and not (by_hand and size_told)) or _leaves(lattice, pictures[0]):
        return None
    if by_hand:
        lattice = place.lattice
    # with the lattice as it is, the same jewels look the same
    kinds = _kinds(pictures, place, lattice) or kinds
    merit = place.likelihood + SYMMETRY_WEIGHT * min(across, down) - SINGLE_WEIGHT * _singles(kinds)
    fault = "" if by_hand else _size_fault(lone, missing, size_told)
    cut_off = "" if fault or size_told else view_fault(unseen, (lattice.rows, lattice.cols), sizes)
    return Attempt(lattice, kinds, merit, fault or cut_off, bool(cut_off))


def _unsure_sides(place: Place, kinds: Sequence[Kind]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sides that the well does not show to have, and those that are out of view; none where told by hand."""
    if place.walls is None:
        return (), ()
    missing = dict.fromkeys(missing_sides(place.walls, place.lattice, kinds))
    missing |= dict.fromkeys(sides_within_grid(place.walls, place.lattice, kinds))
    return tuple(missing), sides_out_of_view(place.walls, place.lattice, kinds)


def _size_fault(lone: bool, missing: Sequence[str], told: bool) -> str:
    """Return why a well's size is not to be trusted, one line; "" where it shows, or a person told it.

    Args:
        lone: whether one piece is all that was seen in it.
        missing: sides that nothing but jewels shows.
        told: whether its rows and columns were told.
    """
    if lone and not told:
        return ONE_PIECE
    return NO_SIDE.format(sides=", ".join(missing)) if missing and (lone or not told) else ""


def _singles(kinds: Sequence[Kind]) -> float:
    """Return the share of jewels that look like no other: cells that cut jewels apart show few things twice."""
    return sum(len(kind.seen) == 1 for kind in kinds) / max(1, sum(len(kind.seen) for kind in kinds))


def _leaves(lattice: Lattice, picture: Pixels) -> bool:
    """Tell whether cells reach beyond the window."""
    height, width = picture.shape[:2]
    room = BEYOND * min(lattice.pitch_x, lattice.pitch_y)
    right, bottom = lattice.x + lattice.width, lattice.y + lattice.height
    return bool(min(lattice.x, lattice.y, width - right, height - bottom) < -room)


def _kinds(pictures: list[Pixels], place: Place, lattice: Lattice) -> list[Kind]:
    found = complete(pictures, find_kinds(pictures, replace(place, lattice=lattice)), lattice)
    return without_twins(pictures, found, lattice)
