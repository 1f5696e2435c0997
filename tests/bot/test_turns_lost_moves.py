"""What a lost move teaches: that it hung on a piece of no kind, or that the board was pressed on too early."""

from dataclasses import replace

import numpy as np
import pytest

from bot.games import GAMES
from bot.playing.lookout import Look
from bot.playing.repair import Before, repair
from bot.turns.repeating import HANGS, SWAP_REPEATS, patience, repeat
from control.gesture import Click, Drag, Gesture, Swap
from engine.dice import dice
from engine.swap3 import legal_moves
from tests.bot.lost_move import LostMove
from vision.sighting import UNKNOWN, Sighting, Status
from vision.tracker import LONGER_MS

CORNER = (7, 7)


def look_at_restless(lost: LostMove, cell: tuple[int, int]) -> Look:
    """The board as before the move, in which one cell is now known to show one kind after the other."""
    look = lost.look(repaired=(cell,))
    look.sighting.codes[cell] = UNKNOWN
    return replace(look, restless=(cell,))


def test_a_move_that_hung_on_a_piece_of_no_kind_is_let_go() -> None:
    """It was read as the kind that it showed just then; the game undid the swap, and would undo each repeat."""
    lost = LostMove("swap3")
    hung_on = []
    for row, col in np.ndindex(lost.codes.shape):
        board = lost.codes.copy()
        board[row, col] = UNKNOWN
        if lost.pending.decision.move not in legal_moves(lost.loop.rules, lost.state._replace(board=board)):
            hung_on.append((row, col))
    assert len(hung_on) >= 4
    for cell in hung_on:
        lost = LostMove("swap3")
        assert lost.loop._judge(lost.pending, look_at_restless(lost, cell))
        assert lost.hand.pressed == []
        assert lost.loop.tally.outcomes == {"misread": 1}


def test_a_lost_move_is_pressed_again_where_a_piece_of_no_kind_stands_elsewhere() -> None:
    lost = LostMove("swap3")
    assert lost.pressed(look_at_restless(lost, CORNER)) == list(repeat(lost.gesture, 1)[:1])
    assert lost.loop.tally.outcomes == {"input lost": 1}


def test_a_piece_of_no_kind_is_not_taken_for_the_kind_that_it_was_read_as_once() -> None:
    """The rules say that it stands where it stood; what it showed then they do not know any better."""
    game = GAMES["swap3"]()
    rules = game.rules.PRESETS[game.default_rules]
    state = game.rules.start(rules, dice(3))
    restless, covered = (4, 4), (0, 0)
    codes = state.board.copy()
    codes[restless] = codes[covered] = UNKNOWN
    sighting = Sighting(codes, np.ones(codes.shape, np.float32), Status.UNKNOWN_CELLS, 0)
    assert repair(game, rules, Before(state.board, state), sighting, 0.3).cells == (covered, restless)
    repaired = repair(game, rules, Before(state.board, state), sighting, 0.3, (restless,))
    assert repaired.cells == (covered,)
    assert repaired.sighting.codes[restless] == UNKNOWN


def test_a_lost_move_lets_the_next_boards_stand_longer() -> None:
    """The game was still at work on pieces that lay still, and let go of what was pressed meanwhile."""
    lost = LostMove("swap3")
    tracker = lost.loop.tracker
    before = tracker.quiet_ms
    for _ in range(2):
        assert lost.pressed(lost.look())
        assert tracker.quiet_ms == before + LONGER_MS, "once a move, however many clicks mend it"


def test_a_drag_that_would_swap_back_what_was_slow_is_made_again_late_where_the_window_may_hang() -> None:
    once, twice = Drag((0, 0), (10, 0), repeatable=False), Drag((0, 0), (10, 0))
    assert patience(once, 1, True) == HANGS
    assert patience(once, 1, False) == patience(twice, 1, True) == 1


@pytest.mark.parametrize("missing", [(1,), (2,), (1, 2), (1, 3), (1, 2, 3)])
def test_a_piece_clicked_into_its_cell_gets_there_whichever_of_the_clicks_were_lost(missing: tuple[int, ...]) -> None:
    """A cell takes a piece that is chosen; a second click on a piece lets it go."""
    piece, cell = Click((80, 20)), Click((20, 20))
    move = Swap(piece.at, cell.at, either_way=False)
    clicks: list[Gesture] = [piece, cell, *(repeat(move, tries)[0] for tries in range(1, SWAP_REPEATS + 1))]
    chosen = False
    for number, click in enumerate(clicks, 1):
        if number in missing:
            continue
        if click == cell and chosen:
            return
        chosen ^= click == piece
    pytest.fail("the piece is in the hand still")
