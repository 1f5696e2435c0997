"""What a run that is ended from outside says of it."""

import signal
from typing import Any

import pytest

from bot.ending_signals import Interrupted
from bot.playing.run import run_to_its_end


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
