"""Compiles what a game on the platform needs, so that it is on disk when the first second counts: for `make setup`."""

from bot.platform.hypersonic_mind import HypersonicMind
from policy.hypersonic.players import POLICIES


def warm_up() -> None:
    """Load every planner once; what is not compiled yet takes a minute or two."""
    for name in POLICIES:
        HypersonicMind(name, seed=0)


if __name__ == "__main__":
    warm_up()
