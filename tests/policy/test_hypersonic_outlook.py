"""Held: who is in front counts the bombs that lie."""

from engine.hypersonic import State, from_text
from engine.hypersonic.packed import pack
from policy.hypersonic.ending import LEADING, OPEN, TRAILING, outlook
from policy.hypersonic.timeline import NO_END, timeline

ARENA = """hypersonic seat 0 round 60 quiet 0 boxless -1
..0..........
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.........0...
"""


def position(mine: int, theirs: int, *bombs: str) -> State:
    bodies = f"player 0 2 1 3 {mine} 0\nplayer 12 8 1 3 {theirs} 0\n"
    return from_text(ARENA + bodies + "".join(f"bomb {bomb}\n" for bomb in bombs))


def outlook_of(state: State) -> int:
    return outlook(pack(state), state.seat, timeline(), NO_END)


def test_boxes_that_bombs_will_break_count_as_broken() -> None:
    assert outlook_of(position(5, 5)) == OPEN
    assert outlook_of(position(6, 5, "0 2 2 4 3")) == OPEN
    assert outlook_of(position(5, 5, "0 2 2 4 3", "1 8 10 3 3")) == TRAILING
    assert outlook_of(position(6, 5, "0 2 2 4 3", "1 8 10 3 3")) == LEADING
    assert outlook_of(position(6, 5, "0 2 2 4 3", "1 8 10 3 3")._replace(seat=1)) == TRAILING


def test_a_dead_opponent_is_not_in_front() -> None:
    state = position(2, 9, "0 2 2 4 3", "1 8 10 3 3")
    assert outlook_of(state) == TRAILING
    bodies = state.players.copy()
    bodies[1, 5] = 40
    assert outlook_of(state._replace(players=bodies)) == LEADING
