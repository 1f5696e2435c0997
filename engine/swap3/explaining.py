"""Was this board possible? The courses of a cascade that chance may have taken, held against what is seen.

Nobody sees the new pieces that line up and vanish before the board settles. A course is a choice of such lines: the
known pieces always break where they line up; beside them, at any stage, lines may break that hold pieces nobody saw.
A piece that nobody saw was of the right kind by luck, which is rarer the more of them a course needs; a cell read wrong
is rarer still. The likeliest course counts, and courses are looked at in the order of how likely they are so far.
"""

import heapq
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from engine.lines import Mask, mark_lines
from engine.padded import EDGE, Board, inside, pad
from engine.swap3.board import EMPTY, UNKNOWN
from engine.swap3.kernels import MOST_STAGES, Physics, Scratch, collapse, legal_swaps, physics, scratch
from engine.swap3.rules import Rules

MOST_COURSES: Final = 6_000
"""Courses that are looked at for one answer; then the best so far counts."""
CONTRADICTION: Final = 3
"""A contradicting cell is as unlikely as so many unseen pieces that had to be of one certain kind."""
SURE: Final = 8
"""Likewise where no cell can have been read wrong: seven kinds make so many pieces one chance in some six million."""
MANY_COURSES: Final = 60_000
"""Courses that are looked at before a cell is said to have been read wrong."""
FEW_COURSES: Final = 600
"""Courses that are looked at where what was not looked at counts as possible."""
MOST_LUCK: Final = 20
"""Unseen pieces that had to be of one certain kind, at most: with more of them any board could be explained."""
DEAL: Final = 12
"""A board dealt anew is as unlikely as so many such pieces."""
LAST_MOVES: Final = 2
"""So many moves on the known pieces may have gone with lines that nobody saw before the board was dealt anew."""
LINE: Final = 4
Lines = NDArray[np.int64]
"""(n, LINE): first cell, step, length of each line, and how many unseen pieces had to be of one certain kind."""


class Explanation(NamedTuple):
    """What the likeliest course says of a board.

    Attributes:
        odd: the cells that it contradicts, bool (rows, cols).
        complete: no likelier course was left to be looked at.
    """

    odd: Mask
    complete: bool


def explain(
    rules: Rules, board: Board, observed: Board, price: int = CONTRADICTION, most_courses: int = MOST_COURSES
) -> Explanation:
    """Look for the likeliest course from `board` to `observed`.

    Args:
        rules: the rules.
        board: padded, two pieces swapped, nothing broken yet; UNKNOWN cells may be anything.
        observed: int8 (rows, cols), settled; UNKNOWN cells contradict nothing.
        price: how many pieces of luck a contradicting cell is worth.
        most_courses: so many are looked at, at most.

    Where the rules deal boards anew, any board may follow one on whose known pieces as good as no move is left.
    """
    rule, space = physics(rules), scratch(rules)
    seen, nothing = pad(observed), np.zeros(board.size, np.bool_)
    most_lines = 2 * rules.rows * rules.cols * max(rules.rows, rules.cols)
    lines, counts = np.zeros((most_lines, LINE), np.int64), np.zeros(most_lines, np.int64)
    best = price * run_out(board, rule, nothing, seen, space, board.copy())
    best_course = board, nothing
    serial = looked = 0
    courses = [(best, serial, 0, board, nothing, 0)]
    while courses and best and looked < most_courses:
        _, _, luck, at, chosen, since = heapq.heappop(courses)
        while True:
            certain = mark_lines(at, rules.rows, rules.cols, rules.kinds, space.mask, space.lengths)
            gone = space.mask | chosen
            found = unseen_lines(at, rule, lines)
            try_lines(at, rule, gone, lines, since, found, seen, space, counts)
            looked += found - since
            for number in range(since, found):
                spent = luck + int(lines[number, 3])
                if spent >= best or spent > MOST_LUCK:
                    continue
                total = spent + price * int(counts[number])
                more = gone.copy()
                mark(more, lines[number])
                if total < best:
                    best, best_course = total, (at, more)
                serial += 1
                heapq.heappush(courses, (total, serial, spent, at, more, number + 1))
            if not (certain or chosen.any()):
                break
            at = after(at, rule, gone)
            chosen, since = nothing, 0
    complete = not best or not courses
    left = best_course[0].copy()
    run_out(left, rule, best_course[1], seen, space, left)
    if best > DEAL and rules.deals_anew and _may_be_stuck(board, rule, seen, space):
        return Explanation(np.zeros(observed.shape, np.bool_), complete)
    shown = inside(left, rules.rows, rules.cols)
    return Explanation((shown != UNKNOWN) & (observed != UNKNOWN) & (shown != observed), complete)


def _may_be_stuck(board: Board, physics: Physics, seen: Board, space: Scratch) -> bool:
    """Tell whether the known pieces, when all has broken that lines up for sure, leave as good as no move."""
    left = board.copy()
    run_out(board, physics, np.zeros(board.size, np.bool_), seen, space, left)
    moves = np.zeros(2 * physics.rows * physics.cols, np.int64)
    return legal_swaps(left, physics, moves) <= LAST_MOVES


def after(board: Board, physics: Physics, gone: Mask) -> Board:
    """Return a padded board when `gone` has vanished, new pieces in as UNKNOWN."""
    left = board.copy()
    collapse(left, physics, gone)
    left[left == EMPTY] = UNKNOWN
    return left


@njit
def mark(mask: Mask, line: NDArray[np.int64]) -> None:
    """Set `mask` on the cells of a line."""
    for place in range(line[2]):
        mask[line[0] + place * line[1]] = True


@njit
def run_out(board: Board, physics: Physics, gone: Mask, seen: Board, space: Scratch, left: Board) -> int:
    """Let `gone` vanish and then what lines up for sure, until nothing does; return how many cells contradict `seen`.

    Args:
        board: padded; UNKNOWN where a piece has not been seen.
        physics: of the rules.
        gone: bool, shape of `board`: what vanishes first, beside what lines up.
        seen: padded; UNKNOWN cells contradict nothing.
        space: working memory.
        left: receives the board in the end; may be `board` itself.
    """
    left[:] = board
    for stage in range(MOST_STAGES):
        certain = mark_lines(left, physics.rows, physics.cols, physics.kinds, space.mask, space.lengths)
        more = False
        if stage == 0:
            for cell in range(gone.size):
                if gone[cell]:
                    space.mask[cell] = more = True
        if not (certain or more):
            break
        collapse(left, physics, space.mask)
        for cell in range(left.size):
            if left[cell] == EMPTY:
                left[cell] = UNKNOWN
    wrong = 0
    for cell in range(left.size):
        if left[cell] not in (UNKNOWN, EDGE) and seen[cell] != UNKNOWN and left[cell] != seen[cell]:
            wrong += 1
    return wrong


@njit
def try_lines(
    board: Board,
    physics: Physics,
    gone: Mask,
    lines: Lines,
    since: int,
    until: int,
    seen: Board,
    space: Scratch,
    counts: NDArray[np.int64],
) -> None:
    """Write to `counts` how many cells contradict `seen` if a line vanishes with `gone`, for lines since..until-1."""
    more, left = gone.copy(), board.copy()
    for number in range(since, until):
        more[:] = gone
        mark(more, lines[number])
        counts[number] = run_out(board, physics, more, seen, space, left)


@njit
def unseen_lines(board: Board, physics: Physics, lines: NDArray[np.int64]) -> int:
    """Find every line that the right pieces in UNKNOWN cells would make.

    Args:
        board: padded; UNKNOWN where a piece has not been seen.
        physics: of the rules.
        lines: int64 (2 * rows * cols * max(rows, cols), LINE), receives the lines.

    Returns:
        How many there are: at least one cell of each is UNKNOWN, the known ones are of one kind, and no known piece of
        that kind stands at either end.
    """
    count = 0
    for down in range(2):
        step = physics.stride if down else 1
        for row in range(physics.rows):
            for col in range(physics.cols):
                cell = physics.first + row * physics.stride + col
                room = physics.rows - row if down else physics.cols - col
                kind = UNKNOWN
                unknown = 0
                for length in range(1, room + 1):
                    code = board[cell + (length - 1) * step]
                    if code == UNKNOWN:
                        unknown += 1
                    elif kind == UNKNOWN and 0 <= code < physics.kinds:
                        kind = code
                    elif code != kind:
                        break
                    before, beyond = board[cell - step], board[cell + length * step]
                    bounded = kind == UNKNOWN or (before != kind and beyond != kind)
                    if length >= 3 and unknown and bounded:
                        lines[count, 0], lines[count, 1], lines[count, 2] = cell, step, length
                        lines[count, 3] = unknown - (1 if kind == UNKNOWN else 0)
                        count += 1
    return count
