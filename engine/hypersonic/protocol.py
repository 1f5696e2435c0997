"""The platform's text form: what it sends every turn, what a player answers, and what must be kept between turns.

``13 11 id`` once; then every turn eleven rows, a count, and ``type owner x y param1 param2`` a line: living players by
id (bombs in hand, range), bombs in order of placing (rounds left, range), items (1 range, 2 bomb). Dead players are not
sent, nor are boxes destroyed or rounds played.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final

import numpy as np

from engine.hypersonic.actions import MOVES, STEP_X, STEP_Y
from engine.hypersonic.board import (
    BOMBS_ROOM,
    BOX,
    BOX_BOMB,
    BOX_RANGE,
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
    STARTS,
    TIMER,
    WALL,
    Cells,
    State,
    X,
    Y,
    empty_cells,
    no_bombs,
)
from engine.hypersonic.game import advance
from engine.hypersonic.rules import COLS, FUSE, MAX_PLAYERS, ROWS, Rules

PLAYER_LINE: Final = 0
BOMB_LINE: Final = 1
ITEM_LINE: Final = 2
"""Types of entity."""
LETTERS: Final = {".": FLOOR, "X": WALL, "0": BOX, "1": BOX_RANGE, "2": BOX_BOMB}
_MOST_ENTITIES: Final = 1000


class InputError(ValueError):
    """Something that the platform never sends; the message is one line that says what."""


class AnswerError(ValueError):
    """An answer that the platform would not take; the message is one line that says what is wrong."""


def opening_text(seat: int) -> str:
    """Return the first line that a player reads."""
    return f"{COLS} {ROWS} {seat}\n"


def turn_text(state: State) -> str:
    """Return what every player reads at the beginning of a turn."""
    letters = {code: letter for letter, code in LETTERS.items()}
    rows = ["".join(letters.get(code, ".") for code in row) for row in state.cells.tolist()]
    lines = [
        f"{PLAYER_LINE} {player} {body[X]} {body[Y]} {body[IN_HAND]} {body[RANGE]}"
        for player, body in enumerate(state.players.tolist())
        if body[DIED] == 0
    ]
    lines += [
        f"{BOMB_LINE} {bomb[OWNER]} {bomb[BX]} {bomb[BY]} {bomb[TIMER]} {bomb[REACH]}" for bomb in state.bombs.tolist()
    ]
    for y, x in np.argwhere(state.cells >= ITEM_RANGE):
        lines.append(f"{ITEM_LINE} 0 {x} {y} {1 if state.cells[y, x] == ITEM_RANGE else 2} 0")
    return "\n".join((*rows, str(len(lines)), *lines)) + "\n"


class TurnReader:
    """Turns what is sent every turn into states, and keeps what is not sent: boxes by player, rounds, deaths.

    Args:
        seat: of the player who reads.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._last: State | None = None

    def read(self, rows: Iterable[str], entities: Iterable[str]) -> State:
        """Return the state of a turn; what cannot be made out is passed over where a sensible state is left.

        Args:
            rows: eleven lines of the arena; letters that nobody knows are floor, what is missing too.
            entities: the lines after the count; what cannot be read, and types that nobody knows, is passed over.

        Raises:
            InputError: nothing sensible is left: the seat's own player is not among the entities.
        """
        cells = _cells(rows)
        bodies: dict[int, tuple[int, ...]] = {}
        bombs: list[tuple[int, ...]] = []
        for line in entities:
            numbers = _numbers(line)
            if numbers is None:
                continue
            kind, owner, x, y, first, second = numbers
            inside = 0 <= x < COLS and 0 <= y < ROWS and not (x % 2 and y % 2)
            if not inside or not 0 <= owner < MAX_PLAYERS or min(first, second) < 0:
                continue
            if kind == PLAYER_LINE:
                bodies[owner] = (x, y, first, second)
            elif kind == BOMB_LINE and 1 <= first <= FUSE and second >= 1 and cells[y, x] == FLOOR:
                bombs.append((owner, x, y, first, second))
            elif kind == ITEM_LINE and first in (1, 2) and cells[y, x] == FLOOR:
                cells[y, x] = ITEM_RANGE if first == 1 else ITEM_BOMB
        if self.seat not in bodies:
            if self._last is not None:  # the round was played all the same
                self._last = advance(_ANY_RULES, self._last, [0] * len(self._last.players)).state
            raise InputError(f"player {self.seat}, who is asked, is not among the entities")
        state = self._joined(cells, bodies, bombs)
        self._last = state
        return state

    def _joined(self, cells: Cells, bodies: dict[int, tuple[int, ...]], bombs: list[tuple[int, ...]]) -> State:
        """Join a turn to what is known from those before."""
        last = self._last
        count = max(2, 1 + max((*bodies, *(bomb[OWNER] for bomb in bombs))), len(last.players) if last else 0)
        players = np.zeros((count, 6), np.int16)
        played = 0 if last is None else last.round + 1
        carried = None if last is None else advance(_ANY_RULES, last, [0] * len(last.players)).state
        for player in range(count):
            known = None if carried is None or player >= len(carried.players) else carried.players[player]
            if known is not None:
                players[player] = known
            else:
                players[player, [X, Y]] = STARTS[player]
                players[player, RANGE] = 1
            if player in bodies:
                players[player, : RANGE + 1] = bodies[player]
                players[player, DIED] = 0
            elif players[player, DIED] == 0:
                players[player, DIED] = max(1, played)
        rows = np.array(bombs[:BOMBS_ROOM], np.int16) if bombs else no_bombs()
        rows = rows[np.argsort(rows[:, TIMER], kind="stable")]
        state = State(cells, players, rows, self.seat, played)
        return state._replace(quiet=_quiet(last, state), boxless=_boxless(last, state))


_ANY_RULES: Final = Rules("two")


def _cells(rows: Iterable[str]) -> Cells:
    cells = empty_cells()
    for y, row in enumerate(rows):
        for x, letter in enumerate(row[:COLS]):
            if y < ROWS and not (x % 2 and y % 2) and LETTERS.get(letter, FLOOR) != WALL:
                cells[y, x] = LETTERS.get(letter, FLOOR)
    return cells


def _numbers(line: str) -> list[int] | None:
    if "_" in line:  # which Python would let part digits
        return None
    try:
        numbers = [int(word) for word in line.split()]
    except ValueError:
        return None
    return numbers if len(numbers) == 6 and max(map(abs, numbers)) < _MOST_ENTITIES else None


def _quiet(last: State | None, state: State) -> int:
    if last is None or len(last.bombs) or len(state.bombs):
        return 0
    same = last.players.shape == state.players.shape and (last.players[:, :2] == state.players[:, :2]).all()
    return last.quiet + 1 if same else 0


def _boxless(last: State | None, state: State) -> int:
    if state.boxes:
        return -1
    return 0 if last is None or last.boxless < 0 else last.boxless + 1


def answer_text(state: State, action: int, text: str = "") -> str:
    """Return the line that answers with an action of the seat."""
    body, move = state.players[state.seat], action % MOVES
    word = "BOMB" if action >= MOVES else "MOVE"
    return f"{word} {body[X] + STEP_X[move]} {body[Y] + STEP_Y[move]} {text}".rstrip() + "\n"


def parse_answer(state: State, seat: int, line: str) -> int:
    """Return the action that an answer means: the first step towards a far target, breadth-first.

    Raises:
        AnswerError: it is not ``MOVE x y`` or ``BOMB x y`` with a cell of the arena.
    """
    words = line.split(maxsplit=3)
    if len(words) < 3 or words[0] not in ("MOVE", "BOMB"):
        raise AnswerError(f"an answer must be 'MOVE x y' or 'BOMB x y', got {line.strip()[:60]!r}")
    try:
        if "_" in words[1] + words[2]:
            raise ValueError
        x, y = int(words[1]), int(words[2])
    except ValueError:
        raise AnswerError(f"x and y must be whole numbers, got {line.strip()[:60]!r}") from None
    if not (0 <= x < COLS and 0 <= y < ROWS):
        raise AnswerError(f"{line.strip()[:60]!r} lies outside the arena of {COLS} x {ROWS}")
    return step_towards(state, seat, x, y) + (MOVES if words[0] == "BOMB" else 0)


def step_towards(state: State, seat: int, x: int, y: int) -> int:
    """Return the first move of a shortest way to (x, y) over free floor; neighbours LEFT, RIGHT, UP, DOWN, first found.

    Where there is no way, of one to the reachable cell with the smallest Manhattan distance to it, first found.
    """
    open_cells = (state.cells == FLOOR) | (state.cells >= ITEM_RANGE)
    open_cells[state.bombs[:, BY], state.bombs[:, BX]] = False
    begin = (int(state.players[seat, X]), int(state.players[seat, Y]))
    first_move = {begin: 0}
    waiting = deque([begin])
    nearest, least = begin, abs(begin[0] - x) + abs(begin[1] - y)
    while waiting and least:
        at = waiting.popleft()
        for move in range(1, MOVES):
            to = (at[0] + STEP_X[move], at[1] + STEP_Y[move])
            if not (0 <= to[0] < COLS and 0 <= to[1] < ROWS) or to in first_move or not open_cells[to[1], to[0]]:
                continue
            first_move[to] = first_move[at] or move
            waiting.append(to)
            far = abs(to[0] - x) + abs(to[1] - y)
            if far < least:
                nearest, least = to, far
    return first_move[nearest]
