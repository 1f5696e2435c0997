"""The rules as they are told, one after the other: slow, plain, and what the bitwise kernels are held to.

The nine steps of a round stand in `play_round` in the order of the rules (docs/hypersonic.md). The same text runs as
plain Python (``NUMBA_DISABLE_JIT=1``) and compiled; compiled it is the naive engine of the paper's Table 1, and tells
`engine.hypersonic.game.blasts` which bombs go and what they cover.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, roll
from engine.hypersonic.actions import ACTIONS, MOVES, STEP_X, STEP_Y
from engine.hypersonic.board import (
    BOMBS_ROOM,
    BOX,
    BOX_BOMB,
    BOXES,
    BX,
    BY,
    DIED,
    FLOOR,
    IN_HAND,
    ITEM_BOMB,
    ITEM_RANGE,
    OWNER,
    RANGE,
    REACH,
    TIMER,
    WALL,
    Cells,
    Rows,
    State,
    X,
    Y,
)
from engine.hypersonic.rules import COLS, FUSE, MAX_PLAYERS, ROWS
from engine.jit import njit

LYING: Final = 0
ROUND: Final = 1
QUIET: Final = 2
BOXLESS: Final = 3
"""Places in `Table.counters`: bombs on the board, rounds played, quiet rounds, rounds since the last box."""


class Table(NamedTuple):
    """A game being played, changed in place.

    Attributes:
        cells: int8 (11, 13).
        players: int16 (n, 6), as in `State`.
        bombs: int16 (BOMBS_ROOM, 5), as in `State`; the first `counters[LYING]` are on the board.
        counters: int64 (4,).
    """

    cells: Cells
    players: Rows
    bombs: Rows
    counters: NDArray[np.int64]


def table(state: State) -> Table:
    """Lay a state out to be played on.

    Raises:
        ValueError: more bombs than a game can have.
    """
    count = len(state.bombs)
    if count > BOMBS_ROOM:
        raise ValueError(f"hypersonic: {count} bombs on the board; no game has more than {BOMBS_ROOM}")
    bombs = np.zeros((BOMBS_ROOM, 5), np.int16)
    bombs[:count] = state.bombs
    counters = np.array((count, state.round, state.quiet, state.boxless), np.int64)
    return Table(state.cells.copy(), state.players.copy(), bombs, counters)


def state_of(table: Table, seat: int) -> State:
    """Return the state that lies on a table, seen from a seat."""
    count, played, quiet, boxless = table.counters.tolist()
    return State(table.cells.copy(), table.players.copy(), table.bombs[:count].copy(), seat, played, quiet, boxless)


@njit
def holds_bomb(table: Table, x: int, y: int) -> bool:
    """Tell whether a bomb lies on (x, y)."""
    found = False
    for bomb in range(table.counters[LYING]):
        found = found or (table.bombs[bomb, BX] == x and table.bombs[bomb, BY] == y)
    return found


@njit
def stops(cells: Cells, table: Table, x: int, y: int) -> bool:
    """Tell whether a blast goes no further than (x, y): a box, an item or a bomb lies there."""
    return cells[y, x] != FLOOR or holds_bomb(table, x, y)


@njit
def cover(table: Table, bomb: int, covered: NDArray[np.bool_]) -> None:
    """Mark the cells that a bomb's blast covers, bool (11, 13): its own and up to range - 1 each way."""
    x, y, reach = table.bombs[bomb, BX], table.bombs[bomb, BY], table.bombs[bomb, REACH]
    covered[y, x] = True
    for way in range(1, MOVES):
        for far in range(1, reach):
            at_x, at_y = x + far * STEP_X[way], y + far * STEP_Y[way]
            if not (0 <= at_x < COLS and 0 <= at_y < ROWS) or table.cells[at_y, at_x] == WALL:
                break
            covered[at_y, at_x] = True
            if stops(table.cells, table, at_x, at_y):
                break


@njit
def explode(table: Table, exploding: NDArray[np.bool_], covered: NDArray[np.bool_]) -> None:
    """Work out a round's blasts on the board as it is, chains included.

    Args:
        table: not changed; bombs with a timer of 0 explode.
        exploding: bool (BOMBS_ROOM,), filled: which bombs explode.
        covered: bool (4, 11, 13), filled: what each owner's blasts cover.
    """
    done = np.zeros(BOMBS_ROOM, np.bool_)
    for bomb in range(table.counters[LYING]):
        exploding[bomb] = table.bombs[bomb, TIMER] <= 0
    found = True
    while found:
        found = False
        for bomb in range(table.counters[LYING]):
            if exploding[bomb] and not done[bomb]:
                done[bomb] = found = True
                cover(table, bomb, covered[table.bombs[bomb, OWNER]])
        for bomb in range(table.counters[LYING]):
            if covered[:, table.bombs[bomb, BY], table.bombs[bomb, BX]].any():
                exploding[bomb] = True


@njit
def may_enter(table: Table, x: int, y: int) -> bool:
    """Tell whether a player may move onto (x, y): inside, no wall, no box, no bomb."""
    if not (0 <= x < COLS and 0 <= y < ROWS) or table.cells[y, x] == WALL:
        return False
    return not BOX <= table.cells[y, x] <= BOX_BOMB and not holds_bomb(table, x, y)


@njit
def is_legal(table: Table, player: int, action: int) -> bool:
    """Tell whether a living player can do all of an action."""
    body, move = table.players[player], action % MOVES
    if action >= MOVES and (body[IN_HAND] <= 0 or holds_bomb(table, body[X], body[Y])):
        return False
    return move == 0 or may_enter(table, body[X] + STEP_X[move], body[Y] + STEP_Y[move])


@njit
def play_round(table: Table, actions: NDArray[np.int64]) -> None:
    """Play one round; `actions`, int64 (n,), holds an action a player, of which the dead make none."""
    cells, players, bombs, counters = table
    n, count = players.shape[0], counters[LYING]
    quiet = count == 0
    # 1. Every timer drops by 1.
    for bomb in range(count):
        bombs[bomb, TIMER] -= 1
    # 2 and 3. Blasts, on the board as it was before the round.
    exploding, covered = np.zeros(BOMBS_ROOM, np.bool_), np.zeros((MAX_PLAYERS, ROWS, COLS), np.bool_)
    explode(table, exploding, covered)
    # 4. Who stands in a blast dies.
    for player in range(n):
        body = players[player]
        if body[DIED] == 0 and covered[:, body[Y], body[X]].any():
            body[DIED] = counters[ROUND] + 1
    # 5. The living act on the old board.
    placing, to = np.zeros(n, np.bool_), np.zeros((n, 2), np.int64)
    for player in range(n):
        body, move = players[player], actions[player] % MOVES
        to[player, 0], to[player, 1] = body[X], body[Y]
        if body[DIED] != 0:
            continue
        placing[player] = actions[player] >= MOVES and is_legal(table, player, MOVES)
        if move > 0 and is_legal(table, player, move):
            to[player, 0] += STEP_X[move]
            to[player, 1] += STEP_Y[move]
            quiet = False
    boxes_before = 0
    for y in range(ROWS):
        for x in range(COLS):
            boxes_before += BOX <= cells[y, x] <= BOX_BOMB
    # 6. Bombs return to hand, boxes are scored, items that were hit vanish.
    hit_boxes = np.zeros((ROWS, COLS), np.bool_)
    for bomb in range(count):
        if exploding[bomb]:
            players[bombs[bomb, OWNER], IN_HAND] += 1
    for y in range(ROWS):
        for x in range(COLS):
            hit = False
            for owner in range(n):
                if covered[owner, y, x]:
                    hit = True
                    players[owner, BOXES] += BOX <= cells[y, x] <= BOX_BOMB
            hit_boxes[y, x] = hit and BOX <= cells[y, x] <= BOX_BOMB
            if hit and (cells[y, x] == ITEM_RANGE or cells[y, x] == ITEM_BOMB):
                cells[y, x] = FLOOR
    # 9 (prepared). The bombs that lie on, then those placed, with the range before any item is taken.
    left = 0
    for bomb in range(count):
        if not exploding[bomb]:
            bombs[left] = bombs[bomb]
            left += 1
    for player in range(n):
        if placing[player] and left < BOMBS_ROOM:  # more lie in no game that began by the rules
            body = players[player]
            body[IN_HAND] -= 1
            bombs[left, OWNER], bombs[left, BX], bombs[left, BY] = player, body[X], body[Y]
            bombs[left, TIMER], bombs[left, REACH] = FUSE, body[RANGE]
            left += 1
            quiet = False
    # 7. Moves are made; items are taken, by all who came.
    taken = np.zeros((ROWS, COLS), np.bool_)
    for player in range(n):
        body = players[player]
        moved = body[X] != to[player, 0] or body[Y] != to[player, 1]
        body[X], body[Y] = to[player, 0], to[player, 1]
        if moved and cells[body[Y], body[X]] >= ITEM_RANGE:
            taken[body[Y], body[X]] = True
            body[RANGE if cells[body[Y], body[X]] == ITEM_RANGE else IN_HAND] += 1
    for y in range(ROWS):
        for x in range(COLS):
            if taken[y, x]:
                cells[y, x] = FLOOR
    # 8. Boxes that were hit become floor and show their items.
    boxes_after = boxes_before
    for y in range(ROWS):
        for x in range(COLS):
            if hit_boxes[y, x]:
                cells[y, x] = FLOOR if cells[y, x] == BOX else cells[y, x] + 2
                boxes_after -= 1
    counters[LYING] = left
    counters[ROUND] += 1
    counters[QUIET] = counters[QUIET] + 1 if quiet else 0
    if boxes_after > 0:
        counters[BOXLESS] = -1
    elif boxes_before > 0:
        counters[BOXLESS] = 0
    elif counters[BOXLESS] >= 0:
        counters[BOXLESS] += 1


@njit
def random_action(table: Table, player: int, dice: Dice) -> int:
    """Return one of a living player's legal actions, each with the same chance."""
    count = 0
    for action in range(ACTIONS):
        count += is_legal(table, player, action)
    wanted = roll(dice, count)
    for action in range(ACTIONS):
        if is_legal(table, player, action):
            if wanted == 0:
                return action
            wanted -= 1
    return 0


@njit
def copy_table(target: Table, source: Table) -> None:
    """Copy a game."""
    target.cells[:] = source.cells
    target.players[:] = source.players
    target.bombs[:] = source.bombs
    target.counters[:] = source.counters
