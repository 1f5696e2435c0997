"""A piece that the left button holds. No Qt."""

from dataclasses import dataclass

from practice.square_stacker.looks import Layout, Point


@dataclass(slots=True)
class Drag:
    """A piece that the left button holds; all places in pixels of the layout.

    It leaves its place with the first motion of the mouse: a game that takes drags sees a press, motions and a
    release.
    """

    piece: int
    press: Point
    pointer: Point
    moved: bool = False

    def floating(self, layout: Layout) -> Point:
        """Return the middle of the piece."""
        home = layout.hand[self.piece]
        if not self.moved:
            return home
        x, y = (h + a - b for h, a, b in zip(home, self.pointer, self.press, strict=True))
        right, down = layout.lift
        return x + right * layout.pitch, y + down * layout.pitch

    def cell(self, layout: Layout) -> int | None:
        """Return the cell that the piece floats over, None where it would not land in any."""
        x, y = self.pointer
        if not self.moved or not (0 <= x < layout.width and 0 <= y < layout.height):
            return None
        return layout.cell_at(*self.floating(layout))
