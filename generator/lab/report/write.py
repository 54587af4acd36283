"""Turns a document into the files that are asked for: PDF or HTML, by their names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.base.atomic_output import prove_writable, write_whole
from generator.base.errors import Fault, KitError, Place, did_you_mean
from generator.base.text_files import shown_name
from generator.kit.load import Kit
from generator.lab.report.document import Document
from generator.press.library import papers
from generator.press.paper import paper_named
from generator.press.pieces.faces import Faces
from generator.press.templates.style import look

PDF, HTML = ".pdf", ".html"
KINDS = (PDF, HTML)


def prove_makeable(paths: Sequence[Path]) -> None:
    """Raises KitError now for a file that could not be written later, or is of no kind we know."""
    faults: list[Fault] = []
    for path in paths:
        try:
            if path.suffix.lower() not in KINDS:
                says = f'a report is no "{path.suffix}" file'
                hint = did_you_mean(path.suffix, KINDS)
                raise KitError(says, place=Place(shown_name(path)), hint=hint)
            prove_writable(path)
        except KitError as error:
            faults += error.faults
    if faults:
        raise KitError(faults)


def make(document: Document, paths: Sequence[Path], kit: Kit, paper: str = "a4") -> None:
    """Writes the document into each of these files, each whole or not at all.  Raises KitError."""
    sheet = paper_named(paper, papers(kit.folders.shared))
    renderer = Faces(kit, look(kit, ink="full", paper=sheet)).renderer
    for path in paths:
        if path.suffix.lower() == PDF:
            from generator.lab.report.to_pdf import paint_pages  # slow to import

            content = paint_pages(document, kit, renderer, sheet)
        else:
            from generator.lab.report.to_html import paint_html  # slow to import

            content = paint_html(document, kit, renderer)
        write_whole(path, content)
