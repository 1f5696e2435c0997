"""What the adviser of turns sees of a board over which its advice is drawn, or about to be; no window is behind it."""

import time
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.advising.under_drawing import EVERY_S
from bot.playing.reach import boxes
from bot.playing.run_log import RunLog
from capture.frame import Frame
from engine.square_stacker import CELLS, places
from engine.swap3 import cells_of
from policy.decision import Decision
from tests.bot.desktop_stand_ins import NotingOverlay
from tests.bot.test_reach import RINGS
from tests.bot.turn_adviser_table import RINGED, STUCK, Table, dropped, hidden_by, playable, under_way, without
from vision.sighting import UNKNOWN, Sighting


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(monkeypatch)


class CountedOverlay(NotingOverlay):
    """Counts the pictures that are taken of its drawing.

    Attributes:
        pictures: below 0: nothing is drawn.
    """

    pictures = -1

    def show(self, drawing: dict[str, Any]) -> None:
        super().show(drawing)
        self.pictures = 0

    def hide(self) -> None:
        super().hide()
        self.pictures = -1


class Drawn:
    """Square Stacker's window as it is with rims drawn round the advised piece and cell, which cannot be read then.

    Attributes:
        late: so many pictures are taken after `show` before the drawing is in them.
        fades: in so many more it grows.
    """

    LIMIT_S = 30.0
    """What is waited for takes well under two seconds on a machine at rest."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, log: RunLog | None = None) -> None:
        self.overlay = CountedOverlay()
        self.table = table = Table(monkeypatch, RINGS, "egs:depth=1", log=log, overlay=self.overlay)
        self.late = self.fades = 0
        monkeypatch.setattr(table.adviser.source, "grab", self.grab)
        table.adviser.reader.read = self.read  # type: ignore[method-assign]

    @property
    def over(self) -> bool:
        """Whether the drawing is in the last picture."""
        return self.overlay.pictures > self.late

    @property
    def hidden(self) -> int:
        """How often the drawing was taken away."""
        return self.overlay.hidden

    def grab(self) -> Frame:
        """A picture in which each place is as bright as its codes tell."""
        frame = self.table.grab()
        self.overlay.pictures += self.overlay.pictures >= 0
        faded_in = min(max(0, self.overlay.pictures - self.late), self.fades)
        pixels = np.zeros((320, 500, 3), np.uint8)
        for place, codes in enumerate(self.table.codes):
            (left, top, right, bottom), *_ = boxes(RINGS, [(place, 0)], self.table.codes.shape)
            pixels[int(top) : int(bottom), int(left) : int(right)] = codes + 1 + 10 * faded_in
        return replace(frame, pixels=pixels)

    def read(self, frame: Frame) -> Sighting:
        sighting = self.table.read(frame)
        return replace(sighting, codes=hidden_by(self.advised, sighting.codes)) if self.over else sighting

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
        self.look_until(places(RINGED), lambda: self.overlay.pictures >= self.late + self.fades + 2)


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
    drawn.look_until(places(RINGED), lambda: drawn.overlay.pictures >= 0)
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


def test_who_carries_off_a_piece_that_lit_up_under_the_pointer_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look that the light had asked for came before the move, and the drawing came back after it."""
    drawn = Drawn(monkeypatch)
    drawn.look_until_it_stands()
    grab, hidden, result = drawn.grab, drawn.hidden, drawn.table.adviser.result

    def lit() -> Frame:
        frame = grab()
        return replace(frame, pixels=frame.pixels + np.uint8(20))

    monkeypatch.setattr(drawn.table.adviser.source, "grab", lit)
    drawn.look_until(places(RINGED), lambda: drawn.hidden > hidden)
    drawn.look_until(places(RINGED), lambda: drawn.overlay.pictures == 0)
    monkeypatch.setattr(drawn.table.adviser.source, "grab", grab)
    drawn.look_until(dropped(drawn.advised), lambda: result.suggestions == 2)
    assert (result.answered, result.agreed, result.unexplained) == (1, 1, 0)


def test_a_piece_that_lit_up_makes_the_drawing_go_twice_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.advising.under_drawing.EVERY_S", 0.0)
    drawn = Drawn(monkeypatch)
    drawn.look_until_it_stands()
    grab, hidden = drawn.grab, drawn.hidden

    def lit() -> Frame:
        frame = grab()
        return replace(frame, pixels=frame.pixels + np.uint8(20))

    monkeypatch.setattr(drawn.table.adviser.source, "grab", lit)
    drawn.table.look(places(RINGED), 40)
    assert drawn.hidden == hidden + 2


def test_what_moves_under_the_drawing_all_the_time_makes_it_go_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it has moved from the first: what a person does there must be seen some time."""
    drawn = Drawn(monkeypatch)
    grab, beats = drawn.grab, iter(range(10**6))

    def lively() -> Frame:
        frame = grab()
        return replace(frame, pixels=frame.pixels + np.uint8(next(beats) % 7))

    monkeypatch.setattr(drawn.table.adviser.source, "grab", lively)
    drawn.look_until(places(RINGED), lambda: drawn.overlay.pictures >= 0)
    hidden, started = drawn.hidden, time.monotonic()
    drawn.look_until(places(RINGED), lambda: drawn.hidden == hidden + 3)
    assert time.monotonic() - started >= 2 * EVERY_S
    assert drawn.table.adviser.result.suggestions == 1


def test_a_cell_that_moves_all_the_time_makes_no_drawing_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """It blinked once a second for ever; no piece gets into the cell without having left its place in the hand."""
    monkeypatch.setattr("bot.advising.under_drawing.EVERY_S", 0.0)
    monkeypatch.setattr("bot.advising.under_drawing.APPEAR_S", 0.0)
    drawn = Drawn(monkeypatch)
    grab = drawn.grab

    def lively() -> Frame:
        frame = grab()
        if drawn.over:
            cell = divmod(drawn.advised % CELLS, RINGS.lattice.cols)
            (left, top), (right, bottom) = RINGS.lattice.corner(*cell), RINGS.lattice.corner(cell[0] + 1, cell[1] + 1)
            frame.pixels[int(top) : int(bottom), int(left) : int(right)] += np.uint8(drawn.table.looks % 7)
        return frame

    monkeypatch.setattr(drawn.table.adviser.source, "grab", lively)
    drawn.look_until(places(RINGED), lambda: drawn.overlay.pictures >= 0)
    hidden = drawn.hidden
    drawn.table.look(places(RINGED), 10)
    assert drawn.hidden == hidden
    result = drawn.table.adviser.result
    drawn.look_until(dropped(drawn.advised), lambda: result.suggestions == 2)
    assert (result.answered, result.agreed, result.unexplained) == (1, 1, 0)


def meanwhile(drawn: Drawn, happens: Callable[[int], list[NDArray[np.int8]]]) -> list[int]:
    """Let the board go on to what `happens` makes of the move that is found, while the planner thinks the first time.

    Returns:
        That move, once it was found.
    """
    adviser = drawn.table.adviser
    policy, found = adviser.policy, list[int]()

    def decide(*args: Any) -> Decision:
        decision = policy.decide(*args)
        found.append(decision.move)
        drawn.table.coming = happens(decision.move)
        adviser.policy = policy
        return decision

    thinking: Any = SimpleNamespace(decide=decide)
    adviser.policy = thinking
    return found


@pytest.mark.parametrize("looks", [0, 1, 4])
def test_who_moves_while_the_planner_thinks_is_seen(
    monkeypatch: pytest.MonkeyPatch, looks: int, run_log: RunLog, told: Callable[[str], list[dict[str, Any]]]
) -> None:
    """The drawing came after the move, or in so many looks of it, and hid it: the advice stood there for ever."""
    drawn = Drawn(monkeypatch, run_log)
    found = meanwhile(drawn, lambda move: [*[under_way(move)] * looks, dropped(move)])
    result, overlay = drawn.table.adviser.result, drawn.overlay
    drawn.look_until(places(RINGED), lambda: bool(found))
    assert (result.suggestions, overlay.shown) == (0, [])
    drawn.look_until(dropped(found[0]), lambda: drawn.over)
    advice = drawn.table.adviser.advice
    assert advice is not None
    assert np.array_equal(advice.seen.codes, dropped(found[0]))
    assert (result.suggestions, result.answered, result.unexplained) == (1, 0, 0)
    assert len(told("decision")) == 1


def test_a_piece_that_is_lifted_while_the_planner_thinks_is_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is advised until it is put back; without it the board is another."""
    drawn = Drawn(monkeypatch)
    lifted = without(places(RINGED), 0)
    found = meanwhile(drawn, lambda _move: [lifted])
    drawn.look_until(places(RINGED), lambda: bool(found))
    drawn.table.look(lifted, 60)
    result = drawn.table.adviser.result
    assert (result.suggestions, drawn.overlay.shown) == (0, [])
    drawn.look_until(places(RINGED), lambda: drawn.over)
    assert (result.suggestions, result.answered, result.unexplained) == (1, 0, 0)


def test_what_stays_unread_from_then_on_keeps_no_advice_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something has come to lie over piece and cell, and is no move."""
    drawn = Drawn(monkeypatch)
    found = meanwhile(drawn, lambda move: [under_way(move)])
    drawn.look_until(places(RINGED), lambda: bool(found))
    assert len(drawn.overlay.shown) == 1


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
        assert len(overlay.shown) == 1
        hidden = overlay.hidden
        table.look(codes, 10)
        return overlay.hidden - hidden

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
    live = replace(table.adviser.live, rules_name=f"{table.adviser.live.rules_name}:quiet_swaps=yes")
    table.adviser.live = live
    table.adviser.policy = live.game.live_policy(live.policy_spec, live.rules)
    assert hidden_pair(STUCK) >= 1
