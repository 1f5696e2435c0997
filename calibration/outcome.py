"""What comes out of a calibration: the result to report, and the profile to write."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.profile_folder import write_profile
from capture.frame import Pixels
from vision.profile import Profile
from vision.profile_sections import MoveBy
from vision.prototypes import Prototype

Rectangle = tuple[float, float, float, float]
"""x, y, width, height in pixels of the frame."""


class CalibrationError(ValueError):
    """Frames or arguments that cannot be calibrated on, or a folder that cannot be written; one line."""


def outside_picture(board: Rectangle, wide: int, tall: int) -> CalibrationError:
    """Return what is said of a board whose given place leaves a picture of that size."""
    x, y, width, height = board
    return CalibrationError(
        f"the rectangle {x:g},{y:g},{width:g},{height:g} leaves the {wide}x{tall} picture; "
        f"give one inside 0,0,{wide},{tall} (--board X,Y,W,H)"
    )


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """What was found and whether it holds.

    Attributes:
        board: x, y, width, height in frame pixels; None where none was found.
        rows, cols: of the board.
        residual_px: how far tiles of one kind lie off the lattice, in pixels.
        kinds: how many kinds of tile were found.
        margin: smallest margin of a clean cell, 0 (a tie) to 1.
        passed: whether the profile may be used.
        reasons: why not; one line each.
    """

    board: Rectangle | None
    rows: int
    cols: int
    residual_px: float | None
    kinds: int
    margin: float
    passed: bool
    reasons: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        """Return the `--json` document."""
        board = None
        if self.board is not None:
            board = {k: round(v, 3) for k, v in zip(("x", "y", "width", "height"), self.board, strict=True)}
        return {
            "board": board,
            "rows": self.rows,
            "cols": self.cols,
            "residual_px": None if self.residual_px is None else round(self.residual_px, 3),
            "kinds": self.kinds,
            "margin": round(self.margin, 3),
            "passed": self.passed,
            "reasons": list(self.reasons),
        }


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The outcome of `calibrate`: the result and, where a board was found, everything a profile holds.

    Attributes:
        result: what to report.
        draft: the profile as it would be written; None where there is nothing to write.
        prototypes: (dry (n, n, 3), trust (n, n)) a kind, in the order of `draft.kinds`.
        sheet: the contact sheet.
        pictures: further pictures that the profile names, by file name.
        notes: what is worth knowing where it passed; one line each.
    """

    result: CalibrationResult
    draft: Profile | None = None
    prototypes: tuple[Prototype, ...] = ()
    sheet: Pixels | None = None
    pictures: Mapping[str, NDArray[np.uint8]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def profile(self) -> Profile:
        """The profile.

        Raises:
            CalibrationError: the calibration did not pass.
        """
        if self.draft is None or not self.result.passed:
            raise CalibrationError("calibration did not pass: " + "; ".join(self.result.reasons))
        return self.draft

    def moving_by(self, how: MoveBy) -> "Calibration":
        """Return it with a profile that makes moves so; as it is where there is no profile."""
        if self.draft is None:
            return self
        timing = self.draft.input.model_copy(update={"move_by": how})
        return replace(self, draft=self.draft.model_copy(update={"input": timing}))

    def save(self, folder: Path) -> None:
        """Write the profile folder, whole or not at all; an older profile there is replaced.

        Raises:
            CalibrationError: the calibration did not pass, or the folder holds something else or cannot be written.
        """
        try:
            write_profile(folder, self.profile, self.prototypes, self.sheet, self.pictures)
        except OSError as error:
            raise CalibrationError(f"{folder}: {error.strerror or error}; choose another folder") from error
