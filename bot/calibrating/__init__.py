"""Frames for calibration: by watching, by placing pieces, by dropping them."""
