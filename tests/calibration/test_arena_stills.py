"""Calibration of arenas on drawn games: everything learned from watching, and what must be refused."""

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.arena.calibrate import calibrate_arena
from calibration.outcome import Calibration, CalibrationError, Rectangle
from capture.frame import Frame
from engine.hypersonic import ITEM_BOMB, KIND_NAMES, NOBODY, ROWS, UNKNOWN
from practice.hypersonic.still import render_still
from tests.vision.drawn_arenas import Drawn, lattice_of, play
from vision.arena.tracker import same_number
from vision.hypersonic import SCREEN
from vision.profile import load_profile
from vision.readers import open_reader

CASES = [("dungeon", 1.0, "two"), ("blueprint", 0.5, "four"), ("toys", 0.5, "three"), ("dungeon", 1.37, "two")]
PLAN = ("walk", "wait", "stay")


@cache
def watched(look: str, scale: float, rules: str) -> tuple[Drawn, ...]:
    return tuple(play(look, scale, rules, seed=1, plan=PLAN, most=70))


@cache
def calibrated(look: str, scale: float, rules: str) -> Calibration:
    return calibrate(watched(look, scale, rules))


def calibrate(series: tuple[Drawn, ...], **wishes: Any) -> Calibration:
    pressed = [drawn.pressed for drawn in series]
    return calibrate_arena([drawn.frame for drawn in series], SCREEN, pressed=pressed, **wishes)


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("look", "scale", "rules"), CASES)
def test_what_was_learned_reads_other_games(look: str, scale: float, rules: str, tmp_path: Path) -> None:
    calibration = calibrated(look, scale, rules)
    assert calibration.result.reasons == ()
    true = lattice_of(look, scale)
    assert calibration.result.board is not None
    assert calibration.result.residual_px == pytest.approx(0, abs=0.5)
    x, y, width, height = calibration.result.board
    assert max(abs(x - true.x), abs(y - true.y)) < 0.06 * true.pitch_x
    assert max(abs(width - true.width), abs(height - true.height)) < 0.02 * true.pitch_x
    calibration.save(tmp_path / "profile")
    profile = load_profile(tmp_path / "profile")
    assert profile.arena is not None
    assert (profile.arena.seat, profile.arena.players) == (0, {"two": 2, "three": 3, "four": 4}[rules])
    assert profile.arena.turn is not None
    names = {kind.code: kind.name for kind in profile.kinds}
    assert all(name == KIND_NAMES[code] for code, name in names.items())
    eyes = open_reader(profile, tmp_path / "profile")
    state = watched(look, scale, rules)[0].state
    shown = [Frame(render_still(look, scale, state, message=words), 0) for words in ("GETTING READY", "")]
    assert same_number(*(eyes.read(frame) for frame in shown)), "words below a turn's number are no part of it"
    wrong = unread = cells = 0
    for drawn in play(look, scale, rules, seed=8, plan=("walk", "wait"), most=60):
        codes = eyes.read(drawn.frame).codes
        wrong += int(((codes != drawn.codes) & (codes != UNKNOWN)).sum())
        unread += int((codes == UNKNOWN).sum())
        cells += codes.size
    assert wrong == 0
    assert unread < cells / 2000  # several players on one cell were not seen while learning


def test_items_that_nothing_told_apart_are_asked_for() -> None:
    """In the first turns nobody has taken anything yet; so what was seen fits both readings."""
    series = watched("dungeon", 1.0, "two")[:20]
    refused = calibrate(series)
    assert any("mean was not seen" in reason for reason in refused.result.reasons)
    asked = []

    def name(picture: np.ndarray, number: int) -> str:
        asked.append((number, picture.shape))
        return ("box with bomb", "box with range", "box")[(number - 1) % 3]

    named = calibrate(series, name_kind=name)
    assert [number for number, _ in asked] == list(range(1, len(asked) + 1))
    assert not any("mean was not seen" in reason for reason in named.result.reasons)


def test_two_sorts_of_one_name_are_refused() -> None:
    """One of the two pictures was lost, and it was said that not every sort of box had been seen breaking."""
    result = calibrate(watched("dungeon", 1.0, "two")[:20], name_kind=lambda *_: "box with range").result
    said = "two sorts of boxes are named 'box with range'; watch more turns, or give each sort a name of its own"
    assert result.reasons == (said,)


def test_the_seat_is_the_one_that_obeys_the_keys() -> None:
    series = watched("dungeon", 1.0, "two")
    keys = {(0, -1): "left", (0, 1): "right", (-1, 0): "up", (1, 0): "down"}
    pressed: list[tuple[str, ...]] = [()]
    for before, now in pairwise(series):
        was, here = (np.argwhere((d.codes[2 * ROWS :] - NOBODY) & 2 != 0) for d in (before, now))
        step = tuple((here[0] - was[0]).tolist()) if len(was) == len(here) == 1 else ()
        pressed.append((keys[step],) if step in keys else ())
    calibration = calibrate_arena([drawn.frame for drawn in series], SCREEN, pressed=pressed)
    assert calibration.draft is not None
    assert calibration.draft.arena is not None
    assert calibration.draft.arena.seat == 1
    assert calibration.notes == ()
    unseen = calibrate_arena([drawn.frame for drawn in series], SCREEN)
    assert unseen.draft is not None
    assert unseen.draft.arena is not None
    assert unseen.draft.arena.seat == 0
    assert ["seat" in note for note in unseen.notes] == [True]


def test_the_place_may_be_given() -> None:
    look, scale, rules = CASES[0]
    true = lattice_of(look, scale)
    series = watched(look, scale, rules)
    board = (true.x + 2, true.y - 1, true.width - 3, true.height + 2)
    calibration = calibrate(series, board=board)
    assert calibration.result.passed


def test_pictures_that_teach_nothing_are_refused_with_the_reason() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3)).astype(np.uint8)
    assert "no arena found" in calibrate_arena([Frame(noise, 0)], SCREEN).result.reasons[0]
    series = watched("dungeon", 1.0, "two")
    late = calibrate(tuple(series[6:40]))
    assert "no beginning of a game" in late.result.reasons[0]
    short = calibrate(series[:3])
    assert not short.result.passed
    assert any("rounds left were not seen" in reason for reason in short.result.reasons)
    with pytest.raises(CalibrationError, match="calibration did not pass"):
        _ = short.profile


def test_where_nobody_else_places_bombs_more_turns_are_not_what_helps() -> None:
    """It said to watch more of them; the others never move in them, nor break a box."""
    alone = calibrate(tuple(play("dungeon", 1.0, "two", seed=1, plan=("wait", "wait", "stay"), most=20, alone=True)))
    helps = "watch a game in which several players place bombs (only one did)"
    said = [reason.partition("; ")[2] for reason in alone.result.reasons]
    assert said == [helps, f"{helps}, or run it at a terminal, which asks for names"]


def test_arguments_that_fit_nothing_are_refused() -> None:
    frame = watched("dungeon", 1.0, "two")[0].frame
    with pytest.raises(CalibrationError, match="no frames"):
        calibrate_arena([], SCREEN)
    with pytest.raises(CalibrationError, match="several sizes"):
        calibrate_arena([frame, Frame(frame.pixels[1:].copy(), 1)], SCREEN)
    with pytest.raises(CalibrationError, match="leave out --rows, --cols"):
        calibrate_arena([frame], SCREEN, rows=9, cols=9)
    with pytest.raises(CalibrationError, match="2 presses for 1 frames"):
        calibrate_arena([frame], SCREEN, pressed=[(), ()])


@pytest.mark.parametrize(
    "board", [(5000.0, 5000.0, 260.0, 220.0), (0.0, -90.0, 260.0, 220.0), (10.0, 10.0, -5.0, 220.0)]
)
def test_a_place_beyond_the_picture_is_an_error(board: Rectangle) -> None:
    frame = Frame(np.zeros((300, 400, 3), np.uint8), 0)
    with pytest.raises(CalibrationError, match=r"leaves the 400x300 picture; give one inside 0,0,400,300"):
        calibrate_arena([frame], SCREEN, board=board)


def test_the_profile_reads_all_that_can_lie_in_a_cell() -> None:
    calibration = calibrated(*CASES[0])
    codes = {kind.code for kind in calibration.profile.kinds}
    assert set(range(2, ITEM_BOMB + 1)) <= codes
    assert set(range(8, 16)) <= codes
    assert {NOBODY + 1, NOBODY + 2} <= codes
