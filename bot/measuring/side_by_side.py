"""Games side by side: in processes of this machine, or on the workers of a cluster."""

import os
import sys
import threading
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, TypeVar

import joblib
from joblib.externals.loky.backend import resource_tracker as joblibs_tracker
from joblib.externals.loky.process_executor import TerminatedWorkerError

from bot.ending_signals import Interrupted, blocked, heard, signal_name
from bot.exit_status import Failed
from bot.measuring.play_one import PlayOne

if TYPE_CHECKING:
    from bot.measuring.cluster import Cluster

T = TypeVar("T")


def side_by_side(
    play: PlayOne[T], numbers: Sequence[int], jobs: int = 1, cluster: "Cluster | None" = None
) -> Iterator[tuple[int, T]]:
    """Play games and yield the number of each with what became of it.

    Args:
        play: a function of a module, or a `functools.partial` of one: other processes load it by name.
        numbers: of the games, which come in this order, from a cluster in the order in which they end.
        jobs: processes of this machine, where there is no cluster.
        cluster: plays them instead.

    Raises:
        Failed: a process was ended from outside; for a cluster see `Cluster.play`.
        Exception: what a game raised.
    """
    if cluster is not None:
        yield from cluster.play(play, numbers)
        return
    processes = max(1, min(jobs, len(numbers)))
    if processes == 1:
        yield from ((one, play(one)) for one in numbers)
        return
    workers = joblib.Parallel(n_jobs=processes, return_as="generator")
    with blocked():
        _start_trackers()  # lets Ctrl+C and SIGTERM through again
    # a terminal sends these to every process; one that is still loading would print where it was, or leave a player
    with blocked() as hear, _without_complaints_of_cancelled_games():
        outcomes = workers(joblib.delayed(_play_hearing)(play, one) for one in numbers)
        try:
            hear()
            yield from zip(numbers, outcomes, strict=True)
        except TerminatedWorkerError:
            raise _ended("killed (is there enough memory?)") from None
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # who asks for no more games knows that those begun are lost
                outcomes.close()


def _start_trackers() -> None:
    """Start what clears up after processes, with the signals blocked: a hangup would end it, and it would complain.

    It says nothing to the person either, who has ended those processes and knows it.
    """
    if sys.platform == "win32":  # there joblib has none
        return
    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = "ignore"
    try:
        resource_tracker.ensure_running()
        joblibs_tracker.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = before


@contextmanager
def _without_complaints_of_cancelled_games() -> Iterator[None]:
    """Keep joblib's manager of processes from telling that it looked for games that it had just cancelled itself.

    It kills the processes first and ends by that either way: `add_call_item_to_queue`, after shutting down, takes
    numbers whose games are not pending any more.
    """

    def tell(what: threading.ExceptHookArgs) -> None:
        where = traceback.extract_tb(what.exc_traceback)[-1:]
        if not (what.exc_type is KeyError and where and where[0].name == "add_call_item_to_queue"):
            hook(what)

    hook, threading.excepthook = threading.excepthook, tell
    try:
        yield
    finally:
        threading.excepthook = hook


def _play_hearing(play: PlayOne[T], number: int) -> T:
    """Play a game in a process that hears of its end only meanwhile: then the game ends and clears up.

    What came to the whole run is raised in the process that waits for this one, before it hears of this `Failed`.
    """
    try:
        with heard():
            return play(number)
    except Interrupted as end:
        raise _ended(f"ended by {signal_name(end.args[0])}") from None


def _ended(how: str) -> Failed:
    return Failed(f"a process that played games was {how}; games kept in --store need no second play")
