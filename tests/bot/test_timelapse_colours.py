"""The colours of a GIF: what a game tells apart by colour stays as it is on the screen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageSequence

from bot.examining.move_painter import narrowed
from bot.examining.timelapse import write_gif
from bot.games import GAMES
from capture.frame import Pixels
from engine.dice import dice
from practice import bilging, columns, hypersonic, square_stacker, swap3

PICTURES = 10
PATCH = 12
"""Pixels a side: less than half a tile."""
MOST_LEVELS = 10
"""Of 255: nobody sees so little."""

STILLS: dict[str, Callable[[Any, Any], Pixels]] = {
    "bilging": lambda _rules, state: bilging.render_still("deck", 1.0, state),
    "columns": lambda rules, state: columns.render_still("cave", 1.0, rules, state, top=3.0),
    "hypersonic": lambda _rules, state: hypersonic.render_still("dungeon", 1.0, state),
    "square_stacker": lambda _rules, state: square_stacker.render_still("squares", 1.0, state),
    "swap3": lambda rules, state: swap3.render_still("mine", 1.0, rules, state),
}


def stills(name: str) -> list[Pixels]:
    """Return what a window shows of a game that is played at random."""
    game: Any = GAMES[name]()
    rules = next(iter(game.rules.PRESETS.values()))
    rolls, choice = dice(3), np.random.default_rng(3)
    state, pictures = game.rules.start(rules, rolls), []
    for _ in range(PICTURES):
        pictures.append(narrowed(STILLS[name](rules, state), 480))
        legal = game.rules.legal_moves(rules, state)
        if len(legal) == 0:
            break
        state = game.rules.apply(rules, state, int(choice.choice(legal)), rolls).state
    return pictures


def patches(picture: NDArray[Any]) -> NDArray[np.float64]:
    """Return the mean colour of each patch of a picture."""
    tall, wide = (side // PATCH for side in picture.shape[:2])
    cut = picture[: tall * PATCH, : wide * PATCH].astype(np.float64)
    means: NDArray[np.float64] = cut.reshape(tall, PATCH, wide, PATCH, 3).mean(axis=(1, 3))
    return means


@pytest.mark.parametrize("name", STILLS)
def test_every_kind_keeps_its_colour(name: str, tmp_path: Path) -> None:
    pictures = stills(name)
    write_gif(tmp_path / "game.gif", pictures, 100)
    with Image.open(tmp_path / "game.gif") as gif:
        pages = [np.asarray(page.convert("RGB"))[..., ::-1] for page in ImageSequence.Iterator(gif)]
    for picture, page in zip(pictures, pages, strict=True):
        assert np.abs(patches(page) - patches(picture)).max() < MOST_LEVELS
