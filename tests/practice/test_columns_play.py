"""A game in time: the engine decides what happens, the moments are the play's."""

from collections.abc import Iterable

import numpy as np
import pytest
from numpy.typing import ArrayLike

from engine.columns import EMPTY, LENGTH, PRESETS, Rules, apply, legal_moves, rotated, start, with_hidden
from engine.dice import dice
from practice.columns.keys import Action
from practice.columns.motion import Vanish, ghost_sprites, well_sprites
from practice.columns.play import CLEAR_MS, FALL_MS, LOCK_MS, Phase, Play, Tempo, level_row_ms
from practice.columns.session import Session

RULES = PRESETS["jewel:magic=0"]
ACTIONS = {-1: Action.LEFT, 1: Action.RIGHT}


class Told:
    """Collects what a play says, with the state it shows then."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.lines: list[tuple[Phase, bool, np.ndarray]] = []

    def __call__(self, settled: bool) -> None:
        self.lines.append((self.play.phase, settled, self.play.board.copy()))


def new_play(seed: int = 1, rules: Rules = RULES, row_ms: float | None = None, smooth: bool = False) -> Play:
    return Play(Session(rules, seed), Tempo(row_ms, smooth))


def lay(play: Play, rows: list[str], piece: str, following: str = "ABC") -> None:
    """Put letters on the floor and a piece at the top; "." is empty."""
    codes = np.full((play.session.rules.rows, play.session.rules.cols), EMPTY, np.int8)
    for row, text in enumerate(reversed(rows)):
        codes[-1 - row] = [EMPTY if letter == "." else ord(letter) - 65 for letter in text]
    letters = [
        np.array([8 if letter == "*" else ord(letter) - 65 for letter in text], np.int8) for text in (piece, following)
    ]
    board = with_hidden(play.session.rules, codes)
    play.session.state = play.session.state._replace(board=board, piece=letters[0], next=letters[1])
    play._start()


def place(play: Play, col: int, turns: int, told: Told) -> None:
    """Place the falling piece by keys."""
    assert play.falling is not None
    for _ in range(turns):
        play.act(Action.ROTATE, told)
    step = 1 if col > play.falling.col else -1
    for _ in range(abs(col - play.falling.col)):
        play.act(ACTIONS[step], told)
    play.act(Action.DROP, told)


@pytest.mark.parametrize(
    "preset", ["jewel", "sega", "running", "web", "wide", "jewel:magic=0.5,rows=8", "jewel:hidden=1,rows=9"]
)
def test_a_game_of_random_keys_is_the_engines_game(preset: str) -> None:
    rules = PRESETS[preset]
    play = new_play(7, rules)
    told = Told(play)
    rolls = dice(7)
    state = start(rules, rolls)
    picks = np.random.default_rng(3)
    for _ in range(400):
        moves = legal_moves(rules, state)
        if moves.size == 0:
            break
        move = int(picks.choice(moves))
        col, turns = divmod(move, LENGTH)
        place(play, col, turns, told)
        assert play.last is not None
        assert (play.last[0], play.last[1].tolist()) == (col, rotated(state.piece, turns).tolist())
        state = apply(rules, state, move, rolls).state
        while play.falling is None and not play.over:
            play.advance(50, told)
        both: Iterable[tuple[ArrayLike, ArrayLike]] = zip(play.session.state, state, strict=True)
        for ours, engines in both:
            assert np.array_equal(ours, engines)
        assert np.array_equal(play.board, state.board)
        assert (play.score, play.jewels, play.moves) == (state.score, state.jewels, state.moves)
    assert play.over
    assert state.moves > 4


def test_a_lock_without_effect_waits_and_the_next_piece_enters() -> None:
    play = new_play()
    lay(play, ["AB..BA"], "ABC", "CAB")
    told = Told(play)
    play.act(Action.DROP, told)
    assert [(phase, settled) for phase, settled, _ in told.lines] == [(Phase.LOCKED, True)]
    assert play.board[-3:, 3].tolist() == [0, 1, 2]
    assert (play.moves, play.next.tolist()) == (1, [2, 0, 1])
    play.advance(LOCK_MS - 1, told)
    assert (play.falling, play.phase) == (None, Phase.LOCKED)
    play.advance(1, told)
    assert play.falling is not None
    assert play.falling.piece.tolist() == [2, 0, 1]
    assert [settled for _, settled, _ in told.lines] == [True, True]


def test_a_chain_takes_its_steps_one_after_the_other() -> None:
    play = new_play()
    lay(play, ["AA.BB."], "DBA")
    told = Told(play)
    play.act(Action.LEFT, told)
    play.act(Action.DROP, told)
    play.advance(LOCK_MS + 2 * (CLEAR_MS + FALL_MS) - 1, told)
    assert (play.phase, play.score) == (Phase.DROPPING, 0)
    play.advance(1, told)
    assert (play.phase, play.score, play.jewels) == (Phase.FALLING, 90, 6)
    assert [phase for phase, _, _ in told.lines] == [
        Phase.LOCKED, Phase.CLEARING, Phase.DROPPING, Phase.CLEARING, Phase.DROPPING, Phase.FALLING,
    ]  # fmt: skip
    assert [settled for _, settled, _ in told.lines] == [False] * 5 + [True]
    assert told.lines[3][2][-1].tolist() == [EMPTY, EMPTY, 1, 1, 1, EMPTY]
    assert told.lines[4][2][-1].tolist() == [EMPTY, EMPTY, 3, EMPTY, EMPTY, EMPTY]


def test_a_clear_is_told_step_by_step_with_its_times() -> None:
    play = new_play()
    lay(play, ["AA....", "BC...."], "EAD", "CAB")
    told = Told(play)
    play.act(Action.LEFT, told)
    play.act(Action.DROP, told)  # E A D in column 2: the A joins the two in its row
    assert [(phase, settled) for phase, settled, _ in told.lines] == [(Phase.LOCKED, False)]
    assert play.board[-3:, 2].tolist() == [4, 0, 3]
    assert play.score == 0
    play.advance(LOCK_MS, told)
    assert play.phase == Phase.CLEARING
    play.advance(CLEAR_MS - 1, told)
    assert (play.phase, play.score) == (Phase.CLEARING, 0)
    play.advance(1, told)
    assert (play.phase, play.score) == (Phase.DROPPING, 0)
    assert play.board[-2:, 2].tolist() == [4, 3]
    play.advance(FALL_MS, told)
    assert play.falling is not None
    assert (play.score, play.jewels, play.moves) == (30, 3, 1)
    assert [(phase, settled) for phase, settled, _ in told.lines[1:]] == [
        (Phase.CLEARING, False), (Phase.DROPPING, False), (Phase.FALLING, True),
    ]  # fmt: skip


def test_nothing_falls_where_nothing_lies_above() -> None:
    play = new_play()
    lay(play, ["AA...."], "EEE", "CAB")
    told = Told(play)
    play.act(Action.RIGHT, told)
    play.act(Action.DROP, told)
    play.advance(LOCK_MS + CLEAR_MS, told)
    assert play.phase == Phase.FALLING
    assert play.jewels == 3


@pytest.mark.parametrize("vanish", ["blink", "shrink", "fade"])
def test_jewels_vanish_and_fall_from_the_old_board_to_the_new(vanish: Vanish) -> None:
    play = new_play()
    lay(play, ["AA....", "BC...."], "EAD", "CAB")
    told = Told(play)
    play.act(Action.LEFT, told)
    play.act(Action.DROP, told)
    before = well_sprites(play, 3, vanish, 0)
    play.advance(LOCK_MS, told)
    assert {(s.picture, s.col, s.row) for s in well_sprites(play, 3, vanish, 0)} == {
        (s.picture, s.col, s.row) for s in before
    }
    play.advance(CLEAR_MS * 0.9, told)
    late = well_sprites(play, 3, vanish, 0)
    assert late != before
    assert all(s.alpha < 0.5 or s.grow < 0.5 for s in late if (s.picture, s.row) == (0, 12.0))
    play.advance(CLEAR_MS * 0.1 + FALL_MS / 2, told)
    falling = [s for s in well_sprites(play, 3, vanish, 0) if s.row != int(s.row)]
    assert [(s.picture, s.col) for s in falling] == [(4, 2)]
    assert 11 < falling[0].row < 12
    play.advance(FALL_MS / 2, told)
    assert {(s.picture, s.col, s.row) for s in well_sprites(play, 3, vanish, 0)} == {
        (1, 0, 13.0), (2, 1, 13.0), (3, 2, 13.0), (4, 2, 12.0),
    }  # fmt: skip


def test_magic_jewels_flash_through_every_picture() -> None:
    play = new_play()
    lay(play, ["AB...."], "***", "CAB")
    told = Told(play)
    play.act(Action.DROP, told)
    seen = [{s.picture for s in well_sprites(play, 3, "fade", flash) if s.col == 3} for flash in range(9)]
    assert set().union(*seen) == set(range(9))
    assert all(len(pictures) == 3 for pictures in seen)


def test_the_ghost_lies_where_the_piece_lands_and_not_once_it_stands() -> None:
    play = new_play()
    lay(play, ["A.....", "ABC.B."], "DEF")
    piece = play.falling
    assert piece is not None
    piece.move(-1)
    assert [(s.picture, s.col, s.row) for s in ghost_sprites(piece, 3, 0)] == [(3, 2, 10), (4, 2, 11), (5, 2, 12)]
    while piece.step_down():
        pass
    assert ghost_sprites(piece, 3, 0) == []


def test_speed_goes_by_the_level_up_to_the_tenth() -> None:
    assert level_row_ms(0, 14) == 1000
    assert level_row_ms(9, 14) == pytest.approx(1000 / 14)
    assert level_row_ms(30, 13) == pytest.approx(1000 / 13)
    speeds = [level_row_ms(level, 14) for level in range(10)]
    assert speeds == sorted(speeds, reverse=True)
    fall_speed = Tempo(None, True).fall_speed(0, 14)
    assert (fall_speed.row_ms, fall_speed.entry_ms, fall_speed.grace_ms) == (1000, 60, 500)
    fall_speed = Tempo(30.0, True).fall_speed(0, 14)
    assert (fall_speed.row_ms, fall_speed.entry_ms, fall_speed.grace_ms) == (30, 30, 100)
    assert Tempo(0.0, True).fall_speed(5, 14).row_ms == 0


def test_higher_levels_are_counted_from_the_presets_first() -> None:
    play = new_play(1, PRESETS["web"])
    assert (play.level, play.falling is not None) == (1, True)
    assert play.falling is not None
    play.falling.advance(180)
    assert play.falling.left_ms == pytest.approx(1000)
    play.session.state = play.session.state._replace(jewels=110)
    play._start()
    assert play.level == 3
    assert play.falling is not None
    play.falling.advance(180)
    assert play.falling.left_ms == pytest.approx(level_row_ms(2, 13))


def test_without_a_hard_drop_the_key_does_nothing() -> None:
    play = new_play(1, PRESETS["jewel:hard_drop=no"])
    told = Told(play)
    play.act(Action.DROP, told)
    assert play.falling is not None
    assert told.lines == []


def test_a_jewel_in_the_hidden_rows_ends_the_game_and_the_words_come_later() -> None:
    play = new_play()
    lay(play, ["...A..", "...B.."] * 6, "DEF")
    told = Told(play)
    play.act(Action.DROP, told)
    play.advance(LOCK_MS, told)
    assert (play.phase, play.over, told.lines[-1][1]) == (Phase.OVER, True, True)
    assert play.board[2, 3] != EMPTY
    play.advance(899, told)
    assert play.phase == Phase.OVER
    play.advance(1, told)
    assert (play.phase, told.lines[-1][1]) == (Phase.COVERED, False)
    play.advance(1e6, told)
    assert len(told.lines) == 3
    play.restart()
    assert (play.phase, play.session.game, play.last, play.score) == (Phase.FALLING, 2, None, 0)


def test_untouched_pieces_fall_lock_and_pile_up_to_the_end() -> None:
    play = new_play(row_ms=40.0)
    told = Told(play)
    play.advance(1e6, told)
    assert play.over
    assert play.moves >= 5
    assert {phase for phase, _, _ in told.lines} >= {Phase.LOCKED, Phase.FALLING, Phase.OVER, Phase.COVERED}
