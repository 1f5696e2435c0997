"""One virtual display with a window manager for all practice windows of a test session, and the windows."""

import os
import select
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from live_window import Live, clean_environment

SCREEN = "2800x2300x24"


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A virtual display of its own with openbox."""
    for program in ("Xvfb", "openbox", "xdotool", "xwininfo", "xprop"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp"],
        pass_fds=[write],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        ready, _, _ = select.select([read], [], [], 20)
        assert ready, "Xvfb did not start"
        name = ":" + os.read(read, 20).decode().strip()
        manager = subprocess.Popen(
            ["openbox"], env=clean_environment(DISPLAY=name), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            yield name
        finally:
            manager.terminate()
            manager.wait(10)
    finally:
        server.terminate()
        server.wait(10)
        os.close(read)


@pytest.fixture
def open_window(display: str, tmp_path: Path) -> Iterator[Callable[..., Live]]:
    """Opens practice windows and closes them after the test."""
    opened: list[Live] = []

    def open_one(environment: dict[str, str] | None = None, **options: Any) -> Live:
        suffix = f"{os.getpid()}x{len(opened)}"
        opened.append(Live(display, tmp_path, environment or {}, **{"title_suffix": suffix, **options}))
        return opened[-1]

    yield open_one
    for live in opened:
        live.close()


@pytest.fixture(scope="module")
def deck(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """One quick window of the look "deck" for all tests of a module that can share one."""
    live = Live(display, tmp_path_factory.mktemp("deck"), {}, title_suffix=f"{os.getpid()}deck", seed=1, speed=100)
    yield live
    live.close()
