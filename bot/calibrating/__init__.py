"""Frames for calibration: by watching, by dragging pieces, by dropping them."""
