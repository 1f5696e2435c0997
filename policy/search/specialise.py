"""Compile a search for a game: one machine code a game, as if the search had been written for it.

A search is a plain function that calls the placeholders of `policy.search.game` (and other searches) by their global
names. `njit_for` gives a copy of it other globals and compiles that. Measured with numba 0.68 before it was chosen:

- a factory whose inner function closes over the game's kernels is compiled anew in every process, because numba's
  disk cache keys a closure by the random identity of the kernels it holds;
- kernels passed as arguments miss the disk cache for the same reason, and cost an index entry each time;
- a copy with other globals is found on disk (the name on disk tells the games apart), its calls are direct, and LLVM
  inlines the game's kernels into the search.

`engine.jit` gives each version of the sources a cache of its own, so a search never meets a stale kernel; it looks at
files in which the word njit occurs, which is why everything here is named so.
"""

from collections.abc import Callable
from types import FunctionType
from typing import ParamSpec, TypeVar, cast

from engine.jit import njit
from policy.search.game import GameKernels

P = ParamSpec("P")
R = TypeVar("R")


def njit_for(game: GameKernels, search: Callable[P, R], **parts: Callable[..., object]) -> Callable[P, R]:
    """Return `search` compiled with the kernels of `game`.

    Args:
        game: whose kernels stand in for the placeholders.
        search: a module-level function; other searches it calls by name are given as `parts`.
        parts: compiled for the same game.

    Raises:
        ValueError: `search` is a closure, which the disk cache cannot hold.
    """
    template = cast(FunctionType, search)
    if template.__closure__:
        raise ValueError(f"{template.__qualname__} is a closure; a search must be a function of a module")
    kernels = {"play": game.play, "legal_moves": game.legal_moves, "random_move": game.random_move}
    copy = FunctionType(template.__code__, {**template.__globals__, **kernels, **parts}, template.__name__)
    copy.__qualname__ = f"{template.__qualname__}[{game.name}]"
    copy.__module__ = template.__module__
    copy.__doc__ = template.__doc__
    return cast("Callable[P, R]", njit(copy))
