"""A swap3 practice window in which a piece shows one kind after the other from the first move on, as a program.

Usage: restless_window.py TITLE_SUFFIX TRUTH.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from practice.options import PracticeOptions
from practice.swap3 import run
from practice.swap3.scene import Scene
from practice.swap3.window import Swap3Window
from practice.window import FRAME_MS

SUFFIX, TRUTH = sys.argv[1:]
CELL = (6, 3)
SHOWN_S = 0.08
"""How long each kind is shown: longer than a board must stand to be at rest."""
present, plan = Swap3Window._present, Swap3Window._plan


def restless(self: Swap3Window, now: int) -> Scene:
    scene = present(self, now)
    if self._playing is not None or self.session.state.moves == 0:
        return scene
    kind = int(time.monotonic() / SHOWN_S) % self.session.rules.kinds
    sprites = (each._replace(kind=kind) if (each.row, each.col) == CELL else each for each in scene.sprites)
    return scene._replace(sprites=tuple(sprites))


def always(self: Swap3Window, now: int) -> None:
    plan(self, now)
    self.schedule(FRAME_MS)


Swap3Window._present = restless  # type: ignore[method-assign]
Swap3Window._plan = always  # type: ignore[method-assign]
sys.exit(run(PracticeOptions(seed=7, speed=3.0, title_suffix=SUFFIX, truth=Path(TRUTH), position=(80, 80))))
