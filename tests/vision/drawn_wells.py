"""Profiles of the practice window's looks made from the truth, and states to draw; nothing is learned here."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame
from engine.columns import EMPTY, MAX_COLOURS, UNKNOWN, Rules, State
from practice.columns.still import next_rectangle, render_still, well_rectangle
from vision.profile import Profile
from vision.profile_sections import BoardSection, KindSection, ReaderSection, TextSection, WellSection, WindowSection
from vision.well.pictures import WellPictures

NOTHING = np.full(3, UNKNOWN, np.int8)


@dataclass(frozen=True)
class Drawn:
    """A still and its truth: the well in view without the piece."""

    frame: Frame
    codes: NDArray[np.int8]
    state: State


def random_state(rules: Rules, rng: np.random.Generator, lowest: int = 0, highest: int = 9) -> State:
    """Return stacks of random heights, a piece over a random column and a next one."""
    board = np.full((rules.hidden + rules.rows, rules.cols), EMPTY, np.int8)
    for col in range(rules.cols):
        height = int(rng.integers(lowest, highest))
        board[rules.hidden + rules.rows - height :, col] = rng.integers(0, rules.colours, height)
    piece, following = rng.integers(0, rules.colours, (2, 3)).astype(np.int8)
    return State(board, piece, following, int(rng.integers(rules.cols)), rules.hidden, 1234, 56, 0, 7)


def draw(look: str, scale: float, rules: Rules, state: State, **how: Any) -> Drawn:
    """Draw a state; `how` as for `render_still`."""
    return Drawn(Frame(render_still(look, scale, rules, state, **how), 0), state.board[rules.hidden :], state)


def profile_of(look: str, scale: float, rules: Rules) -> tuple[Profile, WellPictures]:
    """Return a profile and its pictures, made from stills whose truth is known."""
    board = np.full((rules.hidden + rules.rows, rules.cols), EMPTY, np.int8)
    empty = State(board, NOTHING, NOTHING, 0, 0)
    ground = render_still(look, scale, rules, empty, top=None, following=False)
    x, y, width, height = well_rectangle(look, scale, rules.rows, rules.cols)
    pitch = width / rules.cols
    side = max(32, round(pitch))
    jewels, masks, kinds = [], [], []
    for code in range(rules.colours):
        shown = board.copy()
        shown[-1, 2] = code
        picture = render_still(look, scale, rules, empty._replace(board=shown), top=None, following=False)
        cell = np.array([[pitch / side, 0, x + 2 * pitch], [0, pitch / side, y + height - pitch]])
        cell[:, 2] += pitch / side / 2 - 0.5
        cut, bare = (
            cv2.warpAffine(p, cell, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP).astype(np.float32)
            for p in (picture, ground)
        )
        jewels.append(cut)
        masks.append((np.abs(cut - bare).max(axis=2) > 6).astype(np.float32))
        kinds.append(KindSection(code=code, name=f"jewel {code}", file=f"{code}.png"))
    following = next_rectangle(look, scale, rules.rows, rules.cols)
    profile = Profile(
        game="columns",
        window=WindowSection(width=ground.shape[1], height=ground.shape[0]),
        board=BoardSection(x=x, y=y, width=width, height=height, rows=rules.rows, cols=rules.cols),
        kinds=tuple(kinds),
        reader=ReaderSection(min_margin=0.3, max_distance=26, max_core=26),
        well=WellSection(
            background="background.png",
            next=TextSection(x=following[0], y=following[1], width=following[2], height=following[3]),
        ),
    )
    assert rules.colours <= MAX_COLOURS
    known = np.full(ground.shape[:2], 255, np.uint8)
    return profile, WellPictures(tuple(jewels), tuple(masks), ground, known)
