"""The planner's process: loads a mind, then reads turns and writes answers, one JSON document a line.

Run as ``python -m bot.platform.mind_process MODULE:FUNCTION ARGUMENT...``; the function returns a `Mind`. The process
ends with its input.
"""

import contextlib
import gc
import importlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from bot.platform.lines import LineReader
from bot.platform.turns import Turn

LEAST_BUDGET_MS: Final = 2.0
"""With less time left a mind is not asked."""
LONGEST_DOCUMENT_BYTES: Final = 1 << 20
"""A turn has some thousand."""
MOST_TOLD: Final = 300
"""Characters of an exception that are told; numba's run to several thousand, and `LineReader` cuts long lines."""
UNUSED: Final = ("scipy", "coverage")
"""Packages that numba imports where they are installed, a quarter of its start, and that no kernel of ours needs."""


class Mind(Protocol):
    """A planner as the platform's lines see it."""

    def see(self, turn: Turn, player: int) -> None:
        """Take a turn of `player` into account. Raises ValueError where it cannot be."""
        ...

    def answer(self, budget_ms: float) -> str:
        """Return the line for the last turn seen."""
        ...


def main() -> None:
    """Serve until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the process that started this one
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library might print must not stand among answers

    def tell(**document: Any) -> None:
        answers.write(json.dumps(document) + "\n")
        answers.flush()

    turns = LineReader(sys.stdin.fileno(), longest_bytes=LONGEST_DOCUMENT_BYTES)
    with contextlib.suppress(BrokenPipeError):  # who started this one has ended
        _serve(turns, tell)


def _serve(turns: LineReader, tell: Callable[..., None]) -> None:
    """Load the mind and answer turns until there are no more.

    Raises:
        BrokenPipeError: nobody reads what is told.
    """
    try:
        mind = _load(sys.argv[1], sys.argv[2:])
    except Exception as error:
        tell(refused=_one_line(str(error)), kind=type(error).__name__)
        return
    tell(ready=True)
    while (line := turns.next()) is not None:
        if not line.ended:
            continue
        try:
            document = json.loads(line.text)
        except ValueError:  # cut by the end of who wrote it
            return
        # where another turn waits already, this one is over
        tell(**_answer(mind, document, late=turns.waiting))


def _load(place: str, arguments: list[str]) -> Mind:
    """Return the mind that MODULE:FUNCTION makes; everything that it needs is loaded then."""
    for name in UNUSED:
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]
    module, _, function = place.partition(":")
    mind: Mind = getattr(importlib.import_module(module), function)(*arguments)
    # what was loaded is never freed, a game leaves little behind, and a collection in mid-turn costs milliseconds
    gc.freeze()
    gc.disable()
    return mind


def _answer(mind: Mind, document: dict[str, Any], late: bool) -> dict[str, Any]:
    """Return what is told of a turn: its number, and the answer or why there is none."""
    entities = tuple((e[0], e[1], e[2], e[3], e[4], e[5]) for e in document["entities"])
    turn = Turn(tuple(document["rows"]), entities, document["began"])
    reply: dict[str, Any] = {"number": document["number"]}
    try:
        mind.see(turn, document["player"])
        budget_ms = (document["think_until"] - time.perf_counter()) * 1e3
        if not late and budget_ms >= LEAST_BUDGET_MS:
            reply["text"] = mind.answer(budget_ms)
    except Exception as error:  # a fault of ours must cost a move, not the game
        reply["fault"] = _one_line(f"{type(error).__name__}: {error}")
    return reply


def _one_line(text: str) -> str:
    return " ".join(text.split())[:MOST_TOLD]


if __name__ == "__main__":
    main()
