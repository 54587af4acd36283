"""Grudge: `GAME(records)` makes the game of the kit's records."""

from generator.games.grudge.game import Grudge

GAME = Grudge
