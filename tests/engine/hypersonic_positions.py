"""Small positions of Hypersonic by hand, and hypothesis strategies for games and for positions that no game reaches."""

from collections.abc import Iterable

import numpy as np
from hypothesis import strategies as st

import engine.hypersonic as hypersonic
from engine.hypersonic import COLS, FUSE, ROWS, State

STAY, LEFT, RIGHT, UP, DOWN = range(5)
BOMB = 5
"""Added to a direction: place a bomb first."""
FAR = (12, 10)
"""Where a player is out of the way of what a small position shows."""
LAST_BOX = (12, 6)
"""A box out of the way, so that boxes stand."""
GROUND = {
    "box": hypersonic.BOX,
    "range_box": hypersonic.BOX_RANGE,
    "bomb_box": hypersonic.BOX_BOMB,
    "range_item": hypersonic.ITEM_RANGE,
    "bomb_item": hypersonic.ITEM_BOMB,
}
FREE_CELLS = tuple((x, y) for y in range(ROWS) for x in range(COLS) if not (x % 2 and y % 2))
"""(x, y) of the 113 cells that are no walls, row by row."""

Place = tuple[int, int]


def position(
    *players: tuple[int, ...],
    bombs: Iterable[tuple[int, int, int, int, int]] = (),
    seat: int = 0,
    played: int = 0,
    **ground: Iterable[Place],
) -> State:
    """An arena that is empty but for what is named, and LAST_BOX.

    Args:
        players: (x, y), then perhaps bombs in hand (1), range (3), boxes (0), round of death (0).
        bombs: (owner, x, y, timer, range) in order of placing.
        seat: whose view.
        played: rounds played.
        ground: places (x, y) of each of GROUND.
    """
    cells = np.zeros((ROWS, COLS), np.int8)
    cells[1::2, 1::2] = hypersonic.WALL
    cells[LAST_BOX[::-1]] = hypersonic.BOX
    bodies = [(*player, *(0, 0, 1, 3, 0, 0)[len(player) :]) for player in players]
    lying = np.array(list(bombs), np.int16).reshape(-1, 5)
    state = State(cells, np.array(bodies, np.int16), lying, seat, played)
    for kind, places in ground.items():
        state = with_ground(state, kind, *places)
    return state


def with_ground(state: State, kind: str, *places: Place) -> State:
    """A position with one of GROUND on more of its free cells."""
    cells = state.cells.copy()
    for x, y in places:
        assert cells[y, x] == hypersonic.FLOOR, (x, y)
        cells[y, x] = GROUND[kind]
    return state._replace(cells=cells)


def code_at(state: State, place: Place) -> int:
    """What lies on a cell."""
    x, y = place
    return int(state.cells[y, x])


def covered(mask: np.ndarray) -> set[Place]:
    """The (x, y) of a mask (11, 13)."""
    return {(int(x), int(y)) for y, x in np.argwhere(mask)}


def rows(array: np.ndarray) -> list[tuple[int, ...]]:
    """Players or bombs as tuples."""
    return [tuple(row) for row in array.tolist()]


def same(one: State, other: State) -> bool:
    """Equality of states: values, shapes and types."""
    arrays: Iterable[tuple[np.ndarray, np.ndarray]] = zip(one[:3], other[:3], strict=True)
    return one[3:] == other[3:] and all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in arrays)


def slow_blast(state: State, place: Place, reach: int) -> set[Place]:
    """The cells that a bomb covers, found one by one."""
    bombs = {(x, y) for _, x, y, _, _ in rows(state.bombs)}
    found = {place}
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for far in range(1, reach):
            x, y = place[0] + far * dx, place[1] + far * dy
            if not (0 <= x < COLS and 0 <= y < ROWS) or code_at(state, (x, y)) == hypersonic.WALL:
                break
            found.add((x, y))
            if code_at(state, (x, y)) != hypersonic.FLOOR or (x, y) in bombs:
                break
    return found


@st.composite
def any_states(draw: st.DrawFn, most_bombs: int = 12) -> State:
    """A position that no game need reach: full or empty arenas, many bombs, huge ranges, several players on a cell.

    Nobody stands in a box, no bomb or player is on an item, as the engine's contract has it.
    """
    rolls = np.random.default_rng(draw(st.integers(0, 2**32)))
    count = draw(st.integers(2, 4))
    cells = np.zeros((ROWS, COLS), np.int8)
    cells[1::2, 1::2] = hypersonic.WALL
    fill = draw(st.sampled_from([0.0, 0.1, 0.3, 0.6]))
    for x, y in FREE_CELLS:
        if rolls.random() < fill:
            cells[y, x] = rolls.integers(hypersonic.BOX, hypersonic.ITEM_BOMB + 1)
    near = draw(st.booleans())
    """Everything within a few cells, so that blasts meet; or anywhere."""
    spots = [(x, y) for x, y in FREE_CELLS if not near or (3 <= x <= 9 and 2 <= y <= 8)]
    most_range = draw(st.sampled_from([3, 6, 13, 40]))
    bombs = []
    for _ in range(draw(st.integers(0, most_bombs))):
        x, y = spots[rolls.integers(len(spots))]
        timer = 1 if rolls.random() < 0.3 else rolls.integers(1, FUSE + 1)
        bombs.append((rolls.integers(count), x, y, timer, rolls.integers(1, most_range + 1)))
    bombs.sort(key=lambda bomb: bomb[3])
    played = draw(st.integers(0, 190))
    bodies = []
    for _ in range(count):
        if bombs and rolls.random() < 0.2:
            _, x, y, _, _ = bombs[rolls.integers(len(bombs))]
        else:
            x, y = spots[rolls.integers(len(spots))]
        died = int(rolls.integers(1, played + 1)) if played and rolls.random() < 0.15 else 0
        hand, reach, boxes = rolls.integers(0, 4), rolls.integers(1, most_range + 1), rolls.integers(0, 40)
        bodies.append((x, y, hand, reach, boxes, died))
    for x, y in [(body[0], body[1]) for body in bodies] + [(bomb[1], bomb[2]) for bomb in bombs]:
        cells[y, x] = hypersonic.FLOOR
    stand = np.isin(cells, (hypersonic.BOX, hypersonic.BOX_RANGE, hypersonic.BOX_BOMB)).any()
    return State(
        cells,
        np.array(bodies, np.int16),
        np.array(bombs, np.int16).reshape(-1, 5),
        int(rolls.integers(count)),
        played,
        0 if bombs else draw(st.integers(0, 19)),
        -1 if stand else draw(st.integers(0, 18)),
    )


@st.composite
def any_actions(draw: st.DrawFn) -> list[int]:
    """Four actions, possible or not; staying and bombs often enough."""
    return draw(st.lists(st.integers(0, 9), min_size=4, max_size=4))


@st.composite
def any_rules(draw: st.DrawFn) -> hypersonic.Rules:
    """A preset: two, three or four players."""
    return draw(st.sampled_from(list(hypersonic.PRESETS.values())))
