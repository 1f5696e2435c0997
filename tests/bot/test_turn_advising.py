"""What the adviser of turns does on boards that it cannot advise on, with no window behind it."""

import time
from collections.abc import Callable
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
from bot.advising.under_drawing import EVERY_S
from bot.games import GAMES
from bot.playing.lookout import PACE_S
from bot.playing.reach import boxes
from bot.playing.repair import Repaired
from bot.playing.run import LoopSettings
from capture.frame import Frame, Region
from capture.source import WindowLost
from engine.square_stacker import CELLS, EMPTY, PRESETS, from_text, place_piece, places
from engine.swap3 import cells_of
from policy.decision import Decision
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
    """Square Stacker's window as it is with rims drawn round the advised piece and cell, which cannot be read then.

    Attributes:
        late: so many pictures are taken after `show` before the drawing is in them.
        fades: in so many more it grows.
    """

    LIMIT_S = 30.0
    """What is waited for takes well under two seconds on a machine at rest."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = table = Table(monkeypatch, RINGS, "egs:depth=1")
        self.late = self.fades = 0
        self.shown_for = -1
        table.overlay.show.side_effect = lambda _drawing: setattr(self, "shown_for", 0)
        table.overlay.hide.side_effect = lambda: setattr(self, "shown_for", -1)
        monkeypatch.setattr(table.adviser.source, "grab", self.grab)
        table.adviser.reader.read = self.read  # type: ignore[method-assign]

    @property
    def over(self) -> bool:
        """Whether the drawing is in the last picture."""
        return self.shown_for > self.late

    @property
    def hidden(self) -> int:
        """How often the drawing was taken away."""
        return int(self.table.overlay.hide.call_count)

    def grab(self) -> Frame:
        """A picture in which each place is as bright as its codes tell."""
        frame = self.table.grab()
        self.shown_for += self.shown_for >= 0
        faded_in = min(max(0, self.shown_for - self.late), self.fades)
        pixels = np.zeros((320, 500, 3), np.uint8)
        for place, codes in enumerate(self.table.codes):
            (left, top, right, bottom), *_ = boxes(RINGS, [(place, 0)], self.table.codes.shape)
            pixels[int(top) : int(bottom), int(left) : int(right)] = codes + 1 + 10 * faded_in
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

    def look_until(self, codes: NDArray[np.int8], done: Callable[[], bool]) -> None:
        until = time.monotonic() + self.LIMIT_S
        while not done():
            assert time.monotonic() < until, "did not happen"
            self.table.look(codes)

    def look_until_it_stands(self) -> None:
        """Look at `RINGED` until the advice is drawn and has been in two pictures that are alike."""
        self.look_until(places(RINGED), lambda: self.shown_for >= self.late + self.fades + 2)


def test_who_does_as_advised_is_seen_though_the_drawing_hides_piece_and_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that could be read changed, and the advice stood there for ever."""
    drawn = Drawn(monkeypatch)
    drawn.look_until_it_stands()
    result = drawn.table.adviser.result
    drawn.look_until(dropped(drawn.advised), lambda: result.suggestions == 2)
    assert (result.answered, result.agreed, result.unexplained) == (1, 1, 0)


@pytest.mark.parametrize(("late", "fades"), [(0, 0), (1, 0), (3, 0), (0, 4), (2, 3)])
def test_the_drawing_stays_while_nothing_moves_under_it(monkeypatch: pytest.MonkeyPatch, late: int, fades: int) -> None:
    """Where the compositor showed it late, it was itself what moved, and flickered once a second."""
    drawn = Drawn(monkeypatch)
    drawn.late, drawn.fades = late, fades
    drawn.look_until(places(RINGED), lambda: drawn.shown_for >= 0)
    hidden = drawn.hidden
    drawn.table.look(places(RINGED), 20)
    assert drawn.over
    assert drawn.hidden == hidden


def test_who_does_as_advised_is_seen_where_the_drawing_comes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Drawn(monkeypatch)
    drawn.late, drawn.fades = 2, 2
    drawn.look_until_it_stands()
    result = drawn.table.adviser.result
    drawn.look_until(dropped(drawn.advised), lambda: result.suggestions == 2)
    assert (result.answered, result.agreed, result.unexplained) == (1, 1, 0)


def test_what_moves_under_the_drawing_all_the_time_makes_it_go_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it has moved from the first: what a person does there must be seen some time."""
    drawn = Drawn(monkeypatch)
    grab, beats = drawn.grab, iter(range(10**6))

    def lively() -> Frame:
        frame = grab()
        return replace(frame, pixels=frame.pixels + np.uint8(next(beats) % 7))

    monkeypatch.setattr(drawn.table.adviser.source, "grab", lively)
    drawn.look_until(places(RINGED), lambda: drawn.shown_for >= 0)
    hidden, started = drawn.hidden, time.monotonic()
    drawn.look_until(places(RINGED), lambda: drawn.hidden == hidden + 3)
    assert time.monotonic() - started >= 2 * EVERY_S
    assert drawn.table.adviser.result.suggestions == 1


def meanwhile(drawn: Drawn, happens: Callable[[int], NDArray[np.int8]]) -> list[int]:
    """Let the board become what `happens` makes of the move that is found, while the planner thinks for the first time.

    Returns:
        That move, once it was found.
    """
    adviser = drawn.table.adviser
    policy, found = adviser.policy, list[int]()

    def decide(*args: Any) -> Decision:
        decision = policy.decide(*args)
        found.append(decision.move)
        drawn.table.codes = happens(decision.move)
        adviser.policy = policy
        return decision

    thinking: Any = SimpleNamespace(decide=decide)
    adviser.policy = thinking
    return found


def test_who_moves_while_the_planner_thinks_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing came after the move and hid it: the advice stood there for ever."""
    drawn = Drawn(monkeypatch)
    found = meanwhile(drawn, dropped)
    result, overlay = drawn.table.adviser.result, drawn.table.overlay
    drawn.look_until(places(RINGED), lambda: bool(found))
    assert (result.suggestions, overlay.show.call_count) == (0, 0)
    drawn.look_until(dropped(found[0]), lambda: drawn.over)
    advice = drawn.table.adviser.advice
    assert advice is not None
    assert np.array_equal(advice.seen.codes, dropped(found[0]))
    assert (result.suggestions, result.answered, result.unexplained) == (1, 0, 0)
    assert drawn.table.log.decision.call_count == 1


def test_a_piece_that_is_lifted_while_the_planner_thinks_is_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is advised until it is put back; without it the board is another."""
    drawn = Drawn(monkeypatch)
    lifted = without(places(RINGED), 0)
    found = meanwhile(drawn, lambda _move: lifted)
    drawn.look_until(places(RINGED), lambda: bool(found))
    drawn.table.look(lifted, 60)
    result = drawn.table.adviser.result
    assert (result.suggestions, drawn.table.overlay.show.call_count) == (0, 0)
    drawn.look_until(places(RINGED), lambda: drawn.over)
    assert (result.suggestions, result.answered, result.unexplained) == (1, 0, 0)


@pytest.fixture
def hidden_pair(table: Table, monkeypatch: pytest.MonkeyPatch) -> Callable[[NDArray[np.int8]], int]:
    """swap3's window in which a piece turns in the advised pair, which cannot be read under the drawing.

    Called with a board it looks on, and returns how often the drawing was taken away for a look.
    """
    overlay = table.overlay

    def read(frame: Frame) -> Sighting:
        sighting = table.read(frame)
        codes, advice = sighting.codes.copy(), table.adviser.advice
        if advice is not None and table.adviser._drawn:
            for cell in cells_of(table.adviser.live.rules, advice.decision.move):
                codes[cell] = UNKNOWN
        return replace(sighting, codes=codes)

    def turning() -> Frame:
        frame = table.grab()
        return replace(frame, pixels=frame.pixels + np.uint8(table.looks % 7))

    def look_on(codes: NDArray[np.int8]) -> int:
        table.look(codes, 3)
        assert overlay.show.call_count == 1
        hidden = overlay.hide.call_count
        table.look(codes, 10)
        return int(overlay.hide.call_count - hidden)

    monkeypatch.setattr("bot.advising.under_drawing.APPEAR_S", 0.0)
    monkeypatch.setattr(table.adviser.source, "grab", turning)
    table.adviser.reader.read = read  # type: ignore[method-assign]
    return look_on


def test_advice_does_not_blink_over_a_piece_that_turns(hidden_pair: Callable[[NDArray[np.int8]], int]) -> None:
    """It did once a second in a game whose swaps take others than the two with them, which can be read."""
    assert hidden_pair(playable()) == 0


def test_advice_is_taken_away_for_a_look_where_a_swap_lines_nothing_up(
    table: Table, hidden_pair: Callable[[NDArray[np.int8]], int]
) -> None:
    """It changes no more than the two that are hidden."""
    live = table.adviser.live
    live.rules = replace(live.rules, quiet_swaps=True)
    table.adviser.policy = live.game.live_policy(live.policy_spec, live.rules)
    assert hidden_pair(STUCK) >= 1
