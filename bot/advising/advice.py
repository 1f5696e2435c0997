"""How a person and the advice agreed, whatever the game."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.playing.live_run import LiveRun
from bot.playing.run import Ending, EndRun, run_to_its_end
from bot.playing.run_log import RunLog
from calibration.kind_names import NameKind
from capture.frame import Frame
from capture.source import WindowLost
from capture.window import WindowSource
from control.envelope import STOP_KEY_PRESSED
from control.overlay import Overlay, OverlayError
from vision.readers import open_reader

ABSENCE_S = 600.0
"""A person may well leave the window alone for ten minutes; then the advice ends by itself."""

TOLD_S = 3.0
"""What keeps advice back for so long is told of."""

UNEXPLAINED = "several at once, a new deal, or other rules (--rules)? The next such boards are only counted"

NOT_BEGUN = Ending("not begun")


@dataclass(slots=True)
class SuggestResult:
    """How often the person did what was suggested."""

    suggestions: int = 0
    answered: int = 0
    agreed: int = 0
    unexplained: int = 0
    """Boards that no single move explains: several moves at once, a misread, or a new deal."""
    ending: Ending = NOT_BEGUN

    def document(self, run: LiveRun) -> dict[str, Any]:
        """Return the `--json` document."""
        return {
            "game": run.game.name,
            "rules": run.rules_name,
            "rules_version": run.rules.version,
            "policy": run.policy_spec,
            "suggestions": self.suggestions,
            "answered": self.answered,
            "agreed": self.agreed,
            "unexplained": self.unexplained,
            "ending": self.ending.reason,
        }

    def count(self, advised: int, made: Sequence[int]) -> None:
        """Take note of what the person did: `made` are the moves that explain it, none where nothing does."""
        if made:
            self.answered += 1
            self.agreed += advised in made
        else:
            self.unexplained += 1

    def take_back(self, advised: int, made: Sequence[int]) -> None:
        """Undo a `count` of moves that turn out not to have been made."""
        self.answered -= 1
        self.agreed -= advised in made

    def end_when_over(self, run: LiveRun, seen_s: float) -> None:
        """Raise `EndRun` when enough moves have been seen, or nothing for too long."""
        if self.answered + self.unexplained >= run.settings.moves:
            raise EndRun(Ending(f"{run.settings.moves} moves seen", finished=True))
        if time.monotonic() - seen_s > ABSENCE_S:
            raise EndRun(Ending(f"the board was not to be seen for {ABSENCE_S:.0f} s"))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AdviserParts:
    """What every adviser works with.

    Attributes:
        run: what is played, with which planner.
        source: frames of the window.
        overlay: where advice is drawn.
        log: where it is noted.
        result: what is counted.
        say: takes a line for the person.
        name_kind: asked what a kind is that came in mid-game; None where there is nobody to ask.
    """

    run: LiveRun
    source: WindowSource
    overlay: Overlay
    log: RunLog
    result: SuggestResult
    say: Callable[[str], None]
    name_kind: NameKind | None = None


class OnceTold:
    """Says once why there is no advice: nothing drawn looks the same as nothing to advise.

    Args:
        say: takes a line for the person.
        after_s: for how long the reason must have been there.
    """

    def __init__(self, say: Callable[[str], None], after_s: float = TOLD_S) -> None:
        self._say, self._after_s = say, after_s
        self._told = False

    def heed(self, words: str, since_s: float) -> None:
        """Say a reason that has been there since then, by `time.monotonic`; again only after it was gone."""
        lasts = time.monotonic() - since_s > self._after_s
        if lasts and not self._told:
            self._say(words)
        self._told = lasts


class Adviser(ABC):
    """Advises for one run; what a step is, the sort of game decides.

    Attributes:
        seen_s: when the board was last seen.
    """

    def __init__(self, parts: AdviserParts) -> None:
        run = self.live = parts.run
        self.source, self.overlay, self.log = parts.source, parts.overlay, parts.log
        self.result, self.say = parts.result, parts.say
        self.policy = run.game.live_policy(run.policy_spec, run.rules)
        self.reader = open_reader(run.profile, run.profile_folder)
        self.seen_s = time.monotonic()
        self._absence = OnceTold(parts.say)
        self._closed_since: float | None = None
        self._told_of_unexplained = False

    @abstractmethod
    def step(self) -> None:
        """Look once; draw, or hold what the person did against what was drawn."""

    @abstractmethod
    def _withdraw(self) -> None:
        """Take the advice back: the board is out of sight, and another may come."""

    def grab(self) -> Frame | None:
        """Return what the window shows; None, and the advice is taken back, while it cannot be seen.

        Raises:
            EndRun: it stays closed.
        """
        try:
            frame = self.source.grab()
        except WindowLost as lost:
            self._withdraw()
            now = time.monotonic()
            if self.source.window.exists():
                self._closed_since = None
            elif self._closed_since is None:
                self._closed_since = now
            elif now - self._closed_since > self.live.settings.closed_s:
                patience = f"{self.live.settings.closed_s:.0f} s"
                raise EndRun(Ending(f"{lost}; gave up after {patience}")) from lost
            time.sleep(0.2)
            return None
        self._closed_since = None
        return frame

    def run(self, stopped: Callable[[], bool]) -> None:
        """Advise until enough moves are seen, the person stops it, or board or display are gone; always returns.

        The result, the recording's ending and its summary then tell how it went.
        """

        def step() -> None:
            if stopped():
                raise EndRun(Ending(STOP_KEY_PRESSED))
            self.result.end_when_over(self.live, self.seen_s)
            self._absence.heed("the board is not to be seen; advice goes on when it is", self.seen_s)
            try:
                self.step()
            except OverlayError as error:
                raise EndRun(Ending(str(error), fault=True)) from error

        ending = self.result.ending = run_to_its_end(step)
        self.log.ending(ending.reason, ending.fault)
        self.log.summary(self.result.document(self.live))

    def count(self, number: int, advised: int, made: Sequence[int]) -> None:
        """Take note of what the person did, as `SuggestResult.count`, and say what was advised and what played.

        That nothing explains it is said once: where the rules are others it would be said at every other move.
        """
        self.result.count(advised, made)
        game, rules = self.live.game, self.live.rules
        if made:
            agreed = advised in made
            played = "played the same" if agreed else f"played {game.move_words(rules, made[0])}"
        elif self._told_of_unexplained:
            return
        else:
            self._told_of_unexplained = True
            played = f"no single move by the rules {self.live.rules_name} explains the next board; {UNEXPLAINED}"
        self.say(f"{number}: advised {game.move_words(rules, advised)}; {played}")
