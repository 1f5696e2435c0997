"""The Columns window with a clock of the test's own: how a game ends, is scored, told and begun again."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.columns import LENGTH, legal_moves
from practice.columns.play import Phase
from practice.columns.scene import GAME_OVER
from tests.practice.columns_table import LEFT, RIGHT, SPACE, UP, K, Open, Table


def pile_up(table: Table) -> None:
    while not table.play.over:
        table.tap(SPACE)
        table.wait(0.25)
        while table.play.falling is None and not table.play.over:
            table.wait(0.25)


def test_a_game_ends_is_covered_scored_and_begun_again(open_columns: Open, tmp_path: Path) -> None:
    scores = tmp_path / "scores.jsonl"
    table = open_columns(scores=scores)
    pile_up(table)
    over = table.lines()[-1]
    assert (over["over"], over["settled"], over["piece"], table.cover) == (True, True, None, "")
    table.tap(K.Key_P)
    assert not table.window.paused
    table.lose_focus()
    table.wait(0.95)
    assert (table.cover, table.lines()[-1]["settled"], table.lines()[-1]["over"]) == (GAME_OVER, False, True)
    assert table.scheduled == -1
    (game,) = [json.loads(line) for line in scores.read_text().splitlines()]
    assert (game["game"], game["rules"]) == ("columns", "jewel")
    assert (game["score"], game["moves"]) == (over["score"], over["moves"])
    table.gain_focus()
    table.tap(K.Key_Return)
    line = table.lines()[-1]
    assert (line["game"], line["moves"], line["over"], line["locked"], table.cover) == (2, 0, False, None, "")
    assert line["settled"] is True


def test_a_finished_game_is_kept_where_r_comes_before_its_end_is_shown(open_columns: Open, tmp_path: Path) -> None:
    scores = tmp_path / "scores.jsonl"
    table = open_columns(scores=scores)
    while not table.play.session.over:
        table.tap(SPACE)
        if not table.play.session.over:
            table.wait(0.25)
    assert not table.play.over
    moves = table.play.session.state.moves
    table.tap(K.Key_R)
    table.tap(K.Key_R)
    (game,) = [json.loads(line) for line in scores.read_text().splitlines()]
    assert game["moves"] == moves


def test_scores_that_cannot_be_kept_any_more_close_the_window(open_columns: Open, tmp_path: Path) -> None:
    scores = tmp_path / "scores.jsonl"
    table = open_columns(scores=scores)
    scores.unlink()
    scores.mkdir()
    pile_up(table)
    assert "cannot keep scores there" in str(table.window.failure)
    assert not table.window.isVisible()


def test_r_begins_anew_at_any_time_but_enter_only_at_the_end(open_columns: Open) -> None:
    table = open_columns()
    table.tap(K.Key_Return)
    assert table.play.session.game == 1
    table.tap(SPACE)
    table.wait(0.1)
    table.tap(K.Key_R)
    assert (table.play.session.game, table.play.phase, table.lines()[-1]["game"]) == (2, Phase.FALLING, 2)
    table.tap(K.Key_P)
    table.tap(K.Key_R)
    assert (table.play.session.game, table.cover) == (3, "")


@pytest.mark.parametrize("look", ["temple", "vista"])
def test_a_whole_game_by_keys_is_told_lock_by_lock(open_columns: Open, look: str) -> None:
    table = open_columns(look=look, scale=0.5, speed=10.0, specials=0.1)
    random = np.random.default_rng(3)
    while not table.play.over and table.play.moves < 60:
        moves = legal_moves(table.play.session.rules, table.play.session.state)
        col, turns = divmod(int(random.choice(moves)), LENGTH)
        step = col - table.piece.col
        table.tap(*[UP] * turns, *[LEFT if step < 0 else RIGHT] * abs(step))  # a column up to the top may stop it
        stands = [table.piece.col, table.piece.piece.tolist()]
        table.tap(SPACE)
        assert table.lines()[-1]["locked"] == stands
        while table.play.falling is None and not table.play.over:
            table.wait(0.004)
    spawned = [line for line in table.lines() if line["settled"] and line["piece"] is not None]
    assert [line["moves"] for line in spawned] == list(range(len(spawned)))
    assert len(spawned) > 5
