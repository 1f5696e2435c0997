"""What is pressed while an arena is learned: blind, but never far from the corner and never too often."""

import pytest

from bot.calibrating.walking import LEAST_MS, PRESSES_SHARE, script, timing_for_rounds
from engine.dice import dice
from engine.hypersonic import DIED, FUSE, PRESETS, STARTS, X, Y, advance, start
from vision.profile import ArenaKeysSection, InputSection

ACTION = {(): 0, ("left",): 1, ("right",): 2, ("up",): 3, ("down",): 4, ("bomb",): 5}


def test_every_press_is_a_key_of_the_profile() -> None:
    keys = ArenaKeysSection()
    assert all(getattr(keys, what) for bomb in (False, True) for turn in script(bomb) for what in turn)


@pytest.mark.parametrize("seat", range(4))
def test_without_a_bomb_our_player_stays_near_its_corner(seat: int) -> None:
    rules = PRESETS["four"]
    state = start(rules, dice(2))
    for _ in range(4):
        for turn in script(bomb=False):
            actions = [0] * 4
            actions[seat] = ACTION[turn]
            state = advance(rules, state, actions).state
            x, y = STARTS[seat]
            body = state.players[seat]
            assert abs(int(body[X]) - x) + abs(int(body[Y]) - y) <= 1
            assert body[DIED] == 0


def test_with_a_bomb_it_stays_on_it_to_the_end() -> None:
    rules = PRESETS["two"]
    state = start(rules, dice(2))
    turns = script(bomb=True)
    placed = turns.index(("bomb",))
    for turn in turns:
        state = advance(rules, state, [ACTION[turn], 0]).state
    assert state.players[0, DIED] == placed + 1 + FUSE


@pytest.mark.parametrize("round_ms", [100, 250, 500])
def test_two_presses_fit_into_a_share_of_a_short_round(round_ms: float) -> None:
    timing = timing_for_rounds(InputSection(), round_ms)
    assert 0.7 * PRESSES_SHARE * round_ms < 2 * timing.hold_ms + timing.gap_ms <= PRESSES_SHARE * round_ms
    assert timing.hold_ms >= timing.gap_ms >= LEAST_MS
    assert timing.drag_ms == InputSection().drag_ms


def test_a_long_round_leaves_the_timing_as_it_is() -> None:
    assert timing_for_rounds(InputSection(), 1000) == InputSection()


def test_what_the_person_asked_for_stays() -> None:
    timing = timing_for_rounds(InputSection(hold_ms=20), 300)
    assert (timing.hold_ms, timing.gap_ms) == (20, 20)
    both = InputSection(hold_ms=60, gap_ms=60)
    assert timing_for_rounds(both, 100) == both
    assert timing_for_rounds(InputSection(hold_ms=60), 100).gap_ms == LEAST_MS
