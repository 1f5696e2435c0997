"""Practice windows on the session's virtual display."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.virtual_display import VirtualDisplay
from tests.practice.columns_table import Open, Table
from tests.practice.live_window import Live

SCREEN = (3200, 2400)
"""Pixels; a window at scale 3 fits."""


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A large virtual display for window processes; this process's own DISPLAY stays as it is."""
    virtual = VirtualDisplay(SCREEN)
    virtual.start()
    yield virtual.name
    virtual.stop()


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


@pytest.fixture
def open_columns(tmp_path: Path) -> Iterator[Open]:
    """Opens Columns windows in this process, each with a clock of its own, and closes them after the test."""
    opened: list[Table] = []

    def open_one(**options: Any) -> Table:
        folder = tmp_path / str(len(opened))
        folder.mkdir()
        opened.append(Table(folder, **options))
        return opened[-1]

    yield open_one
    for table in opened:
        table.window.close()
