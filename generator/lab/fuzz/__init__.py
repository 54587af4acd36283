"""Fuzzing of rules: searches for situations that no rule settles.

Adversaries (`adversaries`) play many games, and every position is checked for faults
(`monitored_game`).  Each finding is shrunk (`shrink`) to a small game and written as an example that
replays it, with a question for the designer to answer (`example`).
"""
