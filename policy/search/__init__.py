"""Searches that know no game; each game brings three kernels (`policy.search.game`)."""
