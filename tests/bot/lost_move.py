"""A move that has not reached the game: a turn-based loop that waits for its outcome, on a board that a test makes."""

import time
from dataclasses import replace
from typing import Any

import numpy as np

from bot.games import GAMES
from bot.playing.lookout import Look
from bot.playing.run_log import RunLog
from bot.playing.trackers import board_tracker
from bot.turns.loop import TurnLoop
from bot.turns.pending import Pending
from control.envelope import LET_GO_S
from control.gesture import Gesture
from engine.dice import dice
from policy.decision import Decision
from tests.bot.desktop_stand_ins import NotingHand, OpenWindow, Screen
from tests.bot.handed_parts import PLACE, SETTINGS, envelope_of, log_of_nothing, look_at, parts_of
from vision.profile import Profile
from vision.profile_sections import BoardSection, KindSection, ReaderSection, WindowSection
from vision.sighting import UNKNOWN


class LostMove:
    """A move in the upper rows that has not reached the game, and a hand that only notes what it is to do."""

    def __init__(self, name: str, *, log: RunLog | None = None, hand: NotingHand | None = None) -> None:
        game = GAMES[name]()
        assert game.turns is not None
        rules = game.rules.PRESETS[game.default_rules]
        self.state = game.rules.start(rules, dice(1))
        self.codes = np.array(self.state.board, np.int8)
        self.said: list[str] = []
        rows, cols = self.codes.shape
        profile = Profile(
            game=name,
            window=WindowSection(width=10 * cols, height=10 * rows),
            board=BoardSection(x=0, y=0, width=10 * cols, height=10 * rows, rows=rows, cols=cols),
            kinds=(KindSection(code=0, name="colour 0", file="a.png"),),
            reader=ReaderSection(min_margin=0.3, max_distance=30, max_core=8),
        )
        self.hand, self.window = hand or NotingHand(), OpenWindow(PLACE)
        parts = parts_of(
            game=game,
            rules=rules,
            reader=Screen(profile),
            hand=self.hand,
            envelope=envelope_of(self.window, self.hand, profile.targets),
            log=log or log_of_nothing(),
            settings=replace(SETTINGS, patience_s=0.0),
            say=self.said.append,
        )
        self.loop = TurnLoop(parts, board_tracker(profile))
        move = int(game.rules.legal_moves(rules, self.state)[0])
        self.gesture: Any = game.turns.gesture(self.state, move, profile)
        decision = Decision(move, 0.0, (), (move,), 0.0)
        self.pending = Pending(1, decision, self.gesture, self.state, self.look(), time.monotonic())

    def look(self, unread: slice | None = None, repaired: tuple[tuple[int, int], ...] = ()) -> Look:
        """The board as before the move, with rows that cannot be read and cells that the rules have settled."""
        codes = self.codes.copy()
        if unread is not None:
            codes[unread] = UNKNOWN
        return look_at(codes, repaired)

    def pressed(self, look: Look) -> list[Gesture]:
        """What the hand does after this look."""
        before = len(self.hand.pressed)
        assert not self.loop._judge(self.pending, look)
        return self.hand.pressed[before:]

    def pressed_in_the_end(self, look: Look) -> list[Gesture]:
        """What the hand does once whoever was told of a wait has had time to let go of the mouse."""
        until = time.monotonic() + 3 * LET_GO_S
        while not (pressed := self.pressed(look)) and time.monotonic() < until:
            pass
        return pressed
