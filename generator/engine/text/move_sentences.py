"""Move sentences: the legal moves of a position as plain orders, for people without the notation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from generator.engine.events import Event
from generator.engine.state import State
from generator.engine.text.event_text import Sentence

WORD = re.compile(r"[^\W_]+")
STEM = 4
"""Letters by which a word is known: `steps` for `step`."""


def move_sentences(state: State[Any]) -> Sequence[str]:
    """The sentence of each legal move; those about pieces that look alike are numbered."""
    sentences = [state.game.move_sentence(state, move) for move in state.legal_moves()]
    several, seen = Counter(sentences), Counter[str]()
    numbered = []
    for sentence in sentences:
        seen[sentence] += 1
        alike = several[sentence] > 1
        numbered.append(f"{sentence} ({seen[sentence]})" if alike else sentence)
    return numbered


def is_told(order: str, seat: int, events: Sequence[Event], sentences: Sequence[Sentence]) -> bool:
    """Whether the sentences about the events of a seat's move say all that its order says.

    They name all that the order names: pieces, squares, numbers.  Of an order without names, they
    have the verb and half of the other words, and report something that the seat did.
    """
    verb, *words = WORD.findall(order) or [""]
    told = [word.lower() for each in sentences for word in WORD.findall(each.text)]
    named = {word.lower() for word in words if word != word.lower() or not word.isalpha()}
    if named:
        return named <= {*told}
    others = [_is_among(word, told) for word in words if len(word) >= STEM]
    did = any(event.seat == seat for event in events)
    return did and _is_among(verb, told) and 2 * sum(others) >= len(others)


def _is_among(word: str, told: Sequence[str]) -> bool:
    stem = word.lower()[:STEM]
    return bool(stem) and any(each.startswith(stem) for each in told)
