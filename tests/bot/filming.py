"""Videos as people record them: lossy, thirty frames a second."""

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import cv2

from capture.frame import Pixels
from capture.source import WindowLost
from capture.window import WindowSource

FPS = 30


def seconds(count: float) -> range:
    """The frames of so many seconds."""
    return range(round(count * FPS))


def filmed(path: Path, pictures: Iterable[Pixels]) -> Path:
    """Write a video of pictures."""
    writer = None
    for picture in pictures:
        if writer is None:
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, picture.shape[1::-1])
            assert writer.isOpened()
        writer.write(picture)
    assert writer is not None
    writer.release()
    return path


@contextmanager
def filming(title: str, path: Path) -> Iterator[None]:
    """Film a window as long as the context lasts; where a frame comes late the one before it stands for longer."""
    over = threading.Event()

    def shots() -> Iterator[Pixels]:
        began, count = time.monotonic(), 0
        with closing(WindowSource(title)) as source:
            while not over.is_set():
                try:
                    shot = source.grab().pixels
                except WindowLost:
                    return
                while count <= (time.monotonic() - began) * FPS:
                    yield shot
                    count += 1
                time.sleep(max(0.0, began + count / FPS - time.monotonic()))

    camera = threading.Thread(target=lambda: filmed(path, shots()), daemon=True)
    camera.start()
    try:
        yield
    finally:
        over.set()
        camera.join(timeout=20)
