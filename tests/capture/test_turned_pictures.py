"""Pictures that are stored lying on their side, or mirrored, and say so: read as every viewer shows them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import ExifTags, Image

from capture.folder import load_image
from capture.frame import Pixels

SHOWN: dict[int, Callable[[Pixels], Pixels]] = {
    1: lambda stored: stored,
    2: np.fliplr,
    3: lambda stored: np.rot90(stored, 2),
    4: np.flipud,
    5: lambda stored: stored.swapaxes(0, 1),
    6: lambda stored: np.rot90(stored, -1),
    7: lambda stored: np.rot90(stored, 2).swapaxes(0, 1),
    8: np.rot90,
}
"""The stored picture to the one to be shown, by the number of EXIF 2.3's table 6 for its orientation."""


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".tif"])
@pytest.mark.parametrize("way", range(1, 9))
def test_a_picture_is_turned_as_its_exif_block_says(tmp_path: Path, ending: str, way: int) -> None:
    """Seen with a screenshot turned in a viewer: a board of 8 x 8 was found and played on its side."""
    path = tmp_path / f"turned{ending}"
    pixels = (
        np.random.default_rng(way).integers(0, 256, (6, 8, 1), dtype=np.uint8).repeat(8, 0).repeat(8, 1).repeat(3, 2)
    )
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = way
    Image.fromarray(pixels).save(path, exif=exif, quality=100)
    shown, loaded = SHOWN[way](pixels)[:, :, ::-1], load_image(path)
    assert loaded.shape == shown.shape
    assert np.abs(loaded.astype(int) - shown).max() < 12, "no more than JPEG and WebP change at their best"


def test_a_damaged_exif_block_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "damaged.png"
    Image.new("RGB", (64, 48), "red").save(path, exif=b"Exif\x00\x00MM\x00*\x00\x00\xff")
    assert load_image(path).shape == (48, 64, 3)
