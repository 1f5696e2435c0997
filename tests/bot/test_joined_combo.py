"""The score of a run that joins a game of Square Stacker under way: whether a combo was running nobody has seen."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bot.games import GAMES
from bot.playing.trackers import board_tracker
from bot.turns.loop import TurnLoop
from engine.dice import dice
from engine.square_stacker import PRESETS, State, apply, is_over, legal_moves, places, start
from tests.bot.desktop_stand_ins import NotingHand, OpenWindow, Screen
from tests.bot.handed_parts import PLACE, SETTINGS, envelope_of, look_at, parts_of
from tests.bot.test_reach import RINGS
from vision.profile import Profile

WPI = PRESETS["wpi"]
PROFILE: Profile = RINGS


class Joined:
    """A run that plays on from a state, of which the eyes see no combo, by the most points of the next move."""

    def __init__(self, state: State, rules: Any = WPI) -> None:
        game = GAMES["square_stacker"]()
        self.state, self.rules, self.dice = state, rules, dice(8)
        hand, window = NotingHand(), OpenWindow(PLACE)
        parts = parts_of(
            game=game,
            rules=rules,
            policy=game.policy("egs:depth=1", rules),
            reader=Screen(PROFILE),
            hand=hand,
            envelope=envelope_of(window, hand, PROFILE.targets),
            settings=replace(SETTINGS, moves=99),
        )
        self.loop = TurnLoop(parts, board_tracker(PROFILE))

    def play(self) -> float:
        """Make a move, see what became of it, and return the points that the game gave for it."""
        self.loop._decide_and_act(look_at(places(self.state)))
        pending = self.loop._pending
        assert pending is not None
        step = apply(self.rules, self.state, pending.decision.move, self.dice)
        self.state = step.state
        assert self.loop._judge(pending, look_at(places(self.state)))
        return step.reward


def about_to_score(rules: Any = WPI, *, combo: bool) -> State:
    """A state of a game played by lot in which some move scores, after one that did (`combo`) or did not."""
    choice, rolls = np.random.default_rng(4), dice(3)
    while True:
        state = start(rules, rolls)
        while not is_over(rules, state):
            moves = legal_moves(rules, state)
            after = [apply(rules, state, int(move), dice(1)) for move in moves]
            if bool(state.combo) == combo and any(step.reward and not is_over(rules, step.state) for step in after):
                return state
            state = apply(rules, state, int(choice.choice(moves)), rolls).state


@pytest.mark.parametrize("combo", [True, False])
def test_points_that_hang_on_a_combo_that_nobody_saw_are_told_as_at_least(combo: bool) -> None:
    """A board looks the same in mid-combo; there the score was told as exact, and was too low."""
    joined = Joined(about_to_score(combo=combo))
    given = joined.play()
    tally = joined.loop.tally
    assert 0 < tally.points <= given
    assert (tally.points < given) == combo
    assert tally.points_at_least


def test_a_move_that_scores_nothing_tells_that_no_combo_runs() -> None:
    given, scored = 0.0, 0
    joined = Joined(start(WPI, dice(5)))
    while not is_over(WPI, joined.state):
        points = joined.play()
        given, scored = given + points, scored + bool(points)
    assert scored > 3
    assert joined.loop.tally.points == given
    assert not joined.loop.tally.points_at_least


def test_without_combos_in_the_rules_no_point_is_unseen() -> None:
    plain = PRESETS["wpi:combo=no"]
    joined = Joined(about_to_score(plain, combo=False), plain)
    assert joined.play() == joined.loop.tally.points > 0
    assert not joined.loop.tally.points_at_least


def test_a_game_that_could_have_been_joined_late_is_played_to_its_move_limit() -> None:
    short = PRESETS["wpi:move_limit=3"]
    joined = Joined(start(short, dice(5)), short)
    while not is_over(short, joined.state):
        joined.play()
    assert joined.loop.tally.confirmed == 3
