"""Reads the frames again with the profile as written, and says what speaks against it."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.find_board import Found
from calibration.kind_names import NamedKind
from calibration.learn_kinds import Learned
from calibration.passing import always_hidden
from calibration.profile_folder import write_profile
from capture.frame import Frame
from vision.profile import Profile, load_profile
from vision.prototypes import Prototype
from vision.reader import Reader
from vision.screen import Screen
from vision.sighting import UNKNOWN

LARGEST_RESIDUAL = 0.03
"""Tiles may lie this far off the lattice, in pitches (or 0.6 pixels, for windows that round)."""
SMALLEST_MARGIN = 0.3
"""Margin that every clean cell of the frames must have."""
FEWEST_AT_EDGE = 4
"""Cells of a kind at an edge that tell scenery from tiles: fewer may be specials that came side by side."""
FEWEST_IN_LINE = 5
"""Cells of a kind side by side at an edge that do so, wherever else it is: no rules leave them standing, and fewer may
be about to break."""


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """All frames read again with the written profile.

    Attributes:
        codes: (frames, rows, cols) int8 as read.
        margins: (frames, rows, cols) float32.
        margin: smallest of a clean cell.
        closest: names of the two kinds of that cell.
        wrong: clean cells that were read as another kind.
        unread: cells that were not read or are partly covered, frame by frame.
        always_hidden: those of them that no frame shows, where only something that passes hides the others; else None.
    """

    codes: NDArray[np.int8]
    margins: NDArray[np.float32]
    margin: float
    closest: tuple[str, str]
    wrong: int
    unread: tuple[int, ...]
    always_hidden: int | None = None


def prove(
    profile: Profile,
    prototypes: Sequence[Prototype],
    frames: Sequence[Frame],
    learned: Learned,
    named: Sequence[NamedKind],
) -> Proof:
    """Write the profile to a scratch folder, read every frame with it, and compare with what was learned."""
    with tempfile.TemporaryDirectory(prefix="spyglass-profile-") as scratch:
        folder = Path(scratch) / "profile"
        write_profile(folder, profile, prototypes, None)
        reader = Reader.open(load_profile(folder), folder)
    sightings = [reader.read(f) for f in frames]
    distances = np.stack([reader.match(f).distance for f in frames])
    margins = np.stack([s.margin for s in sightings])
    # while playing, a cell may be told by its better half; what a profile rests on must be told whole
    codes = np.where(margins < SMALLEST_MARGIN, np.int8(UNKNOWN), np.stack([s.codes for s in sightings]))
    code_of = np.array([n.code for n in named], np.int8)
    clean = (learned.label >= 0) & (codes != UNKNOWN)
    expected = np.where(learned.label >= 0, code_of[learned.label], np.int8(UNKNOWN))
    wrong = int((clean & (codes != expected)).sum())
    smallest = float(margins[clean].min()) if clean.any() else 0.0
    closest = ("", "")
    if clean.any():
        where = np.unravel_index(int(np.argmin(np.where(clean, margins, np.inf))), margins.shape)
        first, second = np.argsort(distances[where])[:2]
        closest = (named[int(first)].name, named[int(second)].name)
    unread = tuple(int(cells.sum()) for cells in (codes == UNKNOWN) | learned.covered)
    return Proof(codes, margins, smallest, closest, wrong, unread, always_hidden(codes, learned.covered))


def lattice_faults(found: Found) -> list[str]:
    """Return what speaks against the lattice, one line each."""
    lattice, faults = found.lattice, []
    limit = max(0.6, LARGEST_RESIDUAL * min(lattice.pitch_x, lattice.pitch_y))
    if found.residual_px > limit:
        faults.append(
            f"tiles lie {found.residual_px:.2f} px off the lattice (at most {limit:.2f}); the board was in motion"
        )
    if found.doubtful:
        where = " and ".join(found.doubtful)
        faults.append(
            f"it cannot be told whether the board of {lattice.rows} x {lattice.cols} cells goes on at the {where};"
            " show it with nothing over it, or give --rows and --cols"
        )
    return faults


def extent_faults(beyond: Sequence[str]) -> list[str]:
    """Return that the board is larger than was asked for, in one line, where it goes on at some sides."""
    if not beyond:
        return []
    *others, last = beyond
    sides = " and ".join([*([", ".join(others)] if others else []), last])
    return [
        f"the board goes on at the {sides}; give its own --rows and --cols (or --rules), or"
        " --any-size, or its place (--board)"
    ]


def part_faults(in_part: Sequence[str]) -> list[str]:
    """Return that a line of the board shows in part only, in one line, where it does at some sides."""
    if not in_part:
        return []
    return [
        f"the board goes on at the {' and '.join(in_part)}: parts of another line of tiles show there;"
        " show all of it, with nothing over it, or give its own --rows and --cols, or its place (--board)"
    ]


def ground_faults(sides: Sequence[str]) -> list[str]:
    """Return that ground was taken for a tile, in one line, where it was at some sides."""
    if not sides:
        return []
    return [
        f"what lies beside the board at the {' and '.join(sides)} looks like one of its tiles, which fills that edge;"
        " show other boards, or give its place (--board)"
    ]


def edge_faults(label: NDArray[np.intp]) -> list[str]:
    """Return which edges of the board are scenery, in one line: whoever gives a row too many gets one of that.

    Most of such an edge is one kind, which is nowhere else or stands in one line, in every frame.

    Args:
        label: (frames, rows, cols), see `calibration.learn_kinds.Learned`.
    """
    edges = {
        "top row": label[:, 0],
        "bottom row": label[:, -1],
        "left column": label[:, :, 0],
        "right column": label[:, :, -1],
    }
    found = [edge for edge, cells in edges.items() if _nowhere_else(cells, label) or _one_line(cells)]
    if not found:
        return []
    return [
        f"one thing takes up most of the {' and of the '.join(found)}, as what lies beside a board does;"
        " give the board's own --rows and --cols, or its place (--board)"
    ]


def _nowhere_else(cells: NDArray[np.intp], label: NDArray[np.intp]) -> bool:
    """Tell whether most of the cells (frames, length) are of a kind that `label` has nowhere else."""
    counts = np.bincount(cells[cells >= 0], minlength=1)
    kind, count = int(counts.argmax()), int(counts.max())
    fewest = max(FEWEST_AT_EDGE * len(cells), cells.size // 2 + 1)
    return count >= fewest and count == int((label == kind).sum())


def _one_line(cells: NDArray[np.intp]) -> bool:
    """Tell whether cells of one kind, side by side, are most of each frame's."""
    fewest = max(FEWEST_IN_LINE, cells.shape[1] // 2 + 1)
    runs = ([(kind, len(list(run))) for kind, run in groupby(line)] for line in cells.tolist())
    return all(any(kind >= 0 and length >= fewest for kind, length in line) for line in runs)


def kind_faults(proof: Proof, screen: Screen) -> list[str]:
    """Return what speaks against the kinds, one line each."""
    faults = []
    if proof.wrong:
        faults.append(f"{proof.wrong} cells are read otherwise than they were learned")
    allowed = screen.cursor_cells
    unread = max(proof.unread) if proof.always_hidden is None else proof.always_hidden
    if unread > allowed:
        faults.append(
            f"{unread} cells are covered or fit no kind (the cursor explains {allowed});"
            " show the board at rest, with nothing over it"
        )
    if proof.margin < SMALLEST_MARGIN:
        faults.append("kinds '{}' and '{}' are too alike (margin {:.2f})".format(*proof.closest, proof.margin))
    return faults
