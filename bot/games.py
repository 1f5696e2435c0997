"""The register of games: each is five small things, and this page points at all of them.

A game is its rules (`engine`), how its screen is laid out (`vision`), how a move becomes a gesture
(`control`), its planners (`policy`) and its practice window (`practice`). What a command does not need
it does not import: `--help` loads nothing of a game, `practice` only the window and the rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from control.gesture import Gesture
from engine.game import GameRules
from policy.decision import Policy
from vision.lattice import Lattice
from vision.sighting import UNKNOWN, Sighting

if TYPE_CHECKING:
    from control.sketch import Sketch
    from practice.options import PracticeOptions
    from vision.screen import Screen


@dataclass(frozen=True, slots=True)
class Game:
    """One game, joined.

    Attributes:
        name: as typed on the command line.
        rules: the engine's module.
        default_rules: preset that is meant when none is named.
        live_rules: a preset as a real window may follow it: whatever the game may bring, comes.
        screen: what calibration and reader need to know of its window.
        state_from_sighting: (rules, sighting) to the engine's state.
        gesture: (move, lattice in frame pixels) to what the hand shall do.
        sketch: (line of moves, text, lattice in frame pixels) to what the overlay draws.
        policy: (spec such as "fullwidth:depth=3", rules) to a planner; raises `policy.spec.PolicyError`.
        default_policy: planner that is meant when none is named.
        matters: (rules, state, move): would the move's result differ with what an UNKNOWN cell holds?
        warm_up: compiles every kernel a live game calls.
    """

    name: str
    rules: GameRules[Any, Any]
    default_rules: str
    live_rules: Callable[[Any], Any]
    screen: "Screen"
    state_from_sighting: Callable[[Any, Sighting], Any]
    gesture: Callable[[int, Lattice], Gesture]
    sketch: Callable[[tuple[int, ...], str, Lattice], "Sketch"]
    policy: Callable[[str, Any], Policy[Any]]
    default_policy: str
    matters: Callable[[Any, Any, int], bool]
    warm_up: Callable[[], None]

    def contradictions(self, rules: Any, state: Any, move: int) -> Callable[[NDArray[np.int8]], NDArray[np.bool_]]:
        """Return the rules' test of boards seen after `move`."""
        return lambda observed: self.rules.contradictions(rules, state, move, self.known(observed))

    def known(self, codes: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return seen codes with kinds that the rules do not know (a special nobody has named) as UNKNOWN."""
        return np.where(codes < len(self.rules.KIND_NAMES), codes, np.int8(UNKNOWN)).astype(np.int8)


def _bilging() -> Game:
    import control.bilging
    import engine.bilging
    import policy.bilging
    import vision.bilging
    import vision.reader

    def warm_up() -> None:
        engine.bilging.warm_up()
        policy.bilging.warm_up()
        vision.reader.warm_up()

    return Game(
        name="bilging",
        rules=engine.bilging,
        default_rules="ypp",
        live_rules=engine.bilging.Rules.with_specials,
        screen=vision.bilging.SCREEN,
        state_from_sighting=vision.bilging.state_from_sighting,
        gesture=control.bilging.gesture,
        sketch=control.bilging.sketch,
        policy=policy.bilging.make_policy,
        default_policy="strongest",
        matters=policy.bilging.matters,
        warm_up=warm_up,
    )


def _practise_bilging(options: "PracticeOptions") -> int:
    import practice.bilging

    return practice.bilging.run(options)


GAMES: Mapping[str, Callable[[], Game]] = {"bilging": _bilging}
"""Everything of a game but its practice window."""

PRACTICE: Mapping[str, "Callable[[PracticeOptions], int]"] = {"bilging": _practise_bilging}
"""The practice windows; they run in processes of their own, which must not load OpenCV beside Qt."""
