"""How a dragged piece hangs from the pointer: seen while one is carried slowly, and kept in the profile."""

import contextlib
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bot.calibrating.desk import Desk, sites_in
from bot.calibrating.window_at_rest import STILL_S, at_rest
from bot.exit_status import Stopped
from calibration.outcome import Calibration
from calibration.rings.carried import carried_offset
from calibration.rings.moved import may_be_carried
from capture.frame import Frame
from control.aim import ScreenPoint, frame_position
from control.ending_signals import interrupts_deferred
from control.gesture import Drag, Point
from control.hand import StoppedByUser, TargetLost
from control.pyautogui_hand import PyAutoGuiHand
from vision.profile_sections import InputSection
from vision.rings.reader import RingReader

AT_THE_POINTER = 0.05
"""Cells; a piece that hangs no farther off is carried by its middle."""
FARTHEST = 1.5
"""Cells that a carried piece may hang off the pointer: from farther off no drop would be allowed."""
SLOW_DRAG = InputSection(hold_ms=800.0, gap_ms=60.0, drag_ms=300.0, drag_steps=6)
"""Rests long enough before the release that even a slow window has drawn the piece where the pointer is."""


@dataclass(frozen=True, slots=True, eq=False)
class Carried:
    """A piece that hangs from the pointer at rest.

    Attributes:
        frame: the window with it, None where none was seen.
        pointer: where in the frame the pointer is.
        offset: where the piece's middle lies from there, in pixels; (0, 0) where it is not known.
    """

    frame: Frame | None
    pointer: Point
    offset: Point


def carry_a_piece(desk: Desk) -> Carried:
    """Carry a piece to between four cells and see how it hangs from the pointer.

    It may be put down there; then one of the drags that follow finds its place in the hand empty and does nothing.

    Raises:
        Stopped: the person or a window is in the way.
    """
    lattice = desk.places.lattice
    slow = PyAutoGuiHand(SLOW_DRAG)
    before = desk.source.grab()
    gesture = Drag(desk.places.hand[0], lattice.corner(1, 1))
    points = desk.points_of(gesture, before)
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
        return Carried(None, at, (0.0, 0.0))
    pitch = desk.places.pitch
    # a shadow of the piece on the place that it would go to is not the piece, nor is what moves elsewhere on a page
    old, during = sites_in(before), sites_in(resting)
    known = np.array([*((site.x, site.y) for site in old), *desk.places.centres()])
    new = [s for s in during if np.hypot(*(known - (s.x, s.y)).T).min() > pitch / 10]
    new = [s for s in new if np.hypot(s.x - at[0], s.y - at[1]) <= FARTHEST * pitch]
    new = [s for s in new if may_be_carried(s, old, during, desk.places.hand[0], pitch)]
    if not new:
        return Carried(None, at, (0.0, 0.0))
    nearest = min(new, key=lambda s: (s.x - at[0]) ** 2 + (s.y - at[1]) ** 2)
    return Carried(resting, at, (nearest.x - at[0], nearest.y - at[1]))


@contextlib.contextmanager
def _dragged(
    desk: Desk, hand: PyAutoGuiHand, gesture: Drag, points: tuple[ScreenPoint, ...]
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


def with_drop_offset(calibration: Calibration, carried: Carried) -> Calibration:
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
