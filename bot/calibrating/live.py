"""Calibration on a live window, as far as a person permits: by playing in it, or by looking alone."""

import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.calibrating.frames import calibrate_window, check_size_wishes
from bot.calibrating.wishes import CalibrationWishes
from bot.exit_status import Failed, Stopped, Unusable
from bot.games import Showing
from bot.warming import warm_up
from calibration.outcome import Calibration
from capture.desktop import Desktop
from capture.window import Window, find_window
from control.envelope import LET_GO_S, STOP_KEY_PRESSED
from control.pyautogui_hand import PyAutoGuiHand
from control.stop_key import StopKey

if TYPE_CHECKING:
    from bot.games import Game

FRONT_S: Final = 30.0
"""How long a person may take to bring the window to the front."""
LOOK_S: Final = 0.05
PERMISSION: Final = "add --permission own, open-source, offline or permission if the game's owner allows bots"


def calibrate_live(
    game: "Game",
    title: str,
    wishes: CalibrationWishes,
    restart_key: str,
    say: Callable[[str], None] = lambda _text: None,
) -> Calibration:
    """Calibrate on a live window; what only play shows is played for where `wishes.permission` gives a ground for it.

    Args:
        game: what the window shows.
        title: of the window.
        wishes: what a person said about it.
        restart_key: begins a new game there, as pyautogui spells it.
        say: told what the person should do, or should know before anything is pressed.

    Returns:
        The calibration, passed or not; where looking alone did not do, its reasons say that playing may.

    Raises:
        Unusable: play is needed and not permitted, or there is no such key.
        calibration.outcome.CalibrationError: a board of that size cannot be calibrated on.
        capture.source.CaptureError: no such window, or it cannot be seen.
        Failed: the window did not come to the front, shows no game, or stays out of reach.
        Stopped: the person or a limit said so.
    """
    check_size_wishes(game, wishes)
    if wishes.permission == "none" or game.showing is Showing.ALL:
        return _by_looking(game, title, wishes)
    with closing(Desktop()) as desktop:
        window = find_window(title, desktop.scale)
    with ExitStack() as kept:
        kept.callback(window.close)
        if not PyAutoGuiHand(wishes.timing).knows_key(restart_key):
            raise Unusable(f"--restart-key: no key is called '{restart_key}' here; write it as pyautogui does")
        warm_up(game)  # before anything moves: what plays against time must not compile meanwhile
        with StopKey() as stop_key:  # what plays then listens for it by itself
            if stop_key.problem:
                say(stop_key.problem)
            _await_front(window, stop_key, say)
        kept.pop_all()  # it closes the window: by its title, which may have changed, it would not be found again
    return game.calibrate_live(game, window, wishes, restart_key)


def _by_looking(game: "Game", title: str, wishes: CalibrationWishes) -> Calibration:
    """Look, and say what to do where that is not enough."""
    if game.showing is Showing.NOTHING:
        raise Unusable(f"a {game.name} window is learned by playing in it, and nothing permits that; {PERMISSION}")
    calibration = calibrate_window(game, title, wishes)
    result = calibration.result
    if result.passed or game.showing is Showing.ALL:
        return calibration
    advice = f"it was looked at only; to learn the rest by playing {PERMISSION}"
    return replace(calibration, result=replace(result, reasons=(*result.reasons, advice)))


def _await_front(window: Window, stop_key: StopKey, say: Callable[[str], None]) -> None:
    """Return once keys go to the window: whoever typed the command has a terminal in front."""
    if window.is_active():
        return
    say(f"click on the title of '{window.title}', then leave the mouse alone; the bot plays to calibrate")
    until = time.monotonic() + FRONT_S
    while not window.is_active():
        if not window.exists():
            raise Failed(f"window '{window.title}' is closed")
        if time.monotonic() > until:
            raise Failed(
                f"window '{window.title}' was not brought to the front within {FRONT_S:.0f} s; click on its title"
            )
        _heed(stop_key)
        time.sleep(LOOK_S)
    time.sleep(LET_GO_S)
    _heed(stop_key)


def _heed(stop_key: StopKey) -> None:
    if stop_key.pressed:
        raise Stopped(STOP_KEY_PRESSED)
