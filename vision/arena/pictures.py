"""The pictures of a profile of an arena: a cut-out a kind, the arena with nothing in it, players on bombs."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic import COLS, ROWS
from vision.arena.layers import ALPHA_SURE, CELLS, ROUNDS, SAMPLES, SIDE, SPRITE, CutOut, nothing
from vision.picture_file import read_picture
from vision.profile import Profile, ProfileError

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class ArenaPictures:
    """What is learned of a window with an arena.

    Attributes:
        kinds: a cut-out a kind, in the order of the profile's kinds.
        ground_low, ground_high: (CELLS, SAMPLES, 3) float32 BGR between which the bare floor or wall of each cell lies.
        on_bomb: players on a bomb, in the order of the profile's.
        rounds: what lies over these where 1, 2, ... 8 rounds are left, None where that was not seen; none at all where
            nobody was seen on a bomb.
    """

    kinds: tuple[CutOut, ...]
    ground_low: Floats
    ground_high: Floats
    on_bomb: tuple[CutOut, ...] = ()
    rounds: tuple[CutOut | None, ...] = ()


def read_pictures(profile: Profile, folder: Path) -> ArenaPictures:
    """Read a profile's pictures.

    Raises:
        ProfileError: the profile is for another kind of board, or a picture cannot be used.
    """
    arena = profile.arena
    if arena is None:
        raise ProfileError(f"{folder}: the profile knows no arena; calibrate again")
    kinds = tuple(CutOut.of_picture(_read(folder / kind.file, 1, 1)) for kind in profile.kinds)
    low, high = cell_grounds(_read(folder / arena.ground, ROWS, COLS))
    on_bomb = tuple(CutOut.of_picture(_read(folder / players.file, 1, 1)) for players in arena.on_bomb)
    rounds: tuple[CutOut | None, ...] = ()
    if arena.rounds:
        strip = _read(folder / arena.rounds, 1, ROUNDS)
        cuts = [CutOut.of_picture(strip[:, t * SIDE : (t + 1) * SIDE]) for t in range(ROUNDS)]
        rounds = tuple(cut if (cut.shows == SPRITE).any() else None for cut in cuts)
    return ArenaPictures(kinds, low, high, on_bomb, rounds)


def _read(path: Path, rows: int, cols: int) -> NDArray[np.uint8]:
    picture = read_picture(path)
    if picture.shape != (rows * SIDE, cols * SIDE, 4):
        raise ProfileError(
            f"{path}: must be {cols * SIDE}x{rows * SIDE} pixels with transparency; mend it or calibrate again"
        )
    return picture


def ground_picture(low: Floats, high: Floats) -> NDArray[np.uint8]:
    """Return the picture of the bare arena, (ROWS * SIDE, COLS * SIDE, 4) uint8; the inverse of `cell_grounds`."""
    middle = np.round((low + high) / 2)
    spread = np.ceil((high - low).max(axis=2) / 2)
    flat = np.dstack([middle, np.clip(ALPHA_SURE - spread, 1, ALPHA_SURE)]).reshape(ROWS, COLS, SIDE, SIDE, 4)
    return flat.transpose(0, 2, 1, 3, 4).reshape(ROWS * SIDE, COLS * SIDE, 4).astype(np.uint8)


def cell_grounds(picture: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Return between which colours the ground of each cell lies, (CELLS, SAMPLES, 3) each."""
    cells = picture.reshape(ROWS, SIDE, COLS, SIDE, 4).transpose(0, 2, 1, 3, 4).reshape(CELLS, SAMPLES, 4)
    middle, spread = cells[..., :3].astype(np.float32), (ALPHA_SURE - cells[..., 3:].astype(np.float32))
    return middle - spread, middle + spread


def rounds_picture(rounds: tuple[CutOut | None, ...]) -> NDArray[np.uint8]:
    """Return what tells the rounds left as one picture, (SIDE, SIDE * 8, 4) uint8."""
    parts: list[Floats] = []
    for cut in rounds:
        colour, trust = (cut or nothing()).picture
        parts.append(np.dstack([np.round(colour), np.round(trust * 255)]))
    return np.clip(np.concatenate(parts, axis=1), 0, 255).astype(np.uint8)
