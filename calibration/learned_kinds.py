"""What a run learns of a window beyond its calibration, and how that gets into the profile's folder."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.outcome import CalibrationError
from calibration.profile_folder import CONTACT_SHEET, keep_aside
from capture.frame import Pixels
from capture.png_file import write_png
from vision.profile import Profile, load_profile, save_profile
from vision.profile_sections import KindSection
from vision.prototypes import Prototype, write_prototype
from vision.readers import BoardReader


@dataclass(frozen=True, slots=True, eq=False)
class LearnedKinds:
    """Kinds that were not known.

    Attributes:
        reader: knows them and all that it knew before, under the same codes and names.
        kinds: the new ones.
        prototypes: a picture each.
        sheet: the contact sheet with them.
    """

    reader: BoardReader
    kinds: tuple[KindSection, ...]
    prototypes: tuple[Prototype, ...]
    sheet: Pixels

    def save(self, folder: Path) -> None:
        """Add the kinds to a profile's folder, whole or not at all.

        What else is in it stays as it is; what has the name of a new picture, as `kept-NAME`.

        Raises:
            CalibrationError: the profile there has kinds of these codes, names or pictures by now.
            vision.profile.ProfileError: the profile there cannot be used.
            OSError: it cannot be written.
        """
        profile = load_profile(folder)
        extended = with_kinds(profile, self.kinds)
        # nothing names the pictures until profile.toml does, and that is put in place in one step
        for kind, (dry, trust) in zip(self.kinds, self.prototypes, strict=True):
            keep_aside(folder / kind.file)
            write_prototype(folder / kind.file, dry, trust)
        save_profile(extended, folder)
        write_png(folder / CONTACT_SHEET, self.sheet)


def with_kinds(profile: Profile, kinds: Sequence[KindSection]) -> Profile:
    """Return the profile with further kinds, all in order of their codes; a kind may have several pictures.

    Raises:
        CalibrationError: it has another kind of such a code or name, or such a picture.
    """
    for kind in kinds:
        if any((kind.code == k.code) != (kind.name == k.name) or kind.file == k.file for k in profile.kinds):
            raise CalibrationError(f"the profile has a kind of code {kind.code}, name or picture '{kind.name}' already")
    together = sorted((*profile.kinds, *kinds), key=lambda kind: kind.code)
    return profile.model_copy(update={"kinds": tuple(together)})


def without_kinds(profile: Profile, files: set[str]) -> Profile:
    """Return the profile as it was before the kinds with these pictures were learned."""
    return profile.model_copy(update={"kinds": tuple(kind for kind in profile.kinds if kind.file not in files)})
