"""Whole games of Hypersonic for tests: of random actions, or of random ones that leave a way out."""

from collections.abc import Iterable

import numpy as np

import engine.hypersonic as hypersonic
from engine.dice import dice
from engine.hypersonic import FLOOR, FUSE, ITEM_BOMB, ITEM_RANGE, Rules, State
from tests.engine.hypersonic_positions import BOMB, FREE_CELLS, STAY, Place, code_at, rows, slow_blast

STEPS = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))


def random_game(rules: Rules, seed: int, careful: bool = False) -> Iterable[tuple[State, list[int]]]:
    """Yield (state, actions) of each round of a game, seen from seat 0, until it has ended for all.

    Args:
        rules: of the game.
        seed: of map and actions.
        careful: whether players take actions after which they could outlive the bombs that lie; such games are long.
    """
    choices = np.random.default_rng(seed)
    state = hypersonic.start(rules, dice(seed))
    while not hypersonic.has_ended(rules, state):
        actions = []
        for player in range(rules.players):
            legal = choices.permutation(hypersonic.legal_actions(state, player)).tolist() or [STAY]
            actions.append(
                next((a for a in legal if leaves_a_way_out(state, player, a)), legal[0]) if careful else legal[0]
            )
        yield state, actions
        state = hypersonic.advance(rules, state, actions).state


def leaves_a_way_out(state: State, player: int, action: int) -> bool:
    """Whether there are steps by which the player lives for nine rounds if nobody else does anything.

    Boxes are taken to stand, which errs on the safe side.
    """
    x, y, _, reach = (int(number) for number in state.players[player, :4])
    bombs = [(bx, by, timer, slow_blast(state, (bx, by), reaches)) for _, bx, by, timer, reaches in rows(state.bombs)]
    times = {(bx, by): timer for bx, by, timer, _ in bombs}
    for _ in bombs:
        for bx, by, _, blast in bombs:
            for other in times.keys() & blast:
                times[other] = min(times[other], times[bx, by])
    danger: dict[int, set[Place]] = {round_: set() for round_ in range(1, FUSE + 2)}
    for bx, by, _, blast in bombs:
        danger[times[bx, by]] |= blast
    if action >= BOMB:
        danger[FUSE + 1] |= slow_blast(state, (x, y), reach)
        times[x, y] = FUSE + 1
    dx, dy = STEPS[action % BOMB]
    if (x, y) in danger[1]:
        return False
    here = {(x + dx, y + dy)}
    for coming in range(2, FUSE + 2):
        here -= danger[coming]
        near = {(x + dx, y + dy) for x, y in here for dx, dy in STEPS[1:]}
        free = {place for place in near & FREE if code_at(state, place) in OPEN and times.get(place, 0) < coming}
        here |= free
    return bool(here)


FREE = set(FREE_CELLS)
OPEN = (FLOOR, ITEM_RANGE, ITEM_BOMB)
