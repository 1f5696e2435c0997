"""Hypersonic's own screen: an arena of 13 x 11 cells with walls, boxes, items, bombs with their rounds, and players."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic import (
    BOX,
    COLS,
    DIED,
    IN_HAND,
    ITEM_BOMB,
    KIND_NAMES,
    LAYERS,
    NO_BOMB,
    OWNER,
    RANGE,
    ROWS,
    STARTS,
    TIMER,
    UNKNOWN,
    Rules,
    State,
    X,
    Y,
    stands,
)
from vision.screen import Screen
from vision.sighting import Codes, Sighting

SCREEN = Screen(
    game="hypersonic",
    rows=ROWS,
    cols=COLS,
    colours=len(KIND_NAMES),
    special_codes={KIND_NAMES[code]: code for code in range(BOX, ITEM_BOMB + 1)},
)
"""What calibration and reader need to know of a Hypersonic window; boxes and items may be named by a person."""
DEAD = 1
"""Round of death of a player who is not on the screen: which one it was, the screen does not tell."""


def layers(codes: Codes) -> tuple[Codes, Codes, Codes]:
    """Return ground, bombs and players, int8 (11, 13) each, of a sighting's codes.

    Raises:
        ValueError: codes of another shape than (33, 13).
    """
    if codes.shape != (LAYERS * ROWS, COLS):
        raise ValueError(f"expected codes of {(LAYERS * ROWS, COLS)}, got {codes.shape}")
    return codes[:ROWS], codes[ROWS : 2 * ROWS], codes[2 * ROWS :]


def state_from_sighting(rules: Rules, sighting: Sighting) -> State:
    """Return the engine's state for a sighting, seen from seat 0, round 0.

    What the board does not show is filled in with what a game begins with: ranges, and bombs in hand less those that
    lie; no box is counted. A bomb is taken for the nearest player's who can have placed it. A player who stands
    nowhere is dead where every cell was read, and has the cell it began in; else it is not known (x and y are -1).

    Args:
        rules: the preset; says how many play.
        sighting: codes int8 (33, 13), see `engine.hypersonic.places`; what the engine does not know becomes UNKNOWN.

    Raises:
        ValueError: codes of another shape.
    """
    ground, lying, bodies = layers(sighting.codes)
    players = np.zeros((rules.players, 6), np.int16)
    players[:, IN_HAND], players[:, RANGE] = rules.bombs, rules.reach
    for player in range(rules.players):
        found = np.argwhere(stands(bodies, player))
        if len(found) == 1:
            players[player, [Y, X]] = found[0]
        elif len(found) or (bodies == UNKNOWN).any():
            players[player, [X, Y]] = -1
        else:
            players[player, [X, Y]] = STARTS[player]
            players[player, DIED] = DEAD
    bombs: list[tuple[int, int, int, int, int]] = []
    for y, x in sorted(np.argwhere(lying > NO_BOMB).tolist(), key=lambda at: int(lying[at[0], at[1]])):
        left = int(lying[y, x]) - NO_BOMB
        taken = {bomb[OWNER] for bomb in bombs if bomb[TIMER] == left}
        owner = _nearest(players, x, y, taken)
        bombs.append((owner, x, y, left, rules.reach))
        players[owner, IN_HAND] = max(0, players[owner, IN_HAND] - 1)
    known = np.where(ground <= ITEM_BOMB, ground, np.int8(UNKNOWN)).astype(np.int8)
    return State(known, players, np.array(bombs, np.int16).reshape(len(bombs), 5))


def _nearest(players: NDArray[np.int16], x: int, y: int, taken: set[int]) -> int:
    """Return the player nearest to a cell, living and not among `taken` if possible: each places one bomb a round."""

    def far(player: int) -> tuple[bool, bool, int]:
        body = players[player]
        return player in taken, bool(body[DIED] != 0), abs(int(body[X]) - x) + abs(int(body[Y]) - y)

    return min(range(len(players)), key=far)


def printed(sighting: Sighting) -> dict[str, Codes]:
    """Return the layers of a sighting for people: codes (11, 13) by heading."""
    moving = ", while something moves" if sighting.extras.get("moving", False) else ""
    headings = f"ground{moving}", "bombs", "players"
    return dict(zip(headings, layers(sighting.codes), strict=True))


def document(sighting: Sighting) -> dict[str, Any]:
    """Return the codes (33, 13) as lists for JSON, each layer (11, 13) by its name, and whether something moves."""
    names = ("ground", "bombs", "players")
    shown = {name: layer.tolist() for name, layer in zip(names, layers(sighting.codes), strict=True)}
    return {"codes": sighting.codes.tolist(), **shown, "moving": bool(sighting.extras.get("moving", False))}
