"""The document of `calibrate` tells where it has written what."""

import json
from pathlib import Path

import cv2
import pytest

from engine.dice import dice
from engine.swap3 import PRESETS, start
from practice.swap3 import render_still
from tests.bot.command_line import run_here


@pytest.mark.parametrize("rows", [8, 9])
def test_the_document_of_a_calibration_says_where_its_files_are(rows: int, tmp_path: Path) -> None:
    picture, profile = tmp_path / "shot.png", tmp_path / "p"
    rules = PRESETS["gweled"]
    cv2.imwrite(str(picture), render_still("mine", 1.0, rules, start(rules, dice(1))))
    done = run_here("calibrate", "swap3", "--image", picture, "--rows", rows, "--profile", profile, "--json")
    document = json.loads(done.stdout)
    files = [document[name] for name in ("profile", "contact_sheet", "refused_picture")]
    if rows == 8:
        assert (done.returncode, files) == (0, [str(profile), str(profile / "contact_sheet.png"), None])
    else:
        assert (done.returncode, files) == (1, [None, None, str(tmp_path / "p.refused.png")])
    assert all(Path(file).exists() for file in files if file is not None)
