"""Turns each decision into a few words that say what it is about, for one who decides at a screen."""

from __future__ import annotations

from collections.abc import Mapping

QUESTIONS: Mapping[str, str] = {
    "take": "choose your monster",
    "place": "choose the space where you start, and the way you face",
    "act": "take an action, or end your turn",
    "consent": "a monster beside you wants to act: do you let it?",
    "card": "the Test: commit a card, flip one for Health, or add nothing",
    "free": "you have escaped: a free Move or Turn, or stop",
    "put": "where does what you pushed go?",
    "mend": "before you fight: heal how much, for Power?",
    "shield": "you lost: which limbs do you shield, for one Power each?",
    "rip": "you won: which limb do you tear off?",
    "land": "where does the limb land?",
    "again": "fight on?",
}
"""By the name of the step."""
