"""From what was learned of a window of nested rings to its profile, and the proof of it."""

from dataclasses import dataclass, replace

import numpy as np

from calibration.colour_names import colour_names
from calibration.outcome import Calibration, CalibrationResult
from calibration.rings.combo_text import find_combo_text
from calibration.rings.empty_window import EmptyWindow
from calibration.rings.learn import LearnedRings
from calibration.rings.places import SIDE
from calibration.rings.proof import RingProof, proof_faults, prove, reader_limits
from calibration.rings.score_texts import ScoreTexts, find_score_texts
from calibration.rings.sheet import SWATCH, ring_sheet
from capture.frame import Frame, Pixels
from vision.fingerprint import with_fingerprint
from vision.profile import Permission, Profile
from vision.profile_sections import (
    BoardSection,
    InputSection,
    KindSection,
    ReaderSection,
    RingsSection,
    SlotSection,
    WindowSection,
)
from vision.rings.pictures import RingPictures, ring_picture
from vision.rings.reader import EMPTY_NAME, RingReader
from vision.rings.samples import place_centres
from vision.screen import Screen

SLOT_NAMES = ("inner", "middle", "outer")
BACKGROUND_FILE = "background.png"
UNSURE = ReaderSection(min_margin=0.0, max_distance=255.0, max_core=255.0)
"""Limits of a reader that only measures."""


@dataclass(frozen=True, slots=True)
class About:
    """What goes into a profile but cannot be learned from frames."""

    screen: Screen
    permission: Permission
    window_title: str
    input: InputSection


def profile_with_proof(frames: list[Frame], rings: LearnedRings, empty: EmptyWindow, about: About) -> Calibration:
    """Return the calibration of a window, as its profile reads the frames that it was learned from.

    Args:
        frames: of the window, all of one size.
        rings: that were learned from them.
        empty: the window without rings.
        about: what frames do not show.
    """
    texts = find_score_texts(frames[-1].pixels, rings.places)
    combo = find_combo_text([frame.pixels for frame in frames], rings.places, (texts.score, texts.best))
    texts = replace(texts, combo=combo)
    names = [*colour_names(rings.colours), EMPTY_NAME]
    ground = np.median(empty.pixels.reshape(-1, 3), axis=0)
    colours = np.vstack([rings.colours, ground[None]]).astype(np.float32)
    pictures = RingPictures(rings.masks, rings.shades, colours, empty.pixels)
    loose = _profile(frames[0], rings, names, about, texts, UNSURE, 255.0)
    reader = RingReader(loose, pictures)
    limits, max_ground = reader_limits([reader.measure(frame) for frame in frames])
    profile = _profile(frames[0], rings, names, about, texts, limits, max_ground)
    proof = prove(profile, pictures, frames, rings)
    faults = proof_faults(proof)
    result = CalibrationResult(
        rings.places.lattice.rectangle,
        SIDE,
        SIDE,
        rings.residual_px,
        len(names),
        proof.margin,
        not faults,
        tuple(faults),
    )
    prototypes = tuple(
        (np.broadcast_to(colour, (SWATCH, SWATCH, 3)).astype(np.float32), np.ones((SWATCH, SWATCH), np.float32))
        for colour in pictures.colours
    )
    files = {
        f"{name}.png": ring_picture(mask, shade)
        for name, mask, shade in zip(SLOT_NAMES, rings.masks, rings.shades, strict=True)
    }
    files[BACKGROUND_FILE] = pictures.background
    return Calibration(result, profile, prototypes, _sheet(frames, profile, pictures, proof), files)


def _sheet(frames: list[Frame], profile: Profile, pictures: RingPictures, proof: RingProof) -> Pixels:
    return ring_sheet(
        frames[-1].pixels,
        profile,
        place_centres(profile),
        pictures,
        proof.codes[-1],
        proof.margins[-1],
    )


def _profile(
    frame: Frame,
    rings: LearnedRings,
    names: list[str],
    about: About,
    texts: ScoreTexts,
    limits: ReaderSection,
    max_ground: float,
) -> Profile:
    lattice = rings.places.lattice
    # the code of "empty" is the one after the game's last colour, however many of these were seen
    codes = [*range(len(names) - 1), about.screen.colours]
    counts = [*(int((rings.seen == k).sum()) for k in range(len(names) - 1)), int((rings.seen < 0).sum())]
    profile = Profile(
        game=about.screen.game,
        permission=about.permission,
        window=WindowSection.of(frame, about.window_title),
        board=BoardSection.of(lattice),
        kinds=tuple(KindSection.of(code, name, count) for code, name, count in zip(codes, names, counts, strict=True)),
        reader=limits,
        input=about.input,
        score=texts.score,
        best=texts.best,
        combo=texts.combo,
        rings=RingsSection(
            slots=tuple(SlotSection(name=name, file=f"{name}.png") for name in SLOT_NAMES),
            hand=tuple((round(x, 3), round(y, 3)) for x, y in rings.places.hand),
            hand_size=rings.places.hand_size,
            background=BACKGROUND_FILE,
            max_ground=max_ground,
        ),
    )
    return with_fingerprint(profile, frame.pixels)
