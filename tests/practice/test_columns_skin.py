"""Skins for Columns: written and read again they show the same pixels; every bad one is refused in one line."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage, Qt

import practice.columns
from practice.application import offscreen_application
from practice.columns.artwork import look_artwork
from practice.columns.export_skin import export_skin
from practice.columns.looks import LOOKS
from practice.columns.motion import Sprite
from practice.columns.scene import PAUSED, Numbers, Scene, paint
from practice.columns.session import find_rules
from practice.columns.skin import load_skin
from practice.options import PracticeOptions
from practice.pixels import render_scene
from practice.skin_folder import SKIN_FILE, SkinError

ROOT = Path(__file__).parents[2]
SCENE = Scene(
    (
        *(Sprite(picture, picture % 6, 13 - picture // 6) for picture in range(9)),
        Sprite(2, 4, 5.5, alpha=0.5, white=0.5),
        Sprite(3, 5, 5.0, grow=0.7),
    ),
    tuple(Sprite(picture, 3, 8 + picture) for picture in range(3)),
    (0, 7, 8),
    Numbers(18450, 3, 182),
)


@pytest.fixture(scope="session")
def cave_skin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("skin") / "cave"
    export_skin("cave", folder)
    return folder


@pytest.fixture
def skin(cave_skin: Path, tmp_path: Path) -> Path:
    """A good skin to spoil."""
    folder = tmp_path / "skin"
    folder.mkdir()
    for file in cave_skin.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return folder


def documented_example() -> str:
    page = (ROOT / "docs" / "skins.md").read_text(encoding="utf-8")
    examples: list[str] = re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)
    return next(text for text in examples if "[well]" in text)


@pytest.mark.parametrize("look", list(LOOKS))
def test_a_look_written_as_a_skin_shows_the_same_pixels(look: str, tmp_path: Path) -> None:
    export_skin(look, tmp_path / "new" / look)
    loaded, drawn = load_skin(tmp_path / "new" / look), look_artwork(LOOKS[look], 14, 6, 1.0)
    art = loaded.artwork(1.0)
    assert art.layout == drawn.layout
    assert loaded.habits == LOOKS[look].habits
    for scene in (SCENE, SCENE._replace(cover=PAUSED)):
        assert np.array_equal(render_scene(paint, art, scene), render_scene(paint, drawn, scene))


def test_another_well_is_written_too(tmp_path: Path) -> None:
    rules = find_rules("wide", None)
    export_skin("vista", tmp_path, rules)
    loaded = load_skin(tmp_path)
    loaded.check(rules)
    assert (loaded.layout.rows, loaded.layout.cols) == (15, 10)


def test_the_documented_example_is_a_skin(skin: Path) -> None:
    (skin / SKIN_FILE).write_text(documented_example(), encoding="utf-8")
    loaded = load_skin(skin)
    layout = loaded.layout
    assert (layout.width, layout.height, layout.rows, layout.cols) == (416, 500, 14, 6)
    assert (layout.x, layout.y, layout.pitch) == (26, 26, 32)
    assert layout.next is not None
    assert layout.next.pitch == 24
    assert layout.score is not None
    assert loaded.habits.smooth
    assert layout.cover.opacity == 0.8


def test_only_client_and_well_must_be_there(skin: Path) -> None:
    text = "[client]\nwidth = 416\nheight = 500\n[well]\nx = 26\ny = 26\npitch = 32\nrows = 14\ncols = 6\n"
    (skin / SKIN_FILE).write_text(text, encoding="utf-8")
    art = load_skin(skin).artwork(1.0)
    assert (art.layout.score, art.layout.next) == (None, None)
    render_scene(paint, art, SCENE)


def test_fewer_jewels_will_do_where_the_rules_have_fewer(skin: Path) -> None:
    for colour in (6, 7):
        (skin / f"jewel_{colour}.png").unlink()
    loaded = load_skin(skin)
    assert loaded.colours == 6
    loaded.check(find_rules("jewel", None))
    with pytest.raises(SkinError, match=r"jewel_6\.png: missing; the rules have 7 colours"):
        loaded.check(find_rules("jewel:colours=7", None))


def test_rules_of_another_size_are_refused_with_those_that_fit(skin: Path) -> None:
    words = "the skin's well has 14 rows and 6 columns, the rules' 13 and 7; choose --rules web:rows=14,cols=6"
    with pytest.raises(SkinError, match=words):
        practice.columns.run(PracticeOptions(skin=skin, rules="web"))


def test_a_small_picture_lies_in_the_middle_of_its_cell(skin: Path) -> None:
    image = QImage(10, 20, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    image.save(str(skin / "jewel_0.png"))
    picture = render_scene(
        paint, load_skin(skin).artwork(2.0), SCENE._replace(sprites=(Sprite(0, 1, 2.0),), ghost=(), next=())
    )
    rows, cols = np.nonzero((picture == (255, 0, 255)).all(axis=2))
    assert (rows.min(), rows.max() + 1) == (2 * (26 + 64 + 6), 2 * (26 + 64 + 26))
    assert (cols.min(), cols.max() + 1) == (2 * (26 + 32 + 11), 2 * (26 + 32 + 21))


def put(name: str, old: str, new: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return spoil


def large(folder: Path) -> None:
    image = QImage(33, 20, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    image.save(str(folder / "jewel_3.png"))


SPOILT: dict[str, tuple[Callable[[Path], object], str]] = {
    "unknown key": (put(SKIN_FILE, "[well]", "[well]\ndepth = 3"), "unknown key 'well.depth'; remove it"),
    "well too large": (put(SKIN_FILE, "rows = 14", "rows = 15"), r"the well would end at \(218, 506\), outside"),
    "no pitch": (put(SKIN_FILE, "pitch = 32", ""), "'well.pitch' is missing; add it"),
    "next nowhere": (
        put(SKIN_FILE, "[next]\nx = ", "[next]\nx = inf # "),
        "'next.x' must be a finite number, got inf; docs/skins.md",
    ),
    "next far away": (
        put(SKIN_FILE, "[next]\nx = ", "[next]\nx = 1e10 # "),
        "'next.x' must be 4096 or less, got 10000000000.0",
    ),
    "level far away": (put(SKIN_FILE, "[level]\nx = ", "[level]\nx = -1e10 # "), "'level.x' must be -4096 or more"),
    "odd habit": (put(SKIN_FILE, 'vanish = "blink"', 'vanish = "melt"'), "'habits.vanish'"),
    "words our digits cannot write": (put(SKIN_FILE, 'form = "{}"', 'form = "SCORE {}"'), "our own digits write"),
    "no first jewel": (lambda folder: (folder / "jewel_0.png").unlink(), r"jewel_0\.png: missing"),
    "large jewel": (large, r"jewel_3\.png: 33 x 20 is more than a cell \(32\); cut out one jewel"),
    "cut short": (
        lambda folder: (folder / "jewel_1.png").write_bytes((folder / "jewel_1.png").read_bytes()[:-20]),
        r"jewel_1\.png: the PNG is cut short",
    ),
    "no background": (lambda folder: (folder / "background.png").unlink(), r"background\.png: missing"),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_bad_skins_are_refused_in_one_line(skin: Path, fault: str) -> None:
    spoil, words = SPOILT[fault]
    spoil(skin)
    with pytest.raises(SkinError, match=words) as caught:
        load_skin(skin)
    assert "\n" not in str(caught.value)


def test_the_command_writes_a_skin_or_says_why_not(tmp_path: Path) -> None:
    offscreen_application()
    command = [sys.executable, "-m", "practice.columns.export_skin"]
    good = subprocess.run(
        [*command, "temple", str(tmp_path / "t")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (good.returncode, good.stderr) == (0, "")
    assert load_skin(tmp_path / "t").layout.next is not None
    bad = subprocess.run([*command, "velvet", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stderr) == (2, "no look named 'velvet'; choose from cave, temple, vista\n")
