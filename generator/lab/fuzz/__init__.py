"""Fuzzing of rules: play that looks for situations which no rule settles.

Adversaries (`adversaries`) play many games; every position is checked for what must never happen
(`monitored_game`).  Each finding is shrunk (`shrink`) to a small game, and becomes an example that
replays it, with the question that the designer has to answer (`example`).
"""
