"""What the adviser of falling pieces takes for a piece, with no window behind it."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from handed_parts import adviser_parts_of

from bot.advising.falling import FallingAdviser
from bot.games import GAMES
from bot.playing.run import LoopSettings
from engine.columns import EMPTY, PRESETS
from vision.sighting import Sighting, Status
from vision.well.runs import Run

RULES = PRESETS["jewel"]


def test_jewels_that_hang_beside_the_entry_are_no_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """They fall after a clear, and may hang still for a while."""
    shown: list[Sighting] = []
    monkeypatch.setattr("bot.advising.advice.open_reader", lambda *_: MagicMock(read=lambda _frame: shown[-1]))
    game = replace(GAMES["columns"](), live_policy=MagicMock())
    settings = LoopSettings(moves=9, think_ms=10, seed=1)
    run: Any = SimpleNamespace(
        game=game, rules=RULES, policy_spec="", profile=None, profile_folder=None, settings=settings
    )
    adviser = FallingAdviser(adviser_parts_of(run))
    advised: list[int] = []
    adviser._advise = lambda _view, piece, *_: advised.append(piece.col)  # type: ignore[method-assign]

    def show(lies: int, col: int) -> None:
        """A run of three near the top of a column, over so many jewels on the floor."""
        codes = np.full((RULES.rows, RULES.cols), EMPTY, np.int8)
        codes[-1, :lies] = 1
        run = Run(col, 0.2, (1, 2, 3), resting=False)
        extras = {"runs": (run,), "piece": run, "next": None, "moving": False}
        margin = np.ones(codes.shape, np.float32)
        shown.append(Sighting(codes, margin, Status.CLEAR, 20_000_000 * len(shown), extras))
        adviser.step()

    for _ in range(10):
        show(2, RULES.entry)
    assert set(advised) == {RULES.entry}
    advised.clear()
    for _ in range(10):
        show(1, RULES.entry + 1)
    assert advised == []
    for _ in range(10):
        show(1, RULES.entry)
    assert set(advised) == {RULES.entry}
