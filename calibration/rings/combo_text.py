"""Where the combo stands: a number with an x before it, beside or below the score, while there is one."""

import itertools
from collections.abc import Sequence

from calibration.rings.places import Places
from calibration.words import Word, crop, find_words, likeliest, padded, with_room
from capture.frame import Pixels
from vision.ocr import OcrMissing
from vision.profile_sections import TextSection
from vision.text import combo_in, read_combo_texts

CROSS_HEIGHT = (0.4, 1.1)
"""Height of the x, in heights of the digits."""
CROSS_GAP = 0.7
"""How far it may stand before them, likewise."""
SAME_BASE = 0.12
"""How far apart their lower edges may be, likewise, beyond a pixel: a plus hangs higher."""
MOST_LINES = 6
"""Lines that are read at most, the likeliest first."""
LABEL_GAP = 1.3
"""How far words of one line may stand apart, likewise."""


def find_combo_text(
    pictures: Sequence[Pixels], places: Places, taken: Sequence[TextSection | None]
) -> TextSection | None:
    """Find the combo in the first frame that shows one; None where none does, or without tesseract.

    Args:
        pictures: frames of one window.
        places: the cells and the hand, where no text is looked for.
        taken: places of other numbers.
    """
    others = [place for place in taken if place is not None]
    left = MOST_LINES
    try:
        for pixels in pictures:
            words = [word for word in find_words(pixels, places) if not any(_meet(word, place) for place in others)]
            pairs = ((cross, digits) for digits in likeliest(words, places) for cross in words)
            likely = itertools.islice((pair for pair in pairs if _precedes(*pair)), left)
            lines = [_line(words, cross, digits) for cross, digits in likely]
            left -= len(lines)
            texts = read_combo_texts([padded(crop(pixels, line)) for line in lines])
            for line, text in zip(lines, texts, strict=True):
                if combo_in(text):
                    return with_room(pixels, line)
    except OcrMissing:
        pass
    return None


def _meet(word: Word, place: TextSection) -> bool:
    across = word.left < place.x + place.width and place.x < word.right
    return across and word.top < place.y + place.height and place.y < word.bottom


def _precedes(cross: Word, digits: Word) -> bool:
    tall = digits.height
    if cross.glyphs != 1 or not CROSS_HEIGHT[0] * tall <= cross.height <= CROSS_HEIGHT[1] * tall:
        return False
    return 0 <= digits.left - cross.right <= CROSS_GAP * tall and _same_base(cross, digits)


def _same_base(word: Word, digits: Word) -> bool:
    return abs(word.bottom - digits.bottom) <= SAME_BASE * digits.height + 1


def _line(words: Sequence[Word], cross: Word, digits: Word) -> Word:
    """Return the whole line that ends with the digits: a word such as "combo" may stand before the x."""
    line = Word(
        cross.left, min(cross.top, digits.top), digits.right, max(cross.bottom, digits.bottom), digits.glyphs + 1
    )
    for word in sorted(words, key=lambda w: -w.right):
        gap = line.left - word.right
        if word.left < line.left and gap <= LABEL_GAP * digits.height and _same_base(word, digits):
            top = min(line.top, word.top)
            line = Word(word.left, top, line.right, max(line.bottom, word.bottom), line.glyphs + word.glyphs)
    return line
