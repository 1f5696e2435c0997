"""What is pressed while an arena is learned: blind, but never far from the corner and never too often."""

import pytest

from bot.calibrating.walking import LEAST_MS, held_for, script
from engine.dice import dice
from engine.hypersonic import DIED, FUSE, PRESETS, STARTS, X, Y, advance, start
from vision.profile_sections import ArenaKeysSection, InputSection

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


@pytest.mark.parametrize(("most_ms", "held_ms"), [(20.7, 20), (2, LEAST_MS), (-15, LEAST_MS), (50, 50), (200, 50)])
def test_keys_are_held_for_no_longer_than_a_round_allows(most_ms: float, held_ms: float) -> None:
    timing = held_for(InputSection(), most_ms)
    assert timing.hold_ms == held_ms
    assert timing.gap_ms == InputSection().gap_ms


def test_what_the_person_asked_for_stays() -> None:
    assert held_for(InputSection(hold_ms=45), 20).hold_ms == 45
