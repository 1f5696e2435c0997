"""The truth log: what a practice window really shows, one JSON line a state, for whoever checks the eyes."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from practice.options import PracticeError
from practice.write_errors import naming_file


class TruthLog:
    """Appends states to a file as JSON lines, each flushed at once so that a reader sees it whole.

    Raises:
        PracticeError: the file cannot be opened for writing.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise PracticeError(f"{path}: cannot write the truth log ({error.strerror}); name another file") from error

    def write(self, time_ns: int, settled: bool, state: Mapping[str, Any]) -> None:
        """Append one line: "time_ns" and "settled", then the game's own keys.

        Raises:
            OSError: the file cannot be written any more; it names the file.
        """
        line = {"time_ns": time_ns, "settled": settled, **state}
        with naming_file(self._path, "cannot write the truth log"):
            self._file.write(json.dumps(line, separators=(",", ":")) + "\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file.

        Raises:
            OSError: what is left of it cannot be written; it names the file.
        """
        with naming_file(self._path, "cannot write the truth log"):
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()
