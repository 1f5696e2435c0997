"""The adviser of falling pieces over drawn pictures of a real game that brings a colour which nobody knew."""

import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from bot.advising.falling import FallingAdviser
from tests.bot.drawn_game import RULES, DrawnGame
from tests.bot.handed_parts import adviser_parts_of
from vision.well.pictures import WellPictures
from vision.well.reader import WellReader

KNOWN = 4
"""Colours that the calibration has seen."""
LIMIT_S = 20.0
"""Several times what it takes on a machine at rest."""


def test_a_colour_that_comes_in_mid_game_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a jewel of it lay in the well nothing was advised any more."""
    game = DrawnGame("vista", row_ms=100.0)
    parts = game.parts()
    whole: Any = game.reader
    pictures = whole.pictures
    fewer = WellPictures(pictures.jewels[:KNOWN], pictures.masks[:KNOWN], pictures.background, pictures.known)
    reader = WellReader(whole.profile.model_copy(update={"kinds": whole.profile.kinds[:KNOWN]}), fewer)
    monkeypatch.setattr("bot.advising.advice.open_reader", lambda *_: reader)
    run: Any = SimpleNamespace(
        game=replace(parts.game, live_policy=lambda *_: parts.policy),
        rules=RULES,
        policy_spec="",
        profile=reader.profile,
        profile_folder=None,
        settings=parts.settings,
    )
    source, log = MagicMock(grab=game.grab, window=game.window), MagicMock()
    adviser = FallingAdviser(adviser_parts_of(run, source=source, log=log))
    until = time.monotonic() + LIMIT_S
    while not adviser.result.suggestions:
        assert time.monotonic() < until, "did not happen"
        adviser.step()
    learned = {kind.code for told in log.learned.call_args_list for kind in told.args[0].kinds}
    assert learned <= set(range(KNOWN, RULES.colours))
    assert learned
