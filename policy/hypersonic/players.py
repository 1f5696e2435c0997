"""The planners of Hypersonic by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.hypersonic import Rules
from policy.hypersonic.beam import BeamPlayer
from policy.hypersonic.beam_search import Settings
from policy.hypersonic.mcts import MctsPolicy
from policy.hypersonic.random_player import RandomPolicy
from policy.hypersonic.rhea import RheaPolicy
from policy.hypersonic.stage import LONGEST
from policy.hypersonic.strongest import strongest, strongest_live
from policy.hypersonic.weights import PAPER, PUBLIC, Weights
from policy.spec import Factory

BOXES: Final[Mapping[str, Weights]] = MappingProxyType({"paper": PAPER, "public": PUBLIC})
"""The two readings of what a box is worth beside an item."""
WIDTH: Final = 500
VANILLA_WIDTH: Final = 1000
"""Paper, section 6.3: the beam's width, and that of the version with ZH only."""
OPPONENTS_LEVELS: Final = 24
"""Rounds that the searches for opponents look ahead, three fuses: their width is what gets so deep in a sixth of the
time (the paper says of neither)."""


def beam(
    rules: Rules,
    *,
    width: int = 0,
    local: int = 12,
    zh: int = 1,
    op: int = 1,
    lb: int = 1,
    fmp: int = 1,
    sc: int = 1,
    suicide: int = 1,
    levels: int = LONGEST,
    boxes: str = "paper",
) -> BeamPlayer:
    """Return the paper's beam player; see section 6.3 for what each part is.

    Args:
        rules: the preset.
        width: positions kept of a level; 0: the paper's 500, or 1000 where OP, LB, FMP and SC are all off.
        local: of them, with the player on the same cell.
        zh, op, lb, fmp, sc, suicide: parts of the paper's player, 1 on, 0 off.
        levels: rounds looked ahead at most.
        boxes: "paper" or "public", the reading of what a box is worth.

    Raises:
        ValueError: a number out of range.
    """
    for name, number, least, most in (("width", width, 0, 10_000), ("local", local, 1, 10_000)):
        if not least <= number <= most:
            raise ValueError(f"{name} must be {least} to {most}, got {number}")
    switches = {"zh": zh, "op": op, "lb": lb, "fmp": fmp, "sc": sc, "suicide": suicide}
    for name, number in switches.items():
        if number not in (0, 1):
            raise ValueError(f"{name} must be 0 or 1, got {number}")
    if not 1 <= levels <= LONGEST:
        raise ValueError(f"levels must be 1 to {LONGEST}, got {levels}")
    if boxes not in BOXES:
        raise ValueError(f"boxes must be {' or '.join(BOXES)}, got {boxes!r}")
    width = width or (WIDTH if op or lb or fmp or sc else VANILLA_WIDTH)
    mine = Settings(
        width=width,
        most_a_group=local if lb else width,
        unique=bool(zh),
        checked=bool(sc),
        levels=levels,
        weights=BOXES[boxes],
    )
    theirs = Settings(
        width=min(width, WIDTH),
        most_a_group=local if lb else width,
        unique=bool(zh),
        checked=bool(sc),
        levels=min(levels, OPPONENTS_LEVELS),
        weights=BOXES[boxes],
    )
    return BeamPlayer(
        rules, mine, theirs if op else None, prunes=bool(fmp), dies_to_win=bool(suicide), fits_predictions=True
    )


POLICIES: Mapping[str, Factory] = MappingProxyType(
    {
        "random": RandomPolicy,
        "mcts": MctsPolicy,
        "rhea": RheaPolicy,
        "beam": beam,
        "strongest": strongest,
    }
)
"""Planners by name; called with the rules and keyword parameters."""
LIVE_POLICIES: Final[Mapping[str, Factory]] = MappingProxyType({**POLICIES, "strongest": strongest_live})
"""Likewise for a live window."""
