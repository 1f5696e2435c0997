"""What every loop plays with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.games import Game
from bot.playing.run import LoopSettings
from bot.playing.run_log import RunLog
from capture.source import FrameSource
from control.envelope import Envelope
from control.hand import Hand
from policy.decision import Policy
from vision.readers import BoardReader


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Parts:
    """Handed to a loop whole, so that dry, recorded and live runs are the same code.

    Attributes:
        game: what is played.
        rules: by which preset.
        policy: decides.
        source: of frames.
        reader: reads them; a loop goes on with another one when kinds are learned.
        hand: carries out what the envelope lets pass.
        envelope: asked whether window and person agree.
        log: where it is noted.
        settings: how the run is played.
        on_move: told how many moves are made.
        say: told what the person should know.
    """

    game: Game
    rules: Any
    policy: Policy[Any]
    source: FrameSource
    reader: BoardReader
    hand: Hand
    envelope: Envelope
    log: RunLog
    settings: LoopSettings
    on_move: Callable[[int], None] = lambda _count: None
    say: Callable[[str], None] = lambda _text: None
