"""Turns a game into the gaps in its rules: where play finds something that no rule settles.

Many games are played by players who look for trouble (`adversaries`); every position is held
against what must never happen (`path`).  What is found is made as small as it goes (`shrink`) and
becomes an example that replays, with the question that the designer has to answer (`example`).
"""
