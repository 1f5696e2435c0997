"""Watches the video of a game: what would be played in each position, and what was."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from bot.examining.eyes_and_planner import EyesAndPlanner
from bot.examining.following import FOLLOWERS
from bot.examining.reading import refuse_other_size
from bot.examining.replayed import Replayed
from capture.frame import Frame
from capture.source import EndOfFrames
from capture.video import VideoSource
from policy.decision import decision_seed
from vision.profile import Profile

MINUTE_MS: Final = 60_000


def replay_video(
    path: Path,
    player: EyesAndPlanner,
    think_ms: float,
    seed: int,
    work: int | None = None,
    on_frame: Callable[[int], None] = lambda _count: None,
) -> Replayed:
    """Read a video picture by picture, decide in every position that stands for sure, and tell what was played there.

    Args:
        path: of the video; its pictures are as large as the profile's window.
        player: reads them and decides.
        think_ms: time for each position.
        seed: decides every random choice.
        work: do so much for each, whatever the clock says.
        on_frame: told how many pictures have been read.

    Raises:
        CaptureError: no video that can be read, or one of another size.
    """
    game, rules = player.game, player.rules
    follower = FOLLOWERS[game.pace](player)
    decisions: list[dict[str, Any]] = []
    open_decision: dict[str, Any] | None = None
    frames = 0
    with closing(VideoSource(path)) as video:
        while True:
            try:
                frame = video.grab()
            except EndOfFrames:
                break
            frame = with_even_sides(frame, player.profile)
            if not frames:
                refuse_other_size(path, frame, player.profile)
            frames += 1
            on_frame(frames)
            position = follower.feed(player.reader.read(frame))
            if position is None:
                continue
            if position.again and open_decision is not None:
                decisions.pop()  # it was on a board that never was
                open_decision = decisions[-1] if decisions else None
            if position.made is not None and open_decision is not None:
                open_decision["played"] = list(position.made)
            open_decision = None
            if not game.rules.is_over(rules, position.state):
                number = len(decisions) + 1
                where = f"{path} at {_clock(frame.time_ns)}"
                decided = player.told(position.state, position.sighting, think_ms, decision_seed(seed, number), work)
                open_decision = {"number": number, "frame": where, **decided}
                decisions.append(open_decision)
    words = partial(game.move_words, rules)
    return Replayed(
        frames,
        tuple(decisions),
        (),
        words,
        player.rules_name,
        player.policy_spec,
        rules.version,
        recorded=False,
        of_video=True,
    )


def with_even_sides(frame: Frame, profile: Profile) -> Frame:
    """Return a video's frame as large as the profile's window where it lacks no more than its last row and column.

    Most videos have even sides, so whoever makes one of a window with odd ones leaves these out. They are filled up.
    """
    height, width = frame.pixels.shape[:2]
    lacking = profile.window.height - height, profile.window.width - width
    if lacking == (0, 0) or not set(lacking) <= {0, 1}:
        return frame
    pixels = cv2.copyMakeBorder(frame.pixels, 0, lacking[0], 0, lacking[1], cv2.BORDER_REPLICATE)
    return replace(frame, pixels=np.asarray(pixels, np.uint8))


def _clock(time_ns: int) -> str:
    """Return a time since a video's start as minutes, seconds and milliseconds."""
    minutes, rest_ms = divmod(time_ns // 1_000_000, MINUTE_MS)
    return f"{minutes}:{rest_ms // 1000:02d}.{rest_ms % 1000:03d}"
