"""Words in a window: rows of letters, which of them are numbers, and how much room a number has to grow."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colour_regions import grow_regions, smoothed
from capture.frame import Pixels
from vision.ocr import ocr
from vision.profile_sections import TextSection
from vision.text import read_numbers, read_texts

GLYPH_HEIGHT = (0.05, 0.6)
"""Lowest and tallest letter looked at, in pitches."""
LEAST_HEIGHT = 7
SAME_INK = 40
"""Grey levels within which the letters of a word have one colour."""
STRONG_INK = 70
"""Grey levels by which a letter stands out from its ground: what fades in and out is weaker."""
WORD_GAP = 0.38
"""Gap between the letters of one word, at most, in letter heights."""
SAME_LINE = 0.14
"""How much tops and bottoms of one word's letters may differ, in letter heights."""
SPECK = 0.25
"""Ink lower than that, in letter heights, is a speck of the background and stops no number."""
SMALL_PITCH = 130
"""Pixels; letters of windows with smaller cells are looked at enlarged."""
ENLARGED = 2
DIGIT_WIDTH = 0.62
"""Of most fonts, in letter heights."""
MORE_DIGITS = 3.0
"""Digits that a score may grow by, for which room is left where there is any."""
FREE = 0.4
"""Letter heights without ink beside a number that is whole."""
LOOKS_LIKE = str.maketrans("OoDQlI|iSsBbZzGgqA", "000011115588226694")
"""Digits that tesseract takes for letters."""
MOST_GLYPHS = 3000
"""Letter-like regions that are joined to words at most, those nearest to the places: a desktop holds thousands."""
BESIDE = 1.5
"""Words nearer to a place's middle than that, in pitches, are likelier than all others."""


class Cells(Protocol):
    """Where no words are looked for, and what size letters have beside it."""

    @property
    def pitch(self) -> float:
        """Distance of cells in pixels."""
        ...

    def centres(self) -> NDArray[np.float64]:
        """Return (n, 2) the middles of the cells."""
        ...


@dataclass(frozen=True, slots=True)
class Word:
    """Letters in a row.

    Attributes:
        left, top, right, bottom: its box in pixels, right and bottom exclusive.
        glyphs: how many pieces of ink it has.
    """

    left: int
    top: int
    right: int
    bottom: int
    glyphs: int

    @property
    def height(self) -> int:
        """Of its letters, in pixels."""
        return self.bottom - self.top


def find_words(pixels: Pixels, places: Cells) -> list[Word]:
    """Return rows of letter-like regions away from the cells, in reading order."""
    # thin strokes of small letters are all rim: enlarged they have a core
    zoom = ENLARGED if places.pitch < SMALL_PITCH else 1
    enlarged = cv2.resize(pixels, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC) if zoom > 1 else pixels
    calm = smoothed(np.ascontiguousarray(enlarged, np.uint8))
    height, width = calm.shape[:2]
    labels = np.zeros((height, width), np.int32)
    table = np.zeros((height * width // 4 + 1, 9), np.int64)
    count = grow_regions(calm, SAME_INK, (0, SAME_INK), labels, np.empty(height * width, np.int32), table)
    table = table[: min(count, table.shape[0])]
    tall, wide = table[:, 3] - table[:, 1] + 1, table[:, 2] - table[:, 0] + 1
    pitch = places.pitch * zoom
    low = max(LEAST_HEIGHT, GLYPH_HEIGHT[0] * pitch)
    likely = (tall >= low) & (tall <= GLYPH_HEIGHT[1] * pitch) & (wide <= 1.3 * tall)
    likely &= table[:, 4] >= 0.12 * tall * np.minimum(wide, tall)
    rows = np.flatnonzero(likely)
    far = _from_places((table[rows, 0:2] // zoom + table[rows, 2:4] // zoom) / 2, places)
    rows, far = rows[far >= 0.5 * places.pitch], far[far >= 0.5 * places.pitch]
    rows = np.sort(rows[np.argsort(far, kind="stable")[:MOST_GLYPHS]])
    boxes = [row for row in rows if _stands_out(calm, table[row])]
    words = _joined(table[boxes])
    return [Word(w.left // zoom, w.top // zoom, -(-w.right // zoom), -(-w.bottom // zoom), w.glyphs) for w in words]


def likeliest(words: Sequence[Word], places: Cells) -> list[Word]:
    """Return words by how likely they are numbers of the window: beside the places, of several digits, tall."""
    if not words:
        return []
    middles = np.array([((w.left + w.right) / 2, (w.top + w.bottom) / 2) for w in words])
    far = _from_places(middles, places) > BESIDE * places.pitch
    order = sorted(range(len(words)), key=lambda n: (bool(far[n]), words[n].glyphs == 1, -words[n].height))
    return [words[n] for n in order]


def _from_places(middles: NDArray[np.float64], places: Cells) -> NDArray[np.float64]:
    """Return how far points (n, 2) are from the middle of the nearest place."""
    return np.asarray(np.abs(middles[:, None] - places.centres()[None]).max(axis=2).min(axis=1))


def _stands_out(pixels: Pixels, row: NDArray[np.int64]) -> bool:
    left, top, right, bottom, size = (int(v) for v in row[:5])
    ink = row[5:8] / size
    y0, x0 = max(0, top - 2), max(0, left - 2)
    part = pixels[y0 : bottom + 3, x0 : right + 3]
    rim = np.concatenate([part[0], part[-1]])
    return float(np.abs(np.median(rim, axis=0) - ink).max()) >= STRONG_INK


def _joined(table: NDArray[np.int64]) -> list[Word]:
    rows = sorted(table.tolist(), key=lambda r: r[0])
    groups: list[list[list[int]]] = []
    for row in rows:
        for group in groups:
            if _goes_on(group[-1], row):
                group.append(row)
                break
        else:
            groups.append([row])
    words = [
        Word(
            min(r[0] for r in g),
            min(r[1] for r in g),
            max(r[2] for r in g) + 1,
            max(r[3] for r in g) + 1,
            len(g),
        )
        for g in groups
    ]
    # the ground within a letter is no word
    outer = [w for w in words if not any(_within(w, other) for other in words)]
    return sorted(outer, key=lambda w: (w.top, w.left))


def _goes_on(last: list[int], row: list[int]) -> bool:
    """Tell whether a letter may be the next one of a word of which another is the last so far (rows of regions)."""
    tall = max(row[3] - row[1], last[3] - last[1]) + 1
    if not -0.1 * tall <= row[0] - last[2] - 1 <= WORD_GAP * tall:
        return False
    most = SAME_LINE * tall + 1
    if abs(row[1] - last[1]) > most or abs(row[3] - last[3]) > most:
        return False
    return max(abs(a / row[4] - b / last[4]) for a, b in zip(row[5:8], last[5:8], strict=True)) <= SAME_INK


def _within(word: Word, other: Word) -> bool:
    inside = other.left <= word.left and word.right <= other.right and other.top <= word.top
    return inside and word.bottom <= other.bottom and word != other


def crop(pixels: Pixels, word: Word) -> Pixels:
    """Return a word's pixels with a little around them."""
    edge = 1
    return pixels[
        max(0, word.top - edge) : word.bottom + edge,
        max(0, word.left - edge) : word.right + edge,
    ]


def numbers_in(pixels: Pixels, words: Sequence[Word]) -> list[int | None]:
    """Return the number that each word is, None where it is none.

    Raises:
        vision.ocr.OcrMissing: no tesseract that works.
    """
    parts = [padded(crop(pixels, word)) for word in words]
    values = read_numbers(parts)
    likely = {n: v for n, (v, w) in enumerate(zip(values, words, strict=True)) if v is not None and _fits(v, w)}
    several = [n for n in likely if words[n].glyphs > 1]
    # a lone ring or gear passes for a digit easily: another reading must agree
    lone = [n for n in likely if words[n].glyphs == 1]
    texts = dict(zip(several, read_texts([parts[n] for n in several]), strict=True))
    again = dict(zip(lone, ocr([_page_of(parts[n]) for n in lone], "--psm 10"), strict=True))
    found: list[int | None] = [None] * len(words)
    for n, value in likely.items():
        if again[n] == str(value) if n in again else _agrees(texts[n], value, words[n]):
            found[n] = value
    return found


def _fits(value: int, word: Word) -> bool:
    return len(str(value)) <= word.glyphs


def _agrees(read: str, value: int, word: Word) -> bool:
    """Tell whether a word that was read as text of any kind is a number, too, but for a letter at most.

    Letters alone count only where they are this number's digits ("Goo", the first of "Good", is no 600).
    """
    text = re.sub(r"[\s.,']", "", read).translate(LOOKS_LIKE)
    if text.isdecimal() and (int(text) == value or any(letter.isdigit() for letter in read)):
        return True
    agreeing = sum(a == b for a, b in zip(text, str(value), strict=False))
    return len(text) == word.glyphs and agreeing >= len(text) - 1


def _page_of(part: Pixels) -> NDArray[np.uint8]:
    gray = part.max(axis=2).astype(np.int16)
    ground = int(np.median(np.concatenate([gray[0], gray[-1]])))
    return np.asarray(np.clip(255 - 2 * np.abs(gray - ground), 0, 255), np.uint8)


def padded(part: Pixels) -> Pixels:
    """Return a crop with some of its own ground around it."""
    ground = np.median(np.concatenate([part[0], part[-1]]), axis=0).astype(np.uint8)
    room = max(4, part.shape[0] // 4)
    out = np.empty((part.shape[0] + 2 * room, part.shape[1] + 2 * room, 3), np.uint8)
    out[:] = ground
    out[room:-room, room:-room] = part
    return out


def with_room(pixels: Pixels, word: Word) -> TextSection:
    """Return a rectangle around a number, with room to both sides for more digits up to the next ink."""
    height, width = pixels.shape[:2]
    up = max(2, round(0.25 * word.height))
    top, bottom = max(0, word.top - up), min(height, word.bottom + up)
    # a 1 is narrower than the digits that may come
    digit = max((word.right - word.left) / word.glyphs, DIGIT_WIDTH * word.height)
    reach = round(MORE_DIGITS * digit)
    strip = pixels[top:bottom].astype(np.int16)
    beside = [strip[:, max(0, word.left - 2)], strip[:, min(width - 1, word.right + 1)]]
    ground = np.median(np.concatenate(beside), axis=0)
    ink = (np.abs(strip - ground).max(axis=2) > STRONG_INK / 2).sum(axis=0)
    inked = ink > max(1, SPECK * word.height)
    left, right = max(0, word.left - 1), min(width, word.right + 1)
    room = max(3, round(0.15 * word.height))
    # a picture right beside the number keeps its distance, however small that is
    while left > max(0, word.left - reach) and not inked[max(0, left - room) : left].any():
        left -= 1
    while right < min(width, word.right + reach) and not inked[right : right + room].any():
        right += 1
    return TextSection(x=left, y=top, width=right - left, height=bottom - top)


def cut_off(pixels: Pixels, word: Word, place: TextSection) -> bool:
    """Tell whether ink stands so close beside a number that it may be digits of it that were not taken for any.

    Args:
        pixels: of the window.
        word: the number.
        place: what `with_room` says of it: up to the next ink.
    """
    height, width = pixels.shape[:2]
    free = FREE * word.height
    if place.x > 1 and word.left - place.x < free:
        return True
    right = round(place.x + place.width)
    if right >= width - 1 or right - word.right >= free:
        return False
    # a frame around the number goes on above and below it
    above = slice(max(0, round(place.y)), max(1, word.top - 1))
    below = slice(min(height - 1, word.bottom + 1), max(1, round(place.y + place.height)))
    beside = slice(right, min(width, right + max(3, round(free))))
    ground = np.median(pixels[word.top : word.bottom, word.right : right + 1].reshape(-1, 3), axis=0)
    ends = [np.abs(pixels[part, beside].astype(np.int16) - ground).max(axis=2, initial=0) for part in (above, below)]
    return not all((end > STRONG_INK / 2).any() for end in ends)
