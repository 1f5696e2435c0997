"""Frames in: live screen, window, folder of images, video, recording."""
