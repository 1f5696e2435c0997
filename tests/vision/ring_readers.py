"""Readers of drawn windows of rings, their profiles written from what is known of the drawing."""

from pathlib import Path

import cv2
import numpy as np

from tests.vision.drawn_rings import DEEP, EMPTY, RingLook, centres_of, draw_ring, draw_rings, finish, size_of
from vision.profile import Profile, load_profile, save_profile
from vision.profile_sections import BoardSection, KindSection, ReaderSection, RingsSection, SlotSection, WindowSection
from vision.prototypes import write_prototype
from vision.rings import RingReader

Seen = tuple[RingLook, RingReader]
"""A look and its reader, as fixtures give them."""
SLOTS = ("inner", "middle", "outer")
LOOKS = {
    "squares": RingLook(),
    "small": RingLook(pitch=66.4, at=(40.2, 80.7)),
    "below": RingLook(
        shape="circle", palette=DEEP, ground=(225, 232, 238), mark="well", hand="below", hand_distance=1.3, pitch=120
    ),
    "left": RingLook(shape="circle", backdrop="texture", mark="none", hand="left", hand_distance=1.25, pitch=101.7),
}


def write_ring_profile(look: RingLook, folder: Path) -> Profile:
    """Write the profile of a drawn look from what is known of the drawing, with no calibration."""
    height, width = size_of(look)
    p = look.pitch
    side = 2 * int(0.57 * p) + 1
    for slot, name in enumerate(SLOTS):
        canvas = np.zeros((side, side, 3))
        white = RingLook(shape=look.shape, pitch=p, half=look.half, hole=look.hole, palette=((255, 255, 255),) * 6)
        draw_ring(canvas, white, side / 2, side / 2, slot, 0)
        cv2.imwrite(str(folder / f"{name}.png"), finish(canvas)[..., 0])
    nothing = np.full((12, 3), EMPTY, np.int8)
    cv2.imwrite(str(folder / "background.png"), draw_rings(look, nothing).pixels)
    kinds = []
    for code in range(7):
        colour = look.palette[code] if code < EMPTY else look.ground
        write_prototype(
            folder / f"k{code}.png", np.full((16, 16, 3), colour, np.float32), np.ones((16, 16), np.float32)
        )
        kinds.append(KindSection(code=code, name=f"colour {code}" if code < EMPTY else "empty", file=f"k{code}.png"))
    centres = centres_of(look)
    profile = Profile(
        game="square_stacker",
        window=WindowSection(width=width, height=height),
        board=BoardSection(x=centres[0, 0] - p / 2, y=centres[0, 1] - p / 2, width=3 * p, height=3 * p, rows=3, cols=3),
        kinds=tuple(kinds),
        reader=ReaderSection(min_margin=0.35, max_distance=26, max_core=20),
        rings=RingsSection(
            slots=tuple(SlotSection(name=name, file=f"{name}.png") for name in SLOTS),
            hand=tuple((float(x), float(y)) for x, y in centres[9:]),
            background="background.png",
            max_ground=16,
        ),
    )
    save_profile(profile, folder)
    return profile


def reader_of(look: RingLook, folder: Path) -> RingReader:
    """Return the reader of a drawn look, its profile written into this folder."""
    write_ring_profile(look, folder)
    return RingReader.open(load_profile(folder), folder)
