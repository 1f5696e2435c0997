"""Games in progress: the engine's state and dice, and nothing that is not the engine's to decide."""

from dataclasses import replace
from typing import NamedTuple

from engine.columns import EMPTY, LENGTH, PRESETS, Rules, Stage, State, apply, is_over, legal_moves, stages, start
from engine.dice import dice
from practice.columns.falling import Codes
from practice.options import PracticeError


def find_rules(name: str, specials: float | None) -> Rules:
    """Return a preset ("" is the first), also with numbers changed, as "jewel:rows=13,colours=7".

    Args:
        name: as asked for.
        specials: chance of a magic piece, or None for the preset's own.

    Raises:
        PracticeError: no such preset, or a number that the rules refuse.
    """
    try:
        rules = PRESETS[name or next(iter(PRESETS))]
    except KeyError as error:
        raise PracticeError(str(error.args[0])) from None
    return rules if specials is None else replace(rules, magic=specials)


class Locked(NamedTuple):
    """What a piece did when it locked.

    Attributes:
        board: int8 (hidden + rows, cols), the piece in it, nothing vanished yet.
        stages: the chain, step by step.
        col: where the piece stands.
        piece: int8 (3,), as it stands, top to bottom.
    """

    board: Codes
    stages: tuple[Stage, ...]
    col: int
    piece: Codes


class Session:
    """One player's run of games under one set of rules; the same seed and placements give the same games.

    Args:
        rules: of every game.
        seed: decides every piece.

    Attributes:
        state: the present state; the piece in it enters or falls.
        game: number of the present game, from 1.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self._dice = dice(seed)
        self._stuck = False
        self.game = 1
        self.state: State = start(rules, self._dice)

    @property
    def over(self) -> bool:
        """Whether the present game has ended."""
        return self._stuck or is_over(self.rules, self.state)

    @property
    def level(self) -> int:
        """The present level."""
        return self.rules.level(self.state.jewels)

    def lock(self, col: int, piece: Codes) -> Locked:
        """Let the piece, turned as it is, stand in a column; the state is the one after it.

        A column without room for the piece ends the game.
        """
        state = self.state._replace(piece=piece, col=col)
        move = LENGTH * col
        if move not in legal_moves(self.rules, state):
            self._stuck = True
            return Locked(state.board, (), col, piece)
        board = state.board.copy()
        bottom = int((board[:, col] == EMPTY).sum())  # nothing floats in a column
        board[bottom - LENGTH : bottom, col] = piece
        steps = stages(self.rules, state, move)
        self.state = apply(self.rules, state, move, self._dice).state
        return Locked(board, steps, col, piece)

    def restart(self) -> None:
        """Begin a new game with the same dice rolling on."""
        self._stuck = False
        self.state = start(self.rules, self._dice)
        self.game += 1
