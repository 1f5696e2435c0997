"""The Columns window with a clock of the test's own: keys, speed, pauses, the truth log, the end of a game."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent

from engine.columns import EMPTY, LENGTH, from_text, legal_moves
from practice.application import offscreen_application
from practice.columns.artwork import look_artwork
from practice.columns.play import Phase
from practice.columns.scene import COMES_BACK, GAME_OVER, PAUSED
from practice.columns.session import find_rules
from practice.columns.still import find_look
from practice.columns.window import ColumnsWindow
from practice.options import PracticeError, PracticeOptions

NS = 1_000_000_000
K = Qt.Key
LEFT, RIGHT, UP, DOWN, SPACE = K.Key_Left, K.Key_Right, K.Key_Up, K.Key_Down, K.Key_Space
TOLD = [
    *("time_ns", "settled", "board", "piece", "col", "top", "next", "score", "level", "jewels"),
    *("moves", "over", "paused", "game", "locked"),
]


class Table:
    """A window whose time stands still until `wait`."""

    def __init__(self, folder: Path, look: str = "cave", **options: Any) -> None:
        self.application = offscreen_application()
        self.now = 10 * NS
        self.truth = folder / "truth.jsonl"
        wanted = PracticeOptions(truth=self.truth, **{"seed": 4, "specials": 0.0, **options})
        drawn, rules = find_look(look), find_rules(wanted.rules, wanted.specials)
        self.window = ColumnsWindow(
            drawn.arrange(rules.rows, rules.cols),
            partial(look_artwork, drawn, rules.rows, rules.cols),
            drawn.habits,
            wanted,
            lambda: self.now,
        )
        self.window.show()
        self.run()
        self.send(QFocusEvent(QEvent.Type.FocusIn))

    @property
    def play(self) -> Any:
        return self.window.play

    def run(self) -> None:
        for _ in range(4):
            self.application.processEvents()

    def send(self, event: QEvent) -> None:
        self.application.sendEvent(self.window, event)
        self.run()

    def wait(self, seconds: float) -> None:
        self.now += round(seconds * NS)
        self.window.frame()
        self.run()

    def key(self, kind: QEvent.Type, key: Qt.Key, repeated: bool, stamp: int) -> None:
        event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, "", repeated)
        event.setTimestamp(stamp)
        self.send(event)

    def press(self, key: Qt.Key, repeated: bool = False, stamp: int = 0) -> None:
        self.key(QEvent.Type.KeyPress, key, repeated, stamp)

    def release(self, key: Qt.Key, repeated: bool = False, stamp: int = 0) -> None:
        self.key(QEvent.Type.KeyRelease, key, repeated, stamp)

    def tap(self, *keys: Qt.Key) -> None:
        for key in keys:
            self.press(key)
            self.release(key)

    def lose_focus(self) -> None:
        self.send(QFocusEvent(QEvent.Type.FocusOut))

    def gain_focus(self) -> None:
        self.send(QFocusEvent(QEvent.Type.FocusIn))

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.truth.read_text().splitlines()]

    @property
    def piece(self) -> Any:
        assert self.play.falling is not None
        return self.play.falling

    @property
    def cover(self) -> str:
        return self.window._scene.cover

    @property
    def scheduled(self) -> int:
        """Milliseconds to the next look, -1 if there is none."""
        return self.window._timer.interval() if self.window._timer.isActive() else -1


Open = Callable[..., Table]


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Open]:
    opened: list[Table] = []

    def open_one(**options: Any) -> Table:
        folder = tmp_path / str(len(opened))
        folder.mkdir()
        opened.append(Table(folder, **options))
        return opened[-1]

    yield open_one
    for table in opened:
        table.window.close()


def test_at_first_an_empty_well_and_an_entering_piece_are_told(open_table: Open) -> None:
    table = open_table()
    (line,) = table.lines()
    assert list(line) == TOLD
    assert line["settled"] is True
    assert line["board"] == [[EMPTY] * 6] * 14
    assert (line["col"], line["top"], line["locked"], line["moves"], line["game"]) == (3, -3.0, None, 0, 1)
    assert line["piece"] == table.play.session.state.piece.tolist()
    assert line["next"] == table.play.session.state.next.tolist()


def test_the_piece_falls_a_row_a_second_and_the_picture_is_looked_at_when_it_does(open_table: Open) -> None:
    table = open_table()
    assert table.scheduled == 60
    table.wait(0.18)
    assert table.piece.edge == 3
    assert table.scheduled == 1000
    table.wait(0.9)
    assert table.scheduled == 100
    table.wait(0.1)
    assert table.piece.edge == 4


def test_a_gliding_piece_is_looked_at_every_frame(open_table: Open) -> None:
    table = open_table(look="vista")
    table.wait(0.68)
    assert table.piece.edge == pytest.approx(3.5)
    assert table.scheduled == 16
    steps = open_table(look="vista", settings={"motion": "steps"})
    steps.wait(0.68)
    assert steps.piece.edge == 3


def test_arrows_move_and_rotate_and_space_drops(open_table: Open) -> None:
    table = open_table()
    before = table.piece.piece.tolist()
    table.tap(LEFT, LEFT, UP)
    assert table.piece.col == 1
    assert table.piece.piece.tolist() == [before[2], before[0], before[1]]
    table.tap(DOWN)
    assert table.piece.edge == 1
    table.tap(RIGHT, SPACE)
    last = table.lines()[-1]
    assert last["locked"] == [2, [before[2], before[0], before[1]]]
    assert (last["settled"], last["piece"], last["moves"]) == (True, None, 1)
    assert [row[2] for row in last["board"][-3:]] == [before[2], before[0], before[1]]
    table.tap(LEFT, SPACE)  # nothing falls now
    table.wait(0.25)
    line = table.lines()[-1]
    assert (line["col"], line["top"], line["moves"]) == (3, -3.0, 1)


def test_the_keyboards_own_repetitions_do_not_count(open_table: Open) -> None:
    table = open_table()
    table.press(LEFT)
    for _ in range(5):
        table.release(LEFT, repeated=True)
        table.press(LEFT, repeated=True)
    assert table.piece.col == 2
    table.wait(2.0)
    assert table.piece.col == 2


def test_repetitions_that_qt_does_not_see_do_not_count_either(open_table: Open) -> None:
    table = open_table()
    table.press(LEFT, stamp=1000)
    for stamp in (1660, 1700, 1740):
        table.release(LEFT, stamp=stamp)
        table.press(LEFT, stamp=stamp)
    assert table.piece.col == 2
    table.release(LEFT, stamp=1750)
    table.press(LEFT, stamp=1760)
    assert table.piece.col == 1
    held = open_table(settings={"keys": "held"})
    held.press(RIGHT, stamp=1000)
    held.wait(0.05)
    held.release(RIGHT, stamp=1050)
    held.press(RIGHT, stamp=1050)
    held.wait(0.01)
    assert held.piece.col == 4


def test_held_keys_count_at_their_own_moments_between_two_looks(open_table: Open) -> None:
    table = open_table(settings={"keys": "held"})
    table.press(LEFT)
    assert table.piece.col == 3
    assert table.scheduled == 60
    table.wait(0.065)
    assert table.piece.col == 2
    table.release(LEFT)
    table.wait(1.0)
    assert table.piece.col == 2
    table.press(RIGHT)
    table.wait(0.05)
    table.release(RIGHT)
    table.wait(0.5)
    assert table.piece.col == 2
    table.press(RIGHT)
    table.wait(0.3)
    assert table.piece.col == 5


def test_a_release_that_comes_late_does_not_undo_what_was_due(open_table: Open) -> None:
    table = open_table(settings={"keys": "held"})
    table.press(LEFT)
    table.now += 70_000_000  # no look in between
    table.release(LEFT)
    assert table.piece.col == 2


def test_repeating_keys_go_on_while_held(open_table: Open) -> None:
    table = open_table(settings={"keys": "repeat"})
    table.press(LEFT)
    assert table.piece.col == 2
    table.wait(0.21)
    assert table.piece.col == 1
    table.wait(0.05)
    assert table.piece.col == 0


def test_a_held_down_key_falls_on(open_table: Open) -> None:
    table = open_table()
    table.wait(0.2)
    table.press(DOWN)
    table.wait(0.36)
    assert table.piece.edge == 8
    table.release(DOWN)
    table.wait(0.3)
    assert table.piece.edge == 8


def test_swallowed_presses_do_nothing(open_table: Open) -> None:
    table = open_table(settings={"swallow": "1"})
    table.tap(LEFT, UP, SPACE)
    assert table.piece.col == 3
    assert len(table.lines()) == 1


def test_speed_divides_the_games_times_but_not_those_of_the_keys(open_table: Open) -> None:
    table = open_table(speed=2.0, settings={"keys": "held"})
    table.wait(0.09)
    assert table.piece.edge == 3
    table.wait(0.5)
    assert table.piece.edge == 4
    table.press(LEFT)
    table.wait(0.055)
    assert table.piece.col == 3
    table.wait(0.01)
    assert table.piece.col == 2


def test_a_fixed_speed_holds_at_every_level(open_table: Open) -> None:
    table = open_table(settings={"row_ms": "50"})
    table.wait(0.5)
    assert table.piece.edge == 10
    instant = open_table(settings={"row_ms": "0"})
    instant.wait(0.0)
    assert instant.piece.edge == 14
    instant.tap(LEFT)
    instant.wait(0.1)
    assert instant.lines()[-1]["locked"][0] == 2


def test_p_pauses_and_p_goes_on(open_table: Open) -> None:
    table = open_table()
    table.wait(0.68)
    table.tap(K.Key_P)
    paused = table.lines()[-1]
    assert (paused["paused"], paused["settled"], table.cover) == (True, False, PAUSED)
    assert table.scheduled == -1
    table.wait(50.0)
    table.tap(LEFT, SPACE, UP)
    assert (table.piece.edge, table.piece.col) == (3, 3)
    table.tap(K.Key_P)
    on = table.lines()[-1]
    assert (on["paused"], on["settled"], table.cover) == (False, True, "")
    table.wait(0.5)
    assert table.piece.edge == 4
    assert len(table.lines()) == 3


def test_another_window_in_front_pauses_until_the_focus_returns(open_table: Open) -> None:
    table = open_table()
    table.press(DOWN)
    table.lose_focus()
    assert (table.cover, table.window._scene.hint, table.lines()[-1]["paused"]) == (PAUSED, COMES_BACK, True)
    edge = table.piece.edge
    table.wait(30.0)
    assert table.piece.edge == edge
    table.gain_focus()
    assert (table.cover, table.lines()[-1]["paused"]) == ("", False)
    table.wait(0.05)
    assert table.piece.edge == edge


def test_a_pause_of_the_persons_outlasts_the_focus(open_table: Open) -> None:
    table = open_table()
    table.tap(K.Key_P)
    table.lose_focus()
    table.gain_focus()
    assert (table.cover, table.window._scene.hint) == (PAUSED, "")
    table.tap(K.Key_P)
    assert table.cover == ""
    assert [line["paused"] for line in table.lines()] == [False, True, False]


def test_the_focus_pause_can_be_switched_off(open_table: Open) -> None:
    table = open_table(settings={"focus_pause": "off"})
    table.press(DOWN)
    table.lose_focus()
    assert table.cover == ""
    table.wait(0.5)  # the key was let go
    assert table.piece.edge == 3


def test_a_pause_holds_animations_too(open_table: Open) -> None:
    table = open_table()
    table.tap(SPACE)
    table.wait(0.1)
    table.tap(K.Key_P)
    assert table.lines()[-1]["settled"] is False
    table.wait(9.0)
    assert table.play.phase == Phase.LOCKED
    table.tap(K.Key_P)
    table.wait(0.14)
    assert table.play.phase == Phase.LOCKED
    table.wait(0.02)
    assert table.play.phase == Phase.FALLING


def pile_up(table: Table) -> None:
    while not table.play.over:
        table.tap(SPACE)
        table.wait(0.25)
        while table.play.falling is None and not table.play.over:
            table.wait(0.25)


def test_a_game_ends_is_covered_scored_and_begun_again(open_table: Open, tmp_path: Path) -> None:
    scores = tmp_path / "scores.jsonl"
    table = open_table(scores=scores)
    pile_up(table)
    over = table.lines()[-1]
    assert (over["over"], over["settled"], over["piece"], table.cover) == (True, True, None, "")
    table.tap(K.Key_P)
    assert not table.window.paused
    table.lose_focus()
    table.wait(0.95)
    assert (table.cover, table.lines()[-1]["settled"], table.lines()[-1]["over"]) == (GAME_OVER, False, True)
    assert table.scheduled == -1
    (game,) = [json.loads(line) for line in scores.read_text().splitlines()]
    assert (game["game"], game["rules"]) == ("columns", "jewel")
    assert (game["score"], game["moves"]) == (over["score"], over["moves"])
    table.gain_focus()
    table.tap(K.Key_Return)
    line = table.lines()[-1]
    assert (line["game"], line["moves"], line["over"], line["locked"], table.cover) == (2, 0, False, None, "")
    assert line["settled"] is True


def test_a_finished_game_is_kept_where_r_comes_before_its_end_is_shown(open_table: Open, tmp_path: Path) -> None:
    scores = tmp_path / "scores.jsonl"
    table = open_table(scores=scores)
    while not table.play.session.over:
        table.tap(SPACE)
        if not table.play.session.over:
            table.wait(0.25)
    assert not table.play.over
    moves = table.play.session.state.moves
    table.tap(K.Key_R)
    table.tap(K.Key_R)
    (game,) = [json.loads(line) for line in scores.read_text().splitlines()]
    assert game["moves"] == moves


def test_r_begins_anew_at_any_time_but_enter_only_at_the_end(open_table: Open) -> None:
    table = open_table()
    table.tap(K.Key_Return)
    assert table.play.session.game == 1
    table.tap(SPACE)
    table.wait(0.1)
    table.tap(K.Key_R)
    assert (table.play.session.game, table.play.phase, table.lines()[-1]["game"]) == (2, Phase.FALLING, 2)
    table.tap(K.Key_P)
    table.tap(K.Key_R)
    assert (table.play.session.game, table.cover) == (3, "")


def test_magic_pieces_flash_and_are_looked_at_for_it(open_table: Open) -> None:
    table = open_table(specials=1.0)
    table.wait(0.2)
    seen = set()
    for _ in range(9):
        assert 0 < table.scheduled <= 80
        seen.add(table.window._scene.next)
        table.wait(0.08)
    assert len(seen) == 9
    assert table.lines()[0]["piece"] == [8, 8, 8]


def test_without_the_next_piece_nothing_is_shown_beside(open_table: Open) -> None:
    assert open_table(settings={"next": "off"}).window._scene.next == ()
    assert len(open_table().window._scene.next) == LENGTH


def test_the_ghost_follows_look_and_setting(open_table: Open) -> None:
    assert open_table().window._scene.ghost == ()
    assert len(open_table(settings={"ghost": "on"}).window._scene.ghost) == LENGTH
    assert len(open_table(look="vista").window._scene.ghost) == LENGTH
    assert open_table(look="vista", settings={"ghost": "off"}).window._scene.ghost == ()


def test_a_state_put_into_the_window_plays_on(open_table: Open) -> None:
    table = open_table(rules="jewel:rows=4,magic=0")
    text = "col 3 row 2 score 50 jewels 6 running 1 moves 9\nABC CBA\n" + "......\n" * 5 + "AA....\n" * 2
    table.play.session.state = from_text(text)
    table.play._start()
    table.tap(LEFT, UP, UP, SPACE)  # B C A
    while table.play.falling is None:
        table.wait(0.1)
    line = table.lines()[-1]
    assert (line["score"], line["jewels"], line["moves"]) == (80, 9, 10)
    assert line["board"][-2:] == [[9, 9, 1, 9, 9, 9], [0, 0, 2, 9, 9, 9]]


def test_only_what_differs_is_painted(open_table: Open) -> None:
    table = open_table(look="vista")
    painted: list[int] = []
    table.window.draw = lambda p, region: painted.append(  # type: ignore[method-assign]
        sum(rect.width() * rect.height() for rect in region)
    )
    table.wait(0.7)
    painted.clear()
    for _ in range(10):
        table.wait(0.016)
    assert painted
    assert max(painted) <= 36 * (3 * 36 + 3)


@pytest.mark.parametrize(("options", "words"), [({"scores": Path("/")}, "cannot keep scores there")])
def test_impossible_options_are_refused_in_one_line(tmp_path: Path, options: dict[str, Any], words: str) -> None:
    with pytest.raises(PracticeError, match=words) as caught:
        Table(tmp_path, **options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("look", ["temple", "vista"])
def test_a_whole_game_by_keys_is_told_lock_by_lock(open_table: Open, look: str) -> None:
    table = open_table(look=look, scale=0.5, speed=10.0, specials=0.1)
    random = np.random.default_rng(3)
    while not table.play.over and table.play.moves < 60:
        moves = legal_moves(table.play.session.rules, table.play.session.state)
        col, turns = divmod(int(random.choice(moves)), LENGTH)
        step = col - table.piece.col
        table.tap(*[UP] * turns, *[LEFT if step < 0 else RIGHT] * abs(step))  # a column up to the top may stop it
        stands = [table.piece.col, table.piece.piece.tolist()]
        table.tap(SPACE)
        assert table.lines()[-1]["locked"] == stands
        while table.play.falling is None and not table.play.over:
            table.wait(0.004)
    spawned = [line for line in table.lines() if line["settled"] and line["piece"] is not None]
    assert [line["moves"] for line in spawned] == list(range(len(spawned)))
    assert len(spawned) > 5
