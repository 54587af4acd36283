"""Registration marks: squares and angles in the corners of a sheet, by which a cutting machine finds it."""

from __future__ import annotations

from collections.abc import Iterable

from generator.press.cutter import Mark
from generator.press.scene.items import Outline, Path
from generator.press.scene.paths import polygon, rectangle

INK = "#000000"
"""Sensors look for black."""


def registration_marks(marks: Iterable[Mark]) -> Path | None:
    """The marks as one black path; None without any."""
    outline = tuple(segment for mark in marks for segment in mark_outline(mark))
    return Path(outline, fill=INK) if outline else None


def mark_outline(mark: Mark) -> Outline:
    """The closed outline of a mark, on the sheet."""
    if mark.shape == "square":
        return rectangle(mark.box)
    x, y, width, height = mark.box
    left, top = mark.corner.endswith("left"), mark.corner.startswith("top")
    corner_x, end_x = (x, x + width) if left else (x + width, x)
    corner_y, end_y = (y, y + height) if top else (y + height, y)
    inner_x = corner_x + (mark.thickness if left else -mark.thickness)
    inner_y = corner_y + (mark.thickness if top else -mark.thickness)
    return polygon(
        (
            (corner_x, corner_y), (end_x, corner_y), (end_x, inner_y),
            (inner_x, inner_y), (inner_x, end_y), (corner_x, end_y),
        )
    )  # fmt: skip
