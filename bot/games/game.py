"""What a game is to the bot: its rules, eyes, hand and planners, joined in one record."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from control.gesture import Gesture
from engine.game import GameRules
from policy.decision import Decision, PlanText, Policy, worth
from vision.profile import Profile, Section
from vision.profile_sections import MoveBy
from vision.sighting import UNKNOWN, Sighting

if TYPE_CHECKING:
    from bot.calibrating.wishes import CalibrationWishes
    from calibration.kind_names import NameKind
    from calibration.learned_kinds import LearnedKinds
    from calibration.outcome import Calibration
    from capture.frame import Frame
    from capture.window import Window
    from control.sketch import Sketch
    from vision.readers import BoardReader
    from vision.screen import Screen

    LearnKinds = Callable[[BoardReader, Frame, Frame, NDArray[np.bool_], NameKind | None], LearnedKinds | None]


class Pace(Enum):
    """What a game waits for; each has a loop of its own."""

    TURNS = auto()
    """For the player: `bot.turns`."""
    FALLS = auto()
    """For nobody, a piece falls: `bot.falling`."""
    TICKS = auto()
    """For nobody, a round is played at every tick: `bot.ticking`."""


class Showing(Enum):
    """How much of what a calibration must see a window shows to somebody who does not play."""

    ALL = auto()
    SOME = auto()
    """Enough in some moments; the rest comes in play."""
    NOTHING = auto()
    """Nothing that is of use without play."""


@dataclass(frozen=True, slots=True)
class Luck:
    """Tests of boards after a move in which chance has a large part, so that the rules' own weigh what is likelier.

    Attributes:
        impossibilities: (rules, state, move, observed) to the cells that no luck explains.
        explains: the same and `sure` to whether luck explains a board that is odd at first sight; much luck where no
            cell can have been read wrong.
    """

    impossibilities: Callable[[Any, Any, int, NDArray[np.int8]], NDArray[np.bool_]]
    explains: Callable[[Any, Any, int, NDArray[np.int8], bool], bool]


@dataclass(frozen=True, slots=True)
class Turns:
    """What only a turn-based game has: a move is one gesture, and the settled board after it is held against the rules.

    Attributes:
        gesture: (state, move, profile) to what the hand shall do, in frame pixels.
        expected: (rules, state, move) to the state after it as far as chance has no part in it; its hidden fields
            are what the next decision goes by, and what its score has grown by are points that are certain.
        misread_cells: more contradicting cells than this are no slip of the eyes but another move than planned.
        may_score_more: (rules, state, move): may the move have brought more points than `expected` counts, by pieces
            that nobody saw?
        under_way: (state) to one that looks the same, of a game that was under way before anybody looked: other hidden
            fields bring other points; None where the screen shows all that points hang on.
        other_way: how a window may want its moves (`move_by` of the profile's input) in which the usual way does
            nothing; None where there is one way only.
        luck: what the rules say apart from how likely it is; None where `rules.contradictions` says no other things.
    """

    gesture: Callable[[Any, int, Profile], Gesture]
    expected: Callable[[Any, Any, int], Any]
    misread_cells: int
    may_score_more: Callable[[Any, Any, int], bool] = lambda _rules, _state, _move: False
    under_way: Callable[[Any], Any] = lambda _state: None
    other_way: MoveBy | None = None
    luck: Luck | None = None


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
        printed: (sighting) to what plain `read` prints of it: codes (rows, cols), or (rows, places, slots), by heading.
        state_from_sighting: (rules, sighting) to the engine's state.
        hidden: fields of the state that the screen does not show; they follow from the moves made.
        sketch: (rules, state, line of moves, text, profile) to what the overlay draws, in frame pixels.
        plan: (rules, state, decision) to the decision in words, for overlay, pictures and `replay`.
        move_words: (rules, move) to the move as a person would say it; rows and columns count from 1.
        policy: (spec such as "fullwidth:depth=3", rules) to a planner; raises `policy.spec.PolicyError`.
        live_policy: the same for a live window, where the game does not wait for the hand.
        default_policy: planner that is meant when none is named.
        learn_kinds: (reader, frame, later frame, unread cells, who names kinds) to what settled frames show of kinds
            that nobody knew, None where that is not sure; None where calibration sees every kind.
        calibrate_live: (game, window or its title, wishes, key that begins a new game) to a calibration on a window
            that may be played for it: where the first screen shows few kinds, pieces are played until all were seen.
        showing: how much a window shows without that.
        one_size: whether the board is always `screen.rows` x `screen.cols`.
        section: the section of a profile that tells how its board is read; None for a board of plain tiles.
        pace: what the game waits for.
        turns: what its loop needs where it waits for the player (`Pace.TURNS`); None at another pace.
        matters: (rules, state, move): would the move's result differ with what an UNKNOWN cell holds?
        think_ms: budget a move that is meant when none is named, in milliseconds.
        moves_a_game: moves that `simulate` plays when not told; 0 is to the end of the game.
        endless: (rules): does nothing but a move limit end it?
        warm_up: compiles every kernel a live game calls.
        demo_settings: (rules) to "name=value" of settings that a demo's window gets where nothing else is asked for.
        undecidable: (sighting) to why a picture that nothing is known before cannot be decided on, though its board is
            read: what a loop waits for until it has passed; None where it can.
    """

    name: str
    rules: GameRules[Any, Any]
    default_rules: str
    live_rules: Callable[[Any], Any]
    screen: "Screen"
    calibrate: "Callable[..., Calibration]"
    document: Callable[[Sighting], dict[str, Any]]
    printed: Callable[[Sighting], Mapping[str, NDArray[np.int8]]]
    state_from_sighting: Callable[[Any, Sighting], Any]
    hidden: tuple[str, ...]
    sketch: Callable[[Any, Any, tuple[int, ...], str, Profile], "Sketch"]
    move_words: Callable[[Any, int], str]
    policy: Callable[[str, Any], Policy[Any]]
    live_policy: Callable[[str, Any], Policy[Any]]
    default_policy: str
    learn_kinds: "LearnKinds | None"
    calibrate_live: "Callable[[Game, str | Window, CalibrationWishes, str], Calibration]"
    pace: Pace
    matters: Callable[[Any, Any, int], bool]
    think_ms: float
    moves_a_game: int
    warm_up: Callable[[], None]
    turns: Turns | None = None
    endless: Callable[[Any], bool] = lambda _rules: False
    showing: Showing = Showing.ALL
    one_size: bool = False
    section: Section | None = None
    demo_settings: Callable[[Any], tuple[str, ...]] = lambda _rules: ()
    plan: Callable[[Any, Any, Decision], PlanText] = worth
    undecidable: Callable[[Sighting], str | None] = lambda _sighting: None

    @property
    def plain_tiles(self) -> bool:
        """Whether its board is one of plain tiles: calibrated on pictures alone, of whatever size, and by any moves."""
        return self.section is None

    def contradictions(self, rules: Any, state: Any, move: int) -> Callable[[NDArray[np.int8]], NDArray[np.bool_]]:
        """Return the rules' test of boards seen after `move`."""
        return lambda observed: self.rules.contradictions(rules, state, move, self.known(observed))

    def known(self, codes: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return seen codes with kinds that the rules do not know (a special nobody has named) as UNKNOWN."""
        return np.where(codes < len(self.rules.KIND_NAMES), codes, np.int8(UNKNOWN)).astype(np.int8)

    def drawn(self, rules: Any, state: Any, decision: Decision, profile: Profile) -> "Sketch":
        """Return what is drawn of a decision made in `state`: the moves it expects, and its few words."""
        return self.sketch(rules, state, decision.line, self.plan(rules, state, decision).short, profile)

    def with_hidden(self, state: Any, source: Any) -> Any:
        """Return `state` as read from the screen with the fields that the screen does not show from `source`."""
        return state._replace(**{name: getattr(source, name) for name in self.hidden})
