"""The Columns window: keys and time in, the game's moments out."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt

from engine.columns import MAGIC, visible, warm_up
from practice.application import window_application
from practice.columns.artwork import Artwork, look_artwork
from practice.columns.keys import Action, Keys
from practice.columns.looks import Habits, Layout
from practice.columns.motion import FLASH_MS, ghost_sprites, picture_of, piece_sprites, well_sprites
from practice.columns.play import Phase, Play, Tempo
from practice.columns.scene import COMES_BACK, GAME_OVER, PAUSED, Numbers, Scene, changed, paint
from practice.columns.session import Session, find_rules
from practice.columns.settings import read_settings
from practice.columns.still import find_look
from practice.options import PracticeOptions
from practice.running_window import NS_PER_MS, RunningWindow, Stage
from practice.window import FRAME_MS, Clock, show_until_closed

Artist = Callable[[float], Artwork]
"""Makes a look or skin ready for a scale."""

GAME = "columns"
"""The game's name in scores files."""

ACTIONS = {
    Qt.Key.Key_Left: Action.LEFT,
    Qt.Key.Key_Right: Action.RIGHT,
    Qt.Key.Key_Up: Action.ROTATE,
    Qt.Key.Key_Down: Action.DOWN,
    Qt.Key.Key_Space: Action.DROP,
}


class ColumnsWindow(RunningWindow[Artwork, Scene, Action]):
    """Plays Columns by keys.

    Args:
        layout: where things lie.
        artist: draws the look or loads the skin at a scale.
        habits: how the look moves and marks, where the settings do not say.
        options: as asked for.
        clock: the time in nanoseconds.

    Raises:
        PracticeError: a setting, truth log or scores file cannot be used.
    """

    play: Play

    def __init__(
        self,
        layout: Layout,
        artist: Artist,
        habits: Habits,
        options: PracticeOptions,
        clock: Clock = time.monotonic_ns,
    ) -> None:
        rules = find_rules(options.rules, options.specials)
        self._settings = read_settings(options.settings)
        focus_pause = self._settings.focus_pause
        stage = Stage(GAME, layout.width, layout.height, artist, changed, paint, focus_pause)
        super().__init__(stage, ACTIONS, options, clock)
        smooth = habits.smooth if self._settings.smooth is None else self._settings.smooth
        self._ghost = habits.ghost if self._settings.ghost is None else self._settings.ghost
        self.play = Play(Session(rules, options.seed), Tempo(self._settings.row_ms, smooth))
        self.keys = Keys(self._settings.keys, self._settings.swallow, options.seed)
        self._begin()

    def _open_game(self) -> None:
        self._tell(self.play.at_rest)

    def _rests(self) -> bool:
        return self.play.at_rest

    def _press(self, action: Action, again: bool) -> None:
        if again:
            self.keys.resume(action)
        else:
            self.keys.press(action, self._now / NS_PER_MS)

    def _release(self, action: Action) -> None:
        self.keys.release(action)

    def _let_go(self) -> None:
        self.keys.release_all()

    def _bring_up(self) -> None:
        """Play up to the present, every key at its moment."""
        now = self.game_clock.now()
        while not self.paused and (due := self.keys.next_due() * NS_PER_MS) < now + 1:
            self._play_to(max(self._now, round(due)))
            self.play.act(self.keys.take(), self._tell)
        self._play_to(now)

    def _play_to(self, moment: int) -> None:
        if not self.paused:
            self.play.advance((moment - self._now) / NS_PER_MS * self.options.speed, self._tell)
        self._now = moment

    def _present(self) -> Scene:
        play, hidden = self.play, self.play.session.rules.hidden
        flash = int(self._now / NS_PER_MS / FLASH_MS) if self._flashing else 0
        sprites = well_sprites(play, hidden, self._art.vanish, flash)
        ghost = []
        if play.falling is not None:
            unit = self._art.layout.pitch * self._art.scale
            top = round((play.falling.edge - hidden) * unit) / unit  # to the pixel, so that equal pictures are equal
            sprites += piece_sprites(play.falling.piece, play.falling.col, top, flash)
            if self._ghost:
                ghost = ghost_sprites(play.falling, hidden, flash)
        following = [picture_of(code, flash, place) for place, code in enumerate(play.next.tolist())]
        cover = PAUSED if self.paused else GAME_OVER if play.phase == Phase.COVERED else ""
        return Scene(
            tuple(sprites),
            tuple(ghost),
            tuple(following) if self._settings.next else (),
            Numbers(play.score, play.level, play.jewels),
            cover,
            COMES_BACK if self.paused and not self._held_up else "",
        )

    @property
    def _flashing(self) -> bool:
        """Whether a magic jewel is to be seen."""
        play = self.play
        falling = play.falling is not None and (play.falling.piece == MAGIC).any()
        return bool(falling or (play.next == MAGIC).any() or (play.board == MAGIC).any())

    def _change_ms(self) -> float:
        wait = min(self.play.left_ms / self.options.speed, self.keys.next_due() - self._now / NS_PER_MS)
        if self.play.gliding:
            wait = min(wait, FRAME_MS)
        if self._flashing:
            wait = min(wait, FLASH_MS - self._now / NS_PER_MS % FLASH_MS)
        return wait

    def _state(self) -> dict[str, Any]:
        """Return what the window shows, as the truth log writes it."""
        play, rules = self.play, self.play.session.rules
        piece = play.falling
        return {
            "board": visible(rules, play.board).tolist(),
            "piece": piece.piece.tolist() if piece is not None else None,
            "col": piece.col if piece is not None else None,
            "top": round(piece.edge - rules.hidden, 3) if piece is not None else None,
            "next": play.next.tolist(),
            "score": play.score,
            "level": play.level,
            "jewels": play.jewels,
            "moves": play.moves,
            "over": play.over,
            "paused": self.paused,
            "game": play.session.game,
            "locked": [play.last[0], play.last[1].tolist()] if play.last is not None else None,
        }


def run_window(options: PracticeOptions) -> int:
    """Open the window and run until it is closed; see `practice.columns.run`."""
    rules = find_rules(options.rules, options.specials)
    read_settings(options.settings)
    if options.skin is not None:
        from practice.columns.skin import load_skin

        skin = load_skin(options.skin)
        skin.check(rules)
        layout, habits, artist = skin.layout, skin.habits, skin.artwork
    else:
        look = find_look(options.look)
        layout, habits = look.arrange(rules.rows, rules.cols), look.habits
        artist = partial(look_artwork, look, rules.rows, rules.cols)
    application = window_application()
    warm_up()
    return show_until_closed(ColumnsWindow(layout, artist, habits, options), application)
