"""Reads drawn boards of one game, spoilt in one way, a batch at a time."""

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.benchmarks.vision.bilging import BilgingDrawings
from bot.benchmarks.vision.columns import ColumnsDrawings
from bot.benchmarks.vision.counts import Counts
from bot.benchmarks.vision.drawn import Boxes, Drawings, Drawn, Lesson
from bot.benchmarks.vision.eyes import Eyes, EyesError, open_eyes
from bot.benchmarks.vision.hypersonic import HypersonicDrawings
from bot.benchmarks.vision.perturbations import PERTURBATIONS, Perturbation, covered
from bot.benchmarks.vision.square_stacker import SquareStackerDrawings
from bot.benchmarks.vision.store import BatchKey, BatchStore

BATCH: Final = 10
"""Boards that are drawn, read and kept together."""
MOST_LESSONS: Final = 3
"""A window that is refused is looked at again, so often in all, as a person would; what was seen before is kept."""
DRAWINGS: Final[Mapping[str, Drawings]] = {
    one.game: one for one in (BilgingDrawings(), ColumnsDrawings(), HypersonicDrawings(), SquareStackerDrawings())
}


@dataclass(frozen=True, slots=True)
class Study:
    """One row of a game's table.

    Attributes:
        game: whose windows.
        perturbation: what is done to them.
        games: boards; the word is that of the other benchmarks, which count games.
    """

    game: str
    perturbation: Perturbation
    games: int


@dataclass(frozen=True, slots=True)
class Row:
    """A study and what came out of it."""

    study: Study
    counts: Counts


def plan(boards: int, games: tuple[str, ...] = tuple(DRAWINGS)) -> list[Study]:
    """Return all rows; every game's boards are shared out evenly, a batch a row at least.

    Args:
        boards: of each game.
        games: which.
    """
    batches = max(1, round(boards / len(PERTURBATIONS) / BATCH))
    return [Study(game, one, batches * BATCH) for game in games for one in PERTURBATIONS]


def learn(drawings: Drawings, lesson: Lesson) -> Eyes:
    """Return eyes that were calibrated on a lesson.

    Raises:
        EyesError: they cannot be measured.
    """
    seen = ((one.pixels, one.codes) for one in lesson.drawn)
    return open_eyes(drawings.calibrate(lesson), drawings.told, seen)


class Measure:
    """Reads studies, and keeps eyes that were calibrated for the next one.

    Args:
        seed: decides everything that is drawn and how it is spoilt.
        store: where batches are kept.
    """

    def __init__(self, seed: int, store: BatchStore) -> None:
        self._seed = seed
        self._store = store
        self._eyes: dict[tuple[str, str, float], Eyes | None] = {}
        self.refused: dict[tuple[str, str, float], str] = {}
        """Why windows (game, look, scale) could not be calibrated."""

    def __call__(self, study: Study, on_board: Callable[[int], None]) -> Row:
        """Read the batches of a study that are not in the store yet; `on_board` is told how many boards are done."""
        key = BatchKey(study.game, study.perturbation.name, self._seed)
        kept = self._store.batches(key)
        parts = []
        for number in range(study.games // BATCH):
            if number not in kept:
                kept[number] = self.batch(study.game, study.perturbation, number)
                self._store.add_batch(key, number, kept[number])
            parts.append(kept[number])
            on_board(len(parts) * BATCH)
        return Row(study, Counts.total(parts))

    def batch(self, game: str, perturbation: Perturbation, number: int) -> Counts:
        """Draw, spoil and read the batch of that number, from 0; looks take turns."""
        drawings = DRAWINGS[game]
        look = drawings.looks[number % len(drawings.looks)]
        eyes = self.eyes(game, look, perturbation.scale)
        if eyes is None:
            return Counts(refused=BATCH)
        rng = self._lot(game, perturbation.name, number)
        boxes = drawings.boxes(look, perturbation.scale)
        drawn = drawings.draw(look, perturbation.scale, BATCH, rng, moving=perturbation.moving)
        return Counts.total(self._read(eyes, one, boxes, perturbation, rng) for one in drawn)

    def eyes(self, game: str, look: str, scale: float) -> Eyes | None:
        """Return eyes for a window, calibrated at the first call; None where it is refused."""
        window = game, look, scale
        if window not in self._eyes:
            self._eyes[window] = None
            lesson, rng = Lesson((), ()), self._lot(*window)
            for _ in range(MOST_LESSONS):
                lesson = lesson.followed_by(DRAWINGS[game].lesson(look, scale, rng))
                try:
                    self._eyes[window] = learn(DRAWINGS[game], lesson)
                except EyesError as error:
                    self.refused[window] = str(error)
                    continue
                self.refused.pop(window, None)
                break
        return self._eyes[window]

    def _lot(self, *what: object) -> np.random.Generator:
        return np.random.default_rng([self._seed, *(zlib.crc32(repr(one).encode()) for one in what)])

    @staticmethod
    def _read(eyes: Eyes, one: Drawn, boxes: Boxes, how: Perturbation, rng: np.random.Generator) -> Counts:
        spoilt = how.spoil(one.pixels, boxes, rng)
        doubtful = {**eyes.never_shown(one.codes), **one.doubtful}
        if how.covers:
            doubtful.update((int(place), frozenset()) for place in np.flatnonzero(covered(one.pixels, spoilt, boxes)))
        return Counts.of(eyes.read(spoilt), one.codes, doubtful)
