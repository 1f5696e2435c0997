"""What the adviser of turns does on boards that it cannot advise on, with no window behind it."""

import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from handed_parts import adviser_parts_of
from numpy.typing import NDArray

from bot.advising.suggesting import TurnAdviser
from bot.games import GAMES
from bot.playing.lookout import PACE_S
from bot.playing.repair import Repaired
from bot.playing.run import LoopSettings
from capture.frame import Frame, Region
from capture.source import WindowLost
from engine.swap3 import cells_of
from vision.profile import BoardSection, Profile, ReaderSection, WindowSection
from vision.sighting import UNKNOWN, Sighting, Status

ROWS = COLS = 8
PROFILE = Profile(
    game="swap3",
    window=WindowSection(width=80, height=80),
    board=BoardSection(x=0, y=0, width=80, height=80, rows=ROWS, cols=COLS),
    kinds=(),
    reader=ReaderSection(min_margin=0.3, max_distance=30, max_core=8),
)
STUCK = np.fromfunction(lambda row, col: (2 * row + col) % 5, (ROWS, COLS), dtype=int).astype(np.int8)
"""No swap lines anything up."""


def playable() -> NDArray[np.int8]:
    """A board with a move."""
    board = STUCK.copy()
    board[0, :4] = 4, 4, 3, 4
    return board


UNREAD = np.full((ROWS, COLS), UNKNOWN, np.int8)


class Table:
    """An adviser, and what its window shows."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.codes: NDArray[np.int8] = UNREAD
        self.region: Region | None = Region(0, 0, 80, 80)
        self.looks = 0
        monkeypatch.setattr("bot.advising.advice.open_reader", lambda *_: MagicMock(profile=PROFILE, read=self.read))
        game = replace(GAMES["swap3"](), learn_kinds=None)
        rules = game.rules.PRESETS["gweled"]
        assert (rules.rows, rules.cols) == STUCK.shape
        run: Any = SimpleNamespace(
            game=game,
            rules=rules,
            rules_name=rules.name,
            policy_spec="greedy",
            profile=PROFILE,
            profile_folder=Path(),
            settings=LoopSettings(moves=9, think_ms=10, seed=1),
        )
        self.log = MagicMock()
        self.overlay = MagicMock()
        source = MagicMock(grab=self.grab, window=SimpleNamespace(exists=lambda: self.region is not None))
        self.adviser = TurnAdviser(adviser_parts_of(run, source=source, overlay=self.overlay, log=self.log))

    def grab(self) -> Frame:
        self.looks += 1
        if self.region is None:
            raise WindowLost("window 'Board' is closed; open it again")
        return Frame(np.zeros((80, 80, 3), np.uint8), self.looks * 10**9, self.region, 1.0)

    def read(self, frame: Frame) -> Sighting:
        margin = np.ones(self.codes.shape, np.float32)
        return Sighting(self.codes, margin, Status.CLEAR, frame.time_ns, {})

    def look(self, codes: NDArray[np.int8], times: int = 1) -> None:
        self.codes = codes
        for _ in range(times):
            self.adviser.step()


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(monkeypatch)


def test_what_is_waited_for_is_noted_once(table: Table) -> None:
    table.look(UNREAD, 6)
    reason = "no legal move on what can be read of the board"
    assert table.log.waiting.call_args_list == [((reason,),)]
    table.look(playable(), 3)
    assert table.adviser.result.suggestions == 1
    table.adviser._withdraw()
    table.look(UNREAD, 4)
    assert table.log.waiting.call_count == 2


def test_looks_are_paced_while_a_kind_may_be_learned(table: Table) -> None:
    waits: Any = SimpleNamespace(look=lambda *_: None, waiting=True)
    table.adviser.learner = waits
    table.look(UNREAD, 3)
    started, looks = time.monotonic(), 10
    table.look(UNREAD, looks)
    assert time.monotonic() - started >= looks * PACE_S


def test_a_stuck_board_that_is_dealt_anew_is_waited_for(table: Table) -> None:
    """It shows until then; the run called itself done."""
    table.look(STUCK, 6)
    assert table.adviser.result.suggestions == 0
    table.look(playable(), 4)
    assert table.adviser.result.suggestions == 1


def test_advice_is_drawn_again_where_a_piece_was_put_back(table: Table) -> None:
    """It stayed away, and the next time the piece was lifted a move was counted that nobody had made."""
    table.look(playable(), 4)
    assert table.overlay.show.call_count == 1
    lifted = playable()
    lifted[7, 7] = (lifted[7, 7] + 1) % 5
    table.look(lifted)
    hidden = table.overlay.hide.call_count
    table.look(playable(), 2)
    assert table.overlay.show.call_count == 2
    assert table.overlay.hide.call_count == hidden
    table.look(lifted)
    assert table.adviser.result.unexplained == 0
    table.look(playable())
    assert table.adviser.result.suggestions == 1
    assert table.overlay.show.call_count == 3


def test_a_game_that_is_over_ends_the_advice(table: Table) -> None:
    table.adviser.live.rules = replace(table.adviser.live.rules, deals_anew=False)
    table.codes = STUCK
    asked = iter(range(20))
    table.adviser.run(lambda: next(asked) > 8)
    ending = table.adviser.result.ending
    assert (ending.reason, ending.finished) == ("the game is over", True)


def test_what_the_eyes_cannot_see_nobody_is_told_to_press(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay of the recording leaves such moves out too."""
    rules = table.adviser.live.rules
    first: tuple[int, int] | None = None
    for _ in range(2):
        hidden = () if first is None else (first,)
        monkeypatch.setattr(table.adviser, "_repaired", lambda sighting, cells=hidden: Repaired(sighting, cells))
        table.look(playable(), 3)
        advice = table.adviser.advice
        pressed = [] if advice is None else cells_of(rules, advice.decision.move)
        assert first not in pressed
        first = first or pressed[0]
        table.adviser._withdraw()
    assert first is not None


def test_the_drawing_goes_with_a_window_that_is_moved(table: Table) -> None:
    table.look(playable(), 3)
    (first,) = table.overlay.show.call_args.args
    drawn = table.overlay.show.call_count
    table.look(playable(), 2)
    assert table.overlay.show.call_count == drawn
    table.region = Region(300, 200, 80, 80)
    table.look(playable(), 2)
    assert table.overlay.show.call_count == drawn + 1
    (moved,) = table.overlay.show.call_args.args
    assert [place + by for place, by in zip(first["text_at"], (300, 200), strict=True)] == moved["text_at"]
    assert table.adviser.result.suggestions == 1


def test_the_advice_ends_where_its_window_stays_closed(table: Table) -> None:
    table.adviser.live.settings = replace(table.adviser.live.settings, closed_s=0.5)  # type: ignore[misc]
    table.look(playable(), 3)
    table.region = None
    started = time.monotonic()
    table.adviser.run(lambda: time.monotonic() - started > 20)
    assert table.adviser.result.ending.reason == "window 'Board' is closed; open it again; gave up after 0 s"
