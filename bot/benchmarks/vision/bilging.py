"""Bilging's drawn windows: boards with specials, water at any height, the game's cursor, moves half made."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.benchmarks.vision.drawn import Boxes, Codes, Drawn, Lesson, cell_boxes, flat, seeded
from bot.benchmarks.vision.perturbations import COVERED
from calibration.calibrate import calibrate
from calibration.outcome import Calibration
from capture.frame import Frame
from engine.bilging import COLS, EMPTY, PRESETS, ROWS, State, apply, legal_moves, start
from practice.bilging import board_rectangle, look_names, render_still
from practice.bilging.animation import Durations, Sprite, Timeline
from vision.bilging import SCREEN
from vision.lattice import Lattice
from vision.sighting import Sighting

RULES: Final = PRESETS["ypp"].with_specials()
SPECIALS: Final = tuple(SCREEN.special_codes.values())
LESSON_BOARDS: Final = 4
LESSON_SPECIALS: Final = 2
"""Of each sort on each board of a lesson: what is seen once may be a tile with something over it."""
STILL: Final = 1e-6
"""Cells; a piece nearer than that to its place is at rest."""
MOST_TRIED: Final = 12
"""Moves that are looked at for one that breaks something."""
LABEL_WIDTH: Final = 3.0
"""Cells that floating words may reach over."""


@dataclass(frozen=True, slots=True)
class BilgingDrawings:
    """See `bot.benchmarks.vision.drawn.Drawings`."""

    game: str = "bilging"

    @property
    def looks(self) -> tuple[str, ...]:
        """Names of the window's looks."""
        return look_names()

    def lesson(self, look: str, scale: float, rng: np.random.Generator) -> Lesson:
        """Draw boards at rest, every special twice on each."""
        drawn = []
        for number in range(LESSON_BOARDS):
            state = _state(rng)
            board = state.board.copy()
            places = rng.choice(board.size, LESSON_SPECIALS * len(SPECIALS), replace=False)
            board.flat[places] = np.tile(SPECIALS, LESSON_SPECIALS)
            shown = state._replace(board=board)
            drawn.append(Drawn(render_still(look, scale, shown, seconds=0.4 * number), flat(board)))
        return Lesson(drawn)

    def calibrate(self, lesson: Lesson) -> Calibration:
        """Calibrate as the command does."""
        return calibrate([Frame(one.pixels, number) for number, one in enumerate(lesson.drawn)], SCREEN)

    def draw(self, look: str, scale: float, count: int, rng: np.random.Generator, *, moving: bool) -> list[Drawn]:
        """Draw boards under the game's cursor, or moves half made."""
        return [_moving(look, scale, rng) if moving else _resting(look, scale, rng) for _ in range(count)]

    def boxes(self, look: str, scale: float) -> Boxes:
        """Return the cells, row by row."""
        x, y, width, height = board_rectangle(look, scale)
        return cell_boxes(Lattice(x, y, width / COLS, height / ROWS, ROWS, COLS))

    def told(self, sighting: Sighting) -> Codes:
        """Return the cells, row by row."""
        return flat(sighting.codes)


def _state(rng: np.random.Generator) -> State:
    state = start(RULES, seeded(rng))
    return state._replace(water_px=int(rng.integers(RULES.water_min_px, RULES.water_max_px + 1)))


def _resting(look: str, scale: float, rng: np.random.Generator) -> Drawn:
    state = _state(rng)
    cursor = (int(rng.integers(ROWS)), int(rng.integers(COLS - 1))) if rng.random() < 0.5 else None
    return Drawn(render_still(look, scale, state, cursor, seconds=float(rng.uniform(0, 9))), flat(state.board))


def _moving(look: str, scale: float, rng: np.random.Generator) -> Drawn:
    state = _state(rng)
    for move in rng.permutation(legal_moves(RULES, state))[:MOST_TRIED].tolist():
        step = apply(RULES, state, move, seeded(rng))
        if step.stages:
            break
    timeline = Timeline(state, move, step, Durations())
    seconds = float(rng.uniform(0, timeline.total_seconds))
    pixels = render_still(look, scale, state, seconds=seconds, move=move, step=step)
    codes, doubtful = _told(timeline.sprites(seconds))
    over = [(drop.x - drop.radius, drop.y - drop.radius, 2 * drop.radius) for drop in timeline.drops(seconds)]
    over += [(label.x - LABEL_WIDTH / 2, label.y - 0.5, LABEL_WIDTH) for label in timeline.labels(seconds)]
    for x, y, width in over:
        for cell in _touched(x, y, width, min(width, 1.0)):
            doubtful.setdefault(cell, set())
    return Drawn(pixels, codes, {cell: frozenset(kinds) for cell, kinds in doubtful.items()})


def _told(sprites: Iterable[Sprite]) -> tuple[Codes, dict[int, set[int]]]:
    """Return what lies at rest in each cell, and for the others what is on its way there."""
    codes = np.full(ROWS * COLS, EMPTY, np.int8)
    resting: set[int] = set()
    passing: dict[int, set[int]] = {}
    for sprite in sprites:
        row, col = round(sprite.y), round(sprite.x)
        still = max(abs(sprite.x - col), abs(sprite.y - row), abs(sprite.size - 1), abs(sprite.alpha - 1)) < STILL
        if still and row < ROWS:
            codes[row * COLS + col] = sprite.code
            resting.add(row * COLS + col)
        elif not still:
            beyond = max(0.0, sprite.size - 1) / 2 - COVERED
            size = 1 + 2 * beyond
            for cell in _touched(sprite.x - beyond, sprite.y - beyond, size, size):
                passing.setdefault(cell, set()).add(sprite.code)
    bare = set(range(ROWS * COLS)) - resting
    return codes, {cell: passing.get(cell, set()) for cell in bare | set(passing)}


def _touched(x: float, y: float, width: float, height: float) -> list[int]:
    """Return the cells that a rectangle touches; all in cells."""
    rows = range(max(0, int(np.floor(y))), min(ROWS, int(np.ceil(y + height))))
    cols = range(max(0, int(np.floor(x))), min(COLS, int(np.ceil(x + width))))
    return [row * COLS + col for row in rows for col in cols]
