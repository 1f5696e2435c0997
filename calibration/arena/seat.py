"""Which player obeys the keys."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from calibration.arena.readings import NOWHERE, Readings
from calibration.arena.turns import Turns
from engine.hypersonic import COLS
from vision.profile_sections import ArenaKeysSection

LEAST: Final = 2
"""Moves after our keys, more than moves against them, from which a player is ours."""


def find_seat(turns: Turns, readings: Readings, keys: ArenaKeysSection, players: int) -> int | None:
    """Return the player that moved as keys were pressed, None where nothing tells.

    Args:
        turns, readings: the series.
        keys: which key does what.
        players: how many play.
    """
    steps: Mapping[str, int] = {keys.left: -1, keys.right: 1, keys.up: -COLS, keys.down: COLS}
    votes = np.zeros(players, np.int64)
    for turn in range(1, len(readings)):
        pressed = [key for key in turns.pressed[turn] if key in steps]
        if not readings.follows(turn) or not pressed:
            continue
        for player in range(players):
            before, now = int(readings.at[turn - 1, player]), int(readings.at[turn, player])
            if NOWHERE not in (before, now) and now != before:
                votes[player] += 1 if now - before == steps[pressed[-1]] else -2
    best = int(votes.argmax())
    others = np.delete(votes, best)
    return best if votes[best] >= LEAST and votes[best] > others.max() else None
