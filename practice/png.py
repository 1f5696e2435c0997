"""PNG files checked before they are decoded: libpng writes to the terminal about what it does not like."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


class PngError(ValueError):
    """Not a whole PNG; the message says why, without the file's name."""


def png_size(content: bytes) -> tuple[int, int]:
    """Return (width, height) in pixels as the header says.

    Raises:
        PngError: no PNG header.
    """
    if not content.startswith(SIGNATURE) or len(content) < 33 or content[12:16] != b"IHDR":
        raise PngError("not a PNG picture; save it as PNG")
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def check_png(content: bytes) -> None:
    """Check every chunk's length and checksum (PNG specification, section 5).

    Raises:
        PngError: cut short or damaged.
    """
    at = len(SIGNATURE)
    while True:
        head = content[at : at + 8]
        if len(head) < 8:
            raise PngError("the PNG is cut short; save it again")
        length, kind = struct.unpack(">I4s", head)
        body = content[at + 8 : at + 8 + length]
        check = content[at + 8 + length : at + 12 + length]
        if len(body) < length or len(check) < 4:
            raise PngError("the PNG is cut short; save it again")
        if zlib.crc32(kind + body) != int.from_bytes(check, "big"):
            raise PngError("the PNG is damaged; save it again")
        if kind == b"IEND":
            return
        at += 12 + length
