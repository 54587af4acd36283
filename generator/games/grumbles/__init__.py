"""Grumbles and Goofs: a game for the rules engine."""

from generator.games.grumbles.game import Grumbles

GAME = Grumbles
