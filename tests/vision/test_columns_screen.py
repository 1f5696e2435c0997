"""Columns' screen: sightings as states and as JSON, and magic jewels told over time."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from engine.columns import EMPTY, LENGTH, MAGIC, PRESETS, UNKNOWN, validate
from tests.vision.drawn_wells import draw, profile_of, random_state
from vision.columns import SCREEN, document, state_from_sighting
from vision.notice import Notice, read_notice
from vision.ocr import OcrMissing
from vision.readers import open_reader
from vision.sighting import Sighting, Status
from vision.well.magic import MagicWatch
from vision.well.reader import WellReader
from vision.well.runs import Run

RULES = PRESETS["jewel"]
MS = 1_000_000


def test_the_eyes_and_the_rules_number_alike() -> None:
    assert (SCREEN.rows, SCREEN.cols) == (RULES.rows, RULES.cols)


def test_a_sighting_becomes_the_state_that_was_drawn() -> None:
    reader = WellReader(*profile_of("vista", 1.0, RULES))
    state = random_state(RULES, np.random.default_rng(1), 1, 6)
    sighting = reader.read(draw("vista", 1.0, RULES, state, top=3.4).frame)
    read = state_from_sighting(RULES, sighting)
    assert np.array_equal(read.board, state.board)
    assert np.array_equal(read.piece, state.piece)
    assert np.array_equal(read.next, state.next)
    assert (read.col, read.row) == (state.col, RULES.hidden + 5)
    assert (read.score, read.jewels, read.running, read.moves) == (0, 0, 0, 0)
    assert not validate(RULES, read)


def test_what_is_not_seen_is_unknown() -> None:
    codes = np.full((RULES.rows, RULES.cols), EMPTY, np.int8)
    margin = np.ones(codes.shape, np.float32)
    runs = {"runs": (), "piece": Run(2, -1.6, (4, 1), False), "next": None, "moving": False}
    half = state_from_sighting(RULES, Sighting(codes, margin, Status.CLEAR, 0, runs))
    assert half.piece.tolist() == [UNKNOWN, 4, 1]
    assert (half.col, half.row) == (2, RULES.hidden - 1)
    assert half.next.tolist() == [UNKNOWN] * 3
    none = state_from_sighting(RULES, Sighting(codes, margin, Status.CLEAR, 0, runs | {"piece": None}))
    assert none.piece.tolist() == [UNKNOWN] * 3
    with pytest.raises(ValueError, match="expected a well"):
        state_from_sighting(PRESETS["wide"], Sighting(codes, margin, Status.CLEAR, 0, runs))


def test_the_document_is_plain_json() -> None:
    reader = WellReader(*profile_of("cave", 0.5, RULES))
    state = random_state(RULES, np.random.default_rng(2))
    sighting = reader.read(draw("cave", 0.5, RULES, state, top=-0.25).frame)
    written = json.loads(json.dumps(document(sighting)))
    assert written["codes"] == sighting.codes.tolist()
    assert written["piece"]["col"] == state.col
    assert written["piece"]["codes"] == state.piece.tolist()
    assert written["piece"]["top"] == pytest.approx(-0.25, abs=0.06)
    assert written["next"] == state.next.tolist()


def test_the_profile_says_which_reader(tmp_path: Path) -> None:
    from vision.prototypes import write_prototype

    profile, pictures = profile_of("cave", 0.5, RULES)
    for kind, jewel, mask in zip(profile.kinds, pictures.jewels, pictures.masks, strict=True):
        write_prototype(tmp_path / kind.file, jewel, mask)
    import cv2

    cv2.imwrite(str(tmp_path / "background.png"), pictures.background)
    assert isinstance(open_reader(profile, tmp_path), WellReader)
    # well and preview, all that changes and may be touched
    assert len(profile.areas) == 1 + LENGTH
    assert profile.targets == profile.areas


class TestMagic:
    def fed(self, looks: Sequence[tuple[int, ...]], step_ms: int = 33) -> list[bool]:
        watch = MagicWatch()
        return [watch.feed(codes, n * step_ms * MS) for n, codes in enumerate(looks)]

    def test_a_piece_that_cycles_through_colours_is_magic(self) -> None:
        looks = [(n % 6, n % 6, n % 6) for n in range(12)]
        told = self.fed(looks)
        assert told[-1]
        assert not any(told[:3])

    def test_looks_nobody_knows_that_come_and_go_are_magic(self) -> None:
        told = self.fed([(UNKNOWN,) * 3, (2, 2, 2)] * 6)
        assert told[-1]

    def test_an_ordinary_piece_is_never(self) -> None:
        assert not any(self.fed([(1, 2, 3)] * 40))

    def test_nor_one_that_is_rotated_again_and_again(self) -> None:
        looks = [(1, 2, 3), (3, 1, 2), (2, 3, 1)] * 12
        assert not any(self.fed(looks))

    def test_nor_one_that_comes_in(self) -> None:
        assert not any(self.fed([(UNKNOWN,), (3,), (2, 3), (UNKNOWN, 2, 3), (1, 2, 3), (1, 2, 3), (1, 2, 3)]))

    def test_nor_one_jewel_that_nobody_knows(self) -> None:
        assert not any(self.fed([(UNKNOWN, 2, 3)] * 30))

    def test_the_practice_windows_magic_piece_is_told(self) -> None:
        reader = WellReader(*profile_of("cave", 1.0, RULES))
        state = random_state(RULES, np.random.default_rng(3), 0, 3)
        state = state._replace(piece=np.full(3, MAGIC, np.int8))
        watch, told = MagicWatch(), []
        for flash in range(10):
            sighting = reader.read(draw("cave", 1.0, RULES, state, top=1 + 0.1 * flash, flash=flash).frame)
            piece = sighting.extras["piece"]
            assert piece is not None
            assert piece.bottom == pytest.approx(4 + 0.1 * flash, abs=0.15)
            told.append(watch.feed(piece.codes, flash * 60 * MS))
        assert told[-1]


@pytest.mark.sweep(3)
@pytest.mark.parametrize("look", ["cave", "temple", "vista"])
def test_a_covered_well_says_what_it_is(look: str) -> None:
    profile, _ = profile_of(look, 1.0, RULES)
    rng = np.random.default_rng(4)
    try:
        for how, notice in (({"paused": True}, Notice.PAUSED), ({"over": True}, Notice.GAME_OVER), ({}, None)):
            frame = draw(look, 1.0, RULES, random_state(RULES, rng, 1, 7), top=1.0, **how).frame
            assert read_notice(profile, frame) is notice
    except OcrMissing as missing:
        pytest.skip(str(missing))
