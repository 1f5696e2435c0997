"""The Hypersonic window with a clock of the test's own: ticks, keys, pauses, the truth log, the end of a game."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine.hypersonic import DIED, X, Y, from_text, places
from practice.application import offscreen_application
from practice.hypersonic.artwork import look_artwork
from practice.hypersonic.still import find_look
from practice.hypersonic.window import HypersonicWindow, wanted_rules
from practice.options import PracticeError, PracticeOptions
from tests.practice.key_table import KeyTable

MS = 1_000_000
K = Qt.Key
LEFT, RIGHT, UP, DOWN, SPACE = K.Key_Left, K.Key_Right, K.Key_Up, K.Key_Down, K.Key_Space
TICK = 250
TOLD = [
    *("time_ns", "settled", "painting_ns", "board", "score", "moves", "over", "paused", "ready"),
    *("game", "state", "actions", "notes"),
]


class Table(KeyTable):
    """A window whose time stands still until `wait`."""

    def __init__(
        self,
        folder: Path,
        look: str = "dungeon",
        settings: dict[str, str] | None = None,
        made_in_ms: float = 0.0,
        **more: Any,
    ) -> None:
        self.application = offscreen_application()
        self.now = 10_000 * MS
        self.truth = folder / "truth.jsonl"
        chosen = {"tick_ms": str(TICK), "seats": "person,still", **(settings or {})}
        wanted = PracticeOptions(truth=self.truth, settings=chosen, **{"seed": 4, **more})
        drawn, rules = find_look("dungeon"), wanted_rules(wanted)
        artist = partial(look_artwork, drawn, rules.players)
        self.window = HypersonicWindow(drawn.layout, artist, wanted, lambda: self.now)
        self.now += round(made_in_ms * MS)
        self.window.frame()
        self.window.show()
        self.run()
        self.gain_focus()

    @property
    def state(self) -> Any:
        return self.play.session.state

    @property
    def person(self) -> tuple[int, int]:
        body = self.state.players[self.window.person]
        return int(body[X]), int(body[Y])

    @property
    def action(self) -> Any:
        return self.play.session.actions[self.window.person]

    def wait(self, milliseconds: float) -> None:
        self.pass_ns(round(milliseconds * MS))

    def turn(self, *keys: Qt.Key) -> None:
        """Tap keys, let the tick come, then its motion end."""
        self.tap(*keys)
        self.wait(self.play.left_ms)
        self.wait(self.play.motion_ms)

    @property
    def scene(self) -> Any:
        return self.window._scene


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


def test_at_first_the_arena_at_rest_is_told(open_table: Open) -> None:
    table = open_table()
    (line,) = table.lines()
    assert list(line) == TOLD
    assert line["settled"] is True
    assert (line["moves"], line["score"], line["game"], line["over"], line["ready"]) == (0, 0, 1, False, False)
    assert line["board"] == places(table.state).tolist()
    assert np.array_equal(from_text(line["state"]).cells, table.state.cells)
    assert line["actions"] == [None, None]
    assert table.scheduled == TICK


def test_a_turn_comes_each_tick_and_what_was_pressed_last_counts(open_table: Open) -> None:
    table = open_table()
    table.tap(DOWN, RIGHT)
    table.wait(TICK - 1)
    assert (table.person, table.state.round) == ((0, 0), 0)
    table.wait(1)
    assert (table.person, table.state.round, table.action) == ((1, 0), 1, 2)
    table.wait(TICK)
    assert (table.person, table.state.round, table.action) == ((1, 0), 2, 0)


def test_the_first_turn_comes_a_tick_after_the_first_picture(open_table: Open) -> None:
    """The time in which a window was made counted: its first turn came at once, or before anything showed."""
    table = open_table(made_in_ms=2 * TICK)
    table.wait(TICK - 1)
    assert table.state.round == 0
    table.wait(1)
    assert table.state.round == 1


def test_space_and_an_arrow_in_one_turn_place_a_bomb_and_move(open_table: Open) -> None:
    table = open_table()
    table.turn(RIGHT, SPACE)
    assert table.action == 7
    assert table.person == (1, 0)
    assert table.state.bombs.tolist() == [[0, 0, 0, 8, 3]]
    table.turn(SPACE)
    assert table.action == 5  # done as far as it can be: no bomb is in hand
    assert len(table.state.bombs) == 1


def test_an_arrow_that_stays_down_walks_on_and_space_does_not_bomb_on(open_table: Open) -> None:
    table = open_table()
    table.press(SPACE)
    table.press(DOWN)
    table.turn()
    assert table.action == 9
    table.press(SPACE, repeated=True)
    table.turn()
    assert table.action == 4
    table.release(DOWN)
    table.turn()
    assert table.action == 0


def test_a_tap_across_a_tick_counts_for_one_turn(open_table: Open) -> None:
    table = open_table()
    table.press(RIGHT)
    table.wait(TICK)
    table.release(RIGHT)
    assert table.action == 2
    table.wait(TICK)
    assert table.action == 0


def test_the_servers_own_repetition_is_no_release_and_no_press(open_table: Open) -> None:
    table = open_table()
    table.press(SPACE, stamp=100)
    table.press(DOWN, stamp=101)
    table.turn()
    table.release(SPACE, stamp=800)
    table.press(SPACE, stamp=800)
    table.release(DOWN, stamp=840)
    table.press(DOWN, stamp=840)
    table.turn()
    assert table.action == 4


def test_backspace_takes_back_what_was_chosen(open_table: Open) -> None:
    table = open_table()
    table.tap(SPACE, RIGHT)
    assert (table.scene.choice.move, table.scene.choice.bomb) == (2, True)
    table.turn(K.Key_Backspace)
    assert table.action == 0


def test_what_is_chosen_is_shown_beside_the_arena_only(open_table: Open) -> None:
    table = open_table()
    before = table.scene.sprites
    table.tap(SPACE)
    assert (table.scene.choice.move, table.scene.choice.bomb) == (0, True)
    assert table.scene.sprites == before
    table.turn()
    assert table.scene.choice.bomb is False


def test_a_turn_is_told_when_it_begins_and_again_when_it_stands_still(open_table: Open) -> None:
    table = open_table()
    table.turn(DOWN)
    first, begun, rest = table.lines()
    assert [line["settled"] for line in (first, begun, rest)] == [True, False, True]
    assert begun["board"] == rest["board"] == places(table.state).tolist()
    assert begun["actions"] == rest["actions"] == [4, 0]
    assert rest["time_ns"] - begun["time_ns"] == 100 * MS  # 40 % of the tick
    table.wait(TICK - 101)
    assert len(table.lines()) == 3


@pytest.mark.parametrize(
    ("tick", "speed", "motion"), [(100, 1.0, 40), (1000, 1.0, 160), (1000, 4.0, 40), (1000, 0.1, 400)]
)
def test_motion_is_over_within_its_share_of_the_tick(open_table: Open, tick: int, speed: float, motion: float) -> None:
    table = open_table(settings={"tick_ms": str(tick)}, speed=speed)
    table.tap(RIGHT)
    table.wait(tick)
    moving = table.scene.sprites
    assert table.scheduled == min(16, motion)
    table.wait(motion - 1)
    assert table.scene.sprites != moving
    assert table.play.moving
    table.wait(1)
    still = table.scene.sprites
    assert not table.play.moving
    assert table.scheduled == tick - motion
    table.wait(tick - motion - 1)
    assert table.scene.sprites == still


def test_a_machine_that_stalls_is_given_a_whole_tick(open_table: Open) -> None:
    table = open_table()
    table.wait(3.4 * TICK)
    assert table.state.round == 1
    table.wait(TICK - 1)
    assert table.state.round == 1
    table.wait(1)
    assert table.state.round == 2


def test_ticks_that_come_a_little_late_do_not_shift_those_after(open_table: Open) -> None:
    table = open_table()
    table.wait(TICK + 60)
    table.wait(TICK - 60)
    assert table.state.round == 2


def test_p_covers_the_arena_and_holds_the_tick(open_table: Open) -> None:
    table = open_table()
    table.turn()
    table.wait(20)
    table.tap(RIGHT, K.Key_P)
    assert table.scene.cover[0] == "PAUSED"
    assert table.scheduled == -1
    assert table.lines()[-1]["paused"]
    assert not table.lines()[-1]["settled"]
    table.tap(DOWN)
    table.wait(10 * TICK)
    assert table.state.round == 1
    table.tap(K.Key_P)
    assert table.scene.cover == ()
    assert (table.lines()[-1]["paused"], table.lines()[-1]["settled"]) == (False, True)
    table.wait(TICK - 121)
    assert table.state.round == 1
    table.wait(1)
    assert (table.state.round, table.action) == (2, 0)


def test_another_window_in_front_pauses_too_and_p_outlasts_it(open_table: Open) -> None:
    table = open_table()
    table.press(RIGHT)
    table.lose_focus()
    assert table.scene.cover[0] == "PAUSED"
    table.wait(5 * TICK)
    table.gain_focus()
    table.wait(TICK)
    assert (table.state.round, table.action) == (1, 0)  # the arrow counts as let go
    table.tap(K.Key_P)
    table.lose_focus()
    table.gain_focus()
    assert table.window.paused


def test_with_focus_pause_off_the_game_goes_on_behind(open_table: Open) -> None:
    table = open_table(settings={"focus_pause": "off"})
    table.press(RIGHT)
    table.lose_focus()
    table.wait(TICK)
    assert (table.state.round, table.action) == (1, 0)


def test_with_wait_the_first_turn_comes_a_tick_after_return(open_table: Open) -> None:
    table = open_table(settings={"wait": "on"})
    (line,) = table.lines()
    assert (line["settled"], line["ready"]) == (True, True)
    assert table.scene.message == "PRESS RETURN"
    assert table.scene.cover == ()
    table.wait(100 * TICK)
    assert table.state.round == 0
    table.tap(RIGHT, K.Key_Return)
    assert table.scene.message == ""
    table.wait(TICK - 1)
    assert table.state.round == 0
    table.wait(1)
    assert (table.state.round, table.action) == (1, 2)


def test_what_a_game_waits_to_begin_is_no_time_of_its_first_turn(open_table: Open) -> None:
    table = open_table(settings={"wait": "on"})
    table.now += 3 * TICK * MS  # nobody looks meanwhile
    table.tap(K.Key_Return)
    assert table.state.round == 0
    table.wait(TICK - 1)
    assert table.state.round == 0
    table.wait(1)
    assert (table.state.round, table.play.moving) == (1, True)


def test_r_begins_the_next_seeds_game_and_waits_again(open_table: Open) -> None:
    other = open_table(seed=5)
    table = open_table(settings={"wait": "on"})
    table.tap(K.Key_Return)
    table.turn(SPACE)
    table.tap(RIGHT, K.Key_R)
    assert (table.state.round, table.play.session.game, len(table.state.bombs)) == (0, 2, 0)
    assert np.array_equal(table.state.cells, other.state.cells)
    assert table.scene.message == "PRESS RETURN"
    line = table.lines()[-1]
    assert (line["settled"], line["game"], line["moves"], line["actions"]) == (True, 2, 0, [None, None])
    table.tap(K.Key_Return)
    table.turn()
    assert table.action == 0  # what was chosen before R is forgotten


def test_who_stays_on_a_bomb_dies_and_the_end_is_shown(open_table: Open, tmp_path: Path) -> None:
    scores = tmp_path / "scores.jsonl"
    table = open_table(settings={"seats": "still,person"}, scores=scores)
    table.turn(SPACE)
    for _ in range(8):
        assert not table.play.over
        table.turn()
    assert table.state.players[1, DIED] == 9
    line = table.lines()[-1]
    assert (line["over"], line["settled"], line["moves"]) == (True, True, 9)
    assert table.scene.cards[1].note == "out 9"
    assert table.scene.cover == ()
    table.wait(900)
    assert table.scene.cover[0] == "GAME OVER"
    assert table.scene.cover[1].startswith("1.  STILL   0 boxes")
    assert table.scene.cover[2] == "2.  YOU   0 boxes, out in turn 9"
    assert table.scene.ranks == (0, 1)
    assert not table.lines()[-1]["settled"]
    assert table.scheduled == -1
    (kept,) = [json.loads(line) for line in scores.read_text().splitlines()]
    assert (kept["game"], kept["rules"], kept["score"], kept["moves"]) == ("hypersonic", "two", 0, 9)
    table.tap(K.Key_Return)
    assert (table.play.session.game, table.state.round, table.scene.cover) == (2, 0, ())


def test_others_play_on_when_the_person_is_dead(open_table: Open) -> None:
    table = open_table(settings={"seats": "person,still,still"})
    table.turn(SPACE)
    for _ in range(9):
        table.turn()
    assert not table.play.over
    table.tap(RIGHT)
    assert table.scene.choice.move == 0
    table.turn()
    assert table.action is None
    assert len([sprite for sprite in table.scene.sprites if sprite.picture.startswith("player")]) == 2


def test_a_game_without_a_person_plays_itself_and_the_seed_decides_it(open_table: Open) -> None:
    ends = []
    for _ in range(2):
        table = open_table(settings={"seats": "random,random,random", "tick_ms": "100"}, rules="three:rounds=40")
        while not table.play.over:
            table.wait(100)
        ends.append(table.lines()[-1]["state"])
        assert table.state.round == 40 or (table.state.players[:, DIED] == 0).sum() <= 1
    assert ends[0] == ends[1]


def test_swallowed_presses_do_nothing_and_the_seed_decides_which(open_table: Open) -> None:
    counts = []
    for _ in range(2):
        table = open_table(settings={"swallow": "0.5"})
        moved = []
        for number in range(30):
            table.turn(RIGHT if number % 2 == 0 else LEFT)
            moved.append(table.action)
        counts.append(moved)
    assert counts[0] == counts[1]
    assert 5 < counts[0].count(0) < 25


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"settings": {"tick_ms": "50"}}, "setting tick_ms=50: tick_ms is milliseconds a turn, 100 to 1000"),
        ({"settings": {"wait": "maybe"}}, "setting wait=maybe: wait is on or off"),
        ({"settings": {"ghost": "on"}}, "Hypersonic has no setting 'ghost'; it has tick_ms, wait, seats"),
        ({"settings": {"seats": "person,person"}}, "two persons cannot share one keyboard"),
        ({"settings": {"seats": "person"}}, "1 seats; a game has 2 to 4"),
        ({"settings": {"seats": "person,ghost"}}, "no player named 'ghost'; choose from person, still, random, "),
        ({"settings": {"seats": "person,command:"}}, "names no program"),
        ({"settings": {"seats": "person,still"}, "rules": "three"}, "2 seats, but the rules three have 3 players"),
        ({"settings": {"seats": "person,still"}, "rules": "five"}, "no rules named 'five'"),
        ({"specials": 0.2}, "Hypersonic has no special pieces; leave --specials away"),
    ],
)
def test_what_cannot_be_met_is_refused_in_one_line(options: dict[str, Any], words: str) -> None:
    with pytest.raises(PracticeError, match=words) as caught:
        wanted_rules(PracticeOptions(**options))
    assert "\n" not in str(caught.value)
