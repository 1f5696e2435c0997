"""The keys of a calibration that plays blindly: each goes to the game or to nobody."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.calibrating.pressing import Presser
from capture.window import WindowSource, find_window
from vision.profile import InputSection

pytestmark = pytest.mark.display


@pytest.fixture
def game(
    open_window: Callable[..., Any], person: Callable[..., str], eventually: Callable[..., None]
) -> Iterator[tuple[Any, WindowSource]]:
    person("mousemove", 800, 900)
    opened = open_window("Pressed", x=200, y=200)
    source = WindowSource("Pressed")
    eventually(source.window.is_active)
    yield opened, source
    source.close()


def test_a_window_that_comes_to_the_front_between_two_keys_gets_none(
    game: tuple[Any, WindowSource], open_window: Callable[..., Any], eventually: Callable[..., None]
) -> None:
    opened, source = game
    other = open_window("Other", x=900, y=200)
    in_front = find_window("Other")
    eventually(in_front.is_active)
    source.window.raise_()
    eventually(source.window.is_active)
    with Presser(source, InputSection(hold_ms=300, gap_ms=150)) as presser:
        pressing = threading.Thread(target=presser.press, args=("left", "a", "b"))
        pressing.start()
        eventually(lambda: len(opened.events("key up")) == 1)
        in_front.raise_()
        eventually(in_front.is_active)
        pressing.join(0.8)
        assert pressing.is_alive(), "it does not wait for the window"
        assert [event["name"] for event in opened.events("key")] == ["Left"]
        source.window.raise_()
        pressing.join(10)
    eventually(lambda: len(opened.events("key up")) == 3)
    assert [event["name"] for event in opened.events("key")] == ["Left", "a", "b"]
    assert other.events("key") == []
    in_front.close()
