"""Colours that come in mid-game are learned when a ring of them lies there whole; nothing else ever becomes one."""

import shutil
from pathlib import Path

import numpy as np
import pytesseract
import pytest

from bot.games import GAMES
from bot.playing.learning import Learner
from bot.playing.run_log import PROFILE_COPY, RunLog
from calibration.learned_kinds import LearnedKinds
from calibration.outcome import CalibrationError
from calibration.rings import calibrate_rings, learn_colours
from capture.frame import Frame
from capture.recorded import RecordingReader
from tests.calibration.new_colours import FEW, NEW, NOT_NEW, Canvas, codes_with, cursor_on_it
from tests.vision.drawn_rings import EMPTY, RingLook, draw_canvas, draw_rings, finish, random_codes
from tests.vision.ring_readers import LOOKS
from vision.profile import load_profile
from vision.rings import RingReader
from vision.sighting import UNKNOWN
from vision.square_stacker import SCREEN

Few = tuple[RingLook, RingReader, Path]


@pytest.fixture(scope="module", params=LOOKS)
def few(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Few:
    """Yields a look, a reader that knows three of its colours, and the folder of its profile."""
    look, folder = LOOKS[request.param], tmp_path_factory.mktemp(request.param) / "profile"
    with pytest.MonkeyPatch.context() as patch:
        # it costs seconds and is for scores only
        patch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")
        rng = np.random.default_rng(0)
        frames = [draw_rings(look, random_codes(rng, 0.45, FEW, 3 - k)).frame for k in range(3)]
        calibration = calibrate_rings(frames, SCREEN)
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.kinds == FEW + 1
    calibration.save(folder)
    return look, RingReader.open(load_profile(folder), folder), folder


def twice(canvas: Canvas) -> tuple[Frame, Frame]:
    pixels = finish(canvas)
    return Frame(pixels, 0), Frame(pixels.copy(), 400_000_000)


def learned(reader: RingReader, canvas: Canvas) -> LearnedKinds | None:
    return learn_colours(reader, *twice(canvas))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.sweep(2)
def test_a_whole_ring_in_a_new_colour_is_learned(few: Few, tmp_path: Path) -> None:
    look, reader, folder = few
    for colour in (3, 4, 5):
        codes = codes_with(colour)
        frame = draw_rings(look, codes).frame
        assert reader.read(frame).codes[NEW] == UNKNOWN
        new = learned(reader, draw_canvas(look, codes))
        assert new is not None
        assert [kind.code for kind in new.kinds] == [FEW]
        assert np.abs(new.prototypes[0][0] - look.palette[colour]).max() < 4
        read = new.reader.read(frame).codes
        before = reader.read(frame).codes
        assert read[NEW] == FEW
        assert np.array_equal(read[before != UNKNOWN], before[before != UNKNOWN])
        # on disk nothing else has changed, and what is there reads alike
        copy = tmp_path / f"copy{colour}"
        shutil.copytree(folder, copy)
        new.save(copy)
        kept = load_profile(copy)
        assert kept == new.reader.profile
        assert [kind for kind in kept.kinds if kind.code != FEW] == list(reader.profile.kinds)
        changed = {name for name, data in contents(copy).items() if contents(folder).get(name) != data}
        assert changed == {"profile.toml", "contact_sheet.png", new.kinds[0].file}
        assert np.array_equal(RingReader.open(kept, copy).read(frame).codes, read)


def test_colours_come_one_after_the_other_until_the_game_has_no_more(few: Few) -> None:
    look, reader, _ = few
    for code in (3, 4, 5):
        new = learned(reader, draw_canvas(look, codes_with(code)))
        assert new is not None
        assert [kind.code for kind in new.kinds] == [code]
        assert isinstance(new.reader, RingReader)
        reader = new.reader
    names = [kind.name for kind in reader.profile.kinds]
    assert len(set(names)) == 7
    strange = RingLook(**{**look.__dict__, "palette": ((30, 60, 110), *look.palette[1:])})
    codes = np.where(codes_with(0) == 0, EMPTY, codes_with(0))
    codes[NEW] = 0
    window = draw_canvas(strange, codes)
    assert reader.read(twice(window)[0]).codes[NEW] == UNKNOWN
    assert learned(reader, window) is None


def test_two_new_colours_at_once_are_learned_together(few: Few) -> None:
    look, reader, _ = few
    codes = codes_with(3)
    codes[11] = (EMPTY, EMPTY, 5)
    codes[9] = (3, EMPTY, EMPTY)
    new = learned(reader, draw_canvas(look, codes))
    assert new is not None
    assert [(kind.code, kind.count) for kind in new.kinds] == [(3, 2), (4, 1)]
    read = new.reader.read(draw_rings(look, codes).frame).codes
    assert (read[9, 0], read[NEW], read[11, 2]) == (3, 3, 4)


@pytest.mark.parametrize("what", NOT_NEW)
def test_nothing_else_becomes_a_colour(few: Few, what: str) -> None:
    look, reader, _ = few
    if what == "of another size" and look.pitch < 70:
        pytest.skip("rings so small leave no ground between them that would tell")
    assert learned(reader, NOT_NEW[what](look)) is None


def test_a_cursor_on_a_new_ring_leaves_its_colour_as_it_is(few: Few) -> None:
    look, reader, _ = few
    new = learned(reader, cursor_on_it(look))
    # where the ring is small, too much of it is covered
    assert new is None or np.abs(new.prototypes[0][0] - look.palette[4]).max() < 4


@pytest.mark.parametrize("veil", ["dim", "tint"])
def test_a_black_ground_hides_no_change_of_the_light(
    veil: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")
    look = RingLook(ground=(6, 6, 6), backdrop="plain")
    rng = np.random.default_rng(0)
    calibration = calibrate_rings(
        [draw_rings(look, random_codes(rng, 0.45, FEW, 3 - k)).frame for k in range(3)], SCREEN
    )
    calibration.save(tmp_path / "p")
    reader = RingReader.open(calibration.profile, tmp_path / "p")
    light = np.array({"dim": (0.5, 0.5, 0.5), "tint": (0.6, 1.0, 1.0)}[veil])
    for codes in (codes_with(4), codes_with(1), np.where(codes_with(4) == 0, EMPTY, codes_with(4))):
        assert learned(reader, draw_canvas(look, codes) * light) is None
    # where the light is as it was, rings themselves say so
    assert learned(reader, draw_canvas(look, codes_with(4))) is not None
    alone = np.full((12, 3), EMPTY, np.int8)
    alone[NEW] = 4
    assert learned(reader, draw_canvas(look, alone)) is None


def test_what_looks_otherwise_a_moment_later_is_not_learned(few: Few) -> None:
    look, reader, _ = few
    first = draw_rings(look, codes_with(4)).frame
    pulsing = RingLook(
        **{**look.__dict__, "palette": (*look.palette[:4], tuple(int(0.85 * v) for v in look.palette[4]), (0, 0, 0))}
    )
    for later in (draw_rings(pulsing, codes_with(4)), draw_rings(look, codes_with(5)), draw_rings(look, codes_with(0))):
        assert learn_colours(reader, first, Frame(later.pixels, 400_000_000)) is None


def test_a_profile_that_has_such_a_kind_by_now_stays_as_it_is(few: Few, tmp_path: Path) -> None:
    look, reader, folder = few
    shutil.copytree(folder, tmp_path / "p")
    new = learned(reader, draw_canvas(look, codes_with(4)))
    assert new is not None
    new.save(tmp_path / "p")
    before = contents(tmp_path / "p")
    other = learned(reader, draw_canvas(look, codes_with(5)))
    assert other is not None
    with pytest.raises(CalibrationError, match="already"):
        other.save(tmp_path / "p")
    assert contents(tmp_path / "p") == before


def test_a_persons_picture_with_the_name_of_a_new_one_is_kept_under_another(few: Few, tmp_path: Path) -> None:
    look, reader, folder = few
    shutil.copytree(folder, tmp_path / "p")
    new = learned(reader, draw_canvas(look, codes_with(4)))
    assert new is not None
    file = new.kinds[0].file
    (tmp_path / "p" / file).write_bytes(b"a person's")
    new.save(tmp_path / "p")
    assert (tmp_path / "p" / f"kept-{file}").read_bytes() == b"a person's"
    assert RingReader.open(load_profile(tmp_path / "p"), tmp_path / "p").profile == new.reader.profile


def test_the_name_of_a_kind_that_a_person_renamed_is_not_taken_over(few: Few) -> None:
    look, reader, _ = few
    new = learned(reader, draw_canvas(look, codes_with(4)))
    assert new is not None
    name = new.kinds[0].name
    crimson = reader.profile.kinds[0].model_copy(update={"name": name, "file": f"{name}.png"})
    kinds = (crimson, *reader.profile.kinds[1:])
    renamed = RingReader(reader.profile.model_copy(update={"kinds": kinds}), reader.pictures)
    again = learned(renamed, draw_canvas(look, codes_with(4)))
    assert again is not None
    assert (again.kinds[0].name, again.kinds[0].file) == (f"{name} 2", f"{name}_2.png")


def test_two_looks_three_tenths_of_a_second_apart_are_needed(few: Few) -> None:
    look, reader, _ = few
    learner = Learner(GAMES["square_stacker"]())
    pixels = draw_rings(look, codes_with(4)).pixels

    def seen(ms: int) -> LearnedKinds | None:
        frame = Frame(pixels, ms * 1_000_000)
        return learner.look(reader, frame, reader.read(frame).codes == UNKNOWN)

    assert seen(0) is None
    assert seen(299) is None
    assert seen(301) is not None
    clear = draw_rings(look, codes_with(1)).frame
    assert learner.look(reader, clear, reader.read(clear).codes == UNKNOWN) is None
    assert seen(700) is None


def test_a_game_whose_kinds_never_change_learns_nothing(few: Few) -> None:
    look, reader, _ = few
    learner = Learner(GAMES["hypersonic"]())
    pixels = draw_rings(look, codes_with(4)).pixels
    for ms in (0, 301):
        assert learner.look(reader, Frame(pixels, ms * 1_000_000), np.ones((12, 3), bool)) is None


def test_what_is_learned_is_kept_in_profile_and_recording_and_noted(few: Few, tmp_path: Path) -> None:
    look, reader, folder = few
    shutil.copytree(folder, tmp_path / "p")
    new = learned(reader, draw_canvas(look, codes_with(4)))
    assert new is not None
    log = RunLog(tmp_path / "recording", tmp_path / "p", {"game": "square_stacker"})
    log.learned(new)
    shutil.rmtree(tmp_path / "p")
    log.learned(LearnedKinds(new.reader, (), (), new.sheet))
    log.close()
    assert load_profile(tmp_path / "recording" / PROFILE_COPY) == new.reader.profile
    first, second = (e for e in RecordingReader(tmp_path / "recording").events if e["event"] == "learned")
    assert first["kinds"] == {str(FEW): new.kinds[0].name}
    assert first["kept"]
    assert not second["kept"]
    assert "profile.toml" in second["problem"]
