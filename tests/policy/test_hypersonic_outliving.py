"""Held: who gets away when items are taken on the way, to a search that plays every step."""

from engine.dice import dice, roll
from engine.hypersonic import State, from_text
from engine.hypersonic.packed import pack
from policy.hypersonic.first_moves import CORNERED, DOOMED, SOUND, first_moves, grade_of
from policy.hypersonic.outliving import outlives, way_space
from policy.hypersonic.suicide import NO_ACTION, suicide
from policy.hypersonic.survivability import is_survivable
from policy.hypersonic.timeline import NO_END, timeline
from policy.hypersonic.traps import trap_space
from tests.policy.hypersonic_random_games import lives_to_the_end, played

SHAFT = """hypersonic seat 0 round 62 quiet 0 boxless -1
.........b1..
.X.X.X.X1X2X.
.........022.
.X.X.X.X0X.X.
...rb1r12101.
.X.X2X.X2X.X.
.r.r21r121.1.
.X.X0X.X.X.X.
.2b0.........
.X2X1X.X.X.X.
..1b.........
player 6 3 3 6 20 0
player 6 8 0 5 13 0
bomb 1 10 6 2 5
bomb 1 10 8 5 5
bomb 0 5 2 6 6
bomb 1 9 8 6 5
bomb 0 6 2 7 6
bomb 1 8 8 7 5
bomb 1 7 8 8 5
"""
"""From a game that was lost: below player 0 and its bomb lie two items one behind the other. It waited behind the
first, which it would have taken on its way out."""


def test_an_item_that_is_taken_on_the_way_is_no_cover() -> None:
    now = from_text(SHAFT)
    assert {action: grade_of(pack(now), 0, action, True, True, trap_space(), NO_END) for action in (0, 4)} == {
        0: DOOMED,
        4: CORNERED,
    }
    waited = pack(played(now, {0: 0}))
    assert is_survivable(waited, 0, timeline(), NO_END)
    assert not outlives(waited, 0, way_space(), NO_END)


def test_an_enemy_that_is_lost_is_no_reason_to_stay_behind_an_item() -> None:
    """The suicide rule took the way out for certain, and stayed: the game was won and lost then."""
    sealed = SHAFT.replace("..1b.........", "..1b.......0.").replace("player 6 8 0 5 13 0", "player 12 10 0 5 13 0")
    rows = sealed.splitlines()
    rows[10] = rows[10][:-1] + "0"
    words = pack(from_text("\n".join([*rows, "bomb 1 12 10 8 1", ""])))
    assert not is_survivable(words, 1, timeline(), NO_END)
    assert suicide(words, 0, trap_space(), NO_END) == NO_ACTION
    assert first_moves(words, 0, True, False, trap_space(), NO_END) == 1 << 4


def test_the_same_without_the_items_is_seen_by_both() -> None:
    bare = SHAFT.replace("...rb1r12101.", "...rb1.12101.").replace(".r.r21r121.1.", ".r.r21.121.1.")
    waited = pack(played(from_text(bare), {0: 0}))
    assert not is_survivable(waited, 0, timeline(), NO_END)
    assert not outlives(waited, 0, way_space(), NO_END)


def test_an_item_that_need_not_be_taken_is_cover() -> None:
    open_row = SHAFT.replace("...rb1r12101.", "...rb.r.2101.")
    words = pack(from_text(open_row))
    assert grade_of(words, 0, 4, True, False, trap_space(), NO_END) >= SOUND


def corridor(seed: int) -> State:
    """Player 0 beside its bomb in the top row, with items and boxes on the way and few ways down, to a row that is
    closed again."""
    rolls = dice(seed)
    way = "".join(".rrrb0"[roll(rolls, 6)] for _ in range(11))
    down = "".join("000.0."[roll(rolls, 6)] + "X" for _ in range(6)) + "0"
    rows = [".." + way, down, "".join(".0"[roll(rolls, 2)] for _ in range(13)), *["0X0X0X0X0X0X0", "0" * 13] * 4]
    fuse, reach = 2 + roll(rolls, 7), 3 + roll(rolls, 8)
    rest = f"player 1 0 0 {reach} 0 0\nplayer 12 10 0 3 0 0\nbomb 0 0 0 {fuse} {reach}\n"
    return from_text("hypersonic seat 0 round 30 quiet 0 boxless -1\n" + "\n".join(rows) + "\n" + rest)


def test_outliving_is_what_playing_every_step_finds() -> None:
    found = {(True, True): 0, (True, False): 0, (False, False): 0}
    for seed in range(60):
        state = corridor(seed)
        seen, lives = is_survivable(pack(state), 0, timeline(), NO_END), lives_to_the_end(state, 0)
        assert outlives(pack(state), 0, way_space(), NO_END) == (seen and lives), seed
        found[seen, seen and lives] += 1
    assert min(found.values()) >= 10, found
