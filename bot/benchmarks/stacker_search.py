"""The paper's depth-limited random search, compiled and twice in plain Python, on the same positions side by side."""

import time
from dataclasses import dataclass

import numpy as np

from bot.benchmarks.markdown import table
from bot.benchmarks.naive_stacker import Emulator, Rolls, depth_limited_random_search
from engine.dice import Dice, dice, roll
from engine.square_stacker import EMPTY, PRESETS, Rules, State, apply, is_over, naive, start
from policy.square_stacker.positions import MOST_MOVES, POSITION_WORDS, physics, position_of
from policy.square_stacker.searches import DepthLimitedRandomPolicy, rollouts


@dataclass(frozen=True, slots=True)
class SearchSpeed:
    """Milliseconds of processor time a decision, the best of `rounds` rounds, the programs in turn within each.

    Attributes:
        rules: preset.
        depth, games: of the search.
        positions: positions of games the search itself played, decided once a round by each program.
        rounds: rounds.
        simulated: moves simulated a decision, on average.
        kernel_ms: the compiled search alone.
        policy_ms: the planner as it is called, from state to `Decision`.
        lists_ms: `bot.benchmarks.naive_stacker`, a plain Python emulator made of lists.
        twin_ms: the same search on the engine's naive twin, `engine.square_stacker.naive`; the first positions only.
        lists_ratio: lists_ms / kernel_ms.
        ratio: twin_ms / kernel_ms.
    """

    rules: str
    depth: int
    games: int
    positions: int
    rounds: int
    simulated: float
    kernel_ms: float
    policy_ms: float
    lists_ms: float
    twin_ms: float
    lists_ratio: float
    ratio: float

    def text(self) -> str:
        """Return the programs side by side, as Markdown."""
        lines = [
            (name, f"{ms:.4f}", f"{ms / self.kernel_ms:.1f}")
            for name, ms in (
                ("compiled search", self.kernel_ms),
                ("planner, from state to decision", self.policy_ms),
                ("plain Python, an emulator of lists", self.lists_ms),
                ("plain Python, the engine's naive twin", self.twin_ms),
            )
        ]
        header = (f"DLRGS, D={self.depth}, GPM={self.games}", "ms a decision", "times as long as compiled")
        said = f"{self.positions} positions, {self.simulated:.0f} moves simulated a decision, side by side."
        return f"{said}\n\n{table(header, lines)}"


def measure(depth: int = 3, games: int = 15, positions: int = 200, rounds: int = 3) -> SearchSpeed:
    """Measure the three on the positions of whole games.

    Raises:
        ValueError: the programs do not choose the same moves (then their speeds mean nothing).
    """
    rules = PRESETS["wpi"]
    policy = DepthLimitedRandomPolicy(rules, depth=depth, games=games)
    states = _positions(policy, positions)
    rule, moves, values = physics(rules), np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES)
    space = np.zeros((2, POSITION_WORDS), np.int64)
    packed = [position_of(state) for state in states]
    emulators = [Emulator.from_state(state) for state in states]
    rolls = [dice(seed) for seed in range(positions)]
    few = max(positions // 20, 1)
    best = [float("inf")] * 4
    simulated = 0
    for _ in range(rounds):
        for seed, word in enumerate(rolls):
            word[0] = seed
        clock = [time.thread_time()]
        simulated = 0
        for words, word in zip(packed, rolls, strict=True):
            simulated += rollouts(words, rule, word, games, depth, moves, values, space)[1]
        clock.append(time.thread_time())
        chosen = [policy.decide(state, 1.0, seed).move for seed, state in enumerate(states)]
        clock.append(time.thread_time())
        lists = [depth_limited_random_search(game, Rolls(seed), depth, games)[0] for seed, game in enumerate(emulators)]
        clock.append(time.thread_time())
        twin = [twin_search(rules, state, dice(seed), depth, games) for seed, state in enumerate(states[:few])]
        clock.append(time.thread_time())
        if chosen != [9 * piece + 3 * row + col for piece, row, col in lists] or chosen[:few] != twin:
            raise ValueError(f"the programs disagree on some of {positions} moves")
        counts = (positions, positions, positions, few)
        spent = [(end - began) / count for began, end, count in zip(clock, clock[1:], counts, strict=False)]
        best = [min(pair) for pair in zip(best, spent, strict=True)]
    kernel_ms, policy_ms, lists_ms, twin_ms = (spent * 1e3 for spent in best)
    return SearchSpeed(
        rules.name,
        depth,
        games,
        positions,
        rounds,
        simulated / positions,
        kernel_ms,
        policy_ms,
        lists_ms,
        twin_ms,
        lists_ms / kernel_ms,
        twin_ms / kernel_ms,
    )


def twin_search(rules: Rules, state: State, rolls: Dice, depth: int, games: int) -> int:
    """Return the move that the search on the engine's naive twin chooses."""
    moves = naive.legal(state)
    totals = []
    for move in moves:
        after = _twin_play(rules, state, move, rolls)
        total = 0
        for _ in range(games):
            test = after
            for _ in range(depth):
                choices = naive.legal(test)
                if not choices:
                    break
                test = _twin_play(rules, test, choices[roll(rolls, len(choices))], rolls)
            total += test.score
        totals.append(total)
    return moves[totals.index(max(totals))]


def _twin_play(rules: Rules, state: State, move: int, rolls: Dice) -> State:
    after, _ = naive.play(rules, state, move)
    return after if (after.hand != EMPTY).any() else naive.dealt(rules, after, rolls)


def _positions(policy: DepthLimitedRandomPolicy, count: int) -> list[State]:
    """Return the states of games that `policy` plays, one after the other, the first `count`."""
    rules = PRESETS["wpi"]
    states: list[State] = []
    seed = 0
    while len(states) < count:
        rolls = dice(seed)
        state = start(rules, rolls)
        while not is_over(rules, state) and len(states) < count:
            states.append(state)
            state = apply(rules, state, policy.decide(state, 1.0, len(states)).move, rolls).state
        seed += 1
    return states
