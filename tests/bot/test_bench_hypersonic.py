"""Hypersonic's benchmark: plan, speed of the engines, tables and figures, and that it goes on where it stopped."""

import json
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bot.benchmarks import hypersonic_speed
from bot.benchmarks.hypersonic import Row, measure, of, text
from bot.benchmarks.hypersonic_midgame import MIDGAME
from bot.benchmarks.hypersonic_plots import draw
from bot.benchmarks.hypersonic_speed import EngineSpeed, documents
from bot.benchmarks.hypersonic_studies import (
    EVERY,
    FEATURES,
    HIGHER,
    PIPED,
    PLAIN,
    TABLE_2,
    TABLE_3,
    TABLE_4,
    Study,
    plan,
)
from bot.measuring.match_results import Match, MatchPlayer, MatchStore
from bot.practice_process import RUN_BOT
from engine.hypersonic import DIED, PRESETS, from_text, validate
from policy.hypersonic.players import POLICIES
from policy.spec import build
from tests.bot.command_line import run_here

THINK_MS = 3.0


def studies() -> list[Study]:
    """Return some of every section, two short-sighted games each."""
    wanted = {
        ("table 2", "ZH"),
        ("table 2", "ZH+OP+LB+FMP+SC"),
        ("table 3", "MCTS"),
        ("plain beam", "ZH"),
        ("ours", "strongest"),
    }
    chosen = [one for one in plan(0.0, THINK_MS) if (one.section, one.label) in wanted or one.section == "table 4"]
    return [replace(one, games=3 if one.section == "table 4" else 2) for one in chosen if one.names[1:] != ("mcts",)]


def measured(store: Path, progress: list[int]) -> list[Row]:
    with MatchStore(store) as kept:
        return [measure(study, 1, 1, kept, progress.append) for study in studies()]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bench") / "games.sqlite"


@pytest.fixture(scope="module")
def rows(store: Path) -> list[Row]:
    progress: list[int] = []
    played = measured(store, progress)
    assert progress == [number + 1 for row in played for number in range(row.study.games)]
    return played


# -- plan ------------------------------------------------------------------------------------------------------------


def test_the_plan_is_the_papers() -> None:
    assert [study.label for study in TABLE_2] == list(FEATURES)
    assert all(study.names[1] == FEATURES["ZH"] for study in TABLE_2)
    assert {study.games for study in (*TABLE_2, *TABLE_3, *PLAIN)} == {500}
    assert {study.names[0] for study in PLAIN} == {FEATURES["ZH"]}
    assert [study.games for study in TABLE_4] == [1000, 1000]
    assert set(HIGHER) == {(one, other) for one in TABLE_4[0].names for other in TABLE_4[0].names if one != other}
    assert [replace(one, games=study.games) for one, study in zip(plan(), EVERY, strict=True)] == list(EVERY)
    assert {one.games for one in plan() if len(one.names) == 3} == {1002}, "the paper's 1,000, and the last map's rest"


def test_every_study_can_be_played() -> None:
    for study in EVERY:
        for name in study.names:
            if name == PIPED:
                continue
            build(POLICIES, name, PRESETS["three" if len(study.names) == 3 else "two"])


def test_a_share_or_a_number_of_games_is_taken() -> None:
    assert [study.games for study in plan(0.1) if study.section == "table 2"] == [50] * 6
    assert {study.section for study in plan(sections=["table 3", "ours", "foretelling"])} == {"table 3", "ours"}
    assert {(study.games, study.think_ms) for study in plan(1.0, 20.0, 12)} == {(12, 20.0)}


@pytest.mark.parametrize(
    ("share", "games", "duels", "of_three"), [(0.0, None, 2, 3), (1.0, 7, 8, 9), (1.0, 200, 200, 201)]
)
def test_every_map_of_the_plan_is_played_from_every_seat(
    share: float, games: int | None, duels: int, of_three: int
) -> None:
    assert {(len(one.names), one.games) for one in plan(share, games=games)} == {(2, duels), (3, of_three)}


# -- engines ---------------------------------------------------------------------------------------------------------


def test_the_midgames_are_positions_of_a_game() -> None:
    for players, position in MIDGAME.items():
        state = from_text(position)
        rules = PRESETS[{2: "two", 3: "three", 4: "four"}[players]]
        assert len(state.players) == players
        assert validate(rules, state) == 0
        assert not state.players[:, DIED].any()
        assert len(state.bombs) >= 2
        assert state.boxes > 10


@pytest.fixture(scope="module")
def speeds() -> list[EngineSpeed]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hypersonic_speed, "WINDOW_S", 0.1)
        return hypersonic_speed.measure(windows=2)


def test_the_engines_are_measured_side_by_side(speeds: list[EngineSpeed]) -> None:
    assert [one.players for one in speeds] == [2, 3, 4]
    for one in speeds:
        assert one.ratio == pytest.approx(one.bitwise / one.naive)
        assert one.ratio > 8, "16 on a quiet machine; the naive engine may be lucky in 0.1 s"
        assert one.plain < one.naive / 5
        assert one.bitwise < one.bitwise_all <= one.bitwise * one.players
        assert one.naive < one.naive_all <= one.naive * one.players
        # both play the same random games, so the shares of the living agree
        assert one.naive_all / one.naive == pytest.approx(one.bitwise_all / one.bitwise, rel=0.1)


def test_table_1_has_the_papers_figures_beside_ours(speeds: list[EngineSpeed]) -> None:
    lines = hypersonic_speed.text(speeds).splitlines()
    assert "| 90k |" in lines[4]
    assert "| 1.45m |" in lines[4]
    assert [line.split("|")[1].strip() for line in lines[4:]] == ["2", "3", "4"]
    (first, *_) = json.loads(json.dumps(documents(speeds)))
    assert (first["section"], first["players"], first["paper"]["bitwise"]) == ("table 1", 2, 1.45e6)


# -- tables ----------------------------------------------------------------------------------------------------------


def test_the_tables_show_ours_beside_the_papers(rows: list[Row]) -> None:
    sections = text(rows, {"figure 3": Path("plots/3.png")}).removeprefix("### ").split("\n\n### ")
    assert [section.splitlines()[0].partition(":")[0].partition(" player")[0] for section in sections] == [
        "Table 2",
        "Table 3",
        "Section 7",
        "Table 4",
        "Our strongest",
        "Figures 3 and 4",
    ], "nothing was played behind the pipes"
    two, three, plain, four, ours, figures = sections
    assert "| ZH+OP+LB+FMP+SC | ZH | 2 |" in two
    assert "| 59.4 |" in two
    assert "| 23.4 |" in two
    assert "| MCTS | RHEA | 2 |" in three
    assert "| MCTS | RHEA, SC off | 2 |" in three
    assert "| 67.8 |" in three
    assert "| ZH | RHEA | 2 |" in plain
    assert "above 80%" in plain
    assert four.count("paper 94.9") == 2
    assert "| strongest | Beam Search | 2 |" in ours
    assert "Plot of figure 3: plots/3.png" in figures
    assert "3 ms a turn (paper: 100); every map once from each seat; 95 % intervals" in two
    assert "intervals" not in figures


def test_the_document_can_be_read_as_json(rows: list[Row]) -> None:
    documents = json.loads(json.dumps([row.document() for row in rows], allow_nan=False))
    for document, row in zip(documents, rows, strict=True):
        assert document["won"] + document["tied"] + document["lost"] == document["games"] == row.study.games
        assert document["simulations"] > 0
        assert document["depth"] > 0
    for higher in [document["placed_higher"] for document in documents if document["section"] == "table 4"]:
        assert len(higher) == 6
        assert {each["paper"] for each in higher} == set(HIGHER.values())
    assert sum(document["section"] == "table 4" for document in documents) == 2


def row_of(places: Sequence[tuple[int, ...]], rounds: int = 3) -> Row:
    """Return a row of games that ended so; simulations are 100 in round 1, 200 in round 2, ..."""
    turns = np.array([[1.0] * rounds, np.arange(1, rounds + 1) * 100, [5.0] * rounds], np.float32)
    games = [Match(rounds, tuple(MatchPlayer(place, 0, 0, "", 0, turns) for place in game)) for game in places]
    study = Study("table 3", "MCTS", ("mcts", "rhea", "beam")[: len(places[0])], len(places))
    return Row(study, games)


def test_shared_first_places_are_ties() -> None:
    row = row_of([(1, 2), (1, 1), (2, 1), (1, 2)])
    assert (row.won, row.tied, row.lost) == (2, 1, 1)
    row = row_of([(1, 1, 3), (2, 1, 3), (1, 2, 2), (3, 1, 1)])
    assert (row.won, row.tied, row.lost) == (1, 1, 2)
    assert row.higher("mcts", "beam") == 3
    assert row.higher("beam", "mcts") == 1
    assert row.higher("rhea", "beam") == 2


def test_who_was_put_out_is_counted_with_the_reason() -> None:
    played = row_of([(1, 2)] * 3)
    late = replace(played.matches[0].players[0], place=2, out="round 4: no answer within 100 ms")
    games = [Match(3, (late, played.matches[0].players[1])), *played.matches[1:]]
    row = Row(replace(played.study, section="protocol", label="piped"), games)
    assert row.put_out == 1
    assert "| piped | 3 | 9 | 1 | no answer within 100 ms | 1.0 | 1.0 | 1.0 | 1.0 | 1, 1 | 66.7" in text([row], {})
    at_once = replace(late, out="round 1: it ended with status 1", turns=np.zeros((3, 0), np.float32))
    never = Match(3, (at_once, played.matches[0].players[1]))
    row = Row(row.study, [*games, never])
    assert row.put_out == 2
    assert "| 4 | 9 | 2 | it ended with status 1; no answer within 100 ms | 1.0 |" in text([row], {})
    row = Row(row.study, [never])
    assert "| 1 | 0 | 1 | it ended with status 1 | 0.0 | 0.0 | 0.0 | 0.0 | 0, 0 | 0.0" in text([row], {})
    document = json.loads(json.dumps(row.document(), allow_nan=False))
    assert (document["ms_per_move"]["p99"], document["simulations"], document["depth"]) == (0.0, 0.0, 0.0)
    assert row.by_round(1).size == 0
    for section in ("table 2", "ours"):
        assert "| piped |" in text([replace(row, study=replace(row.study, section=section))], {})


def test_figures_take_the_mean_of_a_round() -> None:
    row = row_of([(1, 2)] * 20)
    np.testing.assert_allclose(row.by_round(1), [100, 200, 300])
    longer = Row(row.study, [*row.matches, *row_of([(1, 2)], rounds=5).matches])
    np.testing.assert_allclose(longer.by_round(1), [100, 200, 300], err_msg="rounds of a few games are left out")


# -- figures and resumption ------------------------------------------------------------------------------------------


def test_the_figures_have_a_line_for_each_set_of_features(rows: list[Row], tmp_path: Path) -> None:
    pictures = draw(rows, tmp_path / "new")
    assert set(pictures) == {"figure 3", "figure 4"}
    shown = len(of(rows, "table 2"))
    for path in pictures.values():
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture.shape[0] > 400
        for colour in ([180, 119, 31], [14, 127, 255])[:shown]:
            assert (np.abs(picture.astype(int) - np.array(colour)).sum(axis=2) < 20).sum() > 50


def test_a_bench_that_was_stopped_plays_only_what_is_missing(rows: list[Row], store: Path) -> None:
    progress: list[int] = []
    again = measured(store, progress)
    assert progress == []
    assert [(row.won, row.tied, row.lost) for row in again] == [(row.won, row.tied, row.lost) for row in rows]


# -- the command -----------------------------------------------------------------------------------------------------


def test_one_part_is_measured_alone_and_kept(tmp_path: Path) -> None:
    """What a second run says follows from what was kept: changed there, it says something else."""
    kept = tmp_path / "kept.sqlite"
    command = [sys.executable, str(RUN_BOT), "bench", "hypersonic", "--part", "foretelling", "--games", "4", "--json"]
    places = ["--store", str(kept), "--plots", str(tmp_path / "plots")]

    def measured_rows() -> list[dict[str, Any]]:
        run = subprocess.run([*command, *places], capture_output=True, check=True, timeout=120)
        return list(json.loads(run.stdout)["hypersonic"])

    first = measured_rows()
    assert {each["section"] for each in first} == {"foretelling"}
    with closing(sqlite3.connect(kept)) as store, store:
        games = store.execute("SELECT number, samples FROM positions_sampled").fetchall()
        assert len(games) == 4
        for number, samples in games:
            margins = [[*sample[:-1], 3 * sample[-1]] for sample in json.loads(samples)]
            store.execute("UPDATE positions_sampled SET samples = ? WHERE number = ?", (json.dumps(margins), number))
    again = measured_rows()
    assert [each["positions"] for each in again] == [each["positions"] for each in first], "nothing was played anew"
    assert [each["score"] for each in again] == pytest.approx([3 * each["score"] for each in first])


def test_what_was_measured_is_told_though_its_lines_cannot_be_written(tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"
    lines = tmp_path / f"kept.sqlite{MatchStore.LINES}"

    def stand_in_the_way() -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until and not _holds_matches(kept):
            time.sleep(0.01)
        lines.mkdir()

    standing = threading.Thread(target=stand_in_the_way)
    standing.start()
    words = ("--part", "plain beam", "--games", "2", "--think-ms", "1", "--json")
    done = run_here("bench", "hypersonic", *words, "--store", kept, "--plots", tmp_path)
    standing.join()
    assert done.returncode == 2, done.stderr
    assert [row["section"] for row in json.loads(done.stdout)["hypersonic"]] == ["plain beam"] * len(PLAIN)
    (line,) = done.stderr.splitlines()
    assert f"{lines}: cannot be written" in line


def _holds_matches(store: Path) -> bool:
    if not store.exists():
        return False
    with closing(sqlite3.connect(store)) as base, suppress(sqlite3.OperationalError):  # not made yet
        return bool(base.execute("SELECT COUNT(*) FROM matches").fetchone()[0])
    return False
