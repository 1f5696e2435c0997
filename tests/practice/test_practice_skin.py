"""Skins: written and read again they show the same pixels, and every bad one is refused in one line."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import tomli_w
from PySide6.QtGui import QImage, Qt

from engine.bilging import State
from practice.application import offscreen_application
from practice.bilging.animation import resting
from practice.bilging.artwork import look_artwork
from practice.bilging.export_skin import export_skin
from practice.bilging.looks import LOOKS
from practice.bilging.scene import Scene, paint
from practice.bilging.score_panel import Hud
from practice.bilging.skin import KIND_FILES, load_skin
from practice.options import PracticeError
from practice.pixels import render_scene
from practice.skin_folder import SKIN_FILE, SkinError

ROOT = Path(__file__).parents[2]
STATE = State((np.arange(72) % 10).astype(np.int8).reshape(12, 6), 152, 0, 0.0)


def scene(beat: int = 0) -> Scene:
    return Scene(resting(STATE.board), STATE.water_px, (4, 2), beat, Hud(0, 0))


@pytest.fixture(scope="session")
def deck_skin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("skin") / "deck"
    export_skin("deck", folder)
    return folder


@pytest.fixture
def skin(deck_skin: Path, tmp_path: Path) -> Path:
    """A good skin to spoil."""
    folder = tmp_path / "skin"
    folder.mkdir()
    for file in deck_skin.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return folder


def documented_example() -> str:
    page = (ROOT / "docs" / "skins.md").read_text(encoding="utf-8")
    examples: list[str] = re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)
    return examples[0]


@pytest.mark.parametrize("look", list(LOOKS))
def test_a_look_written_as_a_skin_shows_the_same_board(look: str, tmp_path: Path) -> None:
    export_skin(look, tmp_path / "new" / look)
    loaded = load_skin(tmp_path / "new" / look).artwork(1.0)
    drawn = look_artwork(LOOKS[look], 1.0)
    x, y = drawn.board().x() - 4, drawn.board().y() - 4
    for beat in (0, 3):
        one, other = (
            render_scene(paint, art, scene(beat))[y:, x : x + drawn.board().width() + 8] for art in (drawn, loaded)
        )
        assert np.array_equal(one, other)


def test_the_documented_example_is_a_skin(skin: Path) -> None:
    (skin / SKIN_FILE).write_text(documented_example(), encoding="utf-8")
    loaded = load_skin(skin)
    assert (loaded.layout.width, loaded.layout.height) == (800, 600)
    assert (loaded.layout.board_x, loaded.layout.board_y, loaded.layout.tile) == (89, 46, 45)
    assert loaded.wet_colour == (24, 84, 156)
    assert loaded.wet_weight == 0.5
    assert (loaded.cursor.dx, loaded.cursor.dy, loaded.cursor_stays) == (-2, -2, True)
    assert (loaded.pieces[7][0].dx, loaded.pieces[7][0].dy) == (3, 5)
    assert (loaded.pieces[0][0].dx, loaded.pieces[0][0].dy) == (0, 0)
    assert loaded.layout.panel is not None


def test_water_mixes_the_skins_own_colour(skin: Path) -> None:
    (skin / SKIN_FILE).write_text(documented_example(), encoding="utf-8")
    art = load_skin(skin).artwork(1.0)
    dry = render_scene(paint, art, scene()._replace(water_px=0))[451:586, 89 : 89 + 270].astype(float)
    wet = render_scene(paint, art, scene()._replace(water_px=135))[451:586, 89 : 89 + 270].astype(float)
    assert np.abs(wet - (0.5 * dry + 0.5 * np.array([156, 84, 24]))).max() <= 2


def test_a_small_picture_lies_in_the_middle_or_where_it_says(skin: Path) -> None:
    patch = QImage(21, 11, QImage.Format.Format_ARGB32)
    patch.fill(Qt.GlobalColor.magenta)
    for file in KIND_FILES[:2]:
        patch.save(str(skin / file))
    settings = {
        "client": {"width": 800, "height": 600},
        "board": {"x": 92, "y": 46, "tile": 45},
        "wet": {"colour": [0, 0, 0], "weight": 0.5},
        "kinds": {"colour_1": {"offset": [2, 30]}},
    }
    (skin / SKIN_FILE).write_text(tomli_w.dumps(settings), encoding="utf-8")
    board = np.zeros((12, 6), dtype=np.int8)
    board[0, 1] = 1
    picture = render_scene(paint, load_skin(skin).artwork(1.0), Scene(resting(board), 0, None, 0, Hud(0, 0)))
    magenta = (picture == (255, 0, 255)).all(axis=2)
    expected = np.zeros((45, 90), dtype=bool)
    expected[17:28, 12:33] = True
    expected[30:41, 47:68] = True
    assert np.array_equal(magenta[46:91, 92:182], expected)


def test_a_special_without_a_picture_is_drawn_by_us(skin: Path) -> None:
    for file in skin.glob("*.png"):
        if file.stem.startswith(("crab", "puffer", "jelly")):
            file.unlink()
    art = load_skin(skin).artwork(2.0)
    assert len(art.pieces) == 10
    assert art.pieces[7][0].image == look_artwork(LOOKS["deck"], 2.0).pieces[7][0].image
    assert len(art.pieces[9]) > 1


@pytest.mark.parametrize("scale", [0.5, 1.25, 3.0])
def test_a_skin_is_resampled_to_any_scale(skin: Path, scale: float) -> None:
    offscreen_application()
    art = load_skin(skin).artwork(scale)
    picture = render_scene(paint, art, scene()).astype(float)
    assert picture.shape == (600 * scale, 800 * scale, 3)
    drawn = render_scene(paint, look_artwork(LOOKS["deck"], scale), scene()).astype(float)
    assert np.abs(picture - drawn).mean() < 8  # resampled pixels are near those drawn at that scale


def write(name: str, content: bytes) -> Callable[[Path], object]:
    return lambda skin: (skin / name).write_bytes(content)


def edit(old: str, new: str) -> Callable[[Path], None]:
    def spoil(skin: Path) -> None:
        text = documented_example()
        assert old in text
        (skin / SKIN_FILE).write_text(text.replace(old, new), encoding="utf-8")

    return spoil


def truncate(name: str) -> Callable[[Path], object]:
    return lambda skin: (skin / name).write_bytes((skin / name).read_bytes()[:-200])


def damage(name: str) -> Callable[[Path], None]:
    def spoil(skin: Path) -> None:
        content = bytearray((skin / name).read_bytes())
        content[len(content) // 2] ^= 0xFF
        (skin / name).write_bytes(content)

    return spoil


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def remove(name: str) -> Callable[[Path], None]:
    return lambda skin: (skin / name).unlink()


def resize(name: str, width: int, height: int) -> Callable[[Path], object]:
    return lambda skin: QImage(str(skin / name)).scaled(width, height).save(str(skin / name))


HUGE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (20000).to_bytes(4, "big") * 2 + b"\x08\x06\0\0\0" + bytes.fromhex("97a3ad8d")
BAD = {
    "no toml": (remove(SKIN_FILE), "skin.toml: No such file"),
    "binary toml": (write(SKIN_FILE, b"\xff\xfe\x00"), "skin.toml: not text"),
    "broken toml": (write(SKIN_FILE, b"client = ["), "skin.toml: not valid TOML"),
    "endless number": (write(SKIN_FILE, b"a = " + b"9" * 5000), "skin.toml: not valid TOML"),
    "endless lists": (write(SKIN_FILE, b"a = " + b"[" * 5000), "skin.toml: not valid TOML"),
    "empty toml": (write(SKIN_FILE, b""), "'client' is missing"),
    "unknown key": (edit("tile = 45", "tile = 45\ntyle = 45"), "unknown key 'board.tyle'"),
    "unknown section": (edit("[wet]", "[dry]\na = 1\n[wet]"), "unknown key 'dry'"),
    "unknown kind": (edit("[kinds.crab]", "[kinds.lobster]"), "unknown kind 'kinds.lobster'; kinds are colour_0,"),
    "missing key": (edit("weight = 0.5", ""), "'wet.weight' is missing"),
    "weight of one": (edit("weight = 0.5", "weight = 1.0"), "'wet.weight' must be below 1, got 1.0"),
    "colour out of range": (
        edit("[24, 84, 156]", "[24, 84, 256]"),
        "value 3 of 'wet.colour' must be 255 or less, got 256",
    ),
    "two channels": (edit("[24, 84, 156]", "[24, 84]"), "'wet.colour' must be a list of 3, got [24, 84]"),
    "text for a number": (edit("tile = 45", 'tile = "big"'), "'board.tile' must be a number, got \"big\""),
    "board too large": (edit("tile = 45", "tile = 50"), "does not fit into a client area of 800 x 600"),
    "endless tile": (edit("tile = 45", "tile = inf"), "'board.tile'"),
    "panel far away": (edit("x = 470", "x = 1e10"), "'panel.x' must be 4096 or less"),
    "piece far away": (edit("[3, 5]", "[3, 10000000000]"), "value 2 of 'kinds.crab.offset' must be 4096 or less"),
    "no background": (remove("background.png"), "background.png: missing"),
    "no colour": (remove("colour_4.png"), "colour_4.png: missing"),
    "no cursor": (remove("cursor.png"), "cursor.png: missing"),
    "background of another size": (resize("background.png", 640, 480), "is 640 x 480, but [client] says 800 x 600"),
    "text named png": (write("colour_2.png", b"hello"), "colour_2.png: not a PNG"),
    "empty png": (write("colour_2.png", b""), "colour_2.png: not a PNG"),
    "png cut short": (truncate("background.png"), "background.png: the PNG is cut short"),
    "huge header": (write("crab.png", HUGE), "crab.png: 20000 x 20000 is too large"),
    "damaged": (damage("colour_3.png"), "colour_3.png: the PNG is damaged"),
    "a folder": (lambda skin: replace_by_folder(skin / "colour_3.png"), "colour_3.png: cannot be read"),
    "oversized piece": (resize("colour_0.png", 91, 45), "more than twice the tile"),
    "oversized cursor": (resize("cursor.png", 400, 45), "too large for a cursor"),
    "uneven frames": (resize("jellyfish_2.png", 40, 40), "the frames of a piece must be alike"),
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


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SkinError, match="nowhere: no such folder"):
        load_skin(tmp_path / "nowhere")


def test_the_export_command_writes_a_skin_or_says_why_not(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "practice.bilging.export_skin"]
    done = subprocess.run(
        [*command, "chart", str(tmp_path / "s")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert load_skin(tmp_path / "s").layout.tile == 40
    failed = subprocess.run([*command, "velvet", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert failed.returncode == 2
    assert failed.stderr == "no look named 'velvet'; choose from deck, chart, lagoon\n"


def test_a_folder_with_anything_in_it_is_not_exported_into(tmp_path: Path) -> None:
    """A look is exported to be changed: the same command once more would have replaced what was drawn since."""
    (tmp_path / "own.png").write_bytes(b"drawn by hand")
    with pytest.raises(PracticeError, match="is not empty; name a new folder"):
        export_skin("deck", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["own.png"]
