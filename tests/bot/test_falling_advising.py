"""What the adviser of falling pieces takes for a piece, and how long its drawing stays, with no window behind it."""

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.advising.falling import LEAST_S, FallingAdviser
from bot.games import GAMES
from bot.playing.lookout import PACE_S
from capture.frame import Frame
from control.sketch import Sketch
from engine.columns import EMPTY, LENGTH, PRESETS, State
from policy.decision import Decision, NoMove
from tests.bot.desktop_stand_ins import GivenReader, GivenSource, NotingOverlay, OpenWindow
from tests.bot.handed_parts import PLACE, WELL, adviser_parts_of, run_of
from vision.sighting import UNKNOWN, Sighting, Status
from vision.well.runs import Run

RULES = PRESETS["jewel"]
LANDS = LENGTH * RULES.entry
"""Where the piece comes down by itself."""


class GivenDecision:
    """A planner that decides what a test says.

    Attributes:
        decision: None: there is no move.
        asked: how often.
    """

    def __init__(self, decision: Decision | None) -> None:
        self.decision = decision
        self.asked = 0

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        self.asked += 1
        if self.decision is None:
            raise NoMove
        return self.decision


class Well:
    """An adviser, and the well that its window shows."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._shown: list[Sighting] = []
        reader = GivenReader(WELL, lambda _frame: self._shown[-1])
        monkeypatch.setattr("bot.advising.advice.open_reader", lambda *_: reader)
        self.policy = GivenDecision(Decision(LANDS, 0.0, (), (LANDS,), 0.0))
        game = replace(GAMES["columns"](), live_policy=lambda *_: self.policy)
        self.overlay = NotingOverlay()
        self.said: list[str] = []
        source = GivenSource(_grab, OpenWindow(PLACE))
        run = run_of(game, WELL, rules_name=RULES.name)
        parts = adviser_parts_of(run, source=source, overlay=self.overlay, say=self.said.append)
        self.adviser = FallingAdviser(parts)

    @property
    def hidden(self) -> int:
        """How often the drawing was taken away."""
        return self.overlay.hidden

    def show(
        self,
        lies: int,
        col: int,
        following: tuple[int, ...] | None = None,
        painted: bool = True,
        jewels: tuple[int, ...] = (1, 2, 3),
    ) -> None:
        """A run of three near the top of a column, over so many jewels on the floor, and the preview.

        What is not `painted` again after the drawing went cannot be read.
        """
        codes = np.full((RULES.rows, RULES.cols), EMPTY, np.int8)
        codes[-1, :lies] = 1
        run = Run(col, 0.2, jewels, resting=False) if painted else None
        if not painted:
            codes[3, col] = UNKNOWN
        self._look(codes, run, following, moving=not painted)

    def land(self, following: tuple[int, ...]) -> None:
        """The piece of three lies on the floor where it came in, and no other is in view yet."""
        codes = np.full((RULES.rows, RULES.cols), EMPTY, np.int8)
        codes[-1, :2] = 1
        codes[-LENGTH:, RULES.entry] = 1, 2, 3
        self._look(codes, None, following, moving=False)

    def _look(
        self, codes: NDArray[np.int8], run: Run | None, following: tuple[int, ...] | None, *, moving: bool
    ) -> None:
        preview = None if following is None else np.array(following, np.int8)
        extras = {"runs": (run,) if run else (), "piece": run, "next": preview, "moving": moving}
        margin = np.ones(codes.shape, np.float32)
        self._shown.append(Sighting(codes, margin, Status.CLEAR, 20_000_000 * len(self._shown), extras))
        self.adviser.step()

    def show_until(self, done: Callable[[], bool], following: tuple[int, ...] | None = None) -> None:
        until = time.monotonic() + 20.0
        while not done():
            assert time.monotonic() < until, "did not happen"
            self.show(2, RULES.entry, following)


def _grab() -> Frame:
    return Frame(np.zeros((8, 8, 3), np.uint8), time.monotonic_ns(), PLACE, 1.0)


@pytest.fixture
def well(monkeypatch: pytest.MonkeyPatch) -> Well:
    return Well(monkeypatch)


def test_what_is_drawn_says_what_pictures_of_a_recording_say(well: Well) -> None:
    """Over the window it was "12", and "12.0" in the pictures of the very same decision."""
    game, decision = well.adviser.live.game, Decision(LANDS, 12.0, (), (LANDS,), 0.0)
    words = replace(game, sketch=lambda _rules, _state, _line, text, _profile: Sketch(text=text))
    well.adviser.live = replace(well.adviser.live, game=words)
    well.policy.decision = decision
    well.show_until(lambda: len(well.overlay.shown) == 1)
    (shown,) = well.overlay.shown
    assert shown["text"] == game.plan(RULES, None, decision).short == "12.0"


def test_jewels_that_hang_beside_the_entry_are_no_piece(well: Well) -> None:
    """They fall after a clear, and may hang still for a while."""
    advised: list[int] = []
    well.adviser._advise = lambda _view, piece, *_: advised.append(piece.col)  # type: ignore[method-assign]
    for _ in range(10):
        well.show(2, RULES.entry)
    assert set(advised) == {RULES.entry}
    advised.clear()
    for _ in range(10):
        well.show(1, RULES.entry + 1)
    assert advised == []
    for _ in range(10):
        well.show(1, RULES.entry)
    assert set(advised) == {RULES.entry}


def test_without_a_preview_the_drawing_stays_for_a_while(well: Well) -> None:
    """It was drawn and taken away in turn, at every look: nobody could see it."""
    well.show_until(lambda: len(well.overlay.shown) == 1)
    started, hidden = time.monotonic(), well.hidden
    well.show_until(lambda: well.hidden > hidden)
    assert time.monotonic() - started >= LEAST_S
    well.show_until(lambda: len(well.overlay.shown) == 2)
    assert well.adviser.result.suggestions == 1


def test_a_window_that_repaints_slowly_shows_one_piece(well: Well) -> None:
    """What cannot be read for a few looks after the drawing went made another piece of the one that still came in."""
    well.show_until(lambda: len(well.overlay.shown) == 1)
    hidden = well.hidden
    well.show_until(lambda: well.hidden > hidden)
    for _ in range(6):
        well.show(2, RULES.entry, painted=False)
    well.show_until(lambda: len(well.overlay.shown) == 2)
    assert (well.adviser.result.suggestions, well.adviser.result.unexplained) == (1, 0)


def test_a_preview_that_changes_after_its_piece_came_in_makes_the_drawing_go_once(well: Well) -> None:
    """From then on it was drawn and taken away in turn, for as long as that piece fell."""
    well.show_until(lambda: len(well.overlay.shown) == 1, (1, 1, 2))
    well.show_until(lambda: len(well.overlay.shown) == 2, (2, 2, 3))
    until, hidden = time.monotonic() + 2 * LEAST_S, well.hidden
    while time.monotonic() < until:
        well.show(2, RULES.entry, (2, 2, 3))
    assert well.hidden == hidden


def test_advice_is_not_drawn_again_for_a_piece_that_has_landed(well: Well) -> None:
    """The preview shows the piece after the next one while that is still above the view: the drawing stayed over it."""
    well.show_until(lambda: len(well.overlay.shown) == 1, (1, 1, 2))
    until, hidden = time.monotonic() + 20.0, well.hidden
    while well.hidden == hidden:
        assert time.monotonic() < until, "did not happen"
        well.land((2, 2, 3))
    for _ in range(10):
        well.land((2, 2, 3))
    assert len(well.overlay.shown) == 1


def test_a_new_game_is_no_landing_that_nobody_explains(well: Well) -> None:
    well.show_until(lambda: well.adviser.result.suggestions == 1)
    until = time.monotonic() + 20.0
    while well.adviser.result.suggestions == 1:
        assert time.monotonic() < until, "did not happen"
        well.show(0, RULES.entry)
    assert (well.adviser.result.answered, well.adviser.result.unexplained) == (0, 0)


def test_looks_are_paced_where_no_move_is_left(well: Well) -> None:
    """A game that is over stands like that until somebody begins another."""
    well.policy.decision = None
    well.show_until(lambda: well.policy.asked > 0)
    started, looks = time.monotonic(), 10
    for _ in range(looks):
        well.show(2, RULES.entry)
    assert time.monotonic() - started >= looks * PACE_S


def test_a_game_that_stands_still_is_told_of_once(well: Well) -> None:
    """The board shows, and nothing is drawn for want of a piece that can still be placed: why was not to be seen."""
    well.adviser._idle._after_s = 0.2
    well.policy.decision = None
    well.show_until(lambda: bool(well.said))
    for _ in range(10):
        well.show(2, RULES.entry)
    assert well.said == ["no piece falls to advise on; is the game over or paused?"]


def test_a_piece_that_cannot_be_made_out_yet_is_no_standstill(well: Well) -> None:
    """A colour that nobody knows falls for as long as any other, and lands."""
    well.adviser._idle._after_s = 0.5
    until = time.monotonic() + 1.0
    while time.monotonic() < until:
        well.show(2, RULES.entry, jewels=(UNKNOWN,) * LENGTH)
    for _ in range(3):
        well.show(2, RULES.entry, painted=False)
    assert not well.said
