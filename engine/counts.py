"""What the numbers of a state may be where a text tells them."""

from typing import Final

MOST_COUNT: Final = 2**31 - 1
"""No game comes so far; kernels count in 64 bits, and what they add or multiply stays within them."""


def refuse_counts(where: str, *, most: int = MOST_COUNT, **counts: float) -> None:
    """Raise ValueError, one line that begins with `where`, for the first of `counts` beside 0 to `most`; so is NaN."""
    for name, count in counts.items():
        if not 0 <= count <= most:
            raise ValueError(f"{where}: {name} must be 0 to {most}")
