"""The games by name: what the command line and the register go by, so that `--help` need not load a game."""

from enum import StrEnum


class GameName(StrEnum):
    """Every game that there is, by what its folders are called."""

    BILGING = "bilging"
    SQUARE_STACKER = "square_stacker"
    COLUMNS = "columns"
    HYPERSONIC = "hypersonic"
    SWAP3 = "swap3"
