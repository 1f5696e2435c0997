"""A display of 16 bits a pixel, as old virtual machines have it: it cannot be read, and is told so."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from capture.desktop import Desktop
from capture.source import CaptureError
from tests.bot.command_line import run

MEND = "set it to 24 bits a pixel"
TOO_LONG_S = 30.0
"""After so long a demo gives up a window that does not show: here it must not wait for one at all."""

pytestmark = [
    pytest.mark.display,
    pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="X servers have a depth"),
]


@pytest.fixture(scope="module")
def few_colours() -> Iterator[str]:
    """Xvfb with 16 bits a pixel, as DISPLAY names it."""
    xvfb = shutil.which("Xvfb")
    assert xvfb is not None
    reading, writing = os.pipe()
    words = [xvfb, "-displayfd", str(writing), "-screen", "0", "800x600x16", "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(words, pass_fds=(writing,), stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        try:
            with os.fdopen(reading) as pipe:
                yield f":{pipe.readline().strip()}"
        finally:
            server.terminate()


def test_the_error_says_what_to_set(few_colours: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", few_colours)
    with pytest.raises(CaptureError, match=f"the display cannot be read .*not 16.*; {MEND}$"):
        Desktop()


def test_doctor_names_the_mend(few_colours: str) -> None:
    """It said to mend the display first, and of the display that it was well."""
    done = run("doctor", "--json", DISPLAY=few_colours, WAYLAND_DISPLAY=None)
    failed = [finding for finding in json.loads(done.stdout)["findings"] if finding["level"] == "fail"]
    assert [finding["name"] for finding in failed] == ["capture", "input"]
    assert {finding["mend"] for finding in failed} == {MEND}
    assert all(MEND not in finding["detail"] for finding in failed)


def test_a_demo_says_so_at_once(few_colours: str) -> None:
    """It waited for its window for half a minute, and each look at it left a connection open."""
    started = time.monotonic()
    done = run("demo", "swap3", "--moves", 1, DISPLAY=few_colours, WAYLAND_DISPLAY=None)
    assert done.returncode == 2
    assert done.stderr.rstrip().endswith(MEND)
    assert "Maximum number of clients" not in done.stderr
    assert time.monotonic() - started < TOO_LONG_S
