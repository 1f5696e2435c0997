"""The suggestion overlay: draws an advised move over the game's window and takes no input.

It runs in a process of its own (``python -m control.overlay``) that never imports cv2, whose Qt plugins clash
with PySide6's. The two talk in JSON lines. In: ``{"id": 1, "show": {...}}`` (`control.sketch.on_screen`),
``{"id": 2, "hide": true}``; end of input quits. Out: ``{"ready": true}`` once, then
``{"done": id}`` when the screen shows it, or ``{"error": "..."}``.
"""

from control.overlay.client import Overlay, OverlayError

__all__ = ["Overlay", "OverlayError"]
