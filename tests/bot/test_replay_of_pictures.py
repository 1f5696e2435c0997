"""`replay` of pictures: no piece is guessed, nothing is decided that a run would wait out, and it is said why."""

import json
import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bot.examining.deciding_on_pictures import replay_images, state_alone
from bot.examining.eyes_and_planner import EyesAndPlanner
from bot.examining.replayed import Replayed
from bot.games import GAMES
from bot.playing.deciding import Undecided, decide
from calibration.well.calibrate import calibrate_well
from capture.folder import load_image
from capture.frame import Frame
from engine import hypersonic, square_stacker
from engine.columns import EMPTY, PRESETS, State
from engine.dice import dice
from engine.hypersonic import NOBODY
from policy.decision import MOST_STEPS, decision_seed
from practice.columns import render_still
from tests.bot.command_line import assert_one_line, run_here
from vision.columns import SCREEN
from vision.profile import Profile, load_profile
from vision.profile_sections import ArenaSection, BoardSection, ReaderSection, WindowSection
from vision.sighting import UNKNOWN, Sighting, Status
from vision.well.reader import WellReader
from vision.well.runs import Run

REAL = os.environ.get("SPYGLASS_REAL")
RULES = PRESETS["jewel"]
WORK = 200


def position(seed: int) -> State:
    """Stacks of random heights and a piece above them."""
    rng = np.random.default_rng(seed)
    board = np.full((RULES.hidden + RULES.rows, RULES.cols), EMPTY, np.int8)
    for col in range(RULES.cols):
        height = int(rng.integers(1, 8))
        board[RULES.hidden + RULES.rows - height :, col] = rng.integers(0, RULES.colours, height)
    piece, following = rng.integers(0, RULES.colours, (2, 3)).astype(np.int8)
    return State(board, piece, following, int(rng.integers(RULES.cols)), RULES.hidden)


@pytest.fixture(scope="module")
def well(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile of the practice window, learned from a few moments of a game."""
    moments = [render_still("cave", 1.0, RULES, position(seed), top=top) for seed, top in enumerate((1.2, 2.7, 0.3, 3))]
    calibration = calibrate_well([Frame(moment, 0) for moment in moments], SCREEN)
    assert calibration.result.passed, calibration.result.reasons
    folder = tmp_path_factory.mktemp("well") / "profile"
    calibration.save(folder)
    return folder


def shown(folder: Path, name: str, state: State, **how: Any) -> Path:
    path = folder / f"{name}.png"
    cv2.imwrite(str(path), render_still("cave", 1.0, RULES, state, **how))
    return path


def replayed(well: Path, *pictures: Path) -> Replayed:
    return replay_images(pictures, EyesAndPlanner.of_profile(GAMES["columns"](), well), 20.0, 1, WORK)


def test_a_piece_that_is_in_view_whole_is_decided_on_and_as_its_planner_would(well: Path, tmp_path: Path) -> None:
    game, picture = GAMES["columns"](), shown(tmp_path, "whole", position(9), top=1.4)
    (step,) = replayed(well, picture).decisions
    sighting = WellReader.open(load_profile(well), well).read(Frame(load_image(picture), 0))
    state = game.state_from_sighting(RULES, sighting)
    decision = game.live_policy(game.default_policy, RULES).decide(state, 20.0, decision_seed(1, 1), WORK)
    assert (step["move"], step["value"], tuple(step["line"])) == (decision.move, decision.value, decision.line)
    assert "why" not in step


def test_a_piece_that_is_not_read_whole_is_not_guessed(well: Path, tmp_path: Path) -> None:
    state = position(9)
    floating = state._replace(board=state.board.copy())
    floating.board[RULES.hidden + 5, (state.col + 2) % RULES.cols] = 1
    for name, words, moment in (
        ("entering", "the falling piece is not in view whole", {"state": state, "top": -1.3}),
        ("none", "no falling piece is to be seen", {"state": state, "top": None}),
        ("falling", "jewels are on their way down", {"state": floating, "top": 1.4}),
        ("paused", "a cell of the well cannot be read", {"state": state, "top": 1.4, "paused": True}),
    ):
        done = replayed(well, shown(tmp_path, name, **moment))
        (step,) = done.decisions
        assert (step["move"], step["why"]) == (None, words)
        assert done.undecided == [step["frame"]]


def test_a_jewel_of_the_piece_that_cannot_be_read_is_not_guessed() -> None:
    game, state = GAMES["columns"](), position(9)
    board = state.board[RULES.hidden :]

    def sighting(codes: tuple[int, ...]) -> Sighting:
        extras = {"piece": Run(2, 1.0, codes, resting=False), "next": None, "moving": False}
        return Sighting(board, np.ones(board.shape, np.float32), Status.CLEAR, 0, extras)

    assert game.undecidable(sighting((0, 1, 2))) is None
    assert game.undecidable(sighting((0, UNKNOWN, 2))) == "a jewel of the falling piece cannot be read"


def test_the_command_says_which_pictures_are_not_decided_on_and_why(well: Path, tmp_path: Path) -> None:
    state = position(9)
    whole, entering = shown(tmp_path, "a", state, top=1.4), shown(tmp_path, "b", state, top=-1.3)
    done = run_here("replay", whole, entering, "--profile", well, "--work", WORK)
    assert done.returncode == 0, done.stderr
    assert f"   2  no board to decide on: the falling piece is not in view whole  [{entering}]" in done.stdout
    assert "2 pictures, 1 decided on by strongest, rules jewel" in done.stdout
    done = run_here("replay", entering, "--profile", well, "--json")
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].endswith(f"no board to decide on in {entering}")
    (step,) = json.loads(done.stdout)["moves"]
    assert (step["move"], step["why"]) == (None, "the falling piece is not in view whole")


def test_work_that_no_planner_tells_is_one_line(well: Path, tmp_path: Path) -> None:
    picture = shown(tmp_path, "whole", position(9), top=1.4)
    for number, words in (
        (2**63 - 1, f"work must be 0 to {MOST_STEPS} for this planner"),
        (-1, "--work must be 0 to "),
    ):
        assert_one_line(run_here("replay", picture, "--profile", well, "--work", number), words, f"got {number}")


def test_planner_and_rules_are_those_that_were_asked_for(well: Path, tmp_path: Path) -> None:
    game, picture = GAMES["columns"](), shown(tmp_path, "whole", position(9), top=1.4)
    done = run_here(
        "replay", picture, "--profile", well, "--policy", "simple", "--rules", "web:rows=14,cols=6", "--json"
    )
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert (document["policy"], document["rules"]) == ("simple", "web:rows=14,cols=6")
    sighting = WellReader.open(load_profile(well), well).read(Frame(load_image(picture), 0))
    rules = PRESETS["web:rows=14,cols=6"]
    policy = game.live_policy("simple", rules)
    decision = policy.decide(game.state_from_sighting(rules, sighting), game.think_ms, decision_seed(1, 1))
    (step,) = document["moves"]
    assert (step["move"], step["value"]) == (decision.move, decision.value)
    assert replayed(well, picture).policy == game.default_policy


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--policy", "genius"), ("no policy 'genius'",)),
        (("--policy", "simple:depth=x"), ("simple", "depth")),
        (("--rules", "mine"), ("columns", "mine")),
        (("--rules", "web"), ("rules web want 13 x 7 cells, the board has 14 x 6", "--rules jewel")),
    ],
)
def test_a_planner_or_rules_that_cannot_be_are_one_line(
    options: tuple[str, str], words: tuple[str, ...], well: Path, tmp_path: Path
) -> None:
    picture = shown(tmp_path, "whole", position(9), top=1.4)
    assert_one_line(run_here("replay", picture, "--profile", well, *options), *words)


@pytest.mark.parametrize("name", ["hypersonic", "square_stacker"])
def test_no_place_of_an_arena_or_a_stack_is_filled_in_by_guess(name: str) -> None:
    game = GAMES[name]()
    rules = game.rules.PRESETS[game.default_rules]
    if name == "hypersonic":
        whole = hypersonic.places(hypersonic.start(rules, dice(3)))
    else:
        whole = square_stacker.places(square_stacker.start(rules, dice(3)))
    policy = game.live_policy(game.default_policy, rules)

    def decided(codes: np.ndarray) -> int:
        sighting = Sighting(codes, np.ones(codes.shape, np.float32), Status.CLEAR, 0, {})
        state = game.state_from_sighting(rules, sighting)
        return decide(game, rules, policy, state, sighting, 20.0, decision_seed(1, 1), 1).move

    assert decided(whole) >= 0
    spoilt = [(*place, UNKNOWN) for place in np.ndindex(whole.shape)]
    if name == "hypersonic":  # somebody is nowhere, or in two places
        bodies = np.argwhere(whole > NOBODY).tolist()
        spoilt += [(row, col, NOBODY) for row, col in bodies]
        spoilt += [(2 * hypersonic.ROWS, 2, int(whole[row, col])) for row, col in bodies]
    for row, col, code in spoilt:
        codes = whole.copy()
        codes[row, col] = code
        with pytest.raises(Undecided):
            decided(codes)


@pytest.mark.parametrize("seat", [0, 1])
def test_an_arena_is_seen_from_the_profiles_seat(seat: int) -> None:
    game, rules = GAMES["hypersonic"](), hypersonic.PRESETS["two"]
    profile = Profile(
        game="hypersonic",
        window=WindowSection(width=520, height=440),
        board=BoardSection(x=0, y=0, width=520, height=440, rows=hypersonic.ROWS, cols=hypersonic.COLS),
        kinds=(),
        reader=ReaderSection(min_margin=0.3, max_distance=20, max_core=20),
        arena=ArenaSection(ground="ground.png", players=2, seat=seat),
    )
    codes = hypersonic.places(hypersonic.start(rules, dice(3)))
    sighting = Sighting(codes, np.ones(codes.shape, np.float32), Status.CLEAR, 0, {})
    assert state_alone(game, rules, sighting, profile).seat == seat


@pytest.mark.skipif(not REAL, reason="SPYGLASS_REAL is not set: no real pictures here")
def test_of_the_real_well_no_picture_shows_a_piece_whole(tmp_path: Path) -> None:
    pictures = sorted((Path(REAL or "") / "columns_web").glob("*.png"))
    calibration = calibrate_well([Frame(load_image(picture), 0) for picture in pictures], SCREEN)
    calibration.save(tmp_path / "profile")
    done = replayed(tmp_path / "profile", *pictures)
    assert len(done.undecided) == len(pictures) == 5
    assert [step["why"] for step in done.decisions if "frame_010" in step["frame"]] == ["jewels are on their way down"]
