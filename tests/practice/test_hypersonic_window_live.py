"""Real Hypersonic windows on a virtual display: real keys, seen through screenshots only."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.hypersonic import DIED, from_text
from practice.hypersonic import render_still
from practice.hypersonic.export_skin import export_skin
from tests.practice.live_window import Live, wait_for

Open = Callable[..., Any]
pytestmark = pytest.mark.display
TICK = 600
CALM = {"seats": "person,still", "wait": "on", "tick_ms": str(TICK)}


def told(line: dict[str, Any], look: str, scale: float, **more: Any) -> np.ndarray:
    """The whole window as it must look by the truth log."""
    state = from_text(line["state"])
    names = tuple("YOU" if seat == state.seat else "STILL" for seat in range(len(state.players)))
    return render_still(look, scale, state, names=names, **more)


def turn(live: Live, number: int) -> dict[str, Any]:
    """Wait until a turn is over and its motion too."""

    def look() -> dict[str, Any] | None:
        return next((line for line in live.lines() if line["moves"] == number and line["settled"]), None)

    return wait_for(look, what=f"turn {number}")


@pytest.fixture
def open_hypersonic(open_window: Open) -> Open:
    return partial(open_window, game="hypersonic", seed=3)


@pytest.fixture(scope="module")
def calm(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """One window in which nobody else acts, for the tests that can share one."""
    live = Live(
        display, tmp_path_factory.mktemp("calm"), {}, game="hypersonic", title_suffix=f"{os.getpid()}calm", seed=2,
        settings=CALM,
    )  # fmt: skip
    yield live
    live.close()


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("look", "scale"), [("dungeon", 1.0), ("blueprint", 0.5), ("toys", 2.0)])
def test_the_screen_shows_what_the_truth_log_says(open_hypersonic: Open, look: str, scale: float) -> None:
    live = open_hypersonic(look=look, scale=scale, settings=CALM)
    expected = told(live.settled(1), look, scale, message="PRESS RETURN")
    assert (live.height, live.width) == expected.shape[:2]
    assert live.shows(expected)
    live.tool("windowfocus", "--sync", live.window)
    live.tool("key", "space", "Down", "Return")
    line = turn(live, 1)
    # the next turn's picture has other timers
    assert live.shows(told(line, look, scale), seconds=TICK / 1000)
    assert line["actions"] == [9, 0]
    assert live.close() == 0


def test_keys_take_effect_with_the_tick_and_a_held_arrow_walks_on(calm: Live) -> None:
    calm.tool("windowfocus", "--sync", calm.window)
    calm.tool("key", "r", "Return")
    game = wait_for(lambda: (found := calm.lines()[-1])["game"] > 1 and found["game"], what="a new game")

    def played(number: int) -> dict[str, Any]:
        def look() -> dict[str, Any] | None:
            lines = calm.lines()
            return next((line for line in lines if (line["game"], line["moves"]) == (game, number)), None)

        return wait_for(look, what=f"turn {number}")

    played(1)
    calm.tool("key", "Left", "Right")
    assert played(2)["actions"] == [2, 0]
    calm.tool("keydown", "Left")
    assert [played(number)["actions"][0] for number in (3, 4, 5)] == [1, 1, 1]
    calm.tool("keyup", "Left")
    number = calm.lines()[-1]["moves"]
    assert played(number + 2)["actions"] == [0, 0]
    ticks = [played(number)["time_ns"] / 1e6 for number in range(2, number + 2)]
    apart = sorted(after - before for before, after in pairwise(ticks))
    assert abs(apart[len(apart) // 2] - TICK) < 20


def test_another_window_in_front_pauses_the_game(open_hypersonic: Open, calm: Live) -> None:
    live = open_hypersonic(look="toys", settings={"seats": "person,random", "tick_ms": "300"})
    live.tool("windowfocus", "--sync", live.window)
    wait_for(lambda: not live.lines()[-1]["paused"], what="the focus")
    calm.tool("windowfocus", "--sync", calm.window)
    wait_for(lambda: live.lines()[-1]["paused"], what="the pause")
    time.sleep(0.1)
    held = live.grab()
    time.sleep(0.7)
    assert np.array_equal(live.grab(), held)
    live.tool("windowfocus", "--sync", live.window)
    line = wait_for(lambda: found if not (found := live.lines()[-1])["paused"] else None, what="the end of the pause")
    wait_for(lambda: live.lines()[-1]["moves"] > line["moves"], what="the next turn")


def test_a_skin_plays_to_the_end(open_hypersonic: Open, tmp_path: Path) -> None:
    export_skin("blueprint", tmp_path / "skin")
    live = open_hypersonic(skin=str(tmp_path / "skin"), settings=CALM | {"wait": "off", "tick_ms": "100"}, speed=4)
    live.tool("windowfocus", "--sync", live.window)
    live.tool("key", "space")
    over = wait_for(lambda: next((line for line in live.lines() if line["over"]), None), what="the end")
    assert from_text(over["state"]).players[0, DIED] == over["moves"]
    covered = wait_for(lambda: found if not (found := live.lines()[-1])["settled"] and found["over"] else None)
    assert covered["moves"] == over["moves"]
    assert live.close() == 0


@pytest.mark.live
def test_our_own_player_sits_in_a_seat_and_goes_with_the_window(open_hypersonic: Open) -> None:
    live = open_hypersonic(settings={"seats": "random,rhea", "tick_ms": "300"})

    def children() -> list[str]:
        out = subprocess.run(["pgrep", "-P", str(live.process.pid)], capture_output=True, text=True, check=False).stdout
        return out.split()

    line = wait_for(lambda: found if (found := live.lines()[-1])["moves"] >= 12 or found["over"] else None, 60, "turns")
    assert line["notes"] == ["", ""]
    assert any(entry["actions"][1] for entry in live.lines())
    players = children()
    assert players
    assert live.close() == 0
    assert not [number for number in players if Path(f"/proc/{number}").exists()]
