"""Before a calibration plays: it waits until the window has the keyboard, and for the person's word."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bot.calibrating.live import calibrate_live
from bot.calibrating.wishes import CalibrationWishes
from bot.exit_status import Failed, Stopped
from bot.games import GAMES
from bot.warming import warm_up
from capture.window import find_window
from capture.window_title import WindowNotFound

pytestmark = pytest.mark.display


def test_the_stop_key_is_heard_while_the_window_is_waited_for(
    open_window: Callable[..., Any], person: Callable[..., str], eventually: Callable[..., None]
) -> None:
    """It was asked only whether it can be heard: the command went on waiting, for half a minute, and then played."""
    opened = open_window("Waited for", x=200, y=200)
    open_window("a terminal", x=900, y=200)
    terminal = find_window("a terminal")
    eventually(terminal.is_active)
    warm_up(GAMES["columns"]())
    said: list[str] = []
    with ThreadPoolExecutor(1) as pool:
        wishes = CalibrationWishes("own")
        calibration = pool.submit(calibrate_live, GAMES["columns"](), "Waited for", wishes, "r", said.append)
        eventually(lambda: any("click on the title of 'Waited for'" in line for line in said))
        person("key", "F12")
        with pytest.raises(Stopped, match="stop key was pressed"):
            calibration.result(10)
    terminal.close()
    assert opened.events("key") == [], "wrong press"


def test_a_window_keeps_its_place_though_its_title_changes_while_it_is_waited_for(
    open_window: Callable[..., Any], person: Callable[..., str], eventually: Callable[..., None]
) -> None:
    """It was sought once more by the title that it had when it was found: of a score in it, or of a browser's tab."""
    open_window("score 1", x=200, y=200)
    open_window("a terminal", x=900, y=200)
    terminal = find_window("a terminal")
    eventually(terminal.is_active)
    game = GAMES["square_stacker"]()
    warm_up(game)
    said: list[str] = []
    with ThreadPoolExecutor(1) as pool:
        calibration = pool.submit(calibrate_live, game, "score", CalibrationWishes("own"), "r", said.append)
        eventually(lambda: any("click on the title of 'score 1'" in line for line in said))
        person("search", "--name", "score 1", "set_window", "--name", "score 2")
        person("search", "--name", "score 2", "windowactivate")
        with pytest.raises(Failed, match="board"):  # it shows none
            calibration.result(30)
    terminal.close()


def test_a_window_is_asked_in_the_scale_of_its_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """On displays of more pixels than points it said to lie at half its place; X11 has no such scale to try it with."""

    class Sharp:
        scale = 2.0

        def close(self) -> None: ...

    asked: list[float] = []

    def find(_title: str, scale: float = 1.0) -> Any:
        asked.append(scale)
        raise WindowNotFound("none")

    monkeypatch.setattr("bot.calibrating.live.Desktop", Sharp)
    monkeypatch.setattr("bot.calibrating.live.find_window", find)
    with pytest.raises(WindowNotFound):
        calibrate_live(GAMES["square_stacker"](), "any", CalibrationWishes("own"), "r")
    assert asked == [2.0]
