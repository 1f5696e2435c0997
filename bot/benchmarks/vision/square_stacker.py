"""Square Stacker's drawn windows: positions of random games, pieces carried, rings that vanish, hands being dealt."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.benchmarks.vision.drawn import Boxes, Codes, Drawn, Lesson, flat, seeded
from calibration.outcome import Calibration
from calibration.rings import calibrate_rings
from capture.frame import Frame
from engine.square_stacker import CELLS, EMPTY, PIECES, PLACES, PRESETS, SIDE, SIZES, State, apply, legal_moves, start
from engine.square_stacker import places as places_of
from practice.square_stacker import board_rectangle, hand_centres, look_names, render_still
from practice.square_stacker.animation import Durations
from vision.sighting import Sighting
from vision.square_stacker import SCREEN

RULES: Final = PRESETS["wpi"]
LESSON_BOARDS: Final = 4
FULL: Final = 9
"""Moves after which a lesson's board is taken: it shows rings of all sizes."""
LONGEST: Final = 30
"""Moves that a drawn board may be old."""
CARRIED_SHARE: Final = 0.5
"""Share of the moving pictures in which a piece is carried; in the others a move is being made."""


@dataclass(frozen=True, slots=True)
class SquareStackerDrawings:
    """See `bot.benchmarks.vision.drawn.Drawings`."""

    game: str = "square_stacker"

    @property
    def looks(self) -> tuple[str, ...]:
        """Names of the window's looks."""
        return look_names()

    def lesson(self, look: str, scale: float, rng: np.random.Generator) -> Lesson:
        """Draw boards with the whole hand to play, until every colour has been seen."""
        drawn: list[Drawn] = []
        while len(drawn) < LESSON_BOARDS or len(np.unique([one.codes for one in drawn])) <= RULES.colours:
            state = _position(rng, FULL)
            if state.moves >= FULL and state.moves % PIECES == 0:
                drawn.append(Drawn(render_still(look, scale, state, best=182), flat(places_of(state))))
        return Lesson(drawn)

    def calibrate(self, lesson: Lesson) -> Calibration:
        """Calibrate as the command does."""
        return calibrate_rings([Frame(one.pixels, number) for number, one in enumerate(lesson.drawn)], SCREEN)

    def draw(self, look: str, scale: float, count: int, rng: np.random.Generator, *, moving: bool) -> list[Drawn]:
        """Draw positions of random games, or moments of moves."""
        return [_moving(look, scale, rng) if moving else _resting(look, scale, rng) for _ in range(count)]

    def boxes(self, look: str, scale: float) -> Boxes:
        """Return the cells and the hand, each three times: a third, two thirds and all of it, and the whole."""
        centres = np.repeat(np.array(_centres(look, scale)), SIZES, axis=0)
        cell = board_rectangle(look, scale)[2] / SIDE
        own = np.tile(np.arange(1, SIZES + 1) / SIZES, PLACES)
        halves = cell / 2 * np.stack((own, np.ones_like(own)), axis=1)[..., None]
        return np.concatenate((centres[:, None] - halves, centres[:, None] + halves), axis=2)

    def told(self, sighting: Sighting) -> Codes:
        """Return the rings of all places."""
        return flat(sighting.codes)


def _centres(look: str, scale: float) -> list[tuple[float, float]]:
    x, y, width, _ = board_rectangle(look, scale)
    pitch = width / SIDE
    cells = [(x + (col + 0.5) * pitch, y + (row + 0.5) * pitch) for row in range(SIDE) for col in range(SIDE)]
    return [*cells, *hand_centres(look, scale)]


def _position(rng: np.random.Generator, moves: int) -> State:
    """Return the position after so many random moves, or the last one of a game that has ended before."""
    rolls = seeded(rng)
    state = start(RULES, rolls)
    for _ in range(moves):
        legal = legal_moves(RULES, state)
        if len(legal) == 0:
            break
        state = apply(RULES, state, int(rng.choice(legal)), rolls).state
    return state


def _resting(look: str, scale: float, rng: np.random.Generator) -> Drawn:
    state = _position(rng, int(rng.integers(LONGEST)))
    best = int(rng.integers(20_000))
    return Drawn(render_still(look, scale, state, best=best), flat(places_of(state)))


def _moving(look: str, scale: float, rng: np.random.Generator) -> Drawn:
    state = _position(rng, int(rng.integers(LONGEST)))
    legal = legal_moves(RULES, state)
    if len(legal) == 0:
        return Drawn(render_still(look, scale, state), flat(places_of(state)))
    move = int(rng.choice(legal))
    if rng.random() < CARRIED_SHARE:
        return _carried(look, scale, state, move // CELLS, rng)
    step = apply(RULES, state, move, seeded(rng))
    durations = Durations()
    seconds = float(rng.uniform(0, durations.drop + durations.clear + durations.deal))
    pixels = render_still(look, scale, state, move=move, step=step, seconds=seconds)
    piece, cell = divmod(move, CELLS)
    before, after = flat(places_of(state)), flat(places_of(step.state))
    placed = places_of(state).copy()
    placed[cell] = np.where(state.hand[piece] == EMPTY, placed[cell], state.hand[piece])
    seen = np.stack((before, flat(placed), after))
    changed = (seen != before).any(axis=0).reshape(PLACES, SIZES)
    gone = np.concatenate((step.cleared.reshape(CELLS, SIZES), np.zeros((PIECES, SIZES), np.bool_))).ravel()
    # what swells, whitens or shades the ground of a place spoils all of it; and one look has white rings
    at = np.flatnonzero(np.repeat(changed.any(axis=1), SIZES) | gone)
    any_colour = frozenset(range(EMPTY + 1))
    return Drawn(
        pixels, after, {int(p): any_colour if gone[p] else frozenset([*seen[:, p].tolist(), EMPTY]) for p in at}
    )


def _carried(look: str, scale: float, state: State, piece: int, rng: np.random.Generator) -> Drawn:
    """Draw a piece on its way: its place in the hand is empty, and what it comes near cannot be told for sure."""
    x, y, width, height = board_rectangle(look, scale)
    middle = np.array([rng.uniform(x, x + width), rng.uniform(y, y + height)])
    pixels = render_still(look, scale, state, dragged=(piece, float(middle[0]), float(middle[1])))
    codes = places_of(state).copy()
    codes[CELLS + piece] = EMPTY
    doubtful = {}
    for place, centre in enumerate(_centres(look, scale)):
        if np.abs(middle - centre).max() < width / SIDE:
            for slot in range(SIZES):
                doubtful[place * SIZES + slot] = frozenset([int(state.hand[piece, slot])])
    return Drawn(pixels, flat(codes), doubtful)
