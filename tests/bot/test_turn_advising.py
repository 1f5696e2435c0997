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
from test_reach import RINGS

from bot.advising.suggesting import TurnAdviser
from bot.games import GAMES
from bot.playing.lookout import PACE_S
from bot.playing.reach import boxes
from bot.playing.repair import Repaired
from bot.playing.run import LoopSettings
from capture.frame import Frame, Region
from capture.source import WindowLost
from engine.square_stacker import CELLS, EMPTY, PRESETS, from_text, place_piece, places
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
RINGED = from_text("combo 0 score 0 moves 0\n... ... ... | A..\n... B.. ... | .A.\n... ... ... | ..C\n")


class Table:
    """An adviser, and what its window shows."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, profile: Profile = PROFILE, policy: str = "greedy") -> None:
        self.codes: NDArray[np.int8] = UNREAD
        self.region: Region | None = Region(0, 0, 80, 80)
        self.looks = 0
        monkeypatch.setattr("bot.advising.advice.open_reader", lambda *_: MagicMock(profile=profile, read=self.read))
        game = replace(GAMES[profile.game](), learn_kinds=None)
        rules = game.rules.PRESETS[game.default_rules]
        run: Any = SimpleNamespace(
            game=game,
            rules=rules,
            rules_name=rules.name,
            policy_spec=policy,
            profile=profile,
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


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> Table:
    """An adviser of Square Stacker that has just drawn its advice, on a board with one ring in the middle."""
    table = Table(monkeypatch, RINGS, "egs:depth=1")
    table.look(places(RINGED), 3)
    assert table.adviser.result.suggestions == 1
    return table


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


def without(codes: NDArray[np.int8], *pieces: int) -> NDArray[np.int8]:
    """The codes with pieces of the hand lifted."""
    lifted = codes.copy()
    lifted[[CELLS + piece for piece in pieces]] = EMPTY
    return lifted


def dropped(move: int) -> NDArray[np.int8]:
    """What shows after a move on `RINGED`."""
    return places(place_piece(PRESETS["wpi"], RINGED, move).state)


@pytest.mark.parametrize("over", [(), (2,), (1, 2), (0, 1, 3, 4)], ids=["beside", "a cell", "an edge", "a corner"])
def test_a_piece_that_is_held_still_is_no_move(rings: Table, over: tuple[int, ...]) -> None:
    """Beside the board it was a move that nobody explains; over cells, which it hides, one into any of them."""
    held = without(places(RINGED), 0)
    held[list(over)] = UNKNOWN
    rings.look(held, 60)
    assert (rings.adviser.result.answered, rings.adviser.result.unexplained) == (0, 0)
    move = 8
    rings.look(dropped(move), 3)
    assert (rings.adviser.result.answered, rings.adviser.result.unexplained) == (1, 0)
    assert rings.adviser.result.suggestions == 2


def test_advice_is_drawn_again_where_a_held_piece_is_put_back(rings: Table) -> None:
    rings.look(without(places(RINGED), 2), 60)
    drawn = rings.overlay.show.call_count
    rings.look(places(RINGED), 3)
    assert rings.overlay.show.call_count == drawn + 1
    assert rings.adviser.result.suggestions == 1


def test_two_pieces_that_went_are_not_held(rings: Table) -> None:
    """Two moves at once, of which the second ended somewhere that cannot be seen."""
    rings.look(without(dropped(8), 1), 60)
    assert rings.adviser.result.unexplained == 1


def test_a_piece_that_went_where_something_else_changed_is_not_held(rings: Table) -> None:
    odd = without(places(RINGED), 0)
    odd[4, 0] = 3
    rings.look(odd, 60)
    assert rings.adviser.result.unexplained == 1


class Drawn:
    """Square Stacker's window as it is with rims drawn round the advised piece and cell, which cannot be read then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = table = Table(monkeypatch, RINGS, "egs:depth=1")
        self.over = False
        table.overlay.show.side_effect = lambda _drawing: setattr(self, "over", True)
        table.overlay.hide.side_effect = lambda: setattr(self, "over", False)
        monkeypatch.setattr(table.adviser.source, "grab", self.grab)
        table.adviser.reader.read = self.read  # type: ignore[method-assign]

    def grab(self) -> Frame:
        """A picture in which each place is as bright as its codes tell."""
        frame = self.table.grab()
        pixels = np.zeros((320, 500, 3), np.uint8)
        for place, codes in enumerate(self.table.codes):
            (left, top, right, bottom), *_ = boxes(RINGS, [(place, 0)], self.table.codes.shape)
            pixels[int(top) : int(bottom), int(left) : int(right)] = codes + 1
        return replace(frame, pixels=pixels)

    def read(self, frame: Frame) -> Sighting:
        sighting = self.table.read(frame)
        codes = sighting.codes.copy()
        if self.over:
            piece, cell = divmod(self.advised, CELLS)
            codes[[cell, CELLS + piece]] = UNKNOWN
        return replace(sighting, codes=codes)

    @property
    def advised(self) -> int:
        assert self.table.adviser.advice is not None
        return self.table.adviser.advice.decision.move

    def look(self, codes: NDArray[np.int8], seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.table.look(codes)


def test_who_does_as_advised_is_seen_though_the_drawing_hides_piece_and_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that could be read changed, and the advice stood there for ever."""
    drawn = Drawn(monkeypatch)
    drawn.look(places(RINGED), 0.3)
    assert drawn.over
    drawn.look(dropped(drawn.advised), 0.5)
    result = drawn.table.adviser.result
    assert (result.suggestions, result.answered, result.agreed, result.unexplained) == (2, 1, 1, 0)


def test_the_drawing_stays_while_nothing_moves_under_it(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Drawn(monkeypatch)
    drawn.look(places(RINGED), 0.3)
    hidden = drawn.table.overlay.hide.call_count
    drawn.look(places(RINGED), 1.5)
    assert drawn.over
    assert drawn.table.overlay.hide.call_count == hidden


def test_what_moves_under_the_drawing_all_the_time_makes_it_go_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Drawn(monkeypatch)
    drawn.look(places(RINGED), 0.3)
    hidden, grab, beats = drawn.table.overlay.hide.call_count, drawn.grab, iter(range(10**6))

    def lively() -> Frame:
        frame = grab()
        return replace(frame, pixels=frame.pixels + np.uint8(next(beats) % 7))

    monkeypatch.setattr(drawn.table.adviser.source, "grab", lively)
    drawn.look(places(RINGED), 2.5)
    assert 2 <= drawn.table.overlay.hide.call_count - hidden <= 3
    assert drawn.table.adviser.result.suggestions == 1
