"""Wells in which few jewels lie, and every picture shows its piece at the same part of a row: heights mislead there."""

import numpy as np
import pytest

from calibration.outcome import Calibration
from calibration.well.calibrate import calibrate_well
from calibration.well.jewels import Kind, Seen, likeliest_kinds
from calibration.well.twins import pictures_apart
from capture.frame import Frame
from engine.columns import PRESETS, Rules
from practice.columns.still import well_rectangle
from tests.vision.drawn_wells import draw, profile_of, random_state
from vision.columns import SCREEN


def lesson(look: str, scale: float, rules: Rules, seed: int) -> list[Frame]:
    """Four to nine pictures of one board, with another piece a row further down in each."""
    rng = np.random.default_rng([seed, 5])
    part, moments, highest = float(rng.uniform(0.1, 0.9)), int(rng.integers(4, 10)), int(rng.integers(2, 5))
    state = random_state(rules, rng, 0, highest)
    frames = []
    for moment in range(moments):
        piece, following = rng.integers(0, rules.colours, (2, 3)).astype(np.int8)
        now = state._replace(piece=piece, next=following, col=int(rng.integers(rules.cols)))
        top = part + min(moment, rules.rows - highest - 4)
        frames.append(draw(look, scale, rules, now, top=top).frame)
    return frames


def calibrated(look: str, scale: float, preset: str, seed: int) -> Calibration:
    rules = PRESETS[preset]
    made = calibrate_well(lesson(look, scale, rules, seed), SCREEN)
    assert made.result.passed, made.result.reasons
    truth = well_rectangle(look, scale, rules.rows, rules.cols)
    assert made.result.board == pytest.approx(truth, abs=0.07 * truth[2] / rules.cols)
    return made


def test_pieces_on_their_way_do_not_say_how_far_rows_are_apart() -> None:
    """Passed with rows a fifth of a cell off at the top: the pieces lay on that lattice, between those at rest."""
    calibrated("cave", 0.75, "jewel:colours=7", 2)


@pytest.mark.parametrize(("scale", "preset", "seed"), [(1.0, "jewel:colours=7", 11), (0.75, "jewel:colours=7", 20)])
def test_a_colour_that_was_only_seen_falling_is_cut_where_its_piece_lies(scale: float, preset: str, seed: int) -> None:
    """Passed with the lower part of one jewel and the upper of the next one for a kind."""
    made = calibrated("cave", scale, preset, seed)
    _, pictures = profile_of("cave", scale, PRESETS[preset])
    for jewel, _mask in made.prototypes:
        assert min(pictures_apart(jewel, true) for true in pictures.jewels) < 5


def test_two_parts_of_one_falling_jewel_take_no_colours_place() -> None:
    look = np.zeros((12, 12, 3), np.float32)
    parts, resting = Kind(look, (Seen(0, -0.33, 4.0), Seen(0, -0.34, 4.0))), Kind(look, (Seen(0, 5.0, 2.0),))
    assert likeliest_kinds([resting, parts], 1) == [resting]


@pytest.mark.parametrize("seed", [11, 18])
def test_walls_are_no_edges_of_jewels(seed: int) -> None:
    """In larger cells the outermost jewels would have them, and seem to lie the better on the others."""
    rules, rng = PRESETS["jewel:colours=6"], np.random.default_rng(seed)
    state = random_state(rules, rng, 0, 7)
    made = calibrate_well([draw("temple", 1.37, rules, state, top=float(rng.integers(0, 4))).frame], SCREEN)
    assert made.result.passed, made.result.reasons
    truth = well_rectangle("temple", 1.37, rules.rows, rules.cols)
    assert made.result.board == pytest.approx(truth, abs=0.07 * truth[2] / rules.cols)


def test_a_well_that_a_person_told_whole_is_proved_by_reading_it() -> None:
    """Of one row at rest the edges are not alike above and below: the floor has one of its own."""
    rules, rng = PRESETS["jewel:colours=6"], np.random.default_rng(0)
    state = random_state(rules, rng, 1, 2)
    pieces = [state._replace(piece=rng.integers(0, rules.colours, 3).astype(np.int8)) for _ in range(2)]
    frames = [draw("vista", 1.0, rules, one, top=1.0 + 2 * k).frame for k, one in enumerate(pieces)]
    board = well_rectangle("vista", 1.0, rules.rows, rules.cols)
    made = calibrate_well(frames, SCREEN, board=board, rows=rules.rows, cols=rules.cols)
    assert made.result.passed, made.result.reasons


def test_two_jewels_of_one_piece_are_in_two_places() -> None:
    look = np.zeros((12, 12, 3), np.float32)
    falling = Kind(look, (Seen(0, 3.5, 4.0), Seen(0, 4.5, 4.0)))
    assert likeliest_kinds([falling, Kind(look, (Seen(0, 5.0, 2.0),))], 1)[0] is falling
