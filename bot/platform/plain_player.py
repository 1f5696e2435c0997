"""A move that does not die, in plain Python within a millisecond: for turns in which no planner can answer.

It places no bomb and collects nothing; it knows the bombs that lie there, their chains and the ways out. Cells are
bits of a whole number, bit 13 y + x, so that a step of every way at once is a few shifts.
"""

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


def safe_answer(turn: Turn, player: int, last_place: tuple[int, int]) -> str:
    """Return "MOVE x y" that keeps the most ways open through the bombs that lie there.

    Args:
        turn: as sent.
        player: whose answer.
        last_place: (x, y) where it is taken to stand if the turn does not list it.
    """
    x, y = turn.place(player) or last_place
    deadly, floor = _coming(turn)
    best, target = -1, (x, y)
    for dx, dy in STEPS:
        to = x + dx, y + dy
        inside = 0 <= to[0] < COLS and 0 <= to[1] < ROWS
        if not inside or ((dx, dy) != (0, 0) and not _bit(*to) & floor[0]):
            continue
        reach = _bit(*to) & ~deadly[1]
        depth = int(reach > 0)
        for then in range(1, FUSE):
            reach = (reach | _spread(reach) & floor[then]) & ~deadly[then + 1]
            depth += reach > 0
        worth = depth * ROWS * COLS + reach.bit_count()
        if worth > best:
            best, target = worth, to
    return f"MOVE {target[0]} {target[1]}"


def _coming(turn: Turn) -> tuple[list[int], list[int]]:
    """Return for the coming rounds, the next one first, the cells that are blown up and the floor that can be entered.

    FUSE + 1 of each: so far everything is known if nobody places a bomb or takes an item.
    """
    walls, empty, full = (_mask_of(turn.rows, letters) for letters in ("X", "0", "12"))
    items = sum({_bit(entity[2], entity[3]) for entity in turn.entities if entity[0] == ITEM})
    bombs = [entity for entity in turn.entities if entity[0] == BOMB]
    deadly, floor = [], []
    for coming in range(1, FUSE + 2):
        lying = sum({_bit(bomb[2], bomb[3]) for bomb in bombs})
        floor.append(ALL & ~(walls | empty | full | lying))
        covered, left = 0, bombs
        going = [bomb for bomb in left if bomb[4] <= coming]
        while going:
            left = [bomb for bomb in left if bomb not in going]
            for bomb in going:
                covered |= _blast(bomb, walls, empty | full | items | lying)
            going = [bomb for bomb in left if covered & _bit(bomb[2], bomb[3])]
        items = items & ~covered | full & covered
        empty, full, bombs = empty & ~covered, full & ~covered, left
        deadly.append(covered)
    return deadly, floor


def _blast(bomb: Entity, walls: int, things: int) -> int:
    """Return the cells of a blast: `range` - 1 each way, before a wall, up to the first thing."""
    _, _, x, y, _, reach = bomb
    cells = _bit(x, y)
    for dx, dy in STEPS[1:]:
        for far in range(1, reach):
            to = x + dx * far, y + dy * far
            if not (0 <= to[0] < COLS and 0 <= to[1] < ROWS) or walls & _bit(*to):
                break
            cells |= _bit(*to)
            if things & _bit(*to):
                break
    return cells


def _spread(cells: int) -> int:
    """Return the neighbours of cells."""
    left, right = (cells & ~FIRST_COL) >> 1, (cells & ~LAST_COL) << 1
    return (left | right | cells << COLS | cells >> COLS) & ALL


def _mask_of(rows: tuple[str, ...], characters: str) -> int:
    mask = 0
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            if character in characters:
                mask |= _bit(x, y)
    return mask


def _bit(x: int, y: int) -> int:
    return 1 << (COLS * y + x)
