"""What a position foretells: final margins of games of our strongest player against itself, by least squares.

Where `Weights.nearness` and `Weights.nearness_boxes` come from (`policy/hypersonic/nearness.py`).
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.benchmarks.markdown import table
from bot.collecting import pass_over_what_is_loaded
from bot.measuring.digests import code_digest
from bot.measuring.play_one import BeforeMove, go_on
from bot.measuring.results import ResultStore
from bot.measuring.side_by_side import side_by_side
from engine.dice import Dice, dice, roll
from engine.hypersonic import PRESETS, advance, has_ended, start
from engine.hypersonic.kernels import count_bits
from engine.hypersonic.packed import Words, pack, player_boxes, player_cell
from policy.hypersonic.beam_work import MOST_OWN, WIDTHS, BeamWork
from policy.hypersonic.distances import summed_distance
from policy.hypersonic.nearness import worth_of_a_cell
from policy.hypersonic.strongest import WEIGHTS, strongest
from policy.hypersonic.timeline import MINE, NO_END, THEIRS, foresee, timeline, unclaimed

GAMES: Final = 500
"""Games of the whole bench."""
NARROWEST, WIDEST = 3, 20
"""Numbers in `WIDTHS` between which a player's width lies, drawn anew for each game: equals on a mirrored map mirror
each other. By work and not by the clock: the same seed is the same game on any machine."""
PREDICTED: Final = 6
"""Pieces of work for each prediction."""
EVERY: Final = 4
"""Rounds between two positions of a game that are looked at."""
FIRST_ROUND: Final = 12
"""The first of them: the first boxes have broken."""
BOUNDS: Final = (1, 6, 12, 18, 24, 30, 40, 65)
"""Unclaimed boxes at which one row ends and the next begins."""
LEAST_POSITIONS: Final = 6
"""Of a row: twice as many as there are numbers to find."""


class Sample(NamedTuple):
    """One position, seen by player 0; every difference is player 0's less player 1's.

    Attributes:
        game: its number.
        boxes: unclaimed ones.
        score: boxes broken.
        pending: boxes that the bombs on the board will break.
        nearer: summed distance to the unclaimed boxes, of player 1 less of player 0.
        margin: boxes broken at the end of the game.
    """

    game: int
    boxes: int
    score: int
    pending: int
    nearer: int
    margin: int


@dataclass(frozen=True, slots=True)
class Foretold:
    """What the positions of a row say of the final margin; standard errors count each game once.

    Attributes:
        least, most: unclaimed boxes.
        positions, games: how many.
        score, pending: boxes of the final margin for one broken so far, and for one that will break.
        nearness: likewise, for one cell by which a player is nearer to one unclaimed box.
        nearness_se: its standard error.
        weight: `worth_of_a_cell` at the row's mean number of boxes, with the weights of `strongest`.
        explained, without: share of the final margins' variance explained, with nearness and without it.
    """

    least: int
    most: int
    positions: int
    games: int
    score: float
    pending: float
    nearness: float
    nearness_se: float
    weight: float
    explained: float
    without: float


class SampleStore(ResultStore):
    """Positions by series and map, beside the games of `ResultStore` in one file.

    Args:
        path: of the file; made where missing.

    Raises:
        StoreError: it is no such file, or cannot be written.
    """

    LINES = ""
    TABLE = "positions_sampled (series TEXT, number INTEGER, samples TEXT, PRIMARY KEY (series, number))"

    def samples(self, series: str) -> dict[int, list[Sample]]:
        """Return the positions of a series' games by map."""
        rows = self._rows("SELECT number, samples FROM positions_sampled WHERE series = ?", (series,))
        with self._readable():
            return {number: [Sample(*map(int, each)) for each in json.loads(samples)] for number, samples in rows}

    def add_samples(self, series: str, number: int, samples: Sequence[Sample]) -> None:
        """Keep a game's positions at once."""
        self._keep("INSERT OR REPLACE INTO positions_sampled VALUES (?, ?, ?)", (series, number, json.dumps(samples)))


def series_key() -> str:
    """Return what games are found by: a change of engine, planners or sampling makes another series."""
    return json.dumps(["foretelling", code_digest("hypersonic", ("bot/benchmarks/hypersonic_foretelling.py",))])


def measure(games: int, jobs: int, seed: int, store: SampleStore, on_game: Callable[[int], None]) -> list[Foretold]:
    """Play the games that are not in the store yet; fit a row for each number of unclaimed boxes with positions enough.

    Args:
        games: how many.
        jobs: games side by side.
        seed: of the first map.
        store: where their positions are kept.
        on_game: called with the number of games done.
    """
    series, wanted = series_key(), range(seed, seed + games)
    found = store.samples(series)
    samples = {number: found[number] for number in wanted if number in found}
    for number, sampled in side_by_side(samples_of, [each for each in wanted if each not in samples], jobs):
        store.add_samples(series, number, sampled)
        samples[number] = sampled
        on_game(len(samples))
    return fit([each for number in wanted for each in samples[number]])


def samples_of(number: int, before_move: BeforeMove = go_on) -> list[Sample]:
    """Play one game and return its positions."""
    _warm_up()
    rules, rolls = PRESETS["two"], dice(number)
    state, positions = start(rules, rolls), []
    works = [BeamWork.alike(MOST_OWN, width, PREDICTED).packed() for width in widths_after(rolls)]
    players = [strongest(rules) for _ in works]
    while not has_ended(rules, state):
        before_move()
        positions.append(pack(state))
        actions = [
            player.decide(state._replace(seat=seat), 0.0, number, work).move
            for seat, (player, work) in enumerate(zip(players, works, strict=True))
        ]
        state = advance(rules, state, actions).state
    margin = _lead(pack(state))
    looked_at = positions[FIRST_ROUND : -2 * EVERY : EVERY]
    return [each for words in looked_at if (each := _sample(number, words, margin)).boxes >= BOUNDS[0]]


def widths_after(rolls: Dice) -> list[int]:
    """Draw the number in `WIDTHS` of each player's width, from dice by which the map was drawn before.

    From dice of the same seed the first width would say how many boxes the map has.
    """
    return [NARROWEST + roll(rolls, WIDEST - NARROWEST + 1) for _ in range(2)]


@cache
def _warm_up() -> None:
    """Load the planner once in this process, and pass over what is loaded."""
    strongest(PRESETS["two"]).warm_up()
    pass_over_what_is_loaded()


def _lead(words: Words) -> int:
    return int(player_boxes(words, 0) - player_boxes(words, 1))


def _sample(number: int, words: Words, margin: int) -> Sample:
    ahead = timeline()
    last = foresee(words, 0, ahead, NO_END)
    pending = int((ahead[1 : last + 1, MINE] - ahead[1 : last + 1, THEIRS]).sum())
    first, second = unclaimed(words, ahead, last)
    away = [summed_distance(first, second, player_cell(words, player)) for player in range(2)]
    boxes = count_bits(first) + count_bits(second)
    return Sample(number, int(boxes), _lead(words), pending, int(away[1] - away[0]), margin)


def fit(samples: Sequence[Sample]) -> list[Foretold]:
    """Return a row for each number of unclaimed boxes that has positions enough, of two games at least."""
    rows = []
    for least, end in pairwise(BOUNDS):
        chosen = np.array([each for each in samples if least <= each.boxes < end], np.float64).reshape(-1, 6)
        games = len(np.unique(chosen[:, 0]))
        if len(chosen) < LEAST_POSITIONS or games < 2:
            continue
        seen, margin = chosen[:, 2:5], chosen[:, 5]
        found, errors, explained = _least_squares(seen, margin, chosen[:, 0])
        rows.append(
            Foretold(
                least=least,
                most=end - 1,
                positions=len(chosen),
                games=games,
                score=float(found[0]),
                pending=float(found[1]),
                nearness=float(found[2]),
                nearness_se=float(errors[2]),
                weight=worth_of_a_cell(float(chosen[:, 1].mean()), WEIGHTS.as_array()),
                explained=explained,
                without=_least_squares(seen[:, :2], margin, chosen[:, 0])[2],
            )
        )
    return rows


def _least_squares(
    seen: NDArray[np.float64], margin: NDArray[np.float64], games: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Return coefficients, standard errors that count each game once (the sandwich estimator), and the share of the
    variance explained."""
    inverse = np.linalg.pinv(seen.T @ seen)
    found = inverse @ seen.T @ margin
    rest = margin - seen @ found
    by_game = np.array([seen[games == game].T @ rest[games == game] for game in np.unique(games)])
    errors = np.sqrt(np.diag(inverse @ by_game.T @ by_game @ inverse))
    variance = float(margin.var())
    return found, errors, 1 - float(rest.var()) / variance if variance else 0.0


def text(rows: Sequence[Foretold]) -> str:
    """Return the table as Markdown."""
    header = (
        "unclaimed boxes",
        "games",
        "positions",
        "a box broken",
        "one that will break",
        "a cell nearer to one unclaimed",
        "as `strongest` counts it",
        "variance explained",
        "without nearness",
    )
    lines = [
        (
            f"{row.least} to {row.most}",
            str(row.games),
            str(row.positions),
            f"{row.score:.2f}",
            f"{row.pending:.2f}",
            f"{row.nearness:.4f} +- {row.nearness_se:.4f}",
            f"{row.weight:.4f}",
            f"{row.explained:.3f}",
            f"{row.without:.3f}",
        )
        for row in rows
    ]
    note = (
        f"Our strongest player against itself, {WIDTHS[NARROWEST]} to {WIDTHS[WIDEST]} positions wide, every {EVERY}th "
        "position. What each difference between the players adds to the final margin in boxes, by least squares; "
        "+- one standard error, each game counted once."
    )
    return f"{note}\n\n{table(header, lines)}"


def documents(rows: Sequence[Foretold]) -> list[dict[str, Any]]:
    """Return the `--json` entries."""
    return [{"section": "foretelling", **asdict(row)} for row in rows]
