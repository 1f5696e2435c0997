"""A practice window's process: its complaints are read all the time, and told when it has ended."""

import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.exit_status import ExitStatus, Failed, Unusable
from bot.practice_process import PracticeChoice, PracticeProcess, check_alive, practice_window, rehearse

COMPLAINS = """
import sys, time
from pathlib import Path
for _ in range(30000):
    sys.stderr.write("qt.qpa.xcb: a warning\\n")  # in all ten times what a pipe holds
sys.stderr.flush()
Path(sys.argv[1]).touch()
time.sleep(60)
"""


def test_a_window_that_complains_much_is_not_held_up(tmp_path: Path, eventually: Callable[..., None]) -> None:
    process = PracticeProcess([sys.executable, "-c", COMPLAINS, str(tmp_path / "went on")])
    try:
        eventually((tmp_path / "went on").exists, 20)
        check_alive(process)
    finally:
        process.kill()
        process.wait()
        process.complaints.join(10)
    assert process.complaints.lines()[-1] == "qt.qpa.xcb: a warning"


@pytest.mark.parametrize(
    ("ending", "error", "told"),
    [
        ("'run_bot.py: no look'; raise SystemExit(2)", Unusable, "^no look$"),
        ("'no Qt here'; raise SystemExit(1)", Failed, "ended with status 1: no Qt here$"),
        ("''; raise SystemExit(3)", Failed, "ended with status 3: no word$"),
    ],
)
def test_what_a_window_that_has_ended_said_last_is_told(ending: str, error: type[Exception], told: str) -> None:
    words, _, leaves = ending.partition("; ")
    script = f"import sys; print('earlier' if {words} else '', {words}, sep='\\n', file=sys.stderr); {leaves}"
    started = time.monotonic()
    process = PracticeProcess([sys.executable, "-c", script])
    process.wait(20)
    with pytest.raises(error, match=told):
        check_alive(process)
    assert time.monotonic() - started < 20


def test_a_window_is_rehearsed_without_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    rehearse(PracticeChoice("swap3", look="print", rules="gweled:rows=9"))
    with pytest.raises(Unusable, match=r"^no look named 'velvet'"):
        rehearse(PracticeChoice("swap3", look="velvet"))


def test_a_window_that_takes_long_to_refuse_is_refused_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine with much else to do one that took more than ten seconds passed, and was told of only in the end."""
    slow = tmp_path / "slow.py"
    slow.write_text("import sys, time; time.sleep(11); print('run_bot.py: no look', file=sys.stderr); sys.exit(2)")
    monkeypatch.setattr("bot.practice_process.RUN_BOT", slow)
    with pytest.raises(Unusable, match="no look"):
        rehearse(PracticeChoice("swap3"))


def test_folders_that_are_missing_are_made_for_a_window_that_opens_alone(
    tmp_path: Path, eventually: Callable[..., None]
) -> None:
    truth = tmp_path / "new" / "deep" / "truth.jsonl"
    with practice_window(PracticeChoice("swap3", look="velvet"), truth, QT_QPA_PLATFORM="offscreen") as window:
        assert window.wait(60) == ExitStatus.UNUSABLE
    assert [*tmp_path.iterdir()] == []
    with practice_window(PracticeChoice("swap3"), truth, QT_QPA_PLATFORM="offscreen"):
        eventually(truth.exists, 60)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be suspended there")
def test_a_window_that_stands_still_is_ended_by_a_signal_amid_the_end(
    tmp_path: Path, eventually: Callable[..., None]
) -> None:
    truth = tmp_path / "truth.jsonl"
    opened: list[PracticeProcess] = []

    def hold_up() -> None:
        with practice_window(PracticeChoice("swap3"), truth, QT_QPA_PLATFORM="offscreen") as window:
            opened.append(window)
            eventually(truth.exists, 60)
            window.send_signal(signal.SIGSTOP)
            threading.Timer(0.5, signal.pthread_kill, (main, signal.SIGINT)).start()

    main = threading.get_ident()
    with pytest.raises(KeyboardInterrupt):
        hold_up()
    ended = opened[0].poll()
    opened[0].kill()
    assert ended == -signal.SIGKILL
