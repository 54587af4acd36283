"""Evaluation of positions, for bots."""
