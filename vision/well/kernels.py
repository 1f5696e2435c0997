"""Cuts every column of a well into ground, jewels at any height, and what is neither."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit, njit_inline
from vision.well.samples import GROUND, IGNORED, NEVER_SEEN, SEEN_GROUND

CAP = 80
"""Grey levels at which one sample's difference is cut off: what covers a part of a jewel has bounded influence."""
GROUND_LINE, ODD_LINE = -2, -1
"""Labels of lines that no jewel covers; a jewel's lines are labelled with its kind."""
EDGE = 2
"""Samples at either end of a line that the ground is not judged by: rims of a ghost, of a neighbour's glow."""
GUESS_SLACK = 36
"""Grey levels that guessed ground may be away from its guess at no cost."""
UNSEEN = 1.2
"""Cost of a line as ground where nothing is known of the ground there; a line that is odd costs 1."""
LEAST_LINES = 4
"""Lines that a jewel cut off by the well's upper edge must show for its kind to be told."""
FOREVER = 1e9
"""Cost of what is out of the question."""


@njit
def take_samples(
    pixels: NDArray[np.uint8], xs: NDArray[np.int32], ys: NDArray[np.int32], out: NDArray[np.int16]
) -> None:
    """Average the pixels of every sample.

    Args:
        pixels: (height, width, 3).
        xs, ys: see `vision.well.samples.Strips`.
        out: (cols, lines, ACROSS, 3) written.
    """
    cols, across, wide = xs.shape
    lines, deep = ys.shape
    count = np.uint32(wide * deep)
    for c in range(cols):
        for i in range(lines):
            for s in range(across):
                b = g = r = count // np.uint32(2)
                for v in range(deep):
                    # unsigned, so that nothing is asked about places counted from the end
                    y = np.uint64(ys[i, v])
                    for u in range(wide):
                        x = np.uint64(xs[c, s, u])
                        b += np.uint32(pixels[y, x, 0])
                        g += np.uint32(pixels[y, x, 1])
                        r += np.uint32(pixels[y, x, 2])
                out[c, i, s, 0] = b // count
                out[c, i, s, 1] = g // count
                out[c, i, s, 2] = r // count


@njit_inline
def _apart(shown: NDArray[np.int16], expected: NDArray[np.int16]) -> int:
    """Return the difference of the worst channel, CAP at most."""
    worst = 0
    for channel in range(3):
        apart = abs(int(shown[channel]) - int(expected[channel]))
        if apart > worst:
            worst = apart
    return worst if worst < CAP else CAP


@njit
def ground_costs(
    shown: NDArray[np.int16],
    ground: NDArray[np.int16],
    certainty: NDArray[np.uint8],
    max_ground: float,
    out: NDArray[np.float32],
) -> None:
    """Measure how far each line is from the ground, in shares of `max_ground`.

    Args:
        shown: (cols, lines, ACROSS, 3) from `take_samples`.
        ground, certainty: see `vision.well.samples.Strips`.
        max_ground: grey levels.
        out: (cols, lines) written.
    """
    cols, lines, across = shown.shape[0], shown.shape[1], shown.shape[2]
    for c in range(cols):
        for i in range(lines):
            total, count = 0, 0
            for s in range(EDGE, across - EDGE):
                if certainty[c, i, s] != NEVER_SEEN:
                    apart = _apart(shown[c, i, s], ground[c, i, s])
                    if certainty[c, i, s] != SEEN_GROUND:
                        apart = max(0, apart - GUESS_SLACK)
                    total += apart
                    count += 1
            enough = 2 * count >= across - 2 * EDGE
            out[c, i] = np.float32(total) / np.float32(count * max_ground) if enough else np.float32(UNSEEN)


@njit_inline
def _line_cost(
    shown: NDArray[np.int16],
    ground: NDArray[np.int16],
    certainty: NDArray[np.uint8],
    colours: NDArray[np.int16],
    shows: NDArray[np.uint8],
    i: int,
    j: int,
) -> tuple[int, int]:
    """Return how far line i of a column is from line j of a jewel, summed, and how many samples count."""
    total, count = 0, 0
    at, line = np.uint64(i), np.uint64(j)
    for s in range(shows.shape[1]):
        sort = shows[line, s]
        if sort == IGNORED or (sort == GROUND and certainty[at, s] != SEEN_GROUND):
            continue
        total += _apart(shown[at, s], ground[at, s] if sort == GROUND else colours[line, s])
        count += 1
    return total, count


@njit
def jewel_cost(
    shown: NDArray[np.int16],
    ground: NDArray[np.int16],
    certainty: NDArray[np.uint8],
    colours: NDArray[np.int16],
    shows: NDArray[np.uint8],
    top: int,
    limit: float,
) -> float:
    """Return the mean difference of a column from a jewel whose first line is `top` (may be negative: cut off).

    Args:
        shown, ground, certainty: (lines, ACROSS, ...) of one column.
        colours, shows: (LINES, ACROSS, ...) of one kind.
        top: first line.
        limit: mean difference above which FOREVER is returned as soon as it is sure.
    """
    lines, height = shown.shape[0], shows.shape[0]
    first, last = max(0, -top), min(height, lines - top)
    if last <= first:
        return FOREVER
    off = 0
    for part in (2, 1, 3):
        j = first + (last - first) * part // 4
        total, count = _line_cost(shown, ground, certainty, colours, shows, top + j, j)
        # one line alone may be a jewel's rim between two lines, or under a pointer
        off += total > 2.0 * limit * count
        if off == 2:
            return FOREVER
    whole, counts = 0, 0
    most = limit * (last - first) * shown.shape[1]
    for j in range(first, last):
        total, count = _line_cost(shown, ground, certainty, colours, shows, top + j, j)
        whole += total
        counts += count
        if whole > most:
            return FOREVER
    if counts == 0:
        return FOREVER
    mean = float(whole) / float(counts)
    return mean if mean <= limit else FOREVER


@njit
def parse_columns(
    shown: NDArray[np.int16],
    ground: NDArray[np.int16],
    certainty: NDArray[np.uint8],
    grounds: NDArray[np.float32],
    colours: NDArray[np.int16],
    shows: NDArray[np.uint8],
    max_distance: float,
    best: NDArray[np.float32],
    choice: NDArray[np.int8],
    labels: NDArray[np.int8],
    tops: NDArray[np.int16],
    kinds: NDArray[np.int8],
    counts: NDArray[np.int32],
) -> None:
    """Cut each column so that ground, jewels and odd lines together explain it best.

    A line costs its share of `max_ground` as ground, its jewel's share of `max_distance` in a jewel, 1 as odd; the
    cheapest cut is found by dynamic programming from the top. A jewel may be cut off by the upper edge only.

    Args:
        shown, ground, certainty: (cols, lines, ACROSS, ...), see above.
        grounds: (cols, lines) from `ground_costs`.
        colours, shows: (kinds, LINES, ACROSS, ...) of the templates.
        max_distance: grey levels.
        best, choice: (lines + 1,) scratch.
        labels: (cols, lines) written: a kind, GROUND_LINE or ODD_LINE.
        tops, kinds: (cols, most) written: first line and kind of each jewel, from below upwards.
        counts: (cols,) written: how many.
    """
    cols, lines = shown.shape[0], shown.shape[1]
    height = shows.shape[1]
    for c in range(cols):
        best[0] = 0.0
        for end in range(1, lines + 1):
            as_ground = best[end - 1] + min(grounds[c, end - 1], np.float32(3.0))
            as_odd = best[end - 1] + np.float32(1.0)
            best[end], choice[end] = as_ground, GROUND_LINE
            if as_odd < as_ground:
                best[end], choice[end] = as_odd, ODD_LINE
            top = end - height
            if top < 0 and end < 2:
                continue
            middle = (max(0, top) + end) // 2
            if grounds[c, middle] <= 1.0 and grounds[c, middle - 1] <= 1.0:
                continue
            before = best[max(0, top)]
            visible = min(end, height)
            for k in range(shows.shape[0]):
                mean = jewel_cost(shown[c], ground[c], certainty[c], colours[k], shows[k], top, max_distance)
                cost = before + np.float32(visible * mean / max_distance)
                if cost < best[end]:
                    best[end], choice[end] = cost, k
        end, count = lines, 0
        while end > 0:
            label = choice[end]
            first = end - height if label >= 0 else end - 1
            for i in range(max(0, first), end):
                labels[c, i] = label
            if label >= 0:
                tops[c, count] = first
                kinds[c, count] = label
                count += 1
            end = max(0, first)
        counts[c] = count


@njit
def judge_jewels(
    shown: NDArray[np.int16],
    ground: NDArray[np.int16],
    certainty: NDArray[np.uint8],
    colours: NDArray[np.int16],
    shows: NDArray[np.uint8],
    tops: NDArray[np.int16],
    kinds: NDArray[np.int8],
    counts: NDArray[np.int32],
    distances: NDArray[np.float32],
    margins: NDArray[np.float32],
    shifted: NDArray[np.float32],
) -> None:
    """Measure every jewel that was found.

    Args:
        shown ... counts: as in `parse_columns`.
        distances: (cols, most) written: mean difference from its kind, grey levels.
        margins: (cols, most) written: 1 - that / the difference from the nearest other kind.
        shifted: (cols, most, 2) written: the difference one line higher and one lower; that of the place itself
            where the well ends.
    """
    lines, height = shown.shape[1], shows.shape[1]
    for c in range(shown.shape[0]):
        for n in range(counts[c]):
            top, kind = int(tops[c, n]), kinds[c, n]
            near, second = np.float32(CAP), np.float32(CAP)
            for k in range(shows.shape[0]):
                mean = jewel_cost(shown[c], ground[c], certainty[c], colours[k], shows[k], top, CAP)
                if k == kind:
                    near = np.float32(mean)
                elif mean < second:
                    second = np.float32(mean)
            distances[c, n] = near
            margins[c, n] = max(np.float32(0), 1 - near / max(second, np.float32(1)))
            for side in range(2):
                moved = top + 2 * side - 1
                shifted[c, n, side] = near
                if moved + height <= lines and moved + height > 0:
                    cost = jewel_cost(shown[c], ground[c], certainty[c], colours[kind], shows[kind], moved, CAP)
                    shifted[c, n, side] = np.float32(cost)


@njit
def place_costs(
    shown: NDArray[np.int16],
    ground: NDArray[np.int16],
    certainty: NDArray[np.uint8],
    colours: NDArray[np.int16],
    shows: NDArray[np.uint8],
    out: NDArray[np.float32],
) -> None:
    """Measure the cells of one column, each in its place.

    Args:
        shown, ground, certainty: (lines, ACROSS, ...) of the column.
        colours, shows: (kinds, LINES, ACROSS, ...) of the templates.
        out: (rows, kinds) written: mean difference from a jewel of each kind, grey levels.
    """
    height = shows.shape[1]
    for row in range(out.shape[0]):
        for k in range(shows.shape[0]):
            cost = jewel_cost(shown, ground, certainty, colours[k], shows[k], row * height, CAP)
            out[row, k] = min(np.float32(CAP), np.float32(cost))
