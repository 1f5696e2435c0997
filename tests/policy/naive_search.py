"""The searches once more, slowly, through the game's own functions: no kernel of the planners, no pruning."""

import engine.bilging as bilging


def own_points(played: bilging.Cascade, chains: bool) -> float:
    """Points of a move as a planner counts them."""
    points = [stage.points for stage in played.stages]
    return float(sum(points) if chains else sum(points[:1]))


def after(rules: bilging.Rules, state: bilging.State, move: int) -> tuple[bilging.Cascade, bilging.State]:
    """A move, and the state it leaves with its holes open."""
    played = bilging.cascade(rules, state, move)
    return played, state._replace(board=played.board, water_px=played.water_px)


def moves_from(rules: bilging.Rules, state: bilging.State, last: int, locality: int) -> list[int]:
    """Legal moves of two different pieces within `locality` rows of the last move (negative: anywhere)."""
    across = rules.cols - 1
    return [
        move
        for move in bilging.legal_moves(rules, state).tolist()
        if state.board[move // across, move % across] != state.board[move // across, move % across + 1]
        and (locality < 0 or abs(move // across - last // across) <= locality)
    ]


def best_sum(
    rules: bilging.Rules, state: bilging.State, depth: int, chains: bool, locality: int = -1, last: int = 0
) -> float:
    """The most points of `depth` moves together."""
    if depth == 0:
        return 0.0
    return max(
        (value_of(rules, state, move, depth, chains, locality) for move in moves_from(rules, state, last, locality)),
        default=0.0,
    )


def value_of(
    rules: bilging.Rules, state: bilging.State, move: int, depth: int, chains: bool, locality: int = -1
) -> float:
    """The most points of `depth` moves of which `move` is the first."""
    played, next_state = after(rules, state, move)
    return own_points(played, chains) + best_sum(rules, next_state, depth - 1, chains, locality, move)


def first_break(rules: bilging.Rules, state: bilging.State, move: int, depth: int) -> float:
    """The most points of a first break within `depth` moves that begin with `move`; 0 without one."""
    played, next_state = after(rules, state, move)
    own = own_points(played, chains=False)
    if own or depth == 1:
        return own
    following = moves_from(rules, next_state, move, -1)
    return max((first_break(rules, next_state, each, depth - 1) for each in following), default=0.0)
