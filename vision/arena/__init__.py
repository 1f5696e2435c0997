"""Eyes for arenas that players walk through (Hypersonic): ground, bombs with their rounds, players over both."""
