"""The demo's examiner: what was read held against what the practice window says it showed.

Only the demo uses this, after the run; the bot itself learns nothing but through pixels.
"""

import bisect
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

from bot.exit_status import Failed
from bot.playing.reading import Reading
from vision.sighting import UNKNOWN, Codes

GRAB_NS = 20_000_000
"""A frame may show what was painted so much later than its time, which is taken before the grab (p99 of one on a busy
machine: 5 ms)."""


@dataclass(frozen=True, slots=True, eq=False)
class TrueState:
    """One line of a truth file: what the window shows from `time_ns` on.

    A picture is written down once it is on the screen; `painting_ns` is when its painting began: in between the screen
    shows it or the one before. While a move is played `codes` is where it leads; `shows`, int8 (n, rows, cols), is what
    each cell may be read as meanwhile, UNKNOWN where it shows nothing that can be told, None from a window that does
    not say so. `game` counts the games of the window; `locked` is where the last falling piece landed: column, codes
    top to bottom.
    """

    time_ns: int
    settled: bool
    codes: Codes
    score: float
    moves: int
    game: int = 1
    locked: tuple[int, ...] | None = None
    painting_ns: int | None = None
    shows: Codes | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Examination:
    """How many cells were read for sure, and how many of them were wrong.

    `names` gives the true code for each read one, int8 (n,).
    """

    cells_read: int
    cells_misread: int
    names: Codes = field(default_factory=lambda: np.zeros(0, np.int8))


def load_truth(path: Path) -> list[TrueState]:
    """Read a truth file; a last line cut short by the window's end is passed over.

    Raises:
        Failed: any other line is damaged; without it what was read could pass for right, or for wrong.
    """
    states = []
    lines = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            raw = json.loads(line)
        except ValueError as error:
            if number == len(lines):
                break
            raise Failed(f"{path}: line {number} is damaged, so nothing can be held against it; run anew") from error
        codes = np.array(raw["board"], dtype=np.int8)
        column, jewels = raw.get("locked") or (None, ())
        locked = None if column is None else (column, *jewels)
        of_game = raw["score"], raw["moves"], raw.get("game", 1)
        shows = np.array(raw["shows"], dtype=np.int8) if "shows" in raw else None
        states.append(TrueState(raw["time_ns"], raw["settled"], codes, *of_game, locked, raw.get("painting_ns"), shows))
    return states


def on_screen(readings: Sequence[Reading], truth: Sequence[TrueState]) -> list[TrueState]:
    """Return what a window that plays rounds at a tick showed to each reading, with the reading's time.

    Such a window enters a round twice: when it begins, and once its end stands on the screen. In between it may show
    the board before it or, where nothing has to move, the one after it already; the nearest counts. The second entry is
    left out where the next round begins before the picture has stood.
    """
    shown = []
    for reading in readings:
        past = [state for state in truth if state.time_ns <= reading.time_ns]
        if not past:
            continue
        since = max((number for number, state in enumerate(past) if state.settled), default=0)
        candidates = past[since:]
        nearest = min(candidates, key=lambda state: int(np.count_nonzero(state.codes != reading.codes)))
        shown.append(replace(nearest, time_ns=reading.time_ns, settled=True))
    return shown


def examine(readings: Sequence[Reading], truth: Sequence[TrueState], *, codes_mean: bool = False) -> Examination:
    """Count misread cells over all readings.

    Learned colours have codes of their own order, so the one renaming of read codes that agrees best with the
    truth over the whole run is taken first (an assignment problem); every other disagreement is a misread cell. Of a
    reading from the time in which a picture was being painted the one before it will do as well. While a move is played
    a window that tells its pictures is held to them, cell by cell; of any other each cell may show what it held at rest
    before, or what it comes to hold. So may a cell that the rules put in, beside what it shows: it was not seen.

    Args:
        readings: boards as they were read.
        truth: what the window showed, by time.
        codes_mean: each code means something to the rules, as an arena's items and players do: no renaming is right.
    """
    pairs = [(reading.codes, shown) for reading in readings if (shown := _shown_to(truth, reading))]
    if not pairs:
        return Examination(0, 0)
    size = 1 + max(int(max(read.max(), *(each.max() for each in shown))) for read, shown in pairs)
    renamed = np.arange(size, dtype=np.int8) if codes_mean else _best_renaming(pairs, size)
    read_cells = wrong_cells = 0
    for read, shown in pairs:
        known = read != UNKNOWN
        read_cells += int(np.count_nonzero(known))
        named = renamed[read]
        wrong_cells += min(int(np.count_nonzero(known & (named != each).all(axis=0))) for each in shown)
    return Examination(read_cells, wrong_cells, renamed)


def _best_renaming(pairs: Sequence[tuple[Codes, list[Codes]]], size: int) -> Codes:
    """Return the true code for each read one, int8 (size,), that makes read and likeliest boards agree best."""
    together = np.zeros((size, size), dtype=np.int64)
    for read, ((likeliest, *_), *_) in pairs:
        known = (read != UNKNOWN) & (likeliest >= 0)
        np.add.at(together, (read[known], likeliest[known]), 1)
    rows, cols = linear_sum_assignment(together, maximize=True)
    renamed = np.full(size, UNKNOWN, dtype=np.int8)
    renamed[rows] = cols
    never = together.sum(axis=1) == 0
    renamed[never] = np.flatnonzero(never)
    return renamed


def wrong_landings(planned: Sequence[tuple[int, ...]], since_ns: int, truth: Sequence[TrueState], names: Codes) -> int:
    """Count falling pieces that landed elsewhere, or turned otherwise, than was planned.

    Args:
        planned: in order, the column and the read codes of each piece; () where pieces landed that nobody steered, or
            none did.
        since_ns: when the first of them was planned; what landed before was nobody's.
        truth: what the window tells.
        names: from the examination of the same run.
    """
    before = _state_at(truth, since_ns)
    seen = (before.game, before.moves) if before is not None else (1, 0)
    landed = []
    for state in truth:
        if state.time_ns > since_ns and state.locked is not None and (state.game, state.moves) != seen:
            seen = (state.game, state.moves)
            landed.append(state.locked)
    wrong = number = 0
    unsteered = False
    for place in planned:
        if not place:
            unsteered = True
            continue
        column, *codes = place
        true = (column, *(int(names[code]) for code in codes))
        if unsteered:
            unsteered = true not in landed[number:]
            number = number if unsteered else landed.index(true, number) + 1
            wrong += unsteered
            continue
        wrong += number >= len(landed) or landed[number] != true
        number += 1
    return wrong


def score_at(truth: Sequence[TrueState], time_ns: int) -> float | None:
    """Return the score that the window showed at a time; None before the first state."""
    state = _state_at(truth, time_ns)
    return None if state is None else state.score


def points_since(truth: Sequence[TrueState], time_ns: int) -> float:
    """Return the points of all games that the window showed from a time on; each game begins anew, and counts whole."""
    first = bisect.bisect_right(truth, time_ns, key=lambda state: state.time_ns) - 1
    return float(sum({state.game: state.score for state in truth[max(first, 0) :]}.values()))


def _shown_to(truth: Sequence[TrueState], reading: Reading) -> list[Codes]:
    """Return the boards of which the window showed one to a reading, the likeliest first; none before the first.

    That is the last one it had painted, and what it was painting then or while the picture was grabbed. Each is int8
    (n, rows, cols): what a cell may be read as, the likeliest first.
    """
    last = bisect.bisect_right(truth, reading.time_ns, key=lambda state: state.time_ns)
    if not last:
        return []
    numbers = [last - 1]
    for number, state in enumerate(truth[last:], last):
        if state.painting_ns is None and state.shows is not None:
            continue  # a move begins, and nothing of it has been painted
        if state.painting_ns is None or state.painting_ns > reading.time_ns + GRAB_NS:
            break
        numbers.append(number)
    return [_cells(truth, number, reading) for number in numbers]


def _cells(truth: Sequence[TrueState], number: int, reading: Reading) -> Codes:
    """Return what the cells may be read as by a line, int8 (n, rows, cols)."""
    state = truth[number]
    foretold = state.codes[np.newaxis]
    if not state.settled:
        # a window that hangs, and tells none of its pictures, shows for long the last that it painted
        before = next(([earlier.codes] for earlier in reversed(truth[:number]) if earlier.settled), [])
        foretold = np.stack([state.codes, *before])
    if state.shows is None:
        return foretold
    put_in = np.zeros(state.codes.shape, np.bool_)
    put_in[tuple(np.array(reading.repaired, np.intp).reshape(-1, 2).T)] = True
    seen = np.where(put_in, UNKNOWN, state.shows)  # first, for the renaming goes by it
    unseen = np.where(put_in, np.concatenate([foretold, state.shows]), UNKNOWN)
    return np.concatenate([seen, unseen]).astype(np.int8)


def _state_at(truth: Sequence[TrueState], time_ns: int) -> TrueState | None:
    index = bisect.bisect_right(truth, time_ns, key=lambda state: state.time_ns) - 1
    return truth[index] if index >= 0 else None
