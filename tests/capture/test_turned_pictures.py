"""Pictures that are stored lying on their side, or mirrored, and say so: read as every viewer shows them."""

import numpy as np
import pytest
from PIL import ExifTags, Image, ImageOps

from capture.folder import load_image


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".tif"])
@pytest.mark.parametrize("way", range(1, 9))
def test_a_picture_is_turned_as_its_exif_block_says(tmp_path, ending, way):
    """Seen with a screenshot turned in a viewer: a board of 8 x 8 was found and played on its side."""
    path = tmp_path / f"turned{ending}"
    pixels = np.random.default_rng(way).integers(0, 256, (6, 8, 3), dtype=np.uint8).repeat(8, 0).repeat(8, 1)
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = way
    Image.fromarray(pixels).save(path, exif=exif, quality=100)
    with Image.open(path) as stored:
        shown = np.asarray(ImageOps.exif_transpose(stored).convert("RGB"))[:, :, ::-1]
    assert shown.shape[:2] == ((48, 64) if way < 5 else (64, 48))
    assert np.array_equal(load_image(path), shown)


def test_a_damaged_exif_block_says_nothing(tmp_path):
    path = tmp_path / "damaged.png"
    Image.new("RGB", (64, 48), "red").save(path, exif=b"Exif\x00\x00MM\x00*\x00\x00\xff")
    assert load_image(path).shape == (48, 64, 3)
