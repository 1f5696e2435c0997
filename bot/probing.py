"""Calibration by playing: pieces are put on empty cells until every kind and size has been seen.

A window of nested rings shows three pieces at first and most of its colours later. On an empty board any piece fits
any cell, so nothing need be known but where cells and hand are; a new game is begun when the board has filled up.
"""

import threading
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from bot.calibrating import CalibrationWishes, calibrate_frames
from bot.exit_status import Failed, Stopped
from calibration.outcome import Calibration
from calibration.rings.places import Places, Site, find_places, sites_of
from calibration.rings.shapes import find_shapes
from capture.frame import Frame
from capture.window import WindowSource
from control.aim import frame_position, screen_points
from control.envelope import Envelope, Go, Limits
from control.gesture import Drag, Gesture, Keys, Point
from control.hand import PyAutoGuiHand
from control.stop_key import StopKey
from vision.lattice import Lattice
from vision.profile import InputSection

if TYPE_CHECKING:
    from bot.games import Game

GAMES = 6
"""Games that are begun at most; after four nearly every window has shown all its colours."""
CELLS = 9
PIECES = 3
STILL_S = 0.06
"""Two pictures so far apart that are equal show a window at rest."""
REST_S = 3.0
"""How long a window may take to come to rest."""
MOST_VIEWS = 6
"""Pictures of a carried piece that are looked at."""
SLOW_DRAG = InputSection(hold_ms=60.0, gap_ms=60.0, drag_ms=900.0, drag_steps=6)
"""Slow enough for some pictures between two steps."""


@dataclass(frozen=True, slots=True)
class _Desk:
    """What the probing works with."""

    source: WindowSource
    hand: PyAutoGuiHand
    envelope: Envelope
    places: Places


def calibrate_by_playing(game: "Game", title: str, wishes: CalibrationWishes, restart_key: str) -> Calibration:
    """Play pieces in a live window until a calibration on what was seen passes and knows every colour.

    Args:
        game: one whose window shows pieces that are dragged into cells.
        title: of the window.
        wishes: what is known of it.
        restart_key: begins a new game there, as pyautogui spells it.

    Returns:
        The calibration, passed or not, of all that was seen; the window shows a new game.

    Raises:
        Failed: no board is found in the window.
        Stopped: the person took the mouse or pressed the stop key.
        capture.source.CaptureError: the window went away.
    """
    source = WindowSource(title)
    try:
        with StopKey() as stop_key:
            hand = PyAutoGuiHand(wishes.timing)
            first = _at_rest(source)
            places = _places(first)
            envelope = Envelope(
                source.window, _targets(places), Limits(moves=GAMES * (CELLS + 2), per_second=60), stop_key, hand
            )
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
    for _ in range(GAMES):
        for number in range(CELLS):
            x, y = desk.places.lattice.centre(*divmod(number, desk.places.lattice.cols))
            _do(desk, Drag(desk.places.hand[number % PIECES], (x - carried[0], y - carried[1])))
            seen = _at_rest(desk.source)
            if number % PIECES == PIECES - 1:
                frames.append(seen)
        calibration = calibrate_frames(game, frames, title, wishes)
        _do(desk, Keys((restart_key,)))
        _at_rest(desk.source)
        if calibration.result.passed and calibration.result.kinds >= known:
            break
    assert calibration is not None
    if calibration.draft is None or calibration.draft.rings is None:
        return calibration
    pitch = desk.places.pitch
    rings = calibration.draft.rings.model_copy(update={"drop_dx": carried[0] / pitch, "drop_dy": carried[1] / pitch})
    return replace(calibration, draft=calibration.draft.model_copy(update={"rings": rings}))


def _at_rest(source: WindowSource) -> Frame:
    """Return a picture of the window once nothing moves in it, or the last one after `REST_S`."""
    deadline = time.monotonic() + REST_S
    before = source.grab()
    while True:
        time.sleep(STILL_S)
        frame = source.grab()
        if np.array_equal(before.pixels, frame.pixels) or time.monotonic() > deadline:
            return frame
        before = frame


def _sites(frame: Frame) -> list[Site]:
    return sites_of(find_shapes(frame.pixels), frame.pixels.shape[:2])


def _places(frame: Frame) -> Places:
    found = find_places(_sites(frame), frame.pixels.shape[:2])
    if not found:
        raise Failed("calibration did not pass: no board found in the window; give its place by hand (--board)")
    return found[0]


def _targets(places: Places) -> list[Lattice]:
    pitch, board = places.pitch, places.lattice
    # a piece that hangs above the pointer is put down with the pointer below the board
    reach = Lattice(board.x - pitch, board.y - pitch, board.width + 2 * pitch, board.height + 2 * pitch, 1, 1)
    return [reach, *(Lattice(x - pitch / 2, y - pitch / 2, pitch, pitch, 1, 1) for x, y in places.hand)]


def _carried(desk: _Desk) -> Point:
    """Return where the middle of a carried piece lies from the pointer, in pixels: seen in the middle of a drag.

    The drag ends above the board, where no piece is put down.
    """
    lattice = desk.places.lattice
    slow = PyAutoGuiHand(SLOW_DRAG)
    before = desk.source.grab()
    gesture = Drag(desk.places.hand[0], lattice.corner(-0.3, 1.5))
    points = screen_points(gesture, before)
    _go(desk, gesture, before)
    failure: list[BaseException] = []

    def drag() -> None:
        try:
            slow.perform(gesture, points)
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=drag)
    thread.start()
    carrying: list[tuple[Frame, Point]] = []
    while thread.is_alive():
        pointer = slow.position()
        frame = desk.source.grab()
        if slow.position() == pointer != points[0] and len(carrying) < MOST_VIEWS:
            carrying.append((frame, frame_position(pointer, frame)))
        time.sleep(SLOW_DRAG.drag_ms / SLOW_DRAG.drag_steps / 2e3)
    thread.join()
    if failure:
        raise Stopped(str(failure[0])) from failure[0]
    known = np.array([(site.x, site.y) for site in _sites(before)])
    seen: list[Point] = []
    for frame, at in carrying:
        new = [s for s in _sites(frame) if np.hypot(*(known - (s.x, s.y)).T).min() > lattice.pitch_x / 10]
        if new:
            nearest = min(new, key=lambda s: (s.x - at[0]) ** 2 + (s.y - at[1]) ** 2)
            seen.append((nearest.x - at[0], nearest.y - at[1]))
    desk.hand.left_at = slow.left_at
    _at_rest(desk.source)
    if not seen:
        return 0.0, 0.0
    middle = np.median(np.array(seen), axis=0)
    # within a few pixels the piece hangs at the pointer itself, as most do
    return (0.0, 0.0) if np.hypot(*middle) < lattice.pitch_x / 20 else (float(middle[0]), float(middle[1]))


def _go(desk: _Desk, gesture: Gesture, frame: Frame) -> None:
    verdict = desk.envelope.check(screen_points(gesture, frame), frame)
    if not isinstance(verdict, Go):
        raise Stopped(verdict.reason)


def _do(desk: _Desk, gesture: Gesture) -> None:
    frame = desk.source.grab()
    points = screen_points(gesture, frame)
    _go(desk, gesture, frame)
    desk.hand.perform(gesture, points, desk.envelope.still_ours)
    desk.envelope.acted(points)
