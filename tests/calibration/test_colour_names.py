"""Colours are called what a person calls them."""

import numpy as np
import pytest

from calibration.colour_names import PLAIN, colour_names


@pytest.mark.parametrize(
    ("red", "green", "blue", "name"),
    [
        pytest.param(128, 52, 146, "purple", id="of the look rings: it was called blue"),
        pytest.param(128, 0, 128, "purple", id="as browsers have it"),
        pytest.param(60, 60, 140, "blue", id="dark blue"),
        pytest.param(34, 76, 178, "blue", id="blue"),
        pytest.param(0, 0, 255, "blue", id="pure blue: it was called violet"),
        pytest.param(0, 0, 80, "blue", id="very dark blue"),
        pytest.param(100, 149, 237, "blue", id="light blue: it was called grey"),
        pytest.param(150, 60, 215, "violet", id="violet"),
        pytest.param(206, 40, 52, "red", id="red"),
    ],
)
def test_a_colour_has_its_plain_name(red: int, green: int, blue: int, name: str) -> None:
    assert colour_names(np.array([[blue, green, red]], np.float32)) == [name]


def test_plain_colours_have_their_own_names_and_a_second_one_a_number() -> None:
    colours = np.array([*PLAIN.values(), PLAIN["green"]], np.float32)
    assert colour_names(colours) == [*PLAIN, "green 2"]
