"""The conversation over pipes: an answer for each turn, in time, and a clean end."""

import contextlib
import io
import os
import signal
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from bot.exit_status import Failed, Unusable
from bot.platform.session import OPENING_S, Session, Tally, process_started
from bot.platform.thinking import Thinker
from bot.platform.turns import EMPTY_ROWS, PATIENCE_S, Turn

pytestmark = pytest.mark.timed

TURN = "\n".join([*EMPTY_ROWS, "2", "0 0 0 0 1 3", "0 1 12 10 1 3"]) + "\n"
OPENING = "13 11 0\n"
THINK_S = 0.05
PIPE_BYTES = 65536
"""Room in a pipe, Linux; no other system has more by default."""


class Platform:
    """The other end of a session's pipes."""

    def __init__(self, mind: tuple[str, ...], started_before_s: float, patience_s: float) -> None:
        self.to_bot = os.pipe()
        self.from_bot = os.pipe()
        self.said: list[str] = []
        self.ending: Tally | BaseException | None = None
        self._mind = mind
        self._started_before_s = started_before_s
        self._patience_s = patience_s
        self.answers = os.fdopen(self.from_bot[0], encoding="ascii")
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        started = time.perf_counter() - self._started_before_s
        out = os.fdopen(self.from_bot[1], "w", encoding="ascii")
        session = Session(self.to_bot[0], out, self.said.append, THINK_S, started=started, load_s=self._patience_s)
        try:
            self.ending = session.play(self._mind)
        except BaseException as error:
            self.ending = error
        with contextlib.suppress(BrokenPipeError):
            out.close()

    def send(self, text: str) -> None:
        os.write(self.to_bot[1], text.encode("utf-8"))

    def ask(self, text: str) -> tuple[str, float]:
        """Send a text; return the next answer and its time in seconds."""
        began = time.perf_counter()
        self.send(text)
        line = self.answers.readline().strip()
        return line, time.perf_counter() - began

    def hang_up(self) -> Tally | BaseException | None:
        """End the input; return how the session ended."""
        if self.to_bot[1] >= 0:
            os.close(self.to_bot[1])
            self.to_bot = (self.to_bot[0], -1)
        self.thread.join(5)
        assert not self.thread.is_alive(), "a hang"
        return self.ending

    def close(self) -> None:
        self.hang_up()
        self.answers.close()
        os.close(self.to_bot[0])


@pytest.fixture
def platform() -> Iterator[Callable[..., Platform]]:
    opened: list[Platform] = []

    def start(
        load_s: float = 0.0,
        answer_s: float = 0.0,
        fault: str = "",
        started_before_s: float = 0.0,
        patience_s: float = 0.0,
    ) -> Platform:
        mind = ("tests.bot.echo_mind:Echo", str(load_s), str(answer_s), fault)
        opened.append(Platform(mind, started_before_s, patience_s))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


Start = Callable[..., Platform]


def test_each_turn_has_the_planners_answer(platform: Start) -> None:
    game = platform()
    for number in range(1, 6):
        text = OPENING + TURN if number == 1 else TURN
        assert game.ask(text)[0] == f"BOMB 0 0 {number}"
    assert game.hang_up() == Tally(5, 0)
    assert game.said == []


def test_turns_that_come_all_at_once_are_all_answered(platform: Start) -> None:
    game = platform()
    game.send(OPENING + TURN * 20)
    game.hang_up()
    assert len(game.answers.read().splitlines()) == 20


def test_a_planner_that_loads_slowly_is_waited_for_in_the_first_second(platform: Start) -> None:
    game = platform(load_s=0.2)
    line, seconds = game.ask(OPENING + TURN)
    assert line == "BOMB 0 0 1"
    assert 0.2 < seconds < 0.95


def test_until_it_is_loaded_safe_moves_are_made_in_time(platform: Start) -> None:
    game = platform(load_s=1.5, started_before_s=0.2)
    line, seconds = game.ask(OPENING + TURN)
    assert line.startswith("MOVE ")
    assert 0.5 < seconds < 0.8
    count = 1
    spent = []
    while (answer := game.ask(TURN))[0].startswith("MOVE "):
        count += 1
        spent.append(answer[1])
        assert answer[1] < 0.09
    assert statistics.median(spent) < 0.75 * THINK_S, "while it loads its whole time is not waited for"
    assert answer[0] == f"BOMB 0 0 {count + 1}", "it has seen every turn"
    assert 5 < count < 60
    assert len(game.said) == 1
    assert "make setup" in game.said[0]
    assert "python -m bot.platform.warming" in game.said[0], "where there is no make"


def test_where_nobody_is_in_a_hurry_the_first_answer_waits_until_the_planner_has_loaded(platform: Start) -> None:
    game = platform(load_s=1.5, started_before_s=0.2, patience_s=20.0)
    line, seconds = game.ask(OPENING + TURN)
    assert line == "BOMB 0 0 1"
    assert 1.5 < seconds < 5.0
    line, seconds = game.ask(TURN)
    assert line == "BOMB 0 0 2"
    assert seconds < 0.09
    assert game.hang_up() == Tally(2, 0)


def test_it_waits_no_longer_than_it_was_told(platform: Start) -> None:
    game = platform(load_s=30.0, patience_s=0.8)
    line, seconds = game.ask(OPENING + TURN)
    assert line.startswith("MOVE ")
    assert 0.7 < seconds < 1.0


def test_a_planner_that_is_late_is_not_waited_for(platform: Start) -> None:
    game = platform(answer_s=0.12, started_before_s=0.85)
    time.sleep(0.3)
    answers = [game.ask(OPENING + TURN if number == 0 else TURN) for number in range(6)]
    assert all(line.startswith("MOVE ") for line, _ in answers)
    assert all(seconds < 0.09 for _, seconds in answers)
    game.hang_up()
    assert isinstance(game.ending, Tally)
    assert game.ending == Tally(6, 6)
    assert game.said[-1] == "planner did not answer in time, a plain move instead; is the machine busy?"
    assert len(set(game.said)) == len(game.said), "each is said once"


def test_a_planner_that_fails_costs_a_move_and_not_the_game(platform: Start) -> None:
    game = platform(fault="no way")
    for number in range(3):
        assert game.ask(OPENING + TURN if number == 0 else TURN)[0].startswith("MOVE ")
    assert game.hang_up() == Tally(3, 3)
    assert len(game.said) == 1
    assert "ValueError: no way" in game.said[0]


@pytest.mark.parametrize(
    ("fault", "words"),
    [("x" * 9000, "ValueError: xxx"), ("\U0001f4a3" * 9000, "ValueError: "), ("long", "cannot be read")],
)
def test_what_a_planner_says_at_length_costs_a_move_and_not_the_game(fault: str, words: str, platform: Start) -> None:
    game = platform(fault=fault)
    for number in range(3):
        assert game.ask(OPENING + TURN if number == 0 else TURN)[0].startswith("MOVE ")
    assert game.hang_up() == Tally(3, 3)
    assert len(game.said) == 1
    assert words in game.said[0]
    assert len(game.said[0]) < 400


def test_a_planner_that_does_not_exist_ends_the_game(platform: Start) -> None:
    game = platform(fault="mistyped")
    game.send(OPENING + TURN)
    assert game.answers.readline() == ""
    error = game.hang_up()
    assert isinstance(error, Unusable)
    assert str(error) == "no policy 'best'"


@pytest.mark.parametrize("text", ["", OPENING, OPENING + TURN])
def test_a_planner_that_does_not_exist_is_told_of_after_the_shortest_game(text: str, platform: Start) -> None:
    game = platform(fault="mistyped", load_s=1.0)  # longer than the first answer waits
    game.send(text)
    assert isinstance(game.hang_up(), Unusable)


@pytest.mark.parametrize("patience_s", [0.0, 20.0])
def test_a_planner_that_cannot_be_loaded_costs_moves_and_not_the_game(patience_s: float, platform: Start) -> None:
    game = platform(fault="broken", patience_s=patience_s)
    answers = [game.ask(OPENING + TURN if number == 0 else TURN) for number in range(4)]
    assert all(line.startswith("MOVE ") for line, _ in answers)
    assert all(seconds < 0.09 for _, seconds in answers[1:])
    assert game.hang_up() == Tally(4, 4)
    assert len(game.said) == 1
    assert game.said[0].startswith("planner failed (cannot load: ImportError: no module of that name xxx")


def test_a_planner_that_dies_costs_moves_and_not_the_game(platform: Start) -> None:
    game = platform(fault="exit")
    answers = [game.ask(OPENING + TURN if number == 0 else TURN) for number in range(4)]
    assert all(line.startswith("MOVE ") for line, _ in answers)
    assert all(seconds < 0.09 for _, seconds in answers[1:])
    assert game.hang_up() == Tally(4, 4)
    assert game.said == ["planner failed (its process has ended), a plain move instead"]


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be suspended there")
def test_a_planner_that_stops_reading_costs_moves_and_not_the_game(platform: Start) -> None:
    game = platform(fault="stop")
    crowded = "\n".join([*EMPTY_ROWS, "102", "0 0 0 0 1 3", "0 1 12 10 1 3", *["2 0 6 4 1 3"] * 100]) + "\n"
    turns = PIPE_BYTES // len(crowded) + 10  # more than its pipe has room for
    answers = [game.ask(OPENING + crowded if number == 0 else crowded) for number in range(turns)]
    assert all(line.startswith("MOVE ") for line, _ in answers)
    assert all(seconds < 0.09 for _, seconds in answers[1:])
    assert game.hang_up() == Tally(turns, turns)
    assert "planner failed (it reads no turns), a plain move instead" in game.said


def test_a_planner_is_not_blamed_for_time_that_had_passed_before_it_was_asked() -> None:
    thinker = Thinker(["bot.platform.hypersonic_mind:load", "random", "1"])
    try:
        now = time.perf_counter()
        assert thinker.ask(Turn(EMPTY_ROWS, (), now - 0.2), 0, now - 0.1, now - 0.05) is None
        assert thinker.fault == ""
    finally:
        thinker.close()


def test_a_turn_cut_by_silence_is_answered(platform: Start) -> None:
    game = platform()
    game.ask(OPENING + TURN)
    for cut in (60, 100, len(TURN) - 1, 5, 153):
        line, seconds = game.ask(TURN[:cut])
        assert line
        assert PATIENCE_S * 0.9 < seconds < 0.09
        game.send(TURN[cut:])
        assert game.ask(TURN)[0].startswith("BOMB"), "no answer too many, none missing"
    assert game.hang_up() == Tally(11, game.ending.plain if isinstance(game.ending, Tally) else -1)


def test_the_turn_after_one_that_ended_too_soon_is_answered(platform: Start) -> None:
    game = platform()
    game.ask(OPENING + TURN)
    for cut in (14, 60, 100, 153, 160, len(TURN) - 1):
        assert game.ask(TURN[:cut])[0]
        line, seconds = game.ask(TURN)
        assert line.startswith(("MOVE", "BOMB"))
        assert seconds < 0.09
        assert game.ask(TURN)[0].startswith("BOMB"), "no answer too many"
    ending = game.hang_up()
    assert isinstance(ending, Tally)
    assert ending.turns == 19


@pytest.mark.parametrize(
    "odd",
    [
        TURN.replace("\n2\n", "\n999999999999\n"),
        TURN.replace("\n2\n", "\n-1\n"),
        TURN.replace("\n2\n", "\nmany\n"),
        TURN.replace("\n2\n", "\n7\n"),
        TURN.replace("0 1 12 10 1 3", "9 9 9 9 9 9"),
        TURN.replace("0 0 0 0 1 3", "0 0 0"),
        TURN.replace("0 0 0 0 1 3", "0 0 zero 0 1 3"),
        TURN.replace(".X.X", "\x00\x01é"),
        TURN.replace("\n", "\n\n"),
        TURN.replace("\n", "\r\n"),
        "x" * 100_000 + "\n" + TURN,
    ],
)
def test_lines_that_the_platform_never_sends_do_not_stop_us(odd: str, platform: Start) -> None:
    game = platform()
    game.ask(OPENING + TURN)
    line, seconds = game.ask(odd)
    assert line.split()[0] in ("MOVE", "BOMB")
    assert seconds < 0.09
    time.sleep(0.1)
    assert game.ask(TURN)[0].startswith(("MOVE", "BOMB"))
    ending = game.hang_up()
    assert isinstance(ending, Tally)
    assert ending.turns == 3


def test_one_answer_a_turn_after_too_many_entities(platform: Start) -> None:
    game = platform()
    game.ask(OPENING + TURN)
    for _ in range(5):
        line, _ = game.ask(TURN.replace("\n2\n", "\n1\n"))
        assert line
        time.sleep(0.06)
    assert game.hang_up() == Tally(6, 0)


@pytest.mark.parametrize(
    "opening", ["13 11\n", "thirteen eleven 0\n", "15 11 0\n", "13 11 4\n", "13 11 -1\n", "1_3 11 0\n", TURN]
)
def test_a_first_line_that_is_none_ends_at_once(opening: str, platform: Start) -> None:
    game = platform()
    game.send(opening)
    assert game.answers.readline() == ""
    error = game.hang_up()
    assert isinstance(error, Unusable)
    assert "\n" not in str(error)


def test_no_input_at_all_is_an_end(platform: Start) -> None:
    assert platform().hang_up() == Tally(0, 0)


def test_a_last_line_without_a_line_feed_is_a_line(platform: Start) -> None:
    game = platform()
    assert game.ask(OPENING + TURN)[0] == "BOMB 0 0 1"
    game.send(TURN.rstrip("\n"))
    assert game.hang_up() == Tally(2, 0)
    assert game.answers.readline() == "BOMB 0 0 2\n"


@pytest.mark.parametrize("opening", ["13 11", "1"])
def test_a_cut_first_line_is_none(opening: str, platform: Start) -> None:
    game = platform()
    game.send(opening)
    assert isinstance(game.hang_up(), Unusable)


def test_a_first_line_in_pieces_is_not_waited_for_without_end(platform: Start) -> None:
    game = platform()
    began = time.perf_counter()
    while game.thread.is_alive():
        assert time.perf_counter() - began < OPENING_S + 1.0, "a hang"
        with contextlib.suppress(BrokenPipeError):
            game.send("1")
        time.sleep(0.2)
    assert isinstance(game.ending, Unusable)


def test_an_end_within_a_turn_is_told(platform: Start) -> None:
    game = platform()
    game.ask(OPENING + TURN)
    game.send(TURN[:100])
    assert isinstance(game.hang_up(), Failed)


def test_a_reader_that_has_gone_ends_the_game(platform: Start) -> None:
    game = platform()
    game.ask(OPENING + TURN)
    game.answers.close()
    game.send(TURN)
    game.thread.join(5)
    assert isinstance(game.ending, BrokenPipeError)
    game.answers = io.StringIO()  # type: ignore[assignment]


@pytest.mark.skipif(not hasattr(os, "sysconf"), reason="the process's age is not asked there")
@pytest.mark.parametrize(
    ("uptime_s", "age_s"),
    [("1000.25 7.0", 0.25), ("1000.00 7.0", 0.0), ("12.50 7.0", 0.0), ("90000.00 7.0", 0.0), ("", 0.0), ("up", 0.0)],
    ids=["as it is", "just now", "of the container", "of the host", "empty", "no number"],
)
def test_only_a_start_that_can_be_is_believed(uptime_s: str, age_s: float, tmp_path: Path) -> None:
    (tmp_path / "self").mkdir()
    ticks = 1000 * os.sysconf("SC_CLK_TCK")
    (tmp_path / "self/stat").write_text(f"7 (a name) S {' '.join('0' * 18)} {ticks} 0 0\n", encoding="ascii")
    (tmp_path / "uptime").write_text(uptime_s, encoding="ascii")
    assert process_started(lambda: 500.0, tmp_path) == 500.0 - age_s
    assert process_started(lambda: 500.0, tmp_path / "nothing") == 500.0


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_a_system_without_files_of_processes_is_asked_for_the_start(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(psutil.Process, "create_time", lambda _process: 7000.0)
    ages = []
    for now in (7000.25, 6999.0, 9000.0):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        ages.append(500.0 - process_started(lambda: 500.0, tmp_path))
    assert ages == [0.25, 0.0, 0.0], "a clock that was set meanwhile tells of no start that can be"
