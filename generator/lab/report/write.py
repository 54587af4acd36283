"""Writing of a report to PDF or HTML files, by their suffixes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.base.atomic_output import check_can_write, write_whole
from generator.base.errors import Fault, KitError, Place, collected, did_you_mean, raise_faults
from generator.base.text_files import shown_name
from generator.kit.load import Kit
from generator.lab.report.document import ReportDocument
from generator.press.library import papers
from generator.press.paper import paper_named
from generator.press.pieces.faces import FaceSet
from generator.press.templates.style import style_of

PDF, HTML = ".pdf", ".html"
SUFFIXES = (PDF, HTML)


def check_writable(paths: Sequence[Path]) -> None:
    """Raise KitError for each file that cannot be written or has an unknown suffix."""
    faults: list[Fault] = []
    for path in paths:
        with collected(faults):
            if path.suffix.lower() not in SUFFIXES:
                message = f'a report cannot be a "{path.suffix}" file'
                hint = did_you_mean(path.suffix, SUFFIXES)
                place = Place(shown_name(path))
                raise KitError(message, place=place, hint=hint, check="option-value")
            check_can_write(path)
    raise_faults(faults)


def write_report(
    document: ReportDocument, paths: Sequence[Path], kit: Kit, paper: str = "a4"
) -> None:
    """Write the document to each of these files, each whole or not at all.  Raises KitError."""
    sheet = paper_named(paper, papers(kit.folders.shared))
    renderer = FaceSet(kit, style_of(kit, paper=sheet)).renderer
    for path in paths:
        if path.suffix.lower() == PDF:
            from generator.lab.report.output.to_pdf import report_pdf  # slow to import

            content = report_pdf(document, kit, renderer, sheet)
        else:
            from generator.lab.report.output.to_html import report_html  # slow to import

            content = report_html(document, kit, renderer)
        write_whole(path, content)
