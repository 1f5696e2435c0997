"""How bombs look with so many rounds left: what is not known where a player stood the turn before is a bomb.

Its age tells the rounds: a fuse burns eight; a chain may end a bomb before, but nothing makes it older. Nobody can
enter a bomb's cell but in the round in which it is placed, and who stands on one dies only with it.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from calibration.arena.cut_outs import alike
from calibration.arena.knowledge import Place
from calibration.arena.readings import NOWHERE, Readings
from calibration.arena.turns import Turns
from engine.hypersonic import NO_BOMB, NOBODY
from vision.arena.layers import CELLS, IS_WALL, ROUNDS, steps
from vision.sighting import UNKNOWN

MOST = 60
"""Cells that are held against each other at most."""


@dataclass(frozen=True, slots=True)
class Life:
    """A bomb from the turn in which it was first seen to the last."""

    cell: int
    begin: int
    end: int
    """First turn without it."""
    stood: tuple[int, ...]
    """Players seen on its cell the turn before."""


Labels = Mapping[tuple[int, int], list[Place]]
"""Where bombs were seen, by (rounds left, code of the players on them)."""


def find_lives(readings: Readings) -> list[Life]:
    """Return the bombs that can be told from what was read so far."""
    lives = []
    for cell in range(CELLS):
        if IS_WALL[cell]:
            continue
        turn = 1
        while turn < len(readings):
            stood = tuple(p for p in range(readings.at.shape[1]) if readings.at[turn - 1, p] == cell)
            if not stood or not readings.follows(turn) or not _may_hold(readings, turn, cell):
                turn += 1
                continue
            if _may_hold(readings, turn - 1, cell) and readings.bombs[turn - 1, cell] > NO_BOMB:
                turn += 1  # it lies there already
                continue
            end = turn
            while end < len(readings) and (end == turn or readings.follows(end)) and _may_hold(readings, end, cell):
                end += 1
            if end - turn <= ROUNDS:
                lives.append(Life(cell, turn, end, stood))
            turn = end + 1
    return lives


def _may_hold(readings: Readings, turn: int, cell: int) -> bool:
    """Tell whether a cell may hold a bomb: it is not explained, or one was read there."""
    layers = readings.ground, readings.bombs, readings.people
    return bool(readings.bombs[turn, cell] > NO_BOMB or any(layer[turn, cell] == UNKNOWN for layer in layers))


def label(readings: Readings, lives: list[Life]) -> Labels:
    """Return where bombs were seen with how many rounds left and whom on them, as far as that is certain."""
    labels: dict[tuple[int, int], list[Place]] = defaultdict(list)
    for life in lives:
        if not _is_dated(readings, life, lives):
            continue
        for turn in range(life.begin, life.end):
            who = _standing(readings, life, turn)
            if who is not None:
                code = NOBODY + sum(1 << player for player in who)
                labels[ROUNDS - (turn - life.begin), code].append((turn, life.cell))
    return labels


def _is_dated(readings: Readings, life: Life, lives: list[Life]) -> bool:
    """Tell whether a bomb may have been seen from the round in which it was placed.

    It burns for ROUNDS, or goes together with others. One that goes before, alone, was placed before it was seen: its
    first rounds went by unseen, though the time between two boards does not tell.
    """
    seen_to_go = life.end < len(readings) and readings.follows(life.end)
    if not seen_to_go or life.end - life.begin == ROUNDS:
        return True
    return any(other.end == life.end and other is not life for other in lives)


def _standing(readings: Readings, life: Life, turn: int) -> tuple[int, ...] | None:
    """Return who stands on a bomb, None where that is not certain."""
    on = {p for p in life.stood if all(readings.at[t, p] in (NOWHERE, life.cell) for t in range(life.begin, turn + 1))}
    for player in range(readings.at.shape[1]):
        if player in on or readings.at[turn, player] not in (NOWHERE, life.cell):
            continue
        before = readings.at[life.begin - 1, player]
        near = before == NOWHERE or steps(int(before), life.cell) <= 1
        never_seen = not readings.last[max(0, life.begin - 1), player]
        if near and not never_seen:
            return None  # may have come in the round in which the bomb was placed
    return tuple(sorted(on))


def agreed(turns: Turns, places: list[Place]) -> list[Place]:
    """Return those of some places that show what most of them show."""
    some = places[:MOST]
    return [some[k] for k in alike([turns.between(*place) for place in some])]
