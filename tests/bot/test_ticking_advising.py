"""What the adviser of a fixed tick takes for a round, and for a game, with no window behind it."""

import time
from typing import Any

import numpy as np
import pytest

from bot.advising.advice import TOLD_S
from bot.advising.ticking import Advice, TickingAdviser
from bot.games import GAMES
from bot.playing.run import Ending, EndRun
from capture.frame import Frame
from capture.source import WindowLost
from engine.hypersonic import FLOOR, IN_HAND, PRESETS, RANGE, State, X, Y, advance, dice, places, start
from policy.decision import Decision
from tests.bot.desktop_stand_ins import GivenReader, GivenSource, NotingOverlay, OpenWindow
from tests.bot.handed_parts import PLACE, adviser_parts_of, run_of
from tests.bot.ticking_stand_ins import ARENA
from vision.arena.tracker import ArenaPhase, ArenaView
from vision.sighting import Sighting, Status

RULES = PRESETS["two"]


class Table:
    """An adviser, and what its window shows."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shown: State | None = None
        self.hidden = False
        self.number = 0
        self.number_covered = False
        self.advised: list[State] = []
        monkeypatch.setattr("bot.advising.advice.open_reader", lambda *_: GivenReader(ARENA, self.read))
        run = run_of(GAMES["hypersonic"](), ARENA, rules_name=RULES.name, policy_spec="random")
        source = GivenSource(self.grab, OpenWindow(PLACE))
        self.said: list[str] = []
        self.adviser = TickingAdviser(adviser_parts_of(run, source=source, say=self.said.append))
        self.adviser.watch.feed = self.view  # type: ignore[method-assign]
        self.adviser._advise = lambda state, *_: self.advised.append(state)  # type: ignore[method-assign]

    def grab(self) -> Frame:
        if self.shown is None:
            raise WindowLost("the window is minimised")
        return Frame(np.zeros((8, 8, 3), np.uint8), time.monotonic_ns(), PLACE, 1.0)

    def read(self, frame: Frame) -> Sighting:
        assert self.shown is not None
        patch = np.zeros((4, 6, 3), np.uint8)
        patch[:, self.number % 6] = 200
        if self.number_covered:
            patch[:] = 200
        margin = np.ones((33, 13), np.float32)
        return Sighting(places(self.shown), margin, Status.CLEAR, frame.time_ns, {"turn_patch": patch})

    def view(self, sighting: Sighting) -> ArenaView:
        """At rest for the first time since it was in motion or out of sight, or out of sight."""
        if self.hidden:
            return ArenaView(ArenaPhase.HIDDEN, sighting, False, sighting.time_ns)
        return ArenaView(ArenaPhase.SETTLED, sighting, True, sighting.time_ns)

    def show(self, state: State | None, number: int = 0) -> None:
        """Let it look once at a turn of this number; None is a lost window."""
        self.shown, self.number = state, number
        self.adviser.step()


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(monkeypatch)


def test_a_window_lost_and_found_again_in_the_same_turn_has_played_no_round(table: Table) -> None:
    state = start(RULES, dice(1))
    table.show(state, 1)
    state = advance(RULES, state, [2, 0]).state
    table.show(state, 2)
    table.show(None)
    table.show(state, 2)
    assert [known.round for known in table.advised] == [0, 1]
    table.show(advance(RULES, state, [0, 0]).state, 3)
    assert [known.round for known in table.advised] == [0, 1, 2]


def test_a_turn_whose_number_flickers_while_bombs_lie_has_played_no_round(table: Table) -> None:
    """It was one that nobody explains, and of all bombs the ranges were uncertain from then on."""
    state = start(RULES, dice(1))
    table.show(state, 1)
    state = advance(RULES, state, [5, 0]).state
    table.show(state, 2)
    for number in (4, 2):
        table.show(state, number)
    assert [known.round for known in table.advised] == [0, 1]
    assert table.adviser.watch.ranges_certain
    table.show(advance(RULES, state, [0, 0]).state, 3)
    assert [known.round for known in table.advised] == [0, 1, 2]


@pytest.mark.parametrize("others", [0, 1])
@pytest.mark.parametrize("person", [0, 2])
def test_a_turn_that_was_a_motions_first_picture_is_put_right(table: Table, person: int, others: int) -> None:
    """A window hung with it: the person was taken to have stayed, and what came after passed for a round of its own."""
    state = start(RULES, dice(1))
    table.show(state, 1)
    bombed = advance(RULES, state, [0, 5]).state
    table.show(bombed, 2)
    table.adviser.advice = Advice(1, Decision(2, 0.0, (), (2,), 0.0), bombed)
    unmoved, moved = (advance(RULES, bombed, actions).state for actions in ([0, 0], [person, others]))
    result = table.adviser.result
    table.show(unmoved, 3)
    assert (result.answered, result.agreed) == (1, 0)
    table.adviser.advice = Advice(2, Decision(3, 0.0, (), (3,), 0.0), unmoved)
    table.show(moved, 3)
    assert (result.answered, result.agreed, result.unexplained) == (1, person == 2, 0)
    assert [known.round for known in table.advised[:3]] == [0, 1, 2]
    assert table.advised[-1].round == 2
    assert np.array_equal(places(table.advised[-1]), places(moved))
    assert table.adviser.watch.ranges_certain
    assert ["played the same" in words for words in table.said] == [False, True][: 1 + person // 2]
    table.show(advance(RULES, moved, [0, 0]).state, 4)
    assert table.advised[-1].round == 3


def test_a_person_who_moves_on_after_a_turn_in_which_nobody_has_moved_plays_another_round(table: Table) -> None:
    state = start(RULES, dice(1))
    for number, action in ((1, 0), (2, 0), (3, 2)):
        table.show(state, number)
        state = advance(RULES, state, [action, 0]).state
    table.show(state, 4)
    assert [known.round for known in table.advised] == [0, 1, 2, 3]


def test_a_turn_is_not_put_right_by_a_note_that_has_come_over_its_number(table: Table) -> None:
    """Where it came as nobody moved, the next round counted for none."""
    state = start(RULES, dice(1))
    table.show(state, 1)
    table.number_covered = True
    for number, action in ((2, 0), (3, 2)):
        state = advance(RULES, state, [action, 0]).state
        table.show(state, number)
    assert [known.round for known in table.advised] == [0, 1, 2]


@pytest.mark.parametrize("more_boxes", [True, False])
def test_a_game_that_begins_keeps_nothing_of_the_last_one(table: Table, more_boxes: bool) -> None:
    last, new = sorted((start(RULES, dice(seed)) for seed in range(1, 9)), key=lambda state: state.boxes)[::7]
    if not more_boxes:
        last, new = new, last
    assert (new.boxes > last.boxes) == more_boxes
    players = last.players.copy()
    players[:, RANGE], players[:, IN_HAND], players[0, [X, Y]] = 6, 3, (2, 0)
    bare = last.cells.copy()
    bare[0, 1:3] = FLOOR
    table.show(last._replace(cells=bare), 1)
    table.adviser.chronicle._known = last._replace(cells=bare, players=players, round=40)
    table.show(new, 1)
    assert table.advised[-1].round == 0
    assert table.advised[-1].players[:, [IN_HAND, RANGE]].tolist() == [[1, 3], [1, 3]]


@pytest.mark.parametrize(("new", "unexplained"), [(True, 0), (False, 1)])
def test_a_new_game_is_no_turn_that_nobody_explains(table: Table, new: bool, unexplained: int) -> None:
    state = start(RULES, dice(1))
    later = advance(RULES, state, [2, 0]).state
    table.show(later, 1)
    table.adviser.advice = Advice(1, Decision(2, 0.0, (), (2,), 0.0), later)
    moved = later.players.copy()
    moved[0, [X, Y]] = 6, 4  # nobody gets there in two rounds
    shown = start(RULES, dice(2)) if new else later._replace(players=moved)
    until = time.monotonic() + 5.0
    while len(table.advised) == 1 and time.monotonic() < until:
        table.show(shown, 2)
    result = table.adviser.result
    assert (result.answered, result.unexplained) == (0, unexplained)
    assert table.adviser.advice is None


def test_a_picture_that_nothing_explains_is_of_the_same_game(table: Table) -> None:
    state = start(RULES, dice(1))
    table.show(state, 1)
    players = state.players.copy()
    players[:, RANGE] = 6
    table.adviser.chronicle._known = state._replace(players=players, round=40)
    moved = state.players.copy()
    moved[0, [X, Y]] = 6, 4  # nobody gets there in two rounds
    table.show(state._replace(players=moved), 2)
    assert len(table.advised) == 1, "a motion may have stalled"
    until = time.monotonic() + 5.0
    while len(table.advised) == 1 and time.monotonic() < until:
        table.show(state._replace(players=moved), 2)
    assert table.advised[-1].round == 41
    assert table.advised[-1].players[:, RANGE].tolist() == [6, 6]


@pytest.mark.parametrize(("taken_s", "drawn"), [(0.0, 1), (0.6, 0), (0.75, 0)])
def test_advice_that_took_longer_than_its_round_is_not_drawn_over_the_next(
    table: Table, taken_s: float, drawn: int
) -> None:
    """A stall of the machine while it is thought about, which ends in the round after."""
    adviser, state = table.adviser, start(RULES, dice(1))
    began_s = time.monotonic()
    for number in (-1, 0):
        adviser.watch.rhythm.round_began(began_s + 0.5 * number, 1)
    table.shown = state
    frame = table.grab()
    overlay = NotingOverlay()
    adviser.overlay = overlay

    class Slow:
        def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
            time.sleep(taken_s)
            return Decision(2, 0.0, (), (2,), 0.0)

    adviser.policy = Slow()
    TickingAdviser._advise(adviser, state, frame, table.read(frame))
    assert len(overlay.shown) == adviser.result.suggestions == drawn


def test_advice_whose_drawing_took_longer_than_its_round_is_taken_away_and_not_counted(table: Table) -> None:
    adviser, state = table.adviser, start(RULES, dice(1))
    began_s = time.monotonic()
    for number in (-1, 0):
        adviser.watch.rhythm.round_began(began_s + 1.5 * number, 1)
    table.shown = state
    frame = table.grab()

    class Stalled(NotingOverlay):
        def show(self, drawing: dict[str, Any]) -> None:
            time.sleep(1.6)
            super().show(drawing)

    overlay = adviser.overlay = Stalled()
    TickingAdviser._advise(adviser, state, frame, table.read(frame))
    assert len(overlay.shown) == 1
    assert adviser.advice is None
    assert adviser.result.suggestions == 0
    adviser.step()
    assert overlay.hidden == 1


@pytest.mark.parametrize(("hidden_s", "known"), [(0.2, True), (1.3, False)])
def test_an_arena_that_is_covered_for_a_while_has_lost_its_rhythm(table: Table, hidden_s: float, known: bool) -> None:
    state = start(RULES, dice(1))
    for number in (1, 2, 3):
        table.show(state, number)
        state = advance(RULES, state, [0, 0]).state
    rhythm = table.adviser.watch.rhythm
    assert rhythm.known
    table.hidden, until = True, time.monotonic() + hidden_s
    while time.monotonic() < until:
        table.show(state, 3)
    assert table.adviser.watch.blind == (not known)


def test_a_board_that_is_not_to_be_seen_is_told_of_once_until_it_shows_again(table: Table) -> None:
    adviser = table.adviser
    absences = iter([0.0, TOLD_S + 1, TOLD_S + 2, 0.0, TOLD_S + 1])

    def step() -> None:
        absent = next(absences, None)
        if absent is None:
            raise EndRun(Ending("enough"))
        adviser.seen_s = time.monotonic() - absent

    adviser.step = step  # type: ignore[method-assign]
    adviser.run(lambda: False)
    assert table.said == ["the board is not to be seen; advice goes on when it is"] * 2
