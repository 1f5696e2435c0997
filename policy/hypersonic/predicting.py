"""A search that first plays each opponent's part: the paper's opponent prediction (section 6).

"At the beginning of every turn, we run the same algorithm as for our agent to simulate each of the opponents. These
opponents plan their actions with the assumption that every other agent does not move. Then, we apply the search for our
agent with the enemies following the approximated action sequences instead of standing still. [...] MCTS and RHEA
simulate each opponent for 10ms."
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, dice
from engine.hypersonic.actions import ACTIONS
from engine.hypersonic.board import State
from engine.hypersonic.game import start
from engine.hypersonic.kernels import no_actions
from engine.hypersonic.packed import BOXES_AT, Words, is_alive, round_of
from engine.hypersonic.rules import MAX_PLAYERS, Rules
from policy.decision import Decision, Ranked
from policy.hypersonic.last_search import NO_SEARCH, LastSearch
from policy.hypersonic.position import position_to_play
from policy.hypersonic.scripted import Scene, box_distances, no_script
from policy.hypersonic.timeline import timeline

OWN_SHARE: Final = 0.9
"""Of the budget, by when the search stops: the rest is for what a clock cannot foresee."""
PREDICTION_SHARE: Final = 0.1
"""Of the budget, for each opponent (paper: 10 ms of 100)."""
RESERVE: Final = 1.2
"""Another piece of work is begun only if so many times one's mean time is left."""
CLOSING_MS: Final = 0.15
"""Set aside for what follows the search."""

OWN_BITS: Final = 20
PREDICTION_BITS: Final = 14
"""Room in `Decision.work` for the pieces of the player's own search, and for those of each opponent, by player."""


def work_of(pieces: Sequence[int], player: int) -> int:
    """Return the pieces of work done for each of four players as one number, the player's own among them."""
    work = int(pieces[player])
    others = [count for other, count in enumerate(pieces) if other != player]
    for place, count in enumerate(others):
        work |= count << OWN_BITS + place * PREDICTION_BITS
    return work


def pieces_of(work: int, player: int) -> list[int]:
    """Return what `work_of` made one number of."""
    shifts = range(OWN_BITS, OWN_BITS + (MAX_PLAYERS - 1) * PREDICTION_BITS, PREDICTION_BITS)
    others = [work >> shift & (1 << PREDICTION_BITS) - 1 for shift in shifts]
    return [*others[:player], work & (1 << OWN_BITS) - 1, *others[player:]]


class Found(NamedTuple):
    """What a search has found.

    Attributes:
        ranked: first moves, best first.
        line: the player's actions, the best first move first; empty where nothing was found.
    """

    ranked: tuple[Ranked, ...]
    line: tuple[int, ...]


class PredictingPolicy(ABC):
    """A search for one player whose opponents follow what the same search finds for them.

    Args:
        rules: the preset.
        op: 1: opponents are predicted; 0: they stand still.
        rewards: float64 (LONGEST,), see `Scene`.
        weights: float64 (n,), see `Scene`.

    Raises:
        ValueError: `op` is neither 0 nor 1.
    """

    last_search: LastSearch

    def __init__(self, rules: Rules, op: int, rewards: NDArray[np.float64], weights: NDArray[np.float64]) -> None:
        if op not in (0, 1):
            raise ValueError(f"op must be 0 or 1, got {op}")
        self.rules = rules
        self.last_search = NO_SEARCH
        self._op, self._rewards, self._weights = op, rewards, weights
        self._nobody, self._script = no_script(), no_script()
        self._actions, self._ahead = no_actions(), timeline()
        self._none = np.zeros(ACTIONS, np.bool_)

    @abstractmethod
    def begin(self, words: Words, scene: Scene, omitted: NDArray[np.bool_], dice: Dice) -> None:
        """Begin a search at `words`; first moves `omitted`, bool (10,), are not to be made if any other can be."""

    @abstractmethod
    def work_on(self, scene: Scene, dice: Dice) -> None:
        """Do one piece of work."""

    @abstractmethod
    def found(self, scene: Scene, dice: Dice) -> Found:
        """Return what the search has found."""

    @abstractmethod
    def figures(self) -> LastSearch:
        """Return the figures of the search."""

    def omitted(self, words: Words, player: int) -> NDArray[np.bool_]:
        """Return which first moves are not to be made, bool (10,); none unless a search says otherwise."""
        del words, player
        return self._none

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose an action for `state.seat`; see `policy.decision.Policy.decide`.

        Raises:
            policy.decision.NoMove: see `position_to_play`.
        """
        started = time.perf_counter()
        words, player = position_to_play(self.rules, state), state.seat
        rolls = dice(seed)
        given = [None] * MAX_PLAYERS if work is None else pieces_of(work, player)
        distances, boxes = box_distances(words), words[BOXES_AT : BOXES_AT + 2].copy()

        def scene(seat: int, script: NDArray[np.int64]) -> Scene:
            return Scene(
                seat,
                round_of(words),
                script,
                self._rewards,
                distances,
                boxes,
                self._weights,
                self._actions,
                self._ahead,
            )

        done = [0] * MAX_PLAYERS
        self._script[:] = 0
        for other in range(len(state.players)):
            if self._op and other != player and is_alive(words, other):
                deadline = time.perf_counter() + PREDICTION_SHARE * budget_ms / 1e3
                their = scene(other, self._nobody)
                self.begin(words, their, self._none, rolls)
                done[other] = self._work(their, rolls, deadline, given[other], PREDICTION_BITS)
                line = self.found(their, rolls).line
                self._script[: len(line), other] = line
        mine = scene(player, self._script)
        self.begin(words, mine, self.omitted(words, player), rolls)
        deadline = started + max(OWN_SHARE * budget_ms - CLOSING_MS, 0.5 * budget_ms) / 1e3
        done[player] = self._work(mine, rolls, deadline, given[player], OWN_BITS)
        found = self.found(mine, rolls)
        self.last_search = self.figures()
        spent = (time.perf_counter() - started) * 1e3
        best = found.ranked[0]
        return Decision(best.move, best.value, found.ranked, found.line, spent, work_of(done, player))

    def warm_up(self) -> None:
        """Compile everything that `decide` calls (some seconds once, then read from disk)."""
        self.decide(start(self.rules, dice(0)), 0.0, 0)

    def _work(self, scene: Scene, rolls: Dice, deadline: float, given: int | None, bits: int) -> int:
        """Do pieces of work, at least one: as many as `given`, or as end before the deadline; return how many."""
        most = (1 << bits) - 1 if given is None else given
        began = time.perf_counter()
        done = 0
        while True:
            self.work_on(scene, rolls)
            done += 1
            if done >= most:
                return done
            if given is None:
                now = time.perf_counter()
                if now + RESERVE * (now - began) / done > deadline:
                    return done
