"""Turns the records of Grunt, Growl, and Tear into the game: `GAME(records)` makes it."""

from generator.games.ggt.game import Ggt

GAME = Ggt
