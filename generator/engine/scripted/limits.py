"""Limits of a scripted game's work, counted in steps of its interpreter."""

from __future__ import annotations

MAX_WORK = 1_000_000
"""Steps after which a game is assumed never to end; events and conditions of choices count as well."""
MAX_WEIGHED = 400_000
"""Steps that bots without a budget may spend in one game on weighing moves: each decision may spend
one part in `SHARE` of the rest."""
SHARE = 64
TRY = 10
"""Steps for trying a move; also the number of cards imagined in the time of one step."""
REDRAWS = 100
"""Most times that hidden cards are redrawn until whoever has to decide has a choice."""
LETTERS = 200
"""Letters of a position's text that take as long as one step."""
CHECKED = 64
"""Cards, or numbers of players, that are checked in the time of one step."""
STEPS = 50
"""Steps of expressions that take as long as one step of the interpreter."""
