"""Rules with fewer kinds than a board shows are told of, in one line; a special piece or a rare one is none of them."""

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

import engine.swap3 as swap3
from bot.calibrating.frames import calibrate_frames
from bot.calibrating.rules_of_board import colours_of, rules_of_board, too_few_kinds
from bot.calibrating.wishes import CalibrationWishes
from bot.games import GAMES
from capture.frame import Frame
from engine.dice import dice
from practice.swap3 import render_still
from tests.bot.command_line import run_here
from vision.profile import Profile
from vision.profile_sections import BoardSection, KindSection, ReaderSection, WindowSection

GAME = GAMES["swap3"]()


def calibrated(shown: str, told: str | None, rare: int = 0) -> Profile:
    """Return the profile of a window of some rules, calibrated by others; `rare` cells show a kind more."""
    rules = swap3.PRESETS[shown]
    state = swap3.start(rules, dice(3))
    board = state.board.copy()
    board.ravel()[5 : 5 + 20 * rare : 20] = rules.kinds
    drawn = replace(rules, kinds=rules.kinds + (rare > 0))
    frame = Frame(render_still("pond", 0.5, drawn, state._replace(board=board)), 0)
    calibration = calibrate_frames(GAME, [frame], "", CalibrationWishes(colours=colours_of(GAME, told)))
    assert calibration.result.passed, calibration.result.reasons
    return calibration.profile


def profile_of(game: str, counts: dict[int, int]) -> Profile:
    """Return a profile whose kinds have some codes and were seen so often."""
    kinds = tuple(KindSection(code=c, name=f"kind {c}", file=f"{c}.png", count=n) for c, n in counts.items())
    return Profile(
        game=game,
        window=WindowSection(width=100, height=100),
        board=BoardSection(x=0, y=0, width=100, height=100, rows=GAMES[game]().screen.rows, cols=8),
        kinds=kinds,
        reader=ReaderSection(min_margin=0.5, max_distance=1, max_core=1),
    )


@pytest.mark.parametrize("kinds", [5, 6])
def test_rules_with_fewer_kinds_than_the_board_shows_are_told_of(kinds: int) -> None:
    told = f"gweled:kinds={kinds}"
    note = too_few_kinds(GAME, told, calibrated("gweled", told))
    assert note is not None
    assert "\n" not in note
    assert f"rules {told} have {kinds} kinds of tile, the board shows 7: 'unnamed 1'" in note
    assert note.endswith("calibrate again with --rules gweled:kinds=7")


def test_a_profile_that_knows_all_kinds_wants_other_rules_only() -> None:
    profile = calibrated("gweled:kinds=9", "gweled:kinds=9")
    assert rules_of_board(GAME, profile) == "gweled:kinds=9"
    assert too_few_kinds(GAME, "gweled:kinds=9", profile) is None
    note = too_few_kinds(GAME, "gweled", profile)
    assert note is not None
    assert note.endswith("if these are ordinary tiles, give --rules gweled:kinds=9")


@pytest.mark.parametrize("told", [None, "gweled", "gweled:kinds=8"])
def test_of_rules_that_fit_nothing_is_told(told: str | None) -> None:
    profile = calibrated("gweled", told)
    assert rules_of_board(GAME, profile) == "gweled"
    assert too_few_kinds(GAME, told or "gweled", profile) is None


def test_a_kind_that_shows_rarely_is_left_alone_without_a_word() -> None:
    profile = calibrated("gweled:kinds=5", "gweled:kinds=5", rare=2)
    assert len(profile.kinds) == 6
    assert too_few_kinds(GAME, "gweled:kinds=5", profile) is None


def test_other_numbers_of_the_rules_stay() -> None:
    profile = profile_of("swap3", dict.fromkeys(range(8), 8))
    note = too_few_kinds(GAME, "gweled:kinds=7,cols=9", profile)
    assert note is not None
    assert note.endswith("give --rules gweled:cols=9,kinds=8")


def test_a_special_and_a_kind_that_no_rules_have_are_no_ordinary_tiles() -> None:
    bilging = GAMES["bilging"]()
    crab, free = bilging.screen.special_codes["crab"], bilging.screen.first_free_code
    profile = profile_of("bilging", {**dict.fromkeys(range(7), 10), crab: 9, free: 9})
    assert too_few_kinds(bilging, "ypp", profile) is None
    assert rules_of_board(bilging, profile).partition(":")[2] == "cols=8"
    note = too_few_kinds(bilging, "ypp:colours=5", profile_of("bilging", {**dict.fromkeys(range(5), 12), free: 9}))
    assert note is not None
    assert note.endswith("calibrate again with --rules ypp:colours=6")


def test_rings_and_wells_are_not_asked() -> None:
    for game in ("columns", "square_stacker", "hypersonic"):
        loaded = GAMES[game]()
        assert too_few_kinds(loaded, loaded.default_rules, profile_of(game, dict.fromkeys(range(9), 8))) is None


def test_who_calibrates_and_who_plays_or_is_advised_is_told(tmp_path: Path) -> None:
    picture, profile, told = tmp_path / "shot.png", tmp_path / "p", "gweled:kinds=6"
    rules = swap3.PRESETS["gweled"]
    cv2.imwrite(str(picture), render_still("pond", 0.5, rules, swap3.start(rules, dice(3))))
    done = run_here("calibrate", "swap3", "--image", picture, "--profile", profile, "--rules", told)
    assert done.returncode == 0, done.stderr
    live = ("swap3", "--profile", profile, "--window", "no such window", "--rules", told)
    for each in (done, run_here("play", *live), run_here("suggest", *live)):
        notes = [line for line in each.stderr.splitlines() if line.startswith("note: ")]
        assert len(notes) == 1, each.stderr
        assert notes[0].startswith(f"note: rules {told} have 6 kinds of tile, the board shows 7: 'unnamed 1'")
