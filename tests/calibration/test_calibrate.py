"""From frames to a profile that reads other boards without one wrong cell, or to the reason why not."""

import os
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn_window import Drawn, Look, draw_window, ground_picture, perturb, random_codes, random_look

from calibration.calibrate import Calibration, CalibrationError, calibrate
from calibration.proof import edge_faults
from capture.frame import Frame
from engine.bilging import PRESETS, start
from engine.dice import dice
from practice.bilging import look_names as bilging_looks
from practice.bilging import render_still as bilging_still
from vision.bilging import SCREEN
from vision.profile import PROFILE_FILE, InputSection, load_profile
from vision.reader import Reader
from vision.sighting import UNKNOWN, Status

LOOK = Look(pitch=32, art_seed=11, gap=2)


def drawn(look: Look, seed: int, *, waterline: float | None = 8.4, specials: float = 0.0, scene: int = 7) -> Drawn:
    rng = np.random.default_rng(seed)
    codes = random_codes(rng, look)
    odd = rng.random(codes.shape) < specials
    codes[odd] = rng.integers(look.kinds, look.kinds + 3, int(odd.sum()))
    cursor = (int(rng.integers(12)), int(rng.integers(5)))
    return draw_window(look, codes, seed, waterline=waterline, cursor=cursor, scene_seed=scene)


def frame(picture: np.ndarray, time_ns: int = 0) -> Frame:
    return Frame(picture, time_ns)


def reader_of(calibration: Calibration, folder: Path) -> Reader:
    calibration.save(folder)
    return Reader(load_profile(folder), folder)


def true_codes(reader: Reader, picture: Drawn) -> dict[int, int]:
    """Return the true kind of each code read, and require that they are a bijection."""
    codes = reader.read(frame(picture.picture)).codes
    table: dict[int, int] = {}
    for code, truth in zip(codes.ravel().tolist(), picture.codes.ravel().tolist(), strict=True):
        if code != UNKNOWN:
            assert table.setdefault(code, truth) == truth
    assert len(set(table.values())) == len(table)
    return table


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    return calibrate([frame(drawn(LOOK, 1).picture)], SCREEN, permission="own", window_title="Bilging")


@pytest.mark.parametrize("look", bilging_looks())
def test_a_row_too_many_is_scenery_and_refused(look: str) -> None:
    picture = bilging_still(look, 1.0, start(PRESETS["ypp"], dice(1)))
    assert calibrate([frame(picture)], SCREEN).result.passed
    result = calibrate([frame(picture)], SCREEN, rows=13, cols=6).result
    assert not result.passed
    assert "one thing takes up most of the top row" in " ".join(result.reasons)


def edges_refused(codes: np.ndarray) -> list[str]:
    named = [re.search("most of (.*), as", fault) for fault in edge_faults(codes.astype(np.intp))]
    return [edge for found in named if found for edge in found[1].split(" and of ")]


def test_an_edge_is_scenery_where_most_of_it_is_one_kind_that_is_nowhere_else_or_in_one_line() -> None:
    row, col = np.indices((12, 6))
    board = ((row + 2 * col) % 7)[None]
    assert edges_refused(board) == []
    covered = board.copy()
    covered[0, 0] = (7, 7, -1, -1, 7, 7)
    assert edges_refused(covered) == ["the top row"]
    specials = board.copy()
    specials[0, -1, :3] = 7
    assert edges_refused(specials) == []
    column = board.copy()
    column[0, 2:10, -1] = 3
    assert edges_refused(column) == ["the right column"]
    assert edges_refused(np.concatenate([board, column])) == []
    column[0, 0] = 8
    assert edges_refused(column) == ["the top row", "the right column"]
    about_to_break = board.copy()
    about_to_break[0, 0, :4] = 3
    assert edges_refused(about_to_break) == []


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


def test_the_profile_says_what_it_was_made_on(calibration: Calibration, tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    ("board", "words"),
    [((0, 0, 30, 60), "too small"), ((10, 10, 9000, 100), "leaves the"), ((-50, 0, 192, 384), "leaves the")],
)
def test_a_senseless_rectangle_is_an_error(board: tuple[float, float, float, float], words: str) -> None:
    with pytest.raises(CalibrationError, match=words):
        calibrate([frame(drawn(LOOK, 1).picture)], SCREEN, board=board)


def test_no_frames_and_frames_of_two_sizes_are_errors() -> None:
    with pytest.raises(CalibrationError, match="at least one"):
        calibrate([], SCREEN)
    picture = drawn(LOOK, 1).picture
    with pytest.raises(CalibrationError, match="several sizes"):
        calibrate([frame(picture), frame(np.ascontiguousarray(picture[2:]))], SCREEN)


def _text() -> np.ndarray:
    page = np.full((500, 640, 3), 255, np.uint8)
    rng = np.random.default_rng(0)
    for y in range(10, 480, 18):
        for x in range(10, 620, 9):
            if rng.random() < 0.8:
                page[y : y + 12, x : x + 7] = (
                    np.kron(rng.integers(0, 2, (4, 3)), np.ones((3, 2)))[:12, :6, None]
                    .repeat(3, 2)
                    .astype(np.uint8)
                    .repeat(1, 0)[:, [0, 1, 2, 3, 4, 5, 5]]
                    * 255
                )
    return page


def _chequer() -> np.ndarray:
    y, x = np.mgrid[0:500, 0:640]
    return np.where(((x // 40 + y // 40) % 2)[..., None] == 1, 60, 200).repeat(3, 2).astype(np.uint8)


NO_BOARDS = {
    "plain": lambda: np.full((500, 640, 3), 90, np.uint8),
    "noise": lambda: np.random.default_rng(0).integers(0, 256, (500, 640, 3), dtype=np.uint8),
    "photo": lambda: ground_picture(np.random.default_rng(1), "photo", 500, 640).astype(np.uint8),
    "text": _text,
    "chequer": _chequer,
    "empty board": lambda: draw_window(LOOK, np.full((12, 6), -1, np.int8), 3).picture,
    "tiny": lambda: np.zeros((16, 16, 3), np.uint8),
}


@pytest.mark.parametrize("what", NO_BOARDS)
def test_what_is_no_board_is_refused_with_a_reason(what: str, tmp_path: Path) -> None:
    made = calibrate([frame(NO_BOARDS[what]())], SCREEN)
    assert not made.result.passed
    assert made.result.board is None
    assert len(made.result.reasons[0]) > 20
    with pytest.raises(CalibrationError, match="did not pass"):
        made.save(tmp_path / "p")
    assert not (tmp_path / "p").exists()


def test_a_covered_board_is_refused() -> None:
    picture = drawn(LOOK, 1).picture.copy()
    picture[150:320, 100:200] = (60, 60, 200)
    result = calibrate([frame(picture)], SCREEN).result
    assert not result.passed


def test_two_kinds_too_alike_are_named() -> None:
    rng = np.random.default_rng(3)
    picture = np.full((480, 400, 3), 60, np.uint8)
    shades = [
        (40, 40, 200),
        (40, 200, 40),
        (200, 40, 40),
        (200, 200, 40),
        (40, 200, 200),
        (150, 150, 150),
        (165, 158, 150),
    ]
    for y in range(12):
        for x in range(6):
            picture[40 + 32 * y : 70 + 32 * y, 60 + 32 * x : 90 + 32 * x] = shades[rng.integers(7)]
    result = calibrate([frame(picture)], SCREEN).result
    assert not result.passed or result.kinds in (6, 7)


def test_saving_replaces_a_profile_and_leaves_anything_else_alone(calibration: Calibration, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    calibration.save(folder)
    earlier = folder / PROFILE_FILE
    earlier.write_text(earlier.read_text(encoding="utf-8").replace("colour_0.png", "earlier.png"), encoding="utf-8")
    (folder / "colour_0.png").replace(folder / "earlier.png")
    calibration.save(folder)
    assert not (folder / "earlier.png").exists()
    assert load_profile(folder) == calibration.profile
    assert sorted(p.name for p in tmp_path.iterdir()) == ["p"]
    other = tmp_path / "photos"
    other.mkdir()
    (other / "me.jpg").write_bytes(b"x")
    with pytest.raises(CalibrationError, match="is no profile"):
        calibration.save(other)
    assert [p.name for p in other.iterdir()] == ["me.jpg"]


def test_what_a_person_keeps_beside_a_profile_stays(calibration: Calibration, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    calibration.save(folder)
    own = {file.name for file in folder.iterdir()}
    (folder / "shot.png").write_bytes(b"given as a picture")
    (folder / "notes").mkdir()
    (folder / "notes" / "old.txt").write_text("kept", encoding="utf-8")
    (folder / "link").symlink_to("notes/old.txt")
    calibration.save(folder)
    assert {file.name for file in folder.iterdir()} == own | {"shot.png", "notes", "link"}
    assert (folder / "shot.png").read_bytes() == b"given as a picture"
    assert (folder / "link").is_symlink()
    assert (folder / "link").read_text(encoding="utf-8") == "kept"
    assert load_profile(folder) == calibration.profile
    assert [p.name for p in tmp_path.iterdir()] == ["p"]


def test_a_picture_with_the_name_of_a_new_kinds_is_kept_under_another(calibration: Calibration, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    calibration.save(folder)
    file = calibration.profile.kinds[0].file
    profile = folder / PROFILE_FILE
    profile.write_text(profile.read_text(encoding="utf-8").replace(file, "mine.png"), encoding="utf-8")
    (folder / file).write_bytes(b"a person's")
    calibration.save(folder)
    assert (folder / f"kept-{file}").read_bytes() == b"a person's"
    assert load_profile(folder) == calibration.profile
    Reader(load_profile(folder), folder)


def test_what_cannot_be_kept_leaves_everything_as_it_was(calibration: Calibration, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    calibration.save(folder)
    (folder / "notes").mkdir()
    os.mkfifo(folder / "notes" / "pipe")
    before = sorted(folder.rglob("*"))
    with pytest.raises(CalibrationError, match=r"^.*p: holds notes, which .* cannot be copied; choose another folder$"):
        calibration.save(folder)
    assert sorted(folder.rglob("*")) == before
    assert [p.name for p in tmp_path.iterdir()] == ["p"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[profile.release]\nlto = true\n",
        'game = "bilging"\n[window]\nwidth = 3\n',
        "\0\xff",
    ],
)
def test_a_folder_with_a_profile_toml_of_something_else_is_left_alone(
    text: str, calibration: Calibration, tmp_path: Path
) -> None:
    (tmp_path / PROFILE_FILE).write_text(text, encoding="latin-1")
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(CalibrationError, match=f"is no profile: its {PROFILE_FILE} is something else's"):
        calibration.save(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == [PROFILE_FILE, "thesis.txt"]
    assert (tmp_path / PROFILE_FILE).read_text(encoding="latin-1") == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("schema_version = 1", "schema_version = 0\nforgotten = 5"),
        ("schema_version = 1", ""),
        ('game = "bilging"', ""),
        ("[window]", "[window"),
        ("[reader]", "[reader]\nanother = 5"),
    ],
)
def test_an_outdated_or_damaged_profile_of_the_game_is_replaced(
    before: str, after: str, calibration: Calibration, tmp_path: Path
) -> None:
    calibration.save(tmp_path / "p")
    path = tmp_path / "p" / PROFILE_FILE
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    names = sorted(p.name for p in path.parent.iterdir())
    calibration.save(tmp_path / "p")
    assert sorted(p.name for p in path.parent.iterdir()) == names
    assert load_profile(tmp_path / "p") == calibration.profile


def test_a_profile_that_was_cut_short_is_replaced(calibration: Calibration, tmp_path: Path) -> None:
    calibration.save(tmp_path / "p")
    path = tmp_path / "p" / PROFILE_FILE
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("[window]") + 12], encoding="utf-8")
    calibration.save(tmp_path / "p")
    assert load_profile(tmp_path / "p") == calibration.profile


def test_a_profile_of_another_game_is_left_alone(calibration: Calibration, tmp_path: Path) -> None:
    calibration.save(tmp_path / "p")
    path = tmp_path / "p" / PROFILE_FILE
    text = path.read_text(encoding="utf-8").replace('game = "bilging"', 'game = "hypersonic"')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CalibrationError, match="is a profile of hypersonic, not of bilging"):
        calibration.save(tmp_path / "p")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), KeyboardInterrupt()])
def test_a_profile_stays_where_the_one_that_replaces_it_cannot_be_put_there(
    error: BaseException, calibration: Calibration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "p"
    calibration.save(folder)
    (folder / "of_the_old_one.png").write_bytes(b"")
    before = sorted(p.name for p in folder.iterdir())
    replace = Path.replace

    def failing(self: Path, target: Path) -> Path:
        if target == folder and self.name != "profile":
            assert not folder.exists(), "the old profile is still there: nothing is to be put back"
            raise error
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises((CalibrationError, KeyboardInterrupt)):
        calibration.save(folder)
    assert sorted(p.name for p in folder.iterdir()) == before
    assert [p.name for p in tmp_path.iterdir()] == ["p"]


def test_a_picture_of_another_size_is_no_board(calibration: Calibration, tmp_path: Path) -> None:
    sighting = reader_of(calibration, tmp_path / "p").read(frame(np.zeros((50, 60, 3), np.uint8)))
    assert sighting.status & Status.NO_BOARD
    assert (sighting.codes == UNKNOWN).all()


def test_of_a_board_that_is_mostly_covered_nothing_is_read(calibration: Calibration, tmp_path: Path) -> None:
    reader = reader_of(calibration, tmp_path / "p")
    first = drawn(LOOK, 1)
    picture = first.picture.copy()
    _, y = first.lattice.corner(LOOK.rows // 2 + 1, 0)
    picture[: int(y)] = (224, 229, 235)
    sighting = reader.read(frame(picture))
    assert sighting.status & Status.NO_BOARD
    assert (sighting.codes == UNKNOWN).all()
    assert (sighting.margin == 0).all()


@pytest.mark.parametrize("share", [0.25, 0.3, 0.4])
def test_cells_under_the_edge_of_a_dialog_are_unknown_though_the_rest_of_each_tells_its_kind(
    calibration: Calibration, tmp_path: Path, share: float
) -> None:
    reader = reader_of(calibration, tmp_path / "p")
    first = drawn(LOOK, 1)
    picture = first.picture.copy()
    x, y = first.lattice.corner(2, LOOK.cols)
    picture[int(y) : int(y + 4 * LOOK.pitch), int(x - share * LOOK.pitch) :] = (224, 229, 235)
    sighting = reader.read(frame(picture))
    assert (sighting.codes[2:6, -1] == UNKNOWN).all()
    assert int((sighting.codes == UNKNOWN).sum()) == 4


@pytest.mark.parametrize("rows", [1, 2])
def test_what_covers_a_cell_or_two_in_part_is_a_cursor(calibration: Calibration, tmp_path: Path, rows: int) -> None:
    reader = reader_of(calibration, tmp_path / "p")
    first = drawn(LOOK, 1)
    table = true_codes(reader, first)
    picture = first.picture.copy()
    x, y = first.lattice.corner(3, LOOK.cols)
    picture[int(y) : int(y + rows * LOOK.pitch), int(x - 0.3 * LOOK.pitch) : int(x)] = (224, 229, 235)
    sighting = reader.read(frame(picture))
    assert all(table[int(c)] == t for c, t in zip(sighting.codes.ravel(), first.codes.ravel(), strict=True))


def test_a_dialog_over_the_board_is_unknown_and_the_rest_is_read(calibration: Calibration, tmp_path: Path) -> None:
    reader = reader_of(calibration, tmp_path / "p")
    first = drawn(LOOK, 1)
    table = true_codes(reader, first)
    picture = first.picture.copy()
    x, y = first.lattice.corner(3, 1)
    picture[int(y) : int(y) + 96, int(x) : int(x) + 96] = (200, 210, 215)
    sighting = reader.read(frame(picture))
    assert (sighting.codes[3:6, 1:4] == UNKNOWN).all()
    rest = sighting.codes != UNKNOWN
    assert rest.sum() >= 60
    assert all(table[int(c)] == t for c, t in zip(sighting.codes[rest], first.codes[rest], strict=True))
