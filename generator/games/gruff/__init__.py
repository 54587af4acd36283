"""Gruff: `GAME(records)` makes the game of the kit."""

from generator.games.gruff.game import GruffGame

GAME = GruffGame
