"""How much the last decision's search looked at (paper, figures 3 and 4)."""

from typing import Final, NamedTuple


class LastSearch(NamedTuple):
    """Figures of the player's own search; those for its opponents are not among them.

    Attributes:
        simulations: what the search calls one: games from the tree, plans evaluated, or actions judged.
        depth: rounds from the root to the deepest position, or in the longest plan.
    """

    simulations: int
    depth: int


NO_SEARCH: Final = LastSearch(0, 0)
"""Nothing was searched: before the first decision, or where a rule decides."""
