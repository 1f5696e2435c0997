"""A game in progress: the engine's state and dice, and nothing that is not the engine's to decide."""

import math
from dataclasses import replace

from engine.bilging import PRESETS, Rules, State, Step, apply, idle, is_over, legal_moves, start
from engine.dice import dice
from practice.bilging.looks import COLS, ROWS
from practice.options import PracticeError, choose

SPECIAL_SHARES = (0.5, 0.25, 0.25)
"""How a wanted chance of specials is divided among crab, puffer fish and jellyfish (ours)."""


def find_rules(name: str, specials: float | None) -> Rules:
    """Return a preset ("" is the first), with another chance of specials if one is asked for.

    Raises:
        PracticeError: no such preset, a board that the window does not have, or a chance the rules refuse.
    """
    rules = choose("rules", name, PRESETS)
    if (rules.rows, rules.cols) != (ROWS, COLS):
        asked = f"rules {rules.name} have {rules.rows} rows and {rules.cols} columns"
        raise PracticeError(f"{asked}; Bilging's window shows {ROWS} rows of {COLS}, leave rows= and cols= away")
    if specials is None:
        return rules
    crab, puffer, jellyfish = (share * specials for share in SPECIAL_SHARES)
    try:
        return replace(rules, crab_rate=crab, puffer_rate=puffer, jellyfish_rate=jellyfish)
    except ValueError as error:
        raise PracticeError(str(error)) from error


def pair_at(x: float, y: float) -> tuple[int, int] | None:
    """Return (row, column of the left cell) of the pair under a point, or None off the board.

    The pair is the one whose shared edge lies nearest: on a 45 px board the pair (c, c + 1) from
    x = 45 c + 23 to 45 c + 67, as in the original client; the outermost half cells belong to the outermost pairs.

    Args:
        x, y: in cells from the board's top left.
    """
    if not (0 <= x < COLS and 0 <= y < ROWS):
        return None
    return int(y), min(max(math.floor(x - 0.5), 0), COLS - 2)


class Session:
    """One player's run of games under one set of rules; the same seed and swaps give the same games.

    Attributes:
        rules: as given.
        state: the present state.
        last_move: the last swap as the engine numbers it, or None.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self._dice = dice(seed)
        self.state: State = start(rules, self._dice)
        self.last_move: int | None = None

    def swap(self, row: int, col: int) -> tuple[State, int, Step] | None:
        """Swap (row, col) with its right neighbour; returns (state before, move, what it did), None if not allowed."""
        move = row * (COLS - 1) + col
        if is_over(self.rules, self.state) or move not in legal_moves(self.rules, self.state):
            return None
        before = self.state
        step = apply(self.rules, before, move, self._dice)
        self.state, self.last_move = step.state, move
        return before, move, step

    def stall(self) -> None:
        """Let one stall's worth of idle seconds pass."""
        self.state = idle(self.rules, self.state, self.rules.idle_seconds)

    def restart(self) -> None:
        """Begin a new game with the same dice rolling on."""
        self.state, self.last_move = start(self.rules, self._dice), None

    @property
    def over(self) -> bool:
        """Whether the rules say that the game has ended."""
        return is_over(self.rules, self.state)
