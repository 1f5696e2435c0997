"""An example midgame for two, three and four players, from which table 1's random games begin.

Each came about in 50 rounds of simple players who placed bombs beside boxes and kept a way out.
"""

from typing import Final

MIDGAME: Final[dict[int, str]] = {
    2: """\
hypersonic seat 0 round 50 quiet 0 boxless -1
.......2.21..
.X.X.X.X.X1X.
r..b.....2..r
.X.X.X.X.X.X.
.....0.00....
.X.X.X.X.X.X.
....00.00....
.X.X.X.X.X.X.
1..2.....b...
.X1X.X.X.X1X.
..12.2.2.2r..
player 2 0 0 5 7 0
player 12 4 1 4 4 0
bomb 0 5 0 2 5
bomb 0 3 0 7 5
""",
    3: """\
hypersonic seat 0 round 50 quiet 0 boxless -1
.....b.2.2...
.X1X.X.X.X.X.
...b.....b...
.X.X.X.X.X.X.
.....0.0.....
.X.X.X.X.X.X.
....00.0.....
.X.X.X.X.X.X.
1..2.....2...
.X1X.X.X.X1X.
..12.2.2.b...
player 6 3 1 5 6 0
player 12 2 0 5 5 0
player 10 2 0 6 4 0
bomb 2 10 0 4 5
bomb 0 4 2 5 5
bomb 1 11 4 6 5
""",
    4: """\
hypersonic seat 0 round 50 quiet 0 boxless -1
.............
.X.X1X.XrX.X.
...0.........
bX2X2X.X2X.X2
..01.....1...
.X.X.X.X.X.X.
..01.....10..
.X2X2X.X2XbX2
...0........r
.X.XrX.XrX.X.
.............
player 0 0 0 4 3 0
player 10 8 0 3 5 0
player 10 1 0 4 6 0
player 1 4 0 4 4 0
bomb 2 12 1 1 4
bomb 3 0 8 1 4
bomb 0 0 2 3 4
bomb 2 12 0 3 4
bomb 1 8 8 4 3
bomb 3 0 6 4 4
""",
}
"""By the number of players, as `engine.hypersonic.to_text` writes it."""
