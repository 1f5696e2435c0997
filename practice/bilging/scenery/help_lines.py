"""How to play, for every look's panel."""

HELP = ("mouse or arrows: move", "click or space: swap", "P pause    R new game")
"""One line each."""
