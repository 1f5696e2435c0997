"""The beam player: opponents predicted, lost first moves pruned, then one wide search (paper, section 6.3)."""

import time
from collections.abc import Mapping
from typing import Final

import numpy as np

from engine.dice import dice
from engine.hypersonic import Rules, State, last_round, start
from engine.hypersonic.kernels import legal_mask
from engine.hypersonic.packed import Words, is_alive, pack, players_of, round_of
from engine.hypersonic.rules import MAX_PLAYERS
from policy.decision import Decision, Ranked
from policy.hypersonic.beam_search import BeamSearch, Settings
from policy.hypersonic.beam_work import MOST_OWN, MOST_PREDICTED, WIDTHS, BeamWork, width_number
from policy.hypersonic.ending import outlook
from policy.hypersonic.first_moves import first_moves
from policy.hypersonic.forced_kills import forced_kills, hunt_space, is_duel
from policy.hypersonic.last_search import NO_SEARCH, LastSearch
from policy.hypersonic.position import position_to_play
from policy.hypersonic.predicting import OWN_SHARE
from policy.hypersonic.stage import LONGEST
from policy.hypersonic.suicide import NO_ACTION, suicide
from policy.hypersonic.timeline import NO_END
from policy.hypersonic.traps import trap_space

PREDICTION_SHARE: Final = 0.15
"""Of the budget, for all opponents together (paper: 15 ms of 100)."""

LEARN: Final = 0.1
"""Weight of the last turn in what the next is expected to open."""
LEAST_TIMED_S: Final = 0.25e-3
"""A search that took less tells nothing about the time that positions take."""
FIRST_RATE: Final = 300.0
"""Positions a ms that the first turn is expected to open."""
MOST_HUNTED: Final = 4000
"""Rounds played in all in looking for a kill, some 2 ms."""


def learned(rate: float, opened: int, seconds: float) -> float:
    """Return the positions a ms to expect after a search that opened so many in so much time."""
    return rate + LEARN * (opened / (seconds * 1e3) - rate) if seconds >= LEAST_TIMED_S else rate


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
        fits_predictions: likewise for the searches for its opponents.
        crowd: settings while more than two live and boxes are left, no wider than these; in such a crowd it is not
            careful. None: it plays as against one.
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
        fits_predictions: bool = False,
        answers: bool = False,
        believed: int = LONGEST,
        crowd: Settings | None = None,
        phases: Mapping[int, Settings] | None = None,
    ) -> None:
        self._rules, self._settings = rules, settings
        self._own = BeamSearch(settings)
        self._theirs = None if opponents is None else BeamSearch(opponents)
        self._prunes, self._careful, self._dies_to_win, self._fits = prunes, careful, dies_to_win, fits_width
        self._script = np.zeros((LONGEST, MAX_PLAYERS), np.int64)
        self._plan = np.zeros((LONGEST, MAX_PLAYERS), np.int64)
        self._answers, self._believed, self._fits_predictions = answers, believed, fits_predictions
        self._crowd, self._phases = crowd, dict(phases or {})
        self._hunts, self._hunt_space = hunts, hunt_space()
        self._space = trap_space()
        self._rate = self._their_rate = FIRST_RATE
        self.last_search = NO_SEARCH

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose an action for `state.seat`; see `policy.decision.Policy.decide`. Nothing is left to chance.

        Raises:
            policy.decision.NoMove: see `position_to_play`.
        """
        del seed
        started = time.perf_counter()
        words, me, end = position_to_play(self._rules, state), state.seat, last_round(self._rules, state)
        given = None if work is None else BeamWork.unpack(work)
        predicted, predicted_width = self._predict(words, me, end, started, budget_ms, given)
        forced = suicide(words, me, self._space, end) if self._dies_to_win else NO_ACTION
        if forced != NO_ACTION:
            self.last_search = NO_SEARCH
            spent = (time.perf_counter() - started) * 1e3
            done = BeamWork(0, 0, predicted, predicted_width)
            return Decision(forced, 0.0, (Ranked(forced, 0.0),), (forced,), spent, done.packed())
        allowed = self._allowed(words, me, end)
        until = started + OWN_SHARE * budget_ms * 1e-3
        if given is None:
            levels = min(self._settings.levels, end - state.round)
            left_ms = (until - time.perf_counter()) * 1e3
            pieces, number = None, width_number(self._rate, left_ms, levels, self._settings.width)
        else:
            pieces, number = given.own, given.width
        width = WIDTHS[number] if self._fits else 0
        settings = self._settings if self._crowd is None or is_duel(words) else self._crowd
        self._own.adopt(self._phases.get(outlook(words, me, self._space.now, end), settings))
        began = time.perf_counter()
        own = self._own.run(words, me, self._script, allowed, end, until, pieces, MOST_OWN, width)
        self._rate = learned(self._rate, self._own.opened, time.perf_counter() - began)
        return self._decision(allowed, started, BeamWork(own, number, predicted, predicted_width))

    def warm_up(self) -> None:
        """Compile everything that `decide` calls, or load it."""
        state = start(self._rules, dice(0))
        self.decide(state, 1.0, 0, BeamWork.alike(1, 0, 1).packed())
        self.decide(state, 20.0, 0)
        suicide(pack(state), 0, self._space, NO_END)
        self._rate = self._their_rate = FIRST_RATE

    def _predict(
        self, words: Words, me: int, end: int, started: float, budget_ms: float, given: BeamWork | None
    ) -> tuple[tuple[int, ...], int]:
        """Fill the script with what each opponent is expected to do; return `BeamWork`'s two numbers of that."""
        self._script[:] = 0
        if self._theirs is None:
            return (), 0
        others = [each for each in range(players_of(words)) if each != me and is_alive(words, each)]
        asked = [me, *others] if self._answers else others
        each_ms = PREDICTION_SHARE * budget_ms / max(len(asked), 1)
        if given is None:
            settings = self._theirs.settings
            levels = min(settings.levels, end - round_of(words))
            number = width_number(self._their_rate, each_ms, levels, settings.width)
        else:
            number = given.predicted_width
        width = WIDTHS[number] if self._fits_predictions else 0
        done = []
        for turn, player in enumerate(asked):
            pieces = None if given is None else given.predicted[turn]
            until = started + each_ms * 1e-3 * (turn + 1)
            # the same search, so without FMP any first move may be expected
            allowed = (
                first_moves(words, player, False, False, self._space, end)
                if self._prunes
                else legal_mask(words, player)
            )
            began = time.perf_counter()
            self._theirs.run(words, player, self._plan, allowed, end, until, pieces, MOST_PREDICTED, width)
            spent = time.perf_counter() - began
            self._their_rate = learned(self._their_rate, self._theirs.opened, spent)
            line = self._theirs.line[: self._believed]
            if player == me:
                self._plan[: len(line), me] = line
            else:
                self._script[: len(line), player] = line
            done.append(self._theirs.pieces)
        self._plan[:] = 0
        return tuple(done), number

    def _in_crowd(self, words: Words) -> bool:
        """Tell whether more than two live, and that makes a difference."""
        return self._crowd is not None and not is_duel(words)

    def _allowed(self, words: Words, me: int, end: int) -> int:
        """Return a bit for each first move that the search may make: kills, if any, and rather sound ones."""
        sound = legal_mask(words, me)
        if self._prunes:
            careful = self._careful and not self._in_crowd(words)
            sound = first_moves(words, me, True, careful, self._space, end)
        kills = forced_kills(words, me, self._hunts, MOST_HUNTED, self._hunt_space, end)
        # where a third player is left a kill is worth no death
        return kills & sound or (kills if is_duel(words) else 0) or sound

    def _decision(self, allowed: int, started: float, done: BeamWork) -> Decision:
        values, line, own = self._own.values, self._own.line, self._own
        self.last_search = LastSearch(own.judged, own.depth)
        if not line:
            first = (allowed & -allowed).bit_length() - 1
            values, line = {first: -self._settings.weights.dead}, [first]
        ranked = tuple(Ranked(move, worth) for move, worth in values.items())
        spent = (time.perf_counter() - started) * 1e3
        return Decision(line[0], ranked[0].value, ranked, tuple(line), spent, done.packed())
