"""A small window for tests, as a program: writes every press, release, key and move it gets to a file.

Usage: target_window.py TITLE X Y WIDTH HEIGHT COLOUR LOG. It learns nothing from Spyglass: what it logs is
what a game would have seen. Lines: {"event": ..., "x": ..., "y": ..., "t": seconds, ...}.
"""

import json
import sys
import time
import tkinter
from pathlib import Path
from typing import Any


def main() -> None:
    title, x, y, width, height, colour, log = sys.argv[1:]
    window = tkinter.Tk(className="spyglass-test")
    window.title(title)
    window.geometry(f"{width}x{height}+{x}+{y}")
    canvas = tkinter.Canvas(window, background=colour, highlightthickness=0, cursor="none")
    canvas.pack(fill="both", expand=True)
    # Corners of other colours show to the pixel where the client area begins and ends.
    canvas.create_rectangle(0, 0, 1, 1, fill="#ff0000", outline="#ff0000")
    right, bottom = int(width) - 2, int(height) - 2
    canvas.create_rectangle(right, bottom, right + 1, bottom + 1, fill="#0000ff", outline="#0000ff")

    def note(event: str, **fields: Any) -> None:
        with Path(log).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"event": event, "t": time.monotonic(), **fields}) + "\n")

    canvas.bind("<ButtonPress-1>", lambda e: note("press", x=e.x, y=e.y, root=(e.x_root, e.y_root)))
    canvas.bind("<ButtonRelease-1>", lambda e: note("release", x=e.x, y=e.y, root=(e.x_root, e.y_root)))
    canvas.bind("<B1-Motion>", lambda e: note("drag", x=e.x, y=e.y))
    window.bind("<KeyPress>", lambda e: note("key", name=e.keysym))
    window.bind("<KeyRelease>", lambda e: note("key up", name=e.keysym))
    window.after(50, lambda: note("open"))
    window.mainloop()


main()
