"""A recording as a short moving picture: a frame a move, the move drawn on it, as a GIF."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from bot.examining.move_painter import MovePainter, narrowed
from bot.writable import replacing
from capture.frame import Pixels
from capture.recorded import RecordingReader
from capture.source import CaptureError

COLOURS = 255
"""Colours of the whole picture; a GIF has 256 at most, and one stands for "as before"."""
PALETTE_PICTURES = 16
PALETTE_STEP = 2
"""The colours are chosen from so many pictures at most, and from every so many pixels of their rows and columns."""
SHOWN = ("frame", "move", "state")
"""What a decision must tell to be shown."""
LAST_MS = 1500
"""The last frame is shown this long."""


@dataclass(frozen=True, slots=True)
class Timelapse:
    """What was written.

    Attributes:
        frames: pictures in it.
        width, height: of each, pixels.
        size: bytes of the file.
        lacking: moves to be shown that are left out since their picture is not on the disk.
        resized: moves that are left out since their picture is of another size than the first.
    """

    frames: int
    width: int
    height: int
    size: int
    lacking: int
    resized: int

    @property
    def left_out(self) -> int:
        """Moves to be shown that are left out."""
        return self.lacking + self.resized


def write_timelapse(
    recording: Path,
    file: Path,
    *,
    width: int,
    frame_ms: int,
    every: int = 1,
) -> Timelapse:
    """Write the moves of a recording to `file`, whole or not at all.

    Args:
        recording: folder of a recording.
        file: a GIF.
        width: pixels; a narrower window keeps its own.
        frame_ms: how long a move is shown.
        every: one of so many moves is shown.

    Raises:
        CaptureError: not a recording, a damaged one, or one without moves or their pictures.
        OSError: the file cannot be written.
    """
    reader = RecordingReader(recording)
    on_disk = dict.fromkeys(reader.frame_names)  # in order
    wanted = reader.events_of("decision", *SHOWN)[::every]
    if not wanted:
        raise CaptureError(f"{recording}: holds no moves, so there is nothing to show")
    decisions = [event for event in wanted if event["frame"] in on_disk]
    if not decisions:
        raise CaptureError(f"{recording}: the pictures of its moves are missing, so there is nothing to show")
    painter = MovePainter(reader)
    drawn = [painter.drawn(reader.frame(event["frame"]).pixels, event) for event in decisions]
    pictures = [narrowed(picture, width) for picture in drawn]
    shape = pictures[0].shape
    pictures = [picture for picture in pictures if picture.shape == shape]  # a window that was resized ends it
    lacking, resized = len(wanted) - len(drawn), len(drawn) - len(pictures)
    last = narrowed(reader.frame(next(reversed(on_disk))).pixels, width)
    if last.shape == shape:
        pictures.append(last)
    write_gif(file, pictures, frame_ms)
    return Timelapse(len(pictures), shape[1], shape[0], file.stat().st_size, lacking, resized)


def write_gif(file: Path, pictures: list[Pixels], frame_ms: int) -> None:
    """Write a GIF whose pictures share their colours, so that what stands still costs nothing.

    Args:
        file: written whole or not at all.
        pictures: in order, all of one size.
        frame_ms: how long each is shown; the last one longer.

    Raises:
        OSError: the file cannot be written.
    """
    some = pictures[:: -(-len(pictures) // PALETTE_PICTURES)]
    sample = np.concatenate([picture[::PALETTE_STEP, ::PALETTE_STEP] for picture in some])
    # The usual method shares colours out by area: a large background takes them from the tiles.
    palette = _image(sample).quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    images = [_image(picture).quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    shown_ms = [frame_ms] * (len(images) - 1) + [max(frame_ms, LAST_MS)]
    with replacing(file) as part:
        images[0].save(
            part, format="GIF", save_all=True, append_images=images[1:], duration=shown_ms, loop=0, optimize=False
        )


def _image(picture: Pixels) -> Image.Image:
    return Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
