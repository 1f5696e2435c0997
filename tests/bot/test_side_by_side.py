"""Games in processes of this machine: what becomes of a run of which one is killed."""

import os
import signal
import sys

import pytest

from bot.exit_status import Failed
from bot.measuring.play_one import BeforeMove, go_on
from bot.measuring.side_by_side import side_by_side


def killed(number: int, /, *, before_move: BeforeMove = go_on) -> int:
    """A game in whose third one the machine has no more memory, and ends the process."""
    before_move()
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_a_process_that_is_killed_ends_the_run_in_one_line() -> None:
    with pytest.raises(Failed, match="a process that played games was killed") as end:
        list(side_by_side(killed, range(1, 9), jobs=2))
    assert "\n" not in str(end.value)
