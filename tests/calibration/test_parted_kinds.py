"""One tile on a ground of two shades stays one kind; two tiles that are alike stay two."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.kinds import build_kinds
from calibration.learn_kinds import SIDE, learn_kinds
from calibration.parted_kinds import one_kind_on_two_grounds
from tests.vision.drawn_window import Look, draw_window, random_codes, random_look
from vision.cells import sample_cells


@pytest.mark.parametrize("seed", [10, 20])
def test_a_ground_that_shades_off_does_not_part_kinds(seed: int) -> None:
    look = Look(pitch=23, rows=5, cols=13, kinds=5, gap=0.92, ground="gradient", frame="line", art_seed=207321164)
    codes = [random_codes(np.random.default_rng(seed + moment), look) for moment in range(3)]
    boards = [draw_window(look, shown, moment, scene_seed=25) for moment, shown in enumerate(codes)]
    learned = learn_kinds([sample_cells(b.picture, b.lattice, SIDE) for b in boards], False)
    assert len(learned.kinds) == look.kinds
    true = np.stack([b.codes for b in boards])
    assert len(set(zip(learned.label.ravel().tolist(), true.ravel().tolist(), strict=True))) == look.kinds


@pytest.mark.parametrize("seed", [10, 16, 41])
def test_a_chequer_in_strong_contrast_parts_no_kinds(seed: int) -> None:
    """Its fields differed so much then that a tile on the dark ones passed for another than on the light ones."""
    rng = np.random.default_rng(seed)
    look = replace(random_look(rng, 18, 60), rows=8, cols=8, ground="chequer")
    boards = [draw_window(look, random_codes(rng, look), k, scene_seed=seed) for k in range(1 + seed % 3)]
    strong = [np.clip(128 + 3 * (b.picture - 128.0), 0, 255).astype(np.uint8) for b in boards]
    learned = learn_kinds([sample_cells(p, b.lattice, SIDE) for p, b in zip(strong, boards, strict=True)], False)
    assert len(learned.kinds) == look.kinds
    true = np.stack([b.codes for b in boards])
    assert len(set(zip(learned.label.ravel().tolist(), true.ravel().tolist(), strict=True))) == look.kinds


def cells_of(colours: np.ndarray) -> np.ndarray:
    """Plain cells, (rows, cols, 3) colours to (cells, 4, 4, 3)."""
    flat = colours.reshape(-1, 1, 1, 3).astype(np.float32)
    return np.repeat(np.repeat(flat, 4, axis=1), 4, axis=2)


PALETTE = np.array([[20, 20, 200], [200, 30, 30], [30, 200, 30], [200, 200, 40], [220, 200, 60]])
"""Blue, green, red; the last two are much more alike than the others."""


def test_two_tiles_that_are_alike_and_lie_side_by_side_stay_two() -> None:
    label = np.random.default_rng(1).integers(0, 5, (1, 8, 8))
    kinds = build_kinds(cells_of(PALETTE[label[0]]), label.ravel(), 5)
    assert one_kind_on_two_grounds(kinds, label) is label


def test_the_same_in_two_halves_of_the_board_become_one() -> None:
    label = np.random.default_rng(1).integers(0, 4, (1, 8, 8))
    label[0, 4:][label[0, 4:] == 3] = 4
    kinds = build_kinds(cells_of(PALETTE[label[0]]), label.ravel(), 5)
    joined = one_kind_on_two_grounds(kinds, label)
    assert len(np.unique(joined)) == 4
    assert len(np.unique(joined[label >= 3])) == 1


@pytest.mark.parametrize("upside_down", [False, True])
def test_kinds_that_have_a_row_in_common_stay_two(upside_down: bool) -> None:
    label = np.random.default_rng(1).integers(0, 4, (1, 8, 8))
    label[0, 4:][label[0, 4:] == 3] = 4
    label[0, 4, :2] = 3, 4
    label = label[:, ::-1] if upside_down else label
    kinds = build_kinds(cells_of(PALETTE[label[0]]), label.ravel(), 5)
    assert one_kind_on_two_grounds(kinds, label) is label
