"""Columns' benchmark: its plan, its tables, its heat map, and that it goes on where it was stopped."""

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.benchmarks.columns import NO_DEATHS, Row, lasted, lasted_shortly, measure, text
from bot.benchmarks.columns_plots import draw
from bot.benchmarks.columns_studies import (
    COLOURS,
    CROOKED,
    EVERY,
    HEIGHTS,
    PAGE,
    STRONGEST,
    WIDTHS,
    Study,
    changed,
    parameters,
    plan,
)
from bot.measuring.lifetimes import mean_life
from bot.measuring.results import ResultStore
from engine.columns import PRESETS
from policy.columns import make_policy

PIECES = 30
"""Games of the tests are cut off here."""


def studies() -> list[Study]:
    """Return some of every section, two short games each, the slow player with a small budget."""
    grid = [study for study in plan(0.0) if study.section != "grid" or parameters(study.rules)[0] != 6]
    few = [
        study
        for study in grid
        if study.section in ("page", "presets")
        or study.rules == f"jewel:crooked={CROOKED}"
        or (study.section in ("crooked", "grid") and parameters(study.rules)[1:] in ((20, 8), (8, 8), (9, 8), (8, 4)))
    ]
    return [replace(study, games=2, pieces=PIECES, think_ms=min(study.think_ms, 2.0)) for study in few]


def measured(store: Path, progress: list[int]) -> list[Row]:
    with ResultStore(store) as kept:
        return [measure(study, 1, 1, kept, progress.append) for study in studies()]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bench") / "games.sqlite"


@pytest.fixture(scope="module")
def rows(store: Path) -> list[Row]:
    progress: list[int] = []
    played = measured(store, progress)
    # a player and its rules may stand in two sections: played once
    assert progress == [1, 2] * len({(row.study.rules, row.study.policy, row.study.think_ms) for row in played})
    return played


# -- plan ------------------------------------------------------------------------------------------------------------


def test_the_plan_sweeps_every_size_and_colour() -> None:
    grid = [study for study in plan() if study.section == "grid"]
    for policy in ("simple", "smart", "survive"):
        swept = {parameters(study.rules) for study in grid if study.policy == policy}
        assert swept == {(cols, rows, colours) for cols in WIDTHS for rows in HEIGHTS for colours in COLOURS}
    assert (WIDTHS[0], WIDTHS[-1], HEIGHTS[0], HEIGHTS[-1], COLOURS[0], COLOURS[-1]) == (4, 8, 8, 20, 4, 8)
    assert len({(study.section, study.rules, study.policy) for study in EVERY}) == len(EVERY)


def test_every_study_can_be_played() -> None:
    for study in EVERY:
        make_policy(study.policy, PRESETS[study.rules])
    rules = PRESETS[changed(5, 9, 7, 216)]
    assert (rules.cols, rules.rows, rules.colours, rules.crooked) == (5, 9, 7, 216)
    assert {study.rules.partition(":")[0] for study in EVERY if study.section == "presets"} == set(PRESETS)


def test_a_small_share_is_shorter_and_thinner() -> None:
    whole, half, least = plan(1.0), plan(0.5), plan(0.0)
    assert whole == list(EVERY)
    assert [study.games for study in half if study.section == "page"] == [max(2, study.games // 2) for study in PAGE]
    assert [study.pieces for study in half] == [study.pieces for study in whole]
    assert len(least) < len(whole) / 3
    assert {(study.games, study.pieces) for study in least} == {(2, 20)}
    assert {study.section for study in least} == {study.section for study in whole}


# -- tables ----------------------------------------------------------------------------------------------------------


def test_the_tables_show_ours_beside_the_pages(rows: list[Row]) -> None:
    sections = text(rows, {"survival": Path("plots/survival.png")}).removeprefix("### ").split("\n\n### ")
    assert [section.splitlines()[0] for section in sections] == [
        "Beside the prototype",
        "Presets",
        "Crooked generator, by how many pieces it chooses from",
        "Crooked generator, by board and colours",
        "Survival under changed rules",
    ]
    page, presets, observers, crooked, grid = sections
    for study in PAGE:
        (line,) = [line for line in page.splitlines() if line.startswith(f"| {study.rules} | {study.policy} |")]
        assert f"| 2 x {PIECES} |" in line
        assert study.page_pieces is None or f"| {study.page_pieces} |" in line
        assert study.page_points is None or f"| {study.page_points:g} |" in line
    assert presets.count(f"| {STRONGEST} |") == presets.count("| smart |") == 7
    assert observers.count(f"crooked={CROOKED}") == 3
    assert f"2 games of at most {PIECES} pieces by survive" in crooked
    assert "| 5 x 9 | " in crooked
    assert "| 4 x 8 | " in grid
    assert "| board | 4 colours | 8 colours |" in grid
    assert grid.endswith("Plot: plots/survival.png")


def test_the_document_can_be_read_as_json(rows: list[Row]) -> None:
    documents = json.loads(json.dumps([row.document() for row in rows], allow_nan=False))
    for document, row in zip(documents, rows, strict=True):
        assert (document["cut_off"], document["games"], document["rules"]) == (PIECES, 2, row.study.rules)
        assert document["pieces"]["mean"] <= PIECES
        assert document["never_died"] == sum(pieces == PIECES for pieces in row.pieces)


def row_of(pieces: list[int], cut_off: int, policy: str = "smart") -> Row:
    """Return a row of games that lasted so long, two points a piece."""
    study = Study("page", "jewel", policy, len(pieces), cut_off)
    return Row(study, {"ms_per_move": {"mean": 1.0, "p99": 2.0}}, np.array(pieces), 2.0 * np.array(pieces))


def test_games_that_were_cut_off_are_told_apart() -> None:
    died, some, none = row_of([10, 30], 50), row_of([10, 50], 50, "simple"), row_of([50, 50], 50, "survive")
    assert [lasted(row) for row in (died, some, none)] == [
        "20",
        "> 30 (1 of 2 never died)",
        "> 50 (none of 2 died)",
    ]
    assert [lasted_shortly(row) for row in (died, some, none)] == ["20", ">30", ">50"]
    assert [row.pieces_a_death for row in (died, some, none)] == [20.0, 60.0, 100.0 / NO_DEATHS]
    assert died.points_a_piece == (2.0, 0.0)
    assert [row.deviation for row in (died, some, none)] == [pytest.approx(200**0.5), None, None]
    assert died.interval == mean_life(40, 2)
    assert some.interval == mean_life(60, 1)
    assert none.interval[1] == math.inf
    assert [row.document()["pieces_a_death_ci95"] for row in (some, none)] == [
        list(some.interval),
        [none.interval[0], None],
    ]
    written = text([died, some, none], {})
    assert "| 20, sd 14 | 20 (6 to 165) | 1 |" in written
    assert "| > 30 (1 of 2 never died) | 60 (11 to 2370) | 3 |" in written, "pieces a death and times smart's"
    assert "| > 50 (none of 2 died) | at least 33 | > 1.67 |" in written


# -- heat map and resumption -----------------------------------------------------------------------------------------


def test_the_heat_map_has_a_panel_for_each_player_and_colour(rows: list[Row], tmp_path: Path) -> None:
    path = draw(rows, tmp_path / "new")["survival"]
    picture = cv2.imread(str(path))
    assert picture is not None
    height, width = picture.shape[:2]
    assert width > 500
    assert height > 700
    bright = (np.abs(picture.astype(int) - np.array([37, 231, 253])).sum(axis=2) < 10).mean()
    dark = (np.abs(picture.astype(int) - np.array([84, 1, 68])).sum(axis=2) < 10).mean()
    assert bright > 0.1, "boards on which nobody died have the brightest colour of the scale"
    assert dark > 0.003, "and the worst one the darkest"


def test_a_bench_that_was_stopped_plays_only_what_is_missing(rows: list[Row], store: Path) -> None:
    progress: list[int] = []
    again = measured(store, progress)
    assert progress == []
    assert [row.pieces.tolist() for row in again] == [row.pieces.tolist() for row in rows]
    assert [row.scores.tolist() for row in again] == [row.scores.tolist() for row in rows]
