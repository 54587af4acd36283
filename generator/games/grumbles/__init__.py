"""Grumbles and Goofs: `GAME(records)` makes the game of the kit's records."""

from generator.games.grumbles.game import Grumbles

GAME = Grumbles
