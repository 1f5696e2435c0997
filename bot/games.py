"""The register of games: each is five small things, and this page points at all of them.

A game is its rules (`engine`), how its screen is laid out (`vision`), how a move becomes a gesture
(`control`), its planners (`policy`) and its practice window (`practice`). What a command does not need
it does not import: `--help` loads nothing of a game, `practice` only the window and the rules.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from control.gesture import Gesture
from engine.game import GameRules
from policy.decision import Policy
from vision.profile import Profile
from vision.sighting import UNKNOWN, Sighting

if TYPE_CHECKING:
    from calibration.learned_kinds import LearnedKinds
    from calibration.outcome import Calibration
    from capture.frame import Frame
    from control.sketch import Sketch
    from practice.options import PracticeOptions
    from vision.readers import BoardReader
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
        calibrate: (frames, screen, ...) to a calibration; see `calibration.calibrate.calibrate`.
        document: (sighting) to what `read --json` prints of it.
        state_from_sighting: (rules, sighting) to the engine's state.
        hidden: fields of the state that the screen does not show; they follow from the moves made.
        expected: (rules, state, move) to the state after it as far as chance has no part in it; its hidden fields
            are what the next decision goes by.
        gesture: (move, profile) to what the hand shall do, in frame pixels.
        sketch: (line of moves, text, profile) to what the overlay draws, in frame pixels.
        policy: (spec such as "fullwidth:depth=3", rules) to a planner; raises `policy.spec.PolicyError`.
        default_policy: planner that is meant when none is named.
        learn_kinds: (reader, frame, later frame) to what settled frames show of kinds that nobody knew, None where
            that is not sure; None where calibration sees every kind.
        hands_pieces: the first screen shows a few pieces only; a live calibration has to play some to see all kinds.
        matters: (rules, state, move): would the move's result differ with what an UNKNOWN cell holds?
        misread_cells: more contradicting cells than this are no slip of the eyes but another move than planned.
        moves_a_game: moves that `simulate` plays when not told; 0 is to the end of the game.
        warm_up: compiles every kernel a live game calls.
    """

    name: str
    rules: GameRules[Any, Any]
    default_rules: str
    live_rules: Callable[[Any], Any]
    screen: "Screen"
    calibrate: "Callable[..., Calibration]"
    document: Callable[[Sighting], dict[str, Any]]
    state_from_sighting: Callable[[Any, Sighting], Any]
    hidden: tuple[str, ...]
    expected: Callable[[Any, Any, int], Any]
    gesture: Callable[[int, Profile], Gesture]
    sketch: Callable[[tuple[int, ...], str, Profile], "Sketch"]
    policy: Callable[[str, Any], Policy[Any]]
    default_policy: str
    learn_kinds: "Callable[[BoardReader, Frame, Frame], LearnedKinds | None] | None"
    hands_pieces: bool
    matters: Callable[[Any, Any, int], bool]
    misread_cells: int
    moves_a_game: int
    warm_up: Callable[[], None]

    def contradictions(self, rules: Any, state: Any, move: int) -> Callable[[NDArray[np.int8]], NDArray[np.bool_]]:
        """Return the rules' test of boards seen after `move`."""
        return lambda observed: self.rules.contradictions(rules, state, move, self.known(observed))

    def known(self, codes: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return seen codes with kinds that the rules do not know (a special nobody has named) as UNKNOWN."""
        return np.where(codes < len(self.rules.KIND_NAMES), codes, np.int8(UNKNOWN)).astype(np.int8)

    def with_hidden(self, state: Any, source: Any) -> Any:
        """Return `state` as read from the screen with the fields that the screen does not show from `source`."""
        return state._replace(**{name: getattr(source, name) for name in self.hidden})


def _codes(sighting: Sighting) -> dict[str, Any]:
    return {"codes": sighting.codes.tolist()}


def _bilging() -> Game:
    import calibration.calibrate
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
        calibrate=calibration.calibrate.calibrate,
        document=_codes,
        state_from_sighting=vision.bilging.state_from_sighting,
        hidden=(),
        expected=lambda _rules, state, _move: state,
        gesture=lambda move, profile: control.bilging.gesture(move, profile.lattice),
        sketch=lambda line, text, profile: control.bilging.sketch(line, text, profile.lattice),
        policy=policy.bilging.make_policy,
        default_policy="strongest",
        learn_kinds=None,
        hands_pieces=False,
        matters=policy.bilging.matters,
        misread_cells=2,
        moves_a_game=50,
        warm_up=warm_up,
    )


def _calibrate_rings(
    frames: "Sequence[Frame]",
    screen: "Screen",
    *,
    rows: int | None,
    cols: int | None,
    name_kind: object,
    **wishes: Any,
) -> "Calibration":
    """Calibrate a window of nested rings; its board has one size, and no kind of it wants a name."""
    from calibration.outcome import CalibrationError
    from calibration.rings.calibrate import calibrate_rings

    if (rows or screen.rows, cols or screen.cols) != (screen.rows, screen.cols):
        raise CalibrationError(
            f"{screen.game} is played on {screen.rows} x {screen.cols} cells; leave out --rows, --cols"
        )
    return calibrate_rings(frames, screen, **wishes)


def _learn_colours(reader: "BoardReader", frame: "Frame", later: "Frame") -> "LearnedKinds | None":
    """Learn colours of rings in mid-game: the first hands hold a few."""
    from calibration.rings.new_colour import learn_colours
    from vision.rings.reader import RingReader

    return learn_colours(reader, frame, later) if isinstance(reader, RingReader) else None


def _square_stacker() -> Game:
    import control.square_stacker
    import engine.square_stacker
    import policy.square_stacker
    import vision.rings.reader
    import vision.square_stacker

    def warm_up() -> None:
        engine.square_stacker.warm_up()
        policy.square_stacker.warm_up()
        vision.rings.reader.warm_up()

    return Game(
        name="square_stacker",
        rules=engine.square_stacker,
        default_rules="wpi",
        live_rules=lambda rules: rules,
        screen=vision.square_stacker.SCREEN,
        calibrate=_calibrate_rings,
        document=vision.square_stacker.document,
        state_from_sighting=vision.square_stacker.state_from_sighting,
        hidden=("combo", "score", "moves"),
        expected=lambda rules, state, move: engine.square_stacker.place_piece(rules, state, move).state,
        gesture=control.square_stacker.gesture,
        sketch=control.square_stacker.sketch,
        policy=policy.square_stacker.make_policy,
        default_policy="strongest",
        learn_kinds=_learn_colours,
        hands_pieces=True,
        matters=lambda _rules, _state, _move: True,
        misread_cells=1,
        moves_a_game=0,
        warm_up=warm_up,
    )


def _practise_bilging(options: "PracticeOptions") -> int:
    import practice.bilging

    return practice.bilging.run(options)


def _practise_square_stacker(options: "PracticeOptions") -> int:
    import practice.square_stacker

    return practice.square_stacker.run(options)


GAMES: Mapping[str, Callable[[], Game]] = {"bilging": _bilging, "square_stacker": _square_stacker}
"""Everything of a game but its practice window."""

PRACTICE: Mapping[str, "Callable[[PracticeOptions], int]"] = {
    "bilging": _practise_bilging,
    "square_stacker": _practise_square_stacker,
}
"""The practice windows; they run in processes of their own, which must not load OpenCV beside Qt."""
