"""The game's functions: start, legal moves, a round of everybody, and the game as one seat sees it."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, roll
from engine.hypersonic.actions import ACTIONS
from engine.hypersonic.board import (
    BOX,
    BOX_BOMB,
    BOX_RANGE,
    BOXES,
    DIED,
    FLOOR,
    IN_HAND,
    OWNER,
    RANGE,
    STARTS,
    TIMER,
    State,
    X,
    empty_cells,
    newcomers,
    no_bombs,
)
from engine.hypersonic.kernels import legal_mask, play_round
from engine.hypersonic.naive import explode, table
from engine.hypersonic.packed import pack, unpack
from engine.hypersonic.rules import COLS, MAX_PLAYERS, ROWS, Rules

Moves = NDArray[np.int16]
NO_MOVES = np.empty(0, np.int16)


class Step(NamedTuple):
    """What a round did.

    Attributes:
        state: after it, from the same seat.
        reward: boxes that the seat's bombs hit.
        kind: "" or what befell the seat: "boxes", "item", "died".
        blast: bool (11, 13), cells that explosions covered.
        exploded: rows of `State.bombs` that exploded, as tuples.
        died: players who died.
    """

    state: State
    reward: float
    kind: str
    blast: NDArray[np.bool_]
    exploded: tuple[tuple[int, ...], ...]
    died: tuple[int, ...]


def start(rules: Rules, dice: Dice) -> State:
    """Return the first state, seen from seat 0: boxes placed with their mirror images, items in order of placing."""
    cells = empty_cells()
    wanted = rules.boxes + roll(dice, rules.boxes_more)
    stock = {BOX_RANGE: wanted // 3, BOX_BOMB: wanted // 3}
    placed, tries = 0, 0
    while placed < wanted and tries < _MOST_TRIES:
        tries += 1
        x, y = roll(dice, COLS), roll(dice, ROWS)
        if cells[y, x] != FLOOR or _near_a_start(x, y):
            continue
        code = next((item for item, left in stock.items() if left > 0), BOX)
        images = {(x, y), (COLS - 1 - x, y), (x, ROWS - 1 - y), (COLS - 1 - x, ROWS - 1 - y)}
        for at in images:
            cells[at[1], at[0]] = code
        placed += len(images)
        if code in stock:
            stock[code] -= len(images)  # a group may overdraw
    return State(cells, newcomers(rules), no_bombs(), boxless=-1 if placed else 0)


_MOST_TRIES = 100_000
"""There is room for all boxes that rules can ask for; this ends a search for the last places that luck makes long."""


def _near_a_start(x: int, y: int) -> bool:
    return any(abs(x - start_x) + abs(y - start_y) <= 1 for start_x, start_y in STARTS)


def legal_actions(state: State, player: int) -> Moves:
    """Return a player's legal actions, int16 (n,), ascending; none for the dead and where not all has been read."""
    body = state.players[player]
    if body[DIED] != 0 or (state.players[:, X] < 0).any() or (state.cells < FLOOR).any():
        return NO_MOVES
    mask = legal_mask(pack(state), player)
    return np.array([action for action in range(ACTIONS) if mask >> action & 1], np.int16)


def legal_moves(rules: Rules, state: State) -> Moves:
    """Return the legal actions of the seat; none when the game is over for it."""
    return NO_MOVES if is_over(rules, state) else legal_actions(state, state.seat)


def has_ended(rules: Rules, state: State) -> bool:
    """Tell whether the game has ended: at most one alive, or one of the limits reached."""
    alive = int(np.count_nonzero(state.players[:, DIED] == 0))
    return alive <= 1 or state.round >= last_round(rules, state) or state.quiet >= rules.quiet_rounds


def last_round(rules: Rules, state: State) -> int:
    """Return the round that ends the game at the latest: its limits, and what is left of the rounds without a box."""
    last = min(rules.rounds, rules.move_limit or rules.rounds)
    return last if state.boxless < 0 else min(last, state.round + rules.boxless_rounds - state.boxless)


def is_over(rules: Rules, state: State) -> bool:
    """Tell whether the game has ended, or its seat is dead."""
    return bool(state.players[state.seat, DIED] != 0) or has_ended(rules, state)


def ranking(state: State, out: Collection[int] = ()) -> tuple[int, ...]:
    """Return each player's place, 1 for the first: the living first, then later death, then boxes; equal ones share.

    Args:
        state: at the end of a game.
        out: players whom the platform put out in the round of their death: it was lost to them before it was played,
            so whoever died by a bomb in that round is before them.
    """
    keys = [
        (body[DIED] == 0, int(body[DIED]), player not in out, int(body[BOXES]))
        for player, body in enumerate(state.players.tolist())
    ]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def blasts(state: State) -> tuple[NDArray[np.bool_], tuple[tuple[int, ...], ...]]:
    """Return what explodes in the coming round: the cells covered, bool (11, 13), and the bombs, as rows."""
    board = table(state)
    board.bombs[:, TIMER] -= 1
    exploding = np.zeros(len(board.bombs), np.bool_)
    covered = np.zeros((MAX_PLAYERS, ROWS, COLS), np.bool_)
    explode(board, exploding, covered)
    bombs = tuple(tuple(bomb) for bomb, goes in zip(state.bombs.tolist(), exploding, strict=False) if goes)
    return np.asarray(covered.any(axis=0)), bombs


def advance(rules: Rules, state: State, actions: Sequence[int]) -> Step:
    """Play a round of everybody; `state` is not changed.

    Args:
        rules: not looked at; a round is the same in all of them.
        state: before the round, all of it known.
        actions: one for each player; of the dead none is made, what cannot be done is left out.

    Raises:
        ValueError: another number of actions, or one that is none.
    """
    del rules
    count = len(state.players)
    if len(actions) != count or not all(0 <= action < ACTIONS for action in actions):
        raise ValueError(f"hypersonic: actions {list(actions)}; a round needs {count}, each 0 to {ACTIONS - 1}")
    words = pack(state)
    blast, exploded = blasts(state)
    room = np.zeros(MAX_PLAYERS, np.int64)
    room[:count] = actions
    play_round(words, room)
    after = unpack(words, state.seat)
    died = tuple(np.flatnonzero((after.players[:, DIED] != 0) & (state.players[:, DIED] == 0)).tolist())
    return Step(after, float(after.score - state.score), _kind(state, after), blast, exploded, died)


def _kind(before: State, after: State) -> str:
    seat = before.seat
    if after.players[seat, DIED] != before.players[seat, DIED]:
        return "died"
    if after.score > before.score:
        return "boxes"
    return "item" if _all_bombs(after) > _all_bombs(before) or _range(after) > _range(before) else ""


def _all_bombs(state: State) -> int:
    return int(state.players[state.seat, IN_HAND] + np.count_nonzero(state.bombs[:, OWNER] == state.seat))


def _range(state: State) -> int:
    return int(state.players[state.seat, RANGE])


def apply(rules: Rules, state: State, move: int, dice: Dice) -> Step:
    """Make an action of the seat; every other player draws one of the legal ones from `dice`, which is advanced.

    Raises:
        ValueError: the action is not legal.
    """
    move = int(move)
    if move not in legal_moves(rules, state):
        raise ValueError(f"hypersonic: move {move} is not legal; legal are {legal_moves(rules, state).tolist()}")
    actions = [0] * len(state.players)
    for player in range(len(actions)):
        choices = legal_actions(state, player)
        if choices.size:
            actions[player] = int(choices[roll(dice, choices.size)])
    actions[state.seat] = move
    return advance(rules, state, actions)
