"""A window on macOS: geometry, order and identity, on a stand-in for the window server. No Mac has run this."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any
from weakref import WeakSet

import pytest

from capture.frame import Region
from capture.source import CaptureError, WindowLost
from capture.window import find_window
from capture.window_quartz import QuartzWindow
from capture.window_title import WindowNotFound

GAME, EDITOR = 501, 502
"""Process numbers."""
SCREEN_HEIGHT, TITLE_BAR = 900.0, 28.0


@dataclass
class Shown:
    """A window as the server knows it: its place is in points, from the top left."""

    number: int
    owner: int
    title: str | None
    place: tuple[float, float, float, float]
    layer: int = 0
    alpha: float = 1.0
    on_screen: bool = True
    lets_clicks_through: bool = False

    def record(self) -> dict[str, Any]:
        x, y, width, height = self.place
        told = {
            "kCGWindowNumber": self.number,
            "kCGWindowOwnerPID": self.owner,
            "kCGWindowLayer": self.layer,
            "kCGWindowAlpha": self.alpha,
            "kCGWindowBounds": {"X": x, "Y": y, "Width": width, "Height": height},
        }
        named = {} if self.title is None else {"kCGWindowName": self.title}
        return told | named | ({"kCGWindowIsOnscreen": True} if self.on_screen else {})

    def holds(self, x: float, y: float) -> bool:
        left, top, width, height = self.place
        return left <= x < left + width and top <= y < top + height


class Token:
    """What an activity is known by; the activity lasts as long as it."""


@dataclass
class Server:
    """Windows from front to back, and which application has the keyboard."""

    windows: list[Shown] = field(default_factory=list)
    keyboard: int = GAME
    fault: int = 0
    activities: "WeakSet[Any]" = field(default_factory=WeakSet)

    def listed(self, which: int, number: int) -> list[dict[str, Any]] | None:
        if which == 1 | 16:  # on screen only, without the desktop's own
            return [window.record() for window in self.windows if window.on_screen] or None
        assert which == 8, "this very window"
        return [window.record() for window in self.windows if window.number == number] or None

    def hit(self, point: tuple[float, float], below: int) -> int:
        assert below == 0
        x, y = point[0], SCREEN_HEIGHT - point[1]
        for window in self.windows:
            if window.on_screen and not window.lets_clicks_through and window.holds(x, y):
                return window.number
        return 0

    @property
    def awake(self) -> int:
        return len(self.activities)

    def activity(self, options: int, reason: str) -> Any:
        assert options == 0x00FFFFFF & ~(1 << 20), "by the person's wish, and the machine may sleep"
        assert reason
        token = Token()
        self.activities.add(token)
        return token

    def attribute(self, element: Any, name: str, _out: None) -> tuple[int, Any]:
        if self.fault:
            return self.fault, None
        assert name == "AXFrontmost"
        return 0, element == self.keyboard


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    """An editor behind the game, the dock over the whole screen as it lies there, and the pointer over all."""
    server = Server(
        [
            Shown(9, 1, "Cursor", (240, 160, 16, 16), layer=2147483630, lets_clicks_through=True),
            Shown(8, 2, "Dock", (0, 0, 1440, 900), layer=20, lets_clicks_through=True),
            Shown(31, GAME, "Game", (100, 80, 320, 268)),
            Shown(32, GAME, "Game scores", (500, 80, 200, 200)),
            Shown(40, EDITOR, "notes on the Game", (300, 200, 600, 500)),
            Shown(41, EDITOR, None, (0, 0, 10, 10)),
        ]
    )
    quartz, appkit, services = (ModuleType(name) for name in ("Quartz", "AppKit", "ApplicationServices"))
    rectangle: Callable[..., Any] = lambda x, y, w, h: SimpleNamespace(size=SimpleNamespace(width=w, height=h))  # noqa: E731
    vars(quartz).update(
        CGWindowListCopyWindowInfo=server.listed,
        CGMainDisplayID=lambda: 1,
        CGDisplayBounds=lambda _display: rectangle(0, 0, 1440, SCREEN_HEIGHT),
    )
    vars(appkit).update(
        NSApplication=SimpleNamespace(sharedApplication=lambda: SimpleNamespace(setActivationPolicy_=lambda _: True)),
        NSProcessInfo=SimpleNamespace(
            processInfo=lambda: SimpleNamespace(beginActivityWithOptions_reason_=server.activity)
        ),
        NSMakePoint=lambda x, y: (x, y),
        NSMakeRect=rectangle,
        NSWindow=SimpleNamespace(
            windowNumberAtPoint_belowWindowWithWindowNumber_=server.hit,
            contentRectForFrameRect_styleMask_=lambda frame, style: rectangle(
                0, 0, frame.size.width, frame.size.height - TITLE_BAR * style
            ),
        ),
    )
    vars(services).update(
        AXUIElementCreateApplication=lambda owner: owner,
        AXUIElementCopyAttributeValue=server.attribute,
    )
    for module in (quartz, appkit, services):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return server


def test_this_process_does_not_nap_while_it_looks_at_a_window(server: Server) -> None:
    window = QuartzWindow("Game", 1.0)
    assert server.awake == 1
    del window
    assert server.awake == 0


@pytest.mark.usefixtures("server")
def test_is_what_a_title_means_on_a_mac(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    window = find_window("Game")
    assert isinstance(window, QuartzWindow)
    assert (window.identity, window.title) == (31, "Game")


@pytest.mark.usefixtures("server")
def test_equal_title_goes_before_part_of_one_and_several_are_listed() -> None:
    assert QuartzWindow("SCORES", 1.0).identity == 32
    with pytest.raises(WindowNotFound, match="3 windows match 'game'"):
        QuartzWindow("game", 1.0)
    with pytest.raises(WindowNotFound, match="no window titled 'Dock'"):
        QuartzWindow("Dock", 1.0)


@pytest.mark.parametrize(("scale", "area"), [(1.0, Region(100, 108, 320, 240)), (2.0, Region(200, 216, 640, 480))])
def test_client_area_is_all_but_the_title_bar(server: Server, scale: float, area: Region) -> None:
    window = QuartzWindow("Game", scale)
    assert window.client_area() == area
    server.windows[2].place = (-500, 20, 320, 268)
    assert window.client_area() == Region(round(-500 * scale), round(48 * scale), *(area.width, area.height))


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_topmost_at_knows_whose_window_a_click_would_hit(server: Server, scale: float) -> None:
    game, scores, notes = (QuartzWindow(title, scale) for title in ("Game", "Game scores", "notes on the Game"))

    def hit(x: float, y: float) -> list[bool]:
        return [window.topmost_at(x * scale, y * scale) for window in (game, scores, notes)]

    assert hit(250, 170) == [True, False, False], "the pointer and the dock let clicks through"
    assert hit(100, 80) == [True, False, False]
    assert hit(419.5, 347.5) == [True, False, False], "the last point, before the window behind it"
    assert hit(420, 347) == [False, False, True]
    assert hit(419, 348) == [False, False, True]
    assert hit(99, 80) == hit(100, 79) == [False, False, False]
    assert hit(600, 100) == [False, True, False], "another window of the same application"
    server.windows.insert(0, Shown(77, GAME, None, (240, 160, 30, 30), layer=101))
    assert hit(250, 170) == [False, False, False], "a menu of the game itself"
    server.windows[0] = Shown(78, EDITOR, "panel", (240, 160, 30, 30), layer=3)
    assert hit(250, 170) == [False, False, False], "a panel that floats"


def test_is_active_is_the_foremost_window_of_the_application_with_the_keyboard(server: Server) -> None:
    game, scores = QuartzWindow("Game", 1.0), QuartzWindow("Game scores", 1.0)
    assert (game.is_active(), scores.is_active()) == (True, False)
    server.windows.insert(0, server.windows.pop(3))
    assert (game.is_active(), scores.is_active()) == (False, True)
    server.windows.insert(0, server.windows.pop(3))
    assert (game.is_active(), scores.is_active()) == (True, False)
    server.keyboard = EDITOR  # it has no window in front, as when the person has clicked on the desktop
    assert (game.is_active(), scores.is_active()) == (False, False)
    server.keyboard = GAME
    assert game.is_active()
    server.windows.insert(0, Shown(79, GAME, None, (150, 100, 200, 100)))
    assert not game.is_active(), "a question of the game's has the keys"
    server.windows[0].alpha = 0.0
    assert game.is_active()
    server.windows.insert(0, Shown(80, EDITOR, "a note", (150, 100, 200, 100)))
    assert game.is_active(), "what another application shows in front has no keys"
    server.fault = -25204  # kAXErrorCannotComplete: the application hangs
    assert not game.is_active(), "what macOS does not tell is not taken for granted"
    server.fault = -25211  # kAXErrorAPIDisabled
    with pytest.raises(CaptureError, match="has the keyboard; allow your terminal Accessibility"):
        game.is_active()


def test_is_held_by_its_number_whatever_its_title_becomes(server: Server) -> None:
    window = QuartzWindow("Game", 1.0)
    server.windows[2].title = "Game over"
    server.windows[3].title = "Game"
    assert window.found_again()
    assert window.identity == 31
    assert window.client_area() == Region(100, 108, 320, 240)


def test_minimised_is_told_from_closed_and_a_successor_is_found(server: Server) -> None:
    window = QuartzWindow("Game", 1.0)
    server.windows[2].on_screen = False
    assert (window.exists(), window.is_minimised(), window.is_active()) == (True, True, False)
    assert not window.topmost_at(250, 170)
    with pytest.raises(WindowLost, match="'Game' is minimised"):
        window.client_area()
    server.windows[2].on_screen = True
    assert (window.is_minimised(), window.is_active()) == (False, True)

    server.windows = [shown for shown in server.windows if shown.owner != GAME]
    assert (window.exists(), window.is_minimised(), window.is_active()) == (False, False, False)
    with pytest.raises(WindowLost, match="'Game' is closed"):
        window.client_area()
    server.windows[-1:] = []
    server.windows.insert(0, Shown(31, EDITOR, "another session's", (0, 0, 50, 50)))
    assert not window.exists(), "the same number in other hands"
    server.windows.append(Shown(90, 600, "Game", (0, 20, 100, 128)))
    assert window.found_again()
    assert (window.identity, window.client_area()) == (90, Region(0, 48, 100, 100))


def test_titles_that_macos_withholds_are_told_with_the_mend(server: Server) -> None:
    for shown in server.windows:
        shown.title = None
    with pytest.raises(WindowNotFound, match="allow your terminal Screen Recording"):
        QuartzWindow("Game", 1.0)
    server.windows.clear()
    with pytest.raises(WindowNotFound):
        QuartzWindow("Game", 1.0)
