"""How much of its kind's shading a jewel shows, beside a plain calculation of the same."""

import numpy as np
import pytest
from numpy.typing import NDArray

from capture.frame import Pixels
from engine.columns import EMPTY
from tests.vision.drawn_wells import draw, random_state
from tests.vision.well_readers import LOOKS, RULES, cell_of, reader_of
from vision.fit_kernels import STRAY
from vision.well.contrast import FEWEST, LEAST_CONTRAST, NOT_ASKED, contrast
from vision.well.kernels import take_samples
from vision.well.planes import ColumnPlanes, JewelPlanes, samples_of
from vision.well.reader import WellReader
from vision.well.samples import JEWEL, LINES, Templates, make_strips, make_templates


def sampled(reader: WellReader, pixels: Pixels) -> tuple[ColumnPlanes, JewelPlanes, NDArray[np.int16], Templates]:
    """The planes of a picture's columns and of the kinds, and both as samples."""
    strips, templates = make_strips(reader.lattice, reader.pictures), make_templates(reader.pictures)
    column = ColumnPlanes.of(strips)
    take_samples(pixels.reshape(len(pixels), -1), strips.xs, strips.ys, column.shown)
    return column, JewelPlanes.of(templates), samples_of(column.shown), templates


def plain_contrast(shown: NDArray[np.int16], templates: Templates, col: int, kind: int, top: int) -> float:
    """The slope of a least-squares line through what is shown over what the kind shows, channels about their means."""
    first, last = max(0, -top), min(LINES, shown.shape[1] - top)
    its_own = templates.shows[kind, first:last] == JEWEL
    seen = shown[col, top + first : top + last][its_own].astype(float)
    own = templates.colours[kind, first:last][its_own].astype(float)
    assert (np.abs(seen - own) < 2 * STRAY).all()
    shade = own - own.mean(axis=0)
    return float((shade * (seen - seen.mean(axis=0))).sum() / (shade**2).sum())


@pytest.mark.parametrize("look", LOOKS)
def test_a_jewel_shows_its_kind_s_shading_and_a_veil_a_part_of_it(look: str) -> None:
    reader = reader_of(look, 1.0)
    drawn = draw(look, 1.0, RULES, random_state(RULES, np.random.default_rng(1), 3, 9), top=None, ghost=False)
    cells = [(int(row), int(col)) for row, col in np.argwhere(drawn.codes != EMPTY)]
    assert len(cells) > 20
    for strength in (0.0, 0.25):
        pixels = drawn.frame.pixels
        ink = pixels.mean(axis=(0, 1))
        column, jewels, shown, templates = sampled(
            reader, np.round((1 - strength) * pixels + strength * ink).astype(np.uint8)
        )
        for row, col in cells:
            kind = int(drawn.codes[row, col])
            measured = contrast(column, col, jewels, kind, row * LINES)
            if strength == 0:
                assert measured == pytest.approx(plain_contrast(shown, templates, col, kind, row * LINES), abs=0.02)
                assert measured > LEAST_CONTRAST
            else:
                assert measured < 0.9


@pytest.mark.parametrize("look", LOOKS)
def test_a_flat_patch_has_none_and_too_little_of_a_jewel_is_not_judged(look: str) -> None:
    reader = reader_of(look, 1.0)
    drawn = draw(look, 1.0, RULES, random_state(RULES, np.random.default_rng(1), 3, 9), top=None, ghost=False)
    for kind in range(RULES.colours):
        jewel, mask = reader.pictures.jewels[kind], reader.pictures.masks[kind]
        pixels = drawn.frame.pixels.copy()
        pixels[cell_of(reader, 0, 0)] = (jewel * mask[..., None]).sum(axis=(0, 1)) / mask.sum()
        column, jewels, _, templates = sampled(reader, pixels)
        assert contrast(column, 0, jewels, kind, 0) < 0.3
        beyond = -LINES + 1
        assert (templates.shows[kind, -1] == JEWEL).sum() < FEWEST
        assert contrast(column, 0, jewels, kind, beyond) == NOT_ASKED
