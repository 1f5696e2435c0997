"""The readers there are, and which of them a profile wants."""

from pathlib import Path
from typing import Protocol

from capture.frame import Frame
from vision import reader as tiles
from vision.arena import reader as arenas
from vision.lattice import Lattice
from vision.profile import Profile
from vision.rings import reader as rings
from vision.sighting import Sighting
from vision.well import reader as wells


class BoardReader(Protocol):
    """One frame in, one sighting out."""

    @property
    def profile(self) -> Profile:
        """The profile it reads with."""
        ...

    @property
    def lattice(self) -> Lattice:
        """The board's cells in frame pixels."""
        ...

    def read(self, frame: Frame) -> Sighting:
        """Read one picture of the client area; one of another size than the profile's is no board."""
        ...


def open_reader(profile: Profile, folder: Path) -> BoardReader:
    """Return the reader for a profile: of rings, a well or an arena where it has a section of them, else of tiles.

    Raises:
        vision.profile.ProfileError: a picture of the profile cannot be used.
    """
    if profile.rings is not None:
        return rings.RingReader(profile, folder)
    if profile.arena is not None:
        return arenas.ArenaReader(profile, folder)
    return wells.WellReader(profile, folder) if profile.well is not None else tiles.Reader(profile, folder)


def warm_up() -> None:
    """Compile or load the kernels of all readers, so that the first read is as fast as the rest."""
    tiles.warm_up()
    rings.warm_up()
    wells.warm_up()
    arenas.warm_up()
