"""What has been learned of an arena so far, and the reader that this makes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arena.cut_outs import View, cut_out
from calibration.arena.turns import ASIDE, Turns
from engine.hypersonic import COLS, KIND_NAMES
from vision.arena.layers import CELLS, IS_WALL, SAMPLES, CutOut
from vision.arena.pictures import ArenaPictures
from vision.arena.reader import ArenaReader
from vision.profile import Profile
from vision.profile_sections import ArenaSection, BoardSection, KindSection, OnBombSection, ReaderSection, WindowSection

FIRST_BOX: Final = 64
"""Code of the first sort of boxes while it is not known what is in it."""
FIRST_ITEM: Final = 72
"""Code of what the first sort of boxes holds, likewise."""
ON_BOMB: Final = 1000
"""Added to the code of players, where they are counted who stand on a bomb."""
GROUND_FILE: Final = "ground.png"
ROUNDS_FILE: Final = "rounds_on_bombs.png"
MOST_GROUNDS: Final = 9
"""Turns from which the bare ground of a cell is taken."""

Place = tuple[int, int]
"""Turn and cell in which something was seen."""
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """Where everything was seen, and how it looks.

    Attributes:
        ground_low, ground_high: (CELLS, SAMPLES, 3) float32, between which the bare ground of each cell lies.
        ground_seen: (CELLS,) bool, whether it was seen there.
        kinds: cut-outs by code: boxes, items, bombs, players.
        on_bomb: players on a bomb, by code.
        rounds: what tells the rounds left there, 8 or none.
        counts: cells that each kind was learned from, and likewise players on a bomb, by their code and ON_BOMB.
    """

    ground_low: Floats
    ground_high: Floats
    ground_seen: NDArray[np.bool_]
    kinds: Mapping[int, CutOut] = field(default_factory=dict)
    on_bomb: Mapping[int, CutOut] = field(default_factory=dict)
    rounds: tuple[CutOut | None, ...] = ()
    counts: Mapping[int, int] = field(default_factory=dict)

    def cut(self, turns: Turns, places: list[Place], *, comes: bool = False) -> CutOut:
        """Return how something looks that was seen at some places, and that may come to any other."""
        aside = turns.aside_elsewhere({cell for _, cell in places}) if comes else (ASIDE, ASIDE)
        views = []
        for turn, cell in places:
            low, high = turns.between(turn, cell, aside)
            ground = self.ground_low[cell], self.ground_high[cell]
            views.append(View(low, high, *ground, bool(self.ground_seen[cell])))
        return cut_out(views)


def learn_ground(turns: Turns, bare: Mapping[int, list[int]]) -> Knowledge:
    """Return what is known of the ground.

    Args:
        turns: the series.
        bare: turns in which each cell shows nothing but ground; walls need not be among them.
    """
    low, high = np.zeros((CELLS, SAMPLES, 3), np.float32), np.zeros((CELLS, SAMPLES, 3), np.float32)
    seen = np.zeros(CELLS, np.bool_)
    every = list(range(len(turns)))
    for cell in range(CELLS):
        when = every if IS_WALL[cell] else bare.get(cell, [])
        if when:
            some = np.unique(np.linspace(0, len(when) - 1, MOST_GROUNDS).round().astype(int))
            low[cell] = high[cell] = np.median(turns.cells[[when[k] for k in some], cell], axis=0)
            seen[cell] = True
    for cell in np.flatnonzero(~seen).tolist():
        parity = (cell // COLS + cell % COLS) % 2
        floors = [c for c in range(CELLS) if seen[c] and not IS_WALL[c]]
        like = [c for c in floors if (c // COLS + c % COLS) % 2 == parity] or floors
        low[cell], high[cell] = low[like].min(axis=0), high[like].max(axis=0)
    return Knowledge(low, high, seen)


def name_of(code: int) -> str:
    """Return what a kind is called in a profile."""
    if code >= FIRST_ITEM:
        return f"unnamed item {code - FIRST_ITEM + 1}"
    return f"unnamed box {code - FIRST_BOX + 1}" if code >= FIRST_BOX else KIND_NAMES[code]


def file_of(code: int) -> str:
    """Return the file of a kind's picture."""
    return name_of(code).replace(" ", "_").replace("+", "_") + ".png"


def make_profile(base: Profile, known: Knowledge, limits: ReaderSection) -> Profile:
    """Return the profile for what is known, with everything else as in `base`."""
    kinds = tuple(
        KindSection(code=code, name=name_of(code), file=file_of(code), count=known.counts.get(code, 0))
        for code in sorted(known.kinds)
    )
    assert base.arena is not None
    arena = base.arena.model_copy(
        update={
            "on_bomb": tuple(
                OnBombSection(code=code, file=f"on_bomb_{file_of(code)}") for code in sorted(known.on_bomb)
            ),
            "rounds": ROUNDS_FILE if known.rounds else "",
        }
    )
    return base.model_copy(update={"kinds": kinds, "reader": limits, "arena": arena})


def make_pictures(known: Knowledge) -> ArenaPictures:
    """Return the pictures that belong to `make_profile`."""
    return ArenaPictures(
        tuple(known.kinds[code] for code in sorted(known.kinds)),
        known.ground_low,
        known.ground_high,
        tuple(known.on_bomb[code] for code in sorted(known.on_bomb)),
        known.rounds,
    )


def make_reader(base: Profile, known: Knowledge, limits: ReaderSection) -> ArenaReader:
    """Return a reader that reads what is known."""
    return ArenaReader(make_profile(base, known, limits), make_pictures(known))


def base_profile(turns: Turns, game: str, players: int, window: WindowSection) -> Profile:
    """Return a profile that knows the arena and nothing in it."""
    return Profile(
        game=game,
        window=window,
        board=BoardSection.of(turns.lattice),
        kinds=(),
        reader=ReaderSection(min_margin=0.0, max_distance=14.0, max_core=14.0),
        arena=ArenaSection(ground=GROUND_FILE, players=players),
    )
