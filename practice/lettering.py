"""Letters for every practice window: fonts that scale evenly, titles painted as outlines."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QGradient, QPainter, QPainterPath, QPen


def font(family: str, pixels: float, bold: bool = False, italic: bool = False) -> QFont:
    """Return a font whose letters are `pixels` high (em), unhinted so that it scales evenly."""
    face = QFont(family)
    face.setPixelSize(max(1, round(pixels)))
    face.setBold(bold)
    face.setItalic(italic)
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return face


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
    path = QPainterPath()
    path.addText(QPointF(0, 0), face, text)
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
