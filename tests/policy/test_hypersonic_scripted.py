"""The game as one player's search sees it, held against the game."""

import numpy as np
import pytest

from engine.dice import dice, roll
from engine.hypersonic import BOX, BOXES, PRESETS, State, X, Y, advance, legal_actions
from engine.hypersonic.actions import ACTIONS, MOVES
from engine.hypersonic.kernels import no_actions
from engine.hypersonic.packed import BOXES_AT, is_alive, pack, player_bombs, unpack
from policy.hypersonic.mcts import legal_moves, random_move
from policy.hypersonic.predicting import pieces_of, work_of
from policy.hypersonic.scripted import Scene, box_distance, box_distances, no_script, play
from policy.hypersonic.stage import LONGEST
from policy.hypersonic.timeline import timeline
from policy.search.game import NO_MOVE
from tests.policy.hypersonic_random_games import after_random_rounds

BOMBS_UNTIL = 9
"""Rounds from the root in which the tree search places bombs."""


def scene_of(state: State, player: int) -> Scene:
    words = pack(state)
    script = no_script()
    rolls = dice(player)
    for index in np.ndindex(script.shape):
        script[index] = roll(rolls, ACTIONS)
    rewards = np.arange(1.0, LONGEST + 1)
    boxes = words[BOXES_AT : BOXES_AT + 2].copy()
    weights = np.array([1.0, BOMBS_UNTIL, 0.5])
    return Scene(player, state.round, script, rewards, box_distances(words), boxes, weights, no_actions(), timeline())


def naive_distance(state: State, player: int) -> int:
    x, y = (int(number) for number in state.players[player, [X, Y]])
    boxes = np.argwhere((state.cells >= BOX) & (state.cells <= BOX + 2))
    return int(sum(abs(box_x - x) + abs(box_y - y) for box_y, box_x in boxes.tolist()))


@pytest.mark.parametrize(("preset", "seed"), [("two", 1), ("two", 2), ("three", 3), ("four", 4)])
def test_the_others_follow_their_script(preset: str, seed: int) -> None:
    rules = PRESETS[preset]
    state = after_random_rounds(preset, 30, seed)
    rolls = dice(seed)
    for player in range(rules.players):
        scene, words, now = scene_of(state, player), pack(state), state
        moves = np.zeros(ACTIONS, np.int64)
        for ahead in range(12):
            legal = [each for each in legal_actions(now, player).tolist() if each < MOVES or ahead < BOMBS_UNTIL]
            assert moves[: legal_moves(words, scene, moves)].tolist() == legal
            move = random_move(words, scene, rolls)
            if not legal:
                assert move == NO_MOVE
                break
            assert move in legal
            actions = scene.script[ahead, : rules.players].tolist()
            actions[player] = move
            bombs = player_bombs(words, player)
            after = advance(rules, now, actions).state
            reward = play(words, move, scene, rolls)
            assert (unpack(words, state.seat).players == after.players).all()
            assert (unpack(words, state.seat).cells == after.cells).all()
            broken = int(after.players[player, BOXES] - now.players[player, BOXES])
            gained = max(min(player_bombs(words, player), 4) - bombs, 0)
            assert reward == (broken + gained) * (ahead + 1)
            now = after
            if is_alive(words, player):
                assert box_distance(words, scene) == naive_distance(now, player)


def test_work_is_one_number_and_back() -> None:
    for player in range(4):
        for pieces in ([0, 0, 0, 0], [1, 2, 3, 4], [16_383] * 4):
            work = work_of(pieces, player)
            assert pieces_of(work, player) == pieces
            assert work < 1 << 63
