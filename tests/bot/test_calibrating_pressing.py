"""The keys of a calibration that plays blindly: each goes to the game or to nobody."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from bot.calibrating import pressing as pressing_module
from bot.calibrating.pressing import CalibrationHand
from bot.exit_status import Failed, Stopped
from capture.source import WindowLost
from capture.window import WindowSource, find_window
from vision.profile_sections import InputSection

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


@pytest.fixture
def pressing() -> Iterator[Callable[..., Future[None]]]:
    """`pressing(hand, "a")`: press keys meanwhile."""
    with ThreadPoolExecutor(1) as other:
        yield lambda hand, *names: other.submit(hand.press, *names)


def test_a_window_that_comes_to_the_front_between_two_keys_gets_none(
    game: tuple[Any, WindowSource],
    open_window: Callable[..., Any],
    person: Callable[..., str],
    eventually: Callable[..., None],
    pressing: Callable[..., Future[None]],
) -> None:
    opened, source = game
    other = open_window("Other", x=900, y=200)
    in_front = find_window("Other")
    eventually(in_front.is_active)
    person("search", "--name", "Pressed", "windowactivate")
    eventually(source.window.is_active)
    with CalibrationHand(source, InputSection(hold_ms=300, gap_ms=600)) as hand:
        pressed = pressing(hand, "left", "a", "b")
        eventually(lambda: len(opened.events("key up")) == 1)
        person("search", "--name", "Other", "windowactivate")
        eventually(in_front.is_active)
        time.sleep(1.2)
        assert not pressed.done(), "it does not wait for the window"
        assert [event["name"] for event in opened.events("key")] == ["Left"]
        person("search", "--name", "Pressed", "windowactivate")
        pressed.result(10)
    eventually(lambda: len(opened.events("key up")) == 3)
    assert [event["name"] for event in opened.events("key")] == ["Left", "a", "b"]
    assert other.events("key") == [], "wrong press"
    in_front.close()


@pytest.mark.parametrize("away", [("windowminimize",), ("windowmove", 1450, 200)], ids=["minimised", "off the screen"])
def test_a_window_that_is_away_for_a_moment_is_waited_for(
    game: tuple[Any, WindowSource],
    person: Callable[..., str],
    eventually: Callable[..., None],
    pressing: Callable[..., Future[None]],
    away: tuple[Any, ...],
) -> None:
    opened, source = game
    person("search", "--name", "Pressed", *away)
    with CalibrationHand(source, InputSection()) as hand:
        eventually(lambda: is_lost(source))
        pressed = pressing(hand, "a")
        time.sleep(0.5)
        assert not pressed.done(), "it does not wait for the window"
        person("search", "--name", "Pressed", "windowmove", 300, 250, "windowactivate", "--sync")
        pressed.result(5)
        assert hand.grab().region is not None
    eventually(lambda: len(opened.events("key up")) == 1)
    assert [event["name"] for event in opened.events("key")] == ["a"]


def test_a_window_that_stays_away_is_given_up(
    game: tuple[Any, WindowSource],
    person: Callable[..., str],
    eventually: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened, source = game
    monkeypatch.setattr(pressing_module, "OUT_OF_REACH_S", 1.0)
    person("search", "--name", "Pressed", "windowminimize")
    eventually(lambda: is_lost(source))
    with CalibrationHand(source, InputSection()) as hand:
        for tried in (lambda: hand.press("a"), hand.grab):
            with pytest.raises(Failed, match=r"^window 'Pressed' is minimised; .*; calibration gave up after 1 s$"):
                tried()
    assert opened.events("key") == [], "wrong press"


def test_a_window_that_was_closed_is_not_waited_for(game: tuple[Any, WindowSource]) -> None:
    opened, source = game
    opened.close()
    with CalibrationHand(source, InputSection()) as hand:
        began_s = time.monotonic()
        with pytest.raises(WindowLost, match="closed"):
            hand.press("a")
        assert time.monotonic() - began_s < 1


def test_the_stop_key_is_heard_while_the_window_is_away(
    game: tuple[Any, WindowSource],
    person: Callable[..., str],
    eventually: Callable[..., None],
    pressing: Callable[..., Future[None]],
) -> None:
    _, source = game
    person("search", "--name", "Pressed", "windowminimize")
    eventually(lambda: is_lost(source))
    with CalibrationHand(source, InputSection()) as hand:
        hand.heed_person()
        pressed = pressing(hand, "a")
        person("key", "F12")
        with pytest.raises(Stopped, match="stop key"):
            pressed.result(5)
        with pytest.raises(Stopped, match="stop key"):
            hand.heed_person()


def is_lost(source: WindowSource) -> bool:
    try:
        source.grab()
    except WindowLost:
        return True
    return False
