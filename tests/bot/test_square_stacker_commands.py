"""Square Stacker's commands that need no screen: games to their end, the real window's picture, the benchmark."""

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from bot.benchmarks.stacker import FIGURES, TABLES, Row, measure, plan, text
from bot.benchmarks.stacker_plots import DPI, SIZE_IN, draw, searched
from bot.benchmarks.stacker_studies import STUDIES, Study
from bot.measuring.results import ResultStore, Series
from bot.measuring.simulation import play, simulate
from policy.square_stacker import POLICIES
from tests.bot.command_line import run_here

REAL = os.environ.get("SPYGLASS_REAL")


# -- simulate ------------------------------------------------------------------------------------------------------


def simulated(*options: str) -> dict[str, Any]:
    done = run_here("simulate", "square_stacker", "--policy=random", "--games=30", "--json", *options)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_games_go_to_their_end_unless_told() -> None:
    result = simulated()
    games = [play(Series("square_stacker", "random", "wpi", 0, 50.0), seed) for seed in range(1, 31)]
    assert result["moves"] == 0
    assert result["moves_a_game"] == np.mean([game.moves for game in games])
    assert (result["score"]["min"], result["score"]["max"]) == (
        min(game.score for game in games),
        max(game.score for game in games),
    )
    assert len({game.moves for game in games}) > 3
    # a random game fills the board: 27 slots, and a piece fills one
    assert min(game.moves for game in games) >= 12
    assert result["extra"], "how many moves in a hundred cleared something"
    again = simulate(Series("square_stacker", "random", "wpi", 0, 50.0), 30, seed=1)
    assert {key: value for key, value in again.items() if key != "ms_per_move"} == {
        key: value for key, value in result.items() if key != "ms_per_move"
    }


def test_games_end_after_the_moves_asked_for() -> None:
    result = simulated("--moves=10")
    assert (result["moves"], result["moves_a_game"]) == (10, 10)
    assert result["per_move"]["mean"] == pytest.approx(result["score"]["mean"] / 10)
    assert {play(Series("square_stacker", "random", "wpi", 10, 50.0), seed).moves for seed in range(20)} == {10}


def test_every_policy_plays_by_its_name() -> None:
    for name in POLICIES:
        assert play(Series("square_stacker", name, "coolmath", 4, 1.0), 1).moves == 4


# -- the real window's picture ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def calibrated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A profile of the real window, and what the command said of it."""
    if not REAL:
        pytest.skip("SPYGLASS_REAL is not set: no real pictures here")
    picture, profile = Path(REAL) / "square_stacker" / "coolmath.png", tmp_path_factory.mktemp("real") / "profile"
    done = run_here("calibrate", "square_stacker", "--image", picture, "--profile", profile, "--json")
    assert done.returncode == 0, done.stderr
    return profile, dict(json.loads(done.stdout))


def test_the_real_picture_is_calibrated_on_and_read(calibrated: tuple[Path, dict[str, Any]]) -> None:
    profile, calibration = calibrated
    folder = Path(REAL or "") / "square_stacker"
    written = json.loads((folder / "coolmath.json").read_text(encoding="utf-8"))
    assert (calibration["passed"], calibration["rows"], calibration["cols"]) == (True, 3, 3)
    assert calibration["kinds"] == 7
    done = run_here("read", "square_stacker", folder / "coolmath.png", "--profile", profile, "--json")
    assert done.returncode == 0, done.stderr
    (reading,) = json.loads(done.stdout)
    letters = {name: letter for letter, name in written["colours"].items()} | {"empty": "."}
    kinds = {int(code): letters[name] for code, name in reading["kinds"].items()}
    assert len(kinds) == 7
    words = [["".join(kinds[code] for code in cell) for cell in row] for row in reading["codes"]]
    assert words == written["grid"]
    assert ["".join(kinds[code] for code in piece) for piece in reading["hand"]] == written["hand"]
    assert (reading["score"], reading["best"]) == (written["score"], written["best"])
    assert reading["status"] == "ok"
    shown = run_here("read", "square_stacker", folder / "coolmath.png", "--profile", profile).stdout.splitlines()
    colours = {letter: letters[name] for letter, name in (each.split() for each in shown[-1].split(", "))}
    assert shown[1] == f"score {written['score']}, best {written['best']}"
    rows = [["".join(colours[each] for each in word) for word in line.split()] for line in shown if line[:2] == "  "]
    assert rows == [*written["grid"], written["hand"]]


def test_the_real_picture_is_decided_on(calibrated: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    profile, _ = calibrated
    picture = Path(REAL or "") / "square_stacker" / "coolmath.png"
    done = run_here("replay", picture, "--profile", profile, "--json")  # which game, the profile says
    assert done.returncode == 0, done.stderr
    (move,) = json.loads(done.stdout)["moves"]
    assert move["move"] == move["line"][0]
    black = tmp_path / "black.png"
    cv2.imwrite(str(black), np.zeros_like(cv2.imread(str(picture))))
    done = run_here("replay", picture, black, "--profile", profile, "--game=square_stacker")
    assert done.returncode == 0, done.stderr
    assert "2 pictures, 1 decided on" in done.stdout
    first = re.compile(r"^ +1  piece [123] to row [123] column [123] \(.*; then piece [123] to ", re.MULTILINE)
    assert first.search(done.stdout)
    done = run_here("replay", black, "--profile", profile, "--game=square_stacker")
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].endswith(f"no board to decide on in {black}")
    done = run_here("replay", picture, "--profile", profile, "--game=columns")
    assert done.returncode == 2
    assert "a profile of square_stacker, not of columns" in done.stderr


# -- bench -----------------------------------------------------------------------------------------------------------


def test_the_plan_holds_all_that_the_paper_played() -> None:
    whole, short = plan(1.0), plan(0.0)
    assert [study for study, _ in whole][: len(STUDIES)] == list(STUDIES)
    assert [(study.label, budget) for study, budget in short] == [(study.label, budget) for study, budget in whole]
    assert all(few.games <= min(20, many.games) for (few, _), (many, _) in zip(short, whole, strict=True))
    nowhere = {"figure 4", "figure 5"}  # people, and the training of the shipped network
    assert {place for study, _ in whole for place in study.places} == {*TABLES, *FIGURES} - nowhere
    assert tuple(f"figure {n}" for n in range(3, 20)) == FIGURES, "all that has results"
    further = [study for study, _ in whole if not study.places and study.policy.startswith("dlrgs")]
    assert [study.label for study in further] == [
        *(f"DLRGS D=3 GPM={games}" for games in (30, 100)),
        *(f"DLRGS D=4 GPM={games}" for games in (15, 30, 100)),
    ]
    assert [(study.policy, budget) for study, budget in whole if not study.places][-3:] == [
        ("strongest", 0.1),
        ("strongest", 5.0),
        ("strongest", 100.0),
    ]


GAMES = 3
Progress = list[tuple[str, int]]


def is_ours(study: Study) -> bool:
    return not study.places and not study.policy.startswith("dlrgs")


def measured(store: Path, progress: Progress) -> list[Row]:
    """Every row, a few games each; our own player, who plays for minutes, is stood in for."""
    short = [
        (replace(study, games=GAMES, policy="random" if is_ours(study) else study.policy), budget)
        for study, budget in plan(0.0)
    ]

    def begin(study: Study) -> Callable[[int], None]:
        return lambda done: progress.append((study.label, done))

    with ResultStore(store) as kept:
        return list(measure(short, 1, 1, kept, begin))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bench") / "games.sqlite"


@pytest.fixture(scope="module")
def rows(store: Path) -> list[Row]:
    return measured(store, [])


def test_the_tables_have_every_row_and_say_how_far_off(rows: list[Row]) -> None:
    written = text(rows, {place: Path(f"plots/{place.replace(' ', '_')}.png") for place in FIGURES})
    sections = dict(part.split("\n\n", 1) for part in written.removeprefix("### ").split("\n\n### "))
    places = [*(place.capitalize() for place in (*TABLES, *FIGURES))]
    assert [*sections] == [*places, "Beyond the paper: more games a move", "Beyond the paper"]
    assert sections["Figure 5"] == (
        "Mean of the first and of the last 10,000 games of the training: 19.8 and 22.0; "
        "sets of 100 games with a score of 0 among them: 1,000 of 1,000.\n\n"
        "Plot: plots/figure_5.png, of the training that made the shipped network"
    )
    for place in (*TABLES, *(place for place in FIGURES if place != "figure 5")):
        lines = sections[place.capitalize()].split("\n\n")[0].splitlines()[2:]
        cells = {line.split(" | ")[0].removeprefix("| "): line for line in lines}
        wanted = [study for study in STUDIES if place in study.places]
        human = ["Human"] if place in ("table 1", "table 3", "figure 4") else []
        assert sorted(cells) == sorted([study.label for study in wanted] + human)
        for study in wanted:
            assert f"| {GAMES} |" in cells[study.label]
            off = cells[study.label].rpartition(" | ")[2]
            assert [float(mean) for mean in re.findall(r"[+-]\d+\.\d \((?:paper|emulator) ([\d.]+)\)", off)] == [
                mean for mean in (study.mean, study.measured) if mean is not None
            ]
        for study in wanted if place in TABLES else ():
            assert f"| {study.games}, " in cells[study.label], "the paper's own count"
        assert place in TABLES or sections[place.capitalize()].endswith(f"Plot: plots/{place.replace(' ', '_')}.png")
    further = sections["Beyond the paper: more games a move"].splitlines()[2:]
    own = sections["Beyond the paper"].splitlines()[2:]
    assert [line.split(" | ")[0].removeprefix("| ") for line in further + own] == [
        study.label for study, _ in plan(0.0) if not study.places
    ]
    assert len(own) == len([study for study, _ in plan(0.0) if is_ours(study)])


def test_moves_simulated_are_told_by_their_mean_two_percentiles_and_the_points_each_brings(rows: list[Row]) -> None:
    row = next(row for row in rows if row.study.policy == "egs:depth=3")
    line = next(line for line in text(rows, {}).partition("### Figure 18")[2].splitlines() if "EGS D=3" in line)
    said, efficiency = line.split(" | ")[4:6]
    mean, middle, most = map(int, said.split(", "))
    games = [play(Series("square_stacker", "egs:depth=3", "wpi", 0, 50.0), seed) for seed in range(1, 1 + GAMES)]
    moves = sum(game.moves for game in games)
    assert sum(row.works.values()) == moves
    assert mean == round(sum(game.work for game in games) / moves)
    assert 15 / 16 * mean < sum(each * count for each, count in row.works.items()) / moves <= mean + 0.5
    below, up_to = (sum(count for each, count in row.works.items() if each < edge) for edge in (middle, middle + 1))
    assert below < moves / 2 <= up_to
    assert middle < most <= max(row.works)
    assert float(efficiency) == pytest.approx(row.scores.mean() / (sum(game.work for game in games) / moves), rel=0.01)
    assert next(row for row in rows if row.study.policy == "random").efficiency is None


def test_the_document_tells_the_papers_figures_beside_ours(rows: list[Row]) -> None:
    documents = json.loads(json.dumps([row.document() for row in rows]))
    by_label = {document["label"]: document for document in documents}
    for study in STUDIES:
        document = by_label[study.label]
        assert document["games"] == GAMES
        assert document["paper"] == {"games": study.games, "mean": study.mean, "sd": study.sd}
        assert document["think_ms"] is None
        assert sum(document["works"].values()) == pytest.approx(GAMES * document["moves_a_game"])
    own = [document for document in documents if not document["places"]]
    assert [document["think_ms"] for document in own][-3:] == [0.1, 5.0, 100.0]
    assert all(document["paper"]["games"] is None for document in own)
    assert by_label["EGS D=1"]["efficiency"] > by_label["EGS D=3"]["efficiency"] > 0


def test_a_bench_that_was_stopped_plays_only_what_is_missing(rows: list[Row], store: Path) -> None:
    progress: Progress = []
    again = measured(store, progress)
    assert progress == []
    assert [row.scores.tolist() for row in again] == [row.scores.tolist() for row in rows]


def test_the_figures_are_drawn(rows: list[Row], tmp_path: Path) -> None:
    pictures = draw(rows, tmp_path / "new")
    names = {f"figure_{n}.png" for n in range(3, 20)}
    assert {path.name for path in (tmp_path / "new").iterdir()} == names
    assert {path.name for path in pictures.values()} == names
    assert list(pictures) == list(FIGURES)
    for path in pictures.values():
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture.shape == (round(SIZE_IN[1] * DPI), round(SIZE_IN[0] * DPI), 3)
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20


def test_a_histogram_of_moves_simulated_holds_every_decision(rows: list[Row]) -> None:
    for row in rows:
        if {"figure 10", "figure 13", "figure 17"} & {*row.study.places}:
            axes = Figure().subplots()
            searched(axes, [row])
            rectangles = [bar for bar in axes.patches if isinstance(bar, Rectangle)]
            assert len(rectangles) == len(axes.patches)
            bars = [(bar.get_x(), bar.get_width(), bar.get_height()) for bar in rectangles]
            ((wide,), made) = {width for _, width, _ in bars}, sum(row.works.values())
            assert {left % wide for left, _, _ in bars} == {0}
            assert 16 <= max(left for left, _, _ in bars) / wide < 32
            for left, _, height in bars:
                inside = sum(count for each, count in row.works.items() if left <= each < left + wide)
                assert height == pytest.approx(inside / made)
            assert sum(height for _, _, height in bars) == pytest.approx(1.0)
