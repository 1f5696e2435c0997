"""Stored pictures: every bad one is refused in one line, every good one becomes BGR."""

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from capture.folder import FolderSource, load_image
from capture.frame import Frame, Pixels
from capture.source import CaptureError, EndOfFrames
from capture.video import VideoSource


def picture(height: int = 48, width: int = 64, seed: int = 0) -> Pixels:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def stored(path: Path, pixels: NDArray[np.integer]) -> Path:
    assert cv2.imwrite(str(path), pixels)
    return path


def png_header(path: Path, width: int, height: int) -> Path:
    """A PNG that claims a size and holds nothing."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b""))
    return path


def refused(path: Path) -> str:
    with pytest.raises(CaptureError) as caught:
        load_image(path)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"{path}: ")
    return message


def test_reads_bgr_as_opencv_wrote_it(tmp_path: Path) -> None:
    pixels = picture()
    read = load_image(stored(tmp_path / "a.png", pixels))
    assert read.dtype == np.uint8
    assert read.flags.c_contiguous
    assert np.array_equal(read, pixels)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.9, 0.99])
def test_png_cut_short_is_refused(tmp_path: Path, share: float) -> None:
    whole = stored(tmp_path / "whole.png", picture(200, 300)).read_bytes()
    path = tmp_path / "cut.png"
    path.write_bytes(whole[: int(len(whole) * share)])
    assert "cut short or damaged" in refused(path)


def test_png_cut_within_its_header_is_refused(tmp_path: Path) -> None:
    whole = stored(tmp_path / "whole.png", picture()).read_bytes()
    path = tmp_path / "cut.png"
    for length in (1, 8, 12, 20, 30):
        path.write_bytes(whole[:length])
        refused(path)


def test_png_with_a_flipped_byte_is_refused(tmp_path: Path) -> None:
    data = bytearray(stored(tmp_path / "a.png", picture(200, 300)).read_bytes())
    data[len(data) // 2] ^= 0xFF
    path = tmp_path / "b.png"
    path.write_bytes(bytes(data))
    refused(path)


def test_one_pixel_is_refused(tmp_path: Path) -> None:
    assert "1x1 pixels are too few" in refused(stored(tmp_path / "dot.png", picture(1, 1)))


def test_text_named_png_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.png"
    path.write_text("Dear picture,\n")
    assert "not a picture" in refused(path)


@pytest.mark.parametrize(
    "size", [(20_000, 20_000), (17_000, 100), (100, 17_000), (9_000, 9_000), (2**31 - 1, 2**31 - 1)]
)
def test_huge_header_is_refused_before_decoding(tmp_path: Path, size: tuple[int, int]) -> None:
    assert "pixels" in refused(png_header(tmp_path / "bomb.png", *size))


def test_header_without_pixels_is_refused(tmp_path: Path) -> None:
    refused(png_header(tmp_path / "hollow.png", 640, 480))


def test_missing_empty_and_folder_are_refused(tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "nowhere.png")
    assert "directory" in refused(tmp_path)
    empty = tmp_path / "empty.png"
    empty.touch()
    assert "an empty file" in refused(empty)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_unreadable_is_refused(tmp_path: Path) -> None:
    path = stored(tmp_path / "locked.png", picture())
    path.chmod(0)
    assert "Permission denied" in refused(path)


def test_grey_sixteen_bit_palette_and_alpha_become_bgr(tmp_path: Path) -> None:
    grey = picture()[:, :, 0]
    three = np.repeat(grey[:, :, None], 3, axis=2)
    assert np.array_equal(load_image(stored(tmp_path / "grey.png", grey)), three)
    deep = grey.astype(np.uint16) << 8 | 0x7F
    assert np.array_equal(load_image(stored(tmp_path / "deep.png", deep)), three)
    colour = picture()
    assert np.array_equal(load_image(stored(tmp_path / "deep3.png", colour.astype(np.uint16) << 8 | 0x12)), colour)
    alpha = np.dstack([colour, np.full(grey.shape, 7, np.uint8)])
    assert np.array_equal(load_image(stored(tmp_path / "alpha.png", alpha)), colour)
    flat = np.repeat(np.repeat(picture(8, 8), 6, axis=0), 8, axis=1)
    Image.fromarray(flat[:, :, ::-1]).convert("P", palette=Image.Palette.ADAPTIVE).save(tmp_path / "palette.png")
    assert np.abs(load_image(tmp_path / "palette.png").astype(int) - flat).max() <= 3
    Image.fromarray(grey > 127).save(tmp_path / "bits.png")
    assert np.array_equal(load_image(tmp_path / "bits.png")[:, :, 1] == 255, grey > 127)


def test_jpeg_named_png_is_read_by_its_content(tmp_path: Path) -> None:
    jpeg = stored(tmp_path / "a.jpg", np.full((40, 40, 3), 120, np.uint8))
    assert abs(int(load_image(jpeg.rename(tmp_path / "a.png")).mean()) - 120) < 3


def test_folder_gives_its_pictures_in_order_of_name(tmp_path: Path) -> None:
    for index, name in enumerate(["b.png", "a.png", "c.bmp"]):
        stored(tmp_path / name, np.full((20, 20, 3), index, np.uint8))
    (tmp_path / "notes.txt").write_text("not a picture")
    source = FolderSource(tmp_path)
    frames = [source.grab() for _ in range(3)]
    assert [int(frame.pixels[0, 0, 0]) for frame in frames] == [1, 0, 2]
    assert [frame.time_ns for frame in frames] == [0, 1, 2]
    with pytest.raises(EndOfFrames):
        source.grab()


def test_given_pictures_keep_their_order(tmp_path: Path) -> None:
    paths = [stored(tmp_path / f"{name}.png", np.full((20, 20, 3), i, np.uint8)) for i, name in enumerate("cab")]
    source = FolderSource(paths)
    assert [int(source.grab().pixels[0, 0, 0]) for _ in paths] == [0, 1, 2]
    assert len(FolderSource(paths[0]).paths) == 1


def test_folder_without_pictures_and_no_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="no picture in this folder"):
        FolderSource(tmp_path)
    with pytest.raises(CaptureError, match="No such file"):
        FolderSource(tmp_path / "nowhere")


def test_video_gives_frames_and_times_then_ends(tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    for level in (20, 120, 220):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    source = VideoSource(path)
    assert source.frames == 3
    frames = [source.grab() for _ in range(3)]
    assert [round(int(frame.pixels.mean()) / 100) for frame in frames] == [0, 1, 2]
    assert [frame.time_ns for frame in frames] == [0, 50_000_000, 100_000_000]
    with pytest.raises(EndOfFrames, match="after 3 frames"):
        source.grab()
    source.close()


def test_video_that_is_none_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "clip.mp4"
    text.write_text("not a video")
    with pytest.raises(CaptureError, match="not a video"):
        VideoSource(text)
    with pytest.raises(CaptureError, match="No such file"):
        VideoSource(tmp_path / "nowhere.mp4")


def test_video_that_is_empty_or_cut_short_is_told_from_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    path.write_bytes(b"")
    with pytest.raises(CaptureError, match="an empty file; copy or record the video again"):
        VideoSource(path)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 20, (64, 48))
    noise = np.random.default_rng(1)
    for _ in range(20):
        writer.write(noise.integers(0, 256, (48, 64, 3), np.uint8))
    writer.release()
    path.write_bytes(path.read_bytes()[:20_000])
    with pytest.raises(CaptureError, match="cut short, damaged or of another kind; copy it again, or convert it"):
        VideoSource(path)


def test_video_of_which_no_frame_can_be_decoded_is_refused_and_not_over(tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    writer.write(picture())
    writer.release()
    video = path.read_bytes()
    frame, index = video.index(b"00dc") + 8, video.index(b"idx1")
    path.write_bytes(video[:frame] + bytes(index - frame) + video[index:])
    source = VideoSource(path)
    with pytest.raises(CaptureError, match="no frame can be decoded; convert it"):
        source.grab()
    source.close()


@pytest.mark.parametrize(("kind", "ending"), [("PNG", ".png"), ("JPEG", ".jpg"), ("GIF", ".gif")])
def test_picture_with_the_name_of_a_video_is_no_video(kind: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    Image.fromarray(np.full((48, 64, 3), 90, np.uint8)).save(path, format=kind)
    with pytest.raises(CaptureError, match=f"a picture, not a video; name it {ending}"):
        VideoSource(path)


def test_animation_with_the_name_of_a_video_is_one(tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    pages = [Image.fromarray(np.full((48, 64, 3), level, np.uint8)) for level in (20, 220)]
    pages[0].save(path, format="GIF", save_all=True, append_images=pages[1:])
    source = VideoSource(path)
    assert source.grab().pixels.shape == (48, 64, 3)
    source.close()


def test_frame_refuses_other_shapes() -> None:
    with pytest.raises(ValueError, match=r"expected pixels \(height, width, 3\) uint8, got \(4, 4\) uint8"):
        Frame(np.zeros((4, 4), np.uint8), 0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "shot.png")
    assert "no file but a pipe" in refused(tmp_path / "shot.png")


def test_a_pixel_of_floats_that_is_no_number_is_black(tmp_path: Path) -> None:
    path = tmp_path / "floats.tif"
    grey = np.full((32, 32), 90.0, np.float32)
    grey[0, :3] = np.nan, np.inf, -np.inf
    Image.fromarray(grey).save(path)
    pixels = load_image(path)
    assert (pixels[1:] == 90).all()
    assert pixels[0, :3, 0].tolist() == [0, 255, 0]
