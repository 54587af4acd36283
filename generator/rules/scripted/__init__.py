"""Turns `turns.yaml`, the turns of a game written as data, into a game that can be played.

The way through: `script` reads the file, `names` holds its names against each other, `program`
makes a list of instructions of its steps, `machine` carries them out, and `game` is the whole.
"""
