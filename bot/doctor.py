"""What this machine can do, tried out rather than guessed; names the mend for each thing missing."""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from bot.doctor_finding import Finding, Level, guarded
from capture.display_server import display_server, under_wayland
from capture.frame import Pixels
from capture.how_to_install import how_to_install
from capture.macos_permissions import how_to_allow, may_listen, may_look, may_press
from capture.source import CaptureError
from capture.x11 import connect
from engine.kernel_sources import ROOT

OLDEST_PYTHON = (3, 11)
OLDEST_WINDOWS_PYTHON = (3, 13)
"""Games in real time are timed by `time.monotonic`, which counts finely there from this one on."""
CAPTURE_GOAL_MS = 5.0
"""p50 of a 1280x720 grab that live play is built for."""

POINTER_GOAL_MS = 5.0
GRABS = 60
MOVES = 60
REACH = 2
"""Points by which the pointer is moved and put back."""
NUMBER = 20354
"""What tesseract is given to read."""


def examine() -> list[Finding]:
    """Look at everything; takes about two seconds and moves the pointer by two points and back."""
    findings = [python_version(), jit_cache(), display()]
    if findings[-1].level != "fail" and display_server() in ("x11", "windows", "macos"):
        parts: tuple[tuple[str, Callable[[], Finding]], ...] = (
            ("window manager", window_manager),
            ("capture", capture_rate),
            ("input", input_rate),
            ("stop key", stop_key),
            ("overlay", overlay),
            ("permissions", permissions),
        )
        findings += [guarded(name, part) for name, part in parts]
    findings += [virtual_display(), ocr()]
    return findings


def python_version() -> Finding:
    """Look at the interpreter."""
    version = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    if sys.version_info < OLDEST_PYTHON:
        return Finding("Python", "fail", version, "install Python 3.11 or newer, then `make setup`")
    if sys.platform == "win32" and sys.version_info < OLDEST_WINDOWS_PYTHON:
        detail = f"{version}, whose clock ticks only each 16 ms"
        return Finding("Python", "warn", detail, "install Python 3.13 or newer, and make .venv anew with it")
    return Finding("Python", "ok", version)


def jit_cache() -> Finding:
    """Look whether compiled kernels can be kept where `engine.jit` puts them; else every start may compile anew."""
    folder = os.environ.get("NUMBA_CACHE_DIR") or str(ROOT / "__pycache__")
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        mend = "set NUMBA_CACHE_DIR to a folder you may write to"
        found = f"{folder}: {error.strerror}; every start compiles anew unless your own cache folder can be written"
        return Finding("kernel cache", "warn", found, mend)
    return Finding("kernel cache", "ok", f"{folder} can be written")


def display() -> Finding:
    """Look at the display server."""
    server = display_server()
    if server == "x11":
        try:
            connect().close()
        except CaptureError as error:
            return Finding("display", "fail", str(error), "unset DISPLAY, or start the display it names")
    match server:
        case "none":
            mend = "run in a desktop session; `demo` and the tests bring a virtual display"
            return Finding("display", "warn", "none: DISPLAY is not set", mend)
        case "wayland":
            detail = "native Wayland: no program may read the screen or send input"
            mend = "log in to an X11 session, or run the game under XWayland with DISPLAY set; `demo` works regardless"
            return Finding("display", "fail", detail, mend)
        case "x11" if under_wayland():
            detail = f"XWayland ({os.environ['DISPLAY']}): only windows that are X clients can be seen and clicked"
            return Finding("display", "warn", detail, "start the game as an X client, or log in to an X11 session")
        case "x11":
            return Finding("display", "ok", f"X11 ({os.environ['DISPLAY']})")
    return Finding("display", "ok", server)


def window_manager() -> Finding:
    """Look for one: without, no window is ever minimised or told to come to the front."""
    if display_server() != "x11":
        return Finding("window manager", "ok", "the desktop's own")
    from Xlib import X

    connection = connect()
    try:
        root = connection.screen().root
        check = root.get_full_property(connection.get_atom("_NET_SUPPORTING_WM_CHECK"), X.AnyPropertyType)
        if check is None:
            return Finding("window manager", "warn", "none", "start one, e.g. `openbox &`")
        window = connection.create_resource_object("window", check.value[0])
        name = window.get_full_property(connection.get_atom("_NET_WM_NAME"), X.AnyPropertyType)
        return Finding("window manager", "ok", name.value.decode("utf-8", "replace") if name else "without a name")
    finally:
        connection.close()


def capture_rate() -> Finding:
    """Time grabs of 1280x720 (or the whole desktop, where that is smaller)."""
    from capture.desktop import Desktop
    from capture.frame import Region

    desktop = Desktop()
    try:
        bounds = desktop.bounds
        region = Region(bounds.x, bounds.y, min(1280, bounds.width), min(720, bounds.height))
        times = _times(lambda: desktop.pixels(region), GRABS)
        detail = (
            f"{region.width}x{region.height} in {times:.2f} ms (p50 of {GRABS}), scale {desktop.scale:g}, "
            f"desktop {bounds.width}x{bounds.height}"
        )
    finally:
        desktop.close()
    if times > CAPTURE_GOAL_MS:
        mend = "close programs that keep the display busy; over a remote display play is slow"
        return Finding("capture", "warn", detail, mend)
    return Finding("capture", "ok", detail)


def input_rate() -> Finding:
    """Move the pointer a little, see that it went there, and put it back."""
    from control.hand import HandError, StoppedByUser, TargetLost
    from control.pyautogui_hand import PyAutoGuiHand

    try:
        hand = PyAutoGuiHand()
        x, y = hand.position()
        inwards = _inwards(x)
        off = 0
        step = iter(range(MOVES))

        def move() -> None:
            nonlocal off
            place = (x + inwards * (next(step) % (REACH + 1)), y)
            hand.park(place)
            off = max(off, abs(hand.position()[0] - place[0]), abs(hand.position()[1] - place[1]))

        times = _times(move, MOVES)
        hand.park((x, y))
    except HandError as error:
        return Finding("input", "fail", str(error), f"mend what is named; {how_to_install('packages')}")
    except (StoppedByUser, TargetLost) as stop:
        return Finding("input", "warn", f"not measured: {stop}", "leave the mouse alone and run doctor again")
    detail = f"the pointer moves in {times:.2f} ms (p50 of {MOVES}) and lands within {off} points"
    if off > 1:
        return Finding("input", "warn", detail, "use a display scale of a whole number")
    if times > POINTER_GOAL_MS:
        return Finding("input", "warn", detail, "close programs that keep the display busy")
    return Finding("input", "ok", detail)


def _inwards(x: int) -> int:
    """Return the step, 1 or -1, from a point to the desktop's middle: at its edge the pointer cannot go on outwards."""
    from capture.desktop import Desktop

    desktop = Desktop()
    try:
        middle = (desktop.bounds.x + desktop.bounds.width / 2) / desktop.scale
    finally:
        desktop.close()
    return 1 if x < middle else -1


def stop_key() -> Finding:
    """Listen to the keyboard for a moment."""
    from control.stop_key import StopKey

    with StopKey() as key:
        if key.problem:
            return Finding("stop key", "warn", key.problem, "Ctrl+C and the corners of the screen stop the bot too")
        return Finding("stop key", "ok", f"{key.name.upper()}, heard in every window")


def overlay() -> Finding:
    """Start and end the overlay's process."""
    from control.overlay import Overlay, OverlayError

    try:
        with Overlay():
            return Finding("overlay", "ok", "can draw suggestions")
    except OverlayError as error:
        return Finding("overlay", "warn", str(error), f"Qt's libraries: {how_to_install('packages')}; play needs none")


def permissions() -> Finding:
    """Say what the operating system wants to be asked for."""
    if sys.platform == "darwin":
        missing = {
            permission: what
            for permission, allowed, what in (
                ("Screen Recording", may_look(), "pictures show the wallpaper in place of windows"),
                ("Accessibility", may_press(), "clicks and keys are dropped"),
                ("Input Monitoring", may_listen(), "the stop key is not heard"),
            )
            if not allowed
        }
        if not missing:
            return Finding("permissions", "ok", "macOS lets this program look, press and listen")
        level: Level = "warn" if [*missing] == ["Input Monitoring"] else "fail"
        return Finding("permissions", level, ", ".join(missing.values()), how_to_allow(*missing))
    if sys.platform == "win32":
        mend = "when the game runs as administrator, run Spyglass so too"
        return Finding("permissions", "ok", "none needed for ordinary windows", mend)
    return Finding("permissions", "ok", "none needed on X11")


def virtual_display() -> Finding:
    """Look for what `demo` and the tests run on where there is no display."""
    if sys.platform in ("win32", "darwin"):
        return Finding("virtual display", "ok", "not needed on this system")
    missing = [program for program in ("Xvfb", "openbox") if shutil.which(program) is None]
    if missing:
        detail = f"{' and '.join(missing)} not installed"
        return Finding("virtual display", "warn", detail, "`make setup`, or: apt-get install xvfb openbox")
    return Finding("virtual display", "ok", "Xvfb and openbox are installed")


def ocr() -> Finding:
    """Let tesseract, which reads scores, read a number; play does without."""
    from vision.ocr import OcrMissing, forget_pages
    from vision.text import read_number

    mend = f"install it ({how_to_install('tesseract')})"
    path = shutil.which("tesseract")
    if path is None:
        return Finding("OCR", "warn", "tesseract is not installed; scores are not read", mend)
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        return Finding("OCR", "warn", f"tesseract does not run ({type(error).__name__})", mend)
    forget_pages()
    try:
        read = read_number(_written(NUMBER))
    except OcrMissing as missing:
        detail, _, mend = str(missing).rpartition("; ")
        return Finding("OCR", "warn", detail, mend)
    if read != NUMBER:
        mend = f"install it anew ({how_to_install('a tesseract that works')})"
        return Finding("OCR", "warn", f"tesseract runs, but reads {NUMBER} as {read}", mend)
    lines = (done.stdout or done.stderr).splitlines()
    return Finding("OCR", "ok", lines[0].strip() if lines else "tesseract")


def _written(number: int) -> Pixels:
    """Return a picture of a number, white on black, (60, 180, 3) uint8."""
    picture = np.zeros((60, 180, 3), np.uint8)
    cv2.putText(picture, str(number), (20, 44), cv2.FONT_HERSHEY_DUPLEX, 1.3, (255, 255, 255), 2, cv2.LINE_AA)
    return picture


def _times(action: Callable[[], object], count: int) -> float:
    """Return the median time of an action in ms."""
    times = []
    for _ in range(count):
        started = time.perf_counter()
        action()
        times.append((time.perf_counter() - started) * 1e3)
    return sorted(times)[count // 2]
