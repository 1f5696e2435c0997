"""Pieces that are not planned for yet: which one it is that comes in, and whether a plan for it comes too late."""

from dataclasses import dataclass

from bot.falling.identity import Identity, Jewels, differs
from bot.falling.ledger import Ledger
from bot.falling.pace import WindowPace
from bot.falling.situation import rows_above_ground
from engine.columns import LENGTH
from vision.well.tracker import FallingPiece, WellView


@dataclass(slots=True)
class _Newcomer:
    """One of them: its number, as the tracker counts, and when all of it was in view first."""

    number: int
    identity: Identity
    whole_since_s: float | None = None


class Newcomers:
    """Makes out those of one run.

    Args:
        pace: of the window; measured afresh with each of them.
        ledger: the run's; told of pieces that nobody saw.
        think_s: that a plan takes.
    """

    def __init__(self, pace: WindowPace, ledger: Ledger, think_s: float) -> None:
        self._pace, self._ledger, self._think_s = pace, ledger, think_s
        self._newcomer: _Newcomer | None = None

    def look(self, view: WellView, piece: FallingPiece, seen_s: float) -> Jewels | None:
        """Take the next look at a piece that is not planned for yet.

        Args:
            view: the well with it.
            piece: as seen.
            seen_s: when.

        Returns:
            Its jewels as it came in, top first, once they are sure; None also where a plan would come too late.
        """
        newcomer = self._newcomer
        if newcomer is None or newcomer.number != piece.number:
            if newcomer is not None:
                self._ledger.went_unseen()  # before it was made out
            newcomer = self._newcomer = _Newcomer(piece.number, Identity(view.announced))
            self._pace.new_piece()
        if newcomer.whole_since_s is None and len(piece.codes) == LENGTH:
            newcomer.whole_since_s = seen_s
        if piece.bottom >= LENGTH and not piece.resting:
            self._pace.fell(piece.bottom, seen_s)  # of a run's first piece nothing else tells how fast it falls
        jewels = newcomer.identity.feed(piece, seen_s)
        if jewels is None or self._is_too_late(view, piece):
            return None
        if self._ledger.expected is not None and differs(jewels, self._ledger.expected.piece):
            self._ledger.went_unseen()  # one came between, and vanished without a trace
        return jewels

    @property
    def whole_since_s(self) -> float | None:
        """When the piece was first seen with all of it in view; None where it has not been."""
        return None if self._newcomer is None else self._newcomer.whole_since_s

    def over(self) -> None:
        """Take note that the piece is planned for, or may have gone while nobody looked."""
        self._newcomer = None

    def _is_too_late(self, view: WellView, piece: FallingPiece) -> bool:
        """Tell whether a piece that was come upon on its way down will lie before a press can take effect.

        It is none to plan for; of one that is still coming in a plan is the only chance to keep the game going.
        """
        on_its_way = piece.bottom > LENGTH
        soon_s = rows_above_ground(view, piece) * self._pace.row_s
        return on_its_way and soon_s < self._think_s + self._pace.press_s
