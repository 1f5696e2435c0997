"""The laws that every game keeps. A new game joins by one line in GAMES."""

import re
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import engine.bilging
import engine.columns
import engine.hypersonic
import engine.square_stacker
import engine.swap3
from engine.dice import Dice, dice
from engine.game import GameRules

GAMES: dict[str, tuple[GameRules[Any, Any], Callable[[Any], Any]]] = {
    "bilging": (engine.bilging, lambda state: state.board.copy()),
    "square_stacker": (engine.square_stacker, engine.square_stacker.places),
    "columns": (engine.columns, lambda state: state.board[engine.columns.LENGTH :].copy()),
    "hypersonic": (engine.hypersonic, engine.hypersonic.places),
    "swap3": (engine.swap3, lambda state: state.board.copy()),
}
"""Each game's module, typed by the protocol, and what the screen shows of a state: codes, a new array."""

SLOTS = {engine.swap3: (-1, 0)}
"""A slot that is known after nearly every move, where that is not the top left one: pieces come in from above."""

MODULES = [pytest.param(rules, id=name) for name, (rules, _) in GAMES.items()]
SHOWN: dict[Any, Callable[[Any], Any]] = dict(GAMES.values())

CASES = [
    pytest.param(game, rules, id=f"{name}-{preset}")
    for name, (game, _) in GAMES.items()
    for preset, rules in game.PRESETS.items()
]


def playthrough(game: ModuleType, rules: Any, seed: int, moves: int) -> list[tuple[Any, int, Any]]:
    """(state, move, step) of a game of random moves."""
    rolls, choices = dice(seed), np.random.default_rng(seed)
    state = game.start(rules, rolls)
    steps = []
    for _ in range(moves):
        if game.is_over(rules, state):
            break
        move = int(choices.choice(game.legal_moves(rules, state)))
        step = game.apply(rules, state, move, rolls)
        steps.append((state, move, step))
        state = step.state
    return steps


def same(one: Any, other: Any) -> bool:
    """Equality of states: named tuples of arrays and numbers."""
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_presets_are_named_and_frozen(game: ModuleType, rules: Any) -> None:
    assert game.PRESETS[rules.name] is rules
    assert rules.version >= 1
    assert hash(rules) == hash(rules)
    with pytest.raises(AttributeError):
        rules.name = "other"


@pytest.mark.parametrize("game", MODULES)
def test_kind_names_are_distinct(game: ModuleType) -> None:
    assert len(set(game.KIND_NAMES)) == len(game.KIND_NAMES)


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_same_seed_same_game(game: ModuleType, rules: Any) -> None:
    once, again = (playthrough(game, rules, seed=3, moves=30) for _ in range(2))
    assert len(once) == len(again)
    for (state, move, step), (state2, move2, step2) in zip(once, again, strict=True):
        assert move == move2
        assert same(state, state2)
        assert same(step.state, step2.state)
        assert step.reward == step2.reward


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_other_seed_other_game(game: ModuleType, rules: Any) -> None:
    once, other = (playthrough(game, rules, seed, moves=30) for seed in (3, 4))
    assert not all(same(a[2].state, b[2].state) for a, b in zip(once, other, strict=False))


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_reached_states_are_possible(game: ModuleType, rules: Any) -> None:
    rolls: Dice = dice(1)
    assert game.validate(rules, game.start(rules, rolls)) == 0
    for _, _, step in playthrough(game, rules, seed=5, moves=60):
        assert game.validate(rules, step.state) == 0


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_legal_moves_are_ascending_int16(game: ModuleType, rules: Any) -> None:
    for state, _, _ in playthrough(game, rules, seed=6, moves=20):
        moves = game.legal_moves(rules, state)
        assert moves.dtype == np.int16
        assert moves.size
        assert (np.diff(moves) > 0).all()


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_illegal_moves_are_refused(game: ModuleType, rules: Any) -> None:
    state = game.start(rules, dice(2))
    for move in (-1, 32_767):
        with pytest.raises(ValueError, match="move") as caught:
            game.apply(rules, state, move, dice(2))
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_apply_changes_nothing_it_was_given(game: ModuleType, rules: Any) -> None:
    for state, move, step in playthrough(game, rules, seed=7, moves=30):
        before = game.to_text(state)
        game.apply(rules, state, move, dice(0))
        assert game.to_text(state) == before
        assert step.state is not state


@pytest.mark.parametrize("number", ["-2", str(2**31), "9" * 20, "9" * 400])
@pytest.mark.parametrize("game", MODULES)
def test_a_number_that_no_game_comes_to_is_refused_in_one_line(game: ModuleType, number: str) -> None:
    rules = next(iter(game.PRESETS.values()))
    head, *rows = game.to_text(game.start(rules, dice(3))).splitlines()
    for name, told in re.findall(r"(\w+) (-?\d+(?:\.\d+)?)", head):
        text = "\n".join((head.replace(f"{name} {told}", f"{name} {number}"), *rows))
        with pytest.raises(ValueError, match=f"{name}.* must be ") as caught:
            game.from_text(text)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_text_round_trip(game: ModuleType, rules: Any) -> None:
    for _, _, step in playthrough(game, rules, seed=8, moves=30):
        text = game.to_text(step.state)
        again = game.from_text(text)
        assert same(again, step.state)
        assert game.to_text(again) == text


@pytest.mark.parametrize("game", MODULES)
@pytest.mark.parametrize("text", ["", "nonsense", "\x00\x01", "1 2 3\n4 5\n"])
def test_bad_text_is_refused_in_one_line(game: ModuleType, text: str) -> None:
    with pytest.raises(ValueError, match=r".+") as caught:
        game.from_text(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_what_happened_does_not_contradict_the_rules(game: ModuleType, rules: Any) -> None:
    for state, move, step in playthrough(game, rules, seed=9, moves=40):
        assert not game.contradictions(rules, state, move, SHOWN[game](step.state)).any()


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_a_flipped_cell_contradicts(game: ModuleType, rules: Any) -> None:
    """A slot of the board that is known after nearly every move, seen as another kind."""
    noticed, slot = 0, SLOTS.get(game, (0, 0))
    steps = playthrough(game, rules, seed=10, moves=40)
    for state, move, step in steps:
        seen = SHOWN[game](step.state)
        seen[slot] = (seen[slot] + 1) % 5
        noticed += bool(game.contradictions(rules, state, move, seen)[slot])
    assert noticed >= 0.8 * len(steps)


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_an_unknown_cell_contradicts_nothing(game: ModuleType, rules: Any) -> None:
    for state, move, step in playthrough(game, rules, seed=11, moves=10):
        seen = np.full_like(SHOWN[game](step.state), -1)
        assert not game.contradictions(rules, state, move, seen).any()


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_the_reward_is_what_the_score_gains(game: ModuleType, rules: Any) -> None:
    for state, _, step in playthrough(game, rules, seed=12, moves=40):
        assert step.state.score - state.score == pytest.approx(step.reward)
        assert step.state.moves == state.moves + 1


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_a_game_that_is_over_has_no_moves(game: ModuleType, rules: Any) -> None:
    """Ended by its rules or by the limit: then, and only then, no move is legal."""
    short = replace(rules, move_limit=25)
    steps = playthrough(game, short, seed=13, moves=100)
    last = steps[-1][2].state
    assert not any(game.is_over(short, state) for state, _, _ in steps)
    assert game.is_over(short, last)
    assert game.legal_moves(short, last).size == 0
    assert game.is_over(rules, last) == (game.legal_moves(rules, last).size == 0)
    with pytest.raises(ValueError, match="move") as caught:
        game.apply(short, last, steps[-1][1], dice(0))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", MODULES)
def test_a_screen_that_cannot_be_read_is_neither_over_nor_impossible(game: ModuleType) -> None:
    rules = next(iter(game.PRESETS.values()))
    head, *rows = game.to_text(game.start(rules, dice(0))).splitlines()
    state = game.from_text("\n".join((head, *(re.sub(r"[^ |]", "?", row) for row in rows))))
    assert (SHOWN[game](state) == -1).all()
    assert game.legal_moves(rules, state).size == 0
    assert not game.is_over(rules, state)
    assert game.validate(rules, state) == 0
