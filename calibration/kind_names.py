"""Gives learned kinds the engine's codes: ordinary ones by falling count, special ones by the name a person gives."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.kinds import Kind
from calibration.learn_kinds import Learned
from capture.frame import Frame, Pixels
from vision.lattice import Lattice
from vision.screen import Screen

NameKind = Callable[[Pixels, int], str | None]
"""Asked once for each special kind: (its picture, its number from 1) to its name, None to leave it unnamed."""

RARE = 0.2
"""A kind seen less often than this share of an even spread over the ordinary kinds is a special one."""


@dataclass(frozen=True, slots=True)
class NamedKind:
    """What profile.toml says of a kind."""

    code: int
    name: str
    file: str
    count: int


def _picture(kind: Kind, frames: Sequence[Frame], lattice: Lattice) -> Pixels:
    """Cut the first cell of a kind out of its frame."""
    frame, cell = divmod(int(kind.cells[0]), lattice.rows * lattice.cols)
    return cell_picture(frames[frame].pixels, lattice, *divmod(cell, lattice.cols))


def cell_picture(pixels: Pixels, lattice: Lattice, row: int, col: int) -> Pixels:
    """Cut one cell out of a frame, to whole pixels."""
    x0, y0 = lattice.corner(row, col)
    x1, y1 = lattice.corner(row + 1, col + 1)
    return np.ascontiguousarray(pixels[max(0, round(y0)) : round(y1), max(0, round(x0)) : round(x1)])


def fewest_of_a_kind(cells: int, colours: int) -> float:
    """Return how many of some cells show a kind at least that is no special one, on a board of so many colours."""
    return max(2.0, RARE * cells / colours)


def name_kinds(
    kinds: Sequence[Kind],
    learned: Learned,
    frames: Sequence[Frame],
    lattice: Lattice,
    screen: Screen,
    name_kind: NameKind | None,
) -> list[NamedKind]:
    """Return code, name and file of each kind, in the order of `kinds` (falling count).

    A special kind that is given a name of `screen.special_codes`, or "colour N", gets that code; any other gets a
    code of its own from `screen.first_free_code` on, which the engine does not know.
    """
    fewest = fewest_of_a_kind(learned.label.size, screen.colours)
    named: list[NamedKind] = []
    ordinary, free, asked = 0, screen.first_free_code, 0
    for kind in kinds:
        count = len(kind.cells)
        if ordinary < screen.colours and count >= fewest:
            name, code = f"colour {ordinary}", ordinary
            ordinary += 1
        else:
            asked += 1
            answer = name_kind(_picture(kind, frames, lattice), asked) if name_kind is not None else None
            name = (answer or "").strip().lower() or f"unnamed {asked}"
            known = known_code(name, screen)
            same = next((other.code for other in named if other.name == name), None)
            if known is not None:
                code = known
                name = next((other.name for other in named if other.code == code), name)
            elif same is not None:
                code = same
            else:
                code = free
                free += 1
        named.append(NamedKind(code, name, picture_file(name, {n.file for n in named}), count))
    return named


def picture_file(name: str, taken: set[str]) -> str:
    """Return a file name for a kind's picture that none of those taken is."""
    stem = re.sub(r"[^a-z0-9]+", "_", name).strip("_") or f"kind_{len(taken)}"
    file, again = f"{stem}.png", 2
    while file in taken:
        file, again = f"{stem}_{again}.png", again + 1
    return file


def known_code(name: str, screen: Screen) -> int | None:
    """Return the engine's code of a kind by the name a person gave it; None where the engine knows no such kind."""
    if name in screen.special_codes:
        return screen.special_codes[name]
    match = re.fullmatch(r"colou?r (\d+)", name)
    if match and int(match[1]) < screen.colours:
        return int(match[1])
    return None
