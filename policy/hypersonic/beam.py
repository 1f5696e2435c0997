"""The beam player: opponents predicted, lost first moves pruned, then one wide search (paper, section 6.3)."""

import time
from collections.abc import Mapping
from typing import Final

import numpy as np

from engine.dice import dice
from engine.hypersonic import Rules, State, last_round, start
from engine.hypersonic.kernels import legal_mask
from engine.hypersonic.packed import Words, is_alive, pack, players_of
from engine.hypersonic.rules import MAX_PLAYERS
from policy.decision import Decision, Ranked
from policy.hypersonic.beam_search import BeamSearch, Settings
from policy.hypersonic.ending import outlook
from policy.hypersonic.first_moves import first_moves
from policy.hypersonic.forced_kills import forced_kills, hunt_space, is_duel
from policy.hypersonic.last_search import NO_SEARCH, LastSearch
from policy.hypersonic.position import position_to_play
from policy.hypersonic.stage import LONGEST
from policy.hypersonic.suicide import NO_ACTION, suicide
from policy.hypersonic.timeline import NO_END
from policy.hypersonic.traps import trap_space

OWN_SHARE: Final = 0.9
"""Of the budget, by when the search stops: the rest is for what a clock cannot foresee."""
PREDICTION_SHARE: Final = 0.15
"""Of the budget, for all opponents together (paper: 15 ms of 100)."""

OWN_BITS: Final = 20
WIDTH_BITS: Final = 6
PREDICTION_BITS: Final = 9
"""Room in `Decision.work`: pieces of the own search, number of its width in WIDTHS, pieces for each prediction."""
MOST_OWN: Final = (1 << OWN_BITS) - 1
MOST_PREDICTED: Final = (1 << PREDICTION_BITS) - 1
"""The most that there is room for."""
WIDTHS: Final = tuple(round(20 * 250 ** (step / ((1 << WIDTH_BITS) - 1))) for step in range(1 << WIDTH_BITS))
"""Widths that a search which fits its width to the time may have: 20 to 5,000."""
LEARN: Final = 0.1
"""Weight of the last turn in what the next is expected to open."""
FIRST_RATE: Final = 300.0
"""Positions a ms that the first turn is expected to open."""
MOST_HUNTED: Final = 4000
"""Rounds played in all in looking for a kill, some 2 ms."""


def beam_work(own: int, width: int, predicted: int) -> int:
    """Return the `Decision.work` of a turn that does so much and asks no clock; a search that is done ends sooner.

    Args:
        own: pieces of the player's own search, MOST_OWN at most.
        width: the number of its width in WIDTHS; where the width does not follow from the time it says nothing.
        predicted: pieces for each prediction, the player's own plan among them where opponents answer it,
            MOST_PREDICTED at most.
    """
    work = own | width << OWN_BITS
    for turn in range(MAX_PLAYERS):
        work |= predicted << OWN_BITS + WIDTH_BITS + PREDICTION_BITS * turn
    return work


class BeamPlayer:
    """A player that searches with a beam.

    Args:
        rules: the preset.
        settings: of its own search.
        opponents: of the searches for its opponents; None: they stand still (no OP).
        prunes: whether first moves are pruned (FMP): those that cannot be survived or lead into a trap, and all others
            where one kills; predicted opponents lose only those that cannot be survived.
        careful: whether moves that an enemy can trap in three rounds are pruned too, where others are left.
        dies_to_win: whether the suicide rule is in force.
        hunts: rounds ahead in which a kill is looked for that no answer escapes; 0: none is.
        answers: whether opponents are expected to know what the player would do if they stood still; else they expect
            everybody to stand still (paper).
        believed: rounds for which predictions are believed; from then on opponents stand still.
        fits_width: whether the width follows from the time, so that `settings.levels` are just reached.
        phases: settings by outlook (`policy.hypersonic.ending`), where they are not `settings`; no wider than these.
    """

    def __init__(
        self,
        rules: Rules,
        settings: Settings,
        opponents: Settings | None,
        *,
        prunes: bool = True,
        careful: bool = False,
        dies_to_win: bool = True,
        hunts: int = 0,
        fits_width: bool = False,
        answers: bool = False,
        believed: int = LONGEST,
        phases: Mapping[int, Settings] | None = None,
    ) -> None:
        self._rules, self._settings = rules, settings
        self._own = BeamSearch(settings)
        self._theirs = None if opponents is None else BeamSearch(opponents)
        self._prunes, self._careful, self._dies_to_win, self._fits = prunes, careful, dies_to_win, fits_width
        self._script = np.zeros((LONGEST, MAX_PLAYERS), np.int64)
        self._plan = np.zeros((LONGEST, MAX_PLAYERS), np.int64)
        self._answers, self._believed = answers, believed
        self._phases = dict(phases or {})
        self._hunts, self._hunt_space = hunts, hunt_space()
        self._space = trap_space()
        self._rate = FIRST_RATE
        self.last_search = NO_SEARCH

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose an action for `state.seat`; see `policy.decision.Policy.decide`. Nothing is left to chance.

        Raises:
            policy.decision.NoMove: see `position_to_play`.
        """
        del seed
        started = time.perf_counter()
        words, me, end = position_to_play(self._rules, state), state.seat, last_round(self._rules, state)
        done = self._predict(words, me, end, started, budget_ms, work)
        forced = suicide(words, me, self._space, end) if self._dies_to_win else NO_ACTION
        if forced != NO_ACTION:
            self.last_search = NO_SEARCH
            spent = (time.perf_counter() - started) * 1e3
            return Decision(forced, 0.0, (Ranked(forced, 0.0),), (forced,), spent, done)
        allowed = self._allowed(words, me, end)
        until = started + OWN_SHARE * budget_ms * 1e-3
        pieces, number = None, self._width_number(until - time.perf_counter(), end - state.round)
        if work is not None:
            pieces, number = work & (1 << OWN_BITS) - 1, work >> OWN_BITS & (1 << WIDTH_BITS) - 1
        width = WIDTHS[number] if self._fits else 0
        self._own.adopt(self._phases.get(outlook(words, me, self._space.now, end), self._settings))
        began = time.perf_counter()
        own = self._own.run(words, me, self._script, allowed, end, until, pieces, MOST_OWN, width)
        if self._own.opened > 1000:
            rate = self._own.opened / ((time.perf_counter() - began) * 1e3)
            self._rate += LEARN * (rate - self._rate)
        done |= own | number << OWN_BITS
        return self._decision(allowed, started, done)

    def warm_up(self) -> None:
        """Compile everything that `decide` calls, or load it."""
        state = start(self._rules, dice(0))
        self.decide(state, 1.0, 0, beam_work(1, 0, 1))
        self.decide(state, 20.0, 0)
        suicide(pack(state), 0, self._space, NO_END)
        self._rate = FIRST_RATE

    def _predict(self, words: Words, me: int, end: int, started: float, budget_ms: float, work: int | None) -> int:
        """Fill the script with what each opponent is expected to do; return the work done, in its place."""
        self._script[:] = 0
        if self._theirs is None:
            return 0
        others = [each for each in range(players_of(words)) if each != me and is_alive(words, each)]
        asked = [me, *others] if self._answers else others
        done = 0
        for turn, player in enumerate(asked):
            shift = OWN_BITS + WIDTH_BITS + PREDICTION_BITS * turn
            pieces = None if work is None else work >> shift & MOST_PREDICTED
            until = started + PREDICTION_SHARE * budget_ms * 1e-3 * (turn + 1) / len(asked)
            # the same search, so without FMP any first move may be expected
            allowed = (
                first_moves(words, player, False, False, self._space, end)
                if self._prunes
                else legal_mask(words, player)
            )
            self._theirs.run(words, player, self._plan, allowed, end, until, pieces, MOST_PREDICTED)
            line = self._theirs.line[: self._believed]
            if player == me:
                self._plan[: len(line), me] = line
            else:
                self._script[: len(line), player] = line
            done |= self._theirs.pieces << shift
        self._plan[:] = 0
        return done

    def _allowed(self, words: Words, me: int, end: int) -> int:
        """Return a bit for each first move that the search may make: kills, if any, and rather sound ones."""
        sound = legal_mask(words, me)
        if self._prunes:
            sound = first_moves(words, me, True, self._careful, self._space, end)
        kills = forced_kills(words, me, self._hunts, MOST_HUNTED, self._hunt_space, end)
        # where a third player is left a kill is worth no death
        return kills & sound or (kills if is_duel(words) else 0) or sound

    def _width_number(self, seconds: float, rounds: int) -> int:
        """Return the number of the width that opens all levels in so much time, with so many rounds left to play."""
        wanted = self._rate * seconds * 1e3 / min(self._settings.levels, rounds)
        numbers = [number for number, width in enumerate(WIDTHS) if width <= min(wanted, self._settings.width)]
        return numbers[-1] if numbers else 0

    def _decision(self, allowed: int, started: float, done: int) -> Decision:
        values, line, own = self._own.values, self._own.line, self._own
        self.last_search = LastSearch(own.judged, own.depth)
        if not line:
            first = (allowed & -allowed).bit_length() - 1
            values, line = {first: -self._settings.weights.dead}, [first]
        ranked = tuple(Ranked(move, worth) for move, worth in values.items())
        spent = (time.perf_counter() - started) * 1e3
        return Decision(line[0], ranked[0].value, ranked, tuple(line), spent, done)
