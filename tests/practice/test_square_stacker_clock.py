"""The Square Stacker window with a clock of the test's own: drags, snap back, ignored presses, game over."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine.square_stacker import CELLS, EMPTY, legal_moves, places
from practice.options import PracticeError
from practice.square_stacker.looks import DISCS, SQUARES, Point
from practice.square_stacker.scene import panel_rect
from tests.practice.stacker_table import NONE, Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path)
    yield opened
    opened.window.close()


HAND = SQUARES.layout.hand
CELL = [SQUARES.layout.place(cell) for cell in range(CELLS)]


def ending(hand: str = "..D") -> str:
    """A board with room for one outer ring; the hand's other pieces are inner ones and fit nowhere."""
    return f"combo 2 score 30 moves 9\nABC BCA CA. | {hand}\nCAB CBA CBA | A..\nABC BCA CAB | B..\n"


def test_at_first_the_empty_board_and_a_hand_are_told(table: Table) -> None:
    (line,) = table.lines()
    keys = {"time_ns", "settled", "painting_ns", "board", "score", "best", "combo", "moves", "over", "game"}
    assert set(line) == keys
    assert line["painting_ns"] <= line["time_ns"]
    board = np.array(line["board"])
    assert board.shape == (12, 3)
    assert (board[:9] == EMPTY).all()
    assert (board[9:] != EMPTY).any(axis=1).all()
    assert (line["settled"], line["over"], line["game"], line["moves"], line["score"]) == (True, False, 1, 0, 0)
    assert not table.scheduled


def test_a_drag_places_the_piece(table: Table) -> None:
    before = places(table.session.state)
    table.press(HAND[1])
    table.move((400, 300))
    assert table.window._scene.held[0].x == 400
    table.move((CELL[4][0] + 60, CELL[4][1] - 60))
    assert table.window._scene.target == 4
    table.release((CELL[4][0] + 60, CELL[4][1] - 60))
    assert table.window.moving
    table.settle()
    held, placing, rest = table.lines()[1:]
    assert [line["settled"] for line in (held, placing, rest)] == [False, False, True]
    expected = before.copy()
    expected[10] = EMPTY
    assert np.array_equal(held["board"], expected)
    expected[4] = before[10]
    assert np.array_equal(rest["board"], expected)
    assert placing["board"] == rest["board"]
    assert rest["moves"] == 1
    assert not table.scheduled


def test_a_piece_keeps_the_place_at_which_it_was_grabbed(table: Table) -> None:
    table.press((HAND[0][0] + 30, HAND[0][1] - 20))
    table.move((CELL[0][0] + 30, CELL[0][1] - 20))
    assert (table.window._scene.held[0].x, table.window._scene.held[0].y) == CELL[0]


def test_a_look_with_a_lift_lands_above_the_pointer(tmp_path: Path) -> None:
    table = Table(tmp_path, DISCS)
    layout = DISCS.layout
    x, y = layout.place(4)
    table.press(layout.hand[0])
    table.move((x, y))
    assert table.window._scene.held[0].y == pytest.approx(y - 0.6 * layout.pitch)
    assert table.window._scene.target == 1
    table.move((x, y + 0.6 * layout.pitch))
    table.release((x, y + 0.6 * layout.pitch))
    table.settle()
    assert (table.session.state.grid[1, 1] != EMPTY).any()
    table.window.close()


@pytest.mark.parametrize(
    "end",
    [(584, 330), (288, 120), (-5, 233), (96, 711), (2000, 2000)],
    ids=["between", "above the board", "left of the window", "below the window", "far away"],
)
def test_released_elsewhere_it_snaps_back(table: Table, end: Point) -> None:
    before = table.session.state
    table.drag(HAND[0], (300, 300), end)
    start = table.window._scene.sprites[-1]
    assert (table.window.moving, round(start.x), round(start.y)) == (True, *end)
    table.wait(0.075)
    on_the_way = table.window._scene.sprites[-1]
    assert min(end[0], HAND[0][0]) < on_the_way.x < max(end[0], HAND[0][0])
    assert table.lines()[-1]["settled"] is False
    table.wait(0.08)
    assert not table.window.moving
    assert table.session.state is before
    first, held, back = table.lines()
    assert (held["settled"], back["settled"]) == (False, True)
    assert back["board"] == first["board"] != held["board"]


def test_a_taken_slot_refuses_the_piece(table: Table) -> None:
    table.put(
        "combo 0 score 0 moves 1\nA.. ... ...\n... ... ...\n... ... ...\n".replace("\n", " | B..\n").replace(
            "moves 1 | B..", "moves 1"
        )
    )
    table.press(HAND[2])
    table.move(CELL[0])
    assert table.window._scene.target is None
    table.release(CELL[0])
    table.settle()
    assert table.session.state.moves == 1
    table.drag(HAND[2], CELL[1])
    table.settle()
    assert table.session.state.moves == 2


def test_moving_without_a_press_and_other_buttons_do_nothing(table: Table) -> None:
    table.move(HAND[0], NONE)
    table.move(CELL[0], NONE)
    table.press(HAND[0], Qt.MouseButton.RightButton)
    table.move(CELL[0], Qt.MouseButton.RightButton)
    table.release(CELL[0], Qt.MouseButton.RightButton)
    table.drag(CELL[0], CELL[1])
    table.drag((164, 51), (164, 52))  # the gear
    assert len(table.lines()) == 1


def test_a_press_and_release_without_motion_is_no_drag(table: Table) -> None:
    table.press(HAND[0])
    table.release(CELL[0])
    assert not table.window.moving
    assert [line["settled"] for line in table.lines()] == [True, False, True]
    assert table.session.state.moves == 0


def test_a_short_drag_counts_once_motion_has_come(table: Table) -> None:
    table.press(HAND[0])
    table.move((HAND[0][0] - 3, HAND[0][1]))
    table.release((CELL[8][0] - 3, CELL[8][1]))
    table.settle()
    assert table.session.state.moves == 1


@pytest.mark.parametrize("how", ["escape", "focus"])
def test_an_interrupted_drag_snaps_back_and_its_release_does_nothing(table: Table, how: str) -> None:
    table.press(HAND[0])
    table.move(CELL[0])
    if how == "escape":
        table.key(Qt.Key.Key_Escape)
    else:
        table.lose_focus()
    assert table.window.moving
    table.settle()
    table.move(CELL[0])
    table.release(CELL[0])
    assert [line["settled"] for line in table.lines()] == [True, False, True]
    assert table.session.state.moves == 0
    table.drag(HAND[0], CELL[0])
    table.settle()
    assert table.session.state.moves == 1


def test_presses_while_pieces_move_are_not_remembered(table: Table) -> None:
    table.drag(HAND[0], (300, 300), (584, 330))
    table.press(HAND[1])
    table.move(CELL[0])
    table.settle()
    table.move(CELL[1])
    table.release(CELL[1])
    assert not table.window.moving
    assert table.session.state.moves == 0


def test_pieces_rest_when_their_time_is_over_however_late_a_picture_comes(table: Table) -> None:
    table.drag(HAND[0], (300, 300), (584, 330))
    assert table.window.moving
    table.now += 5_000_000_000  # and no frame
    table.drag(HAND[1], CELL[0])
    assert table.session.state.moves == 1


def test_a_second_button_does_not_disturb_a_drag(table: Table) -> None:
    table.press(HAND[0])
    table.move(CELL[0])
    table.press(CELL[0], Qt.MouseButton.RightButton)
    table.release(CELL[0], Qt.MouseButton.RightButton)
    table.release(CELL[0])
    table.settle()
    assert table.session.state.moves == 1


def test_a_played_piece_cannot_be_taken_again(table: Table) -> None:
    table.drag(HAND[0], CELL[0])
    table.settle()
    told = len(table.lines())
    table.drag(HAND[0], CELL[1])
    assert len(table.lines()) == told


def test_a_line_flashes_and_scores_and_the_points_fade(table: Table) -> None:
    table.put("combo 1 score 10 moves 3\nA.. .A. ... | ..A\n... ... ... | B..\n... ... ... | C..\n")
    table.drag(HAND[0], (CELL[2][0] - 30, CELL[2][1]))
    assert table.window._scene.numbers.score == 10
    table.wait(0.07)
    assert table.window._scene.numbers[:4] == (16, 16, 2, 6)
    assert table.window._scene.numbers.gain_shown > 0
    flashing = [sprite for sprite in table.window._scene.sprites if sprite.white > 0]
    assert {(sprite.x, sprite.y) for sprite in flashing} <= set(CELL[:3])
    table.wait(0.05)
    flashing = [sprite for sprite in table.window._scene.sprites if sprite.white > 0]
    assert {(sprite.x, sprite.y) for sprite in flashing} == set(CELL[:3])
    table.wait(0.25)
    assert not table.window.moving
    assert (table.session.state.grid == EMPTY).all()
    assert table.lines()[-1]["settled"]
    assert (table.lines()[-1]["score"], table.lines()[-1]["combo"]) == (16, 2)
    assert table.scheduled  # the points still fade
    table.wait(1.3)
    assert table.window._scene.numbers.gain_shown == 0
    assert not table.scheduled


def test_a_new_hand_is_dealt_when_the_last_piece_is_played(table: Table) -> None:
    for piece in range(3):
        table.drag(HAND[piece], CELL[3 * piece])
        if piece < 2:
            table.settle()
    table.wait(0.07)
    dealt = [sprite for sprite in table.window._scene.sprites if sprite.x == HAND[0][0]]
    assert dealt
    assert all(sprite.alpha < 1 for sprite in dealt)
    table.settle()
    assert (table.session.state.hand != EMPTY).any(axis=1).all()
    assert table.lines()[-1]["moves"] == 3


def test_game_over_stays_visible_then_the_panel_covers_it(table: Table) -> None:
    table.put(ending())
    told = len(table.lines())
    table.drag(HAND[0], CELL[2])
    table.settle()
    assert [line["over"] for line in table.lines()[told:]] == [False, True, True]
    assert table.lines()[-1]["settled"]
    assert (table.window.moving, table.window._scene.over) == (False, False)
    table.wait(0.85)
    assert (table.window._scene.over, table.scheduled) == (False, True)
    table.wait(0.1)
    assert table.window._scene.over
    last = table.lines()[-1]
    assert (last["settled"], last["over"]) == (False, True)
    table.wait(2)
    assert not table.scheduled
    table.drag(HAND[1], CELL[0])  # nothing can be taken any more
    assert table.lines()[-1] == last


def test_however_fast_the_last_board_is_seen_for_a_while(tmp_path: Path) -> None:
    table = Table(tmp_path, speed=100)
    table.put(ending())
    table.drag(HAND[0], CELL[2])
    assert not table.window.moving
    shown = []
    for seconds in (0.39, 0.02):
        table.wait(seconds)
        shown.append(table.window._scene.over)
    assert shown == [False, True]
    table.window.close()


@pytest.mark.parametrize("how", ["R", "click"])
def test_a_new_game_after_the_end(table: Table, how: str) -> None:
    table.put(ending())
    table.drag(HAND[0], CELL[2])
    table.settle()
    table.wait(1)
    if how == "R":
        table.key(Qt.Key.Key_R)
    else:
        table.press((700, 700))  # beside the panel
        table.release(panel_rect(SQUARES.layout).center().toTuple())
        assert table.session.game == 1
        table.press(panel_rect(SQUARES.layout).center().toTuple())
        table.release(panel_rect(SQUARES.layout).center().toTuple())
    table.settle()
    assert not table.window._scene.over
    last = table.lines()[-1]
    assert (last["settled"], last["game"], last["score"], last["moves"], last["over"]) == (True, 2, 0, 0, False)
    assert last["best"] == 30
    assert (np.array(last["board"])[:9] == EMPTY).all()


def test_r_restarts_at_any_time(table: Table) -> None:
    table.press(HAND[0])
    table.move(CELL[0])
    table.key(Qt.Key.Key_R)
    assert table.window._scene.held == ()
    table.settle()
    table.release(CELL[0])
    table.drag(HAND[0], CELL[0])
    table.key(Qt.Key.Key_R)  # while the piece drops
    table.settle()
    assert (table.session.game, table.session.state.moves) == (3, 0)


def test_finished_games_are_kept_and_the_best_is_remembered(tmp_path: Path) -> None:
    scores = tmp_path / "scores.jsonl"
    table = Table(tmp_path, scores=scores)
    table.put(ending())
    table.drag(HAND[0], CELL[2])
    table.settle()
    table.wait(5)
    table.key(Qt.Key.Key_R)
    table.settle()
    table.drag(HAND[0], CELL[0])  # an unfinished game is not kept
    table.settle()
    table.window.close()
    (line,) = [json.loads(line) for line in scores.read_text().splitlines()]
    assert (line["game"], line["rules"], line["score"], line["moves"]) == ("square_stacker", "wpi", 30, 10)
    again = Table(tmp_path, scores=scores)
    assert again.lines()[-1]["best"] == 30
    again.window.close()


def test_scores_that_cannot_be_kept_any_more_close_the_window(tmp_path: Path) -> None:
    scores = tmp_path / "scores.jsonl"
    table = Table(tmp_path, scores=scores)
    scores.unlink()
    scores.mkdir()
    table.put(ending())
    table.drag(HAND[0], CELL[2])
    table.settle()
    assert "cannot keep scores there" in str(table.window.failure)
    assert not table.window.isVisible()


def test_a_finished_game_is_kept_where_r_comes_while_its_last_piece_drops(tmp_path: Path) -> None:
    scores = tmp_path / "scores.jsonl"
    table = Table(tmp_path, scores=scores)
    table.put(ending())
    table.drag(HAND[0], (CELL[2][0] + 5, CELL[2][1]))
    assert table.window.moving
    table.key(Qt.Key.Key_R)
    table.settle()
    table.window.close()
    (line,) = [json.loads(line) for line in scores.read_text().splitlines()]
    assert (line["score"], line["moves"]) == (30, 10)


def test_the_best_score_counts_the_present_game(table: Table) -> None:
    assert table.session.best == 0
    table.put("combo 0 score 44 moves 3\n... ... ... | ..A\n... ... ... | B..\n... ... ... | C..\n")
    assert table.window._scene.numbers.best == 44


def test_impossible_options_are_refused_in_one_line(tmp_path: Path) -> None:
    for options, words in (
        ({"rules": "chess"}, "no rules named 'chess'; choose from wpi, coolmath"),
        ({"specials": 0.1}, "no special pieces"),
        ({"scores": tmp_path}, "cannot keep scores there"),
    ):
        with pytest.raises(PracticeError, match=words) as caught:
            Table(tmp_path, **options)
        assert "\n" not in str(caught.value)


def test_a_whole_game_played_by_drags_agrees_with_the_engine(tmp_path: Path) -> None:
    table = Table(tmp_path, speed=1000, scale=0.5, rules="coolmath")
    random = np.random.default_rng(3)
    while not table.session.over:
        move = int(random.choice(legal_moves(table.session.rules, table.session.state)))
        table.drag(HAND[move // 9], (400, 400), CELL[move % 9])
        assert not table.window.moving
    settled = [line for line in table.lines() if line["settled"]]
    assert settled[-1]["over"]
    assert [line["moves"] for line in settled] == list(range(table.session.state.moves + 1))
    assert table.session.state.moves > 9
    table.window.close()
