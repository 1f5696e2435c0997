"""What `play` and `demo` print of a run: words, and nothing of what there is none of."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands.play import command
from bot.commands.run_summary import show_summary, why_missed
from bot.game_name import GameName
from bot.games import GAMES
from bot.playing.run import Ending, Tally
from tests.bot.desktop_stand_ins import OpenWindow
from tests.bot.handed_parts import PLACE, run_of
from tests.bot.test_reach import TILES

PLAYED: dict[str, Any] = {
    "game": "columns",
    "rules": "jewel",
    "policy": "smart",
    "seed": 1,
    "moves": 2,
    "cells_read": 156,
    "cells_repaired": 0,
    "moves_confirmed": 2,
    "outcomes": {"as planned": 2},
    "landings": [[4, 2, 5, 4], [0, 1, 1, 3]],
    "score": 30.0,
    "score_at_least": False,
    "latency_ms": {"plan": {"p50": 1.5, "p95": 2.0, "p99": 2.25}},
    "seconds": 4.321,
    "ending": "2 moves made",
    "recording": None,
    "picture": None,
}


def printed(capsys: pytest.CaptureFixture[str], **changes: object) -> dict[str, str]:
    """Return the lines under the title by their names."""
    show_summary({**PLAYED, **changes})
    title, *lines = capsys.readouterr().err.splitlines()
    assert title == "columns, smart, rules jewel, seed 1"
    width = lines[0].index("2 moves made")
    return {line[:width].strip(): line[width:] for line in lines}


def test_a_run_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys) == {
        "ending": "2 moves made",
        "moves": "2, 2 confirmed",
        "outcomes": "as planned 2",
        "cells": "156 read",
        "score": "30 points, 15.00 a move",
        "time": "4.3 s",
        "plan ms": "p50 1.50, p95 2.00, p99 2.25",
    }


def test_what_only_some_runs_have(capsys: pytest.CaptureFixture[str]) -> None:
    turns = {"turns_missed": 1, "turns_unread": 0, "tick_ms": 200.2, "games": [{"result": "won", "turns": 80}]}
    found = {"cells_repaired": 3, "cells_misread": 0, "score_at_least": True, "recording": "runs/1", "picture": "x.png"}
    rows = printed(capsys, **turns, **found)
    assert rows["cells"] == "156 read, 0 misread, 3 settled by the rules"
    assert rows["score"] == "at least 30 points"
    assert (rows["turns"], rows["games"]) == ("1 missed, 200 ms each", "won in 80 turns")
    assert (rows["recording"], rows["last move"]) == ("runs/1", "x.png")


@pytest.mark.parametrize(
    ("unread", "turns", "why"),
    [
        (0, "12 missed", "this machine is busy or slow; give a slower tick, --set tick_ms=500"),
        (12, "12 missed, 12 of them unread", "cells could not be read (is something over the arena?)"),
        (
            9,
            "12 missed, 9 of them unread",
            "9 since cells could not be read (is something over the arena?), "
            "3 since this machine is busy or slow; give a slower tick, --set tick_ms=500",
        ),
    ],
)
def test_why_turns_were_missed_is_told(capsys: pytest.CaptureFixture[str], unread: int, turns: str, why: str) -> None:
    """A machine was called busy for what lay over the arena."""
    missed = {"turns_missed": 12, "turns_unread": unread, "tick_ms": 0.0, "games": []}
    assert printed(capsys, **missed)["turns"] == turns
    assert why_missed({**PLAYED, **missed, "moves": 40}) == f"12 of 40 turns were missed: {why}"


def test_what_was_stopped_before_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    nothing = {"moves": 0, "moves_confirmed": 0, "outcomes": {}, "score": 0.0, "latency_ms": {}}
    rows = printed(capsys, **nothing, turns_missed=0, turns_unread=0, tick_ms=0.0, games=[])
    assert rows.keys() == {"ending", "moves", "cells", "score", "turns", "time"}
    assert (rows["moves"], rows["score"], rows["turns"]) == ("0, 0 confirmed", "0 points", "0 missed")


def test_a_dry_run_has_no_score(capsys: pytest.CaptureFixture[str]) -> None:
    rows = printed(capsys, outcomes={}, moves_confirmed=0, score=None)
    assert rows["moves"] == "2 decided on; a dry run, nothing was pressed"
    assert rows.keys().isdisjoint({"score", "outcomes"})


def test_play_ends_with_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run = run_of(GAMES["columns"](), TILES.model_copy(update={"permission": "own"}), policy_spec="random")
    ending = Ending("2 moves made", finished=True)
    result = SimpleNamespace(document=lambda _run: PLAYED, ending=ending, tally=Tally())
    for name, instead in (
        ("bot.commands.live_options.live_run", lambda *_, **__: run),
        ("bot.live.play_live", lambda *_: result),
        ("bot.warming.warm_up", lambda *_: None),
        ("capture.display_server.require_display", lambda: "x11"),
        ("capture.window.find_window", lambda _title: OpenWindow(PLACE)),
    ):
        monkeypatch.setattr(name, instead)
    command(GameName.COLUMNS, Path())
    said = capsys.readouterr().err
    show_summary(PLAYED)
    assert said == capsys.readouterr().err
