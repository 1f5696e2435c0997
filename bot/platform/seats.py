"""Who sits at a game: our planners in this process, and programs behind pipes."""

import shutil
import time
from dataclasses import dataclass
from typing import Any, Final, Protocol

from bot.exit_status import Unusable
from bot.platform.program import Program, ProgramError
from engine.hypersonic import PRESETS, Rules, State
from engine.hypersonic.protocol import AnswerError, opening_text, parse_answer, turn_text
from policy.decision import Policy, decision_seed
from policy.hypersonic.players import POLICIES
from policy.spec import PolicyError, build
from practice.command_words import command_words

FIRST_LIMIT_MS: Final = 1000.0
LIMIT_MS: Final = 100.0
"""The platform's, for the first turn and every other."""
COMMAND: Final = "command:"
"""Begins the name of a seat that a program takes."""


class SeatOut(Exception):  # noqa: N818 (an event of the game, not an error)
    """A seat is out of the game; the message says why."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer.

    Attributes:
        action: 0 to 9.
        ms: time it took, milliseconds.
        simulations, depth: what its search did, where it says so; else 0.
    """

    action: int
    ms: float
    simulations: int = 0
    depth: int = 0


class Seat(Protocol):
    """A player of one game."""

    def answer(self, state: State) -> Answered:
        """Return the action for a turn, `state.seat` being this seat's. Raises `SeatOut`."""
        ...

    def hang_up(self) -> None:
        """Tell the seat that the game is over, and wait for nothing."""
        ...

    def close(self) -> None:
        """End the seat; it may be waited for."""
        ...


class PlannerSeat:
    """A planner of ours in this process.

    It is never put out: what makes it late here is this process. How long it took is noted.

    Args:
        planner: made for this game.
        think_ms: budget a turn.
        seed: decides its random choices.
    """

    def __init__(self, planner: Policy[State], think_ms: float, seed: int) -> None:
        self._planner = planner
        self._think_ms = think_ms
        self._seed = seed

    def answer(self, state: State) -> Answered:
        """See `Seat`."""
        began = time.perf_counter()
        decision = self._planner.decide(state, self._think_ms, decision_seed(self._seed, state.round))
        ms = (time.perf_counter() - began) * 1e3
        search: Any = getattr(self._planner, "last_search", None)
        if search is None:
            return Answered(decision.move, ms)
        return Answered(decision.move, ms, int(search.simulations), int(search.depth))

    def hang_up(self) -> None:
        """See `Seat`."""

    def close(self) -> None:
        """See `Seat`."""


class ProgramSeat:
    """A program that speaks the platform's protocol, out when an answer takes longer than the platform's limits.

    One that is out is killed at once.

    Args:
        command: shell words.
    """

    def __init__(self, command: str) -> None:
        self._program = Program(command)
        self._begun = False

    def answer(self, state: State) -> Answered:
        """See `Seat`."""
        text, limit_ms = turn_text(state), LIMIT_MS
        if not self._begun:
            text, limit_ms = opening_text(state.seat) + text, FIRST_LIMIT_MS
        self._begun = True
        try:
            line, seconds = self._program.ask(text, limit_ms / 1e3)
            return Answered(parse_answer(state, state.seat, line), seconds * 1e3)
        except (ProgramError, AnswerError) as error:
            self._program.kill()  # it would go on taking time from the others
            raise SeatOut(str(error)) from None

    def hang_up(self) -> None:
        """Close the program's input."""
        self._program.hang_up()

    def close(self) -> None:
        """End the program."""
        self._program.close()


def open_seat(name: str, rules: Rules, think_ms: float, seed: int) -> Seat:
    """Return the seat that a name means: "command:WORDS" a program, else a planner with parameters.

    Raises:
        policy.spec.PolicyError: no such planner.
        bot.exit_status.Unusable: the program cannot be started.
    """
    if not name.startswith(COMMAND):
        return PlannerSeat(build(POLICIES, name, rules), think_ms, seed)
    try:
        return ProgramSeat(name.removeprefix(COMMAND))
    except ProgramError as error:
        raise Unusable(str(error)) from None


def check_seat(name: str, *, here: bool = True) -> None:
    """Refuse a name that means nothing; nothing is started.

    Args:
        name: see `open_seat`.
        here: whether this machine starts its program.

    Raises:
        policy.spec.PolicyError: no such planner.
        bot.exit_status.Unusable: a command without words, with a quote that does not end, or of no program here.
    """
    if not name.startswith(COMMAND):
        try:
            build(POLICIES, name, PRESETS["two"])
        except PolicyError as error:
            if name.partition(":")[0] in POLICIES:
                raise
            raise PolicyError(f"{error}, or {COMMAND}PROGRAM") from None
        return
    try:
        words = command_words(name.removeprefix(COMMAND))
    except ValueError:
        raise Unusable(f"{name}: a quote, or a backslash at the end, is without its partner") from None
    if f",{COMMAND}" in name:
        raise Unusable(f"{name}: commas are the program's own; give each program an option of its own")
    if not words:
        raise Unusable("command: wants the words of a program after the colon, such as 'command:./bot --fast'")
    if here and shutil.which(words[0]) is None:
        raise Unusable(f"cannot start {words[0]!r}: there is no such program, or it may not be run; see {name!r}")


def split_seats(text: str) -> list[str]:
    """Return the seats of "a,b,c"; a part such as "sc=0" belongs to the planner before it.

    One that begins with "command:" takes all that follows, commas and all.
    """
    planners, comma, command = text.partition(f",{COMMAND}")
    if text.startswith(COMMAND):
        return [text]
    if comma:
        return [*split_seats(planners), COMMAND + command]
    names: list[str] = []
    for part in text.split(","):
        if names and "=" in part.partition(":")[0]:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names
