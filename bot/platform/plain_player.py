"""A move that does not die and breaks boxes, in plain Python within milliseconds, for when no planner can answer.

On a busy machine the planner loads for several turns, and whoever only stays alive meanwhile is boxes behind. It
knows the bombs that lie there, their chains and the ways out; it goes to where a bomb breaks most boxes for the way.
"""

from typing import Final, NamedTuple

from bot.platform.plain_arena import BOMB, FUSE, STEPS, bit, blast, bombs_of, coming, items_of, mask_of, spread
from bot.platform.turns import COLS, ROWS, Turn

ITEM_WORTH: Final = 0.8
"""Boxes that an item is worth."""
PLACING: Final = 4.0
"""Rounds added to those of a way, so that one box here is not worth three boxes a few steps on."""

Place = tuple[int, int]


class Step(NamedTuple):
    """A first step and where it leads.

    Attributes:
        to: (x, y) after it.
        fronts: the cells where the player can be after each round, the first one first, FUSE of them.
        worth: rounds that can be lived through, then cells at the end.
    """

    to: Place
    fronts: list[int]
    worth: int

    @property
    def lives(self) -> bool:
        """Whether some way lives as long as is known."""
        return self.fronts[-1] != 0


def plain_answer(turn: Turn, player: int, last_place: Place) -> str:
    """Return "MOVE x y" or "BOMB x y": a step that keeps a way open through the bombs that lie there.

    Args:
        turn: as sent.
        player: whose answer.
        last_place: (x, y) where it is taken to stand if the turn does not list it.
    """
    place = turn.place(player) or last_place
    bombs = bombs_of(turn)
    deadly, floor = coming(turn, bombs)
    steps = _steps(place, deadly, floor)
    safest = max(steps, key=lambda step: step.worth)
    if not safest.lives or turn.place(player) is None:
        return _line("MOVE", safest)
    in_hand, reach = next((entity[4], entity[5]) for entity in turn.entities if entity[:2] == (0, player))
    goals = _goals(turn, player, place, reach, deadly, floor[0], [step for step in steps if step.lives])
    ready = min((bomb[4] for bomb in bombs if bomb[1] == player), default=FUSE) if in_hand == 0 else 0
    placed = [*bombs, (BOMB, player, *place, FUSE + 1, reach)]
    for goal in sorted(goals, key=lambda goal: -goal.worth(ready)):
        if goal.step is not None:
            return _line("MOVE", goal.step)
        if ready:
            if steps[0].lives:
                return _line("MOVE", steps[0])
        elif not any(bomb[2:4] == place for bomb in bombs):
            step = max(_steps(place, *coming(turn, placed)), key=lambda step: step.worth)
            if step.lives:
                return _line("BOMB", step)
    return _line("MOVE", safest)


class _Goal(NamedTuple):
    """A cell to place a bomb on, or to take an item from; the way there begins with `step`, None where it is here."""

    rounds: int
    boxes: int
    item: bool
    step: Step | None

    def worth(self, ready: int) -> float:
        """Return boxes by round; the bomb is there in `ready` rounds."""
        item = ITEM_WORTH / (self.rounds + PLACING) if self.item else 0.0
        return item + self.boxes / (max(self.rounds, ready) + PLACING)


def _goals(
    turn: Turn, player: int, place: Place, reach: int, deadly: list[int], floor: int, steps: list[Step]
) -> list[_Goal]:
    """Return everything worth going to, each cell by the quickest way that is open, of those the safest."""
    walls, boxes, items = mask_of(turn.rows, "X"), mask_of(turn.rows, "012"), items_of(turn)
    gone = 0
    for cells in deadly:
        gone |= cells
    things = boxes | items
    for bomb in bombs_of(turn):
        things |= bit(bomb[2], bomb[3])
    steps = sorted(steps, key=lambda step: -step.worth)
    goals, met = [], 0
    for rounds in range(FUSE):
        for step in steps if rounds else steps[:1]:
            front = (step.fronts[rounds - 1] if rounds else bit(*place)) & ~met
            met |= front
            while front:
                cell = front & -front
                front ^= cell
                y, x = divmod(cell.bit_length() - 1, COLS)
                covered = blast((BOMB, player, x, y, FUSE + 1, reach), walls, things)
                broken = (covered & boxes & ~gone).bit_count() if _leaves(cell, covered, floor) else 0
                item = bool(rounds and cell & items & ~gone)
                if broken or item:
                    goals.append(_Goal(rounds, broken, item, step if rounds else None))
    return goals


def _leaves(cell: int, covered: int, floor: int) -> bool:
    """Tell whether there is a way out of a blast before its bomb goes off, boxes and bombs being as they are now."""
    reach = cell
    for _ in range(FUSE - 1):
        reach |= spread(reach) & floor
    return reach & ~covered != 0


def _steps(place: Place, deadly: list[int], floor: list[int]) -> list[Step]:
    """Return every first step that can be made, staying first."""
    found = []
    for dx, dy in STEPS:
        to = place[0] + dx, place[1] + dy
        inside = 0 <= to[0] < COLS and 0 <= to[1] < ROWS
        if not inside or ((dx, dy) != (0, 0) and not bit(*to) & floor[0]):
            continue
        fronts = [bit(*to) & ~deadly[1]]
        for then in range(1, FUSE):
            before = fronts[-1]
            fronts.append((before | spread(before) & floor[then]) & ~deadly[then + 1])
        depth = sum(front > 0 for front in fronts)
        found.append(Step(to, fronts, depth * ROWS * COLS + fronts[-1].bit_count()))
    return found


def _line(what: str, step: Step) -> str:
    return f"{what} {step.to[0]} {step.to[1]}"
