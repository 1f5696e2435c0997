"""From frames to a profile that reads other boards without one wrong cell."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.calibrate import Calibration, calibrate
from tests.calibration.learned_boards import LOOK, drawn, frame, reader_of, true_codes
from tests.vision.drawn_window import draw_window, perturb, random_codes, random_look
from vision.bilging import SCREEN
from vision.profile import load_profile
from vision.profile_sections import InputSection
from vision.sighting import UNKNOWN, Status


@pytest.mark.sweep(3)
@pytest.mark.parametrize("seed", range(10))
def test_no_cell_of_any_look_is_read_wrong(seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed + 100)
    look = random_look(rng, 18, 48)
    first = drawn(look, seed, waterline=float(rng.uniform(3, 9.2)), scene=seed)
    learned_from = perturb(first.picture, rng, ("", "noise", "gamma", "jpeg")[seed % 4])
    made = calibrate([frame(learned_from)], SCREEN)
    assert made.result.passed, made.result.reasons
    assert made.result.kinds == look.kinds
    reader = reader_of(made, tmp_path / "profile")
    table = true_codes(reader, replace(first, picture=learned_from))
    unknown = cells = 0
    for k, how in enumerate(("", "noise", "gamma", "jpeg")):
        other = drawn(look, 1000 * seed + k, waterline=float(rng.uniform(3, 9)), specials=0.04, scene=seed)
        sighting = reader.read(frame(perturb(other.picture, rng, how)))
        truth = np.where(other.codes < look.kinds, other.codes, UNKNOWN)
        read = np.vectorize(lambda code: table.get(int(code), UNKNOWN))(sighting.codes)
        wrong = (sighting.codes != UNKNOWN) & (read != truth)
        assert not wrong.any(), (how, np.argwhere(wrong).tolist())
        plain = (truth != UNKNOWN) & ~other.covered
        unknown += int((plain & (sighting.codes == UNKNOWN)).sum())
        cells += int(plain.sum())
        if look.water_weight > 0.3:
            assert sighting.extras["waterline"] == pytest.approx(other.waterline, abs=0.15)
    assert unknown <= 0.01 * cells


def test_the_profile_says_what_it_was_made_on(tmp_path: Path) -> None:
    timing = InputSection(hold_ms=70)
    made = calibrate([frame(drawn(LOOK, 1).picture)], SCREEN, permission="own", window_title="Bilging", input=timing)
    made.save(tmp_path / "p")
    profile = load_profile(tmp_path / "p")
    assert profile == made.profile
    assert profile.permission == "own"
    assert profile.window.title == "Bilging"
    assert profile.input.hold_ms == 70
    assert [kind.code for kind in profile.kinds] == list(range(7))
    assert sorted(kind.count for kind in profile.kinds)[::-1] == [kind.count for kind in profile.kinds]
    water = profile.tints[0]
    assert water.weight == pytest.approx(LOOK.water_weight, abs=0.03)
    assert water.colour == pytest.approx(LOOK.water_colour, abs=12)
    assert (tmp_path / "p" / "contact_sheet.png").stat().st_size > 5000


def test_the_same_frames_make_the_same_profile(calibration: Calibration) -> None:
    again = calibrate([frame(drawn(LOOK, 1).picture)], SCREEN, permission="own", window_title="Bilging")
    assert again.profile == calibration.profile
    for (dry, trust), (dry_again, trust_again) in zip(calibration.prototypes, again.prototypes, strict=True):
        assert (dry == dry_again).all()
        assert (trust == trust_again).all()


def test_a_window_without_water(tmp_path: Path) -> None:
    first = drawn(LOOK, 4, waterline=None)
    made = calibrate([frame(first.picture)], SCREEN)
    assert made.result.passed, made.result.reasons
    assert made.profile.tints == ()
    reader = reader_of(made, tmp_path / "p")
    true_codes(reader, first)
    assert "waterline" not in reader.read(frame(first.picture)).extras


def test_a_kind_seen_only_wet_and_one_seen_only_dry(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    codes = rng.integers(2, 7, (12, 6)).astype(np.int8)
    codes[1, [0, 2, 4]] = codes[3, [1, 3, 5]] = 0
    codes[9, [0, 2, 4]] = codes[10, [1, 3, 5]] = 1
    first = draw_window(LOOK, codes, 5, waterline=7.0, scene_seed=7)
    made = calibrate([frame(first.picture)], SCREEN)
    assert made.result.passed, made.result.reasons
    reader = reader_of(made, tmp_path / "p")
    table = true_codes(reader, first)
    swapped = draw_window(LOOK, codes[::-1].copy(), 6, waterline=6.5, scene_seed=7)
    read = reader.read(frame(swapped.picture)).codes
    assert [[table[int(c)] for c in row] for row in read] == swapped.codes.tolist()


def test_special_kinds_are_asked_for_once_and_get_the_engine_s_code(tmp_path: Path) -> None:
    rng = np.random.default_rng(8)
    codes = random_codes(rng, LOOK)
    codes[2, 2], codes[5, 4] = 7, 8
    first = draw_window(LOOK, codes, 8, waterline=8.0, scene_seed=7)
    asked: list[tuple[tuple[int, ...], int]] = []

    def name(picture: np.ndarray, index: int) -> str | None:
        asked.append((picture.shape, index))
        return "Crab" if index == 1 else None

    made = calibrate([frame(first.picture)], SCREEN, name_kind=name)
    assert made.result.passed, made.result.reasons
    assert asked == [((32, 32, 3), 1), ((32, 32, 3), 2)]
    named = {kind.name: kind.code for kind in made.profile.kinds}
    assert named["crab"] == SCREEN.special_codes["crab"]
    assert named["unnamed 2"] == SCREEN.first_free_code
    sighting = reader_of(made, tmp_path / "p").read(frame(first.picture))
    assert {int(sighting.codes[2, 2]), int(sighting.codes[5, 4])} == {named["crab"], named["unnamed 2"]}
    assert sighting.status == Status.CLEAR


def test_several_frames_one_of_them_covered(tmp_path: Path) -> None:
    pictures = [drawn(LOOK, seed).picture.copy() for seed in (1, 2, 3)]
    pictures[1][100:300, 60:220] = (230, 230, 230)
    made = calibrate([frame(p, k) for k, p in enumerate(pictures)], SCREEN)
    assert made.result.passed, made.result.reasons
    true_codes(reader_of(made, tmp_path / "p"), drawn(LOOK, 3))


def test_by_hand_a_pixel_off_is_mended_and_far_off_is_refused() -> None:
    first = drawn(LOOK, 1)
    true = first.lattice
    near = (true.x + 1, true.y - 1, true.width, true.height)
    made = calibrate([frame(first.picture)], SCREEN, board=near)
    assert made.result.passed, made.result.reasons
    assert made.result.board == pytest.approx((true.x, true.y, true.width, true.height), abs=0.6)
    far = (true.x + 16, true.y, true.width, true.height)
    assert not calibrate([frame(first.picture)], SCREEN, board=far).result.passed


def test_two_greys_that_a_worse_picture_could_not_part_are_one_kind() -> None:
    rng = np.random.default_rng(3)
    picture = np.full((480, 400, 3), 60, np.uint8)
    hues = [(40, 40, 200), (40, 200, 40), (200, 40, 40), (200, 200, 40), (40, 200, 200)]
    greys = [(150, 150, 150), (165, 158, 150)]
    for y in range(12):
        for x in range(6):
            picture[40 + 32 * y : 70 + 32 * y, 60 + 32 * x : 90 + 32 * x] = (hues + greys)[rng.integers(7)]
    result = calibrate([frame(picture)], SCREEN).result
    assert result.passed, result.reasons
    assert result.kinds == len(hues) + 1
