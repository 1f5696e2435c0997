"""Lines of the platform into turns, whatever the lines hold.

A turn is 11 rows, a count, and so many entities (docs/hypersonic.md). Lines may be cut, wrong or missing; each turn
still ends: when it is complete, when the next one begins, when the sender has been silent for `PATIENCE_S` (it may be
waiting for the answer), or when its lines have been coming for `LONGEST_S`. Each turn is handed out once, so that there
is one answer a turn.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

Entity: TypeAlias = tuple[int, int, int, int, int, int]
"""Type, owner, x, y, param1, param2."""

ROWS, COLS = 11, 13
"""Of the map; the platform's only size."""
MAP_CHARACTERS: Final = frozenset(".X012")
BOUNDS: Final = (3, 4, COLS, ROWS, 100, 100)
"""Each number of an entity is at least 0 and below these; no game comes near a range or a bomb count of a hundred."""
MOST_ENTITIES: Final = 400
"""A larger count cannot be meant: 4 players, 113 cells of bombs and of items."""
MOST_LINES: Final = ROWS + 1 + MOST_ENTITIES
"""A turn ends with the line after so many, whatever they hold: of some that cannot be read no end would be seen."""
PATIENCE_S: Final = 0.025
"""Seconds of silence until a turn is answered although lines are missing."""
LONGEST_S: Final = 0.04
"""Seconds from a turn's first line until it is answered however steadily more of them come."""
EMPTY_ROWS: Final = tuple("." * COLS if y % 2 == 0 else ".X" * (COLS // 2) + "." for y in range(ROWS))
"""The map without boxes: walls where x and y are odd."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What was sent for one turn, as far as it can be read.

    Attributes:
        rows: 11 strings of 13 map characters; a row that was not sent or cannot be read is as in the turn before.
        entities: those that can be there, in the order sent.
        began: time of its first line, in the clock's seconds.
    """

    rows: tuple[str, ...]
    entities: tuple[Entity, ...]
    began: float

    def place(self, player: int) -> tuple[int, int] | None:
        """Return (x, y) of a living player, None where it is not listed."""
        return next((entity[2:4] for entity in self.entities if entity[:2] == (0, player)), None)


class _Stage(Enum):
    BETWEEN, ROWS, COUNT, ENTITIES = auto(), auto(), auto(), auto()


class TurnFraming:
    """Cuts a stream of lines into turns."""

    def __init__(self) -> None:
        self._before = EMPTY_ROWS
        self._rows: list[str | None]
        self._late: list[tuple[str, float]]
        self._entities: list[Entity]
        self._left: int | None
        self._heard = 0.0
        self._begin(0.0)
        self._stage = _Stage.BETWEEN

    @property
    def patience_until(self) -> float | None:
        """When the unfinished turn must be answered, in the clock's seconds; None where nothing waits."""
        if self._stage is _Stage.BETWEEN or self._answered:
            return None
        return min(self._heard + PATIENCE_S, self._began + LONGEST_S)

    @property
    def unfinished(self) -> bool:
        """Whether a turn has begun that was not handed out."""
        return self.patience_until is not None

    def touch(self, now: float) -> None:
        """Note that a part of a line has come: a turn may have begun."""
        self._heard = now
        if self._stage is _Stage.BETWEEN:
            self._begin(now)

    def take(self, line: str, now: float) -> Turn | None:
        """Add a line; return the turn that it completes or cuts short, if any."""
        self._heard = now
        text = line.strip()
        if not text:
            if self._stage is _Stage.ROWS and self._lines == 0:
                self._stage = _Stage.BETWEEN  # what began was no turn
            return None
        six = _is_entity_like(text)
        cut = None
        if self._stage is _Stage.BETWEEN:
            if six:
                return None  # one more than the last turn's count said
            self._begin(now)
        elif self._stage is _Stage.ENTITIES and _is_row(text):
            cut = self._hand_out()
            self._begin(now)
        elif self._stage is _Stage.ROWS and six and not self._rows:
            self._stage = _Stage.BETWEEN
            return None
        elif self._stage is _Stage.COUNT and self._answered and _is_row(text):
            self._begin_with_what_came_late(now)
        if self._stage is _Stage.ROWS and self._answered:
            self._late.append((text, now))
        self._sort_in(text, six)
        return self._hand_out() if self._complete else cut

    def cut(self) -> Turn | None:
        """Hand out the unfinished turn as it is; what comes of it later is taken and leads to nothing."""
        if not self.unfinished:
            return None
        turn = self._turn()
        self._answered = True
        return turn

    def _sort_in(self, text: str, six: bool) -> None:
        """Put a line where it belongs: by where we are, and by what it looks like."""
        self._lines += 1
        if self._stage is _Stage.ROWS and not six:
            y = len(self._rows)
            self._rows.append(text if _is_row(text) and _has_walls_of(text, y) else None)
            if len(self._rows) == ROWS:
                self._stage = _Stage.COUNT
        elif self._stage is _Stage.COUNT and not six:
            if not _is_row(text):  # else a row too many
                self._left = _count(text)
                self._stage = _Stage.ENTITIES
        else:  # where rows or the count are missing, how many entities will come is not known
            self._stage = _Stage.ENTITIES
            entity = _entity(text)
            if entity is not None:
                self._entities.append(entity)
            if self._left is not None:
                self._left -= 1

    @property
    def _complete(self) -> bool:
        all_here = self._stage is _Stage.ENTITIES and self._left is not None and self._left <= 0
        return all_here or self._lines > MOST_LINES

    def _begin(self, now: float) -> None:
        self._lines = 0
        self._rows = []
        self._late = []
        self._entities = []
        self._left = None
        self._began = now
        self._answered = False
        self._stage = _Stage.ROWS

    def _begin_with_what_came_late(self, now: float) -> None:
        """Begin a turn: more rows have come since the answer than the old one lacked, so they are none of its."""
        late = self._late
        self._begin(late[0][1] if late else now)
        for text, _ in late:
            self._sort_in(text, six=False)

    def _hand_out(self) -> Turn | None:
        turn = None if self._answered else self._turn()
        self._stage = _Stage.BETWEEN
        return turn

    def _turn(self) -> Turn:
        sent = [*self._rows, *[None] * (ROWS - len(self._rows))]
        self._before = tuple(new or old for new, old in zip(sent, self._before, strict=True))
        return Turn(self._before, tuple(self._entities), self._began)


def _is_row(text: str) -> bool:
    return len(text) == COLS and MAP_CHARACTERS.issuperset(text)


def _has_walls_of(row: str, y: int) -> bool:
    """Tell whether walls stand where x and y are odd and nowhere else: a row out of place has them elsewhere."""
    return all((character == "X") == (x % 2 == 1 and y % 2 == 1) for x, character in enumerate(row))


def _is_entity_like(text: str) -> bool:
    """Tell six whole numbers, whatever they are."""
    return len(whole_numbers(text)) == len(BOUNDS)


def whole_numbers(text: str) -> list[int]:
    """Return the whole numbers of a line; none where it holds anything else, as digits that "_" parts."""
    try:
        return [] if "_" in text else [int(part) for part in text.split()]
    except ValueError:
        return []


def _entity(text: str) -> Entity | None:
    """Return the six numbers of an entity that can be there, None for anything else."""
    numbers = whole_numbers(text)
    if len(numbers) != len(BOUNDS) or not all(0 <= n < bound for n, bound in zip(numbers, BOUNDS, strict=True)):
        return None
    kind, owner, x, y, first, second = numbers
    return kind, owner, x, y, first, second


def _count(text: str) -> int | None:
    """Return how many entities are announced, None where that cannot be known."""
    numbers = whole_numbers(text)
    return numbers[0] if len(numbers) == 1 and 0 <= numbers[0] <= MOST_ENTITIES else None
