"""Letters for every practice window: fonts that scale evenly, titles painted as outlines."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QGradient,
    QPainter,
    QPainterPath,
    QPen,
    QRawFont,
    QTransform,
)

UNITS = 2048
"""Of the em of a font that does not say: what TrueType fonts have."""


def font(family: str, pixels: float, bold: bool = False, italic: bool = False) -> QFont:
    """Return a font whose letters are `pixels` high (em), unhinted so that it scales evenly."""
    face = QFont(family)
    face.setPixelSize(max(1, round(pixels)))
    face.setBold(bold)
    face.setItalic(italic)
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return face


def breadth(text: str, face: QFont) -> float:
    """Return how wide a box must be, in pixels, so that `text` in its middle is whole: slanted letters hang over."""
    metrics = QFontMetricsF(face)
    half, inked = metrics.horizontalAdvance(text) / 2, metrics.tightBoundingRect(text)
    return 2 * max(half, half - inked.left(), inked.right() - half)


def fitted(text: str, face: QFont, width: float) -> QFont:
    """Return `face`, in whole pixels as much smaller as it takes for `text` to be no wider than `width` pixels."""
    small = QFont(face)
    while small.pixelSize() > 1 and breadth(text, small) > width:
        small.setPixelSize(small.pixelSize() - 1)
    return small


def letters(text: str, face: QFont) -> QPainterPath:
    """Return `text` in `face` as an outline, from (0, 0) along the baseline; the same whatever was drawn before.

    Qt rounds the outlines of a font to 1/64 pixel, and not always alike: text of other sizes drawn before makes a
    difference. In a size of one pixel per unit of the font's own grid there is nothing to round.
    """
    units = round(QRawFont.fromFont(face).unitsPerEm()) or UNITS
    grid = QFont(face)
    grid.setPixelSize(units)
    path = QPainterPath()
    path.addText(QPointF(0, 0), grid, text)
    share = face.pixelSize() / units
    return QTransform.fromScale(share, share).map(path)


def title(
    p: QPainter,
    text: str,
    box: QRectF,
    face: QFont,
    fill: QColor | QBrush | QGradient,
    outline: QColor | None,
    width: float = 3.0,
) -> None:
    """Draw `text` in the middle of `box` with an outline `width` pixels wide around the letters.

    Letters are smoothed in every look: small ones cannot be read otherwise.
    """
    smooth = p.testRenderHint(QPainter.RenderHint.Antialiasing)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = letters(text, face)
    bounds = path.boundingRect()
    path.translate(box.center() - bounds.center())
    if outline is not None:
        p.setPen(QPen(outline, width, Qt.PenStyle.SolidLine, j=Qt.PenJoinStyle.RoundJoin))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawPath(path)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(fill)
    p.drawPath(path)
    p.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
