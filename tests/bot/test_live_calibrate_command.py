"""The way a person goes: `calibrate --window` on a window that is open, then `play` with the profile it wrote."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.practice_process import RUN_BOT, PracticeChoice
from bot.virtual_display import VirtualDisplay
from tests.bot.live_play import Table, laid, paced_tick, wait_for
from vision.profile import load_profile

pytestmark = [pytest.mark.live, pytest.mark.display, pytest.mark.timeout(540)]

Person = Callable[..., str]
UNSEEN = "was not seen; watch more turns"
JUST_BEGUN = 30
"""Turns that a game may have gone on for while `calibrate` ended; those that show enough take more."""
MISSED = 3
"""Turns that a busy machine may miss."""


@contextmanager
def opened(game: str, folder: Path, person: Person, **choice: Any) -> Iterator[Table]:
    """Open a practice window; the pointer is out of its way."""
    person("mousemove", 1300, 1000)
    folder.mkdir()
    with laid(
        PracticeChoice(game, title_suffix=folder.name, position="60,60", **choice), folder / "p", folder
    ) as table:
        yield table


def calibration_of(table: Table, *options: str) -> subprocess.Popen[str]:
    """Start the command on a window."""
    words = ["calibrate", table.game, "--window", table.title, "--profile", str(table.profile), "--json", *options]
    return subprocess.Popen(
        [sys.executable, str(RUN_BOT), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def calibrate(table: Table, *options: str) -> tuple[int, dict[str, Any], str]:
    """Run the command on a window: exit status, document (empty where there is none), standard error."""
    with calibration_of(table, *options) as command:
        try:
            out, error = command.communicate(timeout=400)
        finally:
            command.kill()
    assert "Traceback" not in error, error
    return command.returncode, json.loads(out) if out else {}, error


def play(table: Table, *options: str) -> dict[str, Any]:
    """Play with the profile, in the window that it names."""
    words = [sys.executable, str(RUN_BOT), "play", table.game, "--profile", str(table.profile), "--json", *options]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@pytest.mark.usefixtures("display")
def test_square_stacker_is_calibrated_from_a_terminal_and_played(
    tmp_path: Path, person: Person, open_window: Callable[..., Any]
) -> None:
    """Its pieces float above the pointer: without having carried one, no drop would hit its cell."""
    with opened("square_stacker", tmp_path / "discs", person, look="discs", speed=4.0) as table:
        open_window("a terminal", 1100, 60, 300, 200)
        person("search", "--name", "a terminal", "windowactivate", "--sync")
        with calibration_of(table, "--permission", "own") as command:
            assert command.stderr is not None
            try:
                said = command.stderr.readline()
                assert "click on the title" in said
                assert table.presses() == [], "wrong press"
                person("search", "--name", table.title, "windowactivate", "--sync")
                out, error = command.communicate(timeout=120)
            finally:
                command.kill()
        assert command.returncode == 0, error
        document = json.loads(out)
        assert (document["passed"], document["kinds"]) == (True, 7)
        profile = load_profile(table.profile)
        assert profile.permission == "own"
        assert profile.rings is not None
        assert profile.rings.drop_dy < -0.3
        wait_for(lambda: table.shown()["settled"], "the window does not come to rest")
        assert table.moves_shown() == 0, "no new game was begun"
        played = play(table, "--moves", "8")
        assert played["outcomes"] == {"as planned": 8}
        assert table.moves_shown() == 8


@pytest.mark.usefixtures("display")
def test_a_stop_key_that_may_go_unheard_is_told_of_before_anything_is_pressed(
    tmp_path: Path, person: Person, open_window: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`play` said so; calibrations that play did not."""
    with opened("columns", tmp_path / "wayland", person) as table:
        open_window("a terminal", 1100, 60, 300, 200)
        person("search", "--name", "a terminal", "windowactivate", "--sync")
        monkeypatch.setenv("WAYLAND_DISPLAY", "of-no-compositor")
        with calibration_of(table, "--permission", "own") as command:
            assert command.stderr is not None
            said: list[str] = []
            try:
                while not said or "click on the title" not in said[-1]:
                    said.append(command.stderr.readline())
                    assert said[-1], "it has ended"
            finally:
                command.kill()
        assert table.presses() == [], "wrong press"
    assert said[-2].startswith("under Wayland the stop key is heard only while")


@pytest.mark.usefixtures("display")
def test_hypersonic_is_calibrated_and_played(tmp_path: Path, person: Person) -> None:
    """What an item does stays open in some games; then the command is refused, as it should be, and typed again."""
    for seed in (1, 2, 3):
        settings = ("seats=person,rhea", paced_tick(300))
        with opened("hypersonic", tmp_path / f"arena{seed}", person, seed=seed, settings=settings) as table:
            status, document, error = calibrate(table, "--permission", "own")
            if status == 1 and UNSEEN in error:
                continue
            assert status == 0, error
            assert table.moves_shown() < JUST_BEGUN, "no new game was begun"
            assert (document["passed"], document["rules"]) == (True, "two")
            assert load_profile(table.profile).permission == "own"
            played = play(table, "--moves", "20")
        assert played["moves"] == 20
        assert played["outcomes"]["as planned"] >= 20 - MISSED
        assert played["outcomes"].get("rules differ", 0) == 0, "rules differ"
        return
    pytest.fail("calibration was refused with every seed")


@pytest.mark.parametrize(("game", "status"), [("square_stacker", 1), ("columns", 1), ("hypersonic", 2)])
def test_what_is_not_permitted_is_not_played_for(
    game: str, status: int, display: VirtualDisplay, tmp_path: Path, person: Person
) -> None:
    """Two of the games may show enough by themselves in some moment, not in their first; the third never does."""
    with opened(game, tmp_path / "untouched", person) as table:
        first = table.shown()["game"]
        refused, _, error = calibrate(table)
        shown = [json.loads(line) for line in table.truth.read_text(encoding="utf-8").splitlines()]
        assert table.presses() == [], "wrong press"
    assert refused == status, error
    assert "--permission" in error.splitlines()[-1]
    assert {state["game"] for state in shown} == {first}
    assert not table.profile.exists()


@pytest.mark.usefixtures("display")
def test_a_restart_key_that_does_not_exist(tmp_path: Path, person: Person) -> None:
    with opened("square_stacker", tmp_path / "no key", person) as table:
        status, _, error = calibrate(table, "--permission", "own", "--restart-key", "anew")
        assert table.presses() == [], "wrong press"
    assert status == 2
    assert error.splitlines() == ["run_bot.py: --restart-key: no key is called 'anew' here; write it as pyautogui does"]
