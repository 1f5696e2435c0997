"""Games in processes of this machine: what becomes of a run of which one is killed."""

import os
import signal
import sys
import threading
from functools import partial

import pytest

from bot.exit_status import Failed
from bot.measuring.play_one import BeforeMove, go_on
from bot.measuring.side_by_side import side_by_side


def ended(how: signal.Signals, number: int, /, *, before_move: BeforeMove = go_on) -> int:
    """A game in whose third one somebody, or a machine without memory, ends the process."""
    before_move()
    if number == 3:
        os.kill(os.getpid(), how)
    return number


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize(
    ("how", "told"),
    [("SIGKILL", r"killed \(is there enough memory\?\)"), ("SIGTERM", "ended by SIGTERM"), ("SIGINT", "ended by Ctrl")],
)
def test_a_process_that_is_ended_alone_ends_the_run_in_one_line(how: str, told: str) -> None:
    """SIGTERM, which a machine that runs out of memory may send, was told as Ctrl+C."""
    with pytest.raises(Failed, match=f"^a process that played games was {told}") as end:
        list(side_by_side(partial(ended, signal.Signals[how]), range(1, 9), jobs=2))
    assert "\n" not in str(end.value)


def raise_in_manager(error: Exception) -> None:
    def add_call_item_to_queue() -> None:
        raise error

    thread = threading.Thread(target=add_call_item_to_queue)
    thread.start()
    thread.join()


def test_what_joblibs_manager_says_of_games_that_it_cancelled_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that Ctrl+C ended as its processes began told of a KeyError of joblib's beside its line, once."""
    told: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda what: told.append(repr(what.exc_value)))

    def play(number: int, /, *, before_move: BeforeMove = go_on) -> int:
        del before_move
        return number

    games = side_by_side(play, range(1, 9), jobs=2)
    assert next(games) == (1, 1)
    raise_in_manager(KeyError(7))
    assert told == []
    raise_in_manager(ValueError("no workers"))
    another = threading.Thread(target={}.__getitem__, args=(8,))
    another.start()
    another.join()
    assert told == ["ValueError('no workers')", "KeyError(8)"]
    games.close()  # type: ignore[attr-defined]
    raise_in_manager(KeyError(7))
    assert told[2:] == ["KeyError(7)"]
