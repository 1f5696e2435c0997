"""Where every planner of Hypersonic begins: a position that its seat can act in, packed for the kernels."""

from engine.hypersonic import Rules, State, legal_moves
from engine.hypersonic.packed import Words, pack
from policy.decision import NoMove


def position_to_play(rules: Rules, state: State) -> Words:
    """Return a state packed, int64 (n,).

    Raises:
        NoMove: the game is over, the seat is dead, or a cell or a player's place is UNKNOWN.
    """
    if not legal_moves(rules, state).size:
        raise NoMove("hypersonic: the game is over for the seat, or not all of the board is known")
    return pack(state)
