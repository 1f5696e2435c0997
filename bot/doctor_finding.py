"""One thing that `doctor` looked at, also where the look itself failed."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from capture.one_line import one_line
from capture.source import CaptureError

Level = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at.

    Attributes:
        name: what.
        level: "ok", "warn" (something does not work that can be done without), "fail" (live play cannot work).
        detail: what was found.
        mend: what to do; "" when nothing needs doing.
    """

    name: str
    level: Level
    detail: str
    mend: str = ""

    def document(self) -> dict[str, Any]:
        """Return the finding as JSON types."""
        return asdict(self)


def guarded(name: str, part: Callable[[], Finding]) -> Finding:
    """Return what a look at one thing finds; where it fails, that, under the same name."""
    try:
        return part()
    except CaptureError as error:
        detail, _, mend = str(error).rpartition("; ")
        return Finding(name, "fail", detail or mend, mend if detail else "mend the display first")
    except Exception as error:  # a broken desktop must not end the one command that looks for what is broken
        return Finding(name, "fail", f"{type(error).__name__}: {one_line(error)}", "mend the display first")
