"""From pictures of games being played in an arena to a profile that has proved itself, or to the reasons why not."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from calibration.arena.find_arena import find_arena
from calibration.arena.knowledge import (
    GROUND_FILE,
    ROUNDS_FILE,
    Knowledge,
    base_profile,
    file_of,
    make_pictures,
    make_profile,
)
from calibration.arena.learn import Learned, learn
from calibration.arena.meaning import name_sorts, renamed, shared_meaning
from calibration.arena.proof import limits_of, proof_faults, prove
from calibration.arena.seat import find_seat
from calibration.arena.sheet import arena_sheet
from calibration.arena.start_boards import StartBoards, find_start_boards
from calibration.arena.turn_text import find_turn_text
from calibration.arena.turns import Turns, make_turns
from calibration.kind_names import NameKind
from calibration.outcome import Calibration, CalibrationError, CalibrationResult, Rectangle, outside_picture
from calibration.registration import misplacement
from capture.frame import Frame
from engine.hypersonic import BOX, COLS, NOBODY, ROWS
from vision.arena.layers import IS_WALL
from vision.arena.pictures import ground_picture, rounds_picture
from vision.arena.reader import ArenaReader
from vision.cells import sample_cells
from vision.fingerprint import with_fingerprint
from vision.lattice import Lattice
from vision.profile import Permission, Profile
from vision.profile_sections import ArenaKeysSection, InputSection, WindowSection
from vision.screen import Screen
from vision.sighting import UNKNOWN

MOST_FRAMES: Final = 600
"""Frames that are learned from at most, the last ones."""
LOOKS: Final = 5
"""Frames in which the arena is searched for: the first may be covered."""

NOT_FOUND = (
    f"no arena found: no {COLS} x {ROWS} cells with a wall at every second row and column; "
    "give pictures of a game being played, or the arena's place by hand (--board)"
)
NO_START = (
    "no beginning of a game seen: boxes in mirror images, players in the corners; begin a new game, give a picture of "
    "its first board and one of every turn after it"
)

SEAT_NOT_SEEN = (
    "which player obeys the keys was not seen: the first is taken for yours; if it is another, set seat under "
    "[arena] in profile.toml"
)


def calibrate_arena(
    frames: Sequence[Frame],
    screen: Screen,
    *,
    rows: int | None = None,
    cols: int | None = None,
    board: Rectangle | None = None,
    name_kind: NameKind | None = None,
    permission: Permission = "none",
    window_title: str = "",
    input: InputSection | None = None,  # noqa: A002 (the profile's own word)
    pressed: Sequence[Sequence[str]] = (),
) -> Calibration:
    """Learn an arena from a series of its boards at rest and prove what was learned.

    The series must hold the first board of one game at least and every turn after it, until bombs have burnt down,
    boxes of each sort have broken and items were taken. Players who were not seen on bombs, or on one cell, are not
    read there later (`vision.arena.repair` can tell most of them).

    Args:
        frames: of the client area, of one size, in order of time, at rest, one a turn.
        screen: what is known of the game.
        rows, cols: of the board; may only be the game's own.
        board: where the arena is, if it is not to be searched for; moved by a fraction of a cell.
        name_kind: asked for boxes and items whose meaning was not seen.
        permission: on what ground live input is allowed.
        window_title: noted in the profile.
        input: how the window wants its input.
        pressed: the keys that were pressed before each frame and after the one before; tells which player is ours.

    Raises:
        CalibrationError: no frames, frames of several sizes, another number of presses than of frames, another board,
            or one whose place leaves the picture.
    """
    _check(frames, pressed, (rows or ROWS, cols or COLS))
    if board is not None:
        _check_board(board, frames[0])
    frames = list(frames[-MOST_FRAMES:])
    presses = list(pressed[-MOST_FRAMES:]) or [()] * len(frames)
    lattice = _find(frames, board)
    if lattice is None:
        return _refused(NOT_FOUND)
    turns = make_turns(frames, presses, lattice)
    starts = find_start_boards(turns) if len(turns) else None
    if starts is None:
        return _refused(NO_START, board=lattice.rectangle)
    base = base_profile(turns, screen.game, starts.players, WindowSection.of(frames[-1], window_title))
    base = base.model_copy(update={"permission": permission, "input": input or InputSection()})
    learned = learn(turns, starts, base)
    seat = find_seat(turns, learned.readings, ArenaKeysSection(), starts.players)
    base = _with_arena(base, turns, learned, seat or 0)
    finished = _finish(turns, starts, learned, base, name_kind)
    return finished if seat is not None else replace(finished, notes=(*finished.notes, SEAT_NOT_SEEN))


def _check(frames: Sequence[Frame], pressed: Sequence[Sequence[str]], size: tuple[int, int]) -> None:
    if not frames:
        raise CalibrationError("no frames to calibrate on; give pictures of a game, one of every turn")
    sizes = {f.pixels.shape[:2] for f in frames}
    if len(sizes) > 1:
        text = ", ".join(f"{w}x{h}" for h, w in sorted(sizes))
        raise CalibrationError(f"the pictures have several sizes ({text}); give pictures of one window at one size")
    if pressed and len(pressed) != len(frames):
        raise CalibrationError(f"{len(pressed)} presses for {len(frames)} frames; give one for each")
    if size != (ROWS, COLS):
        raise CalibrationError(f"hypersonic is played on {ROWS} x {COLS} cells; leave out --rows, --cols")


def _check_board(board: Rectangle, frame: Frame) -> None:
    x, y, width, height = board
    tall, wide = frame.pixels.shape[:2]
    across, down = width / COLS, height / ROWS  # a place by hand may be off by a cell
    if min(across, down) <= 0 or x < -across or y < -down or x + width > wide + across or y + height > tall + down:
        raise outside_picture(board, wide, tall)


def _find(frames: Sequence[Frame], board: Rectangle | None) -> Lattice | None:
    for index in np.unique(np.linspace(0, len(frames) - 1, LOOKS).round().astype(int)):
        lattice = find_arena(frames[int(index)].pixels, board)
        if lattice is not None:
            return lattice
    return None


def _refused(*reasons: str, board: Rectangle | None = None) -> Calibration:
    return Calibration(CalibrationResult(board, ROWS, COLS, None, 0, 0.0, False, reasons))


def _with_arena(base: Profile, turns: Turns, learned: Learned, seat: int) -> Profile:
    """Return the profile with our seat and the place of the turn's number."""
    assert base.arena is not None
    turn = find_turn_text(turns, learned.readings)
    return base.model_copy(update={"arena": base.arena.model_copy(update={"seat": seat, "turn": turn})})


def _finish(
    turns: Turns, starts: StartBoards, learned: Learned, base: Profile, name_kind: NameKind | None
) -> Calibration:
    assert base.arena is not None
    codes = name_sorts(turns, learned, name_kind)
    if shared := shared_meaning(codes):
        return _refused(*shared, board=turns.lattice.rectangle)
    known = renamed(learned.known, codes)
    profile = make_profile(base, known, limits_of(learned.readings))
    pictures = make_pictures(known)
    proof = prove(ArenaReader(profile, pictures), turns.frames, learned.readings)
    bombers = {player for life in learned.lives for player in life.stood}
    faults = proof_faults(proof, known, starts.boxes, starts.players, len(bombers))
    profile = with_fingerprint(profile, turns.frames[-1].pixels)
    result = CalibrationResult(
        turns.lattice.rectangle,
        ROWS,
        COLS,
        _residual(turns, learned),
        len(known.kinds),
        proof.margin,
        not faults,
        tuple(faults),
    )
    last = len(proof.codes) - 1
    sheet = arena_sheet(turns.frames[last].pixels, profile, pictures, proof.codes[last])
    prototypes = tuple(cut.picture for cut in pictures.kinds)
    return Calibration(result, profile, prototypes, sheet, _files(known))


def _residual(turns: Turns, learned: Learned) -> float | None:
    """Return how far walls and boxes of one sort lie off the lattice, in pixels, in the first board of a game."""
    readings = learned.readings
    first = int(np.argmax((readings.ground >= BOX).sum(axis=1)))
    ground = np.where(readings.people[first] == NOBODY, readings.ground[first], UNKNOWN)
    side = round(turns.lattice.pitch_x)
    cells = sample_cells(turns.frames[first].pixels, turns.lattice, side).reshape(-1, side, side, 3)
    sorts = [IS_WALL, *((ground == code) & ~IS_WALL for code in np.unique(ground[ground >= BOX]))]
    return misplacement([cells[sort].astype(np.float32) for sort in sorts], turns.lattice.pitch_x)


def _files(known: Knowledge) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]:
    files = {GROUND_FILE: ground_picture(known.ground_low, known.ground_high)}
    if known.rounds:
        files[ROUNDS_FILE] = rounds_picture(known.rounds)
    for code, cut in known.on_bomb.items():
        files[f"on_bomb_{file_of(code)}"] = rounds_picture((cut,))
    return files
