"""Board grids: the grids of `turns.yaml`, compared with those that the kit's templates draw."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.base.errors import Fault, Place
from generator.base.load_document import load_yaml, shown_name
from generator.base.text_files import read_text
from generator.engine.scripted import TURNS
from generator.kit.cells import SQUARES
from generator.kit.load import Kit
from generator.press.markup.elements import ELEMENTS
from generator.press.templates.source_lines import opening_tags

GRIDS = ("hexgrid", "squaregrid")


def board_grid_faults(kit: Kit) -> Iterator[Fault]:
    """Faults of grids whose cells no template names in this way, so that distances are wrong.

    Nothing is said if a template computes the names, or if none draws squares, or hexes.
    """
    path = kit.folders.data / TURNS
    boards = dict(_boards(kit)) if path.is_file() else {}
    if not boards or any("{" in written for drawn in boards for written in drawn):
        return
    turns = load_yaml(path)
    for group in ("rows", "tracks"):
        for name, each in (turns.data.get(group) or {}).items():
            grid = each.get("grid") if isinstance(each, dict) else None
            if not grid or (grid["names"], "yes" if grid.get("flat") else "no") in boards:
                continue
            squares = grid["names"] in SQUARES
            alike = ((key, at) for key, at in boards.items() if (key[0] in SQUARES) == squares)
            (names, flat), board = next(alike, (("", ""), None))
            if board is None:
                continue
            message = f'the grid differs from that of {board}: names="{names}" flat="{flat}"'
            place, hint = turns.place(group, name, "grid"), "write the same in both"
            yield Fault(message, place, f'"{name}"', hint, "grid-differs")


def _boards(kit: Kit) -> Iterator[tuple[tuple[str, str], Place]]:
    """How cells are named, and whether hexes are flat, in each grid of the kit's own templates."""
    for path in sorted(kit.folders.templates[0].glob("*.xml")):
        text = read_text(path, shown_name(path))
        for match, line, _ in opening_tags(text):
            name = match[1][1:]
            if name in GRIDS:
                tag = text[match.start() : text.find(">", match.end())]
                stated = dict(re.findall(r"""\b(names|flat)\s*=\s*["']([^"']*)""", tag))
                names = stated.get("names", ELEMENTS[name].attributes["names"].default)
                yield (str(names), stated.get("flat", "no")), Place(shown_name(path), line)
