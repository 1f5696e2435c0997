"""How a game ends for a seat: what its place was, and which coming round is certain to be its last."""

import time
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.ticking.explaining import Codes, fits
from bot.ticking.rhythm import Rhythm
from engine.hypersonic import BOXES, DIED, State, X, advance, has_ended, ranking

STAY: Final = 0
"""The action of a player who presses nothing."""
LAST_S: Final = 0.3
"""After a game's last round has begun, and another might have, its board may take so long to show at rest."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game of the run ended for the bot.

    Attributes:
        turns: rounds played, as far as they were seen.
        place: 1 for the first; equal ones share.
        boxes: that its bombs hit.
        died: the round in which it died, 0 if it lived.
        result: "win", "tie" or "loss": alone in front, not alone, or behind.
    """

    turns: int
    place: int
    boxes: int
    died: int
    result: str


@dataclass(frozen=True, slots=True, eq=False)
class ForetoldEnd:
    """An end of the game that the coming round is certain to bring.

    Attributes:
        before: the round.
        after: what it leaves.
        until_s: when it is no longer waited for that it shows, by `time.monotonic`: `shows_by_s`.
    """

    before: State
    after: State
    until_s: float

    @property
    def overdue(self) -> bool:
        """Whether it was to be seen by now."""
        return time.monotonic() > self.until_s

    def refuted(self, rules: Any, codes: Codes, seen: State) -> bool:
        """Tell whether a picture that nothing explains shows that the game was not over.

        So it does where our player and another one are there after the round; no more is certain of its end then. Else
        it is no witness: the last board, before words lie over it, may be in motion or covered.

        Args:
            rules: the game's.
            codes: int8 (33, 13) of the picture.
            seen: the state that it shows by itself.
        """
        return not fits(self.before, codes) and outlived(rules, self.before, self.after, seen.players)


def finished_game(state: State) -> GameResult:
    """Return how a game ended that is over for the state's seat."""
    places, seat = ranking(state), state.seat
    alone = places.count(places[seat]) == 1
    result = "loss" if places[seat] > 1 else "win" if alone else "tie"
    body = state.players[seat]
    return GameResult(state.round, places[seat], int(body[BOXES]), int(body[DIED]), result)


def foretold_end(rules: Any, state: State, action: int, rhythm: Rhythm) -> ForetoldEnd | None:
    """Return the end that the coming round is certain to bring, None where it is not.

    Args:
        rules: the game's.
        state: before the round.
        action: the seat's.
        rhythm: tells when the round begins and ends.
    """
    after = certain_end(rules, state, action)
    if after is None:
        return None
    return ForetoldEnd(state, after, shows_by_s(rhythm))


def shows_by_s(rhythm: Rhythm) -> float:
    """Return when the board that the coming round leaves should have shown, by `time.monotonic`."""
    now = time.monotonic()
    return now + rhythm.left_s(now) + rhythm.tick_s + LAST_S


def certain_end(rules: Any, state: State, action: int) -> State | None:
    """Return what the coming round leaves if it ends the game for the seat whatever the others do, else None.

    Who dies in a round is certain before it, by the bombs that lie. Such an end may show for a moment only, or not at
    all, before words lie over it.

    Args:
        rules: the game's.
        state: before the round.
        action: the seat's.
    """
    actions = [STAY] * len(state.players)
    actions[state.seat] = action
    after = advance(rules, state, actions).state
    dead = after.players[:, DIED] != 0
    over = after.players[state.seat, DIED] or np.count_nonzero(~dead) <= 1 or runs_out(rules, after)
    return after if over else None


def runs_out(rules: Any, after: State) -> bool:
    """Tell whether a limit of rounds has been reached; that nobody moves is never certain."""
    return has_ended(rules, after._replace(quiet=0))


def outlived(rules: Any, before: State, end: State, seen: NDArray[np.int16]) -> bool:
    """Tell whether players are seen alive who should be dead, so that a foretold end did not come.

    It was foretold by what is known of ranges, and who placed a bomb is not always seen. No picture contradicts that a
    limit of rounds has been reached.

    Args:
        rules: the game's.
        before: the round that was taken for the last one.
        end: what it was to leave.
        seen: int16 (n, 6), the players of the picture after it.
    """
    alive = (seen[:, DIED] == 0) & (seen[:, X] >= 0)
    limit = runs_out(rules, end._replace(players=before.players))
    return not limit and bool(alive[before.seat]) and int(np.count_nonzero(alive)) > 1
