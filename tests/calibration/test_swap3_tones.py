"""Swap3's drawn windows in tones that bring kinds close to each other: they stay kinds of their own."""

from dataclasses import replace

import numpy as np
import pytest

import engine.swap3 as swap3
from calibration.calibrate import calibrate
from capture.frame import Frame
from engine.dice import dice
from practice.swap3 import render_still
from vision.reader import Reader
from vision.swap3 import SCREEN

RULES = swap3.PRESETS["gweled"]


@pytest.mark.parametrize(("contrast", "moves"), [(0.5, 0), (0.25, 0), (0.5, 2)])
def test_two_kinds_that_little_contrast_brings_close_stay_two(contrast: float, moves: int) -> None:
    """They were taken for one kind, with margins that passed: 7 cells of 64 were read wrong."""
    rolls = dice(1)
    state = swap3.start(RULES, rolls)
    frames, boards = [], []
    for number in range(moves + 1):
        dull = np.round(128 + contrast * (render_still("print", 1.0, RULES, state) - 128.0)).astype(np.uint8)
        frames.append(Frame(dull, number))
        boards.append(state.board)
        state = swap3.apply(RULES, state, int(swap3.legal_moves(RULES, state)[0]), rolls).state
    calibration = calibrate(frames, replace(SCREEN, score=False))
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.kinds == RULES.kinds
    reader = Reader(calibration.profile, calibration.prototypes)
    pairs = {
        (int(code), int(true))
        for frame, board in zip(frames, boards, strict=True)
        for code, true in zip(reader.read(frame).codes.ravel(), board.ravel(), strict=True)
    }
    assert len(pairs) == RULES.kinds
