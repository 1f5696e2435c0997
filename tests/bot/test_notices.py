"""What a covered well says is asked in the background, and no run waits for the answer."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from bot.playing.notices import AFTER_S, AGAIN_S, Notices
from capture.frame import Frame
from vision.notice import Notice
from vision.profile import Profile
from vision.profile_sections import BoardSection, ReaderSection, WindowSection

ROOT = Path(__file__).parents[2]
PROFILE = Profile(
    game="columns",
    window=WindowSection(width=60, height=120),
    board=BoardSection(x=0, y=0, width=60, height=120, rows=12, cols=6),
    kinds=(),
    reader=ReaderSection(min_margin=0.3, max_distance=30, max_core=8),
)
FRAME = Frame(np.zeros((120, 60, 3), np.uint8), 0)

ASK = """
import time
from bot.playing.notices import AFTER_S, Notices
from tests.bot.test_notices import FRAME, PROFILE
notices = Notices(PROFILE)
notices.look(FRAME, 0.0)
notices.look(FRAME, AFTER_S)
time.sleep(1.0)
print(time.monotonic(), flush=True)
"""


def test_a_question_on_its_way_does_not_keep_the_program(tmp_path: Path) -> None:
    slow = tmp_path / "tesseract"
    slow.write_text("#!/bin/sh\nexec sleep 12\n", encoding="ascii")
    slow.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    assert time.monotonic() - float(done.stdout) < 6
    assert done.stderr == ""


def ask(notices: Notices, now_s: float, eventually: Callable[..., None]) -> Notice | None:
    """Ask once, and return what it says when the answer is there."""

    def begun() -> bool:  # once the thread that answered last has ended
        notices.look(FRAME, now_s)
        return notices._asked is not None

    eventually(begun)
    asked = notices._asked
    assert asked is not None
    eventually(asked.done)
    return notices.look(FRAME, now_s)


def test_a_reading_that_fails_says_nothing_and_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, eventually: Callable[..., None]
) -> None:
    broken = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
    answers: Iterator[Exception | Notice] = iter([broken, Notice.PAUSED])

    def read(*_whatever: object) -> Notice:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr("bot.playing.notices.read_notice", read)
    notices = Notices(PROFILE)
    assert notices.look(FRAME, 0.0) is None
    assert ask(notices, AFTER_S, eventually) is None
    assert ask(notices, AFTER_S + AGAIN_S, eventually) is Notice.PAUSED


def test_one_question_is_asked_at_a_time_whoever_still_wants_the_answer(
    monkeypatch: pytest.MonkeyPatch, eventually: Callable[..., None]
) -> None:
    asked: list[int] = []
    answered = threading.Event()

    def read(*_whatever: object) -> None:
        asked.append(1)
        answered.wait(20)

    monkeypatch.setattr("bot.playing.notices.read_notice", read)
    notices = Notices(PROFILE)
    notices.look(FRAME, 0.0)
    notices.look(FRAME, AFTER_S)
    eventually(lambda: len(asked) == 1)
    notices.goes_on()
    notices.look(FRAME, 20.0)
    notices.look(FRAME, 20.0 + AFTER_S)
    assert len(asked) == 1
    answered.set()
    eventually(lambda: not notices._busy())
    notices.look(FRAME, 21.0 + AFTER_S)
    eventually(lambda: len(asked) == 2)
