"""Held: who gets away, who can be trapped and which boxes will break, to a search that plays every action."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hypersonic import PRESETS, State, advance, from_text, legal_actions
from engine.hypersonic.actions import MOVES
from engine.hypersonic.board import BOXES, DIED
from engine.hypersonic.cells import BIT_OF, CELL_OF, CELLS, NEIGHBOUR, WORD_OF
from engine.hypersonic.packed import pack, player_cell
from policy.hypersonic.first_moves import CORNERED, DOOMED, KILLING, SOUND, grade_of
from policy.hypersonic.planes import PLANE_BIT, PLANE_OF, holds, spread, to_planes
from policy.hypersonic.suicide import NO_ACTION, rounds_to_live, suicide
from policy.hypersonic.survivability import is_survivable
from policy.hypersonic.timeline import MINE, NO_END, THEIRS, foresee, timeline
from policy.hypersonic.traps import can_kill, is_cornered, is_trapped, trap_space
from tests.policy.hypersonic_random_games import (
    close_fight,
    lives_to_the_end,
    midgame,
    trapped_by_trying,
    without_items,
)

RULES = PRESETS["two"]


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.integers(5, 60))
def test_survivability_is_what_playing_every_step_finds(seed: int, rounds: int) -> None:
    state = without_items(midgame(seed, rounds))
    for player in (0, 1):
        assert is_survivable(pack(state), player, timeline(), NO_END) == lives_to_the_end(state, player)


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(5, 80), st.integers(2, 4))
def test_a_timeline_counts_the_boxes_that_standing_still_breaks(seed: int, rounds: int, players: int) -> None:
    state, ahead = midgame(seed, rounds, players), timeline()
    last = foresee(pack(state), 0, ahead, NO_END)
    for row in range(1, last + 1):
        after = advance(RULES, state, [0] * players).state
        broken = (after.players[:, BOXES] - state.players[:, BOXES]).tolist()
        assert [broken[0], sum(broken[1:])] == ahead[row, [MINE, THEIRS]].tolist()
        state = after
    assert len(state.bombs) == 0


def test_planes_hold_the_engines_cells_and_their_steps() -> None:
    for cell in range(CELLS):
        words = [0, 0]
        words[WORD_OF[cell]] = int(BIT_OF[cell])
        planes = to_planes(words[0], words[1])
        assert planes[PLANE_OF[cell]] == PLANE_BIT[cell]
        assert sum(plane != 0 for plane in planes) == 1
        near = spread(*planes)
        steps = {int(to) for to in NEIGHBOUR[cell] if to >= 0}
        assert {other for other in range(CELLS) if holds(*near, other)} == steps


ARENA = """hypersonic seat 0 round 10 quiet 0 boxless 9
...00........
.X0X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
"""
"""Top left: a dead end of three cells in the top row, (0, 0) to (2, 0), open at (0, 0) only."""


def position(*rows: str, rest: str = "") -> State:
    return from_text(ARENA + "".join(row + "\n" for row in rows) + rest)


def test_an_enemy_that_closes_a_dead_end_kills() -> None:
    trapped = position("player 2 0 1 3 0 0", "player 0 0 1 5 0 0")
    assert can_kill(pack(trapped), 0, 1, trap_space())
    assert not can_kill(pack(trapped), 1, 0, trap_space())
    far = position("player 1 0 1 3 0 0", "player 8 8 1 5 0 0")
    assert not can_kill(pack(far), 0, 1, trap_space())


def can_kill_by_trying(state: State) -> bool:
    """Whether player 1 can do this and that after which no two steps of player 0's meanwhile are survivable."""
    for theirs in legal_actions(state, 1).tolist():
        firsts = [advance(RULES, state, [step, theirs]).state for step in range(MOVES)]
        if firsts[0].players[1, DIED]:
            continue
        for follow in legal_actions(firsts[0], 1).tolist():
            ends = (advance(RULES, first, [step, follow]).state for first in firsts for step in range(MOVES))
            if not any(is_survivable(pack(each), 0, timeline(), NO_END) for each in ends):
                return True
    return False


def test_can_kill_is_what_trying_everything_finds() -> None:
    found = {True: 0, False: 0}
    for seed in range(120):
        state = without_items(close_fight(seed))
        expected = can_kill_by_trying(state)
        assert can_kill(pack(state), 0, 1, trap_space()) == expected, seed
        found[expected] += 1
    assert min(found.values()) > 10


def test_closing_a_dead_end_on_an_enemy_is_a_killing_move() -> None:
    state = position("player 0 0 1 5 0 0", "player 2 0 1 3 0 0")
    assert grade_of(pack(state), 0, MOVES + 4, True, True, trap_space(), NO_END) == KILLING
    assert grade_of(pack(state), 0, 4, True, True, trap_space(), NO_END) == SOUND


def test_a_bomb_behind_oneself_is_doom() -> None:
    state = position("player 1 0 1 5 0 0", "player 8 8 1 3 0 0")
    assert grade_of(pack(state), 0, MOVES + 2, True, True, trap_space(), NO_END) == DOOMED


CORRIDOR = """hypersonic seat 0 round 52 quiet 0 boxless -1
........12...
.X.XrX.X1X.X.
........2101.
.X.X.X.X.X0X1
.bb020.02022.
.X2X.X.X.X2X.
.b2020.02022.
rX0X.X.X.X.Xr
.1012...b....
.X.X1X.XrX.X.
...21........
player 6 4 1 7 14 0
player 8 10 1 5 10 0
bomb 0 2 2 3 7
bomb 0 4 2 5 7
bomb 1 10 9 5 5
"""
"""From a game that was lost: player 0 left a bomb behind itself and went down, and found the way out below closed two
rounds later."""


def test_a_bomb_behind_oneself_with_an_enemy_ahead_corners() -> None:
    words = pack(from_text(CORRIDOR))
    grades = {
        action: grade_of(words, 0, action, True, True, trap_space(), NO_END) for action in (0, 4, MOVES + 3, MOVES + 4)
    }
    assert grades == {0: SOUND, 4: SOUND, MOVES + 3: SOUND, MOVES + 4: CORNERED}
    assert grade_of(words, 0, MOVES + 4, True, False, trap_space(), NO_END) == SOUND  # the paper looks two rounds ahead


def test_an_enemy_that_is_lost_anyway_makes_a_move_a_killing_one() -> None:
    """The paper's rule knows one enemy, and asks no more."""
    third = CORRIDOR.replace("bomb 0 2 2", "player 12 10 0 3 0 0\nbomb 0 2 2") + "bomb 2 12 10 1 1\n"
    words = pack(from_text(third))
    assert grade_of(words, 0, MOVES + 4, True, False, trap_space(), NO_END) == KILLING


def is_cornered_by_trying(state: State, action: int) -> bool:
    """Whether player 1 has an answer to an action of player 0 after which all that it can do is trapped."""
    for theirs in legal_actions(state, 1):
        after = advance(RULES, state, [action, int(theirs)]).state
        if after.players[0, DIED]:
            return True
        if all(is_trapped(pack(after), 0, int(ours), 1, trap_space(), NO_END) for ours in legal_actions(after, 0)):
            return True
    return False


def test_cornered_is_what_trying_every_answer_finds() -> None:
    found = {True: 0, False: 0}
    for seed in range(60):
        state = midgame(seed, 20 + seed % 40)
        for action in legal_actions(state, 0).tolist():
            expected = is_cornered_by_trying(state, action)
            assert is_cornered(pack(state), 0, action, 1, trap_space(), NO_END) == expected
            found[expected] += 1
    assert min(found.values()) > 20


def test_trapped_is_what_trying_every_answer_finds() -> None:
    found = {True: 0, False: 0}
    for seed in range(60):
        state = without_items(close_fight(seed))
        for action in legal_actions(state, 0).tolist():
            expected = trapped_by_trying(state, action)
            assert is_trapped(pack(state), 0, action, 1, trap_space(), NO_END) == expected, (seed, action)
            found[expected] += 1
    assert min(found.values()) > 20


@pytest.mark.parametrize(("mine", "theirs", "expected"), [(4, 4, True), (3, 4, False), (2, 4, False)])
def test_dying_together_is_chosen_only_where_the_boxes_win(mine: int, theirs: int, expected: bool) -> None:
    # both in the dead end: a bomb at its mouth kills both in one round, and breaks a box for its owner
    state = position(f"player 1 0 1 3 {mine} 0", f"player 2 0 0 3 {theirs} 0", rest="bomb 0 0 0 2 6\n")
    assert (suicide(pack(state), 0, trap_space(), NO_END) != NO_ACTION) == expected


@pytest.mark.parametrize(
    ("mine", "theirs", "bombs", "expected"),
    [
        ("player 8 8 0 3 0 0", "player 2 0 0 3 9 0", "bomb 0 0 0 2 6\n", True),  # lives, however few its boxes
        ("player 8 8 0 3 9 0", "player 8 6 0 3 0 0", "bomb 0 0 0 2 6\n", False),  # nobody is caught
    ],
)
def test_the_suicide_rule_asks_for_a_win_and_not_for_a_death(
    mine: str, theirs: str, bombs: str, expected: bool
) -> None:
    words = pack(position(mine, theirs, rest=bombs))
    assert (suicide(words, 0, trap_space(), NO_END) != NO_ACTION) == expected


@pytest.mark.parametrize(
    ("mine", "theirs", "actions"),
    [
        (
            "player 0 2 0 3 9 0",
            "player 2 0 0 3 0 0",
            {2},
        ),  # to the right it lives, where it stands it dies with 9 boxes
        ("player 2 0 1 3 9 0", "player 1 0 0 3 0 0", {MOVES, MOVES + 1}),  # a bomb takes one more box to the grave
        ("player 2 0 1 3 0 0", "player 1 0 0 3 1 0", {MOVES, MOVES + 1}),  # and here decides
    ],
)
def test_of_several_ways_to_win_the_one_with_the_greatest_margin_is_chosen(
    mine: str, theirs: str, actions: set[int]
) -> None:
    words = pack(position(mine, theirs, rest="bomb 0 0 0 2 6\n"))
    assert suicide(words, 0, trap_space(), NO_END) in actions


def test_rounds_to_live_end_with_the_explosion_that_cannot_be_left() -> None:
    words = pack(position("player 1 0 1 3 0 0", "player 8 8 0 3 0 0", rest="bomb 1 0 0 3 6\n"))
    ahead = timeline()
    last = foresee(words, 0, ahead, NO_END)
    assert rounds_to_live(ahead, last, player_cell(words, 0)) == 3
    assert rounds_to_live(ahead, last, int(CELL_OF[8, 8])) == last + 1
