"""Eyes that were calibrated on drawn windows, and panels of any colour and thickness over a large part of these."""

from collections.abc import Iterator

import numpy as np
import pytest

from bot.benchmarks.vision.counts import Counts
from bot.benchmarks.vision.drawn import Boxes
from bot.benchmarks.vision.measure import DRAWINGS, Measure
from bot.benchmarks.vision.store import BatchStore
from capture.frame import Pixels

WINDOWS = [(game, look, 11) for game, drawings in DRAWINGS.items() for look in drawings.looks]
ONCE_WRONG = [*(("hypersonic", "dungeon", lot) for lot in (21, 36, 39)), ("hypersonic", "toys", 73)]
"""A half-clear teal turned boxes into floor, and an even panel had nearly the floor's own colour."""
BOARDS = 12


@pytest.fixture(scope="module")
def measure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Measure]:
    with BatchStore(tmp_path_factory.mktemp("eyes") / "store.sqlite") as store:
        yield Measure(4, store)


def panels(pixels: Pixels, boxes: Boxes, rng: np.random.Generator) -> Iterator[Pixels]:
    """Yield the picture under panels, thin to thick, of a colour by lot and of the mean colour of a place.

    Not of one that looks as many do: what has the ground's own colour hides things from a person, too.
    """
    height, width = pixels.shape[:2]
    places = np.round(boxes[:, 0]).astype(int)
    inks = np.array([pixels[top:bottom, left:right].mean(axis=(0, 1)) for left, top, right, bottom in places])
    ground = [np.median(inks, axis=0), *(np.quantile(inks, share, axis=0) for share in (0.25, 0.75))]
    own = inks[np.min([np.abs(inks - one).max(axis=1) for one in ground], axis=0) > 40]
    for ink in (rng.integers(0, 256, 3), *rng.permutation(own)[:1]):
        for strength in (0.5, 0.8, 1.0):
            rows = slice(rng.integers(0, height // 2), rng.integers(height // 2, height))
            columns = slice(rng.integers(0, width // 2), rng.integers(width // 2, width))
            shown = pixels.copy()
            shown[rows, columns] = np.round((1 - strength) * shown[rows, columns] + strength * ink)
            yield shown


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("game", "look", "lot"), WINDOWS + ONCE_WRONG)
def test_nothing_under_or_beside_a_panel_is_read_wrong(measure: Measure, game: str, look: str, lot: int) -> None:
    drawings, rng = DRAWINGS[game], np.random.default_rng(lot)
    eyes = measure.eyes(game, look, 1.0)
    assert eyes is not None
    boxes = drawings.boxes(look, 1.0)
    counts = []
    for one in drawings.draw(look, 1.0, BOARDS, rng, moving=False):
        doubtful = {**eyes.never_shown(one.codes), **one.doubtful}
        counts += [Counts.of(eyes.read(shown), one.codes, doubtful) for shown in panels(one.pixels, boxes, rng)]
    total = Counts.total(counts)
    assert total.wrong == 0
    assert total.right > 0.2 * total.told, "what is in view"
