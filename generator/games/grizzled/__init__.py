"""The Grizzled: `GAME(records)` makes the game of the kit's records."""

from generator.games.grizzled.game import Grizzled

GAME = Grizzled
