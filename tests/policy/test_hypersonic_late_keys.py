"""The player for live windows: it leaves a round to spare, for a key may come too late."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hypersonic import PRESETS, advance, from_text
from engine.hypersonic.cells import CELLS
from engine.hypersonic.kernels import no_actions, play_round
from engine.hypersonic.packed import BYTE, PLAYER, Words, is_alive, pack
from policy.hypersonic import make_live_policy, make_policy
from policy.hypersonic.beam_work import BeamWork
from policy.hypersonic.planes import holds
from policy.hypersonic.survivability import idle_cells, is_survivable
from policy.hypersonic.timeline import NO_END, foresee, timeline
from tests.policy.hypersonic_random_games import midgame, without_items

RULES = PRESETS["two"]


def outlives_a_pause(words: Words) -> bool:
    """Tell whether player 0 lives if nobody does anything in the coming round."""
    after = words.copy()
    play_round(after, no_actions())
    return is_alive(after, 0) and is_survivable(after, 0, timeline(), NO_END)


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.integers(5, 60))
def test_cells_to_stand_still_on_are_those_that_playing_a_round_shows(seed: int, rounds: int) -> None:
    words, ahead = pack(without_items(midgame(seed, rounds))), timeline()
    idle = idle_cells(ahead, foresee(words, 0, ahead, NO_END))
    for cell in range(CELLS):
        words[PLAYER] = words[PLAYER] & ~BYTE | cell
        assert holds(*idle, cell) == outlives_a_pause(words)


BETWEEN_BLASTS = """hypersonic seat 0 round 34 quiet 0 boxless -1
....21.1202..
.X.X1X.X1X2X.
...10202011.0
.X.X.X.X.X.X.
r..0.2.2.0..1
.X.X0X1X0X.X.
1..0.2.2.0..r
.X.X.X.X.X.X.
0.11020201...
.X2X1X.X1X.X.
..2021.1b....
player 2 5 0 4 6 0
player 10 5 1 4 7 0
bomb 0 2 0 4 3
bomb 0 2 2 6 4
bomb 1 10 8 6 4
bomb 0 2 4 8 4
bomb 1 10 6 8 4
"""


def test_in_a_live_window_it_steps_aside_a_round_before_it_must() -> None:
    """Both plans are worth the same; the plain one dies if its next key comes too late."""
    state = from_text(BETWEEN_BLASTS)
    spare = {}
    for make in (make_policy, make_live_policy):
        decision = make("strongest", RULES).decide(state, 1e9, 0, BeamWork.alike(40, 6, 4).packed())
        after = advance(RULES, state, [decision.move, 0]).state
        spare[make] = outlives_a_pause(pack(after))
    assert spare == {make_policy: False, make_live_policy: True}
