"""Planners, one folder a game; searches that know no game stand in `policy.search`."""
