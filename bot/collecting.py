"""Keeps the garbage collector out of games.

A full collection looks at every object that is loaded; with numba loaded these are some hundred thousand, and it takes
as long as two turns of the platform. It stops every thread, the one that takes the time of an answer too.
"""

import gc


def pass_over_what_is_loaded() -> None:
    """Collect once, and let later collections look only at what is made from now on. Cheap but for the first time."""
    gc.collect()
    gc.freeze()
