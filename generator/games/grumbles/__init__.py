"""Turns the records of Grumbles and Goofs into the game: `GAME(records)` makes it."""

from generator.games.grumbles.game import Grumbles

GAME = Grumbles
