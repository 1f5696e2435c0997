"""Calibration by playing: pieces are put on empty cells until all sizes and, as far as they come, colours are seen.

A window of nested rings shows three pieces at first and most of its colours later. On an empty board any piece fits
any cell, so nothing need be known but where cells and hand are; a new game is begun when the board has filled up.
Where colours come with the score, some are not seen so; they are learned when they come.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.calibrating.carrying import carry_a_piece, with_drop_offset
from bot.calibrating.desk import Desk, places_in, sites_in, targets_of
from bot.calibrating.frames import calibrate_frames
from bot.calibrating.window_at_rest import at_rest
from bot.calibrating.wishes import CalibrationWishes
from calibration.outcome import Calibration
from calibration.rings.moved import has_moved
from calibration.rings.sites import Site
from capture.frame import Frame
from capture.window import Window, WindowSource
from control.envelope import Envelope, Limits
from control.gesture import Drag, Keys, Point, Swap
from control.pyautogui_hand import PyAutoGuiHand
from control.stop_key import StopKey

if TYPE_CHECKING:
    from bot.games import Game

GAMES = 6
"""Games that are begun at most."""
LATE_S = 1.0
"""How long after a drag a slow window may show what it did."""
NOT_SEEN_TO_MOVE = (
    "note: no piece was seen to go where it was put; if play says that moves do not reach the game, set move_by under "
    "[input], or drop_dx and drop_dy under [rings], by hand"
)


def calibrate_by_placing(
    game: "Game", window: str | Window, wishes: CalibrationWishes, restart_key: str
) -> Calibration:
    """Play pieces in a live window until a calibration passes and knows every colour, or a game has brought no new one.

    Args:
        game: one whose window shows pieces that are dragged into cells, or clicked on and then their cell.
        window: its title, or the window itself, which is closed in the end.
        wishes: what is known of it.
        restart_key: begins a new game there, as pyautogui spells it.

    Returns:
        The calibration, passed or not, of all that was seen; the window shows a new game.

    Raises:
        Failed: no board is found in the window, or no pieces beside the one that `wishes` name.
        calibration.outcome.CalibrationError: that one does not fit the window.
        Stopped: the person took the mouse or pressed the stop key, or another window came over the game.
        capture.source.CaptureError: the window went away.
    """
    source = WindowSource(window)
    try:
        with StopKey() as stop_key:
            hand = PyAutoGuiHand(wishes.timing)
            first = at_rest(source)
            places = places_in(first, wishes.board)
            gestures = GAMES * (places.lattice.rows * places.lattice.cols + 8)
            limits = Limits(moves=gestures, per_second=60)
            envelope = Envelope(source.window, targets_of(places), limits, stop_key, hand)
            return _play(game, Desk(source, hand, envelope, places), first, wishes, restart_key)
    finally:
        source.close()


def _play(game: "Game", desk: Desk, first: Frame, wishes: CalibrationWishes, restart_key: str) -> Calibration:
    carried = carry_a_piece(desk)
    frames = [first]
    known = game.screen.colours + 1
    calibration = None
    before = 0
    lattice, hand = desk.places.lattice, desk.places.hand
    start = first
    by_clicks = moved = False
    for game_number in range(GAMES):
        for number in range(lattice.rows * lattice.cols):
            piece, cell = hand[number % len(hand)], lattice.centre(*divmod(number, lattice.cols))
            drop = Drag(piece, (cell[0] - carried.offset[0], cell[1] - carried.offset[1]))
            desk.do(Swap(piece, cell, either_way=False) if by_clicks else drop)
            seen = at_rest(desk.source, desk.places)
            # in a game that was under way the piece may be gone or the cell taken: the next one tells
            if number == 0 and not moved:
                shown = sites_in(start)
                moved = has_moved(shown, sites_in(seen), piece, cell, desk.places.pitch)
                if not moved:
                    by_clicks, seen = _goes_by_clicks(desk, shown, piece, cell)
                    moved = by_clicks
            if number % len(hand) == len(hand) - 1:
                frames.append(seen)
        calibration = calibrate_frames(game, frames, desk.source.window.title, wishes)
        desk.do(Keys((restart_key,)))
        start = at_rest(desk.source, desk.places)
        result = calibration.result
        # a second game tells how pieces are moved where the first one does not
        if result.passed and (result.kinds >= known or result.kinds == before) and (moved or game_number > 0):
            break
        before = result.kinds if result.passed else 0
        if not moved and game_number < GAMES - 1:
            # how a piece hangs was not to be seen, or seen wrong, in a game under way or while the machine stood still
            again = carry_a_piece(desk)
            carried = carried if again.frame is None else again
            desk.do(Keys((restart_key,)))
            start = at_rest(desk.source, desk.places)
    assert calibration is not None
    calibration = calibration.moving_by("clicks") if by_clicks else with_drop_offset(calibration, carried)
    if moved or not calibration.result.passed:
        return calibration
    return replace(calibration, notes=(*calibration.notes, NOT_SEEN_TO_MOVE))


def _goes_by_clicks(desk: Desk, start: Sequence[Site], piece: Point, cell: Point) -> tuple[bool, Frame]:
    """Tell whether a piece that a drag has left in hand goes to a cell by two clicks; with the window after them.

    Args:
        desk: what is played with.
        start: what the window showed before the drag.
        piece, cell: where they are, in pixels.
    """
    # what a slow window shows later of the drag would seem to be what the clicks did
    time.sleep(LATE_S)
    seen = at_rest(desk.source, desk.places)
    before, pitch = sites_in(seen), desk.places.pitch
    if has_moved(start, before, piece, cell, pitch):
        return False, seen
    # a piece that the drag has chosen is let go by the first click of the first try
    for _ in range(2):
        desk.do(Swap(piece, cell, either_way=False))
        seen = at_rest(desk.source, desk.places)
        if has_moved(before, sites_in(seen), piece, cell, pitch):
            return True, seen
    return False, seen
