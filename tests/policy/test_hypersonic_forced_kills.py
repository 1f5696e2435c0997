"""Held: a forced kill is what trying everything on both sides finds, and `strongest` makes it."""

import numpy as np
import pytest

from engine.dice import dice, roll
from engine.hypersonic import DIED, PRESETS, State, advance, from_text, legal_actions, start
from engine.hypersonic.board import BOXES, X, Y
from engine.hypersonic.packed import pack
from policy.hypersonic.forced_kills import MOST_ROUNDS, NEAR, forced_kills, hunt_space
from policy.hypersonic.players import POLICIES
from policy.hypersonic.suicide import wins_dying
from policy.hypersonic.survivability import is_survivable
from policy.hypersonic.timeline import NO_END, timeline
from policy.spec import build
from tests.policy.hypersonic_random_games import close_fight

RULES = PRESETS["two"]
PLENTY = 10**9


def distance(state: State) -> int:
    return int(np.abs(state.players[0, [X, Y]] - state.players[1, [X, Y]]).sum())


def caught(after: State) -> bool:
    """Whether player 1 is lost after a round and player 0 is not, or wins all the same."""
    words, ahead = pack(after), timeline()
    dead = after.players[:2, DIED] != 0
    if dead[1]:
        return not dead[0] or bool(after.players[0, BOXES] > after.players[1, BOXES])
    if dead[0] or is_survivable(words, 1, ahead, NO_END):
        return False
    return is_survivable(words, 0, ahead, NO_END) or wins_dying(words, 0, 1, ahead, NO_END)


def forces_by_trying(state: State, action: int, rounds: int) -> bool:
    for answer in legal_actions(state, 1).tolist():
        after = advance(RULES, state, [action, answer]).state
        if caught(after):
            continue
        if rounds == 1 or after.players[:2, DIED].any() or distance(after) > NEAR:
            return False
        if not any(forces_by_trying(after, follow, rounds - 1) for follow in legal_actions(after, 0).tolist()):
            return False
    return True


@pytest.mark.parametrize("rounds", [1, 2])
def test_forced_kills_are_what_trying_everything_finds(rounds: int) -> None:
    space, killed, spared = hunt_space(), 0, 0
    for seed in range(120 if rounds == 1 else 40):
        state = close_fight(seed)
        words = pack(state)
        before = words.copy()
        found = forced_kills(words, 0, rounds, PLENTY, space, NO_END)
        assert (words == before).all()
        expected = 0
        for ahead in range(1, rounds + 1):
            if expected == 0 and distance(state) <= NEAR:
                for action in legal_actions(state, 0).tolist():
                    expected |= forces_by_trying(state, action, ahead) << action
        assert found == expected, seed
        killed += found != 0
        spared += found == 0
    assert killed > 3
    assert spared > 3


FIGHT = """hypersonic seat 1 round 107 quiet 0 boxless -1
..........b..
.X.X.X.X.X.X.
............b
.X.X.X.X.X.Xr
.............
.X.X.X.X.X.X.
............r
.X.X.X.X.X.Xr
2..........r.
.X.X.X.X.X.X.
..b..........
player 0 7 7 12 31 0
player 2 8 7 8 32 0
bomb 0 0 2 4 9
bomb 1 1 8 4 7
"""
"""From a game of `strongest` against itself, in which player 1 did not see what it had."""


def test_a_kill_in_three_rounds_is_found_in_three() -> None:
    words, space = pack(from_text(FIGHT)), hunt_space()
    assert forced_kills(words, 1, 2, PLENTY, space, NO_END) == 0
    found = forced_kills(words, 1, 3, PLENTY, space, NO_END)
    assert found
    assert forced_kills(words, 1, MOST_ROUNDS, PLENTY, space, NO_END) == found
    assert forced_kills(words, 0, 3, PLENTY, space, NO_END) == 0


def test_a_hunt_that_may_play_too_few_rounds_finds_nothing() -> None:
    words, space = pack(from_text(FIGHT)), hunt_space()
    assert forced_kills(words, 1, 3, 20, space, NO_END) == 0
    assert space.left[0] == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_strongest_player_makes_the_kill_it_can_force(seed: int) -> None:
    hunter = build(POLICIES, "strongest", RULES)
    state, rolls = from_text(FIGHT), dice(seed)
    for _ in range(12):
        if state.players[:, DIED].any():
            break
        legal = legal_actions(state, 0)
        mine = hunter.decide(state, 5.0, 0).move
        state = advance(RULES, state, [int(legal[roll(rolls, len(legal))]), mine]).state
    assert state.players[0, DIED] != 0
    assert state.players[1, DIED] == 0 or state.players[1, BOXES] > state.players[0, BOXES]


@pytest.mark.parametrize(
    ("mine", "theirs", "third", "kills"),
    [
        (4, 3, "", True),
        (3, 3, "", False),
        (2, 4, "", False),
        (4, 3, "player 8 8 0 3 0 0\n", False),
        (4, 3, "player 8 8 0 3 9 40\n", True),  # the third died before
    ],
)
def test_dying_together_is_a_kill_only_where_the_boxes_win(mine: int, theirs: int, third: str, kills: bool) -> None:
    # both in a dead end of three cells whose mouth a bomb covers that nobody can outrun
    rows = ["...0.........", "0X0X.X.X.X.X.", "0............"] + [".X.X.X.X.X.X.", "............."] * 4
    state = from_text(
        "hypersonic seat 0 round 52 quiet 0 boxless -1\n"
        + "\n".join(rows)
        + f"\nplayer 1 0 1 3 {mine} 0\nplayer 2 0 0 3 {theirs} 0\n{third}bomb 1 0 0 2 3\n"
    )
    assert bool(forced_kills(pack(state), 0, 1, PLENTY, hunt_space(), NO_END)) == kills


def test_far_from_each_other_nobody_is_hunted() -> None:
    space = hunt_space()
    assert forced_kills(pack(start(RULES, dice(3))), 0, 4, PLENTY, space, NO_END) == 0
    assert space.left[0] == PLENTY


DEAD_END = "hypersonic seat 0 round 10 quiet 0 boxless 9\n" + "\n".join(
    ["...00........", ".X0X.X.X.X.X.", "............."] + [".X.X.X.X.X.X.", "............."] * 4
)
"""Top left: a dead end of three cells, open at (0, 0), where player 0 stands; player 1 is in it."""


def test_an_enemy_that_is_lost_anyway_hides_no_kill_of_another() -> None:
    bodies = "\nplayer 0 0 1 5 0 0\nplayer 2 0 1 3 0 0\n"
    found = [
        forced_kills(pack(from_text(DEAD_END + bodies + third)), 0, 2, PLENTY, hunt_space(), NO_END)
        for third in ("player 12 10 0 3 0 0\n", "player 4 2 0 3 0 0\nbomb 2 4 2 1 1\n")
    ]
    assert found[0] == found[1] != 0
    assert not found[0] & 1, "to stand still forces nothing"
