"""Grunt, Growl, and Tear: `GAME(records)` makes the game of the kit's records."""

from generator.games.ggt.game import Ggt

GAME = Ggt
