"""Cuts every column of a well into ground, jewels at any height, and what is neither."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit, njit_inline
from vision.well.planes import EDGE, WIDE, ColumnPlanes, JewelPlanes
from vision.well.samples import ACROSS

CAP = 80
"""Grey levels at which one sample's difference is cut off: what covers a part of a jewel has bounded influence."""
MOST_APART = np.int16(CAP)
GROUND_LINE, ODD_LINE = -2, -1
"""Labels of lines that no jewel covers; a jewel's lines are labelled with its kind."""
UNSEEN = 1.2
"""Cost of a line as ground where nothing is known of the ground there; a line that is odd costs 1."""
TOUCHING = 1
"""Lines by which the places of touching jewels may be off."""
LEAST_LINES = 4
"""Lines that a jewel cut off by the well's upper edge must show for its kind to be told."""
SLACK = 0.01
"""Grey levels by which a mean may be rounded."""
FOREVER = 1e9
"""Cost of what is out of the question."""


@njit
def take_samples(rows: NDArray[np.uint8], xs: NDArray[np.int32], ys: NDArray[np.int32], out: NDArray[np.int16]) -> None:
    """Average the pixels of every sample.

    Args:
        rows: a picture's, (height, width * 3).
        xs, ys: see `vision.well.samples.Strips`.
        out: (cols, lines, 3, WIDE) written; see `vision.well.planes`.
    """
    cols, across, wide = xs.shape
    lines, deep = ys.shape
    count = np.uint64(wide * deep)
    share = np.uint64(1 << 32) // count + np.uint64(1)  # a product and a shift are the same quotient, sooner
    bits, green, red = np.uint64(32), np.uint64(1), np.uint64(2)
    first = 3 * xs.min()
    line = np.empty(3 * xs.max() + 3 - first, np.uint16)
    for i in range(lines):
        # down first, whole rows, many at once
        line[:] = 0
        for v in range(deep):
            row = rows[ys[i, v], first : first + line.size]
            for x in range(row.size):
                line[x] += row[x]
        for c in range(cols):
            for s in range(across):
                b = g = r = count // np.uint64(2)
                for u in range(wide):
                    # unsigned, so that nothing is asked about places counted from the end
                    at = np.uint64(3 * xs[c, s, u] - first)
                    b += np.uint64(line[at])
                    g += np.uint64(line[at + green])
                    r += np.uint64(line[at + red])
                out[c, i, 0, s] = b * share >> bits
                out[c, i, 1, s] = g * share >> bits
                out[c, i, 2, s] = r * share >> bits


@njit
def take_samples_in_tone(
    pixels: NDArray[np.uint8],
    levels: NDArray[np.uint8],
    xs: NDArray[np.int32],
    ys: NDArray[np.int32],
    out: NDArray[np.int16],
) -> None:
    """Average the pixels of every sample as they are in another tone.

    Args:
        pixels: (height, width, 3).
        levels: (256, 3) what stands for each level there.
        xs, ys, out: see `take_samples`.
    """
    cols, across, wide = xs.shape
    lines, deep = ys.shape
    count = wide * deep
    for c in range(cols):
        for i in range(lines):
            for s in range(across):
                b = g = r = count // 2
                for v in range(deep):
                    for u in range(wide):
                        pixel = pixels[ys[i, v], xs[c, s, u]]
                        b += levels[pixel[0], 0]
                        g += levels[pixel[1], 1]
                        r += levels[pixel[2], 2]
                out[c, i, 0, s] = b // count
                out[c, i, 1, s] = g // count
                out[c, i, 2, s] = r // count


@njit_inline
def _apart(level: np.signedinteger[Any], expected: np.signedinteger[Any]) -> np.signedinteger[Any]:
    """Return how far a level is from what is expected, in 16 bits."""
    more, less = np.int16(level - expected), np.int16(expected - level)
    return more if more > less else less


@njit
def ground_costs(column: ColumnPlanes, max_ground: float, out: NDArray[np.float32]) -> None:
    """Measure how far each line is from the ground, in shares of `max_ground`.

    Args:
        column: of the picture.
        max_ground: grey levels.
        out: (cols, lines) written.
    """
    cols, lines = out.shape
    for c in range(cols):
        for i in range(lines):
            shown, ground = column.shown[c, i], column.ground[c, i]
            asked, slack = column.asked[c, i], column.slack[c, i]
            total, count = np.int32(0), np.int32(0)
            for s in range(WIDE):
                blue = _apart(shown[0, s], ground[0, s])
                green = _apart(shown[1, s], ground[1, s])
                red = _apart(shown[2, s], ground[2, s])
                worst = blue if blue > green else green
                worst = worst if worst > red else red
                worst = worst if worst < MOST_APART else MOST_APART
                worst = np.int16(worst - slack[s])
                worst = worst if worst > 0 else np.int16(0)
                total += np.int32(worst & asked[s])
                count -= np.int32(asked[s])
            enough = 2 * count >= ACROSS - 2 * EDGE
            out[c, i] = np.float32(total) / np.float32(count * max_ground) if enough else np.float32(UNSEEN)


@njit_inline
def _off(
    here: NDArray[np.int16],
    own: NDArray[np.int16],
    under: NDArray[np.int16],
    through: np.signedinteger[Any],
    s: int,
) -> np.signedinteger[Any]:
    """Return how far a level is from a jewel's own one, or, where all bits of `through` are set, from the ground's."""
    return _apart(here[s], np.int16(own[s] + (through & np.int16(under[s] - own[s]))))


@njit_inline
def _line_cost(
    shown: NDArray[np.int16],
    ground: NDArray[np.int16],
    seen: NDArray[np.int16],
    colours: NDArray[np.int16],
    jewel: NDArray[np.int16],
    bare: NDArray[np.int16],
) -> tuple[np.signedinteger[Any], np.signedinteger[Any]]:
    """Return how far a line of a column is from a line of a jewel, summed, and how many samples count.

    Masks, plain choices, small integers and a channel after the other: only so, many samples are compared at once.
    """
    total, count = np.int32(0), np.int32(0)
    here, own, under = (
        (shown[0], shown[1], shown[2]),
        (colours[0], colours[1], colours[2]),
        (ground[0], ground[1], ground[2]),
    )
    for s in range(WIDE):
        through = np.int16(bare[s] & seen[s])
        blue = _off(here[0], own[0], under[0], through, s)
        green = _off(here[1], own[1], under[1], through, s)
        red = _off(here[2], own[2], under[2], through, s)
        worst = blue if blue > green else green
        worst = worst if worst > red else red
        worst = worst if worst < MOST_APART else MOST_APART
        counted = np.int16(jewel[s] | through)
        total += np.int32(worst & counted)
        count -= np.int32(counted)
    return total, count


@njit_inline
def jewel_cost(
    shown: NDArray[np.int16],
    ground: NDArray[np.int16],
    seen: NDArray[np.int16],
    colours: NDArray[np.int16],
    jewel: NDArray[np.int16],
    bare: NDArray[np.int16],
    top: int,
    limit: float,
    useful: float,
) -> float:
    """Return the mean difference of a column from a jewel whose first line is `top` (may be negative: cut off).

    Args:
        shown, ground: (lines, 3, WIDE) planes of one column; see `vision.well.planes`.
        seen: (lines, WIDE) -1 where the ground was seen.
        colours: (LINES, 3, WIDE) planes of one kind.
        jewel, bare: (LINES, WIDE) -1 where it shows itself, and where it lets the ground show.
        top: first line.
        limit: mean difference above which it is no jewel of that kind, and FOREVER is returned.
        useful: mean difference above which nobody asks: FOREVER is returned as soon as that is sure.
    """
    lines, height = shown.shape[0], colours.shape[0]
    first, last = max(0, -top), min(height, lines - top)
    if last <= first:
        return FOREVER
    off, probed = 0, 0
    most = min(limit, useful) * (last - first) * ACROSS
    for part in (2, 1, 3):
        j = first + (last - first) * part // 4
        total, count = _line_cost(shown[top + j], ground[top + j], seen[top + j], colours[j], jewel[j], bare[j])
        # one line alone may be a jewel's rim between two lines, or under a pointer
        off += bool(total > 2.0 * limit * count)
        probed += int(total)
        # with four lines and more the three are different ones, a part of all that are summed below
        if off == 2 or (probed > most and last - first >= 4):
            return FOREVER
    whole, counts = 0, 0
    for j in range(first, last):
        total, count = _line_cost(shown[top + j], ground[top + j], seen[top + j], colours[j], jewel[j], bare[j])
        whole += int(total)
        counts += int(count)
        if whole > most:
            return FOREVER
    if counts == 0:
        return FOREVER
    mean = float(whole) / float(counts)
    return mean if mean <= limit else FOREVER


@njit_inline
def _cost(column: ColumnPlanes, c: int, jewels: JewelPlanes, k: int, top: int, limit: float, useful: float) -> float:
    """Return `jewel_cost` of a column and a kind."""
    return jewel_cost(
        column.shown[c],
        column.ground[c],
        column.seen[c],
        jewels.colours[k],
        jewels.jewel[k],
        jewels.bare[k],
        top,
        limit,
        useful,
    )


@njit
def parse_columns(
    column: ColumnPlanes,
    grounds: NDArray[np.float32],
    jewels: JewelPlanes,
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
        column: of the picture.
        grounds: (cols, lines) from `ground_costs`.
        jewels: of the templates.
        max_distance: grey levels.
        best, choice: (lines + 1,) scratch.
        labels: (cols, lines) written: a kind, GROUND_LINE or ODD_LINE.
        tops, kinds: (cols, most) written: first line and kind of each jewel, from below upwards.
        counts: (cols,) written: how many.
    """
    cols, lines, height = column.shown.shape[0], column.shown.shape[1], jewels.jewel.shape[1]
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
            for k in range(len(jewels.jewel)):
                useful = SLACK + (best[end] - before) * max_distance / visible
                mean = _cost(column, c, jewels, k, top, max_distance, useful)
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
    column: ColumnPlanes,
    jewels: JewelPlanes,
    codes: NDArray[np.int8],
    tops: NDArray[np.int16],
    kinds: NDArray[np.int8],
    counts: NDArray[np.int32],
    distances: NDArray[np.float32],
    margins: NDArray[np.float32],
    shifted: NDArray[np.float32],
) -> None:
    """Measure every jewel that was found.

    Args:
        column, jewels, tops, kinds, counts: as in `parse_columns`.
        codes: (kinds,) of the templates; several may share one.
        distances: (cols, most) written: mean difference from its kind, grey levels.
        margins: (cols, most) written: 1 - that / the difference from the nearest kind of another code.
        shifted: (cols, most, 2) written: the difference one line higher and one lower; that of the place itself
            where the well ends, and of what rests, which has its place.
    """
    lines, height = column.shown.shape[1], jewels.jewel.shape[1]
    for c in range(len(column.shown)):
        support = lines
        for n in range(counts[c]):
            top, kind = int(tops[c, n]), kinds[c, n]
            near, second = np.float32(CAP), np.float32(CAP)
            for k in range(len(jewels.jewel)):
                if k != kind and codes[k] == codes[kind]:
                    continue
                mean = _cost(column, c, jewels, k, top, CAP, FOREVER if k == kind else float(second))
                if k == kind:
                    near = np.float32(mean)
                elif mean < second:
                    second = np.float32(mean)
            distances[c, n] = near
            margins[c, n] = max(np.float32(0), 1 - near / max(second, np.float32(1)))
            rests = top + height >= support - TOUCHING
            support = top if rests else 2 * lines  # nothing rests on what floats
            for side in range(2):
                moved = top + 2 * side - 1
                shifted[c, n, side] = near
                if not rests and moved + height <= lines and moved + height > 0:
                    shifted[c, n, side] = np.float32(_cost(column, c, jewels, kind, moved, CAP, FOREVER))


@njit
def place_costs(column: ColumnPlanes, jewels: JewelPlanes, out: NDArray[np.float32]) -> None:
    """Measure the cells of one column, each in its place.

    Args:
        column: of the picture; the first one is asked.
        jewels: of the templates.
        out: (rows, kinds) written: mean difference from a jewel of each kind, grey levels.
    """
    height = jewels.jewel.shape[1]
    for row in range(out.shape[0]):
        for k in range(len(jewels.jewel)):
            cost = _cost(column, 0, jewels, k, row * height, CAP, FOREVER)
            out[row, k] = min(np.float32(CAP), np.float32(cost))
