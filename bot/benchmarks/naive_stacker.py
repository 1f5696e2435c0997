"""Square Stacker and its depth-limited random search in plain Python, as a yardstick for the compiled ones.

Written as the paper's authors might have: the board as nested lists, a copy for every simulated game, every line
looked at after every move. It shares nothing with the kernels but the dice, so that both must choose the same moves.
"""

from typing import Final

from engine.square_stacker import EMPTY, State

Move = tuple[int, int, int]
"""Piece, row, column."""

MASK: Final = (1 << 64) - 1
LINES: Final = (
    *(((row, 0), (row, 1), (row, 2)) for row in range(3)),
    *(((0, col), (1, col), (2, col)) for col in range(3)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 2), (1, 1), (2, 0)),
)


class Rolls:
    """The project's dice in Python's integers: SplitMix64, as `engine.dice`."""

    def __init__(self, seed: int) -> None:
        self.word = seed & MASK

    def roll(self, sides: int) -> int:
        """Return an integer in 0..sides-1."""
        self.word = (self.word + 0x9E3779B97F4A7C15) & MASK
        word = self.word
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
        word ^= word >> 31
        return (word >> 32) * sides >> 32


class Emulator:
    """A game by the rules of preset `wpi`.

    Attributes:
        board: colour or EMPTY by row, column and size.
        hand: (colour, size) of each piece, None where it has been played.
        combo: scoring moves in a row.
        score: points.
    """

    def __init__(
        self, board: list[list[list[int]]], hand: list[tuple[int, int] | None], combo: int = 0, score: int = 0
    ) -> None:
        self.board = board
        self.hand = hand
        self.combo = combo
        self.score = score

    @classmethod
    def from_state(cls, state: State) -> "Emulator":
        """Return the game that an engine's state of one-size pieces shows."""
        hand: list[tuple[int, int] | None] = []
        for piece in state.hand.tolist():
            tiles = [(colour, size) for size, colour in enumerate(piece) if colour != EMPTY]
            hand.append(tiles[0] if tiles else None)
        return cls(state.grid.tolist(), hand, state.combo, state.score)

    def copy(self) -> "Emulator":
        """Return a game that can be played without changing this one."""
        board = [[list(cell) for cell in row] for row in self.board]
        return Emulator(board, list(self.hand), self.combo, self.score)

    def legal_moves(self) -> list[Move]:
        """Return the legal moves as (piece, row, column), ascending."""
        moves = []
        for index, piece in enumerate(self.hand):
            if piece is None:
                continue
            for row in range(3):
                for col in range(3):
                    if self.board[row][col][piece[1]] == EMPTY:
                        moves.append((index, row, col))  # noqa: PERF401 (a newcomer's loop)
        return moves

    def play(self, move: Move, rolls: Rolls) -> None:
        """Make a legal move: place, clear, score, deal."""
        index, row, col = move
        piece = self.hand[index]
        assert piece is not None
        colour, size = piece
        self.hand[index] = None
        self.board[row][col][size] = colour
        made = []
        for line in LINES:
            if (row, col) in line and all(colour in self.board[r][c] for r, c in line):
                made.append(line)  # noqa: PERF401
        full = all(slot == colour for slot in self.board[row][col])
        for line in made:
            for r, c in line:
                self.board[r][c] = [EMPTY if slot == colour else slot for slot in self.board[r][c]]
        if full:
            self.board[row][col] = [EMPTY, EMPTY, EMPTY]
        points = 3 * len(made) ** 2 + (5 if full else 0)
        self.combo = self.combo + 1 if points else 0
        self.score += points * self.combo
        if all(piece is None for piece in self.hand):
            self.hand = [(rolls.roll(6), rolls.roll(3)) for _ in range(3)]


def depth_limited_random_search(
    game: Emulator, rolls: Rolls, depth: int, games: int
) -> tuple[tuple[int, int, int], int]:
    """Return the move with the best mean score after `games` times `depth` random moves, and the moves simulated.

    Raises:
        IndexError: no legal move.
    """
    moves = game.legal_moves()
    totals = []
    simulated = 0
    for move in moves:
        after = game.copy()
        after.play(move, rolls)
        simulated += 1
        total = 0
        for _ in range(games):
            test = after.copy()
            for _ in range(depth):
                choices = test.legal_moves()
                if not choices:
                    break
                test.play(choices[rolls.roll(len(choices))], rolls)
                simulated += 1
            total += test.score
        totals.append(total)
    return moves[totals.index(max(totals))], simulated
