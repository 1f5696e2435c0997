"""Hypersonic: an action is at most two key presses within a turn; what the overlay draws of it.

Which key does what is in the profile (`ArenaKeysSection`).
"""

from collections.abc import Sequence

from control.gesture import Chord, Point
from control.sketch import Box, Sketch
from engine.hypersonic import MOVES, STEP_X, STEP_Y, Rules, State, X, Y, advance
from vision.lattice import Lattice
from vision.profile import Profile

MOVE_KEYS = ("", "left", "right", "up", "down")
"""Field of the profile's keys for each move, STAY to DOWN; a person is told of them by these words too."""
BOMB_KEY = "bomb"
"""The same for placing a bomb."""
RIM = 0.06
"""Width of the lines, in cells."""
SHOWN_AHEAD = 12
"""Actions of an expected line that are drawn at most: what comes later depends on others too much."""


def words(action: int) -> str:
    """Return an action as a person would say it, such as "bomb, left"."""
    return ", ".join(_pressed(action)) or "stay"


def gesture(action: int, profile: Profile) -> Chord | None:
    """Return the keys of an action, the bomb before the arrow; None where nothing is to be pressed.

    Together they take no longer than one: of a short round little is left once its board has come to rest.

    Raises:
        ValueError: a profile without an arena, or without a key that is needed.
    """
    if profile.arena is None:
        raise ValueError("expected a profile with an arena and its keys; calibrate again")
    wanted = _pressed(action)
    names = tuple(str(getattr(profile.arena.keys, what)) for what in wanted)
    if "" in names:
        raise ValueError(f"the profile names no key for '{wanted[names.index('')]}'; write it under [arena.keys]")
    return Chord(names) if names else None


def sketch(rules: Rules, state: State, line: Sequence[int], text: str, profile: Profile) -> Sketch:
    """Return what the overlay draws: the way the player should go, the step to make now strong, bombs to come dim.

    Args:
        rules: the preset.
        state: in which the first action is to be made.
        line: the actions the planner expects, the advised one first; not empty.
        text: what is said of it.
        profile: of the window.
    """
    lattice = profile.lattice
    here = _cell(state)
    stay = [0] * len(state.players)
    after, bombs, cells = state, [], [here]
    for action in line[:SHOWN_AHEAD]:
        if action >= MOVES:
            bombs.append(_cell(after))
        stay[state.seat] = int(action)
        after = advance(rules, after, stay).state
        cells.append(_cell(after))
    first = int(line[0])
    step = (here[0] + STEP_X[first % MOVES], here[1] + STEP_Y[first % MOVES])
    placing = (_box(lattice, here),) if first >= MOVES else ()
    later = dict.fromkeys(cell for cell in (*bombs, cells[-1]) if cell != here)
    said = ", ".join(filter(None, (BOMB_KEY if placing else "", text)))
    return Sketch(
        boxes=placing,
        dim_boxes=tuple(_box(lattice, cell) for cell in later),
        arrow=(_middle(lattice, here), _middle(lattice, step)) if step != here else None,
        text=said,
        text_at=(lattice.x + here[0] * lattice.pitch_x, max(0.0, lattice.y + (here[1] - 0.3) * lattice.pitch_y)),
        stroke=max(2.0, RIM * min(lattice.pitch_x, lattice.pitch_y)),
    )


def _pressed(action: int) -> list[str]:
    """Return the fields of the profile's keys that an action presses, in order."""
    both = BOMB_KEY if action >= MOVES else "", MOVE_KEYS[action % MOVES]
    return [key for key in both if key]


def _cell(state: State) -> tuple[int, int]:
    body = state.players[state.seat]
    return int(body[X]), int(body[Y])


def _middle(lattice: Lattice, cell: tuple[int, int]) -> Point:
    return lattice.x + (cell[0] + 0.5) * lattice.pitch_x, lattice.y + (cell[1] + 0.5) * lattice.pitch_y


def _box(lattice: Lattice, cell: tuple[int, int]) -> Box:
    return Box(
        lattice.x + cell[0] * lattice.pitch_x,
        lattice.y + cell[1] * lattice.pitch_y,
        lattice.pitch_x,
        lattice.pitch_y,
    )
