"""Steps under a note: taken only where all else is worth much less."""

import pytest

from bot.ticking.in_sight import MOST_LOST, kept_in_sight
from engine.dice import dice
from engine.hypersonic import PRESETS, ROWS, start
from policy.decision import Decision, Ranked

STAY, LEFT, RIGHT, UP, DOWN = range(5)
BOMB_RIGHT = 5 + RIGHT
RULES = PRESETS["two"]
NOTE = [(row + layer * ROWS, 1) for row in range(3) for layer in range(3)]


def decided(*ranked: tuple[int, float]) -> Decision:
    choices = tuple(Ranked(*each) for each in ranked)
    return Decision(choices[0].move, choices[0].value, choices, (choices[0].move, DOWN), 1.0, 7)


@pytest.mark.parametrize(
    ("ranked", "move"),
    [
        ([(RIGHT, 9.0), (BOMB_RIGHT, 8.5), (DOWN, 8.0), (STAY, 7.9)], DOWN),
        ([(BOMB_RIGHT, 9.0), (STAY, 9.0 - MOST_LOST)], STAY),
        ([(RIGHT, 9.0), (STAY, 9.0 - MOST_LOST - 0.01)], RIGHT),
        ([(RIGHT, 9.0)], RIGHT),
        ([(DOWN, 9.0), (RIGHT, 8.0)], DOWN),
    ],
)
def test_the_best_action_in_sight_is_made_unless_it_is_worth_much_less(
    ranked: list[tuple[int, float]], move: int
) -> None:
    state, decision = start(RULES, dice(1)), decided(*ranked)
    kept = kept_in_sight(decision, state, NOTE)
    assert kept.move == move
    assert kept.value == dict(ranked)[move]
    assert kept.line == ((move,) if move != decision.move else decision.line)
    assert (kept.work, kept.alternatives) == (decision.work, decision.alternatives)
    assert kept_in_sight(decision, state, []) is decision


def test_the_other_players_note_does_not_matter() -> None:
    other = start(RULES, dice(1))._replace(seat=1)
    decision = decided((LEFT, 9.0), (STAY, 8.9))
    assert kept_in_sight(decision, other, NOTE) is decision
    assert kept_in_sight(decision, other, [(10, 11)]).move == STAY


def test_who_stands_in_a_cell_that_was_hard_to_read_is_in_sight() -> None:
    state = start(RULES, dice(1))
    decision = decided((STAY, 9.0), (DOWN, 8.9))
    assert kept_in_sight(decision, state, [(2 * ROWS, 0)]) is decision
