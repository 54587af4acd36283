"""The Grizzled: a game for the rules engine."""

from generator.games.grizzled.game import Grizzled

GAME = Grizzled
