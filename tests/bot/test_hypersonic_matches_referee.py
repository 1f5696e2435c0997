"""The referee: turns, seats behind pipes, who is put out and why."""

import contextlib
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from bot.exit_status import Unusable
from bot.platform.program import Program, ProgramError
from bot.platform.referee import GameRecord, play_game
from bot.platform.seats import LIMIT_MS, Answered, ProgramSeat, SeatOut, check_seat, open_seat, split_seats
from engine.dice import dice
from engine.hypersonic import DIED, PRESETS, State, X, Y, legal_actions, start

PROGRAM = f"{sys.executable} -S -E {Path(__file__).with_name('platform_program.py')}"
SHORT = PRESETS["two:rounds=12"]


class Scripted:
    """A seat that makes given actions, then stays; notes what it was asked."""

    def __init__(self, *actions: int, out_in: int = 0, slow: int = 0, slow_ms: float = 0.0) -> None:
        self.actions = list(actions)
        self.slow, self.slow_ms = slow, slow_ms
        self.out_in = out_in
        self.asked: list[State] = []

    def answer(self, state: State) -> Answered:
        self.asked.append(state)
        if len(self.asked) == self.out_in:
            raise SeatOut("told so")
        ms = self.slow_ms if len(self.asked) <= self.slow else 1.5
        return Answered(self.actions.pop(0) if self.actions else 0, ms, 10, 3)

    def hang_up(self) -> None:
        """Nobody is there to be told."""

    def close(self) -> None:
        """Nothing is open."""


def played(kind: str, rules: str = "two:rounds=12") -> GameRecord:
    """Return a game of a program on seat 0 against one that stays."""
    seat = open_seat(f"command:{PROGRAM} {kind}", SHORT, 50.0, 1)
    try:
        return play_game(PRESETS[rules], [seat, Scripted()], 3)
    finally:
        seat.close()


def test_everybody_is_asked_on_the_same_board() -> None:
    seats = [Scripted(2, 1), Scripted(1)]
    record = play_game(SHORT, seats, 3)
    assert record.rounds == 12
    for number, seat in enumerate(seats):
        assert [state.seat for state in seat.asked] == [number] * 12
        assert [state.round for state in seat.asked] == list(range(12))
    for ours, theirs in zip(seats[0].asked, seats[1].asked, strict=True):
        assert (ours.cells == theirs.cells).all()
        assert (ours.players == theirs.players).all()
    assert record.seats[0].ms == [1.5] * 12
    assert (record.seats[0].simulations, record.seats[0].depth) == ([10] * 12, [3] * 12)


def test_the_dead_are_asked_no_more_and_places_follow_the_rules() -> None:
    seats = [Scripted(5), Scripted()]
    record = play_game(PRESETS["two"], seats, 3)
    assert record.seats[0].died == 9, "a bomb placed in round 1 explodes in round 9"
    assert len(seats[0].asked) == 9
    assert (record.seats[0].place, record.seats[1].place) == (2, 1)
    assert record.rounds == 9
    assert record.last.players[0, DIED] == 9


@pytest.mark.parametrize(("slow_ms", "late"), [(LIMIT_MS, 0), (LIMIT_MS + 0.1, 2)])
def test_answers_beyond_the_limit_are_late_but_for_the_first(slow_ms: float, late: int) -> None:
    record = play_game(SHORT, [Scripted(slow=3, slow_ms=slow_ms), Scripted()], 3)
    assert [one.late for one in record.seats] == [late, 0]


def test_equal_players_share_the_place() -> None:
    record = play_game(SHORT, [Scripted(), Scripted()], 3)
    assert [one.place for one in record.seats] == [1, 1]


def test_who_is_out_dies_where_it_stands_and_its_bombs_stay() -> None:
    seats = [Scripted(5, 2, out_in=3), Scripted(), Scripted()]
    record = play_game(PRESETS["three:rounds=12"], seats, 3)
    assert record.seats[0].out == "round 3: told so"
    assert record.seats[0].died == 3
    assert len(seats[0].asked) == 3
    assert record.rounds == 12
    assert len(seats[1].asked[5].bombs) == 1
    assert [one.place for one in record.seats] == [3, 1, 1]


def test_who_is_out_is_behind_whoever_dies_in_that_round() -> None:
    record = play_game(PRESETS["two"], [Scripted(5), Scripted(out_in=9)], 3)
    assert [one.died for one in record.seats] == [9, 9]
    assert [one.place for one in record.seats] == [1, 2]
    record = play_game(PRESETS["two"], [Scripted(out_in=9), Scripted(out_in=9)], 3)
    assert [one.place for one in record.seats] == [1, 1]


def test_another_number_of_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="for 2 players, not 3"):
        play_game(SHORT, [Scripted()] * 3, 1)


def test_a_program_plays_a_whole_game() -> None:
    record = played("still")
    assert record.seats[0].out == ""
    assert len(record.seats[0].ms) == 12
    assert record.seats[0].late == 0
    assert record.seats[0].place == 1


def test_a_bomb_and_a_far_target_mean_what_the_platform_says() -> None:
    assert played("bomber").seats[0].died == 9
    last = played("far").last
    assert (last.players[0, X], last.players[0, Y]) != (0, 0)


@pytest.mark.timed
@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("late", "round 3: no answer within 100 ms"),
        ("silent", "round 3: no answer within 100 ms"),
        ("ends", "round 3: it ended with status 1: out of ideas"),
        ("closes", "round 3: it closed its output"),
        ("chatters", "round 3: it ended with status 1: its last words"),
        ("parted", "round 1: x and y must be whole numbers, got 'MOVE 1_0 2'"),
        ("rubbish", "round 1: an answer must be 'MOVE x y' or 'BOMB x y', got 'JUMP 1 2'"),
    ],
)
def test_who_is_late_or_unreadable_is_out(kind: str, reason: str) -> None:
    began = time.monotonic()
    record = played(kind)
    assert record.seats[0].out == reason
    assert (record.seats[0].place, record.seats[1].place) == (2, 1)
    assert time.monotonic() - began < 3.0


def test_a_program_is_ended_with_what_it_has_started() -> None:
    program = Program("sh -c 'sleep 77.125 & sleep 77.125'")
    program.close()
    left = subprocess.run(["pgrep", "-f", "^sleep 77.125$"], capture_output=True, text=True, check=False)
    assert left.stdout == ""


def test_a_program_that_reads_to_the_end_of_its_input_ends_by_itself() -> None:
    program = Program("cat")
    program.hang_up()
    assert program._process.wait(20.0) == 0
    program.close()
    program.close()


def test_a_program_that_is_out_is_ended_at_once() -> None:
    """It would go on taking time from the others until the game is over."""
    seat = ProgramSeat("sh -c 'sleep 77.625 & sleep 77.625'")
    with pytest.raises(SeatOut, match="no answer within 1000 ms"):
        seat.answer(start(PRESETS["two"], dice(1)))
    left = subprocess.run(["pgrep", "-f", "^sleep 77.625$"], capture_output=True, text=True, check=False)
    assert left.stdout == ""
    seat.close()


def test_a_program_is_ended_where_the_waiting_for_it_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program("sh -c 'sleep 77.375 & sleep 77.375'")
    wait = subprocess.Popen.wait

    def interrupted(process: subprocess.Popen[bytes], timeout: float | None = None) -> int:
        if timeout is not None:
            raise KeyboardInterrupt
        return wait(process)

    monkeypatch.setattr(subprocess.Popen, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        program.close()
    monkeypatch.undo()
    left = subprocess.run(["pgrep", "-f", "^sleep 77.375$"], capture_output=True, text=True, check=False)
    assert left.stdout == ""


@pytest.mark.timed
@pytest.mark.parametrize("length", [400, 1_000_000], ids=["after many turns", "within one text"])
def test_a_program_that_does_not_read_is_not_waited_for(length: int) -> None:
    program = Program(f"""{sys.executable} -S -E -c "while True: print('MOVE 0 0', flush=True)" """)
    try:
        assert program.ask("13 11 0\n", 5.0)[0] == "MOVE 0 0"
        with contextlib.suppress(ProgramError):
            for _ in range(5000):
                program.ask("x" * length, 0.1)
        began = time.monotonic()
        with pytest.raises(ProgramError, match="does not read: its input was still full after 100 ms"):
            program.ask("x", 0.1)
        assert time.monotonic() - began < 0.5
    finally:
        began = time.monotonic()
        program.close()
    assert time.monotonic() - began < 3.0


def test_a_long_text_reaches_a_program_that_reads() -> None:
    program = Program(f"""{sys.executable} -S -E -c "print(len(input()))" """)
    try:
        answer, seconds = program.ask("x" * 1_000_000 + "\n", 5.0)
        assert (answer, 0 < seconds < 5) == ("1000000", True)
        with pytest.raises(ProgramError, match=r"it (ended|reads no more) with status 0"):
            program.ask("x\n", 5.0)
    finally:
        program.close()


def test_an_answer_from_before_the_question_took_no_time() -> None:
    program = Program(f"""{sys.executable} -S -E -c "print('MOVE 0 0', flush=True); print('MOVE 1 1'); input()" """)
    try:
        assert program.ask("\n", 5.0)[0] == "MOVE 0 0"
        time.sleep(0.2)
        assert program.ask("", 5.0) == ("MOVE 1 1", 0.0)
    finally:
        program.close()


@pytest.mark.parametrize("command", ["/no/such/program", "'", ""])
def test_what_cannot_be_started_is_told(command: str) -> None:
    with pytest.raises(ProgramError, match="cannot start"):
        Program(command)
    with pytest.raises(Unusable, match="cannot start"):
        open_seat(f"command:{command}", SHORT, 50.0, 1)


def test_a_planner_of_ours_makes_legal_moves() -> None:
    seat = open_seat("random", SHORT, 5.0, 7)
    again = open_seat("random", SHORT, 5.0, 7)
    watcher = Scripted()
    play_game(SHORT, [seat, watcher], 3)
    for state in watcher.asked:
        mine = state._replace(seat=0)
        action = seat.answer(mine).action
        assert np.isin(action, legal_actions(mine, 0))
        assert again.answer(mine).action == action


def test_seats_are_split_at_commas_that_part_planners() -> None:
    assert split_seats("beam:op=0,sc=0,mcts,rhea:population=20") == ["beam:op=0,sc=0", "mcts", "rhea:population=20"]
    assert split_seats("command:./bot a,b --fast=1") == ["command:./bot a,b --fast=1"]
    assert split_seats("rhea:population=20,op=0,command:./bot a,b") == ["rhea:population=20,op=0", "command:./bot a,b"]
    assert split_seats("rhea") == ["rhea"]


def test_two_programs_in_one_option_are_refused() -> None:
    """The second would be taken for words of the first."""
    for name in split_seats("command:sh -c x,command:sh -c y"):
        with pytest.raises(Unusable, match="an option of its own"):
            check_seat(name)
