"""What every practice window shares: a fixed client area, frames on demand, pixels for all scales, the truth log."""

import gc
import signal
import socket
import time
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

from PySide6.QtCore import QEvent, QPointF, QRect, QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QPainter, QPaintEvent, QRegion, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from practice.held_signals import HELD, heeded_signals
from practice.options import PracticeOptions
from practice.shown_cells import Cells
from practice.telling import Telling
from practice.truth import TruthLog

Clock = Callable[[], int]
"""Nanoseconds of a clock that never goes back."""

FRAME_MS = 16
"""Between two pictures of an animation."""


class PracticeWindow(QWidget):
    """A game in a window of fixed size that paints only what changed, and only while something does.

    A game's window says how it looks (`draw`), what a moment brings (`frame`) and calls `repaint_pixels`,
    `schedule` and `tell` itself; one that also tells what it shows in a move says so (`TELLS_MOTION`) and what
    (`cells`). "Pixels" are the screen's own; Qt's logical ones differ under HiDPI.

    Args:
        game: the game's name for the title bar.
        width, height: client area in pixels at scale 1.
        options: as asked for.
        clock: the time, `time.monotonic_ns` unless a test brings its own.

    Attributes:
        failure: the first file that could not be written, or None; the window closes then.
        telling: what goes to the truth log, None without one.

    Raises:
        PracticeError: the truth log cannot be written.
    """

    TELLS_MOTION: ClassVar = False

    def __init__(
        self, game: str, width: float, height: float, options: PracticeOptions, clock: Clock = time.monotonic_ns
    ) -> None:
        super().__init__()
        self.options = options
        self.clock = clock
        self.failure: OSError | None = None
        truth = TruthLog(options.truth) if options.truth else None
        self.telling = Telling(truth, in_motion=self.TELLS_MOTION) if truth is not None else None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_timer)
        suffix = f" {options.title_suffix}" if options.title_suffix else ""
        self.setWindowTitle(f"Spyglass practice: {game}{suffix}")
        self.setFixedSize(round(width * options.scale), round(height * options.scale))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if options.position is not None:
            self.move(*options.position)

    @abstractmethod
    def draw(self, p: QPainter, region: QRegion) -> None:
        """Paint `region`; painter and region are in pixels."""

    @abstractmethod
    def frame(self) -> None:
        """Bring the game to the present moment; called whenever a scheduled moment has come."""

    @abstractmethod
    def rescaled(self) -> None:
        """Make the pictures anew: `pixel_scale` has changed."""

    def cells(self) -> Cells | None:
        """Return what the cells of the present picture show while pieces move; None while they rest."""
        return None

    @property
    def pixel_scale(self) -> float:
        """Pixels of the screen per pixel of the layout."""
        return self.options.scale * self.devicePixelRatioF()

    def pixel(self, at: QPointF) -> tuple[float, float]:
        """Return an event's position in pixels."""
        ratio = self.devicePixelRatioF()
        return at.x() * ratio, at.y() * ratio

    def repaint_pixels(self, region: QRegion) -> None:
        """Ask for `region` (pixels) to be painted again."""
        ratio = self.devicePixelRatioF()
        if ratio == 1.0:
            self.update(region)
        else:
            self.update(_resized(region, 1 / ratio))

    def schedule(self, milliseconds: float | None) -> None:
        """Have `frame` called once after so long; None: not before something else happens."""
        if milliseconds is None:
            self._timer.stop()
        else:
            self._timer.start(max(0, round(milliseconds)))

    def tell(self, settled: bool, state: Mapping[str, Any]) -> None:
        """Enter a state into the truth log: at once if it is only on its way, else as soon as it is on the screen."""
        if self.telling is None or self.failure is not None:
            return
        if settled:
            self.telling.rest(state)
            self.update(0, 0, 1, 1)  # a paint is due even if no pixel differs
        else:
            with self.writing():
                self.telling.leave_rest(self.clock(), state)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep an OSError that is raised inside, where Qt would go on after it, and close the window soon."""
        try:
            yield
        except OSError as error:
            self.failure = self.failure or error
            QTimer.singleShot(0, self.close)  # a window must not close while it paints

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 (Qt's name)
        """Ask for the keys: without a window manager a new window has them only while the pointer lies over it."""
        super().showEvent(event)
        self.activateWindow()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Paint what Qt asks for."""
        ratio = self.devicePixelRatioF()
        region = event.region() if ratio == 1.0 else _resized(event.region(), ratio)
        tells = self.telling is not None and self.telling.paint(self.clock(), self.cells())
        p = QPainter(self)
        if ratio != 1.0:
            p.scale(1 / ratio, 1 / ratio)
            p.fillRect(region.boundingRect(), Qt.GlobalColor.black)  # rounding may leave a pixel undrawn
        self.draw(p, region)
        p.end()
        if tells:
            QTimer.singleShot(0, self._shown)  # runs once Qt has sent the picture to the screen

    def _shown(self) -> None:
        if self.telling is not None and self.failure is None:
            with self.writing():
                self.telling.shown(self.clock())

    def _on_timer(self) -> None:
        self.frame()

    def event(self, event: QEvent) -> bool:
        """Notice when the window is moved to a screen of another pixel density."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.rescaled()
            self.update()
        return super().event(event)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 (Qt's name)
        """End the truth log with the window."""
        self._timer.stop()
        if self.telling is not None:
            with self.writing():
                self.telling.close()
            self.telling = None
        super().closeEvent(event)


def _resized(region: QRegion, factor: float) -> QRegion:
    """Return the rectangle that covers `region` in pixels `factor` times as many."""
    rect = region.boundingRect()
    left, top = int(rect.left() * factor) - 1, int(rect.top() * factor) - 1
    right, bottom = int((rect.right() + 1) * factor) + 2, int((rect.bottom() + 1) * factor) + 2
    return QRegion(QRect(left, top, right - left, bottom - top))


def show_until_closed(window: PracticeWindow, application: QApplication) -> int:
    """Show a window and run until it is closed or the process is asked to end; returns the exit status.

    A window that is no longer wanted (`held_signals`), or that has failed, does not show at all.

    Raises:
        OSError: the truth log or scores file could not be written any more, which closed the window.
    """
    # a collection of all that is loaded takes longer than a turn, and nothing would move meanwhile
    gc.collect()
    gc.freeze()
    ours, theirs = socket.socketpair()
    for end in (ours, theirs):
        end.setblocking(False)
    wakeup = signal.set_wakeup_fd(theirs.fileno())
    notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(window.close)
    before = {number: signal.signal(number, _do_nothing) for number in heeded_signals()}
    try:
        if window.failure is None and HELD.may_show():
            window.show()
            status = application.exec()
        else:
            window.close()
            status = 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(wakeup)
        notifier.setEnabled(False)
        ours.close()
        theirs.close()
    if window.failure is not None:
        raise window.failure
    return status


def _do_nothing(number: int, frame: object) -> None:
    """Stand in for the signal's own action; the wake-up socket closes the window."""
