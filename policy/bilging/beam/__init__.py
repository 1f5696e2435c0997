"""Beam search over sequences of swaps, new pieces unknown."""

from policy.bilging.beam.player import BeamPolicy

__all__ = ["BeamPolicy"]
