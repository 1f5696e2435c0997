"""What a run that is ended from outside says of it, and one whose end could not be written."""

import signal
from typing import Any

import pytest

from bot.ending_signals import Interrupted
from bot.playing.run import Ending, run_to_its_end


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (KeyboardInterrupt(), "stopped by Ctrl+C"),
        (Interrupted(signal.SIGINT), "stopped by Ctrl+C"),
        (Interrupted(signal.SIGTERM), "stopped by SIGTERM"),
    ],
)
def test_the_signal_that_ended_it_is_named(end: BaseException, reason: str) -> None:
    def step() -> Any:
        raise end

    assert run_to_its_end(step).reason == reason


def test_a_run_whose_end_could_not_be_written_is_a_fault_unless_it_was_one_already() -> None:
    done, broken = Ending("9 moves made", finished=True), Ending("it broke", fault=True)
    assert done.or_failure(None) is done
    assert done.or_failure("the disk is full") == Ending("the disk is full", fault=True)
    assert broken.or_failure("the disk is full") is broken
