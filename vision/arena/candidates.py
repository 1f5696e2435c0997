"""Everything that may stand in a cell of an arena, each thing over what lies below it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic import FLOOR, ITEM_BOMB, NO_BOMB, NOBODY
from vision.arena.layers import FLOOR_CODES, IGNORED, SIDE, CutOut, is_bomb, is_players, nothing, over
from vision.arena.pictures import ArenaPictures
from vision.profile import Profile, ProfileError

RIM = 1
"""Samples along a cell's edges that tell nothing: neighbours reach there where a lattice is off by a fraction."""
NEARLY = 6.0
"""Grey levels that every sample may differ, whatever was seen: edges that lie between pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """What may stand in a cell, as `vision.arena.kernels` takes it; the first is bare ground.

    Attributes:
        codes: (candidates, 3) int8 ground, bomb and players, by the profile's kinds.
        low, high: (candidates, SAMPLES, 3) float32.
        shows: (candidates, SAMPLES) uint8.
    """

    codes: NDArray[np.int8]
    low: NDArray[np.float32]
    high: NDArray[np.float32]
    shows: NDArray[np.uint8]


def make_candidates(profile: Profile, pictures: ArenaPictures) -> Candidates:
    """Lay what was learned over each other as the game may show it: players on bare ground or on a bomb.

    Raises:
        ProfileError: two kinds of the profile have one code.
    """
    things = {}
    for kind, cut in zip(profile.kinds, pictures.kinds, strict=True):
        if kind.code in things:
            raise ProfileError(f"kind '{kind.name}': its code {kind.code} is used twice; mend it or calibrate again")
        things[kind.code] = cut
    found: list[tuple[tuple[int, int, int], CutOut]] = [(FLOOR_CODES, nothing())]
    bombs = {code: cut for code, cut in things.items() if is_bomb(code)}
    players = {code: cut for code, cut in things.items() if is_players(code)}
    for code, cut in things.items():
        if FLOOR < code <= ITEM_BOMB or code > NOBODY + 15:
            found.append(((code, NO_BOMB, NOBODY), cut))
    found += [((FLOOR, code, NOBODY), cut) for code, cut in bombs.items()]
    found += [((FLOOR, NO_BOMB, code), cut) for code, cut in players.items()]
    sections = () if profile.arena is None else profile.arena.on_bomb
    for section, cut in zip(sections, pictures.on_bomb, strict=True):
        for t, digit in enumerate(pictures.rounds):
            if cut.leaves_open:  # all look alike, so none is sure
                found.append(((FLOOR, NO_BOMB + 1 + t, section.code), cut))
            elif digit is not None:
                found.append(((FLOOR, NO_BOMB + 1 + t, section.code), over(digit, cut)))
    inner = np.zeros((SIDE, SIDE), np.bool_)
    inner[RIM:-RIM, RIM:-RIM] = True
    shows = np.stack([np.where(inner.reshape(-1), cut.shows, np.uint8(IGNORED)) for _, cut in found])
    return Candidates(
        np.array([codes for codes, _ in found], np.int8),
        np.stack([cut.low - np.float32(NEARLY) for _, cut in found]).astype(np.float32),
        np.stack([cut.high + np.float32(NEARLY) for _, cut in found]).astype(np.float32),
        shows.astype(np.uint8),
    )
