"""The combo as text: found where a frame shows one, read as shown, 0 while there is none; a gain is no combo."""

from pathlib import Path

import pytest

from bot.examining.reading import load_frame, read_frame, with_texts
from calibration.rings import calibrate_rings
from capture.frame import Frame
from capture.png_file import write_png
from practice.square_stacker import look_names, render_still
from tests.calibration.test_square_stacker_stills import positions
from vision.profile import load_profile
from vision.readers import open_reader
from vision.square_stacker import SCREEN
from vision.text import combo_in, read_combos_at

STATES = positions(1, 3)


def frame(look: str, scale: float, state: int, combo: int, gain: int = 0) -> Frame:
    return Frame(render_still(look, scale, STATES[state]._replace(combo=combo), best=182, gain=gain), 0)


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("look", "scale"), [(look, scale) for look in look_names() for scale in (0.5, 1.0)])
def test_found_where_a_frame_shows_it_and_read(look: str, scale: float) -> None:
    frames = [frame(look, scale, 0, 0), frame(look, scale, 1, 3, gain=7), frame(look, scale, 2, 0)]
    profile = calibrate_rings(frames, SCREEN).profile
    assert profile.combo is not None
    combos = [0, 1, 2, 7, 12]
    assert read_combos_at([frame(look, scale, 0, combo, gain=5) for combo in combos], profile.combo) == combos


def test_points_that_fade_below_the_score_are_no_combo() -> None:
    frames = [frame("squares", 1.0, 0, 0, gain=3), frame("squares", 1.0, 1, 0, gain=12), frame("squares", 1.0, 2, 0)]
    assert calibrate_rings(frames, SCREEN).profile.combo is None


def test_read_gives_it_where_the_profile_has_a_place(tmp_path: Path) -> None:
    calibration = calibrate_rings([frame("rings", 1.0, 0, 0), frame("rings", 1.0, 1, 4)], SCREEN)
    calibration.save(tmp_path / "p")
    profile = load_profile(tmp_path / "p")
    reader = open_reader(profile, tmp_path / "p")
    for combo in (0, 6):
        write_png(tmp_path / "shot.png", frame("rings", 1.0, 2, combo).pixels)
        reading = read_frame(reader, tmp_path / "shot.png", load_frame(tmp_path / "shot.png", profile))
        assert with_texts([reading], profile)[0].document((), {}, {})["combo"] == combo
    without = profile.model_copy(update={"combo": None})
    assert "combo" not in with_texts([reading], without)[0].document((), {}, {})


@pytest.mark.parametrize(
    ("text", "combo"),
    [("x3", 3), ("combo x12", 12), ("Combo X 4", 4), ("+3", None), ("182", None), ("", None), ("x", None)],
)
def test_what_a_combo_looks_like(text: str, combo: int | None) -> None:
    assert combo_in(text) == combo
