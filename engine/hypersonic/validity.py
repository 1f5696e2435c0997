"""What cannot be: impossible states, and screens that the rules do not allow after a move."""

from enum import IntFlag, auto
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.actions import MOVES, STEP_X, STEP_Y
from engine.hypersonic.board import (
    BOX,
    BOX_BOMB,
    BOX_RANGE,
    BOXES,
    BX,
    BY,
    DIED,
    FLOOR,
    IN_HAND,
    ITEM_BOMB,
    ITEM_RANGE,
    LAYERS,
    NO_BOMB,
    NOBODY,
    OWNER,
    RANGE,
    REACH,
    TIMER,
    UNKNOWN,
    WALL,
    Cells,
    State,
    X,
    Y,
    empty_cells,
    places,
)
from engine.hypersonic.game import blasts, legal_actions
from engine.hypersonic.rules import COLS, FUSE, ROWS, Rules


class Flaws(IntFlag):
    """Reasons why a state cannot be."""

    WRONG_SIZE = auto()
    """Not 11 x 13 cells, or another number of players than the rules say; nothing else is then looked at."""
    UNKNOWN_KIND = auto()
    """A code that is no kind of cell."""
    MISPLACED_WALL = auto()
    """A wall where none is, or none where one is."""
    INSIDE_SOMETHING = auto()
    """A living player or a bomb in a wall, a box or an item, or outside the arena."""
    TIMER = auto()
    """A bomb with other than 1 to 8 rounds left, or bombs not in order of placing."""
    OWNER = auto()
    """A bomb of nobody, or two bombs of one player placed in one round."""
    RANGE = auto()
    """A range below 1."""
    NEGATIVE = auto()
    """A number of bombs, boxes or rounds below nothing."""
    ASYMMETRIC = auto()
    """A box whose mirror images cannot have been boxes of the same content."""


def validate(rules: Rules, state: State) -> Flaws:
    """Return every reason why a state cannot be, 0 where there is none; what is UNKNOWN is no reason."""
    found = Flaws(0)
    shapes = (state.cells.shape, state.players.shape, state.bombs.shape[1:])
    if shapes != ((ROWS, COLS), (rules.players, DIED + 1), (REACH + 1,)) or not 0 <= state.seat < rules.players:
        return Flaws.WRONG_SIZE
    cells = state.cells
    if ((cells < UNKNOWN) | (cells > ITEM_BOMB)).any():
        found |= Flaws.UNKNOWN_KIND
    known = cells != UNKNOWN
    if (known & ((cells == WALL) != (empty_cells() == WALL))).any():
        found |= Flaws.MISPLACED_WALL
    bodies = [body for body in state.players if body[DIED] == 0 and body[X] >= 0]
    spots = [(body[X], body[Y]) for body in bodies] + [(bomb[BX], bomb[BY]) for bomb in state.bombs if bomb[BX] >= 0]
    if any(not (0 <= x < COLS and 0 <= y < ROWS) or cells[y, x] > FLOOR for x, y in spots):
        found |= Flaws.INSIDE_SOMETHING
    timers = state.bombs[:, TIMER]
    if ((timers < 1) | (timers > FUSE)).any() or (np.diff(timers) < 0).any():
        found |= Flaws.TIMER
    placed = [tuple(row) for row in state.bombs[:, [OWNER, TIMER]].tolist()]
    if any(not 0 <= owner < rules.players for owner, _ in placed) or len(set(placed)) != len(placed):
        found |= Flaws.OWNER
    readable = state.players[:, X] >= 0
    if (state.players[readable, RANGE] < 1).any() or (state.bombs[:, REACH] < 1).any():
        found |= Flaws.RANGE
    if (state.players[readable][:, [IN_HAND, BOXES]] < 0).any() or min(state.round, state.quiet, state.boxless + 1) < 0:
        found |= Flaws.NEGATIVE
    if _is_lopsided(cells):
        found |= Flaws.ASYMMETRIC
    return found


def _is_lopsided(cells: Cells) -> bool:
    """Tell whether two boxes at mirror images of each other differ in content."""
    boxes = np.where((cells >= BOX) & (cells <= BOX_BOMB), cells, 0)
    for image in (boxes[:, ::-1], boxes[::-1], boxes[::-1, ::-1]):
        if ((boxes != 0) & (image != 0) & (boxes != image)).any():
            return True
    return False


def changes_nothing(rules: Rules, state: State, move: int) -> bool:
    """Tell whether a legal action may leave the screen as it is: no bomb burns, none is placed, the seat stays."""
    del rules
    return len(state.bombs) == 0 and move == 0


def contradictions(rules: Rules, state: State, move: int, observed: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Return what a screen, seen after the seat's action, shows against the rules, bool (33, 13).

    Explosions and the seat's own action are certain; every other player may have done anything legal.

    Args:
        rules: not looked at.
        state: before the round, all of it known.
        move: the seat's action.
        observed: codes as `places` gives them, int8 (33, 13); UNKNOWN contradicts nothing.
    """
    del rules
    allowed = possible(state, move)
    seen = np.clip(observed, 0, len(allowed) - 1)
    layer, row, col = np.indices((LAYERS, ROWS, COLS))
    fits: Any = allowed[seen.reshape(LAYERS, ROWS, COLS), layer * ROWS + row, col].reshape(LAYERS * ROWS, COLS)
    return np.asarray((observed != UNKNOWN) & ~(fits & (observed == seen)))


def possible(state: State, move: int) -> NDArray[np.bool_]:
    """Return which codes each cell of the screen may show after a round, bool (32, 33, 13)."""
    allowed = np.zeros((NOBODY + 16, LAYERS * ROWS, COLS), np.bool_)
    ground, bombs, bodies = (allowed[:, layer * ROWS : (layer + 1) * ROWS] for layer in range(LAYERS))
    blast, exploded = blasts(state)
    _ground_after(state, blast, ground)
    lying = places(_without(state, exploded))[ROWS : 2 * ROWS]
    certain = lying != NO_BOMB
    for y, x in np.ndindex(ROWS, COLS):
        bombs[lying[y, x] - certain[y, x], y, x] = True
    reached = []
    for player, body in enumerate(state.players):
        if body[DIED] != 0:
            continue
        x, y = int(body[X]), int(body[Y])
        if blast[y, x]:
            reached.append((player, set[tuple[int, int]](), False))
            continue
        actions = [int(action) for action in legal_actions(state, player)] if player != state.seat else [move]
        spots = {(x + STEP_X[action % MOVES], y + STEP_Y[action % MOVES]) for action in actions}
        reached.append((player, spots, len(spots) == 1))
        placing = [action >= MOVES for action in actions]
        if any(placing) and not certain[y, x]:
            bombs[NO_BOMB + FUSE, y, x] = True
            if all(placing):
                bombs[NO_BOMB, y, x] = False
    for y, x in np.ndindex(ROWS, COLS):
        masks = {0}
        for player, spots, sure in reached:
            if (x, y) in spots:
                with_player = {mask | 1 << player for mask in masks}
                masks = with_player if sure else masks | with_player
        for mask in masks:
            bodies[NOBODY + mask, y, x] = True
        for _, spots, sure in reached:
            if (x, y) in spots and ground[ITEM_RANGE : ITEM_BOMB + 1, y, x].any() and _lay(state, x, y):
                ground[FLOOR, y, x] = True
                if sure:
                    ground[ITEM_RANGE : ITEM_BOMB + 1, y, x] = False
    return allowed


def _lay(state: State, x: int, y: int) -> bool:
    """Tell whether an item lay open on (x, y) before the round."""
    return bool(state.cells[y, x] >= ITEM_RANGE)


def _ground_after(state: State, blast: NDArray[np.bool_], ground: NDArray[np.bool_]) -> None:
    """Enter what the blasts leave of the ground."""
    for y, x in np.ndindex(ROWS, COLS):
        code = int(state.cells[y, x])
        if code == UNKNOWN:
            ground[FLOOR : ITEM_BOMB + 1, y, x] = True
        elif not blast[y, x] or code in (FLOOR, WALL):
            ground[code, y, x] = True
        else:
            ground[code + 2 if code in (BOX_RANGE, BOX_BOMB) else FLOOR, y, x] = True


def _without(state: State, exploded: tuple[tuple[int, ...], ...]) -> State:
    """Return the state without the bombs that go in the coming round, whose timers have not dropped."""
    gone = list(exploded)
    left = []
    for bomb in state.bombs.tolist():
        if tuple(bomb) in gone:
            gone.remove(tuple(bomb))
        else:
            left.append(bomb)
    return state._replace(bombs=np.array(left, np.int16).reshape(-1, 5))
