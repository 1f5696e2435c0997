"""What to do where something is not installed, in the words of the system that this is."""

import sys
from typing import Final, Literal

Missing = Literal["tesseract", "a tesseract that works", "packages"]

_AS_README: Final = "install the packages anew, as README.md says"
_DEBIAN: Final[dict[Missing, str]] = {
    "tesseract": "Debian: apt-get install tesseract-ocr tesseract-ocr-eng",
    "a tesseract that works": "Debian: apt-get install --reinstall tesseract-ocr tesseract-ocr-eng",
    "packages": "`make setup` installs them on Debian",
}
_ELSEWHERE: Final[dict[str, dict[Missing, str]]] = {
    "darwin": {
        "tesseract": "brew install tesseract",
        "a tesseract that works": "brew reinstall tesseract",
        "packages": _AS_README,
    },
    "win32": {
        "tesseract": "winget install UB-Mannheim.TesseractOCR, then add its folder to PATH",
        "a tesseract that works": "winget install --force UB-Mannheim.TesseractOCR",
        "packages": _AS_README,
    },
}


def how_to_install(missing: Missing) -> str:
    """Return how to get it here."""
    return _ELSEWHERE.get(sys.platform, _DEBIAN)[missing]
