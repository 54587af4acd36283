"""Turns each decision into a few words that say what it is about, for one who decides at a screen."""

from __future__ import annotations

from collections.abc import Mapping

QUESTIONS: Mapping[str, str] = {
    "draft": "draft your team",
    "build": "build your deck: leave out a card",
    "line": "arrange your line, from column 1 to 3",
    "activate": "activate a gruff",
    "play": "play cards, or stop",
    "tactic": "a tactical action for the active gruff",
    "host": "choose the gruff that the card goes to",
    "choose": "choose a gruff for the effect",
    "may": "use the effect?",
    "strip": "choose a card on the gruff",
    "recover": "choose a card of your discard pile",
    "discard": "discard a card for the effect",
    "trim": "too many cards in hand: discard one",
}
"""By the name of the step."""
SIGNS = "M Mean, W Weird, F Fat; A1 to A3 and B1 to B3 the columns; [ ] a card on a gruff"
"""What the signs beside the gruffs mean."""
