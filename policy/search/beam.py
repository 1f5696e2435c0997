"""Beam search that keeps the best few positions behind every first move, chance sampled once for all of them.

All positions of a level meet the same chance, so first moves are compared on equal terms; a caller follows as many
sampled futures as its time allows and takes the mean. The search is written against `legal_moves` of
`policy.search.game` and the three placeholders below, which tell a move from the chance that comes after it.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice
from policy.search.game import GameKernels, Moves, Words, copy_words, legal_moves
from policy.search.specialise import njit_for

NO_REPLY: Final = -1
"""In place of the second move of a line that has one move."""


def advance(words: Words, move: int, rules: Any) -> float:
    """Make a legal move up to where chance comes in; `words` is changed. Return its points."""
    raise NotImplementedError


def chance(words: Words, rules: Any, dice: Dice) -> None:
    """Let chance do its part before the next move, where there is one to do; `words` is changed."""
    raise NotImplementedError


def evaluate(words: Words, rules: Any, value: Any) -> float:
    """Return what a position is worth beyond the points gained so far; -inf where the game is lost."""
    raise NotImplementedError


class Level(NamedTuple):
    """The positions kept after so many moves: up to `width` behind each of `roots` first moves.

    Attributes:
        words: int64 (roots, width, n).
        gained: float64 (roots, width), points since the first move, its own among them.
        worth: float64 (roots, width), those and the position's value.
        reply: int64 (roots, width), the second move of the line, or NO_REPLY.
        kept: int64 (roots,), how many positions there are.
    """

    words: NDArray[np.int64]
    gained: NDArray[np.float64]
    worth: NDArray[np.float64]
    reply: NDArray[np.int64]
    kept: NDArray[np.int64]


def room_for(roots: int, width: int, size: int) -> Level:
    """Return room for the positions of a level; `size` is the length of a position."""
    return Level(
        np.zeros((roots, width, size), np.int64),
        np.zeros((roots, width)),
        np.zeros((roots, width)),
        np.zeros((roots, width), np.int64),
        np.zeros(roots, np.int64),
    )


def keep(level: Level, root: int, words: Words, gained: float, worth: float, reply: int) -> None:
    """Enter a position behind a first move; where there is no room the worst goes."""
    at = level.kept[root]
    width = level.worth.shape[1]
    if at < width:
        level.kept[root] += 1
    else:
        at = 0
        for other in range(1, width):
            if level.worth[root, other] < level.worth[root, at]:
                at = other
        if worth <= level.worth[root, at]:
            return
    copy_words(level.words[root, at], words)
    level.gained[root, at], level.worth[root, at], level.reply[root, at] = gained, worth, reply


def spread(
    words: Words,
    target: Level,
    allowed: NDArray[np.bool_],
    rules: Any,
    value: Any,
    moves: Moves,
) -> None:
    """Make every first move: the position after move m is the only one kept behind first move m.

    Args:
        words: the position; not changed.
        target: filled; a first move behind which the game is lost has no position.
        allowed: bool (roots,), legal moves to leave out are False.
        rules, value: the game's.
        moves: room for the legal moves, all below `roots`.
    """
    target.kept[:] = 0
    for index in range(legal_moves(words, rules, moves)):
        move = moves[index]
        if allowed[move]:
            after = target.words[move, 0]
            copy_words(after, words)
            gained = advance(after, move, rules)
            worth = gained + evaluate(after, rules, value)
            target.gained[move, 0], target.worth[move, 0], target.reply[move, 0] = gained, worth, NO_REPLY
            if worth > -np.inf:
                target.kept[move] = 1


def best_worth(level: Level, root: int, lost: float) -> tuple[float, int]:
    """Return the worth of the best position behind a first move and its second move; `lost` where there is none."""
    worth, reply = lost, NO_REPLY
    for place in range(level.kept[root]):
        if place == 0 or level.worth[root, place] > worth:
            worth, reply = level.worth[root, place], level.reply[root, place]
    return worth, reply


def widen(
    source: Level,
    target: Level,
    wanted: NDArray[np.bool_],
    rules: Any,
    value: Any,
    dice: Dice,
    moves: Moves,
    space: NDArray[np.int64],
) -> int:
    """Make every move from every position of a level and keep the best behind each first move.

    Args:
        source: the level; not changed.
        target: filled for the first moves wanted; the others' places in it stay as they are.
        wanted: bool (roots,), the first moves to go on with.
        rules, value: the game's.
        dice: what chance draws from, the same for every position.
        moves: room for the legal moves.
        space: int64 (2, n), scratch.

    Returns:
        Number of positions looked at.
    """
    before, after = space[0], space[1]
    luck = dice[0]
    looked = 0
    for root in range(wanted.size):
        if not wanted[root]:
            continue
        target.kept[root] = 0
        for place in range(source.kept[root]):
            copy_words(before, source.words[root, place])
            dice[0] = luck
            chance(before, rules, dice)
            reply = source.reply[root, place]
            count = legal_moves(before, rules, moves)
            for index in range(count):
                copy_words(after, before)
                gained = source.gained[root, place] + advance(after, moves[index], rules)
                worth = gained + evaluate(after, rules, value)
                looked += 1
                if worth > -np.inf:
                    keep(target, root, after, gained, worth, moves[index] if reply == NO_REPLY else reply)
    return looked


def follow(
    start: Level,
    wanted: NDArray[np.bool_],
    depth: int,
    rules: Any,
    value: Any,
    dice: Dice,
    lost: float,
    outcomes: NDArray[np.float64],
    replies: NDArray[np.int64],
    levels: tuple[Level, Level],
    moves: Moves,
    space: NDArray[np.int64],
) -> int:
    """Follow one sampled future from `start` for `depth` moves.

    Args:
        start: positions behind each first move; not changed.
        wanted: bool (roots,), the first moves to follow.
        depth: moves, at least 1.
        rules, value: the game's.
        dice: advanced.
        lost: what a first move is worth behind which every line loses.
        outcomes: float64 (roots,), filled for the first moves wanted: the worth of the best line behind each.
        replies: int64 (roots,), filled likewise with that line's second move, or NO_REPLY.
        levels: room for two levels.
        moves: room for the legal moves.
        space: int64 (2, n), scratch.

    Returns:
        Number of positions looked at.
    """
    looked = widen(start, levels[0], wanted, rules, value, dice, moves, space)
    last = 0
    for _ in range(depth - 1):
        looked += widen(levels[last], levels[1 - last], wanted, rules, value, dice, moves, space)
        last = 1 - last
    for root in range(wanted.size):
        if wanted[root]:
            outcomes[root], replies[root] = best_worth(levels[last], root, lost)
    return looked


class Beam(NamedTuple):
    """The search compiled for one game."""

    spread: Callable[..., None]
    best_worth: Callable[[Level, int, float], tuple[float, int]]
    widen: Callable[..., int]
    follow: Callable[..., int]


def compile_beam(
    game: GameKernels,
    advance: Callable[[Words, int, Any], float],
    chance: Callable[[Words, Any, Dice], None],
    evaluate: Callable[[Words, Any, Any], float],
) -> Beam:
    """Return the search for a game; `game.play` and `game.random_move` are not used."""
    parts = {"advance": advance, "chance": chance, "evaluate": evaluate}
    one_level = njit_for(game, widen, keep=njit_for(game, keep), **parts)
    best = njit_for(game, best_worth)
    future = njit_for(game, follow, widen=one_level, best_worth=best)
    return Beam(njit_for(game, spread, **parts), best, one_level, future)
