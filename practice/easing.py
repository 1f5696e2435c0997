"""How far a motion has come."""


def smooth(t: float) -> float:
    """Return where a motion that begins and ends slowly is after a share `t` of its time, both 0 to 1."""
    return t * t * (3 - 2 * t)
