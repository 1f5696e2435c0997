"""What failed its proof is shown beside the folder that was not made."""

import resource
from pathlib import Path

import numpy as np
import pytest

from calibration.outcome import CalibrationError
from calibration.refusal_picture import refusal_path, refusal_picture, save_refusal
from capture.folder import load_image
from vision.lattice import Lattice


def test_the_picture_stands_beside_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal_path(tmp_path / "mine") == tmp_path / "mine.refused.png"
    monkeypatch.chdir(tmp_path)
    assert refusal_path(Path()) == tmp_path.parent / f"{tmp_path.name}.refused.png"
    assert refusal_path(Path("/")).name == "profile.refused.png"


def test_odd_cells_are_crossed_out_and_others_are_not(tmp_path: Path) -> None:
    pixels = np.full((120, 160, 3), 90, np.uint8)
    lattice = Lattice(20.5, 10, 30, 30, 3, 4)
    path = save_refusal(tmp_path / "p", refusal_picture(pixels, lattice, [(1, 2)]))
    shown = load_image(path)
    red = (shown == (0, 0, 255)).all(axis=2)
    x, y = lattice.corner(1, 2)
    inside = red[int(y) : int(y) + 31, int(x) : int(x) + 32]
    assert inside.sum() == red.sum() > 50
    assert (pixels == 90).all(), "the frame itself is not drawn on"


@pytest.mark.parametrize("wide", [160, 800])
def test_the_reasons_stand_under_the_picture(wide: int, tmp_path: Path) -> None:
    pixels = np.full((120, wide, 3), 90, np.uint8)
    reasons = ("only 3 of 12 kinds of tile were told apart from each other; give more pictures of the window", "no")
    shown = load_image(save_refusal(tmp_path / "p", pixels, reasons))
    assert np.array_equal(shown[:120], pixels)
    ink = shown[120:].min(axis=2) < 100
    assert ink.sum() > 300
    assert not ink[:, -2:].any(), "words are cut off at the right"
    assert not ink[-2:].any(), "words are cut off below"
    assert np.array_equal(load_image(save_refusal(tmp_path / "p", pixels)), pixels)


def test_a_picture_that_does_not_fit_leaves_nothing_behind(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        with pytest.raises(CalibrationError, match=r"p\.refused\.png: File too large; choose another folder"):
            save_refusal(tmp_path / "p", np.random.default_rng(1).integers(0, 256, (64, 64, 3), np.uint8))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(CalibrationError, match="choose another folder"):
        save_refusal(tmp_path / "file" / "p", np.zeros((4, 4, 3), np.uint8))
