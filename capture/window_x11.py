"""A window on X11, asked through one Xlib connection; every question takes a fraction of a millisecond."""

import contextlib
from collections.abc import Iterator
from typing import Any

from Xlib import X, Xatom, error

from capture.frame import Region
from capture.source import CaptureError, WindowLost
from capture.window_title import WindowNotFound, best_title, same_title
from capture.x11 import connect


class X11Window:
    """A top-level client window. See `capture.window.Window`."""

    def __init__(self, title: str) -> None:
        self._display = connect()
        self._root: Any = self._display.screen().root
        self._atoms: dict[str, int] = {}
        self._wanted = title
        self.title = title
        try:
            self._window = self._find()
        except CaptureError:
            self.close()
            raise

    @property
    def identity(self) -> int:
        """The X window's number, as xdotool and xwininfo know it."""
        return int(self._window.id)

    def exists(self) -> bool:
        """Tell whether it is still open."""
        try:
            with self._asking():
                self._window.get_geometry()
        except WindowLost:
            return False
        return True

    def found_again(self) -> bool:
        """Tell whether it exists, after looking for a successor by title where it is gone."""
        if self.exists():
            return True
        try:
            self._window = self._find(again=True)
        except WindowNotFound:
            return False
        return True

    def is_minimised(self) -> bool:
        """Tell whether it is open but not shown."""
        try:
            with self._asking():
                return bool(self._window.get_attributes().map_state != X.IsViewable)
        except WindowLost:
            return False

    def is_active(self) -> bool:
        """Tell whether it is the window that keys go to.

        Without a window manager that is the one with the focus or, where none has it, the one under the pointer.
        """
        try:
            with self._asking():
                active = self._root.get_full_property(self._atom("_NET_ACTIVE_WINDOW"), X.AnyPropertyType)
                if active is not None and len(active.value) > 0 and active.value[0] != X.NONE:
                    return bool(active.value[0] == self._window.id)
                if active is not None and self._managed():
                    return False
                focus = self._display.get_input_focus().focus
                if focus in (X.PointerRoot, self._root):  # until some window takes the keys for itself
                    pointer = self._root.query_pointer()
                    return self.topmost_at(pointer.root_x, pointer.root_y)
                return focus != X.NONE and self._is_inside(focus)
        except WindowLost:
            return False

    def client_area(self) -> Region:
        """Return what lies inside its frame, in pixels of the root window, without a shadow that it draws itself.

        Raises:
            WindowLost: closed or minimised.
        """
        with self._asking():
            size = self._window.get_geometry()
            corner = self._root.translate_coords(self._window, 0, 0)
            shown = self._window.get_attributes().map_state == X.IsViewable
            left, right, top, bottom = self._shadow()
        if not shown:
            raise WindowLost(f"window '{self.title}' is minimised; restore it")
        width, height = int(size.width) - left - right, int(size.height) - top - bottom
        if width < 1 or height < 1:  # what it says of its shadow is of another size than it now has
            return Region(int(corner.x), int(corner.y), int(size.width), int(size.height))
        return Region(int(corner.x) + left, int(corner.y) + top, width, height)

    def topmost_at(self, x: float, y: float) -> bool:
        """Tell whether a click at this point would land in it.

        The server itself walks down the stack: it skips unmapped windows and honours shapes, so an
        overlay that lets clicks through does not count and a round window counts where it is.
        """
        column, row = int(x // 1), int(y // 1)
        try:
            with self._asking():
                above = self._root
                for _ in range(8):  # root, frame, client; some window managers nest one or two more
                    child = above.translate_coords(self._root, column, row).child
                    if child == X.NONE:
                        return False
                    if child == self._window:
                        return True
                    above = child
        except WindowLost:
            return False
        return False

    def close(self) -> None:
        """Let go of the connection."""
        self._display.close()

    @contextlib.contextmanager
    def _asking(self) -> Iterator[None]:
        """Turn the server's answers about a window that is gone into WindowLost."""
        try:
            yield
        except KeyboardInterrupt:
            self.close()  # else who asks again, as at the end of a run, would wait for ever for its answer
            raise
        except (error.BadWindow, error.BadDrawable, error.BadMatch) as cause:
            raise WindowLost(f"window '{self.title}' is closed; open it again") from cause
        except (error.ConnectionClosedError, OSError) as cause:
            raise CaptureError("the display is gone; start the display and the game again") from cause

    def _atom(self, name: str) -> int:
        if name not in self._atoms:
            self._atoms[name] = self._display.get_atom(name)
        return self._atoms[name]

    def _shadow(self) -> tuple[int, int, int, int]:
        """Return how far the window reaches beyond what it shows: left, right, top, bottom.

        GTK's windows with a header bar draw a shadow around them. What lies below is seen through it, and it may hang
        over the edge of the screen.
        """
        told = self._window.get_full_property(self._atom("_GTK_FRAME_EXTENTS"), Xatom.CARDINAL)
        if told is None or len(told.value) != 4:
            return 0, 0, 0, 0
        left, right, top, bottom = map(int, told.value)
        return left, right, top, bottom

    def _managed(self) -> bool:
        check = self._root.get_full_property(self._atom("_NET_SUPPORTING_WM_CHECK"), X.AnyPropertyType)
        if check is None:
            return False
        # The property outlives a window manager that died; its window does not.
        manager = self._display.create_resource_object("window", check.value[0])
        try:
            manager.get_geometry()
        except (error.BadWindow, error.BadDrawable):
            return False
        return True

    def _is_inside(self, window: Any) -> bool:
        for _ in range(16):
            if window == self._window:
                return True
            parent = window.query_tree().parent
            if parent in (X.NONE, 0) or parent == self._root:
                return False
            window = parent
        return False

    def _find(self, *, again: bool = False) -> Any:
        with self._asking():
            windows = self._clients()
        titles = [name for name, _ in windows]
        index = same_title(self.title, titles) if again else best_title(self._wanted, titles)
        self.title, window = windows[index]
        return window

    def _clients(self) -> list[tuple[str, Any]]:
        """Return (title, window) of every top-level window."""
        listed = self._root.get_full_property(self._atom("_NET_CLIENT_LIST"), X.AnyPropertyType)
        if listed is not None and self._managed():
            windows = [self._display.create_resource_object("window", number) for number in listed.value]
        else:
            windows = [w for child in self._root.query_tree().children for w in (child, *self._children(child))]
        named = []
        for window in windows:
            with contextlib.suppress(error.BadWindow, error.BadDrawable):
                if title := self._title_of(window):
                    named.append((title, window))
        return named

    def _children(self, window: Any) -> list[Any]:
        try:
            return list(window.query_tree().children)
        except error.BadWindow:
            return []

    def _title_of(self, window: Any) -> str:
        name = window.get_full_property(self._atom("_NET_WM_NAME"), X.AnyPropertyType)
        if name is None:
            name = window.get_full_property(Xatom.WM_NAME, X.AnyPropertyType)
        if name is None:
            return ""
        value = name.value
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
