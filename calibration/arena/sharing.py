"""How a cell looks that several players share: the one cell that is not explained while several of them are missing."""

from collections import defaultdict

from calibration.arena.knowledge import Place
from calibration.arena.readings import NOWHERE, Readings
from engine.hypersonic import NO_BOMB, NOBODY
from vision.arena.layers import steps
from vision.sighting import UNKNOWN


def find_shared(readings: Readings, players: int) -> dict[int, list[Place]]:
    """Return where several players were seen in one cell with no bomb, by their code, as far as that is certain."""
    found: dict[int, list[Place]] = defaultdict(list)
    for turn in range(1, len(readings) - 1):
        if not readings.follows(turn) or not readings.follows(turn + 1):
            continue
        cells = readings.unexplained(turn)
        missing = [p for p in range(players) if readings.at[turn, p] == NOWHERE and readings.last[turn, p]]
        if len(cells) != 1 or len(missing) < 2:
            continue
        cell = cells[0]
        near = all(_is_near(int(readings.at[turn - 1, p]), cell) for p in missing)
        after = readings.ground[turn + 1, cell] != UNKNOWN and readings.bombs[turn + 1, cell] == NO_BOMB
        if near and after:
            found[NOBODY + sum(1 << p for p in missing)].append((turn, cell))
    return found


def _is_near(one: int, other: int) -> bool:
    return one != NOWHERE and steps(one, other) <= 1
