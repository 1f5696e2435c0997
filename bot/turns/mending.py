"""Mends a move that got lost or was cut short: it is pressed again, or its rest, where the eyes can read the places."""

import time

from bot.playing.lookout import Look, Lookout
from bot.playing.reach import presses, unseen_places
from bot.turns.pending import Pending
from bot.turns.repeating import repeat, same_picture
from bot.turns.stepping_aside import step_aside
from control.gesture import Gesture


def make_again(pending: Pending, look: Look, lookout: Lookout) -> bool:
    """Make a lost move once more, or what of it may be missing; tell whether the window let it be made.

    Args:
        pending: the move; takes note of it.
        look: decided on.
        lookout: of the run.
    """
    ways = repeat(pending.gesture, pending.tries)
    gesture = next((way for way in ways if _is_read(way, look, lookout)), ways[0])
    if not _seen(gesture, look, lookout):
        return False
    if not lookout.act(gesture, look, repeat=True) and lookout.left_over is None:
        return False
    pending.tries, pending.mend = pending.tries + 1, gesture
    pending.unmoved &= same_picture(pending.look.frame, look.frame)
    pending.rest, pending.acted_s = lookout.left_over, time.monotonic()
    return True


def finish(pending: Pending, rest: Gesture, look: Look, lookout: Lookout) -> None:
    """Do the rest of a gesture: the game holds what was done of it, and would take another move for the rest.

    Args:
        pending: the move; takes note of it.
        rest: what is left to do.
        look: decided on.
        lookout: of the run.
    """
    if _seen(rest, look, lookout) and lookout.act(rest, look, repeat=True):
        pending.rest, pending.acted_s = None, time.monotonic()


def _seen(gesture: Gesture, look: Look, lookout: Lookout) -> bool:
    """Tell whether the eyes can read all that a gesture presses; waits a little if not: a dialog may lie there."""
    if _is_read(gesture, look, lookout):
        return True
    step_aside(look, lookout)
    lookout.blocked("a cell to be pressed cannot be read", seen=True)
    return False


def _is_read(gesture: Gesture, look: Look, lookout: Lookout) -> bool:
    unseen = unseen_places(look, lookout.reader.profile)
    return not unseen or not presses(gesture, unseen)
