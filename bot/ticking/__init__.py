"""Games that play a round for everybody at a fixed tick, whether a player has answered or not."""
