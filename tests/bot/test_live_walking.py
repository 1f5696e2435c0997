"""A calibration that walks in real windows: one that plays no game, and one that is moved and minimised meanwhile."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bot.calibrating import walking
from bot.calibrating.pressing import CalibrationHand
from bot.calibrating.walking import calibrate_by_walking
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT
from bot.exit_status import Failed
from bot.games import GAMES
from bot.practice_process import RESTART_KEY, PracticeChoice
from capture.frame import Frame
from capture.window import WindowSource, find_window
from tests.bot.live_play import Table, laid

pytestmark = [pytest.mark.live, pytest.mark.display]

Person = Callable[..., str]
BOARDS = 90
TICK_MS = 200


def test_a_window_that_heeds_no_key_is_given_up(
    open_window: Callable[..., Any],
    person: Person,
    eventually: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(walking, "READY_S", 1.0)
    monkeypatch.setattr(walking, "PATIENCE_S", 2.5)
    person("mousemove", 1300, 1000)
    opened = open_window("No game", x=200, y=200)
    window = find_window("No game")
    eventually(window.is_active)
    window.close()
    with pytest.raises(Failed, match="shows no new round"):
        calibrate_by_walking(GAMES["hypersonic"](), "No game", CalibrationWishes("own", PRACTICE_INPUT), RESTART_KEY)
    eventually(lambda: len(opened.events("key up")) == 3)
    assert [event["name"] for event in opened.events("key")] == [RESTART_KEY] * 3


@pytest.fixture
def table(display: object, tmp_path: Path, person: Person) -> Iterator[Table]:
    """A game that goes on for long: the others know how to live."""
    person("mousemove", 1300, 1000)
    settings = ("seats=person,random,random,random", f"tick_ms={TICK_MS}")
    choice = PracticeChoice("hypersonic", seed=2, title_suffix=tmp_path.name, position="60,60", settings=settings)
    with laid(choice, tmp_path / "profile", tmp_path) as table:
        yield table


def test_a_window_that_is_moved_and_minimised_is_watched_on(table: Table, person: Person) -> None:
    def disturb() -> None:
        time.sleep(3)
        for x, y in ((300, 200), (1200, 90), (120, 90)):  # the second is partly off the screen
            person("search", "--name", table.title, "windowmove", x, y)
            time.sleep(1)
        person("search", "--name", table.title, "windowminimize")
        time.sleep(2)
        person("search", "--name", table.title, "windowactivate", "--sync")

    frames: list[Frame] = []
    source = WindowSource(table.title)
    try:
        with CalibrationHand(source, PRACTICE_INPUT) as hand, ThreadPoolExecutor(1) as other:
            watch = walking._Watch(source, hand, RESTART_KEY)
            watch.begin()
            disturbing = other.submit(disturb)
            watch.collect(BOARDS, frames, [])
            assert disturbing.done(), "it was over too soon"
            disturbing.result()
    finally:
        source.close()
    assert len({frame.region for frame in frames}) >= 3
    assert watch.usual_s == pytest.approx(TICK_MS / 1e3, rel=0.2)
    states = [json.loads(line) for line in table.truth.read_text(encoding="utf-8").splitlines()]
    ended = {state["game"] for state in states if state["over"]}
    assert ended >= set(range(2, states[-1]["game"])), "a game was left before its end"
