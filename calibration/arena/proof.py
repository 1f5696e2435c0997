"""Proves a profile of an arena on the series it was learned from: all read again, and as the rules want it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arena.knowledge import FIRST_BOX, Knowledge, name_of
from calibration.arena.readings import Readings
from capture.frame import Frame
from engine.hypersonic import BOX, ITEM_BOMB, NO_BOMB, NOBODY, stands
from vision.arena.layers import CELLS, ROUNDS, steps
from vision.arena.reader import ArenaReader
from vision.profile_sections import ReaderSection
from vision.sighting import UNKNOWN, Codes

LEAST_MARGIN: Final = 0.5
"""What a cell must have to count as read; see `vision.arena.kernels.DOUBT`."""
DISTANCES: Final = (1.5, 3.5)
"""Least and most that a cell may be off, in grey levels."""
SLACK: Final = 2.0
"""How many times farther off a cell may be than any was in the series."""
LEAST_WHOLE: Final = 0.8
"""Share of turns that must be read whole: rare things (players on one cell) may not have been learned."""
LEAST_PROVED: Final = 60
"""Turns that must count for that share, where some do not: but for rounds of bombs below players all was read."""
MOST_ODD: Final = 0.03
"""Share of turns after which something is not as the rules want it; a turn that was not seen makes two."""
ASK: Final = "or run it at a terminal, which asks for names"
"""What helps where the turns do not tell what a box or an item is."""


@dataclass(frozen=True, slots=True, eq=False)
class ArenaProof:
    """What came of reading everything again.

    Attributes:
        codes: (turns, 33, 13) int8.
        margin: the smallest of a cell that was read.
        whole: share of turns that were read whole, of those that count.
        left_out: how many do not: nothing was not read but rounds of bombs below players, which nothing tells there.
        odd: share of turns after which bombs or players are not as the rules want it.
    """

    codes: Codes
    margin: float
    whole: float
    left_out: int
    odd: float


def limits_of(readings: Readings) -> ReaderSection:
    """Return the reader's limits: somewhat wider than what the series needed."""
    read = readings.ground != UNKNOWN
    worst = float(np.percentile(readings.distance[read], 99.99)) if read.any() else 0.0
    most = float(np.clip(SLACK * worst + 1.0, *DISTANCES))
    return ReaderSection(min_margin=LEAST_MARGIN, max_distance=round(most, 3), max_core=round(most, 3))


def prove(reader: ArenaReader, frames: Sequence[Frame], readings: Readings) -> ArenaProof:
    """Read frames again and hold each against the one before."""
    sightings = [reader.read(frame) for frame in frames]
    codes = np.stack([sighting.codes for sighting in sightings])
    margins = np.stack([sighting.margin for sighting in sightings])
    known = codes != UNKNOWN
    counts = ~_for_rounds_alone(codes, untold_rounds(reader))
    pairs = [turn for turn in range(1, len(codes)) if readings.follows(turn)]
    odd = [_is_odd(codes[turn - 1], codes[turn]) for turn in pairs]
    return ArenaProof(
        codes,
        float(margins[known].min()) if known.any() else 0.0,
        float(known[counts].all(axis=(1, 2)).mean()) if counts.any() else 1.0,
        int(np.count_nonzero(~counts)),
        float(np.mean(odd)) if odd else 0.0,
    )


def untold_rounds(reader: ArenaReader) -> list[int]:
    """Return the codes of players below whom nothing tells the rounds of a bomb."""
    sections = () if reader.profile.arena is None else reader.profile.arena.on_bomb
    cuts = zip(sections, reader.pictures.on_bomb, strict=True)
    return [section.code for section, cut in cuts if cut.leaves_open]


def _for_rounds_alone(codes: Codes, untold: list[int]) -> NDArray[np.bool_]:
    """Return in which turns, bool (turns,), nothing was not read but rounds of bombs below these players."""
    ground, bombs, people = np.moveaxis(codes.reshape(len(codes), 3, CELLS), 1, 0)
    below = (bombs == UNKNOWN) & np.isin(people, untold)
    others = (ground == UNKNOWN) | (people == UNKNOWN) | ((bombs == UNKNOWN) & ~below)
    return np.asarray(below.any(axis=1) & ~others.any(axis=1))


def _is_odd(before: Codes, now: Codes) -> bool:
    """Tell whether a bomb has not burnt down by one, or a player has gone farther than one cell."""
    one, other = before.reshape(3, CELLS), now.reshape(3, CELLS)
    burning = (one[1] > NO_BOMB + 1) & (other[1] > NO_BOMB)
    if (other[1][burning] != one[1][burning] - 1).any():
        return True
    for player in range(4):
        was, is_now = (_cells_of(people, player) for people in (one[2], other[2]))
        if len(was) == len(is_now) == 1 and steps(was[0], is_now[0]) > 1:
            return True
    return False


def _cells_of(people: Codes, player: int) -> list[int]:
    found: list[int] = np.flatnonzero(stands(people, player)).tolist()
    return found


def proof_faults(proof: ArenaProof, known: Knowledge, boxes: int, players: int, bombers: int) -> list[str]:
    """Return why a profile must not be used, one line each.

    Args:
        proof: of the profile.
        known: what it was made of.
        boxes: sorts of boxes seen.
        players: how many play.
        bombers: how many of them were seen to place bombs; one alone, who stays on them, shows little.
    """
    faults = []
    who = ("nobody", "only one")[min(bombers, 1)]
    more = "watch more turns" if bombers > 1 else f"watch a game in which several players place bombs ({who} did)"
    missing = [str(left) for left in range(1, ROUNDS + 1) if NO_BOMB + left not in known.kinds]
    if missing:
        faults.append(f"bombs with {', '.join(missing)} rounds left were not seen alone; {more}")
    unnamed = [name_of(code) for code in sorted(known.kinds) if code >= FIRST_BOX]
    if unnamed:
        faults.append(f"what {' and '.join(unnamed)} mean was not seen; {more}, {ASK}")
    if sum(BOX <= code <= ITEM_BOMB for code in known.kinds) < 2 * boxes - 1 and not unnamed:
        faults.append(f"not every sort of box was seen breaking; {more}")
    absent = [str(p) for p in range(players) if NOBODY + (1 << p) not in known.kinds]
    if absent:
        faults.append(f"players {', '.join(absent)} were not seen; begin a new game and watch it")
    proved = len(proof.codes) - proof.left_out
    if not faults and proof.left_out and proved < LEAST_PROVED:
        faults.append(f"only {proved} boards were seen without players on bombs; watch {LEAST_PROVED} of them at least")
    if not faults and proof.whole < LEAST_WHOLE:
        faults.append(f"only {100 * proof.whole:.0f} % of the boards were read whole; give pictures of boards at rest")
    if not faults and proof.odd > MOST_ODD:
        faults.append(
            f"after {100 * proof.odd:.0f} % of the turns bombs or players are not as the rules want it; "
            "give one picture of every turn"
        )
    return faults
