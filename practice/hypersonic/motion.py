"""Where every picture of the arena is drawn at one moment: at rest, and while a turn is shown."""

from typing import NamedTuple

import numpy as np

from engine.hypersonic import BX, BY, DIED, TIMER, State, Step, X, Y
from practice.hypersonic.names import BLAST, BOMB, GROUND, badge, bomb, player

ALONE, ON_BOMB, SHARED, SHARED_ON_BOMB = 1.0, 0.74, 0.5, 0.38
"""Edge of a player's picture in cells: alone, on a bomb, among others, among others on a bomb."""
SIZES = (ALONE, ON_BOMB, SHARED, SHARED_ON_BOMB)
BADGE = 0.46
"""Edge of the mark with a bomb's digit, in the upper right corner of a cell where players stand on it."""
QUARTERS = ((0, 0), (1, 1), (1, 0), (0, 1))
"""(right, down): each player's quarter of a shared cell; the corner of the arena in which it begins."""


class Sprite(NamedTuple):
    """A picture at one moment.

    Attributes:
        picture: its name.
        x, y: upper left corner in cells from the arena's.
        size: edge in cells.
        alpha: opacity.
    """

    picture: str
    x: float
    y: float
    size: float = 1.0
    alpha: float = 1.0


class Body(NamedTuple):
    """Where a player's picture lies: upper left corner in cells, edge in cells."""

    x: float
    y: float
    size: float


def _bombs_at(state: State) -> dict[tuple[int, int], int]:
    """Return the rounds left at each (x, y) with a bomb, the least where several lie."""
    found: dict[tuple[int, int], int] = {}
    for row in state.bombs.tolist():
        at = (row[BX], row[BY])
        found[at] = min(row[TIMER], found.get(at, row[TIMER]))
    return found


def bodies(state: State) -> dict[int, Body]:
    """Return where each living player's picture lies at rest."""
    alive = {
        number: (row[X], row[Y]) for number, row in enumerate(state.players.tolist()) if not row[DIED] and row[X] >= 0
    }
    lying = _bombs_at(state)
    found = {}
    for number, (x, y) in alive.items():
        shared = sum(at == (x, y) for at in alive.values()) > 1
        size = (SHARED_ON_BOMB if (x, y) in lying else SHARED) if shared else ON_BOMB if (x, y) in lying else ALONE
        right, down = QUARTERS[number] if shared else (0, 0)
        room = size * (2 if shared else 1)  # the whole group keeps to the lower left; a badge has the upper right
        found[number] = Body(x + right * size, y + 1 - room + down * size, size)
    return found


def _ground(state: State) -> list[Sprite]:
    return [
        Sprite(GROUND[code], col, row)
        for row, line in enumerate(state.cells.tolist())
        for col, code in enumerate(line)
        if code in GROUND
    ]


def _bombs(state: State) -> tuple[list[Sprite], list[Sprite]]:
    """Return the bombs, and the badges that lie above the players on them."""
    taken = {(row[X], row[Y]) for row in state.players.tolist() if not row[DIED]}
    below, above = [], []
    for (x, y), left in sorted(_bombs_at(state).items()):
        if (x, y) in taken:
            below.append(Sprite(BOMB, x, y))
            above.append(Sprite(badge(left), x + 1 - BADGE, y, BADGE))
        else:
            below.append(Sprite(bomb(left), x, y))
    return below, above


def resting(state: State) -> tuple[Sprite, ...]:
    """Return the pictures of a state at rest, in the order in which they are laid."""
    below, above = _bombs(state)
    people = [Sprite(player(number), *body) for number, body in bodies(state).items()]
    return (*_ground(state), *below, *people, *above)


def moving(before: State, step: Step, share: float) -> tuple[Sprite, ...]:
    """Return the pictures while a turn is shown: what is hit fades under the blast, players slide, the dead fade.

    Args:
        before: the state that the turn began with.
        step: what the turn did.
        share: how much of the motion is over, 0 to 1.
    """
    after, left = step.state, 1.0 - share
    gone = [
        sprite._replace(alpha=left)
        for sprite in _ground(before)
        if after.cells[int(sprite.y), int(sprite.x)] != _code(before, sprite)
    ]
    blasts = [Sprite(BLAST, int(x), int(y), alpha=left) for y, x in np.argwhere(step.blast).tolist()]
    old, new = bodies(before), bodies(after)
    people = []
    for number, body in old.items():
        if number in new:
            x, y, size = (left * was + share * will for was, will in zip(body, new[number], strict=True))
            people.append(Sprite(player(number), x, y, size))
        else:
            people.append(Sprite(player(number), *body, alpha=left))
    below, above = _bombs(after)
    return (*_ground(after), *gone, *below, *blasts, *people, *above)


def _code(state: State, sprite: Sprite) -> int:
    return int(state.cells[int(sprite.y), int(sprite.x)])
