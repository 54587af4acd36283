"""Move sentences: the legal moves of a position as plain orders, for people without the notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from generator.engine.state import State


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
