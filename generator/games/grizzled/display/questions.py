"""Turns each decision into a few words that say what it is about, for one who decides at a screen."""

from __future__ import annotations

from collections.abc import Mapping

QUESTIONS: Mapping[str, str] = {
    "take": "choose who you are; the Charm beside a name can be used once",
    "intensity": "you lead the Mission: how many cards does everybody get?",
    "turn": "one action: play a card, use your Charm, make a Speech, or withdraw with a Support tile",
    "reply": "a Speech was made: you may discard a card with the Threat that it names",
    "christmas": "Merry Christmas: discard a player's Hard Knock, or turn a used Charm up again",
    "benefit": "the Support is yours: discard Hard Knocks, or turn your Charm up again, or neither",
}
"""By the name of the step."""
