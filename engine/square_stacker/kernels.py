"""The rules as compiled kernels on packed states: what fits, placing, counting, dealing."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, chance, roll
from engine.jit import njit, njit_inline
from engine.square_stacker.packed import COMBO, HAND, PLAYED, TILES, Words
from engine.square_stacker.rules import MAX_COLOURS, Rules

ALL_CELLS: Final = 511
ALL_SLOTS: Final = (1 << 27) - 1
NOWHERE: Final = ALL_CELLS << 27
"""A fourth size without a free cell, for pieces that have been played."""
LINES: Final = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
"""Rows, columns and diagonals as 9-bit masks of cells."""

Scoring = NDArray[np.int64]
"""(5,): line_points, squared_lines, cell_points, combo, full_cell_sweeps of `Rules`."""

REDEALS: Final = 200
"""Hands that are drawn at most to find one that can be played; then one-size pieces are drawn."""


def scoring_of(rules: Rules) -> Scoring:
    """Return what the kernels need to know of the rules, int64 (5,)."""
    return np.array(
        [rules.line_points, rules.squared_lines, rules.cell_points, rules.combo, rules.full_cell_sweeps], np.int64
    )


def _lines_through() -> NDArray[np.int16]:
    """Return (512 * 9,): for the cells a colour has and the cell it came to, lines made * 512 + cells they clear."""
    table = np.zeros((512, 9), np.int16)
    for cells in range(512):
        for cell in range(9):
            made = [line for line in LINES if line >> cell & 1 and cells & line == line]
            cleared = 0
            for line in made:
                cleared |= line
            table[cells, cell] = len(made) * 512 + cleared
    return table.reshape(-1)


def _nth_bit() -> NDArray[np.int8]:
    """Return (512 * 9,): the place of the n-th set bit of a 9-bit mask."""
    table = np.zeros((512, 9), np.int8)
    for mask in range(512):
        places = [bit for bit in range(9) if mask >> bit & 1]
        table[mask, : len(places)] = places
    return table.reshape(-1)


def _slot_shifts() -> NDArray[np.int64]:
    """Return (18 * 19 + 1,): for each code + 1 the first bits of its tiles' sizes in `taken`, the second times 32."""
    table = np.empty(TILES * (TILES + 1) + 1, np.int64)
    table[0] = 27 * 33  # PLAYED: where `NOWHERE` is
    for code in range(TILES * (TILES + 1)):
        first, second = code % TILES, code // TILES - 1
        table[code + 1] = 9 * (first % 3) + 32 * 9 * ((second if second >= 0 else first) % 3)
    return table


LINES_THROUGH = _lines_through()
NTH_BIT = _nth_bit()
SLOT_SHIFTS = _slot_shifts()
POPCOUNT = np.array([bin(mask).count("1") for mask in range(512)], np.int64)


@njit_inline
def occupied(words: Words) -> int:
    """Return the 27 bits of slots that hold a ring."""
    return int(words[0] | words[1] | words[2] | words[3] | words[4] | words[5])


@njit_inline
def free_cells(taken: int, code: int) -> int:
    """Return the 9 bits of cells where a piece fits; none for PLAYED.

    No branches: which pieces are played, of one size or two, is what a processor guesses wrong.

    Args:
        taken: 27 bits, from `occupied`.
        code: of the piece.
    """
    blocked = taken | NOWHERE
    shifts = SLOT_SHIFTS[code + 1]
    return int(~(blocked >> (shifts & 31) | blocked >> (shifts >> 5)) & ALL_CELLS)


@njit_inline
def _clear(words: Words, colour: int, cell: int, sweeps: int) -> int:
    """Clear what the colour placed in `cell` completes; return lines made + 8 if the cell was full of it."""
    word = words[colour]
    cells = (word | word >> 9 | word >> 18) & ALL_CELLS
    found = np.int64(LINES_THROUGH[cells * 9 + cell])
    full = word >> cell & word >> (9 + cell) & word >> (18 + cell) & 1
    if found == 0 and full == 0:
        return 0
    gone = found & ALL_CELLS | full << cell
    if full and sweeps:
        gone = np.int64(ALL_CELLS)
    words[colour] = word & ~(gone | gone << 9 | gone << 18)
    return int(found >> 9 | full << 3)


@njit_inline
def place(words: Words, piece: int, cell: int, scoring: Scoring) -> int:
    """Place a piece of the hand in a cell where it fits, clear what that completes, return the points.

    Lines and the full cell are judged on the board as it is with the piece on it; only colours of the piece can clear.
    `words` is changed: board, hand and combo; a new hand is not dealt.
    """
    code = words[HAND + piece]
    words[HAND + piece] = PLAYED
    first = code % TILES
    second = code // TILES - 1
    words[first // 3] |= np.int64(1) << (9 * (first % 3) + cell)
    if second >= 0:
        words[second // 3] |= np.int64(1) << (9 * (second % 3) + cell)
    found = _clear(words, first // 3, cell, scoring[4])
    lines, full = found & 7, found >> 3
    if second >= 0 and second // 3 != first // 3:
        found = _clear(words, second // 3, cell, scoring[4])
        lines += found & 7
        full += found >> 3
    if lines + full == 0:
        words[COMBO] = 0
        return 0
    points = scoring[0] * lines * (lines if scoring[1] else 1) + scoring[2] * full
    words[COMBO] += 1
    return int(points * words[COMBO] if scoring[3] else points)


@njit_inline
def hand_is_played(words: Words) -> bool:
    """Tell whether all three pieces have been played."""
    return bool(words[HAND] == PLAYED and words[HAND + 1] == PLAYED and words[HAND + 2] == PLAYED)


@njit
def count_moves(words: Words) -> int:
    """Return the number of legal moves."""
    taken = occupied(words)
    count = 0
    for piece in range(3):
        count += POPCOUNT[free_cells(taken, words[HAND + piece])]
    return int(count)


@njit
def _draw_piece(dice: Dice, colours: int, two_sizes: float) -> int:
    colour = roll(dice, colours)
    size = roll(dice, 3)
    if two_sizes <= 0.0 or not chance(dice, two_sizes):
        return int(3 * colour + size)
    other = (size + 1 + roll(dice, 2)) % 3
    second = (colour + 1 + roll(dice, colours - 1)) % colours if colours > 1 else colour
    if other < size:
        size, other, colour, second = other, size, second, colour
    return int(3 * colour + size + TILES * (3 * second + other + 1))


@njit
def deal(words: Words, dice: Dice, colours: int, two_sizes: float, feasible: bool) -> None:
    """Draw three new pieces into the hand: colour and size uniform (paper, section 3.1).

    Args:
        words: changed in place; what the hand holds is lost.
        dice: advanced.
        colours: how many come.
        two_sizes: chance that a piece has two tiles, of two sizes and, where more than one comes, two colours.
        feasible: draw again while no piece of the hand fits anywhere, unless every slot of the board is taken.
    """
    taken = occupied(words)
    for attempt in range(2 * REDEALS):
        chance_of_two = two_sizes if attempt < REDEALS else 0.0
        for piece in range(3):
            words[HAND + piece] = _draw_piece(dice, colours, chance_of_two)
        if not feasible or taken == ALL_SLOTS or count_moves(words) > 0:
            return


def growth_of(rules: Rules, score: int) -> tuple[int, float, bool]:
    """Return what `deal` needs at a score: colours, chance of two sizes, feasible."""
    step = rules.growth_at(score)
    return min(step.colours, MAX_COLOURS), step.two_sizes, rules.feasible
