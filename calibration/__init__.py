"""Finds the board in a frame, learns its tiles, proves both, writes a profile."""
