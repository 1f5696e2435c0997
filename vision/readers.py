"""The readers there are, and which of them a profile wants."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, Protocol

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
    return _eyes_for(profile).open(profile, folder)


def warm_up(profile: Profile | None = None) -> None:
    """Compile or load the kernels of a profile's reader, so that the first read is as fast as the rest.

    Args:
        profile: whose; None: those of all readers.
    """
    for eyes in (_TILES, _RINGS, _WELLS, _ARENAS) if profile is None else (_eyes_for(profile),):
        eyes.warm_up()


class _Eyes(NamedTuple):
    """One kind of reader: how it is opened, and what compiles its kernels."""

    open: Callable[[Profile, Path], BoardReader]
    warm_up: Callable[[], None]


_TILES: Final = _Eyes(tiles.Reader.open, tiles.warm_up)
_RINGS: Final = _Eyes(rings.RingReader.open, rings.warm_up)
_WELLS: Final = _Eyes(wells.WellReader.open, wells.warm_up)
_ARENAS: Final = _Eyes(arenas.ArenaReader.open, arenas.warm_up)


def _eyes_for(profile: Profile) -> _Eyes:
    if profile.rings is not None:
        return _RINGS
    if profile.arena is not None:
        return _ARENAS
    return _WELLS if profile.well is not None else _TILES
