"""The window with a clock of the test's own: stalls, pauses, ignored presses, nothing to do when nothing moves."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from engine.bilging import JELLYFISH
from practice.application import offscreen_application
from practice.bilging.artwork import look_artwork
from practice.bilging.looks import DECK
from practice.bilging.window import NS, BilgingWindow
from practice.options import PracticeError, PracticeOptions
from tests.practice.events import run_events


class Table:
    """A window whose time stands still until `wait`."""

    def __init__(self, truth: Path, **options: Any) -> None:
        self.application = offscreen_application()
        self.now = 10 * NS
        self.truth = truth
        wanted = PracticeOptions(truth=truth, **options)
        self.window = BilgingWindow(DECK.layout, lambda scale: look_artwork(DECK, scale), wanted, lambda: self.now)
        self.window.show()
        self.run()

    def run(self) -> None:
        run_events(self.application, self.window)

    def wait(self, seconds: float) -> None:
        self.now += round(seconds * NS)
        self.window.frame()
        self.run()

    def settle(self) -> None:
        while self.window.moving:
            self.wait(0.05)

    def press(self, x: float, y: float, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        at, none = QPointF(x, y), Qt.KeyboardModifier.NoModifier
        press = QMouseEvent(QMouseEvent.Type.MouseButtonPress, at, at, button, button, none)
        self.application.sendEvent(self.window, press)
        self.run()

    def key(self, key: Qt.Key) -> None:
        event = QKeyEvent(QKeyEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        self.application.sendEvent(self.window, event)
        self.run()

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.truth.read_text().splitlines()]

    @property
    def scheduled(self) -> bool:
        return self.window._timer.isActive()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path / "truth.jsonl", seed=4)
    yield opened
    opened.window.close()


PAIR = (92 + 2 * 45 + 45, 46 + 3 * 45 + 20)  # columns 2 and 3 of row 3


def test_nothing_is_scheduled_while_nothing_can_change(table: Table) -> None:
    assert not (table.window.session.state.board == JELLYFISH).any()
    assert not table.scheduled


def test_the_idle_clock_starts_with_the_first_swap(table: Table) -> None:
    table.wait(100)
    assert table.window.session.state.moves == 0
    table.press(*PAIR)
    table.settle()
    table.wait(9.9)
    assert table.window.session.state.moves == 1
    water = table.window.session.state.water_px
    table.wait(0.1)
    assert table.window.session.state.moves == 2
    assert table.window.session.state.water_px > water
    table.wait(20)
    assert table.window.session.state.moves == 4
    assert [line["settled"] for line in table.lines()][-2:] == [True, True]


def test_a_swap_sets_the_idle_clock_back(table: Table) -> None:
    table.press(*PAIR)
    table.settle()
    table.wait(9)
    table.press(*PAIR)
    table.settle()
    table.wait(9)
    assert table.window.session.state.moves == 2


def test_the_panel_counts_down_to_a_stall(table: Table) -> None:
    table.press(*PAIR)
    table.settle()
    table.wait(4)
    assert "rises" not in table.window._scene.hud.status
    table.wait(3.5)
    assert table.window._scene.hud.status.endswith("rises in 3")


def test_pause_stops_the_idle_clock_and_refuses_swaps(table: Table) -> None:
    table.press(*PAIR)
    table.settle()
    table.wait(8)
    table.key(Qt.Key.Key_P)
    assert table.window._scene.veil.startswith("Paused")
    assert table.lines()[-1]["settled"] is False
    table.wait(60)
    table.press(*PAIR)
    assert table.window.session.state.moves == 1
    table.key(Qt.Key.Key_P)
    assert table.lines()[-1]["settled"] is True
    table.wait(1.9)
    assert table.window.session.state.moves == 1
    table.wait(0.2)
    assert table.window.session.state.moves == 2


def test_presses_while_pieces_move_are_ignored_and_not_remembered(table: Table) -> None:
    table.press(*PAIR)
    assert table.window.moving
    table.press(PAIR[0], PAIR[1] + 90)
    table.key(Qt.Key.Key_Space)
    table.settle()
    table.wait(2)
    assert table.window.session.state.moves == 1
    assert table.window.session.last_move == 3 * 5 + 2


def test_pieces_rest_when_their_time_is_over_however_late_a_picture_comes(table: Table) -> None:
    table.press(*PAIR)
    assert table.window.moving
    table.now += 5 * NS  # and no frame
    table.press(PAIR[0], PAIR[1] + 90)
    assert table.window.session.state.moves == 2
    assert table.window.moving
    table.now += 5 * NS
    table.key(Qt.Key.Key_P)
    assert table.window._scene.veil.startswith("Paused")


def test_only_the_left_button_swaps_and_only_on_the_board(table: Table) -> None:
    table.press(*PAIR, button=Qt.MouseButton.RightButton)
    table.press(*PAIR, button=Qt.MouseButton.MiddleButton)
    table.press(80, 200)
    table.press(400, 200)
    assert table.window.session.state.moves == 0
    table.press(*PAIR)
    assert table.window.session.state.moves == 1


def test_the_keyboard_is_enough_to_play(table: Table) -> None:
    table.key(Qt.Key.Key_Up)
    start = table.window._cursor
    assert start is not None
    table.key(Qt.Key.Key_Up)
    table.key(Qt.Key.Key_Left)
    table.key(Qt.Key.Key_Space)
    assert table.window.session.last_move == (start[0] - 1) * 5 + start[1] - 1
    table.settle()
    for _ in range(20):
        table.key(Qt.Key.Key_Down)
        table.key(Qt.Key.Key_Right)
    assert table.window._cursor == (11, 4)


def test_a_new_game_begins_at_nothing(table: Table) -> None:
    table.press(*PAIR)
    table.settle()
    board = table.window.session.state.board
    table.key(Qt.Key.Key_R)
    last = table.lines()[-1]
    assert (last["settled"], last["moves"], last["score"], last["move"]) == (True, 0, 0.0, None)
    assert not np.array_equal(last["board"], board)


def test_a_move_is_told_when_it_begins_and_when_it_has_come_to_rest(table: Table) -> None:
    table.press(*PAIR)
    began = table.now
    assert [line["settled"] for line in table.lines()] == [True, False]
    assert table.lines()[1]["time_ns"] == began
    table.settle()
    first, moving, *pictures, rest = table.lines()
    assert rest["settled"] is True
    assert rest["time_ns"] >= began + 0.12 * NS
    assert {picture["settled"] for picture in pictures} == {False}
    assert rest["board"] == moving["board"] == table.window.session.state.board.tolist()
    assert first["board"] != rest["board"]
    assert rest["move"] == 17


def test_everything_stops_when_the_last_drop_has_fallen(tmp_path: Path) -> None:
    table = Table(tmp_path / "t.jsonl", seed=4)
    table.press(*PAIR)
    table.settle()
    table.wait(2)
    assert table.window._fading == []
    assert table.window._timer.interval() > 1000
    table.window.close()


def test_a_jellyfish_alone_keeps_the_picture_alive(tmp_path: Path) -> None:
    table = Table(tmp_path / "t.jsonl", seed=4, specials=0.3)
    assert (table.window.session.state.board == JELLYFISH).any()
    assert 100 <= table.window._timer.interval() <= 130
    table.key(Qt.Key.Key_P)
    assert not table.scheduled
    table.window.close()


def test_a_truth_log_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PracticeError, match="cannot write the truth log") as caught:
        Table(tmp_path / "no" / "such" / "folder.jsonl")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("speed", [1.0, 100.0])
@pytest.mark.parametrize("ends_by", ["a swap", "a stall"])
def test_the_last_board_stays_to_be_seen_before_words_cover_it(tmp_path: Path, ends_by: str, speed: float) -> None:
    """They came with the swap itself, over a board that was still moving."""
    limit = 1 if ends_by == "a swap" else 2
    table = Table(tmp_path / "truth.jsonl", seed=4, speed=speed, rules=f"ypp:move_limit={limit}")
    table.press(*PAIR)
    table.settle()
    if ends_by == "a stall":
        table.wait(10)
    assert table.window.session.over
    told = table.lines()
    assert told[-1]["settled"]
    for wait, veil in ((0.39, ""), (1.0, "Pumped dry!")):
        assert table.scheduled
        table.wait(wait)
        assert table.window._scene.veil.split("\n")[0] == veil
        table.press(*PAIR)
    assert table.lines()[: len(told)] == told
    assert [line["settled"] for line in table.lines()[len(told) :]] == [False]
    table.key(Qt.Key.Key_P)
    table.key(Qt.Key.Key_P)
    assert not table.lines()[-1]["settled"], "the words lie over it as before the pause"
    table.key(Qt.Key.Key_R)
    assert table.window._scene.veil == ""
    assert table.lines()[-1]["settled"]
    table.window.close()
