"""One game over the platform's pipes: a line for each turn, in time, whatever comes in."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from bot.exit_status import Failed, Unusable
from bot.platform.lines import LineReader
from bot.platform.plain_player import plain_answer
from bot.platform.thinking import Thinker
from bot.platform.turns import COLS, ROWS, Turn, TurnFraming, whole_numbers

PLAYERS: Final = 4
CORNERS: Final = ((0, 0), (COLS - 1, ROWS - 1), (COLS - 1, 0), (0, ROWS - 1))
"""(x, y) where each player begins."""
FIRST_ANSWER_S: Final = 0.8
"""Seconds from the start of the process to the first answer at the latest; the platform gives 1."""
FIRST_RESERVE_S: Final = 0.04
"""Of them kept for answering, the planner stops that long before."""
WAITING_S: Final = 0.002
"""Seconds after the end of its budget that a planner's answer is waited for."""
LOADING_SHARE: Final = 0.5
"""Part of the planner's time that it is waited for while it still loads: it can hardly answer in that turn, and who
answers at the last moment is late where the machine is busy, as it is with the loading."""
OPENING_S: Final = 2.0
"""Seconds that the rest of a cut first line is waited for."""
MOST_QUOTED: Final = 60
"""Characters of a wrong line that are told."""
LAST_LOAD_S: Final = 3.0
"""Seconds that a planner may go on loading after the last turn: a mistyped one is told of after the shortest game."""
LONGEST_START_S: Final = 10.0
"""A process that is older when it asks how old it is was told something else."""


@dataclass(slots=True)
class Tally:
    """What became of the turns.

    Attributes:
        turns: answered.
        plain: of them without the planner.
    """

    turns: int = 0
    plain: int = 0


class Session:
    """The conversation with the platform.

    Args:
        descriptor: to read from.
        out: to write to.
        say: takes one line for the person, for standard error.
        think_s: planner's time a turn, seconds.
        clock: seconds.
        started: when the process began, by that clock.
        load_s: the planner may load so long before the first answer, where the other end is in no hurry; 0 where the
            first answer must be there within the platform's first second.
    """

    def __init__(
        self,
        descriptor: int,
        out: TextIO,
        say: Callable[[str], None],
        think_s: float,
        clock: Callable[[], float] = time.perf_counter,
        started: float | None = None,
        load_s: float = 0.0,
    ) -> None:
        self._lines = LineReader(descriptor, clock)
        self._framing = TurnFraming()
        self._out = out
        self._say = say
        self._think_s = think_s
        self._clock = clock
        self._started = clock() if started is None else started
        self._load_s = load_s
        self._answered = 0.0
        self._to_tell = ""
        self._told: set[str] = set()
        self._tally = Tally()

    def play(self, mind: Sequence[str]) -> Tally:
        """Answer every turn until the input ends.

        Args:
            mind: the planner's, as `bot.platform.thinking.Thinker` wants it; it loads while the first lines come in.

        Raises:
            Unusable: the first line is none of the platform's, or there is no such planner.
            Failed: the input ended within a turn.
            BrokenPipeError: nobody reads the answers any more.
        """
        thinker = Thinker(mind)
        try:
            player = self._opening()
            if player is not None:
                self._play_turns(thinker, player)
            if not thinker.ready:
                thinker.load(self._clock() + LAST_LOAD_S)
            return self._tally
        finally:
            thinker.close()

    def _play_turns(self, thinker: Thinker, player: int) -> None:
        """Answer the turns of a player.

        Raises:
            Unusable, Failed, BrokenPipeError: see `play`.
        """
        place = CORNERS[player]
        while (turn := self._next_turn()) is not None:
            place = turn.place(player) or place
            self._write(self._answer(thinker, turn, player, place))
            self._tell_once()

    def _opening(self) -> int | None:
        """Return our player's number, None where the input ends before it begins.

        Raises:
            Unusable: see `play`.
        """
        until = None
        while True:
            try:
                line = self._lines.next(until)
            except TimeoutError:
                raise Unusable("the input stopped in the first line; send '13 11 ID' and a line feed") from None
            if line is None:
                return None
            if not line.ended:
                until = line.came + OPENING_S if until is None else until
            elif line.text.strip():
                return _player_of(line.text)
            else:
                until = None

    def _next_turn(self) -> Turn | None:
        """Return the next turn to be answered, None at the end of the input.

        Raises:
            Failed: see `play`.
        """
        while True:
            try:
                line = self._lines.next(self._framing.patience_until)
            except TimeoutError:
                turn = self._framing.cut()
            else:
                if line is None:
                    if self._framing.unfinished:
                        raise Failed("the input ended within a turn; it was not answered")
                    return None
                if line.ended:
                    turn = self._framing.take(line.text, line.came)
                else:
                    self._framing.touch(line.came)
                    turn = None
            if turn is not None:
                return turn

    def _answer(self, thinker: Thinker, turn: Turn, player: int, place: tuple[int, int]) -> str:
        first = self._tally.turns == 0
        if first and self._load_s:
            thinker.load(self._started + self._load_s)
            self._answered = self._clock()
        # turns that were sent without waiting for our answers have their time from the answer before on
        think_until = max(turn.began, self._answered) + self._think_s
        wait_until = think_until + WAITING_S
        if first and not self._load_s:
            wait_until = max(wait_until, self._started + FIRST_ANSWER_S)
            think_until = max(think_until, wait_until - FIRST_RESERVE_S)
        elif not thinker.ready:
            wait_until = think_until - (1 - LOADING_SHARE) * self._think_s
        loaded = thinker.ready
        text = thinker.ask(turn, player, think_until, wait_until)
        self._tally.turns += 1
        if text is not None:
            return text
        self._tally.plain += 1
        if thinker.fault:
            self._to_tell = f"planner failed ({thinker.fault}), a plain move instead"
        elif not thinker.ready:
            self._to_tell = (
                "planner not loaded in time, plain moves meanwhile; run `make setup` once to compile it, or "
                "python -m bot.platform.warming (if it has run, the machine is busy)"
            )
        elif loaded:
            self._to_tell = "planner did not answer in time, a plain move instead; is the machine busy?"
        return plain_answer(turn, player, place)

    def _tell_once(self) -> None:
        """Say what the last answer gave cause for; after it, since saying may take time."""
        if self._to_tell and self._to_tell not in self._told:
            self._told.add(self._to_tell)
            self._say(self._to_tell)
        self._to_tell = ""

    def _write(self, text: str) -> None:
        self._out.write(f"{text}\n")
        self._out.flush()
        self._answered = self._clock()


def _player_of(line: str) -> int:
    """Return the player's number of the first line.

    Raises:
        Unusable: it is not "13 11 ID" with ID from 0 to 3.
    """
    numbers = whole_numbers(line)
    if len(numbers) != 3:
        raise Unusable(f"the first line must be '13 11 ID', not {_quoted(line)}")
    width, height, player = numbers
    if (width, height) != (COLS, ROWS):
        raise Unusable(f"the map must be {COLS} wide and {ROWS} high, the first line was {_quoted(line)}")
    if not 0 <= player < PLAYERS:
        raise Unusable(f"the first line must end with a player's number, 0 to {PLAYERS - 1}, and was {_quoted(line)}")
    return player


def _quoted(line: str) -> str:
    return repr(line.strip()[:MOST_QUOTED])


def process_started(clock: Callable[[], float] = time.perf_counter, proc: Path = Path("/proc")) -> float:
    """Return when this process began, by a clock of seconds; now where the system does not say.

    In a container the two files may count from different boots: what cannot be a start is not believed either.
    """
    now = clock()
    try:
        age = _own_age(proc)
    except (OSError, ValueError, IndexError, AttributeError, ImportError):
        return now
    return now - age if 0 <= age < LONGEST_START_S else now


def _own_age(proc: Path) -> float:
    if sys.platform != "linux":  # there is no such folder
        import psutil

        return time.time() - float(psutil.Process().create_time())
    fields = (proc / "self/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    uptime = float((proc / "uptime").read_text(encoding="ascii").split()[0])
    return uptime - int(fields[19]) / os.sysconf("SC_CLK_TCK")
