"""The board is found with no template, to the pixel, at any size, in any look."""

import numpy as np
import pytest

from calibration.find_board import board_candidates
from tests.vision.drawn_window import Look, draw_window, ground_picture, perturb, random_codes, random_look
from vision.lattice import Lattice


def corners_off(found: Lattice, true: Lattice) -> float:
    return max(
        abs(found.x - true.x),
        abs(found.y - true.y),
        abs(found.x + found.width - true.x - true.width),
        abs(found.y + found.height - true.y - true.height),
    )


@pytest.mark.sweep(3)
@pytest.mark.parametrize("seed", range(12))
def test_looks_drawn_by_lot(seed: int) -> None:
    rng = np.random.default_rng(seed)
    look = random_look(rng, 16, 50)
    drawn = draw_window(look, random_codes(rng, look), seed, waterline=float(rng.uniform(3, 9.2)), cursor=(3, 2))
    picture = perturb(drawn.picture, rng, ("", "noise", "gamma", "jpeg")[seed % 4])
    found = next(board_candidates([picture], 12, 6))
    assert corners_off(found.lattice, drawn.lattice) <= 1.0


@pytest.mark.sweep(2)
@pytest.mark.parametrize("pitch", [33.75, 56.25, 100.0, 140.0])
def test_fractions_and_large_tiles(pitch: float) -> None:
    look = Look(pitch=pitch, ground="gradient", gap=0.04 * pitch)
    codes = random_codes(np.random.default_rng(1), look)
    drawn = draw_window(look, codes, 3, waterline=7.3, margins=(0.7, 0.5, 1.5, 0.4))
    found = next(board_candidates([drawn.picture], 12, 6))
    assert corners_off(found.lattice, drawn.lattice) <= 1.0


@pytest.mark.parametrize(("rows", "cols", "ground"), [(8, 8, "chequer"), (9, 5, "texture")])
def test_other_boards(rows: int, cols: int, ground: str) -> None:
    look = Look(pitch=36, rows=rows, cols=cols, ground=ground, gap=4, frame="none")
    drawn = draw_window(look, random_codes(np.random.default_rng(2), look), 5)
    found = next(board_candidates([drawn.picture], rows, cols))
    assert corners_off(found.lattice, drawn.lattice) <= 1.0


def test_a_board_that_fills_the_picture() -> None:
    look = Look(pitch=32, frame="none", panels=False)
    drawn = draw_window(look, random_codes(np.random.default_rng(3), look), 1, margins=(0, 0, 0, 0))
    found = next(board_candidates([drawn.picture], 12, 6))
    assert corners_off(found.lattice, drawn.lattice) <= 1.0


def test_nothing_is_found_where_nothing_repeats() -> None:
    photo = ground_picture(np.random.default_rng(4), "photo", 300, 400).astype(np.uint8)
    assert list(board_candidates([photo], 12, 6)) == []


def test_a_picture_too_small_for_any_board_has_none() -> None:
    assert list(board_candidates([np.zeros((40, 40, 3), np.uint8)], 12, 6)) == []
