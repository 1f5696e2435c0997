"""Games on the workers of a running dask cluster.

`distributed` itself is used, not joblib's backend for it: that one never returns when a worker dies at a game, and
plays in the calling process where the cluster has one worker.
"""

import asyncio
import logging
import pickle
import platform
import queue
import re
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache, partial
from importlib.metadata import version
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from bot.exit_status import Failed, Unusable
from bot.measuring.digests import ROOT, files_digest
from bot.measuring.play_one import PlayOne

if TYPE_CHECKING:
    from distributed import Client, Future, Worker

T = TypeVar("T")

ANSWER_S: Final = 6.0
"""So long a scheduler may take to answer, and then its first worker to be there."""
LOOK_S: Final = 2.0
"""A cluster that returns nothing for so long is asked whether it still has workers."""
GONE_S: Final = 10.0
"""So long it may have none before the run ends: a worker that died is started again by dask within seconds."""
PACKAGES: Final = ("numpy", "numba", "distributed")
"""Of which caller and workers must have the same versions."""
CODE: Final = ("engine", "policy", "bot/games", "bot/measuring", "bot/platform")
"""Folders of which caller and workers must have the same files: those by which games are played."""
FIRST_S: Final = 60.0
"""So long workers may take to tell what they are: the first time they import the project."""
START: Final = ".venv/bin/python -m dask worker ADDRESS --nworkers N --nthreads 1"
"""Starts workers, in the project's folder."""


def parse_address(text: str) -> str:
    """Return tcp://host:port for host:port or tcp://host:port; an IPv6 host stands in brackets.

    Raises:
        Unusable: it is neither.
    """
    found = re.fullmatch(r"(?:tcp://)?(\[[0-9a-fA-F:.%]+\]|[\w.-]+):([0-9]{1,5})", text, re.ASCII)
    if found is None or not 0 < int(found[2]) < 65536:
        raise Unusable(f"--cluster wants the scheduler's host:port, such as 192.168.0.7:8786, not '{text}'")
    return f"tcp://{found[1]}:{found[2]}"


class Cluster:
    """A running dask cluster whose workers have this project's code; a context manager.

    Leaving it ends its games: a worker drops those that wait and leaves the one it plays before the next move.

    Args:
        address: host:port or tcp://host:port of the scheduler.

    Raises:
        Unusable: no address, nobody there, no workers, or one that cannot play: other code, other versions, or several
            games at once in one process.
    """

    def __init__(self, address: str) -> None:
        self._address = parse_address(address)
        self._needed = {"code": code_now(), **_versions()}
        self._client = _connect(self._address)
        try:
            self._refuse_unfit_workers()
        except BaseException:
            self._client.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._client.close()

    def play(self, play: PlayOne[T], numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        """Play games and yield the number of each with what became of it, in the order in which they end.

        A game whose worker dies is played again by another.

        Args:
            play: a function of a module, or a `functools.partial` of one.
            numbers: of the games.

        Raises:
            Failed: the cluster or its last worker is gone, or workers died at one game again and again.
            Exception: what a game raised.
        """
        call = pickle.dumps(partial(_play_there, self._needed, play))

        def one_game(number: int) -> Any:
            # sent by value, with a call that only workers unpack: the scheduler need not have the project's code
            return pickle.loads(call)(number)

        futures = self._client.map(one_game, numbers, pure=False)
        waiting = dict(zip(futures, numbers, strict=True))
        ended: queue.SimpleQueue[Future[T]] = queue.SimpleQueue()
        for future in futures:
            future.add_done_callback(ended.put)
        del futures  # a cluster keeps a result as long as somebody here holds its future
        seen = time.monotonic()
        while waiting:
            try:
                future = ended.get(timeout=LOOK_S)
            except queue.Empty:
                seen = self._look_for_workers(seen)
                continue
            try:
                result = self._result(future)
            except TimeoutError:
                if future.status == "error":
                    raise
                # its worker died with the result: it is being played again
                future.add_done_callback(ended.put)
                seen = self._look_for_workers(seen)
                continue
            yield waiting.pop(future), result
            seen = time.monotonic()

    def _result(self, future: "Future[T]") -> T:
        from distributed import CancelledError
        from distributed.scheduler import KilledWorker

        try:
            return future.result(timeout=LOOK_S)
        except KilledWorker:
            raise Failed(f"cluster {self._address}: several workers died at the same game; it was given up") from None
        except CancelledError:
            raise self._gone() from None
        except ModuleNotFoundError as error:
            raise Failed(f"cluster {self._address}: a worker came that has not this project's code ({error})") from None

    def _look_for_workers(self, seen: float) -> float:
        """Return when workers were last seen, which is now where there are any; `seen` is the time before."""
        try:
            if self._client.nthreads(callback_timeout=ANSWER_S):
                return time.monotonic()
        except OSError:
            raise self._gone() from None
        if time.monotonic() - seen > GONE_S:
            raise Failed(f"cluster {self._address}: its last worker is gone; games kept in --store need no second play")
        return seen

    def _gone(self) -> Failed:
        return Failed(f"cluster {self._address}: its scheduler is gone; games kept in --store need no second play")

    def _refuse_unfit_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=ANSWER_S)
        except TimeoutError:
            raise Unusable(f"--cluster {self._address}: no workers there; start some: {START}") from None
        try:
            told = self._client.run(_tell, self._needed, on_error="return", callback_timeout=FIRST_S)
        except OSError as error:
            raise Unusable(f"--cluster {self._address}: its workers do not answer ({error})") from None
        for worker, reason in told.items():
            if isinstance(reason, Exception):
                raise Unusable(
                    f"--cluster {self._address}: worker {worker} has not this project's code ({reason}); start workers"
                    f" in the project's folder: {START}"
                )
            if reason:
                raise Unusable(f"--cluster {self._address}: {reason}")


def code_now() -> str:
    """Return 16 hex digits that change with any of the project's files by which games are played."""
    files = (path for folder in CODE for path in sorted((ROOT / folder).rglob("*")) if path.suffix in (".py", ".npz"))
    return files_digest(files)


@cache
def _code_at_first() -> str:
    """`code_now` of the moment when this process was first asked: what it has loaded since may be as old as that."""
    return code_now()


def _versions() -> Mapping[str, str]:
    python = ".".join(platform.python_version_tuple()[:2])
    return {"python": python, **{package: version(package) for package in PACKAGES}}


def _connect(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError:
        raise Unusable("--cluster wants the package distributed: pip install -r requirements/runtime.in") from None
    # it logs each connection that ends, at whatever level; what went wrong is told by this file's errors
    logging.disable(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # versions that differ: told of those that matter
        try:
            asyncio.run(_knock(address))
            return Client(address, timeout=ANSWER_S, set_as_default=False, name="spyglass")
        except Exception as error:  # whoever listens there may have said anything
            raise Unusable(f"--cluster {address}: no dask scheduler answers there ({type(error).__name__})") from None


async def _knock(address: str) -> None:
    """Raise what speaks against a scheduler at an address; where one listens and is mute `Client` waits for ever."""
    from distributed import connect

    comm = await asyncio.wait_for(connect(address, timeout=ANSWER_S), ANSWER_S + 1)
    comm.abort()


# -- on a worker -----------------------------------------------------------------------------------------------------


def _tell(needed: Mapping[str, str], dask_worker: "Worker") -> str:
    """Return why a worker cannot play as the caller would, "" where it can; dask fills in the worker."""
    return _unfit(needed, dask_worker, {code_now(), _code_at_first()})


def _unfit(needed: Mapping[str, str], worker: "Worker", codes: Set[str]) -> str:
    name = f"worker {worker.address}"
    for package, ours in _versions().items():
        if needed[package] != ours:
            return f"{name} has {package} {ours}, not {needed[package]} as here"
    if codes != {needed["code"]}:
        return f"{name} has other code than is here; bring it to the same state and start it again"
    if worker.state.nthreads != 1:
        return f"{name} plays {worker.state.nthreads} games in one process, which slows each; start it so: {START}"
    return ""


def _play_there(needed: Mapping[str, str], play: PlayOne[T], number: int) -> T:
    """Play a game on a worker, which may have come after the others were looked at."""
    from distributed import Reschedule, get_worker

    worker = get_worker()
    if reason := _unfit(needed, worker, {_code_at_first()}):
        raise Failed(f"games were stopped: {reason}")
    key = worker.get_current_task()

    def end_if_unwanted() -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise Reschedule

    try:
        return play(number, before_move=end_if_unwanted)
    except Unusable as error:
        raise Unusable(f"worker {worker.address}: {error}") from None
