"""Skins for Square Stacker: written and read again they show the same pixels; every bad one is refused in one line."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage, Qt

from engine.square_stacker import EMPTY, from_places, places
from practice.application import offscreen_application
from practice.pixels import render_scene
from practice.skin_folder import SKIN_FILE, SkinError
from practice.square_stacker.animation import resting
from practice.square_stacker.artwork import look_artwork
from practice.square_stacker.export_skin import export_skin
from practice.square_stacker.looks import LOOKS, Layout
from practice.square_stacker.numbers import GAIN_STEPS, Numbers
from practice.square_stacker.scene import Scene, paint
from practice.square_stacker.skin import load_skin

ROOT = Path(__file__).parents[2]
STATE = from_places((np.arange(36) % 7).astype(np.int8).reshape(12, 3))


def scene(layout: Layout) -> Scene:
    return Scene(resting(layout, places(STATE)), Numbers(90, 182, 3, 12, GAIN_STEPS), target=4, over=True)


@pytest.fixture(scope="session")
def squares_skin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("skin") / "squares"
    export_skin("squares", folder)
    return folder


@pytest.fixture
def skin(squares_skin: Path, tmp_path: Path) -> Path:
    """A good skin to spoil."""
    folder = tmp_path / "skin"
    folder.mkdir()
    for file in squares_skin.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return folder


def documented_example() -> str:
    page = (ROOT / "docs" / "skins.md").read_text(encoding="utf-8")
    examples: list[str] = re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)
    return next(text for text in examples if "[hand]" in text)


@pytest.mark.parametrize("look", list(LOOKS))
def test_a_look_written_as_a_skin_shows_the_same_pixels(look: str, tmp_path: Path) -> None:
    export_skin(look, tmp_path / "new" / look)
    loaded = load_skin(tmp_path / "new" / look).artwork(1.0)
    drawn = look_artwork(LOOKS[look], 1.0)
    assert loaded.layout == drawn.layout
    assert np.array_equal(
        render_scene(paint, loaded, scene(loaded.layout)), render_scene(paint, drawn, scene(drawn.layout))
    )


def test_the_documented_example_is_a_skin(skin: Path) -> None:
    (skin / SKIN_FILE).write_text(documented_example(), encoding="utf-8")
    layout = load_skin(skin).layout
    assert (layout.width, layout.height, layout.x, layout.y, layout.pitch) == (767, 709, 96, 233, 192.5)
    assert (layout.hand, layout.lift) == (((675, 233), (675, 426), (675, 618)), (0, -0.6))
    assert layout.score is not None
    assert layout.combo is not None
    assert layout.combo.form == "combo x{}"
    assert layout.gain is None


def test_only_client_board_and_hand_must_be_there(skin: Path) -> None:
    text = "[client]\nwidth = 767\nheight = 709\n[board]\nx = 96\ny = 233\npitch = 192.5\n"
    (skin / SKIN_FILE).write_text(text + "[hand]\ncentres = [[675, 233], [675, 426], [675, 618]]\n", encoding="utf-8")
    art = load_skin(skin).artwork(1.0)
    assert (art.layout.score, art.layout.lift) == (None, (0, 0))
    assert render_scene(paint, art, scene(art.layout)).shape == (709, 767, 3)


def test_a_small_picture_lies_in_the_middle_or_where_it_says(skin: Path) -> None:
    patch = QImage(20, 10, QImage.Format.Format_ARGB32)
    patch.fill(Qt.GlobalColor.magenta)
    for name in ("colour_0_inner.png", "colour_1_inner.png"):
        patch.save(str(skin / name))
    text = (skin / SKIN_FILE).read_text(encoding="utf-8") + "\n[rings.colour_1_inner]\noffset = [5, -30]\n"
    (skin / SKIN_FILE).write_text(text, encoding="utf-8")
    codes = np.full((12, 3), EMPTY, np.int8)
    codes[0, 0], codes[1, 0] = 0, 1
    art = load_skin(skin).artwork(1.0)
    picture = render_scene(paint, art, Scene(resting(art.layout, codes), Numbers(0, 0)))
    expected = np.zeros(picture.shape[:2], dtype=bool)
    expected[228:238, 86:106] = True
    expected[203:213, 294:314] = True
    assert np.array_equal((picture == (255, 0, 255)).all(axis=2), expected)


@pytest.mark.parametrize("scale", [0.5, 1.25, 3.0])
def test_a_skin_is_resampled_to_any_scale(skin: Path, scale: float) -> None:
    offscreen_application()
    art = load_skin(skin).artwork(scale)
    picture = render_scene(paint, art, scene(art.layout)).astype(float)
    assert picture.shape == (round(709 * scale), round(767 * scale), 3)
    drawn = render_scene(paint, look_artwork(LOOKS["squares"], scale), scene(art.layout)).astype(float)
    assert np.abs(picture - drawn).mean() < 4  # resampled pixels are near those drawn at that scale


def edit(old: str, new: str) -> Callable[[Path], None]:
    def spoil(skin: Path) -> None:
        text = documented_example()
        assert old in text
        (skin / SKIN_FILE).write_text(text.replace(old, new, 1), encoding="utf-8")

    return spoil


def remove(name: str) -> Callable[[Path], None]:
    return lambda skin: (skin / name).unlink()


def truncate(name: str) -> Callable[[Path], object]:
    return lambda skin: (skin / name).write_bytes((skin / name).read_bytes()[:-200])


def resize(name: str, width: int, height: int) -> Callable[[Path], object]:
    return lambda skin: QImage(str(skin / name)).scaled(width, height).save(str(skin / name))


BAD = {
    "no toml": (remove(SKIN_FILE), "skin.toml: No such file"),
    "unknown key": (edit("pitch = 192.5", "pitch = 192.5\npitsch = 1"), "unknown key 'board.pitsch'"),
    "no hand": (edit("[hand]", "[drag2]"), "'hand' is missing"),
    "two pieces": (edit(", [675, 618]", ""), "'hand.centres' must be a list of 3, got [["),
    "hand outside": (edit("[675, 618]", "[775, 618]"), "'hand.centres.2' (775, 618) lies outside the client area"),
    "board too large": (edit("192.5", "250"), "the middle of the last cell would lie at (596, 733), outside a client"),
    "lift too far": (edit("[0, -0.6]", "[0, -60]"), "value 2 of 'drag.lift' must be -2 or more"),
    "words of digits": (edit('family = "DejaVu Sans"', ""), "our own digits write 0-9, + and x only"),
    "no number": (edit("combo x{}", "combo"), "must hold {} once"),
    "two numbers": (edit("combo x{}", "{} x{}"), "must hold {} once"),
    "unknown align": (
        edit('align = "left"', 'align = "top"'),
        "'best.align' must be 'left', 'centre' or 'right', got \"top\"",
    ),
    "colour out of range": (
        edit("[255, 255, 255]", "[255, 255, 256]"),
        "value 3 of 'score.colour' must be 255 or less",
    ),
    "unknown ring": (edit("colour_5_outer", "colour_6_outer"), "unknown ring 'rings.colour_6_outer'; rings are"),
    "score nowhere": (edit("x = 389", "x = nan"), "'score.x' must be a finite number"),
    "no background": (remove("background.png"), "background.png: missing"),
    "no ring": (remove("colour_4_middle.png"), "colour_4_middle.png: missing"),
    "another size": (resize("background.png", 640, 480), "is 640 x 480, but [client] says 767 x 709"),
    "png cut short": (truncate("background.png"), "background.png: the PNG is cut short"),
    "oversized ring": (resize("colour_0_outer.png", 400, 45), "more than twice the pitch (192.5)"),
}


@pytest.mark.parametrize("name", list(BAD))
def test_a_bad_skin_is_refused_in_one_line(name: str, skin: Path, capfd: pytest.CaptureFixture[str]) -> None:
    spoil, words = BAD[name]
    spoil(skin)
    with pytest.raises(SkinError) as caught:
        load_skin(skin)
    message = str(caught.value)
    assert words in message
    assert "\n" not in message
    assert str(skin) in message
    assert capfd.readouterr() == ("", "")


def test_the_export_command_writes_a_skin_or_says_why_not(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "practice.square_stacker.export_skin"]
    done = subprocess.run(
        [*command, "rings", str(tmp_path / "s")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert load_skin(tmp_path / "s").layout == LOOKS["rings"].layout
    failed = subprocess.run([*command, "velvet", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert failed.returncode == 2
    assert failed.stderr == "no look named 'velvet'; choose from squares, rings, discs\n"
