"""A game that draws a thick frame around the pieces under the pointer, in a real window: the pointer steps aside."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.virtual_display import VirtualDisplay
from capture.window import find_window
from capture.x11 import connect
from tests.bot.live_play import Bot, program_laid
from vision.profile import load_profile

LOOK_S = 0.005


@contextmanager
def pointer_watched() -> Iterator[set[tuple[int, int]]]:
    """Gather where on the display the pointer is, all the time."""
    seen: set[tuple[int, int]] = set()
    done = threading.Event()
    with closing(connect()) as asking:

        def watch() -> None:
            while not done.wait(LOOK_S):
                at = asking.screen().root.query_pointer()
                seen.add((at.root_x, at.root_y))

        thread = threading.Thread(target=watch)
        thread.start()
        try:
            yield seen
        finally:
            done.set()
            thread.join()


@pytest.mark.live
@pytest.mark.display
@pytest.mark.timeout(240)
@pytest.mark.parametrize(("how", "moves"), [((), 8), (("pulses",), 2)], ids=["stands", "pulses"])
def test_what_the_pointer_hides_is_seen_once_it_has_stepped_aside(
    how: tuple[str, ...], moves: int, display: VirtualDisplay, tmp_path: Path, person: Callable[..., str]
) -> None:
    """The pieces of the last swap stayed unread under the pointer, and were waited for until the run gave up.

    Under a frame that pulses the board does not even come to rest; so the bot waits longer before each move.
    """
    person("mousemove", 1300, 1000)
    with program_laid("framing_window.py", "bilging", tmp_path, *how) as table:
        table.calibrate()
        with closing(find_window(table.title)) as window:
            area = window.client_area()
        board = load_profile(table.profile).lattice
        with pointer_watched() as seen:
            status, document, _ = Bot(table, moves=moves, policy="strongest").end(180)
    assert status == 0, document["ending"]
    assert document["outcomes"] == {"as planned": moves}
    in_window = [
        (x - area.x, y - area.y) for x, y in seen if 0 <= x - area.x < area.width and 0 <= y - area.y < area.height
    ]
    assert any(not (0 <= x - board.x < board.width and 0 <= y - board.y < board.height) for x, y in in_window), (
        "the pointer never stepped aside"
    )
