"""Profiles of the practice window's arenas made from the truth, and games to look at; nothing is learned here."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame
from engine.dice import dice
from engine.hypersonic import (
    BOX,
    COLS,
    DIED,
    FLOOR,
    FUSE,
    ITEM_BOMB,
    KIND_NAMES,
    NO_BOMB,
    NOBODY,
    PRESETS,
    ROWS,
    WALL,
    State,
    X,
    Y,
    advance,
    has_ended,
    legal_actions,
    places,
    start,
)
from practice.hypersonic.careful import careful_actions
from practice.hypersonic.still import board_rectangle, render_still
from vision.arena.layers import CELLS, GROUND, SAMPLES, SIDE, SPRITE, CutOut
from vision.arena.pictures import ArenaPictures
from vision.cells import sample_cells
from vision.lattice import Lattice
from vision.profile import Profile
from vision.profile_sections import (
    ArenaSection,
    BoardSection,
    KindSection,
    OnBombSection,
    ReaderSection,
    TextSection,
    WindowSection,
)

LIMITS = ReaderSection(min_margin=0.5, max_distance=1.5, max_core=1.5)
KEYS = ((), ("left",), ("right",), ("up",), ("down",))
THERE, BESIDE = (4, 4), (5, 4)
"""(x, y) of the cells in which things are put to be looked at: what is see-through looks otherwise on other floors."""


@dataclass(frozen=True)
class Drawn:
    """A still, its truth, and the keys that our player's last action takes."""

    frame: Frame
    codes: NDArray[np.int8]
    pressed: tuple[str, ...]
    state: State


def draw(look: str, scale: float, state: State, time_ns: int = 0, pressed: tuple[str, ...] = ()) -> Drawn:
    """Draw a state."""
    return Drawn(Frame(render_still(look, scale, state), time_ns), places(state), pressed, state)


def lattice_of(look: str, scale: float) -> Lattice:
    """Return where the cells are."""
    x, y, width, height = board_rectangle(look, scale)
    return Lattice(x, y, width / COLS, height / ROWS, ROWS, COLS)


def empty_state(players: int) -> State:
    """Return an arena with nothing in it: everybody is dead."""
    state = start(PRESETS[("two", "three", "four")[players - 2]], dice(1))
    cells = np.where(state.cells == WALL, WALL, FLOOR).astype(np.int8)
    bodies = state.players.copy()
    bodies[:, DIED] = 1
    return state._replace(cells=cells, players=bodies)


def with_people(state: State, mask: int, at: tuple[int, int] = THERE) -> State:
    """Return the state with those of a mask on a cell, and nobody else."""
    bodies = state.players.copy()
    for player in range(len(bodies)):
        here = mask >> player & 1
        bodies[player, DIED] = 0 if here else 1
        bodies[player, [X, Y]] = at
    return state._replace(players=bodies)


def with_bomb(state: State, left: int, at: tuple[int, int] = THERE) -> State:
    """Return the state with a bomb on a cell."""
    return state._replace(bombs=np.array([(0, *at, left, 3)], np.int16))


def with_ground(state: State, code: int, at: tuple[int, int] = THERE) -> State:
    """Return the state with a box or an item on a cell."""
    cells = state.cells.copy()
    cells[at[1], at[0]] = code
    return state._replace(cells=cells)


def profile_of(look: str, scale: float, players: int, turn: TextSection | None = None) -> tuple[Profile, ArenaPictures]:
    """Return a profile and its pictures, made from stills whose truth is known; for whole pitches."""
    lattice = lattice_of(look, scale)
    nothing = empty_state(players)
    empty = render_still(look, scale, nothing)
    ground = sample_cells(empty, lattice, SIDE).reshape(CELLS, SAMPLES, 3)

    def cut(make: Callable[[tuple[int, int]], State]) -> CutOut:
        seen, own = [], []
        for at in (THERE, BESIDE):
            cell = at[1] * COLS + at[0]
            shown = render_still(look, scale, make(at))
            seen.append(sample_cells(shown, lattice, SIDE).reshape(CELLS, SAMPLES, 3)[cell])
            own.append(np.abs(seen[-1] - ground[cell]).max(axis=1) > 0.5)
        shows = np.where(np.any(own, axis=0), SPRITE, GROUND).astype(np.uint8)
        return CutOut(np.min(seen, axis=0), np.max(seen, axis=0), shows)

    cuts = {code: cut(partial(with_ground, nothing, code)) for code in range(BOX, ITEM_BOMB + 1)}
    for left in range(1, FUSE + 1):
        cuts[NO_BOMB + left] = cut(partial(with_bomb, nothing, left))
    masks = range(1, 1 << players)
    for mask in masks:
        cuts[NOBODY + mask] = cut(partial(with_people, nothing, mask))

    def standing_on(mask: int, left: int, at: tuple[int, int]) -> State:
        return with_people(with_bomb(nothing, left, at), mask, at)

    standing = [[cut(partial(standing_on, mask, left)) for left in range(1, FUSE + 1)] for mask in masks]
    changing = np.max([np.ptp([c.low for c in row], axis=0).max(axis=1) for row in standing], axis=0) > 0.5
    rounds = tuple(CutOut(c.low, c.high, np.where(changing, SPRITE, GROUND).astype(np.uint8)) for c in standing[0])
    height, width = empty.shape[:2]
    profile = Profile(
        game="hypersonic",
        window=WindowSection(width=width, height=height),
        board=BoardSection.of(lattice),
        kinds=tuple(KindSection(code=c, name=KIND_NAMES[c], file=f"{c}.png") for c in sorted(cuts)),
        reader=LIMITS,
        arena=ArenaSection(
            ground="ground.png",
            on_bomb=tuple(OnBombSection(code=NOBODY + mask, file=f"on_{mask}.png") for mask in masks),
            rounds="rounds.png",
            players=players,
            turn=turn,
        ),
    )
    pictures = ArenaPictures(
        tuple(cuts[c] for c in sorted(cuts)), ground, ground, tuple(row[0] for row in standing), rounds
    )
    return profile, pictures


def play(
    look: str, scale: float, rules: str, seed: int, plan: tuple[str, ...], most: int = 80, *, alone: bool = False
) -> list[Drawn]:
    """Play games with careful random players and draw every board.

    Args:
        look, scale: of the window.
        rules: name of a preset.
        seed: of maps and players.
        plan: what our player does, a word a game: "walk" as the others, "stay", "wait": places a bomb and stays on it.
        most: turns a game.
        alone: the others stand still.
    """
    preset = PRESETS[rules]
    rolls = np.random.default_rng(seed)
    drawn: list[Drawn] = []
    for number, style in enumerate(plan):
        state = start(preset, dice(100 * seed + number))
        drawn.append(draw(look, scale, state, len(drawn)))
        for turn in range(most):
            actions = []
            for player in range(preset.players):
                choices = careful_actions(preset, state, player) if legal_actions(state, player).size else [0]
                actions.append(int(rolls.choice(choices)) if choices else 0)
            if style != "walk":
                actions[0] = 5 if style == "wait" and turn == 0 else 0
            if alone:
                actions[1:] = [0] * (preset.players - 1)
            state = advance(preset, state, actions).state
            drawn.append(draw(look, scale, state, len(drawn), KEYS[actions[0] % 5]))
            if has_ended(preset, state):
                break
    return drawn
