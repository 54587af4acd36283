"""Turns the records of Grudge into the game: `GAME(records)` makes it."""

from generator.games.grudge.game import Grudge

GAME = Grudge
