"""A window on Windows that closes meanwhile: what PyWinCtl raises then is a lost window. A stand-in takes its place."""

import ctypes
import sys
from collections.abc import Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from capture.frame import Region
from capture.source import WindowLost
from capture.window_native import NativeWindow
from capture.window_title import WindowNotFound


class LibraryError(Exception):
    """pywin32's `error`, which derives from nothing but Exception."""


class Area:
    left, top, right, bottom = 100, 80, 420, 320


class Window:
    """One of PyWinCtl's; `breaks` names what fails because the window closed in this moment."""

    def __init__(self, title: str, breaks: str = "") -> None:
        self._title, self.breaks = title, breaks
        self.alive = True

    def _asked(self, what: str, answer: Any) -> Any:
        if self.breaks == what:
            raise LibraryError(1400, "GetWindowRect", "Invalid window handle.")
        return answer

    title = property(lambda self: self._asked("title", self._title))
    isAlive = property(lambda self: self._asked("isAlive", self.alive))  # noqa: N815 (PyWinCtl's)
    isMinimized = property(lambda self: self._asked("isMinimized", False))  # noqa: N815
    visible = property(lambda self: self._asked("visible", True))
    isActive = property(lambda self: self._asked("isActive", True))  # noqa: N815

    def getClientFrame(self) -> Any:  # noqa: N802
        return self._asked("getClientFrame", Area)

    def getHandle(self) -> int:  # noqa: N802
        return id(self)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Window]:
    windows = [Window("Other"), Window("Game"), Window("")]
    pywinctl: Any = ModuleType("pywinctl")
    pywinctl.getAllWindows = lambda: [*windows]
    monkeypatch.setitem(sys.modules, "pywinctl", pywinctl)
    return windows


def system(monkeypatch: pytest.MonkeyPatch, whole: dict[int, int], cloaked: Sequence[int] = ()) -> Any:
    """Windows itself, which knows which window each part belongs to and which are kept from the screen.

    Its `user32` is returned, whose answers may be changed.
    """

    def attribute(handle: Any, which: int, answer: Any, size: int) -> int:
        assert (which, size) == (14, ctypes.sizeof(answer._obj))
        answer._obj.value = 2 if handle.value in cloaked else 0  # DWM_CLOAKED_SHELL
        return 0

    dwmapi = SimpleNamespace(DwmGetWindowAttribute=attribute)
    user = SimpleNamespace(GetAncestor=lambda handle, which: whole.get(handle) if which == 2 else None)
    shcore = SimpleNamespace(SetProcessDpiAwareness=lambda _awareness: 0)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user, shcore=shcore, dwmapi=dwmapi), raising=False)
    return user


def test_an_open_window_is_found_and_measured(opened: list[Window]) -> None:
    window = NativeWindow("game", 1.0)
    assert (window.title, window.exists(), window.is_active(), window.is_minimised()) == ("Game", True, True, False)
    assert window.client_area() == Region(100, 80, 320, 240)


@pytest.mark.parametrize("breaks", ["isAlive", "isMinimized", "visible", "isActive", "getClientFrame"])
def test_a_window_that_closes_between_two_questions_is_lost_and_no_error(opened: list[Window], breaks: str) -> None:
    window = NativeWindow("Game", 1.0)
    opened[1].breaks = breaks
    assert window.exists() == (breaks != "isAlive")
    assert window.is_active() == (breaks not in ("isAlive", "isActive"))
    assert not window.is_minimised()
    if breaks in ("isAlive", "getClientFrame"):
        with pytest.raises(WindowLost, match="'Game' is closed; open it again"):
            window.client_area()


def test_another_window_that_closes_while_windows_are_listed_is_left_out(opened: list[Window]) -> None:
    opened[0].breaks = "title"
    assert NativeWindow("Game", 1.0).title == "Game"
    with pytest.raises(WindowNotFound, match="open windows: 'Game'"):
        NativeWindow("Other", 1.0)


def test_parts_of_windows_are_no_windows(opened: list[Window], monkeypatch: pytest.MonkeyPatch) -> None:
    game, button, inside = opened[1], Window("Play the game"), Window("Game")
    opened.extend((button, inside))
    with pytest.raises(WindowNotFound, match="2 windows match 'Game'"):
        NativeWindow("Game", 1.0)
    whole = {each.getHandle(): each.getHandle() for each in opened}
    whole |= dict.fromkeys((button.getHandle(), inside.getHandle()), game.getHandle())
    system(monkeypatch, whole)
    assert NativeWindow("Game", 1.0).title == "Game"
    assert NativeWindow("game", 1.0).title == "Game"


def test_a_window_on_another_virtual_desktop_is_minimised(
    opened: list[Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    handles = {window.getHandle(): window.getHandle() for window in opened}
    cloaked: list[int] = []
    system(monkeypatch, handles, cloaked)
    window = NativeWindow("Game", 1.0)
    assert not window.is_minimised()
    cloaked.append(opened[1].getHandle())
    assert window.is_minimised()
    with pytest.raises(WindowLost, match="'Game' is minimised"):
        window.client_area()


def test_a_click_on_a_part_of_a_window_would_land_in_it(opened: list[Window], monkeypatch: pytest.MonkeyPatch) -> None:
    other, game, _ = (window.getHandle() for window in opened)
    user = system(monkeypatch, {other: other, game: game, 7: game})
    window = NativeWindow("Game", 1.0)
    hits = []
    for hit in (game, 7, other, None):
        user.WindowFromPoint = lambda _point, hit=hit: hit
        hits.append(window.topmost_at(150, 100))
    assert hits == [True, True, False, False]


def test_a_list_that_cannot_be_had_is_no_successor(opened: list[Window], monkeypatch: pytest.MonkeyPatch) -> None:
    window = NativeWindow("Game", 1.0)
    opened[1].alive = False
    pywinctl: Any = sys.modules["pywinctl"]
    monkeypatch.setattr(pywinctl, "getAllWindows", lambda: [][0])
    assert not window.found_again()
    monkeypatch.setattr(pywinctl, "getAllWindows", lambda: [Window("Game")])
    assert window.found_again()
    assert window.exists()
