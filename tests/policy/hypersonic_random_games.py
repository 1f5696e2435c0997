"""Positions of random games of Hypersonic, and who is lost there by trying everything, for the searches' tests."""

from engine.dice import dice, roll
from engine.hypersonic import DIED, FUSE, PRESET_FOR, PRESETS, State, advance, legal_actions, start
from engine.hypersonic.actions import MOVES
from engine.hypersonic.board import BOX, BOX_RANGE, IN_HAND, ITEM_RANGE, RANGE, X, Y
from engine.hypersonic.packed import pack
from policy.hypersonic.survivability import is_survivable
from policy.hypersonic.timeline import NO_END, timeline


def after_random_rounds(preset: str, rounds: int, seed: int) -> State:
    """The state after so many rounds, or the last one before it in which all could survive."""
    rules, rolls = PRESETS[preset], dice(seed)
    survivable = state = start(rules, rolls)
    for _ in range(rounds):
        legal = [legal_actions(state, player) for player in range(rules.players)]
        after = advance(rules, state, [int(each[roll(rolls, len(each))]) for each in legal]).state
        if (after.players[:, DIED] != 0).any():
            break
        state = after
        if all(is_survivable(pack(state), player, timeline(), NO_END) for player in range(rules.players)):
            survivable = state
    return survivable


def midgame(seed: int, rounds: int, players: int = 2) -> State:
    """A position in which all are alive, after so many random rounds; one in which somebody dies is drawn anew."""
    rules, rolls = PRESETS[PRESET_FOR[players]], dice(seed)
    state = start(rules, rolls)
    for _ in range(rounds):
        legal = [legal_actions(state, player) for player in range(players)]
        after = advance(rules, state, [int(each[roll(rolls, len(each))]) for each in legal]).state
        if (after.players[:, DIED] == 0).all():
            state = after
    return state


def close_fight(seed: int, players: int = 2) -> State:
    """A position of a random game in which all stand near each other, with bombs to spare."""
    rules, rolls = PRESETS[PRESET_FOR[players]], dice(seed)
    state = start(rules, rolls)
    for player in range(1, players):
        x, y = [(2, 0), (0, 2), (4, 0), (2, 2)][(seed + player - 1) % 4]
        state.players[player, [X, Y]] = x, y
        state.cells[y, x] = 0
    state.players[:, IN_HAND], state.players[:, RANGE] = 1 + roll(rolls, 3), 3 + roll(rolls, 4)
    for _ in range(seed % 9):
        legal = [legal_actions(state, player) for player in range(players)]
        after = advance(rules, state, [int(each[roll(rolls, len(each))]) for each in legal]).state
        if (after.players[:, DIED] != 0).any():
            break
        state = after
    return state


def without_items(state: State) -> State:
    """An item that is picked up no longer stops blasts; the looks ahead take the bombs as they lie."""
    cells = state.cells.copy()
    cells[cells >= ITEM_RANGE] = 0
    cells[cells >= BOX_RANGE] = BOX
    return state._replace(cells=cells)


def played(state: State, actions: dict[int, int]) -> State:
    """The state after a round in which these players act and the others stand still."""
    return advance(PRESETS["two"], state, [actions.get(player, 0) for player in range(len(state.players))]).state


def lives_to_the_end(state: State, player: int, end: int = NO_END) -> bool:
    """Play every sequence of steps without bombs to the end, or until all that lay has exploded."""
    at = {b"": state}
    for _ in range(min(FUSE, end - state.round)):
        reached = {}
        for each in at.values():
            steps = [action for action in legal_actions(each, player).tolist() if action < MOVES]
            for after in (played(each, {player: step}) for step in steps):
                if after.players[player, DIED] == 0:
                    reached[after.players[player, [X, Y]].tobytes() + after.cells.tobytes()] = after
        at = reached
    return bool(at)


def trapped_by_trying(state: State, action: int, end: int = NO_END, enemy: int = 1) -> bool:
    """Whether an enemy can do this and that after which no step of player 0's in between is survivable.

    Read as `is_trapped` has it: an enemy that dies in the first round traps nobody.
    """
    for theirs in legal_actions(state, enemy).tolist():
        first = played(state, {0: action, enemy: theirs})
        if first.players[0, DIED]:
            return True
        if first.round >= end:
            continue
        for follow in legal_actions(first, enemy).tolist():
            after = (played(first, {0: step, enemy: follow}) for step in range(MOVES))
            if not any(is_survivable(pack(each), 0, timeline(), end) for each in after):
                return True
    return False
