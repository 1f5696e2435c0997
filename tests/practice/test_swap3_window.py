"""Swap3's window off screen: kinds that can be told apart, animations that begin and end where they must, clicks."""

import itertools
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import engine.swap3 as swap3
from engine.dice import dice
from practice.application import offscreen_application
from practice.motion import scaled
from practice.options import PracticeError, PracticeOptions
from practice.swap3 import board_rectangle, look_names, render_still
from practice.swap3.animation import Durations, Timeline, resting
from practice.swap3.looks import LOOKS
from practice.swap3.window import Swap3Window, run_window

RULES = swap3.PRESETS["gweled"]
MANY = replace(RULES, name="many", kinds=swap3.MOST_KINDS)


class Clock:
    """Nanoseconds that pass when told."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now

    def let_pass(self, seconds: float) -> None:
        self.now += round(seconds * 1e9)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[tuple[Swap3Window, Clock, Path]]:
    """A window that is not shown, its clock, and its truth log."""
    offscreen_application()
    clock, truth = Clock(), tmp_path / "truth.jsonl"
    window = Swap3Window(LOOKS["mine"], RULES, PracticeOptions(seed=3, truth=truth), clock)
    yield window, clock, truth
    window.close()


def first_move(state: swap3.State) -> tuple[int, tuple[int, int], tuple[int, int]]:
    move = int(swap3.legal_moves(RULES, state)[0])
    return move, *swap3.cells_of(RULES, move)


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_every_kind_can_be_told_from_every_other(look: str, scale: float) -> None:
    board = (np.arange(64) % swap3.MOST_KINDS).astype(np.int8).reshape(8, 8)
    picture = render_still(look, scale, MANY, swap3.State(board, 0, 0.0)).astype(int)
    x, y, width, height = board_rectangle(look, scale, MANY)
    assert 0 < x < x + width < picture.shape[1]
    assert 0 < y < y + height < picture.shape[0]
    edge = int(width / 8)
    tiles = {}
    for row, col in np.argwhere(board[:2] >= 0).tolist():
        left, top = round(x + col * width / 8), round(y + row * height / 8)
        tiles[int(board[row, col])] = picture[top : top + edge, left : left + edge]
    assert len(tiles) == swap3.MOST_KINDS
    for one, other in itertools.combinations(tiles.values(), 2):
        assert np.abs(one - other).mean() > 6


@pytest.mark.parametrize("look", look_names())
def test_a_long_score_stays_beside_the_board(look: str) -> None:
    """From 10,000 points on it was written over the board's first cells."""
    state = swap3.start(RULES, dice(1))
    x, y, width, height = (round(number) for number in board_rectangle(look, 1.0, RULES))
    short, long = (render_still(look, 1.0, RULES, state._replace(score=score)) for score in (0.0, 1234567.0))
    differ = (short != long).any(axis=2)
    beside = differ.copy()
    beside[y : y + height, x : x + width] = False
    assert (beside == differ).all()
    assert beside.sum() > 500
    margin = np.ones_like(differ)
    margin[4:-4, 4:-4] = False
    assert not (differ & margin).any()


@pytest.mark.parametrize("rules", swap3.PRESETS.values(), ids=list(swap3.PRESETS))
def test_an_animation_leads_from_one_settled_board_to_the_next(rules: swap3.Rules) -> None:
    rolls = dice(11)
    state = swap3.start(rules, rolls)
    for _ in range(8):
        move = int(swap3.legal_moves(rules, state)[0])
        step = swap3.apply(rules, state, move, rolls)
        timeline = Timeline(rules, state, move, step, Durations())
        assert set(timeline.sprites(0.0)) == set(resting(state.board))
        assert {s[:3] for s in timeline.sprites(timeline.seconds)} == {s[:3] for s in resting(step.state.board)}
        assert timeline.score(timeline.seconds) == step.state.score
        assert timeline.score(0.0) == state.score
        for since in np.linspace(0, timeline.seconds, 25):
            assert len(timeline.sprites(float(since))) == rules.rows * rules.cols
        assert Timeline(rules, state, move, step, scaled(Durations(), 4.0)).seconds == pytest.approx(
            timeline.seconds / 4
        )
        state = step.state


def test_a_swap_that_lines_nothing_up_goes_there_and_back(played: tuple[Swap3Window, Clock, Path]) -> None:
    window, clock, _ = played
    state = window.session.state
    legal = set(swap3.legal_moves(RULES, state).tolist())
    quiet = next(swap3.move_of(RULES, r, c, False) for r in range(8) for c in range(7) if 2 * (8 * r + c) not in legal)
    one, other = swap3.cells_of(RULES, quiet)
    window.click(one)
    window.click(other)
    moved = [window.moving]
    clock.let_pass(10)
    window.frame()
    moved.append(window.moving)
    assert moved == [True, False]
    assert window.session.state is state


def test_two_clicks_make_a_move_and_clicks_meanwhile_make_none(played: tuple[Swap3Window, Clock, Path]) -> None:
    window, clock, truth = played
    before = window.session.state
    _, one, other = first_move(before)
    window.click(one)
    window.click(other)
    after = window.session.state
    assert after.moves == 1
    _, one, other = first_move(after)
    window.click(one)
    window.click(other)
    assert window.session.state is after
    clock.let_pass(60)
    window.frame()
    window.click(one)
    window.click(other)
    assert window.session.state.moves == 2
    lines = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
    assert [line["settled"] for line in lines] == [False, False]
    assert lines[0]["board"] == after.board.tolist()


def test_pieces_rest_when_their_time_is_over_however_late_a_picture_comes(
    played: tuple[Swap3Window, Clock, Path],
) -> None:
    window, clock, _ = played
    for moves in (1, 2):
        _, one, other = first_move(window.session.state)
        window.click(one)
        window.click(other)
        assert (window.session.state.moves, window.moving) == (moves, True)
        clock.let_pass(60)  # and no frame


def test_clicks_elsewhere_choose_anew_or_let_go(played: tuple[Swap3Window, Clock, Path]) -> None:
    window, _, _ = played
    before = window.session.state
    _, one, other = first_move(before)
    far = ((one[0] + 4) % 8, (one[1] + 4) % 8)
    for cell in (far, one, one, other, None):
        window.click(cell)
    assert window.session.state is before  # one was chosen, let go, and other alone is no swap
    window.click(one)
    assert window.session.state.moves == 1


@pytest.mark.parametrize("speed", [1.0, 20.0])
@pytest.mark.parametrize("preset", ["cascade", "rising"])
def test_the_last_board_stays_to_be_seen_before_words_cover_it(preset: str, speed: float, tmp_path: Path) -> None:
    """It was covered as soon as its pieces lay still, and whoever looked may have seen no end of the last move."""
    offscreen_application()
    clock, truth = Clock(), tmp_path / "truth.jsonl"
    rules = replace(swap3.PRESETS[preset], name="short", move_limit=1)
    window = Swap3Window(LOOKS["mine"], rules, PracticeOptions(seed=3, truth=truth, speed=speed), clock)
    move = int(swap3.legal_moves(rules, window.session.state)[0])
    for cell in swap3.cells_of(rules, move):
        window.click(cell)
    while window.moving:
        clock.let_pass(0.01)
        window.frame()
    assert window.session.over
    assert (window._scene.veil, set(window._scene.sprites)) == ("", set(resting(window.session.state.board)))
    told = truth.read_text(encoding="utf-8").splitlines()
    clock.let_pass(0.39)
    window.frame()
    window.click((0, 0))
    assert (window._scene.veil, window._scene.chosen) == ("", None)
    assert truth.read_text(encoding="utf-8").splitlines() == told
    clock.let_pass(1.0)
    window.frame()
    assert window._scene.veil.startswith("No moves left")
    *before, last = map(json.loads, truth.read_text(encoding="utf-8").splitlines())
    assert len(before) == len(told)
    assert (last["settled"], last["over"]) == (False, True)
    window.restart()
    assert window._scene.veil == ""
    window.close()


def test_a_new_game_goes_on_with_the_dice(played: tuple[Swap3Window, Clock, Path]) -> None:
    window, _, _ = played
    before = window.session.state.board
    window.restart()
    assert window.session.game == 2
    assert not np.array_equal(window.session.state.board, before)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (PracticeOptions(skin=Path("skin")), "skins"),
        (PracticeOptions(scores=Path("scores")), "scores"),
        (PracticeOptions(specials=0.1), "special"),
        (PracticeOptions(settings={"speed": "2"}), "setting"),
        (PracticeOptions(look="none"), "look"),
        (PracticeOptions(rules="none"), "rules"),
        (PracticeOptions(rules="gweled:rows=2"), "board"),
    ],
)
def test_what_it_cannot_be_is_refused_in_one_line(options: PracticeOptions, word: str) -> None:
    with pytest.raises(PracticeError, match=word) as caught:
        run_window(options)
    assert "\n" not in str(caught.value)
