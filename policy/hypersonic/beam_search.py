"""One seat's beam: room that is reused from turn to turn, and a search that ends by the clock or after so much work."""

import time
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.kernels import count_bits
from engine.hypersonic.packed import BOXES_AT, WORDS, Words, player_boxes, round_of
from policy.hypersonic.expansion import BEAM, GROUPS, MOST_MOVES
from policy.hypersonic.stage import BOXES_BEFORE, CHECKED, LAST_ROUND, LATE, LONGEST, ME, NARROW, THREATENED, stage
from policy.hypersonic.weights import EQUIPMENT, PAPER, Weights
from policy.search.grouped_beam import JUDGED, LEVEL, OPENED, best_line, room_for, worth_by_first_move

OPENS: Final = 64
"""Positions opened between two looks at the clock, some 0.1 ms."""
CLOSING: Final = 1.5
"""So many times what the longest piece of the last searches took is set aside at the end."""
MOST_RESERVED: Final = 0.1
"""Of a search's time: no more is set aside, however long a busy machine once held up a piece."""
FORGET: Final = 0.8
"""What is left of the longest piece's time after each search."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a beam does; the defaults are the paper's with all its improvements.

    Attributes:
        width: positions kept of a level (paper: 500).
        most_a_group: of them, with the player on the same cell (paper: 12).
        unique: whether duplicates are removed (ZH).
        checked: whether positions that cannot be survived are marked down (SC).
        narrow: whether bombs are placed, after the first round, only where they will break a box, or may once an item
            in the way is taken.
        threatened: rounds from the root in which the others might place a bomb at any moment.
        late: rounds from the root after each of which the player's next action may be lost.
        levels: rounds looked ahead at most.
        fading: boxes at the root below which range and bombs are worth less, in proportion; 0: never.
        weights: of the evaluation.
    """

    width: int = 500
    most_a_group: int = 12
    unique: bool = True
    checked: bool = True
    narrow: bool = False
    threatened: int = 0
    late: int = 0
    levels: int = LONGEST
    fading: float = 0.0
    weights: Weights = field(default=PAPER)


class BeamSearch:
    """A beam for one player at a time; not to be shared between threads.

    Args:
        settings: see there; `width` is the most there is room for.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        weights = settings.weights
        self._stage = stage(weights.as_array(), (weights.box_decay, weights.contact_decay))
        self._full = weights.as_array()
        self._room = room_for(settings.width, LONGEST, WORDS, MOST_MOVES, GROUPS)
        self._longest_s = 0.0
        self.pieces = 0

    def adopt(self, settings: Settings) -> None:
        """Go by other settings from now on; `width` must not be greater than there is room for."""
        if settings is self._settings:
            return
        self._settings, weights = settings, settings.weights
        fresh = stage(weights.as_array(), (weights.box_decay, weights.contact_decay))
        self._stage.weights[:], self._stage.powers[:] = fresh.weights, fresh.powers
        self._full = fresh.weights

    def run(
        self,
        words: Words,
        me: int,
        script: NDArray[np.int64],
        first_moves: int,
        last_round: int,
        until: float,
        pieces: int | None,
        most_pieces: int,
        width: int = 0,
    ) -> int:
        """Search, and return how many pieces of work were done.

        Args:
            words: the position, not changed.
            me: whose actions are searched.
            script: int64 (LONGEST, 4), the others' actions; 0 where they stand still.
            first_moves: a bit for each action that may come first.
            last_round: of the game.
            until: `time.perf_counter()` at which to be done.
            pieces: do exactly so many, whatever the clock says; None goes by the clock.
            most_pieces: by the clock, do no more.
            width: positions kept of a level, 0: as in the settings.
        """
        settings, game = self._settings, self._stage
        game.script[:] = script
        numbers = game.settings
        numbers[ME], numbers[LAST_ROUND], numbers[BOXES_BEFORE] = me, last_round, player_boxes(words, me)
        numbers[CHECKED], numbers[NARROW], numbers[THREATENED] = settings.checked, settings.narrow, settings.threatened
        numbers[LATE] = settings.late
        if settings.fading:
            left = count_bits(words[BOXES_AT]) + count_bits(words[BOXES_AT + 1])
            game.weights[EQUIPMENT] = self._full[EQUIPMENT] * min(1.0, left / settings.fading)
        levels = max(1, min(settings.levels, last_round - round_of(words)))
        BEAM.begin(words, self._room, first_moves)
        done, more, began = 0, True, time.perf_counter()
        until -= min(CLOSING * self._longest_s, MOST_RESERVED * (until - began))
        self._longest_s *= FORGET
        width = min(width or settings.width, settings.width)
        while more and (done < pieces if pieces is not None else done == 0 or (began < until and done < most_pieces)):
            more = BEAM.widen(self._room, game, OPENS, levels, width, settings.most_a_group, settings.unique)
            ended = time.perf_counter()
            if done:  # the first may have had to load its kernels
                self._longest_s = max(self._longest_s, ended - began)
            began = ended
            done += 1
        self.pieces = done
        return done

    @property
    def settings(self) -> Settings:
        """What it goes by."""
        return self._settings

    @property
    def line(self) -> list[int]:
        """The actions to the best position of the last level that was done."""
        return best_line(self._room)[1]

    @property
    def values(self) -> dict[int, float]:
        """The worth of the best position behind each first move that still has one, best first."""
        return worth_by_first_move(self._room)

    @property
    def depth(self) -> int:
        """Levels that were done."""
        return int(self._room.counters[LEVEL])

    @property
    def opened(self) -> int:
        """Positions that were opened."""
        return int(self._room.counters[OPENED])

    @property
    def judged(self) -> int:
        """Actions that were judged: what the paper counts as simulations."""
        return int(self._room.counters[JUDGED])
