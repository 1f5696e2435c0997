"""Boards of which nobody told the rows and columns: found right, or refused; soon enough to wait for."""

import os
import time
from collections import deque
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.calibrating.rules_of_board import odd_size, rules_of_board, size_conflict, told_by_rules
from bot.examining.deciding_on_pictures import replay_images
from bot.examining.eyes_and_planner import EyesAndPlanner
from bot.games import GAMES
from calibration.calibrate import CalibrationError, _About, _attempt, calibrate
from calibration.find_board import Found
from calibration.outcome import CalibrationResult
from calibration.ways import Way
from capture.folder import load_image
from capture.frame import Frame, Pixels
from tests.pace import slowness
from tests.vision.drawn_window import Drawn, Look, draw_window, ground_picture, perturb, random_codes, random_look
from vision.profile import Profile, load_profile
from vision.profile_sections import ArenaSection, BoardSection, InputSection, ReaderSection, WindowSection
from vision.reader import Reader
from vision.screen import Screen
from vision.sighting import UNKNOWN, Status

SCREEN = Screen(game="swap3", rows=8, cols=8, colours=8)
REAL = os.environ.get("SPYGLASS_REAL")
SLOWEST_S = 4.0
"""Processor time of a calibration on three frames of a board of 12 x 12; a loose guard of the goal, which is 2."""


def frames(*pictures: Pixels) -> list[Frame]:
    return [Frame(picture, index) for index, picture in enumerate(pictures)]


def drawn_by_lot(seed: int) -> list[Drawn]:
    """Three boards of one window of random look, size and number of kinds."""
    rng = np.random.default_rng(seed)
    rows, cols, kinds = (int(n) for n in rng.integers((7, 7, 4), (13, 13, 9)))
    look = replace(random_look(rng, 18, 34), rows=rows, cols=cols, kinds=kinds)
    return [draw_window(look, random_codes(rng, look), moment, scene_seed=seed) for moment in range(3)]


def assert_right(result: CalibrationResult, drawn: Drawn) -> None:
    true = drawn.lattice
    assert (result.rows, result.cols) == (true.rows, true.cols)
    assert result.board is not None
    x, y, width, height = result.board
    corners = (x, y, x + width, y + height)
    # on a ground as wild as the tiles, where tiles begin is told by their likeness alone
    slack = max(1.0, true.pitch_x / 12)
    assert corners == pytest.approx((true.x, true.y, true.x + true.width, true.y + true.height), abs=slack)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("seed", range(8))
def test_a_board_of_any_size_is_found_right_or_refused(seed: int) -> None:
    boards = drawn_by_lot(seed)
    rng = np.random.default_rng(seed + 500)
    how = ("", "noise", "gamma", "jpeg")[seed % 4]
    count = 1 + seed % 3
    result = calibrate(frames(*(perturb(b.picture, rng, how) for b in boards[:count])), SCREEN, any_size=True).result
    if result.passed:
        assert_right(result, boards[0])
    else:
        assert len(result.reasons[0]) > 20


@pytest.mark.parametrize(("rows", "cols"), [(8, 8), (9, 11), (12, 12)])
def test_plain_looks_are_not_refused(rows: int, cols: int) -> None:
    look = Look(pitch=32.5, rows=rows, cols=cols, ground="chequer", gap=2)
    boards = [draw_window(look, random_codes(np.random.default_rng(k), look), k, scene_seed=2) for k in range(3)]
    made = calibrate(frames(*(b.picture for b in boards)), SCREEN, any_size=True)
    assert made.result.passed, made.result.reasons
    assert_right(made.result, boards[0])
    assert made.result.kinds == look.kinds


@pytest.mark.parametrize("blank", [0, 1, 2])
def test_a_board_that_is_yet_to_be_painted_teaches_no_kind(blank: int) -> None:
    look = Look(pitch=30, rows=8, cols=8, kinds=6, gap=2)
    boards = [draw_window(look, random_codes(np.random.default_rng(k), look), k, scene_seed=2) for k in range(3)]
    pictures = [board.picture.copy() for board in boards]
    place = boards[0].lattice
    corner, end = (round(place.x), round(place.y)), (round(place.x + place.width), round(place.y + place.height))
    cv2.rectangle(pictures[blank], corner, end, (240, 247, 250), -1)
    made = calibrate(frames(*pictures), SCREEN)
    assert made.result.passed, made.result.reasons
    assert_right(made.result, boards[0])
    assert made.result.kinds == look.kinds


@pytest.mark.parametrize(("cols", "first"), [(64, 62), (65, 63), (68, 64), (68, 68)])
def test_a_board_of_more_lines_than_a_profile_holds_is_refused_in_one_line(cols: int, first: int) -> None:
    look = Look(pitch=28, rows=8, cols=cols, kinds=6, gap=2)
    drawn = draw_window(look, random_codes(np.random.default_rng(1), look), 1, scene_seed=2)
    x, y = drawn.lattice.corner(0, (cols - first) // 2)
    found = Found(replace(drawn.lattice, x=x, y=y, cols=first), 1.0, 0.0)
    about = _About(SCREEN, "none", "", InputSection(), any_size=True, by_hand=False)
    result = _attempt(frames(drawn.picture), Way(found), about, None, deque()).result
    if cols <= 64:
        assert result.passed, result.reasons
        assert (result.rows, result.cols) == (8, 64)
    else:
        assert result.reasons == ("the board has more than 64 rows or columns; such boards are not read",)


def test_water_over_the_lower_part_is_no_end_of_the_board() -> None:
    game = GAMES["bilging"]()
    look = Look(pitch=36, rows=10, cols=7)
    drawn = draw_window(look, random_codes(np.random.default_rng(1), look), 4, waterline=6.4)
    made = calibrate(frames(drawn.picture), game.screen, any_size=True)
    assert made.result.passed, made.result.reasons
    assert_right(made.result, drawn)
    assert rules_of_board(game, made.profile) == "ypp:rows=10,cols=7"


def test_a_picture_of_a_board_of_another_size_than_the_usual_is_decided_on(tmp_path: Path) -> None:
    game = GAMES["bilging"]()
    look = Look(pitch=36, rows=10, cols=7)
    drawn = draw_window(look, random_codes(np.random.default_rng(1), look), 4)
    calibrate(frames(drawn.picture), game.screen, any_size=True).save(tmp_path / "profile")
    picture = tmp_path / "picture.png"
    cv2.imwrite(str(picture), drawn.picture)
    (decided,) = replay_images([picture], EyesAndPlanner.of_profile(game, tmp_path / "profile"), 50, 1).decisions
    assert decided["move"] is not None


def test_what_covers_an_edge_is_not_taken_for_the_board_s_end() -> None:
    look = Look(pitch=40, rows=8, cols=8, kinds=6)
    picture = draw_window(look, random_codes(np.random.default_rng(7), look), 7, margins=(1, 1, 2, 1)).picture.copy()
    picture[180:300, 335:] = (225, 225, 230)
    result = calibrate(frames(picture), SCREEN, any_size=True).result
    assert not result.passed
    assert "right" in result.reasons[0] or (result.cols == 8 and "covered" in result.reasons[0])


@pytest.mark.parametrize("kind", ["photo", "flat", "texture"])
def test_where_no_board_is_none_is_found(kind: str) -> None:
    picture = ground_picture(np.random.default_rng(2), kind, 360, 480).astype(np.uint8)
    cv2.putText(picture, "nothing to play here", (30, 100), 0, 1.0, (240, 240, 240), 2)
    result = calibrate(frames(picture), SCREEN, any_size=True).result
    assert not result.passed
    assert (result.rows, result.cols) == (0, 0)


def test_a_size_that_is_told_is_not_searched_for() -> None:
    with pytest.raises(CalibrationError, match="--any-size"):
        calibrate(frames(np.zeros((200, 200, 3), np.uint8)), SCREEN, any_size=True, rows=8)


@pytest.mark.timed
def test_three_frames_of_a_large_board_are_learned_while_one_waits() -> None:
    look = Look(pitch=40, rows=12, cols=12, gap=3)
    boards = [draw_window(look, random_codes(np.random.default_rng(k), look), k, scene_seed=1) for k in range(3)]
    pictures = frames(*(b.picture for b in boards))
    taken = []
    for _ in range(3):
        started = time.process_time()
        made = calibrate(pictures, SCREEN, any_size=True)
        taken.append(time.process_time() - started)
        assert made.result.passed, made.result.reasons
    assert min(taken) <= SLOWEST_S * slowness()


@pytest.mark.skipif(not REAL, reason="SPYGLASS_REAL is not set: no real pictures here")
@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("gweled/frame_000", (0, 27, 384, 384)),
        ("gweled/size_small", (0, 27, 256, 256)),
        ("gweled/size_large", (0, 27, 512, 512)),
        ("puzzle_pirates/bilging_a", (90, 72, 270, 540)),
    ],
)
def test_real_windows(name: str, board: tuple[int, ...]) -> None:
    screen = GAMES["bilging"]().screen if "bilging" in name else SCREEN
    result = calibrate(frames(load_image(Path(REAL or "") / f"{name}.png")), screen, any_size=True).result
    assert result.passed, result.reasons
    assert result.board == pytest.approx(board, abs=0.6)
    assert (result.rows, result.cols) == ((12, 6) if "bilging" in name else (8, 8))


@pytest.mark.skipif(not REAL, reason="SPYGLASS_REAL is not set: no real pictures here")
def test_a_real_board_under_a_dialog_is_refused() -> None:
    picture = load_image(Path(REAL or "") / "gweled/size_large_occluded_by_dialog.png")
    assert not calibrate(frames(picture), SCREEN, any_size=True).result.passed


@pytest.mark.skipif(not REAL, reason="SPYGLASS_REAL is not set: no real pictures here")
def test_a_real_board_under_the_edge_of_a_dialog_is_not_read_whole(tmp_path: Path) -> None:
    folder = Path(REAL or "") / "gweled"
    calibrate(frames(load_image(folder / "size_large.png")), SCREEN).save(tmp_path)
    reader = Reader.open(load_profile(tmp_path), tmp_path)
    assert reader.read(frames(load_image(folder / "size_large.png"))[0]).status == Status.CLEAR
    covered = reader.read(frames(load_image(folder / "size_large_occluded_by_dialog.png"))[0])
    assert covered.status == Status.UNKNOWN_CELLS
    assert (covered.codes[-3:, -1] == UNKNOWN).all()


def test_rules_of_another_size_than_the_board_are_refused() -> None:
    game = GAMES["swap3"]()
    look = Look(pitch=30, rows=9, cols=10, kinds=6, gap=1.5)
    drawn = draw_window(look, random_codes(np.random.default_rng(6), look), 6)
    made = calibrate(frames(drawn.picture), game.screen, any_size=True)
    assert rules_of_board(game, made.profile) == "gweled:rows=9,cols=10"
    assert size_conflict(game, "gweled:rows=9,cols=10", made.profile) is None
    conflict = size_conflict(game, "cascade", made.profile)
    assert conflict is not None
    assert "9 x 9" in conflict
    assert "9 x 10" in conflict


@pytest.mark.parametrize(
    ("game", "size", "rules"),
    [
        ("columns", (14, 6), "jewel"),
        ("columns", (13, 7), "jewel:rows=13,cols=7"),
        ("hypersonic", (11, 13), "two"),
        ("square_stacker", (3, 3), GAMES["square_stacker"]().default_rules),
    ],
)
def test_games_that_are_no_plain_grid_have_rules_of_the_board_s_size_too(
    game: str, size: tuple[int, int], rules: str
) -> None:
    loaded = GAMES[game]()
    board = BoardSection(x=0, y=0, width=100, height=100, rows=size[0], cols=size[1])
    limits = ReaderSection(min_margin=0.5, max_distance=1, max_core=1)
    profile = Profile(game=game, window=WindowSection(width=100, height=100), board=board, kinds=(), reader=limits)
    assert rules_of_board(loaded, profile) == rules
    assert size_conflict(loaded, rules, profile) is None
    if game == "columns":
        assert told_by_rules(loaded, rules) == size
        conflict = size_conflict(loaded, "wide", profile)
        assert conflict is not None
        assert f"want 15 x 10 cells, the board has {size[0]} x {size[1]}; " in conflict
        assert conflict.endswith(f"--rules {rules}")
    else:
        assert told_by_rules(loaded, rules) == (None, None)


@pytest.mark.parametrize(
    ("game", "size", "odd"),
    [
        ("columns", (14, 6), False),
        ("columns", (13, 7), False),
        ("columns", (8, 3), True),
        ("hypersonic", (11, 13), False),
        ("square_stacker", (3, 3), False),
    ],
)
def test_a_size_that_no_preset_has_is_pointed_out(game: str, size: tuple[int, int], odd: bool) -> None:
    board = BoardSection(x=0, y=0, width=100, height=100, rows=size[0], cols=size[1])
    limits = ReaderSection(min_margin=0.5, max_distance=1, max_core=1)
    profile = Profile(game=game, window=WindowSection(width=100, height=100), board=board, kinds=(), reader=limits)
    note = odd_size(GAMES[game](), profile)
    assert (note is not None) == odd
    if note is not None:
        assert "no preset of columns has 8 rows x 3 columns" in note
        assert note.endswith("--rows and --cols")


@pytest.mark.parametrize(("players", "rules", "other"), [(2, "two", "four"), (3, "three", "two"), (4, "four", "two")])
def test_an_arena_is_played_by_rules_for_as_many_as_play_in_it(players: int, rules: str, other: str) -> None:
    game = GAMES["hypersonic"]()
    profile = Profile(
        game="hypersonic",
        window=WindowSection(width=100, height=100),
        board=BoardSection(x=0, y=0, width=100, height=100, rows=11, cols=13),
        kinds=(),
        reader=ReaderSection(min_margin=0.5, max_distance=1, max_core=1),
        arena=ArenaSection(ground="ground.png", players=players),
    )
    assert rules_of_board(game, profile) == rules
    assert size_conflict(game, rules, profile) is None
    assert size_conflict(game, f"{other}:players={players}", profile) is None
    conflict = size_conflict(game, other, profile)
    assert conflict is not None
    assert "\n" not in conflict
    assert f"rules {other} are for " in conflict
    assert f"there are {players}; " in conflict
    assert conflict.endswith(f"--rules {rules}")
