"""Every piece that can come, up to rotation: 76 of them with 6 colours, and the magic one."""

import itertools

import numpy as np
from numpy.typing import NDArray

from engine.columns import LENGTH, Rules
from engine.columns.dealing import MAGIC_PIECE, piece_of
from engine.dice import Dice, roll
from engine.jit import njit


def draws(rules: Rules) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return one piece, as an integer, of all that turn into one another, and the chance that one of these comes.

    Both (k,): the least piece of each set, ascending by its jewels from the top, and last the magic one, if any. Pieces
    that never come are left out.
    """
    pieces: list[int] = []
    chances: list[float] = []
    honest = (1.0 - rules.magic) / rules.colours**LENGTH
    for codes in itertools.product(range(rules.colours), repeat=LENGTH):
        turned = {codes[turns:] + codes[:turns] for turns in range(LENGTH)}
        if honest and codes == min(turned):
            pieces.append(piece_of(np.array(codes, np.int8)))
            chances.append(len(turned) * honest)
    if rules.magic:
        pieces.append(MAGIC_PIECE)
        chances.append(rules.magic)
    return np.array(pieces, np.int64), np.array(chances)


@njit
def shuffle(order: NDArray[np.int64], dice: Dice) -> None:
    """Bring 0 to n - 1 into `order`, int64 (n,), every sequence as likely as any other; `dice` is advanced."""
    for index in range(order.size):
        order[index] = index
    for index in range(order.size - 1, 0, -1):
        other = roll(dice, index + 1)
        order[index], order[other] = order[other], order[index]
