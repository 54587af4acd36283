"""Turns the records of The Grizzled into the game: `GAME(records)` makes it."""

from generator.games.grizzled.game import Grizzled

GAME = Grizzled
