"""Calibration by playing: pieces are put on empty cells until all sizes and, as far as they come, colours are seen.

A window of nested rings shows three pieces at first and most of its colours later. On an empty board any piece fits
any cell, so nothing need be known but where cells and hand are; a new game is begun when the board has filled up.
Where colours come with the score, some are not seen so; they are learned when they come.
"""

import contextlib
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bot.calibrating.frames import calibrate_frames
from bot.calibrating.window_at_rest import STILL_S, at_rest
from bot.calibrating.wishes import CalibrationWishes
from bot.exit_status import Failed, Stopped
from calibration.outcome import Calibration, Rectangle
from calibration.rings.calibrate import lattice_of
from calibration.rings.carried import carried_offset
from calibration.rings.moved import has_moved, may_be_carried
from calibration.rings.places import Places, Site, find_places, sites_of
from calibration.rings.shapes import find_shapes
from capture.frame import Frame
from capture.window import WindowSource
from control.aim import ScreenPoint, frame_position, screen_points
from control.ending_signals import interrupts_deferred
from control.envelope import Envelope, Go, Limits
from control.gesture import Drag, Gesture, Keys, Point, Swap
from control.hand import StoppedByUser, TargetLost
from control.pyautogui_hand import PyAutoGuiHand
from control.stop_key import StopKey
from vision.lattice import Lattice
from vision.profile_sections import InputSection
from vision.rings.reader import RingReader

if TYPE_CHECKING:
    from bot.games import Game

GAMES = 6
"""Games that are begun at most."""
LATE_S = 1.0
"""How long after a drag a slow window may show what it did."""
AT_THE_POINTER = 0.05
"""Cells; a piece that hangs no farther off is carried by its middle."""
FARTHEST = 1.5
"""Cells that a carried piece may hang off the pointer: from farther off no drop would be allowed."""
NOT_SEEN_TO_MOVE = (
    "note: no piece was seen to go where it was put; if play says that moves do not reach the game, set move_by under "
    "[input], or drop_dx and drop_dy under [rings], by hand"
)
SLOW_DRAG = InputSection(hold_ms=800.0, gap_ms=60.0, drag_ms=300.0, drag_steps=6)
"""Rests long enough before the release that even a slow window has drawn the piece where the pointer is."""


@dataclass(frozen=True, slots=True)
class _Desk:
    """What the probing works with."""

    source: WindowSource
    hand: PyAutoGuiHand
    envelope: Envelope
    places: Places


def calibrate_by_playing(game: "Game", title: str, wishes: CalibrationWishes, restart_key: str) -> Calibration:
    """Play pieces in a live window until a calibration passes and knows every colour, or a game has brought no new one.

    Args:
        game: one whose window shows pieces that are dragged into cells, or clicked on and then their cell.
        title: of the window.
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
    source = WindowSource(title)
    try:
        with StopKey() as stop_key:
            hand = PyAutoGuiHand(wishes.timing)
            first = at_rest(source)
            places = _places(first, wishes.board)
            gestures = GAMES * (places.lattice.rows * places.lattice.cols + 4)
            limits = Limits(moves=gestures, per_second=60)
            envelope = Envelope(source.window, _targets(places), limits, stop_key, hand)
            return _probe(game, _Desk(source, hand, envelope, places), first, title, wishes, restart_key)
    finally:
        source.close()


def _probe(
    game: "Game", desk: _Desk, first: Frame, title: str, wishes: CalibrationWishes, restart_key: str
) -> Calibration:
    carried = _carried(desk)
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
            _do(desk, Swap(piece, cell, either_way=False) if by_clicks else drop)
            seen = at_rest(desk.source, desk.places)
            # in a game that was under way the piece may be gone or the cell taken: the next one tells
            if number == 0 and not moved:
                moved = _has_moved(desk, start, seen, piece, cell)
                if not moved:
                    by_clicks, seen = _goes_by_clicks(desk, start, piece, cell)
                    moved = by_clicks
            if number % len(hand) == len(hand) - 1:
                frames.append(seen)
        calibration = calibrate_frames(game, frames, title, wishes)
        _do(desk, Keys((restart_key,)))
        start = at_rest(desk.source, desk.places)
        result = calibration.result
        # a second game tells how pieces are moved where the first one does not
        if result.passed and (result.kinds >= known or result.kinds == before) and (moved or game_number > 0):
            break
        before = result.kinds if result.passed else 0
    assert calibration is not None
    calibration = calibration.moving_by("clicks") if by_clicks else _with_drop_offset(calibration, carried)
    if moved or not calibration.result.passed:
        return calibration
    return replace(calibration, notes=(*calibration.notes, NOT_SEEN_TO_MOVE))


def _has_moved(desk: _Desk, before: Frame, after: Frame, piece: Point, cell: Point) -> bool:
    return has_moved(_sites(before), _sites(after), piece, cell, desk.places.pitch)


def _goes_by_clicks(desk: _Desk, first: Frame, piece: Point, cell: Point) -> tuple[bool, Frame]:
    """Tell whether a piece that a drag has left in hand goes to a cell by two clicks; with the window after them."""
    # what a slow window shows later of the drag would seem to be what the clicks did
    time.sleep(LATE_S)
    seen = before = at_rest(desk.source, desk.places)
    if _has_moved(desk, first, seen, piece, cell):
        return False, seen
    # a piece that the drag has chosen is let go by the first click of the first try
    for _ in range(2):
        _do(desk, Swap(piece, cell, either_way=False))
        seen = at_rest(desk.source, desk.places)
        if _has_moved(desk, before, seen, piece, cell):
            return True, seen
    return False, seen


def _sites(frame: Frame) -> list[Site]:
    return sites_of(find_shapes(frame.pixels), frame.pixels.shape[:2])


def _places(frame: Frame, board: Rectangle | None) -> Places:
    size = frame.pixels.shape[:2]
    found = find_places(_sites(frame), size, None if board is None else lattice_of(board, size))
    if not found:
        told = "no board found in the window; play a few pieces first, or give its place by hand (--board)"
        raise Failed(f"calibration did not pass: {told if board is None else 'no pieces beside the board'}")
    return found[0]


def _targets(places: Places) -> list[Lattice]:
    pitch, board = places.pitch, places.lattice
    # a piece that hangs above the pointer is put down with the pointer below the board
    reach = Lattice(board.x - pitch, board.y - pitch, board.width + 2 * pitch, board.height + 2 * pitch, 1, 1)
    return [reach, *(Lattice(x - pitch / 2, y - pitch / 2, pitch, pitch, 1, 1) for x, y in places.hand)]


@dataclass(frozen=True, slots=True, eq=False)
class _Carried:
    """A piece that hangs from the pointer at rest.

    Attributes:
        frame: the window with it, None where none was seen.
        pointer: where in the frame the pointer is.
        offset: where the piece's middle lies from there, in pixels; (0, 0) where it is not known.
    """

    frame: Frame | None
    pointer: Point
    offset: Point


def _carried(desk: _Desk) -> _Carried:
    """Carry a piece to between four cells and see how it hangs from the pointer.

    It may be put down there; then one of the drags that follow finds its place in the hand empty and does nothing.
    """
    lattice = desk.places.lattice
    slow = PyAutoGuiHand(SLOW_DRAG)
    before = desk.source.grab()
    gesture = Drag(desk.places.hand[0], lattice.corner(1, 1))
    points = screen_points(gesture, before)
    _go(desk, gesture, before)
    # the window draws the piece a little after the pointer has come, and the last picture may show it let go
    resting = last = None
    with _dragged(desk, slow, gesture, points) as thread:
        while thread.is_alive():
            frame = desk.source.grab()
            if slow.left_at == points[1]:  # it has come there
                resting, last = last, frame
            time.sleep(STILL_S)
    desk.hand.left_at = slow.left_at
    at_rest(desk.source, desk.places)
    at = frame_position(points[1], before)
    if resting is None:
        return _Carried(None, at, (0.0, 0.0))
    pitch = desk.places.pitch
    # a shadow of the piece on the place that it would go to is not the piece, nor is what moves elsewhere on a page
    old, during = _sites(before), _sites(resting)
    known = np.array([*((site.x, site.y) for site in old), *desk.places.centres()])
    new = [s for s in during if np.hypot(*(known - (s.x, s.y)).T).min() > pitch / 10]
    new = [s for s in new if np.hypot(s.x - at[0], s.y - at[1]) <= FARTHEST * pitch]
    new = [s for s in new if may_be_carried(s, old, during, desk.places.hand[0], pitch)]
    if not new:
        return _Carried(None, at, (0.0, 0.0))
    nearest = min(new, key=lambda s: (s.x - at[0]) ** 2 + (s.y - at[1]) ** 2)
    return _Carried(resting, at, (nearest.x - at[0], nearest.y - at[1]))


@contextlib.contextmanager
def _dragged(
    desk: _Desk, hand: PyAutoGuiHand, gesture: Drag, points: tuple[ScreenPoint, ...]
) -> Iterator[threading.Thread]:
    """Drag in a thread of its own while the block looks on; the thread is over when the block has been left.

    Raises:
        Stopped: the person or a window ended the drag; the piece was put back.
    """
    failure: list[BaseException] = []

    def drag() -> None:
        try:
            hand.perform(gesture, points, desk.envelope.still_ours)
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=drag)
    # signals come to this thread and know nothing of the button that the other one holds
    with interrupts_deferred():
        thread.start()
        try:
            yield thread
        finally:
            thread.join()
    if not failure:
        return
    if isinstance(failure[0], StoppedByUser | TargetLost):
        raise Stopped(str(failure[0])) from failure[0]
    raise failure[0]


def _with_drop_offset(calibration: Calibration, carried: _Carried) -> Calibration:
    """Return the calibration with how a carried piece hangs from the pointer, as its own reader sees it."""
    draft = calibration.draft
    if draft is None or draft.rings is None:
        return calibration
    x, y = carried.offset[0] / draft.lattice.pitch_x, carried.offset[1] / draft.lattice.pitch_y
    if carried.frame is not None and calibration.result.passed:
        with tempfile.TemporaryDirectory(prefix="spyglass-probe-") as scratch:
            folder = Path(scratch) / "profile"
            calibration.save(folder)
            reader = RingReader.open(draft, folder)
        x, y = carried_offset(carried.frame, reader, carried.pointer) or (x, y)
    # within a few pixels the piece hangs at the pointer itself, as most do
    x, y = (0.0, 0.0) if np.hypot(x, y) < AT_THE_POINTER else (round(x, 4), round(y, 4))
    rings = draft.rings.model_copy(update={"drop_dx": x, "drop_dy": y})
    return replace(calibration, draft=draft.model_copy(update={"rings": rings}))


def _go(desk: _Desk, gesture: Gesture, frame: Frame) -> None:
    clearance = desk.envelope.check(screen_points(gesture, frame), frame)
    if not isinstance(clearance, Go):
        raise Stopped(clearance.reason)


def _do(desk: _Desk, gesture: Gesture) -> None:
    frame = desk.source.grab()
    points = screen_points(gesture, frame)
    _go(desk, gesture, frame)
    try:
        desk.hand.perform(gesture, points, desk.envelope.still_ours)
    except (StoppedByUser, TargetLost) as error:
        raise Stopped(str(error)) from error
    desk.envelope.acted()
