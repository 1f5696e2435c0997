"""Skins for Hypersonic: written and read again they show the same picture; every bad one is refused in one line."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage, Qt

from engine.dice import dice
from engine.hypersonic import PRESETS, X, Y, start
from practice.application import offscreen_application
from practice.hypersonic.artwork import look_artwork
from practice.hypersonic.export_skin import export_skin
from practice.hypersonic.keys import Choice
from practice.hypersonic.looks import LOOKS
from practice.hypersonic.motion import resting
from practice.hypersonic.names import BADGES, BOMBS
from practice.hypersonic.scene import PAUSED, Scene, cards_of, paint
from practice.hypersonic.skin import load_skin
from practice.pixels import render_scene
from practice.skin_folder import SKIN_FILE, SkinError

ROOT = Path(__file__).parents[2]


def scene() -> Scene:
    """Everything that can be drawn: all kinds, bombs of every age, players alone, together, on bombs."""
    state = start(PRESETS["four"], dice(2))
    cells = state.cells.copy()
    cells[4, :7] = range(7)
    cells[0, :9] = cells[10, 2:12] = 0
    people = state.players.copy()
    people[1, [X, Y]] = people[2, [X, Y]] = (8, 10)
    people[3, [X, Y]] = (3, 0)
    rows = [(0, x, 0, x, 3) for x in range(1, 9)] + [(1, 8, 10, 5, 3)]
    state = state._replace(cells=cells, players=people, bombs=np.array(rows, np.int16), round=88)
    cards = cards_of(state, ("YOU", "STILL", "BEAM", "PROGRAM"), ("", "late 2", "", "ended"))
    return Scene(resting(state), state.round, cards, "GETTING READY", Choice(3, True))


@pytest.fixture(scope="session")
def dungeon_skin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("skin") / "dungeon"
    export_skin("dungeon", folder)
    return folder


@pytest.fixture
def skin(dungeon_skin: Path, tmp_path: Path) -> Path:
    """A good skin to spoil."""
    folder = tmp_path / "skin"
    folder.mkdir()
    for file in dungeon_skin.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return folder


def documented_example() -> str:
    page = (ROOT / "docs" / "skins.md").read_text(encoding="utf-8")
    examples: list[str] = re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)
    return next(text for text in examples if "[player_0.boxes]" in text)


@pytest.mark.parametrize("look", list(LOOKS))
def test_a_look_written_as_a_skin_shows_the_same_picture(look: str, tmp_path: Path) -> None:
    export_skin(look, tmp_path / "new" / look)
    art, drawn = load_skin(tmp_path / "new" / look).artwork(1.0), look_artwork(LOOKS[look], 4, 1.0)
    assert art.layout == drawn.layout
    rest = scene()
    alone = rest._replace(sprites=tuple(sprite for sprite in rest.sprites if "player" not in sprite.picture))
    for shown in (alone, alone._replace(cover=(PAUSED, "P goes on"))):
        apart = np.abs(render_scene(paint, art, shown).astype(int) - render_scene(paint, drawn, shown))
        assert apart.max() <= 2  # PNG keeps half see-through colours to within a step
    # players on bombs are resampled: nearly the same
    assert np.abs(render_scene(paint, art, rest).astype(int) - render_scene(paint, drawn, rest)).mean() < 0.2


def test_the_documented_example_is_a_skin(skin: Path) -> None:
    (skin / SKIN_FILE).write_text(documented_example(), encoding="utf-8")
    layout = load_skin(skin).layout
    assert (layout.width, layout.height, layout.x, layout.y, layout.pitch) == (676, 676, 26, 122, 48)
    assert layout.turn is not None
    assert layout.choice is not None
    assert layout.choice.size == 46
    assert layout.cards[0].note is not None
    assert layout.cards[1].boxes is not None
    assert layout.cards[3].boxes is None
    assert layout.cover.opacity == 0.9


def test_only_client_and_board_must_be_there(skin: Path) -> None:
    text = "[client]\nwidth = 676\nheight = 676\n[board]\nx = 26\ny = 122\npitch = 48\n"
    (skin / SKIN_FILE).write_text(text, encoding="utf-8")
    art = load_skin(skin).artwork(0.5)
    assert (art.layout.turn, art.layout.choice, art.layout.cards[0].boxes) == (None, None, None)
    assert render_scene(paint, art, scene()).shape == (338, 338, 3)


def test_our_digits_stand_in_for_missing_ones(skin: Path) -> None:
    for name in (*BOMBS, *BADGES):
        (skin / f"{name}.png").unlink()
    art = load_skin(skin).artwork(1.0)
    pictures = [art.picture(name, 1.0) for name in (*BOMBS, *BADGES)]
    for number, picture in enumerate(pictures):
        assert all(picture != other for other in pictures[:number])
    render_scene(paint, art, scene())


def test_a_picture_that_is_no_square_lies_in_the_middle_of_its_cell(skin: Path) -> None:
    image = QImage(20, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    image.save(str(skin / "box.png"))
    state = start(PRESETS["two"], dice(1))
    cells = np.where(state.cells == 1, 1, 0).astype(np.int8)
    cells[2, 3] = 2
    sprites = resting(state._replace(cells=cells))
    picture = render_scene(paint, load_skin(skin).artwork(1.0), scene()._replace(sprites=sprites))
    rows, cols = np.nonzero(np.abs(picture.astype(int) - (255, 0, 255)).max(axis=2) < 40)
    assert (rows.min(), rows.max() + 1) == pytest.approx((122 + 96, 122 + 144), abs=1)
    assert (cols.min(), cols.max() + 1) == pytest.approx((26 + 144 + 12, 26 + 144 + 36), abs=1)


def put(old: str, new: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        text = (folder / SKIN_FILE).read_text(encoding="utf-8")
        assert old in text
        (folder / SKIN_FILE).write_text(text.replace(old, new, 1), encoding="utf-8")

    return spoil


def large(folder: Path) -> None:
    image = QImage(97, 20, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    image.save(str(folder / "player_2.png"))


SPOILT: dict[str, tuple[Callable[[Path], object], str]] = {
    "unknown key": (put("[board]", "[board]\nrows = 11"), "unknown key 'board.rows'; remove it"),
    "too large": (
        put("pitch = 48", "pitch = 60"),
        r"the arena would end at \(806, 782\), outside a client area of 676",
    ),
    "no pitch": (put("pitch = 48", ""), "'board.pitch' is missing; add it"),
    "choice nowhere": (put("[choice]\nx = ", "[choice]\nx = inf # "), "'choice.x' must be a finite number, got inf"),
    "message without letters": (put('family = "DejaVu Sans"', 'family = ""'), "name a font family"),
    "no player": (lambda folder: (folder / "player_3.png").unlink(), r"player_3\.png: missing"),
    "large player": (large, r"player_2\.png: 97 x 20 is more than two cells \(96\); make it smaller"),
    "cut short": (
        lambda folder: (folder / "bomb_4.png").write_bytes((folder / "bomb_4.png").read_bytes()[:-20]),
        r"bomb_4\.png: the PNG is cut short",
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
    command = [sys.executable, "-m", "practice.hypersonic.export_skin"]
    good = subprocess.run(
        [*command, "toys", str(tmp_path / "t")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (good.returncode, good.stderr) == (0, "")
    assert load_skin(tmp_path / "t").layout.pitch == 52
    bad = subprocess.run([*command, "velvet", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stderr) == (2, "no look named 'velvet'; choose from dungeon, blueprint, toys\n")
