"""Columns' drawn windows: stacks with a piece on its way down, and stacks that fall or vanish."""

import math
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.benchmarks.vision.drawn import Boxes, Codes, Drawn, Lesson, cell_boxes
from calibration.outcome import Calibration
from calibration.well.calibrate import calibrate_well
from capture.frame import Frame
from engine.columns import EMPTY, LENGTH, PRESETS, State
from practice.columns import look_names, next_rectangle, render_still, well_rectangle
from practice.columns.artwork import look_artwork
from practice.columns.motion import Sprite, picture_of, resting
from practice.columns.scene import Numbers, Scene, paint
from practice.columns.still import find_look
from practice.pixels import render_scene
from vision.columns import SCREEN
from vision.lattice import Lattice
from vision.sighting import UNKNOWN, Sighting

RULES: Final = PRESETS["jewel"]
HIGHEST: Final = 9
"""Rows that a drawn stack reaches at most."""
LESSON: Final = ((-1.3, 1), (1.2, 5), (2.7, 7), (0.3, 8), (1.6, 8))
"""How far down the piece is and how high stacks may be in the pictures of a lesson: a game goes on."""
ENTERS: Final = -2.6
"""Rows above the well's top from which a piece comes into view."""
CLEAR_OF_STACK: Final = 0.15
"""Rows between a drawn piece and what it will stand on: one that stands is told from jewels by time only."""
FADING_SHARE: Final = 0.15
"""Of the jewels, in a picture in which some vanish."""
WIDEST_GAP: Final = 4
"""Rows that a falling stack may have to fall."""


@dataclass(frozen=True, slots=True)
class ColumnsDrawings:
    """See `bot.benchmarks.vision.drawn.Drawings`. Places are the well row by row, then the next piece."""

    game: str = "columns"

    @property
    def looks(self) -> tuple[str, ...]:
        """Names of the window's looks."""
        return look_names()

    def lesson(self, look: str, scale: float, rng: np.random.Generator) -> Lesson:
        """Draw moments of a game, until every colour lies at rest."""
        while True:
            drawn = [_resting(look, scale, _state(rng, highest), top) for top, highest in LESSON]
            shown = np.concatenate([one.codes[:-LENGTH] for one in drawn])
            if len(np.unique(shown[shown != EMPTY])) == RULES.colours:
                return Lesson(drawn)

    def calibrate(self, lesson: Lesson) -> Calibration:
        """Calibrate as the command does."""
        return calibrate_well([Frame(one.pixels, number) for number, one in enumerate(lesson.drawn)], SCREEN)

    def draw(self, look: str, scale: float, count: int, rng: np.random.Generator, *, moving: bool) -> list[Drawn]:
        """Draw stacks with a piece above them, or stacks of which something falls and something vanishes."""
        return [_moving(look, scale, rng) if moving else _falling(look, scale, rng) for _ in range(count)]

    def boxes(self, look: str, scale: float) -> Boxes:
        """Return the well's cells, row by row, and those of the next piece."""
        lattice = partial(_lattice, rows=RULES.rows, cols=RULES.cols)
        well = lattice(well_rectangle(look, scale, RULES.rows, RULES.cols))
        following = _lattice(next_rectangle(look, scale, RULES.rows, RULES.cols), LENGTH, 1)
        return np.concatenate((cell_boxes(well), cell_boxes(following)))

    def told(self, sighting: Sighting) -> Codes:
        """Return the well and the next piece; UNKNOWN where the profile has no place for it."""
        following = sighting.extras["next"]
        return _joined(sighting.codes, np.full(LENGTH, UNKNOWN) if following is None else following)


def _lattice(box: tuple[float, float, float, float], rows: int, cols: int) -> Lattice:
    x, y, width, height = box
    return Lattice(x, y, width / cols, height / rows, rows, cols)


def _joined(well: Codes, following: Codes) -> Codes:
    return np.concatenate((well.ravel(), following)).astype(np.int8)


def _state(rng: np.random.Generator, highest: int = HIGHEST) -> State:
    board = np.full((RULES.hidden + RULES.rows, RULES.cols), EMPTY, np.int8)
    for col, height in enumerate(rng.integers(0, highest, RULES.cols)):
        board[board.shape[0] - height :, col] = rng.integers(0, RULES.colours, height)
    piece, following = rng.integers(0, RULES.colours, (2, LENGTH)).astype(np.int8)
    score, jewels = rng.integers(0, 1000, 2).tolist()
    return State(board, piece, following, int(rng.integers(RULES.cols)), RULES.hidden, score, jewels)


def _resting(look: str, scale: float, state: State, top: float | None, ghost: bool | None = None) -> Drawn:
    pixels = render_still(look, scale, RULES, state, top=top, ghost=ghost)
    return Drawn(pixels, _joined(state.board[RULES.hidden :], state.next))


def _falling(look: str, scale: float, rng: np.random.Generator) -> Drawn:
    state = _state(rng)
    free = int((state.board[:, state.col] == EMPTY).sum()) - RULES.hidden - LENGTH
    return _resting(look, scale, state, float(rng.uniform(ENTERS, free - CLEAR_OF_STACK)), bool(rng.integers(2)))


def _moving(look: str, scale: float, rng: np.random.Generator) -> Drawn:
    """Draw a board in which the upper jewels of some columns fall, or some jewels vanish."""
    state = _state(rng)
    art = look_artwork(find_look(look), RULES.rows, RULES.cols, scale)
    sprites = resting(state.board, RULES.hidden, 0)
    codes = state.board[RULES.hidden :].copy()
    doubtful = _vanish(sprites, rng) if rng.random() < 0.5 else _drop(sprites, codes, rng)
    shown = tuple(picture_of(code, 0, place) for place, code in enumerate(state.next.tolist()))
    numbers = Numbers(int(state.score), RULES.level(int(state.jewels)), int(state.jewels))
    pixels = render_scene(paint, art, Scene(tuple(sprites), (), shown, numbers, ""))
    told = {place: frozenset(kinds) for place, kinds in doubtful.items()}
    return Drawn(pixels, _joined(codes, state.next), told)


def _vanish(sprites: list[Sprite], rng: np.random.Generator) -> dict[int, set[int]]:
    """Let some jewels fade, and return what else may be read where.

    What floats over a gap may be a piece on its way down, for all that one picture tells.
    """
    doubtful: dict[int, set[int]] = {}
    alpha, white, grow = rng.uniform(0, 1, 3)
    fading = {(one.col, one.row) for one in sprites if rng.random() < FADING_SHARE}
    for number, one in enumerate(sprites):
        if (one.col, one.row) in fading:
            sprites[number] = one._replace(alpha=alpha, white=white, grow=0.6 + 0.5 * grow)
        if any(col == one.col and row >= one.row for col, row in fading):
            doubtful[int(one.row) * RULES.cols + one.col] = {EMPTY, one.picture}
    return doubtful


def _drop(sprites: list[Sprite], codes: NDArray[np.int8], rng: np.random.Generator) -> dict[int, set[int]]:
    """Lift the upper jewels of some columns, also out of `codes`, and return what else may be read where."""
    doubtful: dict[int, set[int]] = {}
    for col in rng.permutation(RULES.cols)[: rng.integers(1, RULES.cols)].tolist():
        cut = RULES.rows - int(rng.integers(0, int((codes[:, col] != EMPTY).sum()) + 1))
        up = float(rng.uniform(0, WIDEST_GAP))
        codes[:cut, col] = EMPTY
        for number, one in enumerate(sprites):
            if one.col != col or one.row >= cut:
                continue
            sprites[number] = one._replace(row=one.row - up)
            for row in (math.floor(one.row - up), math.floor(one.row - up) + 1):
                if 0 <= row < RULES.rows:
                    doubtful.setdefault(row * RULES.cols + col, {EMPTY}).add(one.picture)
    return doubtful
