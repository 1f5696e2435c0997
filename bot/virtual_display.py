"""A display where there is none: Xvfb with a small window manager, gone when the block ends."""

import atexit
import contextlib
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Self

from bot.ending_signals import insisted
from capture.display_server import NoDisplay, display_server
from capture.source import CaptureError
from capture.x11 import connect

DEFAULT_SIZE = (3200, 2400)
"""Pixels; holds the largest practice window (920x728) at scale 3 with room to move it."""

START_TIMEOUT_S = 15.0
STOP_TIMEOUT_S = 5.0
_REPLACED = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE")


class VirtualDisplay:
    """Xvfb and openbox on a free display number; as a context manager it also sets DISPLAY.

    Both end with the block, with the interpreter, and (where `setpriv` is there, as on every Debian)
    with the main thread's death by any signal.

    Args:
        size: width and height in pixels.
        dpi: what programs are told; 96 is a scale of 1.
        window_manager: without one windows have no frame and are never active or minimised.

    Raises:
        NoDisplay: (from `start`) Xvfb or openbox is missing or does not start.
    """

    def __init__(self, size: tuple[int, int] = DEFAULT_SIZE, dpi: int = 96, *, window_manager: bool = True) -> None:
        self.size = size
        self.dpi = dpi
        self.name = ""
        self._window_manager = window_manager
        self._processes: list[subprocess.Popen[bytes]] = []
        self._before: dict[str, str | None] = {}

    def start(self) -> None:
        """Start both and wait until windows can be opened."""
        atexit.register(self.stop)
        try:
            self._start_server()
            _tell_toolkits(self.name, self.dpi)
            if self._window_manager:
                self._start_window_manager()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End both; calling it again does nothing."""
        try:
            for process in reversed(self._processes):
                process.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(STOP_TIMEOUT_S)
        finally:  # of a signal too
            self.kill()
            while self._processes:
                self._processes.pop().wait()
            atexit.unregister(self.stop)

    def kill(self) -> None:
        """End both at once, whatever they do, and so whoever waits for the display's answer; any thread may."""
        for process in tuple(self._processes):
            process.kill()

    def __enter__(self) -> Self:
        self.start()
        self._before = {name: os.environ.get(name) for name in _REPLACED}
        os.environ["DISPLAY"] = self.name
        # Toolkits prefer Wayland when they see one.
        os.environ.pop("WAYLAND_DISPLAY", None)
        os.environ["XDG_SESSION_TYPE"] = "x11"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        self.stop()

    def _start_server(self) -> None:
        width, height = self.size
        reading, writing = os.pipe()
        try:
            command = ["-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-dpi", str(self.dpi)]
            process = self._spawn("Xvfb", [*command, "-nolisten", "tcp", "-noreset"], keep=writing)
        except BaseException:
            os.close(reading)
            raise
        finally:
            os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            ready, _, _ = select.select([pipe], [], [], START_TIMEOUT_S)
            number = pipe.readline().strip().decode() if ready else ""
        if not number:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(1.0)  # its pipe closes a little before it is gone
            why = f"ended with status {process.poll()}" if process.poll() is not None else "did not answer"
            raise NoDisplay(f"Xvfb {why}; try `Xvfb :99 -screen 0 {width}x{height}x24` by hand to see its words")
        self.name = f":{number}"

    def _start_window_manager(self) -> None:
        environment = {**os.environ, "DISPLAY": self.name}
        process = self._spawn("openbox", ["--sm-disable"], environment=environment)
        until = time.monotonic() + START_TIMEOUT_S
        while not _is_managed(self.name):
            if process.poll() is not None or time.monotonic() > until:
                raise NoDisplay("openbox does not start; try `openbox` by hand on the display to see its words")
            time.sleep(0.02)

    def _spawn(
        self, program: str, arguments: list[str], *, keep: int | None = None, environment: dict[str, str] | None = None
    ) -> "subprocess.Popen[bytes]":
        path = shutil.which(program)
        if path is None:
            raise NoDisplay(
                f"no display, and {program} is not installed; "
                "run `make setup` (or: apt-get install xvfb openbox), or use a desktop session"
            )
        # A child of a killed parent would stay for ever otherwise.
        setpriv = shutil.which("setpriv")
        prefix = [setpriv, "--pdeathsig", "TERM"] if setpriv else []
        process = subprocess.Popen(
            [*prefix, path, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            pass_fds=() if keep is None else (keep,),
            # Ctrl+C in the terminal is for us; the display has to outlive the windows on it.
            start_new_session=True,
        )
        self._processes.append(process)
        return process


@contextlib.contextmanager
def display(size: tuple[int, int] = DEFAULT_SIZE, dpi: int = 96) -> Iterator[str]:
    """Run the block on the display there is, or on a virtual one; yields which, in words.

    Raises:
        NoDisplay: there is none and none can be started, or one is named that does not answer.
    """
    server = display_server()
    if server == "x11":
        _check_answers(os.environ["DISPLAY"])
    if server in ("x11", "windows", "macos"):
        yield f"{os.environ['DISPLAY']} (X11)" if server == "x11" else server
        return
    with VirtualDisplay(size, dpi) as virtual, insisted(STOP_TIMEOUT_S, virtual.kill):
        yield f"{virtual.name} (virtual, {size[0]}x{size[1]})"


def _check_answers(name: str) -> None:
    try:
        connect(name).close()
    except CaptureError as error:
        reason = str(error).removesuffix("; check DISPLAY")
        raise NoDisplay(
            f"no display: of DISPLAY={name} {reason}; correct it, or unset it: a virtual one is brought then"
        ) from error


def _tell_toolkits(name: str, dpi: int) -> None:
    """Set the resource that toolkits scale their windows by, as a desktop's settings do; they heed no server's dpi."""
    from Xlib import Xatom

    connection = connect(name)
    try:
        resources = f"Xft.dpi:\t{dpi}\n".encode()
        connection.screen().root.change_property(Xatom.RESOURCE_MANAGER, Xatom.STRING, 8, resources)
        connection.sync()
    finally:
        connection.close()


def _is_managed(name: str) -> bool:
    from Xlib import X

    connection = connect(name)
    try:
        atom = connection.get_atom("_NET_SUPPORTING_WM_CHECK")
        return connection.screen().root.get_full_property(atom, X.AnyPropertyType) is not None
    finally:
        connection.close()
