"""Joins the rooms: the register of games, the observe-decide-act loop, the commands."""
