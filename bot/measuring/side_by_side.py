"""Games side by side: in processes of this machine, or on the workers of a cluster."""

import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

import joblib

if TYPE_CHECKING:
    from bot.measuring.cluster import Cluster

T_co = TypeVar("T_co", covariant=True)

BeforeMove = Callable[[], None]
"""Called before each move of a game; what it raises ends the game."""


class PlayOne(Protocol[T_co]):
    """Plays the game that a number names."""

    def __call__(self, number: int, /, *, before_move: BeforeMove = ...) -> T_co:
        """Return what became of it."""
        ...


def go_on() -> None:
    """Let the game go on: nobody ends a game of this process but with the process."""


def side_by_side(
    play: PlayOne[T_co], numbers: Sequence[int], jobs: int = 1, cluster: "Cluster | None" = None
) -> Iterator[tuple[int, T_co]]:
    """Play games and yield the number of each with what became of it.

    Args:
        play: a function of a module, or a `functools.partial` of one: other processes load it by name.
        numbers: of the games, which come in this order, from a cluster in the order in which they end.
        jobs: processes of this machine, where there is no cluster.
        cluster: plays them instead.

    Raises:
        Exception: what a game raised; besides see `Cluster.play`.
    """
    if cluster is not None:
        yield from cluster.play(play, numbers)
        return
    workers = joblib.Parallel(n_jobs=max(1, min(jobs, len(numbers))), return_as="generator")
    outcomes = workers(joblib.delayed(play)(one) for one in numbers)
    try:
        yield from zip(numbers, outcomes, strict=True)
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # who asks for no more games knows that those begun are lost
            outcomes.close()
