"""What a player can do in a round, as one number."""

from typing import Final

ACTIONS: Final = 10
MOVES: Final = 5
"""An action is a move (STAY, LEFT, RIGHT, UP, DOWN), plus MOVES where a bomb is placed first."""

STEP_X: Final = (0, -1, 1, 0, 0)
STEP_Y: Final = (0, 0, 0, -1, 1)
"""Where each move leads."""
