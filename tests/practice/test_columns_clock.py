"""The Columns window with a clock of the test's own: keys, speed, pauses, what is painted."""

import sys
from pathlib import Path
from typing import Any

import pytest

from engine.columns import EMPTY, LENGTH, from_text
from practice.columns.play import Phase
from practice.columns.scene import COMES_BACK, PAUSED
from practice.options import PracticeError
from tests.practice.columns_table import DOWN, LEFT, RIGHT, SPACE, UP, K, Open, Table

TOLD = [
    *("time_ns", "settled", "painting_ns", "board", "piece", "col", "top", "next", "score", "level", "jewels"),
    *("moves", "over", "paused", "game", "locked"),
]


def test_at_first_an_empty_well_and_an_entering_piece_are_told(open_columns: Open) -> None:
    table = open_columns()
    (line,) = table.lines()
    assert list(line) == TOLD
    assert line["settled"] is True
    assert line["board"] == [[EMPTY] * 6] * 14
    assert (line["col"], line["top"], line["locked"], line["moves"], line["game"]) == (3, -3.0, None, 0, 1)
    assert line["piece"] == table.play.session.state.piece.tolist()
    assert line["next"] == table.play.session.state.next.tolist()


def test_the_first_piece_comes_in_from_the_first_picture_on(open_columns: Open) -> None:
    """The time in which a window was made counted: its first piece was in the well when the window showed."""
    table = open_columns(made_in_s=3.0)
    table.wait(0.0)
    assert table.piece.edge == 0
    table.wait(0.18)
    assert table.piece.edge == 3


def test_the_piece_falls_a_row_a_second_and_the_picture_is_looked_at_when_it_does(open_columns: Open) -> None:
    table = open_columns()
    assert table.scheduled == 60
    table.wait(0.18)
    assert table.piece.edge == 3
    assert table.scheduled == 1000
    table.wait(0.9)
    assert table.scheduled == 100
    table.wait(0.1)
    assert table.piece.edge == 4


def test_a_gliding_piece_is_looked_at_every_frame(open_columns: Open) -> None:
    table = open_columns(look="vista")
    table.wait(0.68)
    assert table.piece.edge == pytest.approx(3.5)
    assert table.scheduled == 16
    steps = open_columns(look="vista", settings={"motion": "steps"})
    steps.wait(0.68)
    assert steps.piece.edge == 3


def test_arrows_move_and_rotate_and_space_drops(open_columns: Open) -> None:
    table = open_columns()
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


def test_the_keyboards_own_repetitions_do_not_count(open_columns: Open) -> None:
    table = open_columns()
    table.press(LEFT)
    for _ in range(5):
        table.release(LEFT, repeated=True)
        table.press(LEFT, repeated=True)
    assert table.piece.col == 2
    table.wait(2.0)
    assert table.piece.col == 2


def test_repetitions_that_qt_does_not_see_do_not_count_either(open_columns: Open) -> None:
    table = open_columns()
    table.press(LEFT, stamp=1000)
    for stamp in (1660, 1700, 1740):
        table.release(LEFT, stamp=stamp)
        table.press(LEFT, stamp=stamp)
    assert table.piece.col == 2
    table.release(LEFT, stamp=1750)
    table.press(LEFT, stamp=1760)
    assert table.piece.col == 1
    held = open_columns(settings={"keys": "held"})
    held.press(RIGHT, stamp=1000)
    held.wait(0.05)
    held.release(RIGHT, stamp=1050)
    held.press(RIGHT, stamp=1050)
    held.wait(0.01)
    assert held.piece.col == 4


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_two_presses_of_one_moment_count_where_the_keyboard_repeats_otherwise(
    open_columns: Open, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    table = open_columns()
    monkeypatch.setattr(sys, "platform", system)
    table.press(LEFT, stamp=1000)
    table.release(LEFT, stamp=1016)
    table.press(LEFT, stamp=1016)
    assert table.piece.col == 1


def test_held_keys_count_at_their_own_moments_between_two_looks(open_columns: Open) -> None:
    table = open_columns(settings={"keys": "held"})
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


def test_a_release_that_comes_late_does_not_undo_what_was_due(open_columns: Open) -> None:
    table = open_columns(settings={"keys": "held"})
    table.press(LEFT)
    table.now += 70_000_000  # no look in between
    table.release(LEFT)
    assert table.piece.col == 2


def test_repeating_keys_go_on_while_held(open_columns: Open) -> None:
    table = open_columns(settings={"keys": "repeat"})
    table.press(LEFT)
    assert table.piece.col == 2
    table.wait(0.21)
    assert table.piece.col == 1
    table.wait(0.05)
    assert table.piece.col == 0


def test_a_held_down_key_falls_on(open_columns: Open) -> None:
    table = open_columns()
    table.wait(0.2)
    table.press(DOWN)
    table.wait(0.36)
    assert table.piece.edge == 8
    table.release(DOWN)
    table.wait(0.3)
    assert table.piece.edge == 8


def test_swallowed_presses_do_nothing(open_columns: Open) -> None:
    table = open_columns(settings={"swallow": "1"})
    table.tap(LEFT, UP, SPACE)
    assert table.piece.col == 3
    assert len(table.lines()) == 1


def test_speed_divides_the_games_times_but_not_those_of_the_keys(open_columns: Open) -> None:
    table = open_columns(speed=2.0, settings={"keys": "held"})
    table.wait(0.09)
    assert table.piece.edge == 3
    table.wait(0.5)
    assert table.piece.edge == 4
    table.press(LEFT)
    table.wait(0.055)
    assert table.piece.col == 3
    table.wait(0.01)
    assert table.piece.col == 2


def test_a_fixed_speed_holds_at_every_level(open_columns: Open) -> None:
    table = open_columns(settings={"row_ms": "50"})
    table.wait(0.5)
    assert table.piece.edge == 10
    instant = open_columns(settings={"row_ms": "0"})
    instant.wait(0.0)
    assert instant.piece.edge == 14
    instant.tap(LEFT)
    instant.wait(0.1)
    assert instant.lines()[-1]["locked"][0] == 2


def test_p_pauses_and_p_goes_on(open_columns: Open) -> None:
    table = open_columns()
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


def test_another_window_in_front_pauses_until_the_focus_returns(open_columns: Open) -> None:
    table = open_columns()
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


def test_a_pause_of_the_persons_outlasts_the_focus(open_columns: Open) -> None:
    table = open_columns()
    table.tap(K.Key_P)
    table.lose_focus()
    table.gain_focus()
    assert (table.cover, table.window._scene.hint) == (PAUSED, "")
    table.tap(K.Key_P)
    assert table.cover == ""
    assert [line["paused"] for line in table.lines()] == [False, True, False]


def test_the_focus_pause_can_be_switched_off(open_columns: Open) -> None:
    table = open_columns(settings={"focus_pause": "off"})
    table.press(DOWN)
    table.lose_focus()
    assert table.cover == ""
    table.wait(0.5)  # the key was let go
    assert table.piece.edge == 3


def test_a_pause_holds_animations_too(open_columns: Open) -> None:
    table = open_columns()
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


def test_magic_pieces_flash_and_are_looked_at_for_it(open_columns: Open) -> None:
    table = open_columns(specials=1.0)
    table.wait(0.2)
    seen = set()
    for _ in range(9):
        assert 0 < table.scheduled <= 80
        seen.add(table.window._scene.next)
        table.wait(0.08)
    assert len(seen) == 9
    assert table.lines()[0]["piece"] == [8, 8, 8]


def test_without_the_next_piece_nothing_is_shown_beside(open_columns: Open) -> None:
    assert open_columns(settings={"next": "off"}).window._scene.next == ()
    assert len(open_columns().window._scene.next) == LENGTH


def test_the_ghost_follows_look_and_setting(open_columns: Open) -> None:
    assert open_columns().window._scene.ghost == ()
    assert len(open_columns(settings={"ghost": "on"}).window._scene.ghost) == LENGTH
    assert len(open_columns(look="vista").window._scene.ghost) == LENGTH
    assert open_columns(look="vista", settings={"ghost": "off"}).window._scene.ghost == ()


def test_a_state_put_into_the_window_plays_on(open_columns: Open) -> None:
    table = open_columns(rules="jewel:rows=4,magic=0")
    text = "col 3 row 2 score 50 jewels 6 running 1 moves 9\nABC CBA\n" + "......\n" * 5 + "AA....\n" * 2
    table.play.session.state = from_text(text)
    table.play._start()
    table.tap(LEFT, UP, UP, SPACE)  # B C A
    while table.play.falling is None:
        table.wait(0.1)
    line = table.lines()[-1]
    assert (line["score"], line["jewels"], line["moves"]) == (80, 9, 10)
    assert line["board"][-2:] == [[9, 9, 1, 9, 9, 9], [0, 0, 2, 9, 9, 9]]


def test_only_what_differs_is_painted(open_columns: Open) -> None:
    table = open_columns(look="vista")
    painted: list[int] = []
    table.window.draw = lambda p, region: painted.append(sum(rect.width() * rect.height() for rect in region))
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
