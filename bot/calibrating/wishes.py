"""What a person may say about a window that is calibrated."""

from dataclasses import dataclass, field

from calibration.kind_names import NameKind
from calibration.outcome import Rectangle
from vision.profile import Permission
from vision.profile_sections import InputSection


@dataclass(frozen=True, slots=True)
class CalibrationWishes:
    """What a person may say about a window; None and the defaults leave it to calibration.

    Attributes:
        permission: on what ground live input is allowed.
        timing: how the window wants its input.
        rows, cols: of the board, where they are not the game's own.
        any_size: whether rows and columns are to be found.
        board: (x, y, width, height) of the board in pixels of the client area.
        name_kind: asked for the name of each kind that looks like a special.
        colours: how many ordinary kinds the rules have that were told.
    """

    permission: Permission = "none"
    timing: InputSection = field(default_factory=InputSection)
    rows: int | None = None
    cols: int | None = None
    any_size: bool = False
    board: Rectangle | None = None
    name_kind: NameKind | None = None
    colours: int | None = None
