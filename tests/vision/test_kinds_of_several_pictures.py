"""A kind of which a profile holds several pictures: one does not make the other's doubtful."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame, Pixels
from engine.columns import EMPTY
from tests.vision.drawn_rings import draw_rings, random_codes, spoil
from tests.vision.drawn_wells import draw, profile_of, random_state
from tests.vision.ring_readers import LOOKS, write_ring_profile
from tests.vision.well_readers import RULES
from vision.profile import Profile
from vision.prototypes import read_prototype, write_prototype
from vision.rings import RingReader
from vision.rings.pictures import SWATCH
from vision.sighting import Status
from vision.well.pictures import WellPictures
from vision.well.reader import WellReader

DARKER = 0.98


def noisy(pixels: Pixels) -> Frame:
    """Return what neither picture is exactly."""
    return Frame(spoil(pixels, "noise"), 0)


def with_second_picture(profile: Profile, kind: int) -> Profile:
    """Return the profile with one more picture of a kind, "second.png"."""
    return profile.model_copy(
        update={"kinds": (*profile.kinds, profile.kinds[kind].model_copy(update={"file": "second.png"}))}
    )


def well_of_two_pictures(kind: int) -> WellReader:
    profile, pictures = profile_of("cave", 1.0, RULES)
    jewels = (*pictures.jewels, pictures.jewels[kind] * np.float32(DARKER))
    masks = (*pictures.masks, pictures.masks[kind])
    two = WellPictures(jewels, masks, pictures.background, pictures.known)
    return WellReader(with_second_picture(profile, kind), two)


def test_jewels_of_two_pictures_are_read_in_the_well_and_in_the_preview() -> None:
    reader = well_of_two_pictures(kind=2)
    state = random_state(RULES, np.random.default_rng(4), 3, 7)._replace(next=np.array([2, 1, 2], np.int8))
    assert (state.board == 2).any()
    drawn = draw("cave", 1.0, RULES, state, top=-1.0)
    sighting = reader.read(noisy(drawn.frame.pixels))
    assert sighting.status == Status.CLEAR
    assert np.array_equal(sighting.codes, drawn.codes)
    assert np.array_equal(sighting.extras["next"], state.next)
    assert sighting.margin[drawn.codes != EMPTY].min() > 0.5


def rings_of_two_pictures(folder: Path, kind: int) -> RingReader:
    profile = with_second_picture(write_ring_profile(LOOKS["squares"], folder), kind)
    colour, _ = read_prototype(folder / profile.kinds[kind].file, SWATCH)
    write_prototype(folder / "second.png", colour * np.float32(DARKER), np.ones(colour.shape[:2], np.float32))
    return RingReader.open(profile, folder)


def shown_rings() -> NDArray[np.int8]:
    codes = random_codes(np.random.default_rng(1), 0.6)
    assert (codes == 2).any()
    return codes


def test_rings_of_two_pictures_are_read(tmp_path: Path) -> None:
    codes = shown_rings()
    sighting = rings_of_two_pictures(tmp_path, kind=2).read(noisy(draw_rings(LOOKS["squares"], codes).pixels))
    assert sighting.status == Status.CLEAR
    assert np.array_equal(sighting.codes, codes)
    assert sighting.margin.min() > 0.8
