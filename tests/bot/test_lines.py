"""Lines from a pipe, whoever else holds its ends."""

import os
import threading
import time

import pytest

from bot.platform.lines import LineReader


@pytest.mark.skipif(not hasattr(os, "set_blocking"), reason="no pipe of this system can be made non-blocking")
def test_a_pipe_that_does_not_block_is_waited_for_and_not_taken_for_ended() -> None:
    """Whoever shares the reading end may have made it so."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    reader = LineReader(reading, time.perf_counter)

    def write() -> None:
        os.write(writing, b"late\n")
        os.close(writing)

    threading.Timer(0.2, write).start()
    line = reader.next(time.perf_counter() + 10.0)
    assert line is not None
    assert line.text == "late"
    assert reader.next(time.perf_counter() + 10.0) is None
    os.close(reading)
