"""Hypersonic's drawn windows: lessons are games of careful random players, boards are positions drawn by lot."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.benchmarks.vision.drawn import Boxes, Codes, Drawn, Lesson, cell_boxes, flat, seeded
from calibration.arena.calibrate import calibrate_arena
from calibration.outcome import Calibration
from capture.frame import Frame
from engine.hypersonic import (
    BOX,
    BOX_BOMB,
    COLS,
    DIED,
    FLOOR,
    FUSE,
    ITEM_BOMB,
    ITEM_RANGE,
    LAYERS,
    PRESETS,
    ROWS,
    Rules,
    State,
    X,
    Y,
    advance,
    has_ended,
    legal_actions,
    places,
    start,
)
from practice.hypersonic import board_rectangle, look_names, render_still, render_turn
from practice.hypersonic.careful import careful_actions
from vision.hypersonic import SCREEN
from vision.lattice import Lattice
from vision.sighting import Sighting

RULES: Final = ("two", "three", "four")
"""A preset a look, in turn: the number of players is one of the things that windows differ in."""
LESSON: Final = ("walk", "wait", "stay")
"""What our player does in the games of a lesson: as the others, waits on a bomb, stays where it is."""
LESSON_TURNS: Final = 70
MOST_BOMBS: Final = 8
"""On a drawn board."""
DEAD_SHARE: Final = 0.15
"""Of the other players on a drawn board."""
KEYS: Final = ((), ("left",), ("right",), ("up",), ("down",))
BOMB: Final = 5
"""The action that places a bomb and stays."""


@dataclass(frozen=True, slots=True)
class HypersonicDrawings:
    """See `bot.benchmarks.vision.drawn.Drawings`."""

    game: str = "hypersonic"

    @property
    def looks(self) -> tuple[str, ...]:
        """Names of the window's looks."""
        return look_names()

    def lesson(self, look: str, scale: float, rng: np.random.Generator) -> Lesson:
        """Draw all turns of some games."""
        drawn, pressed = [], []
        for style in LESSON:
            for turn, (state, actions) in enumerate(_game(self._rules(look), style, rng)):
                if turn >= LESSON_TURNS:
                    break
                drawn.append(Drawn(render_still(look, scale, state), flat(places(state))))
                pressed.append(KEYS[actions[0] % BOMB])
        return Lesson(drawn, pressed)

    def calibrate(self, lesson: Lesson) -> Calibration:
        """Calibrate as the command does."""
        frames = [Frame(one.pixels, number) for number, one in enumerate(lesson.drawn)]
        return calibrate_arena(frames, SCREEN, pressed=lesson.pressed)

    def draw(self, look: str, scale: float, count: int, rng: np.random.Generator, *, moving: bool) -> list[Drawn]:
        """Draw positions, or moments of the motion that shows a turn."""
        rules = self._rules(look)
        states = [_position(rules, rng) for _ in range(count)]
        if moving:
            return [_moving(look, scale, rules, state, rng) for state in states]
        return [Drawn(render_still(look, scale, state), flat(places(state))) for state in states]

    def boxes(self, look: str, scale: float) -> Boxes:
        """Return the cells, row by row, for each of the layers."""
        x, y, width, height = board_rectangle(look, scale)
        return np.tile(cell_boxes(Lattice(x, y, width / COLS, height / ROWS, ROWS, COLS)), (LAYERS, 1, 1))

    def told(self, sighting: Sighting) -> Codes:
        """Return ground, bombs and players."""
        return flat(sighting.codes)

    def _rules(self, look: str) -> Rules:
        return PRESETS[RULES[self.looks.index(look) % len(RULES)]]


def _game(rules: Rules, style: str, rng: np.random.Generator) -> Iterator[tuple[State, tuple[int, ...]]]:
    """Yield every state of a game and the actions that led to it."""
    state = start(rules, seeded(rng))
    actions = (0,) * rules.players
    yield state, actions
    for turn in range(rules.rounds):
        choices = [
            careful_actions(rules, state, player) if legal_actions(state, player).size else []
            for player in range(rules.players)
        ]
        chosen = [int(rng.choice(some)) if some else 0 for some in choices]
        if style != "walk":
            chosen[0] = BOMB if style == "wait" and turn == 0 else 0
        actions = tuple(chosen)
        state = advance(rules, state, actions).state
        yield state, actions
        if has_ended(rules, state):
            return


def _position(rules: Rules, rng: np.random.Generator) -> State:
    """Return an arena in which some boxes have broken, items lie, bombs burn and players stand anywhere."""
    state = start(rules, seeded(rng))
    cells, bodies = state.cells.copy(), state.players.copy()
    boxes = np.argwhere((cells >= BOX) & (cells <= BOX_BOMB))
    for row, col in boxes[rng.random(len(boxes)) < rng.random()]:
        cells[row, col] = rng.choice([FLOOR, FLOOR, ITEM_RANGE, ITEM_BOMB])
    floor = rng.permutation(np.argwhere(cells == FLOOR))
    bombs = floor[: rng.integers(MOST_BOMBS + 1)]
    owners, fuses = rng.integers(0, rules.players, len(bombs)), np.sort(rng.integers(1, FUSE + 1, len(bombs)))
    lying = [(o, x, y, left, rules.reach) for o, (y, x), left in zip(owners, bombs, fuses, strict=True)]
    for player in range(rules.players):
        # a player on a bomb is one of the things to be read; two on one cell were seldom seen by who calibrated
        bodies[player, [Y, X]] = floor[len(floor) - 1 - player] if rng.random() < 0.7 else floor[player]
    bodies[:, DIED] = (rng.random(rules.players) < DEAD_SHARE).astype(np.int16)
    bodies[0, DIED] = 0
    return state._replace(cells=cells, players=bodies, bombs=np.array(lying, np.int16).reshape(-1, 5))


def _moving(look: str, scale: float, rules: Rules, before: State, rng: np.random.Generator) -> Drawn:
    actions = []
    for player in range(rules.players):
        legal = legal_actions(before, player)
        actions.append(int(rng.choice(legal)) if legal.size else 0)
    step = advance(rules, before, actions)
    pixels = render_turn(look, scale, before, tuple(actions), float(rng.random()))
    was, now = places(before), places(step.state)
    changed = (was != now).reshape(LAYERS, ROWS, COLS).any(axis=0) | step.blast
    at = np.flatnonzero(np.tile(changed, (LAYERS, 1)))
    was, now = flat(was), flat(now)
    return Drawn(pixels, now, {int(place): frozenset([int(was[place]), int(now[place])]) for place in at})
