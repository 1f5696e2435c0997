"""Specials that come in mid-game: learned where they stand still as tiles do, never guessed, named by a person only."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.calibrating.probing import Probing, after_probing, with_learned
from calibration.calibrate import Calibration, calibrate
from calibration.learned_kinds import LearnedKinds
from calibration.new_tile import learn_tiles
from calibration.profile_folder import CONTACT_SHEET
from capture.frame import Frame, Pixels
from engine.bilging import CRAB, JELLYFISH, PRESETS, PUFFER, State, start
from engine.dice import dice
from practice.bilging import look_names, render_still
from vision.bilging import SCREEN
from vision.picture_file import read_picture
from vision.profile import load_profile
from vision.reader import Reader
from vision.sighting import UNKNOWN, Status

WET_ROW, DRY_ROW, COL = 10, 2, 3
SIZES = dict(zip(look_names(), (1.0, 0.5, 1.5), strict=True))
SPECIALS = {"crab": CRAB, "puffer fish": PUFFER, "jellyfish": JELLYFISH}


def board(seed: int, *specials: tuple[int, tuple[int, int]]) -> State:
    state = start(PRESETS["ypp"], dice(seed))
    codes = state.board.copy()
    for code, cell in specials:
        codes[cell] = code
    return state._replace(board=codes)


def shown(look: str, scale: float, state: State, seconds: float = 0.0) -> Frame:
    return Frame(render_still(look, scale, state, seconds=seconds), round(seconds * 1e9))


def before_and_after_a_move(look: str, scale: float, state: State) -> list[Frame]:
    """Pictures 0.4 s apart; between them two tiles in the middle of the board were swapped."""
    codes = state.board.copy()
    col = next(col for col in range(5) if codes[6, col] != codes[6, col + 1])
    codes[6, [col, col + 1]] = codes[6, [col + 1, col]]
    return [shown(look, scale, state), shown(look, scale, state._replace(board=codes), 0.4)]


@cache
def calibrated(look: str, scale: float) -> Calibration:
    made = calibrate([shown(look, scale, board(seed)) for seed in (1, 2)], SCREEN)
    assert made.result.passed, made.result.reasons
    return made


def reader_of(look: str, scale: float) -> Reader:
    made = calibrated(look, scale)
    return Reader(made.profile, made.prototypes)


def learn(reader: Reader, frames: list[Frame], names: list[str | None] | None = None) -> LearnedKinds | None:
    """Learn as a run does: what neither eyes nor rules could settle is what the eyes could not."""
    unread = reader.read(frames[1]).codes == UNKNOWN

    def name(picture: Pixels, number: int) -> str | None:
        assert names is not None
        assert picture.shape[0] == pytest.approx(reader.lattice.pitch_y, abs=2)
        return names[number - 1]

    return learn_tiles(reader, SCREEN, frames[0], frames[1], unread, None if names is None else name)


@pytest.mark.parametrize(("look", "scale"), SIZES.items())
def test_a_special_nobody_has_seen_becomes_a_kind_of_its_own(look: str, scale: float) -> None:
    reader = reader_of(look, scale)
    for code in SPECIALS.values():
        for cell in ((DRY_ROW, COL), (WET_ROW, COL)):
            state = board(5, (code, cell))
            frames = before_and_after_a_move(look, scale, state)
            unknown = reader.read(frames[1]).codes == UNKNOWN
            assert np.argwhere(unknown).tolist() == [list(cell)], (code, cell)
            learned = learn(reader, frames)
            assert learned is not None, (code, cell)
            assert [(kind.code, kind.name) for kind in learned.kinds] == [(SCREEN.first_free_code, "unnamed 1")]
            for frame in frames:
                sighting = learned.reader.read(frame)
                expected = reader.read(frame).codes.copy()
                expected[cell] = SCREEN.first_free_code
                assert np.array_equal(sighting.codes, expected)
                assert sighting.status is Status.CLEAR
            # it is known elsewhere too, under water or not, and nothing else is taken for it
            other = (5, 1) if cell[0] == WET_ROW else (10, 1)
            again = learned.reader.read(shown(look, scale, board(6, (code, other)), 1.0)).codes
            assert np.argwhere(again == SCREEN.first_free_code).tolist() in ([list(other)], [])
            assert again[other] in (SCREEN.first_free_code, UNKNOWN)


def test_what_a_person_calls_it_decides_what_it_is(tmp_path: Path) -> None:
    reader = reader_of(look_names()[0], 1.0)
    state = board(5, (CRAB, (WET_ROW, COL)), (PUFFER, (DRY_ROW, COL)))
    frames = before_and_after_a_move(look_names()[0], 1.0, state)
    learned = learn(reader, frames, ["Puffer", "crab"])
    assert learned is not None
    assert [(kind.code, kind.name) for kind in learned.kinds] == [(PUFFER, "puffer"), (CRAB, "crab")]
    assert np.array_equal(np.argwhere(learned.reader.read(frames[0]).codes == CRAB), [[WET_ROW, COL]])
    calibrated(look_names()[0], 1.0).save(tmp_path / "p")
    learned.save(tmp_path / "p")
    kept = Reader.open(load_profile(tmp_path / "p"), tmp_path / "p").read(frames[1]).codes
    assert kept[DRY_ROW, COL] == PUFFER
    assert kept[WET_ROW, COL] == CRAB


def test_what_is_learned_while_a_calibration_is_proved_is_kept(tmp_path: Path) -> None:
    """It was thrown away with the folder of the proof, and the first run had to learn it again."""
    look = look_names()[0]
    proved = calibrated(look, 1.0)
    proved.save(tmp_path / "proof")
    assert with_learned(proved, tmp_path / "proof") is proved
    frames = before_and_after_a_move(look, 1.0, board(5, (CRAB, (WET_ROW, COL))))
    learned = learn(reader_of(look, 1.0), frames, ["crab"])
    assert learned is not None
    learned.save(tmp_path / "proof")
    kept = with_learned(proved, tmp_path / "proof")
    assert after_probing(proved, Probing(3, 3, calibration=kept)) is kept
    assert kept.result.kinds == proved.result.kinds + 1
    kept.save(tmp_path / "p")
    seen = Reader.open(load_profile(tmp_path / "p"), tmp_path / "p").read(frames[0]).codes
    assert np.array_equal(np.argwhere(seen == CRAB), [[WET_ROW, COL]])
    assert np.array_equal(read_picture(tmp_path / "p" / CONTACT_SHEET), learned.sheet)


def test_what_nobody_names_stays_apart_and_a_known_name_means_the_known_kind() -> None:
    reader = reader_of(look_names()[0], 1.0)
    first = before_and_after_a_move(look_names()[0], 1.0, board(5, (CRAB, (WET_ROW, COL))))
    learned = learn(reader, first, ["whale"])
    assert learned is not None
    assert learned.kinds[0].code == SCREEN.first_free_code
    second = before_and_after_a_move(look_names()[0], 1.0, board(7, (PUFFER, (DRY_ROW, 1))))
    assert isinstance(learned.reader, Reader)
    unnamed = learn(learned.reader, second, [None])
    assert unnamed is not None
    assert [(k.code, k.name) for k in unnamed.kinds] == [(SCREEN.first_free_code + 1, "unnamed 1")]
    same = learn(learned.reader, second, ["whale"])
    assert same is not None
    assert [(k.code, k.name) for k in same.kinds] == [(SCREEN.first_free_code, "whale")]
    assert same.kinds[0].file != learned.kinds[0].file
    assert same.reader.read(second[1]).codes[DRY_ROW, 1] == SCREEN.first_free_code


@pytest.mark.parametrize(("look", "scale"), SIZES.items())
@pytest.mark.parametrize("size", [0.5, 0.8, 1.0, 1.4])
def test_what_lies_over_a_tile_is_no_kind(look: str, scale: float, size: float) -> None:
    """Part of a window, a sign over a cell, a bar across two."""
    reader = reader_of(look, scale)
    lattice = reader.lattice
    rng = np.random.default_rng(8)
    state = board(5)
    for colour in ((40, 40, 40), (60, 60, 220)):
        row, col = int(rng.integers(1, 11)), int(rng.integers(1, 5))
        x, y = (round(value) for value in lattice.corner(row, col))
        across, down = round(size * lattice.pitch_x), round(size * lattice.pitch_y)
        frames = []
        for frame in before_and_after_a_move(look, scale, state):
            picture = frame.pixels.copy()
            cv2.rectangle(picture, (x, y), (x + across, y + down), colour, cv2.FILLED)
            frames.append(Frame(picture, frame.time_ns))
        assert learn(reader, frames) is None


def test_what_does_not_stand_still_is_no_kind() -> None:
    look = look_names()[0]
    reader = reader_of(look, 1.0)
    crab, fish = board(5, (CRAB, (DRY_ROW, COL))), board(5, (PUFFER, (DRY_ROW, COL)))
    _, later = before_and_after_a_move(look, 1.0, fish)
    assert learn(reader, [shown(look, 1.0, crab), later]) is None
    assert learn(reader, [shown(look, 1.0, board(5)), later]) is None
    assert learn(reader, [shown(look, 1.0, fish), later]) is not None


def test_a_picture_that_stands_for_long_may_be_one_of_a_move_under_way() -> None:
    """In swap3's windows that hung, pieces half gone at the top of a column were kinds: new pieces come in there."""
    look = look_names()[0]
    reader = reader_of(look, 1.0)
    crab = board(5, (CRAB, (DRY_ROW, COL)))
    assert learn(reader, [shown(look, 1.0, crab, 0.0), shown(look, 1.0, crab, 60.0)]) is None


def test_what_came_with_the_last_move_is_learned_after_the_next() -> None:
    """One that came before is learned meanwhile, unless both may be one thing."""
    look = look_names()[0]
    reader = reader_of(look, 1.0)
    frame, _ = before_and_after_a_move(look, 1.0, board(5, (CRAB, (DRY_ROW, COL))))
    for cell, learned_too in (((DRY_ROW + 2, COL), True), ((DRY_ROW + 1, COL), False)):
        _, later = before_and_after_a_move(look, 1.0, board(5, (CRAB, (DRY_ROW, COL)), (PUFFER, cell)))
        learned = learn(reader, [frame, later])
        assert (learned is not None) == learned_too
        assert learned is None or len(learned.kinds) == 1


def test_nothing_unread_teaches_nothing() -> None:
    look = look_names()[0]
    reader = reader_of(look, 1.0)
    frames = [shown(look, 1.0, board(5), 0.0), shown(look, 1.0, board(5), 0.4)]
    assert learn(reader, frames) is None
