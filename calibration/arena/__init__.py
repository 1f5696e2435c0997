"""Calibration of arenas that players walk through (Hypersonic), from a series of pictures of games being played."""
