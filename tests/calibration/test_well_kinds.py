"""Kinds of jewels and the preview where some pictures mislead: flashes, unknown colours, kinds found twice."""

from dataclasses import replace

import numpy as np
import pytest

from bot.benchmarks.vision import columns
from bot.benchmarks.vision.columns import ColumnsDrawings
from calibration.well.calibrate import calibrate_well
from calibration.well.find_well import find_places
from calibration.well.ground import GUESSED, ground_kinds
from calibration.well.jewels import Kind, Seen, find_kinds, likeliest_kinds
from calibration.well.pictures import jewel_pictures
from calibration.well.preview import find_preview
from calibration.well.proof import proof_faults, prove
from calibration.well.twins import pictures_apart, without_twins
from capture.frame import Frame
from engine.columns import EMPTY, PRESETS, UNKNOWN, State
from practice.columns.still import next_rectangle, well_rectangle
from tests.vision.drawn_wells import draw, profile_of, random_state
from vision.columns import SCREEN
from vision.lattice import Lattice
from vision.well.pictures import WellPictures
from vision.well.reader import Jewel, WellReader

RULES = PRESETS["web"]
LOOK = "vista"


def watched(moments: int) -> list[Frame]:
    """Moments of a game in which a piece falls."""
    rng = np.random.default_rng(11)
    return [
        draw(LOOK, 1.0, RULES, random_state(RULES, rng, 1, 5), top=1.5 + 0.3 * moment).frame
        for moment in range(moments)
    ]


def test_a_kind_that_was_found_twice_is_one() -> None:
    pictures = [frame.pixels for frame in watched(4)]
    place = find_places(pictures, None, None)[0]
    kinds = find_kinds(pictures, place)
    first = kinds[0]
    other = replace(first, look=first.look + 20.0, seen=first.seen[1::2])  # a look from the middle of a flash
    twice = [replace(first, seen=first.seen[::2]), other, *kinds[1:]]
    once = without_twins(pictures, twice, place.lattice)
    assert len(once) == len(kinds)
    assert sorted(map(str, once[0].seen)) == sorted(map(str, first.seen))
    drawn = jewel_pictures(pictures, once, place.lattice)
    apart = [pictures_apart(one, two) for n, one in enumerate(drawn) for two in drawn[n + 1 :]]
    assert min(apart) > 40


def test_a_profile_with_a_kind_that_cannot_be_told_from_another_proves_nothing() -> None:
    profile, pictures = profile_of(LOOK, 1.0, RULES)
    frames = watched(4)
    learned = []
    rng = np.random.default_rng(11)
    for _ in frames:
        codes = random_state(RULES, rng, 1, 5).board[RULES.hidden :]
        learned.append(np.where(codes == EMPTY, UNKNOWN, codes).astype(np.int8))
    ghosts: list[set[tuple[int, int]]] = [set() for _ in frames]
    assert not prove(WellReader(profile, pictures), frames, learned, ghosts).unreadable
    jewels = (pictures.jewels[0], *pictures.jewels[:1], *pictures.jewels[2:])
    blind = WellReader(profile, WellPictures(jewels, pictures.masks, pictures.background, pictures.known))
    proof = prove(blind, frames, learned, ghosts)
    assert set(proof.unreadable) == {0, 1}
    faults = proof_faults(proof, RULES.colours, 9)
    assert any("cannot be told from others" in fault for fault in faults)
    unread = np.argwhere(np.stack([blind.read(frame).codes for frame in frames]) == UNKNOWN)
    picture, row, col = (unread[0] + 1).tolist()
    assert any(f"(row {row}, column {col} of picture {picture} cannot be read)" in fault for fault in faults)


@pytest.mark.parametrize("odd", [(3, 0, 3), (0, 3, 3), (3, 3, 3)])
def test_a_preview_with_unknown_colours_in_the_last_picture_is_found_all_the_same(odd: tuple[int, int, int]) -> None:
    profile, pictures = profile_of(LOOK, 1.0, RULES)
    known = [code for code in range(RULES.colours) if code != 3]
    jewels, masks = ([all_[code] for code in known] for all_ in (pictures.jewels, pictures.masks))
    board = profile.board
    lattice = Lattice(board.x, board.y, board.width / board.cols, board.height / board.rows, board.rows, board.cols)
    rng = np.random.default_rng(3)
    shown = [tuple(rng.choice(known, 3).tolist()) for _ in range(4)]
    frames = []
    for following in [*shown, odd]:
        state = random_state(RULES, rng, 1, 4)._replace(next=np.array(following, np.int8))
        frames.append(draw(LOOK, 1.0, RULES, state, top=2.0).frame.pixels)
    preview = find_preview(frames, jewels, masks, lattice)
    assert preview is not None
    truth = next_rectangle(LOOK, 1.0, RULES.rows, RULES.cols)
    place = preview.place
    assert (place.x, place.y, place.width, place.height) == pytest.approx(truth, abs=2.0)


@pytest.mark.parametrize(("part", "moments"), [(0.85, 6), (0.85, 9)])
def test_pieces_on_their_way_down_do_not_say_where_cells_cut_jewels(part: float, moments: int) -> None:
    rng = np.random.default_rng(8)
    board = np.full((RULES.hidden + RULES.rows, RULES.cols), EMPTY, np.int8)
    board[-1, 1], board[-1, 4], board[-2, 4] = 0, 1, 2
    frames = []
    for moment in range(moments):
        piece, following = rng.integers(0, RULES.colours, (2, 3)).astype(np.int8)
        state = State(board, piece, following, 2 + moment % 4, RULES.hidden, 10, 0, 0, 2)
        frames.append(draw(LOOK, 1.0, RULES, state, top=part + moment).frame)
    calibration = calibrate_well(frames, SCREEN)
    assert calibration.result.passed, calibration.result.reasons
    _, pictures = profile_of(LOOK, 1.0, RULES)
    for jewel, _mask in calibration.prototypes:
        assert min(pictures_apart(jewel, true) for true in pictures.jewels) < 10


@pytest.mark.parametrize("seed", [12, 27])
def test_a_part_of_a_jewel_that_fell_onto_the_grid_does_not_say_where_in_their_cells_others_lie(seed: int) -> None:
    lesson = ColumnsDrawings().lesson("temple", 1.0, np.random.default_rng([seed, 1]))
    made = calibrate_well([Frame(one.pixels, number) for number, one in enumerate(lesson.drawn)], SCREEN)
    assert made.result.passed, made.result.reasons
    assert made.result.board == pytest.approx(well_rectangle("temple", 1.0, 14, 6), abs=2.0)
    _, pictures = profile_of("temple", 1.0, columns.RULES)
    likest = [[pictures_apart(jewel, true) for true in pictures.jewels] for jewel, _mask in made.prototypes]
    assert sorted(np.argmin(likest, axis=1).tolist()) == list(range(6))
    assert np.min(likest, axis=1).max() < 10


@pytest.mark.parametrize("seed", [1, 5])
def test_ground_that_was_taken_for_a_jewel_in_a_cell_or_two_does_not_hide_all_ground(seed: int) -> None:
    lesson = ColumnsDrawings().lesson("temple", 1.0, np.random.default_rng([seed, 1]))
    made = calibrate_well([Frame(one.pixels, number) for number, one in enumerate(lesson.drawn)], SCREEN)
    assert made.result.passed, made.result.reasons
    well = made.profile.lattice
    x, y = round(well.x), round(well.y)
    known = made.pictures["background.png"][y : y + round(well.height), x : x + round(well.width), 3]
    assert (known == GUESSED).mean() < 0.1  # 0.99 while a cell of the ground was a kind of jewels


def test_what_a_piece_that_comes_in_shows_of_itself_takes_no_colours_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game of as many colours as there can be no well was found: part of a jewel was one more than that."""
    rules = PRESETS["web:colours=8"]
    monkeypatch.setattr(columns, "RULES", rules)
    lesson = ColumnsDrawings().lesson("temple", 1.0, np.random.default_rng([5, 1]))
    made = calibrate_well([Frame(one.pixels, number) for number, one in enumerate(lesson.drawn)], SCREEN)
    assert made.result.passed, made.result.reasons
    _, pictures = profile_of("temple", 1.0, rules)
    likest = [[pictures_apart(jewel, true) for true in pictures.jewels] for jewel, _mask in made.prototypes]
    assert sorted(np.argmin(likest, axis=1).tolist()) == list(range(8))
    assert np.min(likest, axis=1).max() < 10


def test_only_where_there_are_too_many_kinds_one_seen_once_on_its_way_is_none() -> None:
    look = np.zeros((12, 12, 3), np.float32)
    coming, resting = Kind(look, (Seen(0, -0.3, 2.0),)), Kind(look, (Seen(0, 5.0, 2.0),))
    often = Kind(look, (Seen(0, -0.3, 2.0), Seen(1, 0.4, 3.0)))
    assert likeliest_kinds([often, coming, resting], 3) == [often, coming, resting]
    assert likeliest_kinds([often, coming, resting], 2) == [often, resting]


def test_kinds_that_show_far_beyond_where_they_were_learned_are_ground() -> None:
    def seen(*counts: int) -> list[Jewel]:
        return [Jewel(0, 0.0, kind, 5.0, 0.5) for kind, count in enumerate(counts) for _ in range(count)]

    # a piece and its ghost, twice as many as were learned, a cell of ground, ground that half the cells look like
    assert ground_kinds([seen(2 + 6, 8, 40, 30), seen(2 + 6, 8, 41, 31)], [4, 8, 1, 5]) == {2, 3}
    assert ground_kinds([seen(7), seen(0)], [0]) == set()  # only the preview has shown it, then a piece
    assert ground_kinds([seen(40)], [5]) == set()
