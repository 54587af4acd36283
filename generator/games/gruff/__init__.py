"""Turns the records of Gruff into the game: `GAME(records)` makes it."""

from generator.games.gruff.game import GruffGame

GAME = GruffGame
