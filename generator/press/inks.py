"""Turns how much ink there is into the word for it, where nothing else of a look is needed."""

from __future__ import annotations

from typing import Literal, TypeAlias

Ink: TypeAlias = Literal["full", "low"]
"""How much ink a kit is printed with; low: no large coloured areas."""
