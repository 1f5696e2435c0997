"""A window that hangs while it shows a round: its picture stands still, and is no board."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from capture.frame import Frame
from engine.hypersonic import COLS, PRESETS, ROWS, State, X, Y, advance, dice, places, start
from practice.hypersonic.still import board_rectangle, render_still, render_turn, text_rectangles
from tests.vision.drawn_arenas import profile_of
from vision.arena.reader import ArenaReader
from vision.arena.repair import Triple
from vision.arena.resting_players import resting_players
from vision.arena.tracker import ArenaPhase, ArenaTracker
from vision.profile_sections import TextSection
from vision.sighting import Sighting

LOOK, SCALE, RULES = "dungeon", 1.0, PRESETS["two"]
TICK_MS, MOTION_MS = 300, 120
RIGHT, LEFT, BOMB = 2, 1, 5
SHARES = (0.02, 0.05, 0.15, 0.3, 0.45, 0.6, 0.9)
"""Of a motion that is over. Before the first pixel has moved nothing tells it from a board in which nobody has."""


@pytest.fixture(scope="module")
def eyes() -> ArenaReader:
    x, y, width, height = text_rectangles(LOOK, SCALE)["turn"]
    turn = TextSection(x=x, y=y, width=width, height=height)
    return ArenaReader(*profile_of(LOOK, SCALE, 2, turn))


def at(sighting: Sighting, ms: int) -> Sighting:
    return replace(sighting, time_ns=ms * 1_000_000)


def followed(eyes: ArenaReader, *rounds: tuple[int, int]) -> tuple[ArenaTracker, State]:
    """Return a tracker that has seen some quiet rounds and these, and the state after them."""
    tracker, state = ArenaTracker(still_ms=12, motion_ms=MOTION_MS, mend=True), start(RULES, dice(3))
    for actions in ((0, 0), (0, 0), (0, 0), (0, 0), *rounds):
        state = advance(RULES, state, actions).state
        sighting = eyes.read(Frame(render_still(LOOK, SCALE, state), 0))
        for ms in (0, MOTION_MS, MOTION_MS + 20, TICK_MS - 10):
            view = tracker.feed(at(sighting, TICK_MS * state.round + ms))
        assert view.phase is ArenaPhase.SETTLED
    return tracker, state


@pytest.mark.parametrize(
    ("rounds", "actions"),
    [
        ((), (RIGHT, LEFT)),
        ((), (RIGHT, 0)),
        ((), (BOMB + RIGHT, LEFT)),
        ((), (BOMB, LEFT)),
        (((BOMB, BOMB),), (RIGHT, LEFT)),
        (((BOMB, BOMB),), (RIGHT, 0)),
        (((RIGHT, LEFT),), (BOMB + LEFT, BOMB + RIGHT)),
    ],
)
def test_players_between_two_cells_are_put_into_neither(
    eyes: ArenaReader, rounds: tuple[tuple[int, int], ...], actions: tuple[int, int]
) -> None:
    """Seen live: a window hung for half a second, and players who slid were put in where they had stood."""
    for share in SHARES:
        tracker, state = followed(eyes, *rounds)
        stalled = eyes.read(Frame(render_turn(LOOK, SCALE, state, actions, share), 0))
        state = advance(RULES, state, actions).state
        for ms in range(0, 280, 20):
            view = tracker.feed(at(stalled, TICK_MS * state.round + ms))
            right = (view.sighting.codes == places(state)).all()  # where they all but stand they may be put in
            assert view.phase is not ArenaPhase.SETTLED or right, f"{share} of the motion"
        rest = eyes.read(Frame(render_still(LOOK, SCALE, state), 0))
        views = [tracker.feed(at(rest, TICK_MS * state.round + ms)) for ms in (280, 420, 440)]
        assert views[-1].phase is ArenaPhase.SETTLED
        assert (views[-1].sighting.codes == places(state)).all()


def test_who_rests_under_a_cover_is_worked_out_for_settled_pictures_alone(
    eyes: ArenaReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every picture of a motion was asked for it, and what it told went unused."""
    asked: list[int] = []

    def noted(which: NDArray[np.int64], *given: Any) -> dict[int, Triple]:
        asked.extend(which.tolist())
        return resting_players(which, *given)

    monkeypatch.setattr("vision.arena.reader.resting_players", noted)
    tracker, state = followed(eyes)
    for gone in (0.3, 0.5, 0.7):
        frame = under_cover(Frame(render_turn(LOOK, SCALE, state, (RIGHT, 0), gone), 0), state)
        tracker.feed(at(eyes.read(frame), TICK_MS * (state.round + 1) + round(100 * gone)))
    assert not asked
    state = advance(RULES, state, (0, 0)).state
    covered = eyes.read(under_cover(Frame(render_still(LOOK, SCALE, state), 0), state))
    eyes.read(Frame(render_still(LOOK, SCALE, start(RULES, dice(4))), 0))  # into the same memory
    for ms in (MOTION_MS + 40, MOTION_MS + 60):
        view = tracker.feed(at(covered, TICK_MS * state.round + ms))
    assert view.phase is ArenaPhase.SETTLED
    assert set(asked) == {0}


def under_cover(frame: Frame, state: State) -> Frame:
    """Return a frame with a window over the lower half of the first player's cell."""
    x, y, width, height = board_rectangle(LOOK, SCALE)
    col, row = state.players[0, [X, Y]]
    pixels = frame.pixels.copy()
    rows = slice(round(y + (row + 0.5) * height / ROWS), round(y + (row + 1) * height / ROWS))
    pixels[rows, round(x + col * width / COLS) : round(x + (col + 1) * width / COLS)] = (90, 60, 60)
    return replace(frame, pixels=pixels)


def test_a_player_who_stays_under_the_edge_of_a_window_is_put_in_and_one_who_slides_is_not(eyes: ArenaReader) -> None:
    """It was waited for: what is in view of it tells that it stands where it stood."""
    tracker, state = followed(eyes)
    for action in (LEFT, RIGHT):
        state = advance(RULES, state, (0, action)).state
        covered = eyes.read(under_cover(Frame(render_still(LOOK, SCALE, state), 0), state))
        views = [tracker.feed(at(covered, TICK_MS * state.round + ms)) for ms in (0, MOTION_MS, MOTION_MS + 20, 290)]
        assert views[-1].phase is ArenaPhase.SETTLED
        assert (views[-1].sighting.codes == places(state)).all()
    for share in SHARES:
        tracker, state = followed(eyes)
        frame = Frame(render_turn(LOOK, SCALE, state, (RIGHT, 0), share), 0)
        stalled = eyes.read(under_cover(frame, state))
        assert not stalled.extras["resting"]()
        for ms in range(0, 280, 20):
            view = tracker.feed(at(stalled, TICK_MS * (state.round + 1) + ms))
            right = (view.sighting.codes == places(advance(RULES, state, (RIGHT, 0)).state)).all()
            assert view.phase is not ArenaPhase.SETTLED or right, f"{share} of the motion"
