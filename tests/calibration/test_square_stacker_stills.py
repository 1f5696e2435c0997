"""Square Stacker's practice windows: every look found, learned and read; carried pieces and the last panel told."""

from pathlib import Path

import numpy as np
import pytesseract
import pytest

from calibration.rings import calibrate_rings, carried_offset
from capture.frame import Frame
from engine.dice import dice
from engine.square_stacker import EMPTY, PRESETS, State, apply, legal_moves, places, start
from practice.square_stacker import board_rectangle, hand_centres, lift, look_names, render_still
from vision.rings import RingReader
from vision.sighting import UNKNOWN
from vision.square_stacker import SCREEN
from vision.text import read_number_at

RULES = PRESETS["wpi"]


def positions(seed: int, count: int) -> list[State]:
    """Return positions of random games, each with the whole hand to play."""
    rolls = dice(seed)
    found: list[State] = []
    choice = np.random.default_rng(seed)
    state = start(RULES, rolls)
    while len(found) < count:
        moves = legal_moves(RULES, state)
        if len(moves) == 0:
            state = start(RULES, rolls)
            continue
        state = apply(RULES, state, int(choice.choice(moves)), rolls).state
        if state.moves >= 9 and state.moves % 3 == 0:
            found.append(state)
    return found


def calibrated(look: str, scale: float, folder: Path) -> RingReader:
    frames = [Frame(render_still(look, scale, state, best=182), 0) for state in positions(1, 3)]
    calibration = calibrate_rings(frames, SCREEN)
    assert calibration.result.passed, calibration.result.reasons
    calibration.save(folder)
    return RingReader.open(calibration.profile, folder)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("scale", [0.5, 1.0, 1.37, 2.0])
@pytest.mark.parametrize("look", look_names())
def test_found_learned_and_read(look: str, scale: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_ocr = scale == 1.0
    if not with_ocr:
        monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")
    reader = calibrated(look, scale, tmp_path / "p")
    lattice = reader.lattice
    found = (lattice.x, lattice.y, lattice.width, lattice.height)
    assert found == pytest.approx(board_rectangle(look, scale), abs=max(1.2, 1.2 * scale))
    assert reader.profile.rings is not None
    assert np.array(reader.profile.rings.hand) == pytest.approx(np.array(hand_centres(look, scale)), abs=1.2 * scale)
    stands_for: dict[int, set[int]] = {}
    for state in positions(2, 12):
        played = state._replace(score=7 * state.score, hand=np.where([[True], [False], [False]], EMPTY, state.hand))
        frame = Frame(render_still(look, scale, played, best=20354), 0)
        codes = reader.read(frame).codes
        for read, true in zip(codes.ravel().tolist(), places(played).ravel().tolist(), strict=True):
            stands_for.setdefault(read, set()).add(true)
    assert stands_for.pop(EMPTY) == {EMPTY}
    assert all(len(true) == 1 for read, true in stands_for.items() if read != UNKNOWN), stands_for
    if with_ocr:
        assert reader.profile.score is not None
        assert reader.profile.best is not None
        assert read_number_at(frame, reader.profile.score) == played.score
        assert read_number_at(frame, reader.profile.best) == 20354


@pytest.mark.parametrize("look", look_names())
def test_a_carried_piece_and_the_last_panel(look: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")
    reader = calibrated(look, 1.0, tmp_path / "p")
    state = positions(1, 3)[1]
    x, y, width, height = board_rectangle(look, 1.0)
    middle = (x + 0.4 * width, y + 0.57 * height)
    carried = Frame(render_still(look, 1.0, state, dragged=(1, *middle)), 0)
    dx, dy = lift(look)
    pointer = (middle[0] - dx * width / 3, middle[1] - dy * height / 3)
    assert carried_offset(carried, reader, pointer) == pytest.approx((dx, dy), abs=0.03)
    resting = Frame(render_still(look, 1.0, state), 0)
    assert carried_offset(resting, reader, pointer) is None
    true = reader.read(resting).codes
    for frame in (carried, Frame(render_still(look, 1.0, state, over=True), 0)):
        codes = reader.read(frame).codes
        seen = codes != UNKNOWN
        board_only = seen & (np.arange(12) != 10)[:, None]
        assert np.array_equal(codes[board_only], true[board_only])
        assert not seen.all() or frame is carried
