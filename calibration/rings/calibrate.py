"""From a few frames of a window of nested rings to a profile that has proved itself, or to the reasons why not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.chosen_frames import chosen_frames
from calibration.outcome import Calibration, CalibrationError, CalibrationResult, Rectangle, outside_picture
from calibration.rings.empty_window import EmptyWindow, empty_window
from calibration.rings.find_places import find_places
from calibration.rings.learn import LearnedRings, learn_rings
from calibration.rings.legal import impossible
from calibration.rings.places import SIDE, Places
from calibration.rings.profile_and_proof import About, profile_with_proof
from calibration.rings.proof import ring_faults, size_faults
from calibration.rings.ring_shapes import find_rings
from calibration.rings.shapes import Shape, find_shapes
from calibration.rings.sites import sites_of
from calibration.second_board import board_options, which_board
from capture.frame import Frame, Pixels
from vision.lattice import Lattice
from vision.profile import Permission
from vision.profile_sections import InputSection
from vision.screen import Screen

MOST_FRAMES = 8
"""Frames that are learned from at most; more are thinned out evenly."""
AS_LIKELY = 1.5
"""Places that explain so many cells less than the best may still be right: board and hand are told by their ground."""
LESS_UNEVEN = (0.05, 1.3)
"""By how much (mean square, grey levels), and how many times, a board's cells must be more alike to be preferred."""
ONE_PITCH = 0.03
"""By how much the pitches of two equal windows may differ."""
MARKS_TELL = 0.3
"""By how much more of the other cells' mark the one end of the lattice must show than the other, to be the board's."""
TRUE_LATTICE = 0.008
"""How far, in pitches, shapes may lie off the lattice where too few are rings to tell more."""

NOT_FOUND = (
    f"no board found: no {SIDE} x {SIDE} cells of nested rings with a hand of {SIDE} pieces beside them; "
    "give a picture with all pieces in hand, more pictures of one window, or the board's place by hand (--board)"
)

HAND_OF_ANOTHER = "two boards are shown, and the other's cells look like this one's hand; show one window alone"


def calibrate_rings(
    frames: Sequence[Frame],
    screen: Screen,
    *,
    board: Rectangle | None = None,
    permission: Permission = "none",
    window_title: str = "",
    input: InputSection | None = None,  # noqa: A002 (the profile's own word)
) -> Calibration:
    """Find board and hand in frames of one window, learn rings and colours, and prove both.

    Args:
        frames: one or a few, of one size, of the client area; each may show only a part of sizes and colours.
        screen: what is known of the game.
        board: where the nine cells are, if they are not to be searched for; moved by up to a tenth of a cell.
        permission: on what ground live input is allowed.
        window_title: noted in the profile.
        input: how the window wants its input.

    Raises:
        CalibrationError: no frames, frames of several sizes, or a rectangle that lies outside of them.
    """
    frames = chosen_frames(frames, MOST_FRAMES)
    about = About(screen, permission, window_title, input or InputSection())
    pictures = [frame.pixels for frame in frames]
    size = (pictures[0].shape[0], pictures[0].shape[1])
    hint = None if board is None else lattice_of(board, size)
    shapes = [shape for k, pixels in enumerate(pictures) for shape in find_shapes(pixels, k)]
    candidates = find_places(sites_of(shapes, size), size, hint)
    if not candidates:
        return _refused(NOT_FOUND)
    best = candidates[0].likelihood
    attempts: list[_Learned] = []
    refused: list[Calibration] = []
    for places in candidates:
        if places.likelihood < best - AS_LIKELY and attempts:
            break
        learned = _learn(pictures, shapes, places, screen.colours)
        if isinstance(learned, Calibration):
            refused.append(learned)
        else:
            attempts.append(learned)
    if not attempts:
        return refused[0]
    chosen = attempts[0]
    for attempt in attempts[1:]:
        if _more_even(attempt.empty, chosen.empty):
            chosen = attempt
    turned = chosen.rings.places.turned() if board is None else None
    other = None if turned is None else _learn(pictures, shapes, turned, screen.colours)
    if isinstance(other, _Learned):
        speaks_for = _more_likely(chosen, other)
        if speaks_for == 0:
            return _refused(_not_told(chosen, other))
        chosen = chosen if speaks_for > 0 else other
    found = chosen.rings.places
    beside = _second_board(shapes, size, found)
    if beside is not None and (board is None or _any_within(found.hand, beside)):
        told = which_board(found.lattice.rectangle, beside) if board is None else HAND_OF_ANOTHER
        return _refused(told, board=found.lattice.rectangle)
    return profile_with_proof(frames, chosen.rings, chosen.empty, about)


@dataclass(frozen=True, slots=True, eq=False)
class _Learned:
    rings: LearnedRings
    empty: EmptyWindow


def lattice_of(board: Rectangle, size: tuple[int, int]) -> Lattice:
    """Return the cells of a board that a person gave the place of.

    Args:
        board: x, y, width, height in pixels.
        size: (height, width) of the picture.

    Raises:
        CalibrationError: it is too small, or leaves the picture.
    """
    x, y, width, height = board
    tall, wide = size
    if min(width, height) < SIDE * 24:
        raise CalibrationError(
            f"a board of {width:g}x{height:g} is too small for {SIDE} x {SIDE} cells; give a larger one"
        )
    if x < -0.1 * width or y < -0.1 * height or x + width > wide + 0.1 * width or y + height > tall + 0.1 * height:
        raise outside_picture(board, wide, tall)
    return Lattice(x, y, width / SIDE, height / SIDE, SIDE, SIDE)


def _refused(*reasons: str, board: Rectangle | None = None, residual: float | None = None) -> Calibration:
    return Calibration(CalibrationResult(board, SIDE, SIDE, residual, 0, 0.0, False, reasons))


def _learn(pictures: list[Pixels], shapes: list[Shape], places: Places, most_colours: int) -> "_Learned | Calibration":
    """Learn from one choice of places, or say why it is none."""
    if places.strays > SIDE:
        return _refused(f"no board found: the cells go on beyond {SIDE} x {SIDE}; this is another kind of board")
    found = find_rings(pictures, shapes, places)
    if not any(ring.place >= SIDE * SIDE for ring in found.rings):
        return _refused(NOT_FOUND)
    places = replace(places, hand_size=found.hand_size)
    if faults := size_faults(found):
        if not found.rings or places.strays or places.off > TRUE_LATTICE * places.pitch:
            return _refused(NOT_FOUND)
        return _refused(*faults, board=places.lattice.rectangle, residual=places.off)
    learned = learn_rings(pictures, found, places)
    if faults := ring_faults(learned, most_colours):
        return _refused(*(f"no board found: {fault}" for fault in faults))
    return _Learned(learned, empty_window(pictures, learned))


def _more_even(other: EmptyWindow, chosen: EmptyWindow) -> bool:
    """Tell whether the cells of another choice are clearly more alike: empty marks are the board's, not the hand's."""
    least, times = LESS_UNEVEN
    return chosen.uneven - other.uneven > least and chosen.uneven > times * other.uneven


def _more_likely(chosen: _Learned, other: _Learned) -> int:
    """Return above 0 where marks and rules tell that the one is the board, below 0 the other, 0 where nothing does."""
    cells, hand = chosen.empty.marked
    marks = int(cells - hand >= MARKS_TELL) - int(hand - cells >= MARKS_TELL)
    broken, others = (impossible(learned.rings.seen) for learned in (chosen, other))
    return marks + int((others & ~broken).any()) - int((broken & ~others).any())


def _not_told(chosen: _Learned, other: _Learned) -> str:
    options = board_options(*(learned.rings.places.lattice.rectangle for learned in (chosen, other)))
    return f"nothing tells which end of the lattice is the hand; give the board's place by hand: {options}"


def _second_board(shapes: list[Shape], size: tuple[int, int], found: Places) -> Rectangle | None:
    """Return where another board of the same size lies, with a hand of its own, None if nowhere.

    What was taken for the hand may be that board's own.
    """
    x, y, width, height = found.lattice.rectangle
    rest = [s for s in shapes if not (x <= s.x <= x + width and y <= s.y <= y + height)]
    for other in find_places(sites_of(rest, size), size):
        as_large = abs(other.pitch / found.pitch - 1) <= ONE_PITCH
        if as_large and other.likelihood >= found.likelihood - AS_LIKELY:
            return other.lattice.rectangle
    return None


def _any_within(points: Sequence[tuple[float, float]], board: Rectangle) -> bool:
    """Tell whether any of some points (x, y) lies in a rectangle."""
    left, top, width, height = board
    return any(left <= x <= left + width and top <= y <= top + height for x, y in points)
