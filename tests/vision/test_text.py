"""Numbers read off drawn pictures: light and dark, small and large, with other things beside them."""

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytesseract
import pytest

from capture.frame import Frame, Pixels
from vision.ocr import OcrMissing, Page, forget_pages, ocr
from vision.profile_sections import TextSection
from vision.text import read_combo_texts, read_number, read_number_at, read_numbers, read_texts

DARK, LIGHT = (60, 66, 70), (228, 232, 236)


@pytest.fixture(autouse=True)
def nothing_read_yet() -> None:
    """These tests count how often tesseract is asked, and take it away."""
    forget_pages()


def written(
    words: str, height: float, ink: tuple[int, int, int], ground: tuple[int, int, int], *, room: float = 0.4
) -> Pixels:
    face, thick = cv2.FONT_HERSHEY_DUPLEX, max(1, round(height / 9))
    (width, _), _ = cv2.getTextSize(words, face, height / 22, thick)
    edge = int(room * height) + 2
    picture = np.empty((int(height) + 2 * edge, width + 2 * edge, 3), np.uint8)
    picture[:] = ground
    cv2.putText(picture, words, (edge, edge + int(height)), face, height / 22, ink, thick, cv2.LINE_AA)
    return picture


@pytest.mark.sweep(5)
@pytest.mark.parametrize("height", [14, 22, 60, 150])
@pytest.mark.parametrize(("ink", "ground"), [((250, 250, 250), DARK), ((40, 40, 40), LIGHT), ((160, 90, 40), LIGHT)])
def test_digits_of_any_size_and_colour(height: int, ink: tuple[int, int, int], ground: tuple[int, int, int]) -> None:
    assert read_number(written("20354", height, ink, ground)) == 20354
    assert read_number(written("7", height, ink, ground)) == 7


def test_specks_and_a_tilted_ground_do_no_harm() -> None:
    picture = written("182", 40, (250, 250, 250), DARK).astype(float)
    picture += np.linspace(-12, 12, picture.shape[1])[None, :, None]
    picture[5:8, 6:9] = 220
    picture[-7:-5, -12:-9] = 200
    assert read_number(np.clip(picture, 0, 255).astype(np.uint8)) == 182


@pytest.mark.parametrize("picture", [np.full((40, 90, 3), 70, np.uint8), np.zeros((1, 40, 3), np.uint8)])
def test_nothing_is_no_number(picture: Pixels) -> None:
    assert read_number(picture) is None


def test_a_number_in_its_place_of_a_frame() -> None:
    frame = np.full((200, 300, 3), DARK, np.uint8)
    number = written("60", 30, (250, 250, 250), DARK)
    frame[20 : 20 + number.shape[0], 200 : 200 + number.shape[1]] = number
    assert read_number_at(Frame(frame, 0), TextSection(x=190, y=10, width=120, height=70)) == 60
    assert read_number_at(Frame(frame, 0), TextSection(x=10, y=90, width=100, height=70)) is None


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What tesseract was asked, in the words of its command line."""
    questions: list[str] = []
    ask = pytesseract.image_to_string

    def noted(page: Page | str, config: str, timeout: float) -> str:
        questions.append(config)
        return str(ask(page, config=config, timeout=timeout))

    monkeypatch.setattr(pytesseract, "image_to_string", noted)
    return questions


def test_tesseract_is_asked_once_for_what_several_frames_show_alike(asked: list[str]) -> None:
    assert [read_number(written("60", 30, (250, 250, 250), DARK)) for _ in range(3)] == [60, 60, 60]
    assert len(asked) == 1
    assert read_number(written("61", 30, (250, 250, 250), DARK)) == 61
    assert len(asked) == 2
    forget_pages()
    assert read_number(written("60", 30, (250, 250, 250), DARK)) == 60
    assert len(asked) == 3


SEVERAL = [
    written(words, height, (250, 250, 250), DARK) for words in ("60", "182", "7", "20354") for height in (20, 40)
]
NOTHING = np.full((40, 90, 3), 70, np.uint8)


def test_several_pictures_are_read_as_each_alone_in_one_run(asked: list[str]) -> None:
    pictures = [*SEVERAL[:3], NOTHING, *SEVERAL[3:]]
    assert read_numbers(pictures) == [60, 60, 182, None, 182, 7, 7, 20354, 20354]
    assert len(asked) == 1
    assert read_texts(pictures) == [text for picture in pictures for text in read_texts([picture])]
    assert len(asked) == 2, "each alone was kept"
    forget_pages()
    assert [read_number(picture) for picture in pictures] == [60, 60, 182, None, 182, 7, 7, 20354, 20354]


PAGES_ALONE = 'case "$1" in *.tiff) echo no TIFF >&2; exit 1;; esac; exec {real} "$@"'
ENDED_TOO = 'case "$1" in *.tiff) {real} "$@" && printf "\\f" >> "$2.txt";; *) exec {real} "$@";; esac'
FIRST_PAGE = 'case "$1" in *.tiff) {real} "$@" && printf 5 > "$2.txt";; *) exec {real} "$@";; esac'


@pytest.mark.parametrize(
    ("script", "runs"), [(PAGES_ALONE, 1 + len(SEVERAL)), (ENDED_TOO, 1), (FIRST_PAGE, 1 + len(SEVERAL))]
)
def test_other_tesseracts_read_several_pictures_too(
    script: str, runs: int, asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that knows no TIFF, one that ends the last page too, one that reads the first page alone."""
    one = program(tmp_path / "tesseract", script.format(real=shutil.which("tesseract")))
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", one)
    assert read_numbers(SEVERAL) == [60, 60, 182, 182, 7, 7, 20354, 20354]
    assert len(asked) == runs


@pytest.mark.parametrize(("own", "threads"), [(None, "1"), ("3", "3")])
def test_tesseract_runs_on_one_thread_unless_told_otherwise(
    own: str | None, threads: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes to several threads by itself, which over small pages only wait for each other."""
    if own is not None:
        monkeypatch.setenv("OMP_THREAD_LIMIT", own)
    fake = program(tmp_path / "tesseract", 'printf "%s" "$OMP_THREAD_LIMIT" > "$2.txt"')
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", fake)
    forget_pages()
    assert ocr([np.full((20, 40), 255, np.uint8)], "--psm 7") == [threads]
    forget_pages()


def test_no_more_is_asked_once_a_combo_is_read(asked: list[str]) -> None:
    assert read_combo_texts([written("x7", 30, (250, 250, 250), DARK)])[0].lower().startswith("x")
    assert asked == ["--psm 7"]


def test_without_tesseract_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")
    with pytest.raises(OcrMissing, match="apt-get install tesseract-ocr"):
        read_number(written("60", 30, (250, 250, 250), DARK))


def program(path: Path, script: str, mode: int = 0o755) -> str:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(mode)
    return str(path)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo 'first line' >&2; echo 'second line.' >&2; exit 1", "first line second line; mend that"),
        ("exit 3", "it ended with status 3"),
        ("exit 0", "No such file or directory"),
        ("exec sleep 60", "no answer within 0.5 s"),
    ],
)
def test_a_tesseract_that_does_not_work_is_told_in_one_line(
    script: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", program(tmp_path / "tesseract", script))
    monkeypatch.setattr("vision.ocr.LONGEST_S", 0.5)
    with pytest.raises(OcrMissing, match="tesseract does not work, so text cannot be read: ") as missing:
        read_number(written("60", 30, (250, 250, 250), DARK))
    assert reason in str(missing.value)
    assert "\n" not in str(missing.value)


def test_a_tesseract_that_may_not_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", program(tmp_path / "tesseract", "exit 0", 0o644))
    with pytest.raises(OcrMissing, match=r"Permission denied"):
        read_number(written("60", 30, (250, 250, 250), DARK))


def test_a_tesseract_without_its_language_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    with pytest.raises(OcrMissing, match=r"tesseract does not work.*eng\.traineddata"):
        read_number(written("60", 30, (250, 250, 250), DARK))
