"""The stop key on a real display, pressed by xdotool while other windows have the focus."""

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from control import stop_key
from control.stop_key import CLOSE_TIMEOUT_S, StopKey
from tests.conftest import OpenWindow

ROOT = Path(__file__).resolve().parents[2]
Person = Callable[..., str]
Eventually = Callable[..., None]


@pytest.mark.timed
@pytest.mark.display
def test_is_heard_while_another_window_has_the_focus(
    open_window: OpenWindow, person: Person, eventually: Eventually
) -> None:
    open_window("Busy elsewhere")
    with StopKey() as key:
        assert key.problem == ""
        person("key", "F11")
        person("key", "a")
        time.sleep(0.1)
        assert not key.pressed
        started = time.monotonic()
        person("key", "F12")
        eventually(lambda: key.pressed)
        assert time.monotonic() - started < 0.5


@pytest.mark.display
@pytest.mark.parametrize(("name", "pressed"), [("pause", "Pause"), ("q", "q"), ("esc", "Escape")])
def test_other_keys_may_be_chosen(
    open_window: OpenWindow, person: Person, eventually: Eventually, name: str, pressed: str
) -> None:
    open_window("Any")
    with StopKey(name) as key:
        person("key", pressed)
        eventually(lambda: key.pressed)


@pytest.mark.display
@pytest.mark.usefixtures("display")
def test_closing_ends_its_thread() -> None:
    before, started = threading.active_count(), time.monotonic()
    for _ in range(3):
        with StopKey():
            assert threading.active_count() > before
    assert threading.active_count() == before
    assert time.monotonic() - started < CLOSE_TIMEOUT_S


@pytest.mark.display
@pytest.mark.usefixtures("display")
def test_closing_ends_a_thread_that_begins_to_record_late(monkeypatch: pytest.MonkeyPatch) -> None:
    from pynput.keyboard import Listener

    says_ready = Listener._mark_ready

    def says_ready_and_is_held_up(listener: Any) -> None:
        says_ready(listener)
        time.sleep(0.3)

    monkeypatch.setattr(Listener, "_mark_ready", says_ready_and_is_held_up)
    before = threading.active_count()
    with StopKey() as key:
        assert key.problem == ""
    assert threading.active_count() == before


@pytest.mark.display
@pytest.mark.usefixtures("display")
def test_a_listener_that_never_says_that_it_is_ready_is_ended_too(monkeypatch: pytest.MonkeyPatch) -> None:
    import control.stop_key as module

    class Held(threading.Thread):
        """A listener that listens and does not say so."""

        def __init__(self) -> None:
            super().__init__(daemon=True)
            self.ended = threading.Event()

        def run(self) -> None:
            self.ended.wait(60)

        def wait(self) -> None:
            self.ended.wait(60)

        def stop(self) -> None:
            self.ended.set()

    held = Held()
    monkeypatch.setattr(module, "START_TIMEOUT_S", 0.1)
    monkeypatch.setattr(module, "_listener", lambda _keyboard, _heard: held)
    with StopKey() as stop_key:
        assert "does not start" in stop_key.problem
        assert held.is_alive()
    held.join(10)
    assert not held.is_alive()


class MacListener(threading.Thread):
    """Ends as pynput's listener on macOS does, and has a context as that has: by default the keyboard's layout."""

    IS_TRUSTED = True
    _EVENTS = 1 << 10 | 1 << 11 | 1 << 12 | 1 << 14

    def __init__(self, **_told: Any) -> None:
        super().__init__(daemon=True)
        self._context = None
        self._ended = threading.Event()
        self._ready = threading.Event()

    def run(self) -> None:
        with sys.modules["pynput.keyboard._darwin"].keycode_context() as self._context:
            self._ready.set()
            self._ended.wait(60)

    def wait(self) -> None:
        self._ready.wait()

    def stop(self) -> None:
        self._ended.set()


@pytest.fixture
def mac(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Mac as far as the stop key sees one: pynput's keyboard with its backend, no Xlib."""
    keyboard: Any = ModuleType("pynput.keyboard")
    keyboard.Listener = MacListener
    keyboard.Key = {"f12": "f12"}
    keyboard._darwin = ModuleType("pynput.keyboard._darwin")
    keyboard._darwin.keycode_context = lambda: contextlib.nullcontext((40, b"layout"))
    pynput: Any = ModuleType("pynput")
    pynput.keyboard = keyboard
    for module in (pynput, keyboard, keyboard._darwin, ModuleType("Quartz")):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setitem(sys.modules, "Xlib", None)


def test_is_ended_without_x11_on_a_mac(mac: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stop_key, "_leave_layout_alone", lambda: None)  # so it has its context
    with StopKey() as key:
        assert key.problem == ""
        listener = key._listener
        assert listener.is_alive()
    assert not listener.is_alive()


@pytest.mark.usefixtures("mac")
@pytest.mark.parametrize(("allowed", "heard"), [(None, True), (lambda: True, True), (lambda: False, False)])
def test_a_mac_that_passes_no_keys_on_is_a_problem_in_words(
    monkeypatch: pytest.MonkeyPatch, allowed: Callable[[], bool] | None, heard: bool
) -> None:
    if allowed is not None:  # older systems do not ask
        monkeypatch.setattr(sys.modules["Quartz"], "CGPreflightListenEventAccess", allowed, raising=False)
    with StopKey() as key:
        assert (key.problem == "") == heard
        assert heard or "Accessibility and Input Monitoring" in key.problem


@pytest.mark.usefixtures("mac")
def test_nothing_is_asked_for_on_a_mac_that_only_the_main_thread_may_ask() -> None:
    with StopKey() as key:
        assert key.problem == ""
        assert key._listener._context is None
        assert key._listener._EVENTS == 1 << 10, "presses alone: kCGEventKeyDown"
    backend = Path(str(distribution("pynput").locate_file("pynput/keyboard/_darwin.py"))).read_text(encoding="utf-8")
    assert "with keycode_context() as context:" in backend, "what is put out of use is what the real one calls"
    assert "_EVENTS = (" in backend


@pytest.mark.display
@pytest.mark.usefixtures("display")
def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a key name such as f12"):
        StopKey("no such key").start()


@pytest.mark.display
@pytest.mark.usefixtures("display")
def test_a_listener_that_is_not_trusted_is_a_problem_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """On macOS pynput's listener says that it is ready and hears nothing."""
    from pynput.keyboard import Listener

    monkeypatch.setattr(Listener, "IS_TRUSTED", False, raising=False)
    with StopKey() as key:
        assert "allow your terminal Accessibility" in key.problem
        assert "\n" not in key.problem
    monkeypatch.setattr(Listener, "IS_TRUSTED", True)
    with StopKey() as key:
        assert key.problem == ""


def test_no_display_is_a_problem_in_words_not_an_error() -> None:
    script = """
import os
for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
    os.environ.pop(name, None)
from control.stop_key import StopKey
with StopKey() as key:
    assert key.problem.startswith("no display"), key.problem
    assert "\\n" not in key.problem
    assert not key.pressed
"""
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, timeout=60)


@pytest.mark.display
@pytest.mark.usefixtures("display")
def test_a_display_that_does_not_answer_is_a_problem_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":99999")
    with StopKey() as key:
        assert "does not answer" in key.problem
