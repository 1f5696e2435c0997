"""An arena in plain Python: what the bombs that lie there will do, without numba or numpy.

Cells are bits of a whole number, bit 13 y + x, so that a step of every way at once is a few shifts.
"""

from collections.abc import Sequence
from typing import Final

from bot.platform.turns import COLS, ROWS, Entity, Turn

PLAYER, BOMB, ITEM = 0, 1, 2
"""Types of entities."""
FUSE: Final = 8
"""Rounds from placing to exploding: ways are followed so far."""
ALL: Final = (1 << ROWS * COLS) - 1
FIRST_COL: Final = sum(1 << COLS * y for y in range(ROWS))
LAST_COL: Final = FIRST_COL << (COLS - 1)
STEPS: Final = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
"""(dx, dy) of staying, left, right, up, down."""


def bombs_of(turn: Turn) -> list[Entity]:
    """Return the bombs of a turn."""
    return [entity for entity in turn.entities if entity[0] == BOMB]


def items_of(turn: Turn) -> int:
    """Return the cells with items."""
    return sum({bit(entity[2], entity[3]) for entity in turn.entities if entity[0] == ITEM})


def coming(turn: Turn, bombs: Sequence[Entity]) -> tuple[list[int], list[int]]:
    """Return for the coming rounds, the next one first, the cells that are blown up and the floor that can be entered.

    FUSE + 1 of each: so far everything is known if nobody places a bomb or takes an item.

    Args:
        turn: for everything but the bombs.
        bombs: that lie there.
    """
    walls, empty, full = (mask_of(turn.rows, letters) for letters in ("X", "0", "12"))
    items = items_of(turn)
    deadly, floor = [], []
    for round_ in range(1, FUSE + 2):
        lying = sum({bit(bomb[2], bomb[3]) for bomb in bombs})
        floor.append(ALL & ~(walls | empty | full | lying))
        covered, left = 0, list(bombs)
        going = [bomb for bomb in left if bomb[4] <= round_]
        while going:
            left = [bomb for bomb in left if bomb not in going]
            for bomb in going:
                covered |= blast(bomb, walls, empty | full | items | lying)
            going = [bomb for bomb in left if covered & bit(bomb[2], bomb[3])]
        items = items & ~covered | full & covered
        empty, full, bombs = empty & ~covered, full & ~covered, left
        deadly.append(covered)
    return deadly, floor


def blast(bomb: Entity, walls: int, things: int) -> int:
    """Return the cells of a bomb's blast: its range less one each way, before a wall, up to the first thing."""
    _, _, x, y, _, reach = bomb
    cells = bit(x, y)
    for dx, dy in STEPS[1:]:
        for far in range(1, reach):
            to = x + dx * far, y + dy * far
            if not (0 <= to[0] < COLS and 0 <= to[1] < ROWS) or walls & bit(*to):
                break
            cells |= bit(*to)
            if things & bit(*to):
                break
    return cells


def spread(cells: int) -> int:
    """Return the neighbours of cells."""
    left, right = (cells & ~FIRST_COL) >> 1, (cells & ~LAST_COL) << 1
    return (left | right | cells << COLS | cells >> COLS) & ALL


def mask_of(rows: tuple[str, ...], characters: str) -> int:
    """Return the cells of a map that show one of some characters."""
    mask = 0
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            if character in characters:
                mask |= bit(x, y)
    return mask


def bit(x: int, y: int) -> int:
    """Return the cell's bit."""
    return 1 << (COLS * y + x)
