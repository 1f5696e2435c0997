"""Tesseract: what stands on pages of dark letters on white. Starting it takes longer than reading a page."""

import os
from collections import ChainMap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Final, TypeAlias

import numpy as np
import pytesseract
from numpy.typing import NDArray
from PIL import Image

from capture.how_to_install import how_to_install

Page: TypeAlias = NDArray[np.uint8]
"""(height, width) of dark letters on white."""
_Key: TypeAlias = tuple[bytes, tuple[int, ...], str]

KEPT_PAGES: Final = 64
"""What so many pages said last is kept: frames of one window show the same words over and over."""
LONGEST_S: Final = 20.0
"""A tesseract that takes longer for one line of text hangs: it needs 0.4 s at most on a machine that is not busy."""
A_PAGE_S: Final = 2.0
"""What each further page may add to that."""
PAGE_END: Final = "\f"

# its threads wait for each other over so small a page: several took more of the machine, and longer, than one
pytesseract.pytesseract.environ = ChainMap(os.environ, {"OMP_THREAD_LIMIT": "1"})


class OcrMissing(RuntimeError):  # noqa: N818 (a state of the machine)
    """Tesseract is not installed, or what is installed does not work; the message is one line with the mend.

    Args:
        reason: why it does not work, None where it is not installed.
    """

    def __init__(self, reason: str | None = None) -> None:
        if reason is None:
            super().__init__(
                f"tesseract is not installed, so text cannot be read; install it ({how_to_install('tesseract')})"
            )
        else:
            super().__init__(
                f"tesseract does not work, so text cannot be read: {' '.join(reason.split()).rstrip('.')}; mend that "
                f"or install it anew ({how_to_install('a tesseract that works')})"
            )


_kept: dict[_Key, str] = {}
"""What pages said, that which was asked for last at the end."""
_keeping = Lock()


def ocr(pages: Sequence[Page], config: str) -> list[str]:
    """Return what tesseract reads on each page, without blanks around it, all in one run.

    Raises:
        OcrMissing: no tesseract that works.
    """
    keys = [(page.tobytes(), page.shape, config) for page in pages]
    with _keeping:
        texts = {key: _kept[key] for key in keys if key in _kept}
    unread = {key: page for key, page in zip(keys, pages, strict=True) if key not in texts}
    texts |= zip(unread, _read([*unread.values()], config), strict=True)
    with _keeping:
        for key in keys:
            _kept.pop(key, None)
            _kept[key] = texts[key]
        while len(_kept) > KEPT_PAGES:
            del _kept[next(iter(_kept))]
    return [texts[key] for key in keys]


def forget_pages() -> None:
    """Ask tesseract anew for every page from now on, as whoever wants to know whether it works."""
    with _keeping:
        _kept.clear()


def _read(pages: Sequence[Page], config: str) -> list[str]:
    with _faults_in_our_words():
        texts = _together(pages, config) if len(pages) > 1 else []
        if len(texts) == len(pages):
            return texts
        return [_run(page, config).strip() for page in pages]


def _together(pages: Sequence[Page], config: str) -> list[str]:
    """Return the text of each page; of another number where this tesseract does not read a file of several pages."""
    with TemporaryDirectory(prefix="spyglass-ocr-") as folder:
        path = Path(folder) / "pages.tiff"
        first, *others = map(Image.fromarray, pages)
        first.save(path, save_all=True, append_images=others)
        try:
            texts = [text.strip() for text in _run(str(path), config, len(pages)).split(PAGE_END)]
        except pytesseract.TesseractError:
            return []
    # before version 5 the last page, too, had an end
    return texts[:-1] if len(texts) == len(pages) + 1 and not texts[-1] else texts


def _run(image: Page | str, config: str, pages: int = 1) -> str:
    limit = LONGEST_S + A_PAGE_S * (pages - 1)
    try:
        return str(pytesseract.image_to_string(image, config=config, timeout=limit))
    except pytesseract.TesseractError:
        raise
    except RuntimeError as error:  # pytesseract's word for one that took too long
        raise OcrMissing(f"it gave no answer within {limit:g} s") from error


@contextmanager
def _faults_in_our_words() -> Iterator[None]:
    """Tell in one way that tesseract is not there, or ended otherwise than it should, as `OcrMissing`."""
    try:
        yield
    except pytesseract.TesseractNotFoundError as error:
        raise OcrMissing from error
    except pytesseract.TesseractError as error:
        raise OcrMissing(str(error.message) or f"it ended with status {error.status}") from error
    except OSError as error:  # it may not be started, or it wrote nothing
        raise OcrMissing(f"{error.filename or 'tesseract'}: {error.strerror or error}") from error
