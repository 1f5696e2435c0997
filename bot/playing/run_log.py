"""What a run leaves behind: a recording, the last frames before a fault, a picture of the last move."""

import shutil
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from bot.exit_status import Unusable
from bot.playing.move_picture import move_picture
from bot.playing.outcome import Outcome
from bot.playing.reading import Reading
from calibration.learned_kinds import LearnedKinds
from calibration.outcome import CalibrationError
from capture.frame import Frame
from capture.png_file import write_png
from capture.recording import FrameRing, RecordingWriter
from capture.source import CaptureError
from control.sketch import Sketch
from policy.decision import Decision
from vision.profile import Profile, ProfileError, save_profile
from vision.sighting import Sighting

RUNS = Path("runs")
PROFILE_COPY = "profile"
"""Folder inside a recording that holds the profile it was made with."""

RING_FRAMES = 16
"""Frames kept for a fault: the last quarter of a second and more."""


@contextmanager
def new_run_folder(name: str) -> Iterator[Path]:
    """Make a folder under runs/ for this run alone; what was made goes again if the block leaves nothing in it.

    Raises:
        Unusable: it cannot be made.
    """
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    folder, number = RUNS / f"{name}-{stamp}", 1
    made_runs = not RUNS.exists()
    while True:
        try:
            folder.mkdir(parents=True)
            break
        except FileExistsError:  # another run began in the same second
            number += 1
            folder = RUNS / f"{name}-{stamp}-{number}"
        except OSError as error:
            raise Unusable(f"{folder}: cannot be made ({error.strerror}); record elsewhere with --record") from error
    try:
        yield folder
    finally:
        for made in (folder, RUNS) if made_runs else (folder,):
            with suppress(OSError):  # not empty, as it should be
                made.rmdir()


class RunLog:
    """Collects what happens in a run.

    Args:
        folder: of the recording, None for none.
        profile_folder: of the profile that is played with.
        meta: what the run says of itself; TOML types only.
        profile: as it is played with, where it may be another than the folder's; None: that one.

    Attributes:
        folder: the recording, None where none is kept.
        picture: the last move drawn over its frame, None before the first or where no recording is kept.
        readings: every board that was decided or judged on, in order.
        failure: why the end of the run could not be written whole, one line; None where it was.
    """

    def __init__(
        self, folder: Path | None, profile_folder: Path, meta: dict[str, Any], profile: Profile | None = None
    ) -> None:
        self.folder = folder
        self.picture: Path | None = None
        self.readings: list[Reading] = []
        self.failure: str | None = None
        self._profile_folder = profile_folder
        self._ring = FrameRing(RING_FRAMES) if folder else None
        self._last: tuple[Frame, Sketch] | None = None
        self._recorder = RecordingWriter(folder, meta) if folder else None
        if self._recorder is not None:
            self._copy_profile(self._recorder, profile)

    def _copy_profile(self, recorder: RecordingWriter, profile: Profile | None) -> None:
        copy = recorder.folder / PROFILE_COPY
        try:
            copy.mkdir()
            for file in sorted(self._profile_folder.iterdir()):
                if not file.is_dir():  # a profile has none
                    shutil.copyfile(file, copy / file.name)  # writable: kinds may be learned
            if profile is not None:
                save_profile(profile, copy)
        except OSError as error:
            self.close()
            shutil.rmtree(copy, ignore_errors=True)  # nothing but what was made here
            recorder.take_back()
            raise CaptureError(
                f"{recorder.folder}: the profile {self._profile_folder} cannot be copied there ({error.strerror}); "
                "free space or record elsewhere"
            ) from error

    def seen(self, frame: Frame) -> None:
        """Keep a frame for the case of a fault, where there is a recording to keep it in then."""
        if self._ring is not None:
            self._ring.add(frame)

    def decision(
        self,
        number: int,
        seed: int,
        frame: Frame,
        sighting: Sighting,
        state: str,
        decision: Decision,
        sketch: Sketch,
        repaired: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Note a move that was made, with all that a replay needs to make it again."""
        self.readings.append(Reading(sighting.time_ns, sighting.codes, tuple(repaired)))
        self._last = (frame, sketch)
        self._event(
            "decision",
            frame=self._frame(frame),
            number=number,
            seed=seed,
            codes=sighting.codes.tolist(),
            min_margin=float(sighting.margin.min()),
            status=int(sighting.status),
            repaired=[list(cell) for cell in repaired],
            state=state,
            **asdict(decision),
        )

    def outcome(
        self,
        number: int,
        outcome: Outcome,
        cells: Iterable[tuple[int, int]],
        frame: Frame,
        sighting: Sighting,
        repaired: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Note what became of a move."""
        self.readings.append(Reading(sighting.time_ns, sighting.codes, tuple(repaired)))
        self._event(
            "outcome",
            frame=self._frame(frame),
            number=number,
            outcome=str(outcome),
            odd_cells=[list(cell) for cell in cells],
            repaired=[list(cell) for cell in repaired],
            codes=sighting.codes.tolist(),
        )

    def learned(self, learned: LearnedKinds) -> None:
        """Note kinds that became known, and keep them in the profile and in the recording's copy of it.

        A profile that cannot be written to keeps no run from going on.

        Raises:
            CaptureError: the recording's copy cannot be written to.
        """
        problem = None
        try:
            learned.save(self._profile_folder)
        except (CalibrationError, ProfileError, OSError) as error:
            problem = str(error)
        if self.folder is not None:
            self._learned_in_copy(learned, self.folder / PROFILE_COPY)
        kinds = {str(kind.code): kind.name for kind in learned.kinds}
        files = [kind.file for kind in learned.kinds]
        self._event("learned", kinds=kinds, files=files, kept=problem is None, problem=problem)

    def _learned_in_copy(self, learned: LearnedKinds, copy: Path) -> None:
        """Keep kinds where a replay looks for them."""
        try:
            learned.save(copy)
        except OSError as error:
            raise CaptureError(
                f"{copy}: cannot be written to ({error.strerror}); free space or record elsewhere"
            ) from error
        except (CalibrationError, ProfileError) as error:
            raise CaptureError(f"{copy}: the recording's own profile cannot be added to ({error})") from error

    def waiting(self, reason: str) -> None:
        """Note that the run waits for window or person."""
        self._event("waiting", reason=reason)

    def ending(self, reason: str, fault: bool) -> None:
        """Note the end; after a fault keep the last frames beside the recording. What fails is kept in `failure`."""
        with self._failure_kept():
            self._event("ending", reason=reason, fault=fault)
            if self.folder is None:
                return
            if self._last is not None:
                frame, sketch = self._last
                picture = self.folder / "last_move.png"
                write_png(picture, move_picture(frame.pixels, sketch))
                self.picture = picture
            if fault and self._ring is not None:
                self._ring.dump(self.folder / "fault")

    def summary(self, document: Mapping[str, Any]) -> None:
        """Note how the run went, as `--json` tells it. What fails is kept in `failure`."""
        with self._failure_kept():
            self._event("summary", document=document)

    def close(self) -> None:
        """Write what is still on its way. What fails is kept in `failure`."""
        if self._recorder is not None:
            with self._failure_kept():
                self._recorder.close()

    @contextmanager
    def _failure_kept(self) -> Iterator[None]:
        """Let no full disk take the result of a run that is over."""
        try:
            yield
        except CaptureError as error:
            self.failure = self.failure or str(error)
        except OSError as error:
            self.failure = self.failure or f"{self.folder}: cannot be written to ({error.strerror}); free space"

    def _frame(self, frame: Frame) -> str | None:
        return self._recorder.add_frame(frame) if self._recorder else None

    def _event(self, name: str, **values: Any) -> None:
        if self._recorder is not None:
            self._recorder.event({"event": name, "time_ns": time.monotonic_ns(), **values})
