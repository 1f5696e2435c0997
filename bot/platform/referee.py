"""One game between seats, as the platform plays it: everybody is asked, then a round is played."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.platform.seats import LIMIT_MS, Answered, Seat, SeatOut
from engine.dice import dice
from engine.hypersonic import BOXES, DIED, Rules, State, advance, has_ended, ranking, start


@dataclass(slots=True)
class SeatRecord:
    """What became of one seat.

    Attributes:
        place: 1 is first; equal ones share.
        boxes: hit by its bombs.
        died: round of its death, 0 for alive.
        out: why it was put out, "" where it was not.
        late: answers that took longer than the platform's limit.
        ms, simulations, depth: of each answer; see `bot.platform.seats.Answered`.
    """

    place: int = 0
    boxes: int = 0
    died: int = 0
    out: str = ""
    late: int = 0
    ms: list[float] = field(default_factory=list)
    simulations: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)

    def note(self, answered: Answered) -> None:
        """Add an answer; the first turn's limit is ten times as long and is the seat's own to keep."""
        self.late += bool(self.ms) and answered.ms > LIMIT_MS
        self.ms.append(answered.ms)
        self.simulations.append(answered.simulations)
        self.depth.append(answered.depth)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game.

    Attributes:
        rounds: played.
        seats: in the order of their numbers.
        last: the last state, from seat 0.
    """

    rounds: int
    seats: tuple[SeatRecord, ...]
    last: State


def play_game(
    rules: Rules, seats: Sequence[Seat], map_seed: int, before_round: Callable[[], None] = lambda: None
) -> GameRecord:
    """Play one game to its end. The dead are asked no more; a seat that is out dies where it stands, its bombs stay;
    whoever dies by a bomb in that round is before it.

    Args:
        rules: for as many players as there are seats.
        seats: not closed.
        map_seed: decides the map.
        before_round: called before each round; what it raises ends the game.

    Raises:
        ValueError: another number of seats.
    """
    if len(seats) != rules.players:
        raise ValueError(f"rules {rules.name} are for {rules.players} players, not {len(seats)}")
    records = tuple(SeatRecord() for _ in seats)
    state = start(rules, dice(map_seed))
    while not has_ended(rules, state):
        before_round()
        actions = [0] * len(seats)
        for number, (seat, record) in enumerate(zip(seats, records, strict=True)):
            if state.players[number, DIED] != 0:
                continue
            try:
                answered = seat.answer(state._replace(seat=number))
            except SeatOut as out:
                record.out = f"round {state.round + 1}: {out}"
            else:
                record.note(answered)
                actions[number] = answered.action
        state = advance(rules, state, actions).state
        state = _without_those_out(state, records)
    put_out = [number for number, record in enumerate(records) if record.out]
    for number, (record, place) in enumerate(zip(records, ranking(state, put_out), strict=True)):
        record.place = place
        record.boxes = int(state.players[number, BOXES])
        record.died = int(state.players[number, DIED])
    return GameRecord(state.round, records, state)


def _without_those_out(state: State, records: Sequence[SeatRecord]) -> State:
    """Return the state after a round with the seats dead that were put out in it."""
    players = state.players.copy()
    for number, record in enumerate(records):
        if record.out and players[number, DIED] == 0:
            players[number, DIED] = state.round
    return state._replace(players=players)
