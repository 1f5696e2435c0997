"""Where the practice windows of Columns write their numbers: drawn advice keeps off these places."""

import shutil

import pytest

import engine.columns as columns_rules
from calibration.labelled_numbers import find_labelled_numbers
from engine.dice import dice
from practice import columns
from practice.columns.still import find_look
from vision.lattice import Lattice

pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="no tesseract: no words are found")

RULES = columns_rules.PRESETS["jewel"]


@pytest.mark.sweep(5)
@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("look", ["cave", "temple", "vista"])
def test_the_numbers_are_found(look: str, scale: float) -> None:
    """The digits of the usual look are higher than half a cell, those of the others have soft rims or scenery beside
    them: words of the demo lay over them, for nobody knew where they are."""
    state = columns_rules.start(RULES, dice(1))._replace(score=30, jewels=3)
    x, y, width, height = columns.well_rectangle(look, scale, RULES.rows, RULES.cols)
    well = Lattice(x, y, width / RULES.cols, height / RULES.rows, RULES.rows, RULES.cols)
    found = find_labelled_numbers(columns.render_still(look, scale, RULES, state, top=3.0), (well,))
    layout = find_look(look).arrange(RULES.rows, RULES.cols)
    for name in ("score", "level", "jewels"):
        place, words = getattr(found, name), getattr(layout, name)
        assert place is not None, name
        assert place.y < words.y * scale < place.y + place.height, name
        assert place.x < words.x * scale < place.x + place.width + 1, name
