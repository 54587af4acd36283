"""Experiments of many games: stored in a file, played on several machines, measured and reported."""
