"""Held: what happens after a game's last round kills, traps and breaks nothing, and the players know it."""

from collections.abc import Callable

import pytest

from engine.hypersonic import DIED, PRESETS, State, advance, from_text, has_ended, legal_actions, ranking
from engine.hypersonic.actions import MOVES
from engine.hypersonic.packed import pack
from policy.hypersonic.beam import BeamPlayer
from policy.hypersonic.beam_work import BeamWork
from policy.hypersonic.ending import LEADING, OPEN, TRAILING, outlook
from policy.hypersonic.first_moves import DOOMED, SOUND, TRAPPED, grade_of
from policy.hypersonic.forced_kills import forced_kills, hunt_space
from policy.hypersonic.players import POLICIES
from policy.hypersonic.suicide import NO_ACTION, suicide
from policy.hypersonic.survivability import is_survivable
from policy.hypersonic.timeline import NO_END, foresee, timeline
from policy.hypersonic.traps import is_cornered, is_trapped, kills, trap_space
from policy.spec import build
from tests.policy.hypersonic_random_games import close_fight, lives_to_the_end, trapped_by_trying, without_items

RULES = PRESETS["two"]
SOME_WORK = BeamWork.alike(400, 20, 3).packed()

CLEARED = ("." * 13 + "\n" + ".X.X.X.X.X.X.\n") * 5 + "." * 13 + "\n"
SHUT_IN = f"""hypersonic seat 0 round 120 quiet 0 boxless 15
{CLEARED}player 4 0 1 4 14 0
player 0 0 0 3 14 0
bomb 0 6 0 4 3
bomb 0 1 0 6 3
bomb 0 0 1 6 3
"""
"""Four rounds are left, boxes are equal. The enemy sits in a corner behind two bombs that explode in six rounds; a bomb
placed now where player 0 stands is set off in four, and sets off one of them."""
LAST_BOX = f"""hypersonic seat 0 round 196 quiet 0 boxless -1
...0.........
0X0X.X.X.X.X.
{CLEARED[28:-14]}.....0.......
player 6 10 1 3 4 0
player 1 0 0 3 4 0
bomb 0 8 10 4 3
bomb 1 0 0 6 6
"""
"""Four rounds are left, boxes are equal, the enemy is doomed in six. A bomb placed now is set off in four, and breaks
the box beside it."""


def cornered_by_trying(state: State, action: int, end: int) -> bool:
    for theirs in legal_actions(state, 1).tolist():
        after = advance(RULES, state, [action, theirs]).state
        if after.players[0, DIED]:
            return True
        if after.round < end and all(trapped_by_trying(after, ours, end) for ours in legal_actions(after, 0).tolist()):
            return True
    return False


def kills_by_trying(state: State, action: int, end: int) -> bool:
    after = (advance(RULES, state, [action, theirs]).state for theirs in legal_actions(state, 1).tolist())
    return not any(is_survivable(pack(each), 1, timeline(), end) for each in after)


@pytest.mark.parametrize("rounds", [1, 2, 4, 7])
def test_who_survives_to_the_end_is_what_playing_every_step_finds(rounds: int) -> None:
    late = 0
    for seed in range(80):
        state = without_items(close_fight(seed))
        words, end = pack(state), state.round + rounds
        for player in (0, 1):
            lives = is_survivable(words, player, timeline(), end)
            assert lives == lives_to_the_end(state, player, end), seed
            late += lives and not is_survivable(words, player, timeline(), NO_END)
    assert late > 2


Question = Callable[[State, int, int], bool]
ASKED: dict[str, tuple[Question, Question]] = {
    "trapped": (lambda state, do, end: is_trapped(pack(state), 0, do, 1, trap_space(), end), trapped_by_trying),
    "cornered": (lambda state, do, end: is_cornered(pack(state), 0, do, 1, trap_space(), end), cornered_by_trying),
    "kills": (lambda state, do, end: kills(pack(state), 0, do, 1, trap_space(), end), kills_by_trying),
}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("rounds", [1, 2, 3, 6])
def test_traps_and_kills_before_the_end_are_what_trying_everything_finds(name: str, rounds: int) -> None:
    asked, by_trying = ASKED[name]
    spared = 0
    for seed in range(0, 40, 4 if name == "cornered" else 1):
        state = without_items(close_fight(seed))
        end = state.round + rounds
        for action in legal_actions(state, 0).tolist():
            answer = asked(state, action, end)
            assert answer == by_trying(state, action, end), (seed, action)
            spared += not answer and asked(state, action, state.round + 50)
    assert spared > 0


def test_nothing_is_foreseen_after_the_end() -> None:
    words = pack(from_text(SHUT_IN))
    assert [foresee(words, 0, timeline(), end) for end in (120, 123, 124, 126, 200)] == [0, 3, 4, 6, 6]


@pytest.mark.parametrize(("end", "found"), [(124, False), (125, False), (126, True), (200, True)])
def test_a_death_after_the_end_is_no_kill(end: int, found: bool) -> None:
    state = from_text(SHUT_IN)
    waiting = 0
    assert (suicide(pack(state), 0, trap_space(), end) == waiting) == found
    assert bool(forced_kills(pack(state), 0, 1, 1000, hunt_space(), end) >> waiting & 1) == found


def test_a_bomb_that_kills_by_the_last_round_is_found() -> None:
    words = pack(from_text(SHUT_IN))
    action = suicide(words, 0, trap_space(), 124)
    assert action >= MOVES
    assert forced_kills(words, 0, 4, 4000, hunt_space(), 124) >> action & 1
    assert suicide(words, 0, trap_space(), 123) == NO_ACTION
    assert forced_kills(words, 0, 4, 4000, hunt_space(), 123) == 0


def test_a_first_move_is_sound_that_is_fatal_only_after_the_end() -> None:
    words = pack(from_text(SHUT_IN.replace("seat 0", "seat 1")))
    assert grade_of(words, 1, 0, True, True, trap_space(), 123) == SOUND
    assert grade_of(words, 1, 0, True, True, trap_space(), 124) == TRAPPED  # the enemy's bomb would be set off in four
    assert grade_of(words, 1, 0, True, True, trap_space(), 126) == DOOMED


def test_boxes_that_would_break_after_the_end_decide_nothing() -> None:
    text = LAST_BOX.replace("...0.", ".....", 1).replace("0X0X", ".X.X").replace("bomb 0 8 10", "bomb 0 6 10")
    words = pack(from_text(text))
    assert [outlook(words, 0, timeline(), end) for end in (199, 200, 300)] == [OPEN, LEADING, LEADING]
    assert outlook(words, 1, timeline(), 200) == TRAILING


@pytest.mark.parametrize("spec", ["beam", "strongest"])
@pytest.mark.parametrize("text", [SHUT_IN, LAST_BOX])
def test_the_win_that_is_left_is_taken_and_not_a_death_that_comes_too_late(spec: str, text: str) -> None:
    state, planner = from_text(text), build(POLICIES, spec, RULES)
    while not has_ended(RULES, state):
        state = advance(RULES, state, [planner.decide(state, 0.0, 0, SOME_WORK).move, 0]).state
    assert ranking(state) == (1, 2)


@pytest.mark.parametrize("spec", ["beam", "strongest"])
def test_nothing_is_looked_at_beyond_the_rounds_without_a_box(spec: str) -> None:
    planner = build(POLICIES, spec, RULES)
    assert isinstance(planner, BeamPlayer)
    text = f"hypersonic seat 0 round 100 quiet 0 boxless 16\n{CLEARED}player 4 4 1 3 3 0\nplayer 8 8 1 3 5 0\n"
    decision = planner.decide(from_text(text), 0.0, 0, BeamWork.alike(3000, 5, 3).packed())
    assert planner.last_search.depth == len(decision.line) == 3
