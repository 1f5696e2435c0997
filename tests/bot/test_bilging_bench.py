"""Bilging's benchmark: its plan, its tables, its plot, and that it goes on where it was stopped."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

import bot.benchmarks.players
from bot.benchmarks.bilging import Row, curve, gain, measure, text
from bot.benchmarks.bilging_plots import draw
from bot.benchmarks.bilging_studies import BUDGETS_MS, EVERY, MARKS, MEASURED, PLAYERS, TRIAL_MS, Study, plan
from bot.cli import app
from bot.measuring.results import ResultStore
from engine.bilging import PRESETS
from policy.bilging import make_policy

QUICK = ("greedy", "greedy2", MEASURED)


def studies() -> list[Study]:
    few = [
        study
        for study in plan(0.0)
        if study.rules == "strict" and study.policy in QUICK and (study.section == "players" or study.think_ms <= 3.0)
    ]
    return [replace(study, think_ms=min(study.think_ms, 5.0)) for study in few]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bench") / "games.sqlite"


@pytest.fixture(scope="module")
def rows(store: Path) -> list[Row]:
    with ResultStore(store) as kept:
        return [measure(study, 1, 1, kept, lambda _games: None) for study in studies()]


def test_every_preset_and_every_budget_is_planned() -> None:
    for rules in PRESETS:
        assert {study.policy for study in EVERY if (study.section, study.rules) == ("players", rules)} == set(PLAYERS)
    for rules in MARKS:
        planned = [study for study in EVERY if (study.section, study.rules) == ("curve", rules)]
        assert [study.think_ms for study in planned] == list(BUDGETS_MS)
        assert all(study.games >= 2 for study in planned)
    for spec in PLAYERS:
        make_policy(spec, PRESETS["ypp"])
    assert all(study.games == 2 for study in plan(1e-6))
    assert {study.rules for study in plan(1e-6)} == set(PRESETS)


def test_a_trial_has_every_player_once_and_no_dear_budget() -> None:
    tried = plan(0.0)
    assert all((study.games, study.rules) == (2, "strict") for study in tried)
    assert {study.policy for study in tried if study.section == "players"} == set(PLAYERS)
    assert [study.think_ms for study in tried if study.section == "curve"] == [
        ms for ms in BUDGETS_MS if ms <= TRIAL_MS
    ]


def test_the_tables_show_what_was_measured_beside_goals_and_others(rows: list[Row]) -> None:
    printed = text(rows, {})
    best = next(row for row in rows if (row.study.section, row.study.policy) == ("players", MEASURED))
    base = next(row for row in rows if row.study.policy == "greedy")
    line = next(line for line in printed.splitlines() if line.startswith(f"| {MEASURED} "))
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert cells[:5] == [
        MEASURED,
        "2",
        f"{best.points:.2f} +- {best.error:.2f}",
        f"{best.points / base.points:.2f}",
        "7.8",
    ]
    assert "12.99 +- 0.09" in printed
    assert best.points > base.points


def test_the_curve_is_sorted_and_drawn(rows: list[Row], tmp_path: Path) -> None:
    budgets, points, errors = curve(rows[::-1], "strict")
    assert budgets.tolist() == [1.0, 3.0]
    assert (points > 0).all()
    assert (errors >= 0).all()
    picture = cv2.imread(str(draw(rows, tmp_path)["budget"]))
    assert picture is not None
    assert np.ptp(picture) > 200
    assert draw([row for row in rows if row.study.section == "players"], tmp_path) == {}


def test_more_time_is_compared_on_the_same_games(rows: list[Row]) -> None:
    less, more = sorted((row for row in rows if row.study.section == "curve"), key=lambda row: row.study.think_ms)
    assert less.scores.mean() == pytest.approx(less.points)
    lucky = replace(less, scores=np.array([9.0, 5.0, 1.0]))
    better = replace(more, scores=np.array([9.5, 6.5]))
    assert gain(better, lucky) == pytest.approx((1.0, 0.5))
    assert gain(lucky, better)[0] == pytest.approx(-1.0)
    assert "| 1 to 3 | +1.00 +- 0.50 (2 games) |" in text([lucky, better], {})


def test_a_second_run_plays_nothing_again(rows: list[Row], store: Path) -> None:
    with ResultStore(store) as kept:
        again = [measure(study, 1, 1, kept, lambda _games: pytest.fail("played again")) for study in studies()]
    assert [(row.points, row.error) for row in again] == [(row.points, row.error) for row in rows]


@pytest.mark.parametrize(("spread", "apart"), [(0.0, "-"), (1e-17, "-"), (0.1, "-7.1")])
def test_players_whose_games_came_out_equal_are_no_standard_errors_apart(
    spread: float, apart: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def simulated(*_: object, **_named: object) -> dict[str, dict[str, float]]:
        return {"per_move": {"mean": 2.26, "se": spread}, "ms_per_move": {"p50": 1.0}}

    monkeypatch.setattr(bot.benchmarks.players, "PROTOTYPE", (("strict", "greedy2", 3.26),))
    monkeypatch.setattr(bot.benchmarks.players, "simulate", simulated)
    app(["bench", "players", "--games", "2"], standalone_mode=False)
    assert f"| 3.26 | {apart} |" in capsys.readouterr().out
