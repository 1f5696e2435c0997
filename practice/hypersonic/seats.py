"""Who plays in each seat: a person, a player of this process, or a program over pipes."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from engine.dice import Dice, dice, roll
from engine.hypersonic import PRESET_FOR, PRESETS, Rules, State
from practice.command_words import command_words
from practice.hypersonic.careful import careful_actions
from practice.hypersonic.keys import STAY
from practice.options import PracticeError

PERSON, STILL, RANDOM, COMMAND = "person", "still", "random", "command:"
OF_THE_WINDOW = (PERSON, STILL, RANDOM)
"""Whom the window plays itself."""
POLICIES = ("strongest", "beam", "mcts", "rhea")
"""Our own players, programs too: short for `command:` and `run_bot.py codingame hypersonic --policy NAME`."""
LOAD_S = 20
"""A game waits so long until our own players have loaded: they would play their first turns badly otherwise."""
SEEDS = 2**53
"""Those that our own players take are below it."""
RUN_BOT = Path(__file__).resolve().parents[2] / "run_bot.py"


class Seat(Protocol):
    """A player whose actions do not come from the keys."""

    name: str

    @property
    def note(self) -> str:
        """What has gone wrong, or ""."""
        ...

    @property
    def ready(self) -> bool:
        """Whether the first turn may begin."""
        ...

    def open(self, seat: int) -> None:
        """Begin a new game in a seat."""
        ...

    def ask(self, state: State) -> None:
        """Show a turn."""
        ...

    def take(self, state: State) -> int:
        """Return the action for the turn shown last."""
        ...

    def leave(self) -> None:
        """Play no longer in this game; what belongs to it ends soon, and nobody waits for it."""
        ...

    def close(self) -> None:
        """End what belongs to it, for good."""
        ...


class StillSeat:
    """A player that never moves."""

    name = "STILL"
    note = ""
    ready = True

    def open(self, seat: int) -> None:
        """Nothing to begin."""

    def ask(self, state: State) -> None:
        """Nothing to think about."""

    def take(self, state: State) -> int:
        """Return STAY."""
        return STAY

    def leave(self) -> None:
        """Nothing to end."""

    def close(self) -> None:
        """Nothing to end."""


class RandomSeat(StillSeat):
    """A player that draws one of its actions that do not obviously kill it.

    Args:
        rules: of the game.
        rolls: its dice.
    """

    name = "RANDOM"

    def __init__(self, rules: Rules, rolls: Dice) -> None:
        self._rules, self._dice = rules, rolls
        self._seat = 0

    def open(self, seat: int) -> None:
        """Begin a new game in a seat."""
        self._seat = seat

    def take(self, state: State) -> int:
        """Return an action."""
        choices = careful_actions(self._rules, state, self._seat)
        return int(choices[roll(self._dice, len(choices))]) if choices else STAY


def find_rules(name: str, specials: float | None, seats: Sequence[str]) -> tuple[Rules, tuple[str, ...]]:
    """Return the rules, and a player for each of their seats.

    Args:
        name: preset as asked for, also with numbers changed, as "two:rounds=50"; "" goes by the seats.
        specials: as asked for.
        seats: as asked for; none is a person among random players.

    Raises:
        PracticeError: no such preset or player, another number of seats than players, two persons.
    """
    if specials:
        raise PracticeError("Hypersonic has no special pieces; leave --specials away")
    if seats and not name and len(seats) not in PRESET_FOR:
        raise PracticeError(f"setting seats: {len(seats)} seats; a game has {min(PRESET_FOR)} to {max(PRESET_FOR)}")
    try:
        rules = PRESETS[name or (PRESET_FOR[len(seats)] if seats else next(iter(PRESETS)))]
    except KeyError as error:
        raise PracticeError(str(error.args[0])) from None
    names = tuple(seats) or (PERSON,) + (RANDOM,) * (rules.players - 1)
    if len(names) != rules.players:
        raise PracticeError(
            f"setting seats: {len(names)} seats, but the rules {rules.name} have {rules.players} players"
        )
    if names.count(PERSON) > 1:
        raise PracticeError("setting seats: two persons cannot share one keyboard; name person once")
    for seat in names:
        _check(seat)
    return rules, names


def _check(name: str) -> None:
    if name in OF_THE_WINDOW or name.partition(":")[0] in POLICIES:
        return
    if not name.startswith(COMMAND):
        choices = ", ".join((*OF_THE_WINDOW, *POLICIES))
        raise PracticeError(f"no player named '{name}'; choose from {choices}, or {COMMAND}PROGRAM ARGUMENTS")
    try:
        words = command_words(name.removeprefix(COMMAND))
    except ValueError:
        raise PracticeError(
            f"setting seats: in '{name}' a quote, or a backslash at the end, is without its partner"
        ) from None
    if not words:
        raise PracticeError(f"setting seats: '{name}' names no program")


def make_seat(name: str, number: int, rules: Rules, seed: int, news: Callable[[], None]) -> Seat | None:
    """Return the player of a name that `find_rules` has accepted, None for the person.

    Args:
        name: as asked for.
        number: of its seat.
        rules: of the game.
        seed: decides what a random player does, with its seat.
        news: called when a program has answered or ended.
    """
    if name == PERSON:
        return None
    if name == STILL:
        return StillSeat()
    if name == RANDOM:
        return RandomSeat(rules, dice((seed << 8) + 17 + number))
    from practice.hypersonic.programs import ProgramSeat

    if name.startswith(COMMAND):
        return ProgramSeat("PROGRAM", command_words(name.removeprefix(COMMAND)), news)
    seeded = str((seed + number) % SEEDS)
    player = ("codingame", "hypersonic", "--policy", name, "--seed", seeded, "--load-s", str(LOAD_S))
    command = (sys.executable, str(RUN_BOT), *player)
    return ProgramSeat(name.partition(":")[0].upper(), command, news)
