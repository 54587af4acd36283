"""Turns each decision into a few words that say what it is about, for one who decides at a screen."""

from __future__ import annotations

from collections.abc import Mapping

QUESTIONS: Mapping[str, str] = {
    "pick": "pick a Grumble, and a square beside your home to put it on",
    "activate": "activate one of your Grumbles: a step, its power, both, or stay",
    "trade": "trade one of your Grumbles for the unused one",
}
"""By the name of the step."""
SIGNS = (
    "[ ] a home, * a star, o a regular Goof, ? an unseen Goof, R: and G: Grumbles of Red and Green"
)
"""What the signs on the board mean."""
