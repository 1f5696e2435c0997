"""Facts that stand twice, because a room may not import another or must be light: the copies agree."""

import importlib
from typing import Any, get_args

import pytest

import bot.cli
import bot.platform.plain_arena
import bot.platform.session
import bot.platform.turns
import control.ending_signals
import engine.hypersonic
import policy.hypersonic.players
import practice.held_signals
import practice.hypersonic.seats
import vision.profile
from bot.commands.options import PermissionName

COPIES = {
    "permissions": (set(PermissionName), set(get_args(vision.profile.Permission))),
    "ending signals": (practice.held_signals.ENDING_SIGNALS, control.ending_signals.ENDING_SIGNALS),
    "players of an arena's seats": (
        set(practice.hypersonic.seats.POLICIES),
        set(policy.hypersonic.players.POLICIES) - {"random"},
    ),
    "the platform's arena": (
        (bot.platform.turns.ROWS, bot.platform.turns.COLS, bot.platform.plain_arena.FUSE),
        (engine.hypersonic.ROWS, engine.hypersonic.COLS, engine.hypersonic.FUSE),
    ),
    "the platform's players": (
        (bot.platform.session.PLAYERS, bot.platform.session.CORNERS),
        (engine.hypersonic.MAX_PLAYERS, engine.hypersonic.STARTS),
    ),
}


@pytest.mark.parametrize(("copy", "original"), COPIES.values(), ids=COPIES)
def test_copies_agree(copy: Any, original: Any) -> None:
    assert copy == original


@pytest.mark.parametrize("name", sorted(bot.cli.UNUSABLE_INPUT))
def test_errors_that_a_person_can_cause_have_the_names_that_the_door_looks_for(name: str) -> None:
    module, _, kind = name.rpartition(".")
    assert issubclass(getattr(importlib.import_module(module), kind), Exception)
