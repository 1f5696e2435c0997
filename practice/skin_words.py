"""The section of a skin that says where one number is written, for every game."""

from typing import Annotated, Self

from pydantic import Field, field_validator, model_validator

from practice.skin_folder import Anchor, Colour, Section
from practice.words import Align, Words


class WordsSection(Section):
    """Where one number is written, half way up; see `practice.words.Words`."""

    x: Anchor
    y: Anchor
    height: Annotated[float, Field(ge=4, le=400)]
    colour: Colour = (255, 255, 255)
    align: Align = "centre"
    family: str = ""
    form: str = "{}"

    @field_validator("form")
    @classmethod
    def _holds_a_number(cls, form: str) -> str:
        before, braces, after = form.partition("{}")
        if not braces or any(brace in before + after for brace in "{}"):
            raise ValueError("must hold {} once, where the number stands")
        return form

    @model_validator(mode="after")
    def _can_be_written(self) -> Self:
        if not self.family and set(self.form.replace("{}", "")) - set("0123456789+x"):
            raise ValueError("our own digits write 0-9, + and x only; name a font family to write other words")
        return self

    def words(self) -> Words:
        """Return the same for a layout."""
        return Words(self.x, self.y, self.height, self.colour, self.align, self.family, self.form)
