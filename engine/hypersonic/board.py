"""The state of a game as a person sees it, what the screen shows of it, and its text form."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.counts import refuse_counts
from engine.hypersonic.rules import COLS, FUSE, MAX_PLAYERS, ROWS, Rules

FLOOR: Final = 0
WALL: Final = 1
BOX: Final = 2
BOX_RANGE: Final = 3
BOX_BOMB: Final = 4
ITEM_RANGE: Final = 5
ITEM_BOMB: Final = 6
UNKNOWN: Final = -1
"""Codes of `State.cells`: a box with an item inside becomes that item's cell, two codes further."""

X: Final = 0
Y: Final = 1
IN_HAND: Final = 2
RANGE: Final = 3
BOXES: Final = 4
DIED: Final = 5
"""Columns of `State.players`."""

OWNER: Final = 0
BX: Final = 1
BY: Final = 2
TIMER: Final = 3
REACH: Final = 4
"""Columns of `State.bombs`."""

BOMBS_ROOM: Final = MAX_PLAYERS * FUSE
"""Bombs that can lie at once: one a player a round, for as many rounds as a fuse burns."""

NO_BOMB: Final = 7
"""Code of the screen's second layer; a bomb with t rounds left is NO_BOMB + t."""
NOBODY: Final = NO_BOMB + FUSE + 1
"""Code of the screen's third layer; NOBODY + a bit for each player who stands there."""

MOST_NUMBER: Final = 2000
"""No number of a state is greater: no game has half as many rounds."""

LAYERS: Final = 3
KIND_NAMES: Final = (
    "floor",
    "wall",
    "box",
    "box with range",
    "box with bomb",
    "range item",
    "bomb item",
    "no bomb",
    *(f"bomb {left}" for left in range(1, FUSE + 1)),
    "nobody",
    *(
        "player " + "+".join(str(player) for player in range(MAX_PLAYERS) if mask >> player & 1)
        for mask in range(1, 1 << MAX_PLAYERS)
    ),
)
"""Name of each code that `places` gives."""

STARTS: Final = ((0, 0), (COLS - 1, ROWS - 1), (COLS - 1, 0), (0, ROWS - 1))
"""(x, y) where each player begins."""

Cells = NDArray[np.int8]
Rows = NDArray[np.int16]


class State(NamedTuple):
    """One moment between two rounds, from one player's seat.

    Attributes:
        cells: int8 (11, 13), FLOOR to ITEM_BOMB; UNKNOWN where it was not read.
        players: int16 (n, 6): X, Y, IN_HAND, RANGE, BOXES, DIED (0: alive, else the round of death).
            -1 where it is not known.
        bombs: int16 (k, 5): OWNER, BX, BY, TIMER, REACH in order of placing.
        seat: whose game it is: 0 to n - 1.
        round: rounds played.
        quiet: rounds in a row without a bomb on the board, a placing or a move.
        boxless: rounds since the round that broke the last box, -1 while one stands.
    """

    cells: Cells
    players: Rows
    bombs: Rows
    seat: int = 0
    round: int = 0
    quiet: int = 0
    boxless: int = -1

    @property
    def score(self) -> int:
        """Boxes that the seat's bombs have hit."""
        return int(self.players[self.seat, BOXES])

    @property
    def moves(self) -> int:
        """Rounds played."""
        return self.round

    @property
    def boxes(self) -> int:
        """Boxes left."""
        return int(np.count_nonzero((self.cells >= BOX) & (self.cells <= BOX_BOMB)))


def empty_cells() -> Cells:
    """Return an arena of floor and walls, int8 (11, 13): walls where x and y are both odd."""
    cells = np.full((ROWS, COLS), FLOOR, np.int8)
    cells[1::2, 1::2] = WALL
    return cells


def newcomers(rules: Rules) -> Rows:
    """Return the players of a game that begins, int16 (n, 6)."""
    return np.array([(x, y, rules.bombs, rules.reach, 0, 0) for x, y in STARTS[: rules.players]], np.int16)


def no_bombs() -> Rows:
    """Return no bombs, int16 (0, 5)."""
    return np.zeros((0, 5), np.int16)


def places(state: State) -> Cells:
    """Return what the screen shows, int8 (33, 13): ground, bombs and players, three layers one above the other."""
    bombs, bodies = np.full_like(state.cells, NO_BOMB), np.full_like(state.cells, NOBODY)
    for bomb in state.bombs[::-1]:  # the oldest last: it shows
        bombs[bomb[BY], bomb[BX]] = NO_BOMB + bomb[TIMER]
    for player, body in enumerate(state.players):
        if body[DIED] == 0 and body[X] >= 0:
            bodies[body[Y], body[X]] += 1 << player
    unread = state.cells == UNKNOWN
    if (state.players[:, X] < 0).any():
        bodies[bodies == NOBODY] = UNKNOWN
    bombs[unread & (bombs == NO_BOMB)] = UNKNOWN
    return np.concatenate((state.cells, bombs, bodies))


def stands(bodies: Cells, player: int) -> NDArray[np.bool_]:
    """Tell on which cells a player is seen.

    Args:
        bodies: codes of the screen's third layer, int8 of any shape; UNKNOWN shows nobody.
        player: 0 to 3.

    Returns:
        bool of the same shape.
    """
    return np.asarray((bodies > NOBODY) & ((bodies - NOBODY) >> player & 1 == 1))


LETTERS: Final = ".X012rb"
"""Cells in the text form, by code: the platform's own letters, and the two items."""
_HEAD = ("hypersonic", "seat", "round", "quiet", "boxless")


def to_text(state: State) -> str:
    """Write a state: a head, eleven rows of the arena, a row a player, a row a bomb.

    ``player x y bombs-in-hand range boxes died`` and ``bomb owner x y rounds-left range``; ``?`` is not known.
    """
    numbers = (state.seat, state.round, state.quiet, state.boxless)
    head = _HEAD[0] + "".join(f" {name} {number}" for name, number in zip(_HEAD[1:], numbers, strict=True))
    rows = ["".join("?" if code == UNKNOWN else LETTERS[code] for code in row) for row in state.cells.tolist()]
    players = ["player " + _numbers(row) for row in state.players.tolist()]
    bombs = ["bomb " + _numbers(row) for row in state.bombs.tolist()]
    return "\n".join((head, *rows, *players, *bombs)) + "\n"


def _numbers(row: list[int]) -> str:
    return " ".join("?" if number < 0 else str(number) for number in row)


def from_text(text: str) -> State:
    """Read what `to_text` writes; a row of nothing but ``?`` after the arena is a player nobody has read.

    Raises:
        ValueError: one line that says what is wrong.
    """
    lines = text.splitlines()
    words = lines[0].split() if lines else []
    if len(words) != 2 * len(_HEAD) - 1 or (words[0], *words[1::2]) != _HEAD:
        raise ValueError("hypersonic: the first line must be 'hypersonic seat N round N quiet N boxless N'")
    try:
        seat, played, quiet, boxless = (int(word) for word in words[2::2])
    except ValueError:
        raise ValueError(f"hypersonic: the first line holds something that is no number: {lines[0]!r}") from None
    refuse_counts("hypersonic: the first line", most=MOST_NUMBER, round=played, quiet=quiet)
    if not -1 <= boxless <= MOST_NUMBER:
        raise ValueError(f"hypersonic: the first line: boxless must be -1 to {MOST_NUMBER}")
    if len(lines) < 1 + ROWS:
        raise ValueError(f"hypersonic: {len(lines) - 1} rows after the first line, must be at least {ROWS}")
    cells = np.full((ROWS, COLS), UNKNOWN, np.int8)
    for y, line in enumerate(lines[1 : 1 + ROWS]):
        if len(line) != COLS or any(letter not in LETTERS + "?" for letter in line):
            raise ValueError(f"hypersonic: row {y} is {line!r}, must be {COLS} of '{LETTERS}' and '?'")
        cells[y] = [UNKNOWN if letter == "?" else LETTERS.index(letter) for letter in line]
    rest = [line for line in lines[1 + ROWS :] if line.strip()]
    players = [_row(line, 6) for line in rest if not line.startswith("bomb")]
    bombs = [_row(line, 5) for line in rest if line.startswith("bomb")]
    if not 2 <= len(players) <= MAX_PLAYERS:
        raise ValueError(f"hypersonic: {len(players)} players, must be 2 to {MAX_PLAYERS}")
    if not 0 <= seat < len(players):
        raise ValueError(f"hypersonic: seat {seat}, must be 0 to {len(players) - 1}")
    bomb_rows = np.array(bombs, np.int16) if bombs else no_bombs()
    _refuse_places(players, bombs)
    return State(cells, np.array(players, np.int16), bomb_rows, seat, played, quiet, boxless)


def _row(line: str, count: int) -> list[int]:
    words = line.split()
    if all(set(word) == {"?"} for word in words):
        return [-1] * (count - 1) + [0] if count == 6 else [-1] * count
    if words[0] not in ("player", "bomb") or len(words) != count + 1:
        raise ValueError(f"hypersonic: cannot read {line!r}: 'player' has 6 numbers, 'bomb' has 5")
    try:
        return [-1 if word == "?" else int(word) for word in words[1:]]
    except ValueError:
        raise ValueError(f"hypersonic: {line!r} holds something that is no number") from None


def _refuse_places(players: list[list[int]], bombs: list[list[int]]) -> None:
    """Refuse numbers that would lie outside the arena or that no array holds."""
    for numbers, x, y in [(row, row[X], row[Y]) for row in players] + [(row, row[BX], row[BY]) for row in bombs]:
        if not (-1 <= x < COLS and -1 <= y < ROWS) or max(numbers) > MOST_NUMBER or min(numbers) < -1:
            raise ValueError(f"hypersonic: x {x}, y {y} lies outside the arena, or a number is too large")
    for bomb in bombs:
        if not (0 <= bomb[OWNER] < len(players) and bomb[BX] >= 0 and 1 <= bomb[TIMER] <= FUSE and bomb[REACH] >= 1):
            raise ValueError(f"hypersonic: bomb {bomb} needs an owner, a place, 1 to {FUSE} rounds left and a range")
