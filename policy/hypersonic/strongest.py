"""The best player of today: the paper's beam with what measured matches added to it."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.hypersonic import Rules
from policy.hypersonic.beam import BeamPlayer
from policy.hypersonic.beam_search import Settings
from policy.hypersonic.ending import LEADING, TRAILING
from policy.hypersonic.weights import Weights

WEIGHTS: Final = Weights(
    box_decay=0.98,
    range_first=0.09,
    range_each=0.04,
    bombs_first=0.34,
    bombs_next=0.17,
    bombs_each=0.07,
    apart=0.0,
    off_centre=0.0,
    off_boxes=0.0,
    threat=5.0,
    rivals=0.5,
    nearness=0.06,
)
"""Range and bombs at a tenth of the paper's worth, as in the authors' public code, boxes sooner rather than later, no
distance kept to the others, five boxes for a way out, and half a box for each that the others do not get. In place of
the paper's pull to the centre and to all boxes that stand, a cell nearer than the others to a box that nobody has
claimed counts, less than such positions foretold in games of the player without it
(`policy.hypersonic.nearness`).

Found in games of the same number of simulations against `mcts`, `rhea`, and earlier versions, with ten or twenty
numbers drawn anew for each game and a linear model of the margin in boxes. What stood out: predictions believed for
fewer rounds, gear that counts less when few boxes are left, no pull to the centre beside nearness.
"""
EXPECTED: Final = replace(WEIGHTS, box_decay=0.97, rivals=0.7)
"""What opponents are expected to go by."""

BELIEVED: Final = 16
"""Rounds for which predictions are believed: two fuses. What an opponent does later depends on too much."""
HUNTS: Final = 4
"""Rounds ahead in which kills are looked for that no answer escapes."""
FADING: Final = 30.0
"""Boxes below which range and bombs count less and less: there is little left to use them on."""

MINE: Final = Settings(
    width=3000, most_a_group=100, narrow=True, threatened=4, levels=28, fading=FADING, weights=WEIGHTS
)
CROWD: Final = replace(MINE, threatened=0)
"""Among three and four: no way out is kept open for the case that all others place bombs at once. In games of four,
against the paper's beams with the public weights, that cost boxes and nobody died without it."""
THEIRS: Final = Settings(width=150, narrow=True, levels=24, weights=EXPECTED)
PHASES: Final[Mapping[int, Settings]] = MappingProxyType(
    {
        LEADING: replace(MINE, narrow=False, threatened=12, weights=replace(WEIGHTS, apart=0.3, threat=20.0)),
        TRAILING: replace(
            MINE, narrow=False, threatened=2, weights=replace(WEIGHTS, apart=-0.3, threat=1.0, trap=30.0)
        ),
    }
)
"""With no boxes left only a death changes who wins: in front it keeps away, else it goes where it can kill."""


LATE: Final = 8
IDLE_LOSS: Final = 0.3
"""In a live window a key may come too late: in the first so many rounds a position costs so much of a box from which
the player could not stand still for one round and live."""


def strongest(rules: Rules) -> BeamPlayer:
    """Return the best player of today for these rules.

    Beyond the paper: opponents answer what the player means to do; the boxes that others get count against it, and who
    is nearer to those that nobody has claimed counts too; after the first move bombs are placed only where they will
    break a box, or may once an item in the way is taken; a kill that no answer escapes is looked for four rounds ahead,
    and made; first moves that an enemy can trap in three rounds are pruned, and in the first rounds positions cost
    something from which there is no way out if everybody else placed a bomb; predictions are believed for two fuses;
    the widths follow from the time, the depths are fixed; among three and four it is less careful (`CROWD`); once no
    boxes are left to fight for, other weights hold (`PHASES`).
    """
    return _player(rules, MINE, CROWD, PHASES)


def strongest_live(rules: Rules) -> BeamPlayer:
    """Return the best player for a window whose keys may come too late: it leaves a round to spare where it can."""
    phases = {outlook: _late(settings) for outlook, settings in PHASES.items()}
    return _player(rules, _late(MINE), _late(CROWD), phases)


def _late(settings: Settings) -> Settings:
    return replace(settings, late=LATE, weights=replace(settings.weights, idle=IDLE_LOSS))


def _player(rules: Rules, mine: Settings, crowd: Settings, phases: Mapping[int, Settings]) -> BeamPlayer:
    return BeamPlayer(
        rules,
        mine,
        THEIRS,
        careful=True,
        hunts=HUNTS,
        fits_width=True,
        fits_predictions=True,
        answers=True,
        believed=BELIEVED,
        crowd=crowd,
        phases=phases,
    )
