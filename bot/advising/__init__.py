"""Advice while a person plays: what is drawn, and how often they agreed."""
