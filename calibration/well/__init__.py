"""Calibration for a well that pieces fall into (Columns)."""
