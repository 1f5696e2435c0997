"""Moves out: gestures, the hand, the safety envelope, the overlay."""
