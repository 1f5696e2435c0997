"""The beam as a planner: how wide it may be in the time there is, and what it found."""

import math
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.bilging import Rules, State
from engine.bilging.afterstate import physics
from engine.bilging.board import Board
from engine.bilging.kernels import swap_codes
from engine.bilging.rules import MOST_SIDE
from policy.bilging.beam.children import Aim, board_key
from policy.bilging.beam.positions import Room, Seen, room, slots
from policy.bilging.beam.selection import advance
from policy.bilging.lookahead import Lookahead
from policy.bilging.players import decision
from policy.bilging.value import Value, load_value
from policy.bilging.value.features import views
from policy.decision import Decision
from policy.spec import check_range

MAX_DEPTH: Final = 32
MAX_WIDTH: Final = 1 << 15
"""Positions at most: some 200 MB of working memory."""

_LEVELS: Final = 64
"""`Decision.work` is the width times this, and the swaps looked ahead."""
_SLICE_S: Final = 0.5e-3
"""Kernels are called for about so long at least, seconds: a call itself takes some ten microseconds."""
_SLICE_PART: Final = 0.2
"""Or for this part of the budget, where that is less: the clock is read between calls alone."""
_FIRST_GUESS_S: Final = (8e-6, 40e-6)
"""Time a position is taken to cost before one was measured, without and with chains."""
NO_VALUE: Final = Value(0.0, 0, np.zeros(1, np.float32), views())
"""Where the learned value is not asked for."""

_ENDGAME: Final = 15
"""So many swaps before the end of a game the learned value, of all swaps to come, is left alone."""
_TIES: Final = 1e-6
"""Haste where the search sees the end of a game: it must settle ties alone."""
_TELLING_S: Final = 0.2e-3
"""Time that putting the decision together is taken to need before it was measured, seconds."""
_TELLING_PART: Final = 0.5
"""Part of the budget that is set aside for it at most."""
_CALMING: Final = 0.02
"""By this part what is set aside comes back to what is needed, decision by decision."""
_MEMORY: Final = 0.05
"""Weight of the last call in the mean of what a position costs; one that another program broke into counts as twice
the mean at most."""
CLOCKS: Final[Mapping[str, Callable[[], float]]] = MappingProxyType(
    {"wall": time.perf_counter, "processor": time.thread_time}
)
"""What a budget may be counted by, seconds."""
_MARGIN: Final = 0.85
"""Part of the budget that the width is chosen for; the last levels must fit into the rest if the first were slow."""


class BeamPolicy:
    """Follows the best `width` positions swap by swap for `depth` swaps and makes the first swap of the best line.

    As many positions are kept as the budget allows, up to `width`; where it allows few, fewer swaps are looked ahead
    too: n positions in all for log2 n swaps at most. If time runs out on the way, the best line so far counts.
    New pieces are unknown: they match nothing in the search. Chains and crabs of swaps that are made count as the
    preset has them.

    Parameters: `depth` swaps (1 to 32); `width` positions at most; `chains=1` counts chains in what a position's
    next swap may bring as well (dearer); `locality` rows from one quiet swap to the next; `haste` how much more a
    point is worth one swap earlier; `spread` the part that the points of all other next swaps count for;
    `trust` the part of the learned value in what a position promises, beside that of its next swaps. Near the end
    of a game there is no value, and where the search sees the end points alone count. `clock=processor` counts the
    budget in processor time: what a budget brings can be measured so on a machine that does other work too.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        depth: int = 8,
        width: int = MAX_WIDTH,
        chains: int = 0,
        locality: int = 2,
        haste: float = 0.1,
        spread: float = 0.1,
        trust: float = 0.0,
        clock: str = "wall",
    ) -> None:
        if not 1 <= depth <= MAX_DEPTH:
            raise ValueError(f"depth must be 1 to {MAX_DEPTH}, got {depth}")
        if not 1 <= width <= MAX_WIDTH:
            raise ValueError(f"width must be 1 to {MAX_WIDTH}, got {width}")
        if chains not in (0, 1):
            raise ValueError(f"chains must be 0 or 1, got {chains}")
        check_range("locality", locality, 0, MOST_SIDE)
        if not 0.0 <= haste <= 1.0:
            raise ValueError(f"haste must be 0 to 1, got {haste}")
        if not 0.0 <= spread <= 1.0:
            raise ValueError(f"spread must be 0 to 1, got {spread}")
        if not 0.0 <= trust <= 1.0:
            raise ValueError(f"trust must be 0 to 1, got {trust}")
        if clock not in CLOCKS:
            raise ValueError(f"clock must be {' or '.join(CLOCKS)}, got {clock}")
        self._now = CLOCKS[clock]
        self._rules = rules
        self._depth, self._width = depth, width
        self._aim = Aim(chains, locality, haste, spread, trust)
        self._rule = physics(rules)
        self._value = load_value(rules) if trust else NO_VALUE
        self._moves = Lookahead(rules)
        self._cost_s = _FIRST_GUESS_S[chains]
        self._telling_s = _TELLING_S
        self._room: Room | None = None

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`. The seed is not used.

        Its `work` is the width, 64 times, and the swaps looked ahead; of either no more is done than it may have.
        """
        started = self._now()
        board, legal = self._moves.opening(state)
        limit = self._rules.move_limit
        left = limit - state.moves if limit else MAX_DEPTH + 1
        depth = min(self._depth, left)
        if work is None:
            slice_s = min(_SLICE_S, _SLICE_PART * budget_ms * 1e-3)
            until = started + budget_ms * 1e-3 - min(self._telling_s, _TELLING_PART * budget_ms * 1e-3)
            fits = _MARGIN * (until - self._now()) / self._cost_s  # positions in all
            fits = min(max(fits, 2.0), MAX_DEPTH * MAX_WIDTH)
            depth = min(depth, int(math.log2(fits)))
            width = int(min(fits / depth, self._width))
        else:
            width, depth = divmod(work, _LEVELS)
            width, depth = min(max(width, 1), self._width), min(depth, self._depth, left)  # what there is room for
            slice_s, until = _SLICE_S, float("inf")
        room = self._rooted(board, state.water_px, width)
        aim = self._aim_with(left)
        count, done = advance(1, 0, 1, left, width, self._rule, aim, room)
        slowest = self._cost_s
        while 0 < done < depth:
            began = self._now()
            goal = min(depth, done + 1 + int(slice_s / (width * self._cost_s)))
            if began + (goal - done) * width * slowest > until:
                break
            before, grown = done, count
            count, done = advance(count, done, goal, left, width, self._rule, aim, room)
            if grown == width:
                cost_s = (self._now() - began) / (width * max(done - before, 1))
                slowest = max(slowest, cost_s)
                self._cost_s += _MEMORY * (min(cost_s, 2.0 * self._cost_s) - self._cost_s)
            if done < goal:
                break
        searched = self._now()
        cells, values, line = self._found(legal, done, aim.haste, room)
        told = decision(self._moves, cells, values, line, started, width * _LEVELS + done, self._now)
        needed_s = self._now() - searched
        self._telling_s = max(needed_s, self._telling_s + _CALMING * (needed_s - self._telling_s))
        return told

    def _aim_with(self, left: int) -> Aim:
        """Return what counts where the game has so many swaps left."""
        aim = self._aim
        if left <= self._depth:
            aim = aim._replace(haste=_TIES)
        if left <= _ENDGAME or not self._value.known:
            aim = aim._replace(trust=0.0)
        return aim

    def _rooted(self, board: Board, water_px: int, width: int) -> Room:
        """Return working memory with the root in it."""
        if self._room is None or self._room.beam.points.shape[1] < width:
            self._room = room(self._rules, self._value, 1 << (width - 1).bit_length(), self._depth)
        made, beam, rule = self._room, self._room.beam, self._rule
        count = slots(width, self._depth)
        seen = Seen(made.seen.keys[:count], made.seen.points[:count])
        seen.keys[:] = 0
        made.trail.lasted[:] = 0
        beam.boards[0, 0] = board
        swap_codes(board, rule.stride, rule.first, rule.last, beam.codes[0, 0])
        beam.points[0, 0] = beam.early[0, 0] = 0.0
        beam.water[0, 0] = water_px
        beam.quiet[0, 0] = -1
        beam.keys[0, 0] = board_key(board, made.zobrist, rule.first, rule.last)
        return made._replace(seen=seen)

    def _found(
        self, legal: NDArray[np.int64], done: int, haste: float, room: Room
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], tuple[int, ...]]:
        """Return the legal cells best first, what they are worth, and the moves of the first's best line to its break.

        A first swap none of whose lines was kept to the end is worth as much less than the best as it was when
        its last one was dropped, and never more than one that lasted longer.
        """
        trail = room.trail
        if done == 0:
            return legal, np.zeros(legal.size), (self._moves.move_of(legal[0]),)
        beam, side = room.beam, done & 1
        best = float(beam.scores[side, 0] - haste * beam.early[side, 0])
        lasted, behind = trail.lasted[legal], trail.behind[legal]
        dropped = lasted == 0
        behind = np.where(dropped, np.max(behind[~dropped]), behind)
        order = np.lexsort((legal, behind, -lasted))
        values = np.minimum.accumulate(best - behind[order])
        line: list[int] = []
        rank = int(np.argmax(beam.first[side] == legal[order[0]]))  # 0, but where two first swaps are worth the same
        for made in range(done - 1, -1, -1):
            if trail.points[made, rank] > 0.0:
                line.clear()
            line.append(self._moves.move_of(int(trail.cells[made, rank])))
            rank = trail.parents[made, rank]
        return legal[order], values, tuple(reversed(line))
