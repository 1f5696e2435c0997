"""Before a run the window is held against its profile, with patience for one that is not painted yet."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.advising.suggesting import suggest
from bot.calibrating.frames import calibrate_window
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import await_window
from bot.games import GAMES
from bot.live import play_live
from bot.playing.live_run import PAINTING_S, LiveRun, with_fitting_profile
from bot.playing.run import LoopSettings
from bot.practice_process import PracticeChoice, practice_window
from bot.virtual_display import VirtualDisplay
from capture.source import CaptureError, WindowLost
from capture.window import WindowSource
from files.whole_file import part_of
from vision.fingerprint import with_fingerprint
from vision.profile import Profile, ProfileError, load_profile
from vision.profile_sections import BoardSection, KindSection, ReaderSection, WindowSection
from vision.prototypes import write_prototype

pytestmark = pytest.mark.display


@pytest.fixture
def run(open_window: Callable[..., Any], tmp_path: Path, eventually: Callable[..., None]) -> LiveRun:
    """A run on a plain window that shows."""
    open_window("as it was", 100, 100, colour="#c0a030")
    source = WindowSource("as it was")
    eventually(lambda: int(source.grab().pixels[5, 5, 0]) == 0x30)
    profile = Profile(
        game="bilging",
        window=WindowSection(width=320, height=240),
        board=BoardSection(x=100, y=80, width=60, height=80, rows=4, cols=3),
        kinds=(KindSection(code=0, name="colour 0", file="a.png"),),
        reader=ReaderSection(min_margin=0.3, max_distance=30, max_core=8),
    )
    write_prototype(tmp_path / "a.png", np.zeros((32, 32, 3), np.float32), np.ones((32, 32), np.float32))
    profile = with_fingerprint(profile, source.grab().pixels)
    source.close()
    return LiveRun(
        GAMES["bilging"](), "ypp", "greedy", profile, tmp_path, "as it was", LoopSettings(moves=1, think_ms=5, seed=1)
    )


def test_a_window_that_shows_late_is_waited_for(run: LiveRun, open_window: Callable[..., Any]) -> None:
    cover = open_window("cover", 100, 100, colour="#202020")
    hurried, said = replace(run, settings=replace(run.settings, absence_s=1.5)), list[str]()
    with pytest.raises(WindowLost, match="another window lies over 'as it was' and"):
        with_fitting_profile(hurried, said.append)
    waits = "another window lies over 'as it was' and its board; bring it to the front (waiting, for 2 s at most)"
    assert said == [waits]
    uncovered = threading.Timer(1.5 * PAINTING_S, cover.close)
    uncovered.start()
    with_fitting_profile(run, said.append)
    assert len(said) == 2
    uncovered.join()


def test_a_minimised_window_is_waited_for(run: LiveRun, person: Callable[..., Any]) -> None:
    person("search", "--name", run.title, "windowminimize")
    hurried, said = replace(run, settings=replace(run.settings, absence_s=1.5)), list[str]()
    with pytest.raises(WindowLost, match="minimised"):
        with_fitting_profile(hurried, said.append)
    assert len(said) == 1
    back = threading.Timer(PAINTING_S / 2, person, ("search", "--name", run.title, "windowactivate"))
    back.start()
    with_fitting_profile(run)
    back.join()


def test_no_advice_is_drawn_over_another_window(run: LiveRun, open_window: Callable[..., Any], tmp_path: Path) -> None:
    open_window("cover", 100, 100, colour="#202020")
    stale = replace(run, record=tmp_path / "recording", settings=replace(run.settings, absence_s=0.5))
    with pytest.raises(CaptureError, match="another window lies over"):
        suggest(stale, pytest.fail)
    assert not (tmp_path / "recording").exists()


def test_a_window_that_looks_otherwise_is_refused(
    run: LiveRun, open_window: Callable[..., Any], eventually: Callable[..., None]
) -> None:
    open_window("changed", 100, 100, colour="#202020")
    source = WindowSource("changed")
    eventually(lambda: int(source.grab().pixels[5, 5, 0]) == 0x20)
    source.close()
    with pytest.raises(ProfileError, match=r"0 of 46 parts.*calibrate again"):
        with_fitting_profile(replace(run, title="changed"))


@pytest.mark.parametrize("plays", [play_live, lambda run: suggest(run, pytest.fail)], ids=["play", "suggest"])
def test_a_recording_that_cannot_be_begun_leaves_no_window_held(
    plays: Callable[[LiveRun], Any], run: LiveRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[WindowSource] = []

    class Held(WindowSource):
        """Remembers which are open."""

        def __init__(self, *which: Any) -> None:
            super().__init__(*which)
            held.append(self)

        def close(self) -> None:
            super().close()
            held.remove(self)

    monkeypatch.setattr("bot.live.WindowSource", Held)
    monkeypatch.setattr("bot.advising.suggesting.WindowSource", Held)
    with pytest.raises(CaptureError, match="holds something already"):
        plays(replace(run, record=tmp_path))
    assert held == []


@pytest.mark.live
def test_a_window_of_another_scale_has_its_profile_mended(display: VirtualDisplay, tmp_path: Path) -> None:
    game = GAMES["bilging"]()
    first, larger = (PracticeChoice("bilging", seed=2, title_suffix="grows", scale=scale) for scale in (1.0, 1.25))
    with practice_window(first, tmp_path / "first.jsonl") as process:
        await_window(first.title, process)
        calibration = calibrate_window(game, first.title, CalibrationWishes("own"))
    calibration.save(tmp_path / "profile")
    settings = LoopSettings(moves=1, think_ms=5, seed=1)
    run = LiveRun(game, "ypp", "greedy", calibration.profile, tmp_path / "profile", first.title, settings)
    told: list[str] = []
    with practice_window(larger, tmp_path / "larger.jsonl") as process:
        await_window(first.title, process)
        mended = with_fitting_profile(run, told.append).profile
        assert mended.board.width == pytest.approx(1.25 * run.profile.board.width, abs=1)
        assert mended.board.x == pytest.approx(1.25 * run.profile.board.x, abs=1.5)
        assert load_profile(run.profile_folder) == mended
        assert told == [f"{run.profile_folder}: the window has changed, its tiles have not; the profile is mended"]
        # a folder that cannot be written to keeps no run from being played
        calibration.save(tmp_path / "profile")
        part_of(tmp_path / "profile" / "profile.toml").mkdir()
        again = with_fitting_profile(run, told.append).profile
        assert again.board.width == pytest.approx(mended.board.width, abs=1)
    assert load_profile(run.profile_folder) == run.profile
    assert told[1].endswith("the profile is mended, for this run alone: it cannot be kept (Is a directory)")
