"""Follows a game that somebody else plays, picture by picture: positions to decide on, and what was done in each."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.examining.eyes_and_planner import EyesAndPlanner
from bot.falling.identity import Identity, Jewels, turned
from bot.falling.outcome import explaining_moves
from bot.falling.situation import state_of
from bot.games import Pace
from bot.playing.trackers import board_tracker, well_tracker
from bot.ticking.chronicle import Chronicle
from bot.turns.explaining import changed, moves_made
from engine.columns import LENGTH, State, drop_piece, legal_moves, visible
from vision.sighting import UNKNOWN, Sighting, Status
from vision.well.tracker import FallingPiece, Phase, WellView

PATIENCE_NS: Final = 1_500_000_000
"""A board that no move explains must stand so long to be believed, as in a run: it may rest between two falls."""


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A position in which a move is due, or in which a game is over.

    Attributes:
        state: to decide on.
        sighting: that it was seen in.
        made: the moves that explain how it came from the position before; none where no single move does, None where
            there was no position before.
        again: the last position once more: what was told of it was the first picture of a motion.
    """

    state: Any
    sighting: Sighting
    made: tuple[int, ...] | None
    again: bool = False


class Follower(ABC):
    """Follows one game.

    Args:
        player: whose eyes it is followed with, and by which rules.
    """

    def __init__(self, player: EyesAndPlanner) -> None:
        self.game, self.rules, self.profile = player.game, player.rules, player.profile

    @abstractmethod
    def feed(self, sighting: Sighting) -> Position | None:
        """Take the next sighting, in order of time; return the position that it is the first to show for sure."""


class TurnFollower(Follower):
    """Follows settled boards: games in which nothing happens until the player moves."""

    def __init__(self, player: EyesAndPlanner) -> None:
        super().__init__(player)
        self._tracker = board_tracker(self.profile)
        self._state: Any = None
        self._seen: Sighting | None = None
        self._unexplained: NDArray[np.int8] | None = None

    def feed(self, sighting: Sighting) -> Position | None:
        """Take the next sighting, in order of time; return the settled board that it is the first to show."""
        if sighting.status & Status.NO_BOARD:
            self._tracker.reset()
            return None
        settled = self._tracker.feed(sighting)
        sighting = self._tracker.without_restless(sighting)
        if not settled or (self._seen is not None and not _tells_more(sighting, self._seen)):
            return None
        made = None
        if self._state is not None:
            made = self._moves_made(sighting.codes)
            if not made and sighting.time_ns - self._tracker.changed_ns < PATIENCE_NS:
                return None
        self._unexplained = None
        self._seen = sighting
        self._state = self.game.state_from_sighting(self.rules, sighting)
        return Position(self._state, sighting, made)

    def _moves_made(self, codes: NDArray[np.int8]) -> tuple[int, ...]:
        """Return the moves that explain a board; one that none explained is not held against all of them again."""
        if self._unexplained is not None and np.array_equal(self._unexplained, codes):
            return ()
        made = tuple(moves_made(self.game, self.rules, self._state, codes))
        self._unexplained = None if made else codes.copy()
        return made


def _tells_more(now: Sighting, before: Sighting) -> bool:
    """Tell whether a settled board is another, or the same with cells that could not be read and now can."""
    return changed(before, now) or bool(np.any((before.codes == UNKNOWN) & (now.codes != UNKNOWN)))


class FallingFollower(Follower):
    """Follows falling pieces: a position is one that has come in and is made out."""

    def __init__(self, player: EyesAndPlanner) -> None:
        super().__init__(player)
        self._tracker = well_tracker(self.rules)
        self._state: State | None = None
        self._landings: list[NDArray[np.int8]] = []
        self._identity: tuple[int, Identity] | None = None
        self._made_out = 0

    def feed(self, sighting: Sighting) -> Position | None:
        """Take the next sighting, in order of time; return the piece that it is the first to make out."""
        landed = next((board for board in self._landings if np.array_equal(board, sighting.codes)), None)
        if landed is not None:
            self._tracker.expect(landed)
        view = self._tracker.feed(sighting)
        piece = view.piece
        if view.phase is not Phase.FALLING or piece is None or piece.number == self._made_out:
            return None
        jewels = self._jewels(view, piece, sighting.time_ns)
        if jewels is None:
            return None
        made = None if self._state is None else tuple(explaining_moves(self.rules, self._state, view.board))
        self._made_out = piece.number
        self._state = state = state_of(self.rules, view, piece, jewels, 0.0, None)
        after = [drop_piece(self.rules, state, move).state for move in legal_moves(self.rules, state).tolist()]
        self._landings = [visible(self.rules, each.board) for each in after]
        return Position(state, sighting, made)

    def _jewels(self, view: WellView, piece: FallingPiece, time_ns: int) -> Jewels | None:
        """Return the piece as it came in, top first, once that is sure; whoever plays may have turned it already."""
        if self._identity is None or self._identity[0] != piece.number:
            self._identity = piece.number, Identity(view.announced)
        if view.announced is not None and len(view.announced) == LENGTH:
            top, middle, bottom = view.announced
            if piece.codes in {turned((top, middle, bottom), times) for times in range(LENGTH)}:
                return top, middle, bottom
        return self._identity[1].feed(piece, time_ns / 1e9)


class TickingFollower(Follower):
    """Follows the turns of an arena, from the profile's seat."""

    def __init__(self, player: EyesAndPlanner) -> None:
        super().__init__(player)
        self._chronicle = Chronicle(self.game, self.rules, self.profile)

    def feed(self, sighting: Sighting) -> Position | None:
        """Take the next sighting, in order of time; return the turn that it is the first to show."""
        turn = self._chronicle.feed(sighting)
        return None if turn is None else Position(turn.state, turn.sighting, turn.made, turn.again)


FOLLOWERS: Mapping[Pace, type[Follower]] = {
    Pace.TURNS: TurnFollower,
    Pace.FALLS: FallingFollower,
    Pace.TICKS: TickingFollower,
}
"""Who follows which sort of game."""
