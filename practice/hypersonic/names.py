"""The names of the pictures that an arena is made of; a skin's files go by them."""

from engine.hypersonic import BOX, BOX_BOMB, BOX_RANGE, FUSE, ITEM_BOMB, ITEM_RANGE, MAX_PLAYERS

GROUND = {
    BOX: "box",
    BOX_RANGE: "box_range",
    BOX_BOMB: "box_bomb",
    ITEM_RANGE: "item_range",
    ITEM_BOMB: "item_bomb",
}
"""Picture of each cell code that is not part of the background, as floor and walls are."""

BOMB = "bomb"
"""A bomb without its digit: somebody stands on it."""
BLAST = "blast"


def bomb(left: int) -> str:
    """Return the picture of a bomb with so many rounds left, 1 to 8."""
    return f"bomb_{left}"


def badge(left: int) -> str:
    """Return the mark that is laid on the corner of a cell where a bomb lies under players."""
    return f"badge_{left}"


def player(number: int) -> str:
    """Return the picture of a player, 0 to 3."""
    return f"player_{number}"


COUNTS = range(1, FUSE + 1)
PLAYERS = tuple(player(number) for number in range(MAX_PLAYERS))
BOMBS = tuple(bomb(left) for left in COUNTS)
BADGES = tuple(badge(left) for left in COUNTS)
NEEDED = (*GROUND.values(), BOMB, BLAST, *PLAYERS)
"""What every skin must bring; bombs and badges with digits follow from the bare bomb where they are missing."""
NAMES = (*NEEDED, *BOMBS, *BADGES)
