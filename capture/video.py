"""A video file as a source of frames."""

import os
from contextlib import closing
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from capture.folder import picture_ending
from capture.frame import Frame
from capture.source import CaptureError, EndOfFrames

SUFFIXES: Final = frozenset((".avi", ".m4v", ".mkv", ".mov", ".mp4", ".mpeg", ".mpg", ".ogv", ".webm", ".wmv"))
"""How the names of video files end. An animated GIF is a picture here: its first one counts."""


def is_video(path: Path) -> bool:
    """Tell whether a file's name is that of a video."""
    return path.suffix.lower() in SUFFIXES and not path.is_dir()


def frames_in(path: Path) -> int:
    """Return how many frames a video has by its header, which may be wrong; 0 where it says nothing of them.

    Raises:
        CaptureError: as `VideoSource`.
    """
    with closing(VideoSource(path)) as video:
        return video.frames


class VideoSource:
    """Frames of a video in order; `time_ns` counts from the video's start.

    Attributes:
        frames: how many there are by its header, which may be wrong; 0 where it says nothing of them.

    Raises:
        CaptureError: missing, empty, a picture, or not a video that OpenCV can decode.
    """

    def __init__(self, path: Path) -> None:
        if path.exists() and not path.is_file():  # to open a pipe would wait for whoever writes to it
            raise CaptureError(f"{path}: no file but a folder, pipe or device; give a video file")
        try:
            with path.open("rb"):
                pass
        except OSError as error:
            raise CaptureError(f"{path}: {error.strerror}; give a video file") from error
        _refuse_what_is_none(path)
        self._path = path
        # What is wrong with a file is said in one line of ours; FFmpeg asks for this once, at the first video.
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        # FFmpeg alone: the picture-sequence reader would take "frame001.png" for a video.
        self._video = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._video.isOpened():
            raise CaptureError(
                f"{path}: not a video that can be read: cut short, damaged or of another kind; copy it again, or "
                "convert it, e.g. to .mp4 with H.264"
            )
        self._read = 0
        self.frames = max(0, int(self._video.get(cv2.CAP_PROP_FRAME_COUNT)))

    def grab(self) -> Frame:
        """Return the next frame.

        Raises:
            EndOfFrames: the video is over.
            CaptureError: not even one frame can be decoded.
        """
        good, pixels = self._video.read()
        if not good:
            if self._read == 0:
                raise CaptureError(f"{self._path}: no frame can be decoded; convert it, e.g. to .mp4 with H.264")
            raise EndOfFrames(f"{self._path}: the video is over after {self._read} frames")
        self._read += 1
        # FFmpeg tells the time of the frame read last.
        time_ms = self._video.get(cv2.CAP_PROP_POS_MSEC)
        return Frame(np.asarray(pixels, dtype=np.uint8), int(time_ms * 1e6))

    def close(self) -> None:
        """Let the file go."""
        self._video.release()


def _refuse_what_is_none(path: Path) -> None:
    """Refuse an empty file, and a picture: FFmpeg would take it for a video of one frame."""
    if path.stat().st_size == 0:
        raise CaptureError(f"{path}: an empty file; copy or record the video again")
    ending = picture_ending(path)
    if ending is not None:
        raise CaptureError(f"{path}: a picture, not a video; name it {ending}")
