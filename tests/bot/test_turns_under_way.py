"""A move that is still under way on a board that stands still, as in a window that hangs, is not judged by it."""

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import engine.bilging
import engine.swap3
from bot.games import GAMES
from bot.playing.outcome import UNDER_WAY_PATIENCE
from bot.turns.pending import Pending
from bot.turns.under_way import may_be_a_stage
from control.gesture import Click
from engine.dice import dice
from engine.square_stacker import CELLS, EMPTY, PRESETS, legal_moves, places
from engine.swap3 import cells_of
from policy.decision import Decision
from tests.bot.handed_parts import SETTINGS, look_at
from tests.bot.lost_move import LostMove
from tests.bot.turn_adviser_table import RINGED, dropped, without
from vision.sighting import UNKNOWN, Codes

NEW = {"bilging": engine.bilging.EMPTY, "swap3": engine.swap3.EMPTY}
"""What the rules say of a cell into which a new piece comes."""


class ClearingMove(LostMove):
    """A move that clears pieces, made and not judged yet.

    Attributes:
        end: the board that it leaves, new pieces and all.
        fresh: bool, where these are.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        rules, game = self.loop.rules, self.loop.game
        assert game.turns is not None
        for move in map(int, game.rules.legal_moves(rules, self.state)):
            self.fresh = game.turns.expected(rules, self.state, move).board == NEW[name]
            if self.fresh.any():
                break
        self.pending = replace(self.pending, decision=Decision(move, 0.0, (), (move,), 0.0))
        self.end: Codes = game.rules.apply(rules, self.state, move, dice(1)).state.board
        self.loop.settings = replace(SETTINGS, patience_s=1.0)

    def swapped(self) -> Codes:
        """The board once two pieces have changed places, and nothing has gone yet."""
        move, board = self.pending.decision.move, self.codes.copy()
        row, col = divmod(move, self.codes.shape[1] - 1)
        pair = ((row, col), (row, col + 1)) if self.loop.game.name == "bilging" else cells_of(self.loop.rules, move)
        one, other = pair
        board[one], board[other] = board[other], board[one]
        return board

    def holed(self) -> Codes:
        """The board once all has fallen, where new pieces are about to come in."""
        return np.where(self.fresh, np.int8(UNKNOWN), self.end).astype(np.int8)

    def concluded(self, codes: Codes, after_s: float) -> dict[str, int]:
        """What has become of the move where a board has stood for so long since it."""
        self.pending.acted_s = time.monotonic() - after_s
        look = look_at(codes)
        while not (done := self.loop._judge(self.pending, look)) and self.loop._looked_again:
            pass
        assert done == (self.loop.tally.moves == 1)
        return dict(self.loop.tally.outcomes)


TILES = pytest.mark.parametrize("name", ["bilging", "swap3"])


@TILES
def test_pieces_that_are_in_flight_or_that_the_rules_clear_are_a_stage(name: str) -> None:
    move = ClearingMove(name)
    game, rules, pending = move.loop.game, move.loop.rules, move.pending
    assert may_be_a_stage(game, rules, pending, look_at(move.swapped()))
    assert may_be_a_stage(game, rules, pending, look_at(move.holed()))
    assert not may_be_a_stage(game, rules, pending, look_at(move.end))


@TILES
def test_a_piece_that_was_unread_before_is_no_stage_wherever_it_has_fallen(name: str) -> None:
    move = ClearingMove(name)
    before, after = move.codes.copy(), move.end.copy()
    before[-1, -1] = after[-2, -1] = UNKNOWN
    pending = replace(move.pending, look=look_at(before))
    assert not may_be_a_stage(move.loop.game, move.loop.rules, pending, look_at(after))


@pytest.mark.parametrize("fish", [engine.bilging.PUFFER, engine.bilging.JELLYFISH])
def test_a_fish_that_has_changed_places_and_not_burst_yet_is_a_stage(fish: int) -> None:
    """No line shows that it goes on, so where the window hung just then the rules were said to differ."""
    move = ClearingMove("bilging")
    rules, before = move.loop.rules, move.codes.copy()
    before[0, 0] = fish
    state = move.state._replace(board=before)
    move.pending = replace(move.pending, state=state, look=look_at(before), decision=Decision(0, 0.0, (), (0,), 0.0))
    shown, end = before.copy(), engine.bilging.apply(rules, state, 0, dice(1)).state.board
    shown[0, 0], shown[0, 1] = before[0, 1], before[0, 0]
    assert not engine.bilging.validate(rules, state._replace(board=shown))
    assert move.concluded(shown, 0.9 * UNDER_WAY_PATIENCE) == {}
    assert move.concluded(end, 0.1) == {"as planned": 1}


def test_a_swap_that_clears_nothing_is_no_stage() -> None:
    move = ClearingMove("bilging")
    assert move.loop.game.turns is not None
    for number in map(int, move.loop.game.rules.legal_moves(move.loop.rules, move.state)):
        move.pending = replace(move.pending, decision=Decision(number, 0.0, (), (number,), 0.0))
        if not np.any(move.loop.game.turns.expected(move.loop.rules, move.state, number).board == NEW["bilging"]):
            break
    assert move.concluded(move.swapped(), 0.1) == {"as planned": 1}


def test_a_piece_of_no_kind_that_comes_in_is_no_stage() -> None:
    move, restless = ClearingMove("swap3"), (0, 0)
    codes = move.end.copy()
    codes[restless] = UNKNOWN
    look = replace(look_at(codes), restless=(restless,))
    assert not may_be_a_stage(move.loop.game, move.loop.rules, move.pending, look)


def test_gaps_are_a_stage_though_as_many_pieces_of_no_kind_were_there_before() -> None:
    move, restless = ClearingMove("swap3"), ((7, 5), (7, 6), (7, 7), (6, 7))
    before, holed = move.codes.copy(), move.holed()
    gaps = np.argwhere(holed == UNKNOWN)
    assert 0 < len(gaps) <= len(restless)
    assert not any(tuple(gap) in restless for gap in gaps.tolist())
    for cell in restless:
        before[cell] = holed[cell] = UNKNOWN
    pending = replace(move.pending, look=replace(look_at(before), restless=restless))
    assert may_be_a_stage(move.loop.game, move.loop.rules, pending, replace(look_at(holed), restless=restless))


@TILES
@pytest.mark.parametrize(("stage", "outcome"), [("holed", "as planned"), ("swapped", "rules differ")])
def test_a_stage_that_stands_is_judged_late(name: str, stage: str, outcome: str) -> None:
    """Where a window hung, a board with gaps was decided on, and one with a line was said to be of other rules."""
    move = ClearingMove(name)
    codes = getattr(move, stage)()
    assert move.concluded(codes, 0.9 * UNDER_WAY_PATIENCE) == {}
    assert move.concluded(codes, 1.1 * UNDER_WAY_PATIENCE) == {outcome: 1}


@TILES
def test_a_move_that_goes_on_is_judged_by_its_end(name: str) -> None:
    move = ClearingMove(name)
    assert move.concluded(move.holed(), 0.9 * UNDER_WAY_PATIENCE) == {}
    assert move.concluded(move.end, 0.1) == {"as planned": 1}


@TILES
def test_a_cell_that_is_read_wrong_is_found_as_soon_as_ever(name: str) -> None:
    move = ClearingMove(name)
    test = move.loop.game.contradictions(move.loop.rules, move.state, move.pending.decision.move)
    for place in zip(*np.nonzero(~move.fresh), strict=True):
        codes = move.end.copy()
        codes[place] = (codes[place] + 1) % 5
        look = look_at(codes)
        if test(codes).sum() == 1 and not may_be_a_stage(move.loop.game, move.loop.rules, move.pending, look):
            break
    else:
        pytest.fail("no such cell")
    assert move.concluded(codes, 0.9) == {}
    assert move.concluded(codes, 1.1) == {"misread": 1}


def test_the_pointer_steps_aside_while_unread_cells_are_waited_for_and_no_tile_is_learned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They may lie under it; the gaps of two stages would be learned as a kind."""
    move, done = ClearingMove("swap3"), []
    monkeypatch.setattr("bot.turns.loop.step_aside", lambda *_: done.append("aside"))
    monkeypatch.setattr(move.loop, "_learns", lambda _look: done.append("learned"))
    assert move.concluded(move.swapped(), 0.1) == {}
    assert done == []
    assert move.concluded(move.holed(), 0.1) == {}
    assert done == ["aside"]


RULES = PRESETS["wpi"]
MOVE, ELSEWHERE = 3, 5
"""Of the first piece of `RINGED`."""


def pending(codes: Codes, move: int) -> Pending:
    decision = Decision(move, 0.0, (), (move,), 0.0)
    return Pending(1, decision, Click((0, 0)), RINGED, look_at(codes), time.monotonic())


@pytest.mark.parametrize(
    ("shown", "stage"),
    [
        (lambda: dropped(MOVE), False),
        (lambda: dropped(ELSEWHERE), True),
        (lambda: without(places(RINGED), MOVE // CELLS), True),
        (lambda: without(dropped(MOVE), 1), False),
    ],
    ids=["the end", "carried over another cell", "carried beside the cells", "two pieces gone"],
)
def test_a_piece_that_hangs_under_the_pointer_is_a_stage(shown: Callable[[], Codes], stage: bool) -> None:
    assert may_be_a_stage(GAMES["square_stacker"](), RULES, pending(places(RINGED), MOVE), look_at(shown())) == stage


def test_an_empty_hand_is_a_stage_and_no_end_of_the_game() -> None:
    """The last piece hung over a cell that it passed, and the run said that the game was over."""
    last = RINGED._replace(hand=np.where(np.arange(3)[:, None] == 1, RINGED.hand, np.int8(EMPTY)))
    codes = places(last)
    move = int(legal_moves(RULES, last)[0])
    carried = without(codes, 1)
    carried[ELSEWHERE] = codes[CELLS + 1]
    assert may_be_a_stage(GAMES["square_stacker"](), RULES, replace(pending(codes, move), state=last), look_at(carried))


def test_a_cell_full_of_one_colour_is_a_stage() -> None:
    full = dropped(MOVE)
    full[0] = 1
    assert may_be_a_stage(GAMES["square_stacker"](), RULES, pending(places(RINGED), MOVE), look_at(full))
