"""`replay` of a video: a decision in every position that stands for sure, and what was played there."""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.examining.eyes_and_planner import EyesAndPlanner
from bot.examining.replayed import Replayed
from bot.examining.replaying_videos import replay_video
from bot.games import GAMES
from calibration.calibrate import calibrate
from calibration.well.calibrate import calibrate_well
from capture.frame import Frame, Pixels
from engine import bilging, columns, hypersonic
from engine.columns import EMPTY
from engine.dice import dice
from practice.bilging import render_still as bilging_still
from practice.columns import render_still as columns_still
from practice.hypersonic.still import render_still as hypersonic_still
from practice.hypersonic.still import render_turn
from tests.bot.arena_games import careful
from tests.bot.command_line import assert_one_line, run, run_here
from tests.bot.filming import FPS, filmed, seconds
from tests.vision.drawn_arenas import profile_of
from vision.arena.reader import ArenaReader
from vision.bilging import SCREEN as BILGING
from vision.columns import SCREEN as COLUMNS
from vision.profile_sections import TextSection

WORK = 50

# -- boards that stand between moves ------------------------------------------------------------------

SWAPS = (14, 31, 52)


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile of Bilging's practice window."""
    boards = [bilging.start(bilging.PRESETS["ypp"], dice(seed)) for seed in (1, 2, 3)]
    calibration = calibrate([Frame(bilging_still("deck", 1.0, board), 0) for board in boards], BILGING)
    assert calibration.result.passed, calibration.result.reasons
    folder = tmp_path_factory.mktemp("deck") / "profile"
    calibration.save(folder)
    return folder


def bilging_game() -> Iterator[Pixels]:
    """A game of three swaps in the window's own motion, and a still second after each."""
    rules, rolls = bilging.PRESETS["ypp"], dice(7)
    state = bilging.start(rules, rolls)
    for _ in seconds(1):
        yield bilging_still("deck", 1.0, state)
    for move in SWAPS:
        step = bilging.apply(rules, state, move, rolls)
        for frame in seconds(2.5):
            yield bilging_still("deck", 1.0, state, seconds=frame / FPS, move=move, step=step)
        state = step.state
        for _ in seconds(0.7):
            yield bilging_still("deck", 1.0, state)


@pytest.fixture(scope="module")
def bilging_video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filmed(tmp_path_factory.mktemp("video") / "game.mp4", bilging_game())


def test_every_board_that_stands_is_decided_on_and_what_was_swapped_is_told(deck: Path, bilging_video: Path) -> None:
    done = run_here("replay", bilging_video, "--profile", deck, "--policy=greedy2", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    moves = document["moves"]
    assert [move["number"] for move in moves] == [1, 2, 3, 4]
    assert all(swap in move["played"] for swap, move in zip(SWAPS, moves, strict=False))
    assert "played" not in moves[-1], "nobody has moved since"
    assert document["same"] == sum(move["move"] in move.get("played", ()) for move in moves)
    assert document["same"] + document["different"] == len(SWAPS)
    assert moves[0]["frame"].startswith(f"{bilging_video} at 0:00.")


def test_in_words_a_position_tells_when_it_was_and_what_was_played(deck: Path, bilging_video: Path) -> None:
    done = run_here("replay", bilging_video, "--profile", deck, "--policy=greedy2")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert sum(line.strip().startswith("played ") for line in lines) == len(SWAPS)
    assert lines[-1].split("; ")[0].endswith("4 positions, 4 decided on by greedy2, rules ypp")


def test_a_board_that_no_swap_explains_is_taken_up_once_it_has_stood_for_long(deck: Path, tmp_path: Path) -> None:
    rules = bilging.PRESETS["ypp"]
    one, other = (bilging_still("deck", 1.0, bilging.start(rules, dice(seed))) for seed in (7, 8))
    player = EyesAndPlanner.of_profile(GAMES["bilging"](), deck)
    for stands_s, positions in ((1.0, 1), (2.5, 2)):
        pictures = [one for _ in seconds(1)] + [other for _ in seconds(stands_s)]
        done = replay_video(filmed(tmp_path / f"{positions}.mp4", pictures), player, 20.0, 1, WORK)
        assert len(done.decisions) == positions
        assert done.decisions[0].get("played") == (None if positions == 1 else [])
        assert (done.same, done.different) == (0, 0)


def test_a_video_that_lacks_the_last_row_and_column_for_its_sides_are_even_is_read(deck: Path, tmp_path: Path) -> None:
    profile = deck / "profile.toml"
    odd = tmp_path / "odd"
    state = bilging.start(bilging.PRESETS["ypp"], dice(1))
    board = np.pad(bilging_still("deck", 1.0, state), ((0, 1), (0, 1), (0, 0)), "edge")
    calibration = calibrate([Frame(board, 0)], BILGING)
    assert calibration.result.passed, calibration.result.reasons
    calibration.save(odd)
    player = EyesAndPlanner.of_profile(GAMES["bilging"](), odd)
    even = filmed(tmp_path / "even.mp4", [board[:-1, :-1] for _ in seconds(1)])
    assert len(replay_video(even, player, 20.0, 1, WORK).decisions) == 1
    smaller = filmed(tmp_path / "smaller.mp4", [board[:-3, :-1] for _ in seconds(1)])
    assert profile.is_file()
    assert_one_line(run_here("replay", smaller, "--profile", odd), "calibrate on a picture of this size")


def test_what_is_no_video_and_what_comes_with_one_is_refused(deck: Path, bilging_video: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.mp4"
    text.write_text("not a video")
    assert_one_line(run("replay", text, "--profile", deck), "not a video that can be read")
    assert_one_line(run_here("replay", bilging_video), "is no recording, and pictures and videos want --profile DIR")
    assert_one_line(run_here("replay", bilging_video, bilging_video, "--profile", deck), "2 videos were given; one is")
    picture = tmp_path / "picture.png"
    assert cv2.imwrite(str(picture), np.zeros((32, 32, 3), np.uint8))
    assert_one_line(
        run_here("replay", picture, bilging_video, "--profile", deck), "is a video, and 1 other path came with it"
    )


def test_a_video_without_a_board_fails_and_says_so(deck: Path, tmp_path: Path) -> None:
    height, width = bilging_still("deck", 1.0, bilging.start(bilging.PRESETS["ypp"], dice(1))).shape[:2]
    video = filmed(tmp_path / "dark.mp4", [np.zeros((height, width, 3), np.uint8) for _ in seconds(1)])
    done = run_here("replay", video, "--profile", deck)
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].endswith(f"no board to decide on in {video}")


# -- pieces that fall ---------------------------------------------------------------------------------

WELL = columns.PRESETS["jewel"]
LANDINGS = (3, 9, 16, 0, 5)


def pieces_that_fall() -> tuple[list[Pixels], columns.State]:
    """A game in which pieces are turned, moved and dropped at once, and the state after it."""
    rolls = np.random.default_rng(4)
    state = columns.start(WELL, dice(5))
    pictures: list[Pixels] = []
    for move in LANDINGS:
        col, turns = move // 3, move % 3
        pictures += [columns_still("cave", 1.0, WELL, state, top=-2.0 + frame / 2) for frame in range(8)]
        turned = state._replace(piece=np.roll(state.piece, turns), col=col)
        pictures += [columns_still("cave", 1.0, WELL, turned, top=2.0) for _ in range(3)]
        landed = columns.drop_piece(WELL, state, move).state
        pictures += [columns_still("cave", 1.0, WELL, landed, top=None) for _ in range(5)]
        state = landed._replace(next=rolls.integers(0, WELL.colours, 3).astype(np.int8))
    pictures += [columns_still("cave", 1.0, WELL, state, top=0.5 + frame / 30) for frame in seconds(0.5)]
    return pictures, state


def test_where_each_piece_landed_is_told_however_fast_it_was_dropped(tmp_path: Path) -> None:
    moments = []
    for seed, top in enumerate((1.2, 2.7, 0.3, 3)):
        rng = np.random.default_rng(seed)
        board = np.full((WELL.hidden + WELL.rows, WELL.cols), EMPTY, np.int8)
        for col in range(WELL.cols):
            height = int(rng.integers(1, 8))
            board[WELL.hidden + WELL.rows - height :, col] = rng.integers(0, WELL.colours, height)
        piece, following = rng.integers(0, WELL.colours, (2, 3)).astype(np.int8)
        shown = columns.State(board, piece, following, 2, WELL.hidden)
        moments.append(Frame(columns_still("cave", 1.0, WELL, shown, top=top), 0))
    calibration = calibrate_well(moments, COLUMNS)
    assert calibration.result.passed, calibration.result.reasons
    calibration.save(tmp_path / "profile")
    player = EyesAndPlanner.of_profile(GAMES["columns"](), tmp_path / "profile")
    pictures, after = pieces_that_fall()
    done = replay_video(filmed(tmp_path / "game.mp4", pictures), player, 20.0, 1, WORK)
    assert [step.get("played") for step in done.decisions] == [*([move] for move in LANDINGS), None]
    assert after.moves == len(LANDINGS)


# -- turns of an arena --------------------------------------------------------------------------------

ROUNDS = 12


def arena_video(folder: Path, look: str, hangs: int = -1) -> tuple[Path, list[int]]:
    """Film a game of an arena with a tick of 300 ms; return the video and what the first seat did in each turn.

    In turn `hangs` the window hangs with the motion's first picture.
    """
    rules, rolls = hypersonic.PRESETS["two"], np.random.default_rng(3)
    state = hypersonic.start(rules, dice(3))
    pictures = [hypersonic_still(look, 1.0, state) for _ in seconds(0.5)]
    ours = []
    for turn in range(ROUNDS):
        actions = careful(rules, state, rolls)
        ours.append(actions[0])
        pictures += [render_turn(look, 1.0, state, tuple(actions), 0.0) for _ in range(8 if turn == hangs else 0)]
        pictures += [render_turn(look, 1.0, state, tuple(actions), (frame + 1) / 5) for frame in range(4)]
        state = hypersonic.advance(rules, state, actions).state
        pictures += [hypersonic_still(look, 1.0, state) for _ in range(5)]
    return filmed(folder / "game.mp4", pictures), ours


def replayed_arena(video: Path, look: str, turn: TextSection | None = None) -> Replayed:
    game, rules = GAMES["hypersonic"](), hypersonic.PRESETS["two"]
    profile, pictures = profile_of(look, 1.0, 2, turn)
    spec = "random"
    reader = ArenaReader(profile, pictures)
    player = EyesAndPlanner(game, profile, reader, "two", rules, spec, game.live_policy(spec, rules))
    return replay_video(video, player, 20.0, 1, 5)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("look", ["dungeon", "blueprint", "toys"])
def test_each_turn_of_an_arena_is_decided_on_and_what_our_seat_did_is_told(look: str, tmp_path: Path) -> None:
    video, ours = arena_video(tmp_path, look)
    done = replayed_arena(video, look)
    assert [step.get("played") for step in done.decisions] == [*([action] for action in ours), None]


def test_a_turn_that_was_a_motions_first_picture_is_no_decision_of_its_own(tmp_path: Path) -> None:
    """A window hung with it: a decision was made on it, and of the one before it was told that the player stayed."""
    video, ours = arena_video(tmp_path, "dungeon", hangs=7)
    assert ours[7] % 5 != 0, "it moved"
    done = replayed_arena(video, "dungeon", TextSection(x=28, y=18, width=60, height=40))
    assert [step.get("played") for step in done.decisions] == [*([action] for action in ours), None]
    assert [step["number"] for step in done.decisions] == list(range(1, ROUNDS + 2))
