"""Calibration of wells on drawn windows: where the well is, its jewels, its preview, and what must be refused."""

from pathlib import Path

import numpy as np
import pytest

from calibration.outcome import Calibration, CalibrationError
from calibration.well.calibrate import calibrate_well
from capture.frame import Frame
from engine.columns import EMPTY, PRESETS, UNKNOWN, Rules
from practice.columns.still import next_rectangle, well_rectangle
from tests.vision.drawn_wells import Drawn, draw, random_state
from vision.columns import SCREEN
from vision.profile import load_profile
from vision.sighting import Status
from vision.well.reader import WellReader

RULES = PRESETS["jewel"]
WIDE = PRESETS["web"]

CASES = [
    ("cave", 0.5, RULES),
    ("cave", 1.0, WIDE),
    ("temple", 1.0, RULES),
    ("temple", 1.5, WIDE),
    ("vista", 1.37, RULES),
    ("vista", 2.0, RULES),
]


def watched(look: str, scale: float, rules: Rules, seed: int, ghost: bool = True) -> list[Drawn]:
    """Four moments of a game: a piece comes in, falls, falls, and the stacks grow."""
    rng = np.random.default_rng(seed)
    moments = ((-1.3, 3), (1.2, 5), (2.7, 7), (0.3, 8))
    return [
        draw(look, scale, rules, random_state(rules, rng, 0, highest), top=top, ghost=ghost) for top, highest in moments
    ]


def reader_of(calibration: Calibration, folder: Path) -> WellReader:
    calibration.save(folder)
    return WellReader.open(load_profile(folder), folder)


def relabelled(codes: np.ndarray, truth: np.ndarray, names: dict[int, int]) -> np.ndarray:
    """Codes in the truth's numbering; `names` is filled in and must stay one to one."""
    out = codes.copy()
    for code in np.unique(codes):
        if code not in (EMPTY, UNKNOWN):
            own = truth[(codes == code) & (truth != EMPTY)]
            name = names.setdefault(int(code), int(np.bincount(own).argmax()) if own.size else -2)
            out[codes == code] = name
    return out


Calibrated = tuple[str, float, Rules, Calibration, WellReader, list[Drawn], dict[int, int]]
"""Look, scale, rules, what was learned of them, from which moments, and which kind of the truth each code is."""


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}-{case[1]}-{case[2].cols}x{case[2].rows}")
def calibrated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Calibrated:
    look, scale, rules = request.param
    moments = watched(look, scale, rules, seed=7)
    calibration = calibrate_well([m.frame for m in moments], SCREEN)
    assert calibration.result.passed, calibration.result.reasons
    reader = reader_of(calibration, tmp_path_factory.mktemp("profiles") / "p")
    names: dict[int, int] = {}
    for moment in moments:
        relabelled(reader.read(moment.frame).codes, moment.codes, names)
    assert len(set(names.values())) == len(names) == calibration.result.kinds
    return look, scale, rules, calibration, reader, moments, names


@pytest.mark.sweep(2)
def test_the_well_is_found_to_the_pixel(calibrated: Calibrated) -> None:
    look, scale, rules, calibration, *_ = calibrated
    result = calibration.result
    assert (result.rows, result.cols) == (rules.rows, rules.cols)
    truth = well_rectangle(look, scale, rules.rows, rules.cols)
    pitch = truth[2] / rules.cols
    assert result.board == pytest.approx(truth, abs=max(1.0, 0.05 * pitch))
    assert result.document()["board"] is not None
    assert result.residual_px == pytest.approx(0, abs=0.6)


def test_all_kinds_are_found(calibrated: Calibrated) -> None:
    *_, calibration, _, moments, _ = calibrated
    shown = set(np.concatenate([m.codes.ravel() for m in moments]).tolist()) - {EMPTY}
    assert calibration.result.kinds >= len(shown)


def test_the_preview_is_found(calibrated: Calibrated) -> None:
    look, scale, rules, calibration, *_ = calibrated
    assert calibration.profile.well is not None
    place = calibration.profile.well.next
    truth = next_rectangle(look, scale, rules.rows, rules.cols)
    assert place is not None
    assert (place.x, place.y, place.width) == pytest.approx(truth[:3], abs=max(1.5, 0.08 * truth[2]))
    assert place.height == pytest.approx(truth[3], rel=0.06)


def test_moments_nobody_has_seen_are_read(calibrated: Calibrated) -> None:
    look, scale, rules, _, reader, _, names = calibrated
    rng = np.random.default_rng(99)
    known = set(names.values())
    for turn in range(6):
        state = random_state(rules, rng)
        room = int((state.board[:, state.col] == EMPTY).sum()) - rules.hidden - 3
        top = float(rng.uniform(-2.6, max(-2.5, room - 0.15)))
        drawn = draw(look, scale, rules, state, top=top, ghost=bool(turn % 2))
        sighting = reader.read(drawn.frame)
        codes = relabelled(sighting.codes, drawn.codes, dict(names))
        sure = codes != UNKNOWN
        assert np.array_equal(codes[sure], drawn.codes[sure]), (turn, top)
        learned = np.isin(drawn.codes, [*known, EMPTY])
        assert (sure | ~learned).mean() > 0.98
        piece = sighting.extras["piece"]
        assert piece.col == state.col
        assert piece.bottom == pytest.approx(top + 3, abs=0.1)


def test_covers_are_never_clean(calibrated: Calibrated) -> None:
    look, scale, rules, _, reader, *_ = calibrated
    rng = np.random.default_rng(5)
    for how in ({"paused": True}, {"over": True}):
        state = random_state(rules, rng, 1, 8)
        assert reader.read(draw(look, scale, rules, state, top=1.0, **how).frame).status != Status.CLEAR


@pytest.mark.sweep(3)
@pytest.mark.parametrize("look", ["cave", "temple", "vista"])
def test_one_picture_is_enough(look: str) -> None:
    state = random_state(RULES, np.random.default_rng(21), 3, 9)
    drawn = draw(look, 1.0, RULES, state, top=0.4, ghost=True)
    calibration = calibrate_well([drawn.frame], SCREEN)
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.board == pytest.approx(well_rectangle(look, 1.0, 14, 6), abs=2.0)


def test_rows_and_columns_or_a_rectangle_may_be_told() -> None:
    moments = [m.frame for m in watched("temple", 1.0, RULES, 3)]
    told = calibrate_well(moments, SCREEN, rows=14, cols=6)
    assert told.result.passed
    place = well_rectangle("temple", 1.0, 14, 6)
    by_hand = calibrate_well(moments, SCREEN, board=place)
    assert by_hand.result.passed, by_hand.result.reasons
    assert (by_hand.result.rows, by_hand.result.cols) == (14, 6)
    assert by_hand.result.board == pytest.approx(place, abs=0.01)


def test_calibration_is_the_same_every_time() -> None:
    moments = [m.frame for m in watched("cave", 1.0, RULES, 4)]
    one, other = calibrate_well(moments, SCREEN), calibrate_well(moments, SCREEN)
    assert one.draft == other.draft
    assert all(np.array_equal(a[0], b[0]) for a, b in zip(one.prototypes, other.prototypes, strict=True))


def test_what_is_no_well_is_refused_with_one_line_reasons() -> None:
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 256, (300, 400, 3)).astype(np.uint8)
    plain = np.full((300, 400, 3), 90, np.uint8)
    for pixels in (noise, plain):
        calibration = calibrate_well([Frame(pixels, 0)], SCREEN)
        assert not calibration.result.passed
        assert calibration.result.reasons
        assert all("\n" not in reason for reason in calibration.result.reasons)
        with pytest.raises(CalibrationError, match="did not pass"):
            _ = calibration.profile


def test_an_empty_well_wants_later_pictures() -> None:
    state = random_state(RULES, np.random.default_rng(1), 0, 1)
    calibration = calibrate_well([draw("vista", 1.0, RULES, state, top=2.0).frame], SCREEN)
    assert not calibration.result.passed


def test_pictures_of_several_sizes_and_a_rectangle_outside_are_refused() -> None:
    one, other = draw("cave", 0.5, RULES, random_state(RULES, np.random.default_rng(1))), None
    other = draw("cave", 1.0, RULES, random_state(RULES, np.random.default_rng(1)))
    with pytest.raises(CalibrationError, match="several sizes"):
        calibrate_well([one.frame, other.frame], SCREEN)
    with pytest.raises(CalibrationError, match="no frames"):
        calibrate_well([], SCREEN)
    with pytest.raises(CalibrationError, match=r"leaves the \d+x\d+ picture; give one inside 0,0,\d+,\d+ \(--board"):
        calibrate_well([one.frame], SCREEN, board=(10, 10, 4000, 200))
