"""A game of the practice window, played and drawn in this process: source and hand in one."""

import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bot.games import GAMES
from bot.playing.parts import Parts
from bot.playing.run import LoopSettings
from bot.playing.run_log import RunLog
from capture.frame import Frame, Pixels, Region
from capture.source import WindowLost
from control.aim import ScreenPoint
from control.gesture import Gesture, Keys
from control.hand import StillOurs, check_front
from engine.columns import PRESETS, start
from engine.dice import dice
from practice.columns.artwork import look_artwork
from practice.columns.keys import Action
from practice.columns.motion import picture_of, piece_sprites, well_sprites
from practice.columns.play import Phase, Play, Tempo
from practice.columns.scene import GAME_OVER, Numbers, Scene, paint
from practice.columns.session import Session
from practice.columns.still import find_look
from practice.pixels import render_scene
from tests.bot.desktop_stand_ins import OpenWindow
from tests.bot.handed_parts import envelope_of
from tests.vision.drawn_wells import profile_of
from vision.well.reader import WellReader, warm_up

RULES = PRESETS["jewel"]
ACTIONS = {
    "left": Action.LEFT,
    "right": Action.RIGHT,
    "up": Action.ROTATE,
    "down": Action.DOWN,
    "space": Action.DROP,
}
RESTART_KEY = "r"
STALL_S = 0.5


class DrawnGame:
    """A game in real time.

    Args:
        look: as the practice window's.
        row_ms: milliseconds a row.
        smooth: whether pieces glide or step from row to row.

    Attributes:
        pressed: every key, in order.
        pressed_late: so many of them on a picture after which the machine had stalled.
        lost_restarts: so many of the keys that begin a game get lost.
        stall_after: the machine stalls for `STALL_S` after every so many pictures; 0: never.
        stalls: and then after so many more in a row.
        slow_s: every picture takes so long to come.
        away: the window is minimised.
        window: where another one is in front of it, or lies over it and never has the keyboard, that one's words are
            those of a game that is over.
    """

    left_at: ScreenPoint | None = None

    def __init__(self, look: str, row_ms: float = 400.0, *, smooth: bool = True) -> None:
        self._profile, pictures = profile_of(look, 1.0, RULES)
        self.reader = WellReader(self._profile, pictures)
        self._art = look_artwork(find_look(look), RULES.rows, RULES.cols, 1.0)
        self.play = Play(Session(RULES, seed=4), Tempo(row_ms, smooth=smooth))
        self._now_s = time.monotonic()
        self.pressed: list[str] = []
        self.pressed_late = self.lost_restarts = self.stall_after = self._grabbed = 0
        self.stalls, self.slow_s, self._stalled = 1, 0.0, False
        self.away = False
        self._hangs_until_s, self._unheeded = 0.0, list[str]()
        height, width = self._draw().shape[:2]
        self._region = Region(0, 0, width, height)
        self.window = OpenWindow(self._region, "game")

    def parts(self, **settings: Any) -> Parts:
        """Return what a loop needs to play it, its kernels compiled; the game goes on from now."""
        game = GAMES["columns"]()
        policy = game.policy("simple", RULES)
        warm_up()
        policy.decide(start(RULES, dice(1)), 5.0, 1)
        self._now_s = time.monotonic()
        return Parts(
            game=game,
            rules=RULES,
            policy=policy,
            source=self,
            reader=self.reader,
            hand=self,
            envelope=envelope_of(self.window, self),
            log=RunLog(None, Path(), {}, self._profile),
            settings=LoopSettings(**{"moves": 3, "think_ms": 5, "seed": 1, **settings}),
        )

    def end(self) -> None:
        """Drop pieces where they come in until the game is over and the words lie over it."""
        while self.play.phase is not Phase.COVERED:
            self.play.act(Action.DROP, _tell)
            self.play.advance(50.0, _tell)
        self._now_s = time.monotonic()

    def let_fall(self, left_rows: float) -> None:
        """Let the piece fall until it is so many rows above where it stands; time goes on from there."""
        piece = self.play.falling
        assert piece is not None
        while piece.edge < RULES.hidden or piece.landing - piece.edge > left_rows:
            self.play.advance(1.0, _tell)
        self._now_s = time.monotonic()

    def stall_until_fallen(self, rows: float) -> None:
        """Let the game go on unseen until the next piece is so many rows below the well's top."""
        before = self.play.falling
        while self.play.falling in (None, before) or self.play.falling.edge - RULES.hidden < rows:
            time.sleep(0.01)
            self._bring_up()

    def hang(self, seconds: float) -> None:
        """Let the window alone stand still for so long: it shows what it shows now, and catches up with all at once."""
        self._bring_up()
        self._hung_picture, self._hangs_until_s = self._draw(), self._now_s + seconds

    # -- a source ------------------------------------------------------------------------------------

    def grab(self) -> Frame:
        self._bring_up()
        if self.away:
            raise WindowLost("the window is minimised")
        seen_ns = time.monotonic_ns()
        pixels = self._hung_picture.copy() if self.hangs else self._draw()
        if self.window.covered or not self.window.in_front:
            pixels = self._other_window(pixels)
        self._grabbed += 1
        self._stalled = self.stall_after > 0 and self._grabbed % (self.stall_after + self.stalls) >= self.stall_after
        time.sleep(STALL_S if self._stalled else self.slow_s)
        return Frame(pixels, seen_ns, self._region)

    def close(self) -> None:
        """There is nothing to let go of."""

    def _other_window(self, pixels: Pixels) -> Pixels:
        page, board = np.full_like(pixels, 230), self._profile.board
        place = round(board.x + 0.1 * board.width), round(board.y + 0.5 * board.height)
        scale = cv2.getFontScaleFromHeight(cv2.FONT_HERSHEY_SIMPLEX, round(0.1 * board.width), 2)
        return np.asarray(
            cv2.putText(page, "play again", place, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), 2), np.uint8
        )

    @property
    def hangs(self) -> bool:
        """Whether the window stands still."""
        return self._now_s < self._hangs_until_s

    def _bring_up(self) -> None:
        now_s = time.monotonic()
        if now_s < self._hangs_until_s:
            return
        self.play.advance((now_s - self._now_s) * 1e3, _tell)
        self._now_s = now_s
        for name in self._unheeded:
            self.play.act(ACTIONS[name], _tell)
        self._unheeded.clear()

    def _draw(self) -> Pixels:
        play, hidden, flash = self.play, RULES.hidden, int(self._now_s * 12)
        sprites = well_sprites(play, hidden, self._art.vanish, flash)
        if play.falling is not None:
            piece = play.falling
            sprites += piece_sprites(piece.piece, piece.col, piece.edge - hidden, flash)
        following = tuple(picture_of(code, flash, place) for place, code in enumerate(play.next.tolist()))
        numbers = Numbers(play.score, play.level, play.jewels)
        cover = GAME_OVER if play.phase is Phase.COVERED else ""
        return render_scene(paint, self._art, Scene(tuple(sprites), (), following, numbers, cover))

    # -- a hand --------------------------------------------------------------------------------------

    def perform(self, gesture: Gesture, points: tuple[ScreenPoint, ...], still_ours: StillOurs) -> None:
        assert isinstance(gesture, Keys)
        check_front(still_ours)
        self._bring_up()
        for name in gesture.names:
            self.pressed.append(name)
            self.pressed_late += self._stalled
            if self.hangs:
                self._unheeded.append(name)
            elif name != RESTART_KEY:
                self.play.act(ACTIONS[name], _tell)
            elif self.lost_restarts > 0:
                self.lost_restarts -= 1
            else:
                self.play.restart()

    def park(self, point: ScreenPoint) -> None:
        """Keys move no pointer."""

    def taken_over(self) -> str | None:
        return None

    def knows_key(self, name: str) -> bool:
        return True


def _tell(_at_rest: bool) -> None:
    """Nobody is told."""
