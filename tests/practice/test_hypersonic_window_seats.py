"""Who plays in an arena's seats: real programs over pipes, players of the process, keys of the person."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QProcess

import practice.hypersonic.programs
from engine.dice import dice
from engine.hypersonic import DIED, PRESETS, State, X, Y, advance, from_text, has_ended, start
from practice.application import offscreen_application
from practice.hypersonic.artwork import look_artwork
from practice.hypersonic.careful import careful_actions
from practice.hypersonic.keys import BOMB, DOWN, LEFT, RIGHT, STAY, Choice, Keys
from practice.hypersonic.programs import ProgramSeat
from practice.hypersonic.seats import RUN_BOT, find_rules, make_seat
from practice.hypersonic.settings import read_settings, split_seats
from practice.hypersonic.still import find_look
from practice.hypersonic.window import READY_MS, HypersonicWindow
from practice.options import PracticeError, PracticeOptions

MS = 1_000_000
READ = """
import sys, time
seat = int(input().split()[2])
def turn():
    rows = [input() for _ in range(11)]
    return rows, [input().split() for _ in range(int(input()))]
def me(entities):
    return next(e for e in entities if e[0] == "0" and int(e[1]) == seat)
"""
PROGRAMS = {
    "walker": READ
    + "while True:\n    x, y = map(int, me(turn()[1])[2:4])\n    print('BOMB', x - 1, y, 'hello', flush=True)\n",
    "held": READ
    + "from pathlib import Path\nturn()\nwhile not Path(__file__).with_name('go').exists():\n    time.sleep(0.002)\n"
    + "print('MOVE 12 10', flush=True)\nturn()\n",
    "slow": READ + "while True:\n    turn()\n    time.sleep(0.15)\n    print('MOVE 0 0', flush=True)\n",
    "rubbish": READ + "while True:\n    turn()\n    print('DANCE 3 4', flush=True)\n",
    "binary": READ + "while True:\n    turn()\n    sys.stdout.buffer.write(b'\\xff\\x00\\n'); sys.stdout.flush()\n",
    "quitter": READ + "turn()\nprint('MOVE 12 9', flush=True)\nturn()\nsys.exit('bye\\nthat is all')\n",
    "chatter": READ + "turn()\nprint('MOVE 11 10\\nMOVE 0 0\\nMOVE 0 0', flush=True)\nturn()\ntime.sleep(60)\n",
    "endless": READ + "turn()\nwhile True:\n    sys.stdout.write('x' * 1000)\n",
    "mute": READ + "turn()\ntime.sleep(60)\n",
    "loud": READ + "while True:\n    turn()\n    sys.stderr.write('y' * 100000)\n    print('MOVE 11 10', flush=True)\n",
}


class Table:
    """A window whose time stands still until `turn`; its programs are real."""

    def __init__(self, folder: Path, *programs: str) -> None:
        self.application = offscreen_application()
        self.now = 0
        seats = ["person"]
        for name in programs:
            script = folder / f"{name}.py"
            script.write_text(PROGRAMS[name])
            seats.append(f"command:{sys.executable} {script}")
        options = PracticeOptions(settings={"seats": ",".join(seats), "tick_ms": "250", "focus_pause": "off"}, seed=3)
        look = find_look("")
        artist = partial(look_artwork, look, len(seats))
        self.window = HypersonicWindow(look.layout, artist, options, lambda: self.now)
        self.window.show()
        self.until(lambda: self.window.game_clock._began is not None)  # before that no time passes

    def until(self, condition: Callable[[], Any], seconds: float = 20.0) -> None:
        """Let events come until `condition` holds."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end
            self.application.processEvents()
            time.sleep(0.002)

    def hear(self, *seats: int) -> None:
        """Wait until the programs in some seats have answered the present turn, or have ended."""
        self.until(lambda: all(self.seat(seat)._line is not None or self.seat(seat)._ended for seat in seats))

    def process(self, seat: int) -> int:
        """The number of a seat's process, 0 if none runs."""
        process = self.seat(seat)._process
        return int(process.processId()) if process is not None else 0

    def begun(self) -> None:
        self.until(lambda: self.window.play.phase.name == "RUNNING")

    def turn(self) -> Any:
        """Let the tick come; returns everybody's actions."""
        self.now += round(self.window.play.left_ms * MS)
        self.window.frame()
        self.now += round(self.window.play.motion_ms * MS)
        self.window.frame()
        return self.window.play.session.actions

    def seat(self, number: int) -> Any:
        return self.window.seats[number]

    def note(self, number: int) -> str:
        return str(self.window._scene.cards[number].note)


Open = Callable[..., Table]


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Open]:
    opened: list[Table] = []

    def open_one(*programs: str) -> Table:
        opened.append(Table(tmp_path, *programs))
        return opened[-1]

    yield open_one
    for table in opened:
        table.window.close()


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_program_plays_by_the_platforms_lines_and_ends_with_the_window(open_table: Open) -> None:
    table = open_table("walker")
    assert table.window._scene.cards[1].name == "PROGRAM"
    table.begun()
    assert table.turn() == (0, 6)
    table.hear(1)
    assert table.turn() == (0, 6)
    state = table.window.play.session.state
    assert (state.players[1, X], state.players[1, Y]) == (10, 10)
    assert state.bombs[:, :3].tolist() == [[1, 12, 10]]
    process = table.process(1)
    assert not is_gone(process)
    table.window.close()
    assert is_gone(process)


def test_the_window_says_that_it_waits_for_a_program(open_table: Open, tmp_path: Path) -> None:
    table = open_table("held")
    assert table.window.play.phase.name == "READY"
    assert table.window._scene.message == "GETTING READY"
    (tmp_path / "go").touch()
    table.begun()
    assert table.window._scene.message == ""


def test_time_stands_still_until_every_program_has_answered_once(open_table: Open) -> None:
    table = open_table("slow", "mute")
    table.until(lambda: table.seat(1).ready)
    table.now += round(0.9 * READY_MS * MS)
    table.window.frame()
    assert table.window.play.session.state.round == 0
    assert table.window._scene.message == "GETTING READY"
    table.now += round(0.1 * READY_MS * MS)
    table.window.frame()
    assert table.window.play.phase.name == "RUNNING"
    assert table.turn()[2] == STAY
    assert table.note(2) == "late 1"


def test_a_late_answer_is_passed_over_and_said(open_table: Open) -> None:
    table = open_table("slow")
    table.begun()
    assert table.turn()[1] == 1
    assert table.turn()[1] == STAY  # asked this very moment
    assert table.note(1) == "late 1"
    table.until(lambda: table.seat(1)._answered == 2)
    assert table.seat(1)._line is None  # the answer to a turn that is over
    table.hear(1)
    assert table.turn()[1] == 1
    assert table.note(1) == "late 1"


@pytest.mark.parametrize("program", ["rubbish", "binary"])
def test_what_cannot_be_read_means_that_the_player_stays(open_table: Open, program: str) -> None:
    table = open_table(program)
    table.begun()
    for count in (1, 2):
        table.hear(1)
        assert table.turn()[1] == STAY
        assert table.note(1) == f"odd {count}"


def test_a_program_that_ends_leaves_a_player_that_stays(open_table: Open, capfd: pytest.CaptureFixture[str]) -> None:
    table = open_table("quitter")
    table.begun()
    assert table.turn()[1] == 3
    table.until(lambda: table.note(1) == "ended")
    assert capfd.readouterr().err.endswith("has ended: that is all\n")
    for _ in range(3):
        assert table.turn()[1] == STAY
    assert table.note(1) == "ended"


def test_lines_that_nobody_asked_for_are_no_answers(open_table: Open) -> None:
    table = open_table("chatter")
    table.begun()
    assert table.turn()[1] == 1
    assert table.turn()[1] == STAY
    assert table.note(1) == "late 1"


def test_a_line_without_end_ends_its_program(open_table: Open) -> None:
    table = open_table("endless")
    table.until(lambda: table.note(1) == "ended")
    assert table.turn()[1] == STAY


def test_a_program_may_say_what_it_likes_on_its_error_channel(open_table: Open) -> None:
    table = open_table("loud")
    table.begun()
    for _ in range(3):
        table.hear(1)
        table.turn()
    assert table.note(1) == ""


def test_a_new_game_has_a_new_process(open_table: Open) -> None:
    table = open_table("walker")
    table.begun()
    table.turn()
    process = table.process(1)
    table.window.restart()
    assert table.window.play.phase.name == "READY"
    table.until(lambda: is_gone(process))  # the new one may answer before that
    table.begun()
    assert table.turn() == (0, 6)


def test_a_program_that_cannot_be_started_has_ended(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    application = offscreen_application()
    news: list[bool] = []
    seat = ProgramSeat("PROGRAM", [str(tmp_path / "nothing")], lambda: news.append(True))
    seat.open(0)
    end = time.monotonic() + 10
    while not news and time.monotonic() < end:
        application.processEvents()
    assert (seat.note, len(news)) == ("ended", 1)
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(f"player 0 ({tmp_path / 'nothing'}) has ended: ")
    seat.close()


class Missing(QProcess):
    """A program of which `start` itself tells that it is missing, as on Windows."""

    def start(self, *_: Any) -> None:
        self.errorOccurred.emit(QProcess.ProcessError.FailedToStart)


def test_a_program_that_is_missed_at_once_is_told_of_once_the_window_stands(
    open_table: Open, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(practice.hypersonic.programs, "QProcess", Missing)
    table = open_table("walker")
    assert table.window.play.phase.name == "RUNNING"
    table.until(lambda: table.note(1) == "ended")
    said = capfd.readouterr().err
    assert said.count("has ended: ") == 1
    assert "Traceback" not in said, said


def test_no_news_of_a_game_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    application = offscreen_application()
    monkeypatch.setattr(practice.hypersonic.programs, "QProcess", Missing)
    news: list[bool] = []
    seat = ProgramSeat("PROGRAM", ["nothing"], lambda: news.append(True))
    seat.open(0)
    assert (seat.note, news) == ("ended", [])
    seat.close()
    application.processEvents()
    assert news == []


def test_the_dead_are_asked_no_more(open_table: Open) -> None:
    table = open_table("walker", "slow")
    table.begun()
    state = table.window.play.session.state
    players = state.players.copy()
    players[2, DIED] = 1
    table.window.play.session.state = state._replace(players=players)
    process = table.process(2)
    table.turn()
    assert table.note(2) == "out 1"
    table.until(lambda: is_gone(process))


def test_no_turn_waits_for_a_program_that_will_not_leave(open_table: Open) -> None:
    table = open_table("mute")
    table.until(lambda: table.window.play.phase.name == "READY" and table.process(1))
    first = table.process(1)
    table.window.restart()
    second = table.process(1)
    assert not is_gone(first)
    table.until(lambda: is_gone(first))
    table.window.restart()
    third = table.process(1)
    assert len({first, second, third}) == 3
    table.window.close()
    assert is_gone(second)
    assert is_gone(third)


def test_names_stand_for_players() -> None:
    rules, names = find_rules("four", None, ())
    assert (rules.players, names) == (4, ("person", "random", "random", "random"))
    assert find_rules("", None, ("still", "person", "random"))[0].name == "three"
    assert find_rules("two:rounds=50", None, ())[0].rounds == 50
    beam = make_seat("beam:sc=0", 1, rules, 7, lambda: None)
    assert isinstance(beam, ProgramSeat)
    assert beam.name == "BEAM"
    assert beam._command == [
        *(
            sys.executable,
            str(RUN_BOT),
            "codingame",
            "hypersonic",
            "--policy",
            "beam:sc=0",
            "--seed",
            "8",
            "--load-s",
            "20",
        ),
    ]
    assert RUN_BOT.exists()


def test_commas_in_quotes_belong_to_a_command() -> None:
    assert split_seats("person, command:bot 'a,b' --x=1 ,random") == ("person", "command:bot 'a,b' --x=1", "random")


@pytest.mark.parametrize("seats", ['person,"random', "command:./bob's bot,person", ",", " , ", "person,'a,b"])
def test_seats_that_cannot_be_told_apart_are_refused(seats: str) -> None:
    with pytest.raises(PracticeError, match="seats is a player for each seat, as person,random, and quotes in pairs"):
        read_settings({"seats": seats})


def test_a_player_has_as_many_parameters_as_it_likes() -> None:
    seats = read_settings({"seats": "person,beam:op=0, sc=0,rhea,command:bot 'a,b=1' --x=1"}).seats
    assert seats == ("person", "beam:op=0,sc=0", "rhea", "command:bot 'a,b=1' --x=1")
    assert find_rules("", None, seats[:2])[0].name == "two"
    beam = make_seat(seats[1], 1, PRESETS["two"], 7, lambda: None)
    assert isinstance(beam, ProgramSeat)
    assert beam.name == "BEAM"
    assert "beam:op=0,sc=0" in beam._command
    with pytest.raises(PracticeError, match="no player named 'sc=0'"):
        find_rules("", None, split_seats("sc=0,person"))


def test_random_players_live_long_where_careless_ones_do_not() -> None:
    rules = PRESETS["four"]
    ends = {}
    for careful in (True, False):
        state, numbers = start(rules, dice(9)), np.random.default_rng(5)
        while state.round < 60 and not has_ended(rules, state):
            actions = []
            for player in range(4):
                if state.players[player, DIED]:
                    actions.append(0)
                    continue
                choices = careful_actions(rules, state, player) if careful else [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
                actions.append(int(numbers.choice(choices)))
            state = advance(rules, state, actions).state
        ends[careful] = np.count_nonzero(state.players[:, DIED] == 0)
    assert ends[True] >= 3
    assert ends[False] <= 1


CORNER = """hypersonic seat 0 round 9 quiet 0 boxless -1
..0..........
.X.X.X.X.X.X.
0............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
"""


def corner(x: int, y: int, in_hand: int, *bombs: str) -> State:
    rows = [f"player {x} {y} {in_hand} 3 0 0", "player 12 10 1 3 0 0", *(f"bomb 1 {bomb} 3" for bomb in bombs)]
    return from_text(CORNER + "\n".join(rows) + "\n")


def test_the_way_out_of_a_blast_is_taken_while_there_is_one() -> None:
    rules = PRESETS["two"]
    # the bomb goes off in two rounds: out of its row, or out of its reach
    assert careful_actions(rules, corner(2, 2, 0, "4 2 2"), 0) == [1, 3, 4]
    # one step nearer, with walls above and below, no step is enough: all that is legal
    assert careful_actions(rules, corner(3, 2, 0, "4 2 2"), 0) == [0, 1]
    # it kills before anybody moves
    assert careful_actions(rules, corner(2, 2, 0, "4 2 1"), 0) == [0, 1, 2, 3, 4]
    # far from going off it leaves time for everything but to bomb oneself in: (0, 0) has (1, 0) and (0, 1) only
    assert careful_actions(rules, corner(0, 0, 1), 0) == [0, 2, 4]
    # with a bomb to place in the open, every step is safe
    assert len(careful_actions(rules, corner(4, 4, 1), 0)) == 10


def test_keys_choose_one_action_a_turn() -> None:
    keys = Keys()
    assert keys.take() == Choice(STAY, False)
    keys.press(LEFT)
    keys.press(BOMB)
    keys.press(RIGHT)
    assert keys.choice.action == 7
    keys.release(RIGHT)
    assert keys.take().action == 7
    assert keys.take() == Choice(LEFT, False)  # still down
    keys.press(DOWN)
    keys.release(DOWN)
    keys.release(LEFT)
    assert keys.take().move == DOWN
    assert keys.take().move == STAY
