"""Line placement: the clusters of one line as placed runs of words and icons, in points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from generator.press.text.bidi import visual_order
from generator.press.text.fonts import Word
from generator.press.text.line_breaking import (
    ICON_DROP,
    ICON_SIZE,
    Atom,
    IconAtom,
    LineSpan,
    PreparedParagraph,
)
from generator.press.text.looks import Look

_ICON = "\ufffc"
"""Placeholder for an icon while a line is put in order."""


@dataclass(frozen=True, slots=True)
class RunPiece:
    """Words of one font, `gap` points apart; the first begins at `x`."""

    x: float
    words: tuple[Word, ...]
    gap: float


@dataclass(frozen=True, slots=True)
class IconPiece:
    """An icon in a box `width` x `size`, whose upper left corner is (x, y)."""

    x: float
    y: float
    size: float
    name: str
    width: float
    look: Look | None = None


Piece: TypeAlias = RunPiece | IconPiece


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line: its baseline, and its content from left to right."""

    y: float
    pieces: tuple[Piece, ...]


def place_line(
    paragraph: PreparedParagraph, line: LineSpan, size: float, x: float, y: float, stretch: float
) -> TextLine:
    """The line set at `size`, from `x` on the baseline `y`; `stretch` points widen each space."""
    pieces: list[Piece] = []
    run: list[Word] = []
    run_at = run_gap = 0.0  # where the run starts; the space between its words
    atoms = _joined(paragraph, line)
    for gap, atom in _from_left(atoms, paragraph.right) if paragraph.turns else atoms:
        space = 0.0 if gap is None else gap * size + stretch
        x += space
        word = atom if isinstance(atom, Word) else None
        if run and not (word and word.font is run[0].font and (space == run_gap or len(run) == 1)):
            pieces.append(RunPiece(run_at, tuple(run), run_gap))
            run = []
        if isinstance(atom, IconAtom):
            high = size * (atom.look.scale if atom.look else 1.0)
            top = y - (ICON_SIZE - ICON_DROP) * high
            width = atom.width * size
            pieces.append(IconPiece(x, top, ICON_SIZE * high, atom.name, width, atom.look))
        elif run:
            run.append(atom)
            run_gap = space
        else:
            run, run_at, run_gap = [atom], x, 0.0
        x += atom.width * size
    if run:
        pieces.append(RunPiece(run_at, tuple(run), run_gap))
    return TextLine(y, tuple(pieces))


def _joined(paragraph: PreparedParagraph, line: LineSpan) -> list[tuple[float | None, Atom]]:
    """The atoms of a line, each with the space before it (None: joined to the one before).

    Joined text of one font comes as one word, with the hyphen that shows if the line ends in one.
    """
    first, after = line
    atoms: list[tuple[float | None, Atom]] = []
    word: Word | None = None  # the last atom if that is text
    for index in range(first, after):
        gap = paragraph.gaps[index] if atoms else None
        for atom in paragraph.clusters[index]:
            if isinstance(atom, IconAtom):
                word = None
            elif gap is None and word and word.font is atom.font:
                gap, _ = atoms.pop()
                atom = word = word.font.word(word.text + atom.text)
            else:
                word = atom
            atoms.append((gap, atom))
            gap = None
    if word and after - 1 in paragraph.hyphens:
        gap, _ = atoms.pop()
        atoms.append((gap, word.font.word(word.text + "-")))
    return atoms


def _from_left(
    atoms: list[tuple[float | None, Atom]], right: bool
) -> list[tuple[float | None, Atom]]:
    """The atoms of a line with right-to-left text, in drawing order."""
    text = ""
    owners: list[int] = []
    for index, (gap, atom) in enumerate(atoms):
        words = atom.text if isinstance(atom, Word) else _ICON
        words = words if gap is None else f" {words}"
        text += words
        owners += [index] * len(words)
    drawn: list[tuple[float | None, Atom]] = []
    part, owner, space = "", -1, None
    for character, place in [*visual_order(text, right), (" ", -1)]:
        of = owners[place] if place >= 0 else -1
        if character == " " or of != owner:
            drawn += _drawn(part, owner, atoms, space)
            space = None if part else space
            part = ""
        if character == " ":
            space = atoms[of][0] if of >= 0 and drawn else None
        else:
            part, owner = part + character, of
    return drawn


def _drawn(
    part: str, owner: int, atoms: list[tuple[float | None, Atom]], space: float | None
) -> list[tuple[float | None, Atom]]:
    """A part of an atom, if any, with the space before it."""
    atom = atoms[owner][1]
    if not part:
        return []
    return [(space, atom.font.word(part) if isinstance(atom, Word) else atom)]
