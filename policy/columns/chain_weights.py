"""The tuned weights of the chain builder's value.

Found by an evolution strategy (separable CMA-ES: Ros and Hansen, PPSN 2008) on the mean score a piece of games of the
player that looks at the two known pieces alone; games of other seeds than those whose scores docs/results.md reports.
Weights that scored as much in games of 450 pieces but lost one game of 1,000 in thirty were not taken. `crowded` is set
by hand: with it one thirtieth as many pieces meet a board four fifths full, for 1.5 % of the score.
"""

from typing import Final

from policy.columns.chain_value import Weights

WEIGHTS: Final = Weights(
    expected=0.44,
    best=0.645,
    root=-3.1,
    jewels=19.0,
    crowded=-10.0,
    highest=-2.82,
    danger=-9.92,
    pairs=1.51,
    steps=-1.1,
    triggers=-2.8,
    edges=-4.04,
    growth=5.25,
    rest=3.3,
    buried=-8.9,
)
"""Found on `jewel`, whose points grow with the step of a chain, and taken for all rules."""
