"""Which actions do not obviously kill: a way through the coming blasts is left, if everybody else stands still."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic import (
    BOX,
    BOX_BOMB,
    BX,
    BY,
    COLS,
    FUSE,
    MOVES,
    ROWS,
    STEP_X,
    STEP_Y,
    TIMER,
    WALL,
    Rules,
    State,
    X,
    Y,
    advance,
    legal_actions,
)

Mask = NDArray[np.bool_]


class Moment(NamedTuple):
    """What one coming round does: where it kills, and which cells cannot be entered in it; bool (11, 13) each."""

    deadly: Mask
    closed: Mask


def moments(rules: Rules, state: State, actions: list[int]) -> list[Moment]:
    """Return the coming rounds until every bomb has gone off.

    Args:
        rules: of the game.
        state: before them.
        actions: what each player does in the first; in the others everybody stays.
    """
    found = []
    for number in range(FUSE + 1):
        closed = (state.cells == WALL) | ((state.cells >= BOX) & (state.cells <= BOX_BOMB))
        closed[state.bombs[:, BY], state.bombs[:, BX]] = True
        if number and (state.bombs[:, TIMER] > 1).all():  # nothing happens but that fuses burn
            found.append(Moment(np.zeros_like(closed), closed))
            bombs = state.bombs.copy()
            bombs[:, TIMER] -= 1
            state = state._replace(bombs=bombs)
            continue
        step = advance(rules, state, actions if number == 0 else [0] * len(actions))
        found.append(Moment(step.blast, closed))
        state = step.state
    return found


def _survivors(moment: Moment, after: Mask) -> Mask:
    """Return the cells from which a round can be outlived, if those in `after` are good once it is over."""
    good = np.zeros((ROWS + 2, COLS + 2), np.bool_)
    good[1:-1, 1:-1] = after & ~moment.closed
    found = after | good[1:-1, :-2] | good[1:-1, 2:] | good[:-2, 1:-1] | good[2:, 1:-1]
    return found & ~moment.deadly


def careful_actions(rules: Rules, state: State, player: int) -> list[int]:
    """Return the legal actions of a living player after which it can still outlive every bomb on the board.

    Others are taken to stand still and to place nothing. All legal actions where none of them is safe.
    """
    legal = legal_actions(state, player).tolist()
    safe = []
    for bomb in (0, MOVES):
        tried = [action for action in legal if (action >= MOVES) == bool(bomb)]
        if not tried:
            continue
        actions = [0] * len(state.players)
        actions[player] = bomb
        first, *rest = moments(rules, state, actions)
        x, y = int(state.players[player, X]), int(state.players[player, Y])
        if first.deadly[y, x]:
            continue
        good = np.ones((ROWS, COLS), np.bool_)
        for moment in reversed(rest):
            good = _survivors(moment, good)
        safe += [action for action in tried if good[y + STEP_Y[action % MOVES], x + STEP_X[action % MOVES]]]
    return safe or legal
