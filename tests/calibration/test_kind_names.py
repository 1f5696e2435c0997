"""Codes and names of learned kinds: ordinary ones by falling count, special ones as a person calls them."""

from collections.abc import Sequence

import numpy as np
import pytest

from calibration.kind_names import fewest_of_a_kind, known_code, name_kinds, picture_file
from calibration.kinds import Kind
from calibration.learn_kinds import Learned
from capture.frame import Frame, Pixels
from vision.lattice import Lattice
from vision.screen import Screen

SCREEN = Screen(game="any", rows=10, cols=10, colours=3, special_codes={"crab": 8, "jellyfish": 9}, first_free_code=20)
FRAME = Frame(np.zeros((100, 100, 3), np.uint8), 0)


def named(counts: Sequence[int], answers: Sequence[str | None] | None = None) -> list[tuple[int, str, str]]:
    """Return code, name and file of kinds seen so often on a board of 100 cells."""
    kinds = [Kind(np.zeros((2, 2, 3), np.float32), np.ones((2, 2), np.float32), np.arange(count)) for count in counts]
    shape = (1, 10, 10)
    learned = Learned(kinds, None, np.array([10.0]), np.zeros(shape, np.intp), np.zeros(shape, np.bool_))

    def answer(picture: Pixels, number: int) -> str | None:
        assert picture.shape == (10, 10, 3)
        return answers[number - 1] if answers is not None else None

    lattice = Lattice(0, 0, 10, 10, 10, 10)
    found = name_kinds(kinds, learned, [FRAME], lattice, SCREEN, answer if answers is not None else None)
    assert [one.count for one in found] == list(counts)
    return [(one.code, one.name, one.file) for one in found]


def test_a_kind_is_special_that_is_rare_or_one_more_than_the_game_has() -> None:
    assert fewest_of_a_kind(100, 3) == pytest.approx(20 / 3)
    assert fewest_of_a_kind(12, 3) == 2
    colours = [(0, "colour 0", "colour_0.png"), (1, "colour 1", "colour_1.png")]
    assert named([50, 7, 6]) == [*colours, (20, "unnamed 1", "unnamed_1.png")]
    last = (2, "colour 2", "colour_2.png")
    assert named([40, 30, 20, 10]) == [*colours, last, (20, "unnamed 1", "unnamed_1.png")]
    assert [code for code, *_ in named([50, 7, 6, 5])] == [0, 1, 20, 21]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ([" Crab ", None], [(8, "crab", "crab.png"), (20, "unnamed 2", "unnamed_2.png")]),
        (["crab", "crab"], [(8, "crab", "crab.png"), (8, "crab", "crab_2.png")]),
        (["bomb", "bomb"], [(20, "bomb", "bomb.png"), (20, "bomb", "bomb_2.png")]),
        (["bomb", "mine"], [(20, "bomb", "bomb.png"), (21, "mine", "mine.png")]),
        (["colour 2", "color 1"], [(2, "colour 2", "colour_2.png"), (1, "colour 1", "colour_1_2.png")]),
        (["colour 3", ""], [(20, "colour 3", "colour_3.png"), (21, "unnamed 2", "unnamed_2.png")]),
    ],
)
def test_special_kinds_are_called_as_a_person_calls_them(
    answers: list[str | None], told: list[tuple[int, str, str]]
) -> None:
    """Pictures of one kind share its code; a colour that is known keeps its name."""
    assert named([60, 30, 5, 5], answers)[2:] == told


def test_names_that_the_engine_knows() -> None:
    assert [known_code(name, SCREEN) for name in ("crab", "colour 0", "color 2", "colour 3", "colour", "pearl")] == [
        *(8, 0, 2, None),
        *(None, None),
    ]


def test_a_picture_s_file_has_a_plain_name_of_its_own() -> None:
    assert picture_file("sea  urchin!", set()) == "sea_urchin.png"
    assert picture_file("crab", {"crab.png", "crab_2.png"}) == "crab_3.png"
    assert picture_file("泡", {"a.png"}) == "kind_1.png"
