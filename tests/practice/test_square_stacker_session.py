"""The game behind the window, the places of its looks, and the scores file."""

import os
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import ArrayLike

from engine.dice import dice
from engine.square_stacker import CELLS, PRESETS, apply, legal_moves, start
from practice.options import PracticeError
from practice.scores import FinishedGame, ScoresFile
from practice.square_stacker.looks import LOOKS, Look
from practice.square_stacker.session import Session, find_rules


def test_a_session_is_the_engine_with_its_dice() -> None:
    rules = PRESETS["coolmath"]
    rolls = dice(9)
    state = start(rules, rolls)
    session = Session(rules, 9)
    picks = np.random.default_rng(1)
    for _ in range(30):
        moves = legal_moves(rules, state)
        if moves.size == 0:
            break
        move = int(picks.choice(moves))
        state = apply(rules, state, move, rolls).state
        made = session.place(*divmod(move, CELLS))
        assert made is not None
        assert made[1] == move
        both: Iterable[tuple[ArrayLike, ArrayLike]] = zip(session.state, state, strict=True)
        for ours, engines in both:
            assert np.array_equal(ours, engines)
    assert session.state.moves > 9


def test_what_the_rules_forbid_is_not_done() -> None:
    session = Session(PRESETS["wpi"], 1)
    assert session.place(0, 4) is not None
    before = session.state
    assert session.place(0, 5) is None
    assert session.state is before


def test_a_new_game_rolls_the_dice_on_and_keeps_the_best() -> None:
    one, other = Session(PRESETS["wpi"], 1, best=7), Session(PRESETS["wpi"], 1)
    first = one.state.hand
    one.state = one.state._replace(score=40)
    assert (one.best, one.best_with(9), other.best) == (40, 9, 0)
    one.restart()
    other.restart()
    assert (one.best, one.game, one.state.score) == (40, 2, 0)
    assert not np.array_equal(one.state.hand, first)
    assert np.array_equal(one.state.hand, other.state.hand)


def test_the_best_of_earlier_runs_counts() -> None:
    assert Session(PRESETS["wpi"], 1, best=7).best == 7


def test_rules_have_a_default_and_no_specials() -> None:
    assert find_rules("", None).name == "wpi"
    assert find_rules("coolmath", 0.0).name == "coolmath"
    with pytest.raises(PracticeError, match="no rules named 'chess'; choose from wpi, coolmath"):
        find_rules("chess", None)
    with pytest.raises(PracticeError, match="no special pieces; leave --specials away"):
        find_rules("wpi", 0.2)


@pytest.mark.parametrize("look", LOOKS.values(), ids=str)
def test_every_point_belongs_to_the_nearest_cell_within_half_a_pitch(look: Look) -> None:
    layout = look.layout
    half = layout.pitch / 2 - 0.01
    for cell in range(CELLS):
        x, y = layout.place(cell)
        for dx, dy in ((0, 0), (half, half), (-half, half), (half, -half), (-half, -half)):
            assert layout.cell_at(x + dx, y + dy) == cell
    x, y = layout.place(0)
    assert layout.cell_at(x - half - 0.1, y) is None
    assert layout.cell_at(x, y - half - 0.1) is None
    x, y = layout.place(8)
    assert layout.cell_at(x + half + 0.1, y) is None
    assert layout.cell_at(x, y + half + 0.1) is None
    for piece, (x, y) in enumerate(layout.hand):
        assert layout.piece_at(x, y) == piece
        assert layout.cell_at(x, y) is None
        assert layout.place(CELLS + piece) == (x, y)
    assert layout.piece_at(*layout.place(4)) is None


def finished(score: int, rules: str = "wpi") -> FinishedGame:
    return FinishedGame("square_stacker", rules, score, 12, "2026-01-02T03:04:05+00:00")


def test_a_scores_file_grows_and_knows_the_best_of_each_preset(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    scores = ScoresFile(path)
    assert scores.best("square_stacker", "wpi") == 0
    for game in (finished(20), finished(90), finished(400, "coolmath"), finished(35)):
        scores.append(game)
    again = ScoresFile(path)
    assert again.games == scores.games
    assert again.best("square_stacker", "wpi") == 90
    assert again.best("square_stacker", "coolmath") == 400
    assert again.best("bilging", "wpi") == 0


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "3",
        pytest.param("[" * 100_000, id="endless lists"),
        '{"game":"square_stacker"}',
        '{"game":1,"rules":"wpi","score":"9","moves":1,"finished":""}',
    ],
)
def test_a_file_that_holds_something_else_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "notes.txt"
    ScoresFile(path).append(finished(20))
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(PracticeError, match=r"notes\.txt: line 2 is no finished game; name another file"):
        ScoresFile(path)


def test_a_file_that_is_no_text_or_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    os.mkfifo(tmp_path / "pipe")
    for path, words in (
        (tmp_path / "picture", "not text"),
        (tmp_path / "pipe", "no file"),
        (tmp_path, "Is a directory"),
        (tmp_path / "a" / "b", "No"),
    ):
        with pytest.raises(PracticeError, match=rf"cannot keep scores there \({words}"):
            ScoresFile(path)
