"""Games side by side: in processes of this machine, or on the workers of a cluster."""

import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Protocol, TypeVar

import joblib
from joblib.externals.loky.backend import resource_tracker as joblibs_tracker

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
    processes = max(1, min(jobs, len(numbers)))
    if processes == 1:
        yield from ((one, play(one)) for one in numbers)
        return
    workers = joblib.Parallel(n_jobs=processes, return_as="generator")
    with _ctrl_c_waits() as hear:
        outcomes = workers(joblib.delayed(_play_hearing)(play, one) for one in numbers)
        try:
            hear()
            yield from zip(numbers, outcomes, strict=True)
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # who asks for no more games knows that those begun are lost
                outcomes.close()


@contextmanager
def _ctrl_c_waits() -> Iterator[Callable[[], object]]:
    """Let Ctrl+C wait until what this yields is called, and for ever in the processes that are started before.

    A terminal sends it to every process; one that is still loading would print where it was.
    """
    if sys.platform == "win32":
        yield lambda: None
        return
    resource_tracker.ensure_running()  # started later it would let Ctrl+C through again
    joblibs_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield lambda: signal.pthread_sigmask(signal.SIG_SETMASK, before)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _play_hearing(play: PlayOne[T_co], number: int) -> T_co:
    """Play a game in a process that hears Ctrl+C only meanwhile: then the game ends and clears up."""
    if sys.platform == "win32":
        return play(number)
    before = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        return play(number)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
