"""Writes every mouse press on the display to a file, as a program: a witness that belongs to no window.

Usage: press_recorder.py LOG. Lines: {"t": monotonic seconds, "x": ..., "y": ...}; an empty line once it listens.
"""

import json
import sys
import time
from pathlib import Path

from pynput import mouse

log = Path(sys.argv[1]).open("a", encoding="utf-8", buffering=1)  # noqa: SIM115 (open until the process is killed)


def pressed(x: int, y: int, button: mouse.Button, down: bool) -> None:
    if down:
        log.write(json.dumps({"t": time.monotonic(), "x": int(x), "y": int(y)}) + "\n")


with mouse.Listener(on_click=pressed) as listener:
    listener.wait()
    log.write("\n")
    listener.join()
