"""What `bench` can measure, by name, so that `--help` need not load it."""

from enum import StrEnum


class BenchName(StrEnum):
    """The tables there are."""

    KERNELS = "kernels"
    BILGING = "bilging"
    PLAYERS = "players"
    LIVE = "live"
    SQUARE_STACKER = "square_stacker"
    COLUMNS = "columns"
    HYPERSONIC = "hypersonic"
    VISION = "vision"


class HypersonicPart(StrEnum):
    """The parts of `hypersonic`; the figures come with table 2."""

    TABLE_1 = "table 1"
    TABLE_2 = "table 2"
    TABLE_3 = "table 3"
    PLAIN = "plain beam"
    TABLE_4 = "table 4"
    OURS = "ours"
    PROTOCOL = "protocol"
    FORETELLING = "foretelling"
