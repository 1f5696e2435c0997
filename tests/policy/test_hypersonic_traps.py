"""First moves after which an opponent can trap the player."""

import numpy as np
import pytest

from engine.dice import dice
from engine.hypersonic import DIED, PRESETS, from_text, legal_actions, start
from engine.hypersonic.packed import pack
from policy.hypersonic.first_moves import mark_trapped
from policy.hypersonic.survivability import is_survivable
from policy.hypersonic.timeline import NO_END, timeline
from policy.hypersonic.traps import can_kill, is_trapped, trap_space
from tests.policy.hypersonic_random_games import after_random_rounds, played, trapped_by_trying, without_items

EMPTY = ".............\n" + ".X.X.X.X.X.X.\n.............\n" * 5
"""The arena without boxes."""


@pytest.mark.parametrize(("preset", "seed"), [("two", 11), ("two", 12), ("two", 13), ("three", 14), ("four", 15)])
def test_traps_are_those_that_trying_everything_finds(preset: str, seed: int) -> None:
    state = without_items(after_random_rounds(preset, 20 + seed, seed))
    state.players[1, :2] = state.players[0, :2]  # near enough to be dangerous
    words, space, trapped = pack(state), trap_space(), np.zeros(10, np.bool_)
    before = words.copy()
    mark_trapped(words, 0, space, trapped)
    assert (words == before).all()
    legal = legal_actions(state, 0).tolist()
    enemies = [enemy for enemy in range(1, len(state.players)) if state.players[enemy, DIED] == 0]
    expected = [any(trapped_by_trying(state, action, enemy=enemy) for enemy in enemies) for action in legal]
    if all(expected):
        expected = [not is_survivable(pack(played(state, {0: action})), 0, timeline(), NO_END) for action in legal]
    assert trapped[legal].tolist() == (expected if not all(expected) else [False] * len(legal))
    assert trapped.sum() == trapped[legal].sum()


def test_a_shaft_with_an_enemy_at_its_mouth_is_a_trap() -> None:
    """Cells 0 to 3 of the top row have no way out but past the enemy on cell 4, whose bomb reaches all of them."""
    rows = EMPTY.splitlines()
    rows[1] = "0X0X.X.X.X.X."
    text = "hypersonic seat 0 round 9 quiet 0 boxless -1\n" + "\n".join(rows)
    state = from_text(text + "\nplayer 3 0 0 3 0 0\nplayer 4 0 1 8 0 0\n")
    trapped = np.zeros(10, np.bool_)
    mark_trapped(pack(state), 0, trap_space(), trapped)
    assert trapped.nonzero()[0].tolist() == [0, 1]  # to stay and to go left, not to run past


def test_an_item_that_keeps_a_blast_off_is_a_trap_where_an_enemy_can_take_it() -> None:
    """Player 0's corridor ends below the item; the bomb behind it reaches everywhere once the enemy has taken it."""
    rows = EMPTY.splitlines()
    rows[0], rows[1] = "....r........", "0X0X.X.X.X.X."
    text = "hypersonic seat 0 round 9 quiet 0 boxless -1\n" + "\n".join(rows) + "\nplayer 0 0 0 3 0 0\n"
    near = from_text(text + "player 4 2 0 3 0 0\nbomb 1 6 0 4 8\n")
    assert trapped_by_trying(near, 0)
    assert is_trapped(pack(near), 0, 0, 1, trap_space(), NO_END)
    assert can_kill(pack(near), 0, 1, trap_space())
    far = pack(from_text(text + "player 4 3 0 3 0 0\nbomb 1 6 0 4 8\n"))
    assert not is_trapped(far, 0, 0, 1, trap_space(), NO_END)
    assert not can_kill(far, 0, 1, trap_space())


def test_an_enemy_that_dies_in_this_round_traps_nobody() -> None:
    """Player 0 is lost between boxes and a bomb, but not by what player 1 does."""
    rows = EMPTY.splitlines()
    rows[1] = "0X0X.X.X.X.X."
    text = "hypersonic seat 0 round 9 quiet 0 boxless -1\n" + "\n".join(rows)
    text += "\nplayer 1 0 0 3 0 0\nplayer 8 8 0 3 0 0\nbomb 1 4 0 3 6\n"
    for more, trapped in (("", True), ("bomb 1 8 8 1 1\n", False)):
        state = from_text(text + more)
        assert trapped_by_trying(state, 0) == trapped
        assert is_trapped(pack(state), 0, 0, 1, trap_space(), NO_END) == trapped


def test_where_every_move_is_a_trap_none_is_left_out_that_can_be_survived() -> None:
    rows = EMPTY.splitlines()
    rows[0], rows[1] = "...0.........", "0X0X.X.X.X.X."
    text = "hypersonic seat 0 round 9 quiet 0 boxless -1\n" + "\n".join(rows)
    players = "\nplayer 1 0 1 3 0 0\nplayer 2 0 1 3 0 0\n"
    trapped = np.zeros(10, np.bool_)
    mark_trapped(pack(from_text(text + players)), 0, trap_space(), trapped)
    assert trapped.nonzero()[0].tolist() == [5, 6, 7]  # a bomb of its own would be its death whatever the enemy does


def test_far_apart_nobody_is_trapped() -> None:
    state = start(PRESETS["four"], dice(1))
    trapped = np.ones(10, np.bool_)
    mark_trapped(pack(state), 0, trap_space(), trapped)
    assert not trapped[:5].any()
