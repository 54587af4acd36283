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
    run_start = run_gap = 0.0  # where the run starts; the space between its words
    atoms = _joined_atoms(paragraph, line)
    if paragraph.bidirectional:
        atoms = _visual_atoms(atoms, paragraph.right_to_left)
    for gap, atom in atoms:
        space = 0.0 if gap is None else gap * size + stretch
        x += space
        word = atom if isinstance(atom, Word) else None
        if run and not (word and word.font is run[0].font and (space == run_gap or len(run) == 1)):
            pieces.append(RunPiece(run_start, tuple(run), run_gap))
            run = []
        if isinstance(atom, IconAtom):
            icon_size = size * (atom.look.scale if atom.look else 1.0)
            top = y - (ICON_SIZE - ICON_DROP) * icon_size
            width = atom.width * size
            pieces.append(IconPiece(x, top, ICON_SIZE * icon_size, atom.name, width, atom.look))
        elif run:
            run.append(atom)
            run_gap = space
        else:
            run, run_start, run_gap = [atom], x, 0.0
        x += atom.width * size
    if run:
        pieces.append(RunPiece(run_start, tuple(run), run_gap))
    return TextLine(y, tuple(pieces))


def _joined_atoms(paragraph: PreparedParagraph, line: LineSpan) -> list[tuple[float | None, Atom]]:
    """The atoms of a line, each with the space before it (None: joined to the one before).

    Joined text of one font comes as one word, with the hyphen that shows if the line ends in one.
    """
    first, end = line
    atoms: list[tuple[float | None, Atom]] = []
    word: Word | None = None  # the last atom if that is text
    for index in range(first, end):
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
    if word and end - 1 in paragraph.hyphens:
        gap, _ = atoms.pop()
        atoms.append((gap, word.font.word(word.text + "-")))
    return atoms


def _visual_atoms(
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
    visual: list[tuple[float | None, Atom]] = []
    part, owner, space = "", -1, None
    for character, place in [*visual_order(text, right), (" ", -1)]:
        index = owners[place] if place >= 0 else -1
        if character == " " or index != owner:
            visual += _part_atoms(part, owner, atoms, space)
            space = None if part else space
            part = ""
        if character == " ":
            space = atoms[index][0] if index >= 0 and visual else None
        else:
            part, owner = part + character, index
    return visual


def _part_atoms(
    part: str, owner: int, atoms: list[tuple[float | None, Atom]], space: float | None
) -> list[tuple[float | None, Atom]]:
    """A part of an atom, if any, with the space before it."""
    atom = atoms[owner][1]
    if not part:
        return []
    return [(space, atom.font.word(part) if isinstance(atom, Word) else atom)]
