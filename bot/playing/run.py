"""One run: how it is to be played, what it did, how it ended."""

import signal
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from bot.ending_signals import signal_name
from bot.exit_status import ExitStatus
from bot.playing.latency import Latency
from bot.playing.outcome import Outcome
from capture.source import CaptureError, EndOfFrames
from control.hand import StoppedByUser
from vision.sighting import UNKNOWN


@dataclass(frozen=True, slots=True)
class LoopSettings:
    """How a run is played.

    Attributes:
        moves: stop after this many judged moves.
        think_ms: the planner's budget a move.
        seed: decides every random choice of the planner.
        patience_s: how long a board that the rules forbid may stand before the move is classified.
        absence_s: how long the board may be out of sight or the envelope closed before the run stops.
        closed_s: how long a closed window may take to be opened again.
        faults: odd outcomes in a row that end the run.
    """

    moves: int
    think_ms: float
    seed: int
    patience_s: float = 1.5
    absence_s: float = 60.0
    closed_s: float = 5.0
    faults: int = 3


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a run ended: all moves made, the game over, a fault of ours, or a stop by envelope or person."""

    reason: str
    finished: bool = False
    fault: bool = False

    @property
    def status(self) -> ExitStatus:
        """The exit status that tells it."""
        if self.finished:
            return ExitStatus.DONE
        return ExitStatus.FAILED if self.fault else ExitStatus.STOPPED

    def or_failure(self, failure: str | None) -> Self:
        """Return it, or a fault where it is none but the end of the run could not be written whole, for this reason."""
        return self if failure is None or self.fault else type(self)(failure, fault=True)


MADE_OTHERWISE: Final = (Outcome.MISREAD, Outcome.RULES_DIFFER, Outcome.MISPLACED)
"""Outcomes of moves that were made, but not as planned: what they scored is not known."""


class EndRun(Exception):  # noqa: N818 (carries an ending out of nested calls)
    """Raised where a run ends; the loop returns its ending."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.reason)
        self.ending = ending


@dataclass(slots=True)
class Tally:
    """What a run did so far."""

    moves: int = 0
    confirmed: int = 0
    boards: int = 0
    cells: int = 0
    repaired: int = 0
    """Of the cells, those that the rules settled."""
    points: float = 0.0
    """Of confirmed moves, as far as they are certain."""
    luck_unseen: bool = False
    """Whether what nobody saw, pieces or a combo under way, may have brought more points."""
    outcomes: Counter[str] = field(default_factory=Counter)
    landings: list[tuple[int, ...]] = field(default_factory=list)
    """Of falling pieces, in order: the column and the codes, top to bottom, that each was planned to land with; () of
    one that nobody could steer, and those that came unseen beside it."""
    latency: Latency = field(default_factory=Latency)

    def decided_on(self, codes: NDArray[np.int8], repaired: int = 0) -> None:
        """Count a board that was decided on.

        Args:
            codes: of the sighting; those that are UNKNOWN were not read.
            repaired: how many of them the rules settled.
        """
        self.boards += 1
        self.cells += int(np.count_nonzero(codes != UNKNOWN))
        self.repaired += repaired

    @property
    def deaf(self) -> bool:
        """Whether moves were made, and none of them reached the game."""
        return self.moves > 0 and self.outcomes.keys() == {Outcome.INPUT_LOST}

    @property
    def points_at_least(self) -> bool:
        """Whether the game may have given more points: for what nobody saw, or for moves that were not confirmed."""
        return self.luck_unseen or any(self.outcomes[odd] for odd in MADE_OTHERWISE)


def run_to_its_end(step: Callable[[], None]) -> Ending:
    """Call `step` until it ends the run, or window, hand or person do; always returns."""
    try:
        while True:
            step()
    except EndRun as end:
        return end.ending
    except StoppedByUser as stop:
        return Ending(str(stop))
    except EndOfFrames:
        return Ending("the source has no more frames", finished=True)
    except CaptureError as error:
        return Ending(str(error), fault=True)
    except KeyboardInterrupt as end:
        number = end.args[0] if end.args else signal.SIGINT  # the command line tells which signal it was
        return Ending(f"stopped by {signal_name(number)}")
