"""Faults of a settings file in our words: every sort of them that its keys can have, and none of pydantic's."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from files.file_faults import file_fault


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    rows: Annotated[int, Field(gt=0, le=64)] = 1
    share: Annotated[float, Field(ge=0, lt=1)] = 0.0
    stays: bool = False
    name: str = ""
    align: Literal["left", "right"] = "left"
    colour: tuple[float, float, float] = (0, 0, 0)
    hand: tuple[tuple[float, float], ...] = Field(default=((0, 0),), min_length=1)
    fingerprint: str = Field(default="", pattern="^[0-9a-f]*$")


class File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    board: Part
    kinds: tuple[Part, ...] = ()
    rings: dict[str, Part] = Field(default_factory=dict)


def told(raw: dict[str, Any], *, strict: bool = True) -> str:
    with pytest.raises(ValidationError) as caught:
        File.model_validate(raw, strict=strict)
    return file_fault(caught.value.errors(), "remove it", "add it", "mend it")


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ({"rows": "twelve"}, """'board.rows' must be a whole number, got "twelve"; mend it"""),
        ({"rows": 1.5}, "'board.rows' must be a whole number, got 1.5; mend it"),
        ({"rows": True}, "'board.rows' must be a whole number, got true; mend it"),
        ({"rows": 0}, "'board.rows' must be above 0, got 0; mend it"),
        ({"rows": 65}, "'board.rows' must be 64 or less, got 65; mend it"),
        ({"rows": 16**5000}, "'board.rows' must be 64 or less, got a number of thousands of digits; mend it"),
        ({"share": -1}, "'board.share' must be 0 or more, got -1; mend it"),
        ({"share": 1.0}, "'board.share' must be below 1, got 1.0; mend it"),
        ({"share": float("nan")}, "'board.share' must be a finite number, got nan; mend it"),
        ({"share": {"a": 1}}, "'board.share' must be a number, got a section; mend it"),
        ({"stays": 2}, "'board.stays' must be true or false, got 2; mend it"),
        ({"name": 5}, "'board.name' must be a text in quotes, got 5; mend it"),
        ({"align": "top"}, """'board.align' must be 'left' or 'right', got "top"; mend it"""),
        ({"colour": "blue"}, """'board.colour' must be a list in brackets, got "blue"; mend it"""),
        ({"colour": (1,)}, "'board.colour' must be a list of 3, got [1]; mend it"),
        ({"colour": (1, 2, 3, 4)}, "'board.colour' must be a list of 3, got [1, 2, 3, 4]; mend it"),
        ({"colour": (1, "2", 3)}, """value 2 of 'board.colour' must be a number, got "2"; mend it"""),
        ({"hand": ()}, "'board.hand' must be a list of 1 or more, got []; mend it"),
        ({"hand": ((1, 2), (3, "4"))}, """value 2 of value 2 of 'board.hand' must be a number, got "4"; mend it"""),
        ({"fingerprint": "x"}, """'board.fingerprint' must be as `calibrate` writes it, got "x"; mend it"""),
        ({"cols": 6}, "unknown key 'board.cols'; remove it"),
        ({"name": 10**60}, f"'board.name' must be a text in quotes, got 1{'0' * 36}...; mend it"),
    ],
)
def test_a_fault_of_a_key(part: dict[str, Any], words: str) -> None:
    assert told({"board": part}) == words


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({}, "'board' is missing; add it"),
        ({"board": 5}, "'board' must be a section, got 5; mend it"),
        ({"board": [{}]}, "'board' must be a section, got a list of sections; mend it"),
        (
            {"board": {}, "kinds": {}},
            "'kinds' must be a list of sections, each headed [[kinds]], got a section; mend it",
        ),
        ({"board": {}, "kinds": ({}, {"rows": 0})}, "'rows' of [[kinds]] number 2 must be above 0, got 0; mend it"),
        (
            {"board": {}, "kinds": ({"colour": (1, 2, "3")},)},
            """value 3 of 'colour' of [[kinds]] number 1 must be a number, got "3"; mend it""",
        ),
        ({"board": {}, "rings": {"inner": {"rows": 0}}}, "'rings.inner.rows' must be above 0, got 0; mend it"),
        ({"board": {}, "rings": 1}, "'rings' must be a section, got 1; mend it"),
    ],
)
def test_a_fault_of_a_section(raw: dict[str, Any], words: str) -> None:
    assert told(raw) == words


@pytest.mark.parametrize(
    ("part", "wanted"),
    [({"rows": "x"}, "a whole number"), ({"rows": 1.5}, "a whole number"), ({"share": "x"}, "a number")],
)
def test_the_words_are_the_same_where_texts_may_be_numbers(part: dict[str, Any], wanted: str) -> None:
    assert f"must be {wanted}, got " in told({"board": part}, strict=False)
