"""The adviser of falling pieces over drawn pictures of a real game that brings a colour which nobody knew."""

import time
from dataclasses import replace
from typing import Any

import pytest

from bot.advising.falling import FallingAdviser
from tests.bot.desktop_stand_ins import GivenSource
from tests.bot.drawn_game import RULES, DrawnGame
from tests.bot.handed_parts import adviser_parts_of, run_of
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
    playing = replace(parts.game, live_policy=lambda *_: parts.policy)
    run = run_of(playing, reader.profile, rules_name=RULES.name, settings=parts.settings)
    adviser = FallingAdviser(adviser_parts_of(run, source=GivenSource(game.grab, game.window)))
    until = time.monotonic() + LIMIT_S
    while not adviser.result.suggestions:
        assert time.monotonic() < until, "did not happen"
        adviser.step()
    kinds = {kind.code for kind in adviser.reader.profile.kinds}
    assert set(range(KNOWN)) < kinds <= set(range(RULES.colours))
