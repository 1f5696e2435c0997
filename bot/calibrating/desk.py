"""What a window of nested rings is played with while it is calibrated: places, hand, and the envelope before both."""

from dataclasses import dataclass

from bot.exit_status import Failed, Stopped
from calibration.outcome import Rectangle
from calibration.rings.calibrate import lattice_of
from calibration.rings.find_places import find_places
from calibration.rings.places import Places
from calibration.rings.shapes import find_shapes
from calibration.rings.sites import Site, sites_of
from capture.frame import Frame
from capture.window import WindowSource
from control.aim import ScreenPoint, screen_points
from control.envelope import Envelope, Go
from control.gesture import Gesture
from control.hand import StoppedByUser, TargetLost
from control.pyautogui_hand import PyAutoGuiHand
from vision.lattice import Lattice


@dataclass(frozen=True, slots=True)
class Desk:
    """A window whose pieces are moved.

    Attributes:
        source: of its pictures.
        hand: moves the pieces.
        envelope: asked before each gesture.
        places: where board and pieces are.
    """

    source: WindowSource
    hand: PyAutoGuiHand
    envelope: Envelope
    places: Places

    def points_of(self, gesture: Gesture, frame: Frame) -> tuple[ScreenPoint, ...]:
        """Return where on the screen a gesture goes that may be made on the window as a frame shows it.

        Raises:
            Stopped: it may not: the person or a window is in the way.
        """
        points = screen_points(gesture, frame)
        clearance = self.envelope.check(points, frame)
        if not isinstance(clearance, Go):
            raise Stopped(clearance.reason)
        return points

    def do(self, gesture: Gesture) -> None:
        """Make a gesture.

        Raises:
            Stopped: the person or a window is in the way.
        """
        points = self.points_of(gesture, self.source.grab())
        try:
            self.hand.perform(gesture, points, self.envelope.still_ours)
        except (StoppedByUser, TargetLost) as error:
            raise Stopped(str(error)) from error
        self.envelope.acted()


def sites_in(frame: Frame) -> list[Site]:
    """Return what lies concentric in a picture."""
    return sites_of(find_shapes(frame.pixels), frame.pixels.shape[:2])


def places_in(frame: Frame, board: Rectangle | None) -> Places:
    """Return where board and pieces are in a picture of the window.

    Args:
        frame: the picture.
        board: where the person says that the board is, if they do.

    Raises:
        Failed: there is no board, or no pieces beside the one that was given.
        calibration.outcome.CalibrationError: that one does not fit the picture.
    """
    size = frame.pixels.shape[:2]
    found = find_places(sites_in(frame), size, None if board is None else lattice_of(board, size))
    if not found:
        told = "no board found in the window; play a few pieces first, or give its place by hand (--board)"
        raise Failed(f"calibration did not pass: {told if board is None else 'no pieces beside the board'}")
    return found[0]


def targets_of(places: Places) -> list[Lattice]:
    """Return all that may be touched: the board with a cell around it, and the places of the hand."""
    pitch, board = places.pitch, places.lattice
    # a piece that hangs above the pointer is put down with the pointer below the board
    reach = Lattice(board.x - pitch, board.y - pitch, board.width + 2 * pitch, board.height + 2 * pitch, 1, 1)
    return [reach, *(Lattice(x - pitch / 2, y - pitch / 2, pitch, pitch, 1, 1) for x, y in places.hand)]
