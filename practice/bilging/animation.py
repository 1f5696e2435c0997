"""What happens between two settled boards, as a function of time: swap, break, rise, splash.

No Qt and no clock: a `Timeline` is built from what the engine says a move did and asked for any moment.
Positions are in cells, (x, y) of a piece's top-left corner, y down from the board's top edge.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging import CRAB, EMPTY, JELLYFISH, PUFFER, TILE_PX, Board, State, Step
from practice.motion import smooth

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Durations:
    """Seconds that things take at speed 1; what is under water takes longer."""

    swap: float = 0.12
    swap_wet: float = 0.22
    clear: float = 0.24
    clear_wet: float = 0.34
    rise: float = 0.055
    """One cell upward."""
    rise_wet: float = 0.095
    splash: float = 0.5
    """Life of drops and floating points; they may outlast the move."""
    over: float = 0.9
    """From the last board to the words over it."""


class Sprite(NamedTuple):
    """A piece at one moment: its kind, place, size (1 fills its cell) and opacity."""

    code: int
    x: float
    y: float
    size: float = 1.0
    alpha: float = 1.0


class Drop(NamedTuple):
    """A drop of a splash: centre in cells, radius in cells, opacity, kind it came from."""

    x: float
    y: float
    radius: float
    alpha: float
    code: int


class Label(NamedTuple):
    """Floating words: centre in cells, opacity."""

    text: str
    x: float
    y: float
    alpha: float


class _Track(NamedTuple):
    """One moving piece: where from, where to, when, and how it goes."""

    code: int
    x0: float
    y0: float
    x1: float
    y1: float
    duration: float
    manner: str  # "slide", "rise", "pop", "leave", "burst"


class _Phase(NamedTuple):
    start: float
    duration: float
    still: tuple[Sprite, ...]
    tracks: tuple[_Track, ...]


class _Splash(NamedTuple):
    start: float
    x: float
    y: float
    code: int


class _Words(NamedTuple):
    start: float
    text: str
    x: float
    y: float


def resting(board: Board) -> tuple[Sprite, ...]:
    """Return the sprites of a settled board, int8 (rows, cols)."""
    return tuple(
        Sprite(code, col, row)
        for row, codes in enumerate(board.tolist())
        for col, code in enumerate(codes)
        if 0 <= code < EMPTY
    )


class Timeline:
    """One move from its swap to the board settled again.

    Args:
        before: the state the move was made on.
        move: row * (cols - 1) + col.
        step: what the engine says it did.
        durations: how long things take.

    Attributes:
        settle_seconds: when the pieces and the water stand still.
        total_seconds: when the last drop and word are gone too.
    """

    def __init__(self, before: State, move: int, step: Step, durations: Durations) -> None:
        self._durations = durations
        self._rows, self._cols = int(before.board.shape[0]), int(before.board.shape[1])
        self._water = (before.water_px, step.state.water_px)
        self._phases: list[_Phase] = []
        self._splashes: list[_Splash] = []
        self._words: list[_Words] = []
        self._gains: list[tuple[float, float]] = []
        self._score = before.score
        board = before.board.copy()
        row, col = divmod(move, self._cols - 1)
        self._swap(board, row, col)
        for number, stage in enumerate(step.stages):
            words = f"+{stage.points:.0f}" if stage.points else ""
            if number == 0 and step.message:
                words = f"{step.message}! {words}"
            self._gains.append((self._now(), stage.points))
            self._clear(board, stage.cleared, words)
            last = number == len(step.stages) - 1
            self._rise(board, stage.cleared, stage.board, step.state.board if last else None)
            board = stage.board.copy()
        final = self._phases[-1]
        self._water_start = final.start if step.stages else 0.0
        self.settle_seconds = final.start + final.duration
        ends = [splash.start + durations.splash for splash in self._splashes]
        ends += [words.start + self._word_life(words) for words in self._words]
        self.total_seconds = max([self.settle_seconds, *ends])

    def sprites(self, seconds: float) -> tuple[Sprite, ...]:
        """Return every piece as it stands `seconds` after the swap began."""
        phase = next((p for p in self._phases if seconds < p.start + p.duration), self._phases[-1])
        since = min(seconds - phase.start, phase.duration)
        return (*phase.still, *(self._at(track, since) for track in phase.tracks))

    def water_px(self, seconds: float) -> float:
        """Return the height of the water in pixels of a 45 px tile."""
        span = self.settle_seconds - self._water_start
        done = 1.0 if span <= 0 else min(max((seconds - self._water_start) / span, 0.0), 1.0)
        return self._water[0] + (self._water[1] - self._water[0]) * done

    def score(self, seconds: float) -> float:
        """Return the score as far as its pieces have begun to break."""
        return self._score + sum(points for start, points in self._gains if seconds >= start)

    def broken(self, seconds: float) -> bool:
        """Tell whether anything has begun to break."""
        return bool(self._gains) and seconds >= self._gains[0][0]

    def drops(self, seconds: float) -> tuple[Drop, ...]:
        """Return the drops in the air."""
        found: list[Drop] = []
        for splash in self._splashes:
            age = (seconds - splash.start) / self._durations.splash
            if not 0 <= age < 1:
                continue
            for i in range(6):
                turn = 2.4 * i + splash.x + 1.7 * splash.y
                reach = (0.35 + 0.3 * ((i * 5) % 7) / 7) * smooth(min(1.0, 1.6 * age))
                x = splash.x + reach * math.cos(turn)
                y = splash.y + reach * math.sin(turn) + 0.9 * age * age - 0.25 * age
                found.append(Drop(x, y, 0.075 * (1 - 0.6 * age), 0.9 * (1 - age), splash.code))
        return tuple(found)

    def labels(self, seconds: float) -> tuple[Label, ...]:
        """Return the words that float over the board."""
        found: list[Label] = []
        for words in self._words:
            age = (seconds - words.start) / self._word_life(words)
            if 0 <= age < 1:
                found.append(Label(words.text, words.x, words.y - 0.8 * age, min(1.0, 2.5 * (1 - age))))
        return tuple(found)

    def _word_life(self, words: _Words) -> float:
        return self._durations.splash * (1.5 if "!" in words.text else 1.0)

    def _is_wet(self, row: float) -> bool:
        """Tell whether the middle of a cell is under water."""
        return bool((self._rows - row - 0.5) * TILE_PX < self._water[0])

    def _now(self) -> float:
        return self._phases[-1].start + self._phases[-1].duration if self._phases else 0.0

    def _swap(self, board: Board, row: int, col: int) -> None:
        """Add the swap and make it on `board`."""
        span = self._durations.swap_wet if self._is_wet(row) else self._durations.swap
        left, right = int(board[row, col]), int(board[row, col + 1])
        board[row, col], board[row, col + 1] = EMPTY, EMPTY
        tracks = (
            _Track(left, col, row, col + 1, row, span, "slide"),
            _Track(right, col + 1, row, col, row, span, "slide"),
        )
        self._phases.append(_Phase(0.0, span, resting(board), tracks))
        board[row, col], board[row, col + 1] = right, left

    def _clear(
        self,
        board: Board,
        cleared: Mask,
        words: str,
    ) -> None:
        """Add the vanishing of the cleared pieces, their splashes and the points they bring."""
        start = self._now()
        kept = board.copy()
        kept[cleared] = EMPTY
        tracks = []
        for row, col in np.argwhere(cleared).tolist():
            code = int(board[row, col])
            if code < 0:
                continue
            span = self._durations.clear_wet if self._is_wet(row) else self._durations.clear
            manner = {CRAB: "leave", PUFFER: "burst", JELLYFISH: "burst"}.get(code, "pop")
            tracks.append(_Track(code, col, row, col, row, span, manner))
            self._splashes.append(_Splash(start + 0.4 * span, col + 0.5, row + 0.5, code))
        longest = max((track.duration for track in tracks), default=0.0)
        self._phases.append(_Phase(start, longest, resting(kept), tuple(tracks)))
        if words and tracks:
            x = sum(track.x0 for track in tracks) / len(tracks) + 0.5
            y = sum(track.y0 for track in tracks) / len(tracks) + 0.5
            self._words.append(_Words(start, words, min(max(x, 1.0), self._cols - 1.0), max(y, 1.2)))

    def _rise(
        self,
        board: Board,
        cleared: Mask,
        risen: Board,
        refilled: Board | None,
    ) -> None:
        """Add the rise of what is left and, after the last break, the new pieces from below."""
        still: list[Sprite] = []
        tracks: list[_Track] = []
        for col in range(self._cols):
            left = [row for row in range(self._rows) if not cleared[row, col] and board[row, col] != EMPTY]
            moves = [(row, to, int(board[row, col])) for to, row in enumerate(left)]
            if refilled is not None:
                holes = [row for row in range(self._rows) if risen[row, col] == EMPTY]
                moves += [(row + len(holes), row, int(refilled[row, col])) for row in holes]
            for row, to, code in moves:
                if code < 0:
                    continue
                if row == to:
                    still.append(Sprite(code, col, row))
                else:
                    tracks.append(_Track(code, col, row, col, to, self._rise_seconds(row, to), "rise"))
        longest = max((track.duration for track in tracks), default=0.0)
        self._phases.append(_Phase(self._now(), longest, tuple(still), tuple(tracks)))

    def _surface(self) -> float:
        """Return the waterline as the y of a piece whose middle lies on it."""
        return float(self._rows - self._water[0] / TILE_PX - 0.5)

    def _rise_seconds(self, y0: float, y1: float) -> float:
        wet = max(0.0, y0 - max(y1, self._surface()))
        return wet * self._durations.rise_wet + (y0 - y1 - wet) * self._durations.rise

    def _at(self, track: _Track, since: float) -> Sprite:
        """Return where a piece is `since` seconds into its phase."""
        done = 1.0 if track.duration <= 0 else min(since / track.duration, 1.0)
        code, x, y = track.code, track.x0, track.y0
        if track.manner == "slide":
            eased = smooth(done)
            x += (track.x1 - x) * eased
            return Sprite(code, x, y, 1.0 + 0.08 * math.sin(math.pi * done) * (1 if track.x1 > track.x0 else -1))
        if track.manner == "rise":
            wet = max(0.0, track.y0 - max(track.y1, self._surface()))
            in_water = min(since, wet * self._durations.rise_wet)
            in_air = since - in_water
            y -= in_water / self._durations.rise_wet + in_air / self._durations.rise
            return Sprite(code, x, max(y, track.y1))
        if track.manner == "leave":
            return Sprite(code, x + 0.12 * math.sin(9 * done), y - 0.9 * done * done, 1.0, 1.0 - done**3)
        if track.manner == "burst":
            return Sprite(code, x, y, 1.0 + 0.7 * smooth(done), 1.0 - smooth(done))
        grow = 1.0 + 0.5 * done if done < 0.25 else 1.125 * (1 - ((done - 0.25) / 0.75) ** 2)
        return Sprite(code, x, y, max(grow, 0.0), 1.0 - 0.6 * done)
