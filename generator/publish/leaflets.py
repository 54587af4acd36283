"""Leaflets about a kit: the sell sheet for publishers, and the feedback form for playtesters.

Each is a page in a file for every paper.  The templates, `sell-sheet.xml` and `feedback.xml`, are
shared; a kit's own of the same name replaces one.
"""

from __future__ import annotations

from generator.base.units import mm
from generator.press.instructions.packing_list import lines_of
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.pieces.piece import pieces_of
from generator.press.request import FEEDBACK, SELL_SHEET
from generator.publish.job import ExportJob
from generator.publish.shop_limits import LeafletLimits
from generator.publish.showcase import showcase_variables

TITLES = {SELL_SHEET: "Sell sheet", FEEDBACK: "Feedback form"}
"""In words that the templates have, too, so that catalogues know them."""
WALL, WALL_BELOW_TEXT = 1.3, 2.2
"""Width of the picture of all kinds of pieces on a sell sheet, of its height."""
NO_PITCH = (
    "the sell sheet has only what the kit says of itself; add `pitch` to game.yaml: a hook, "
    "what a turn is like, what is special, whom to write to"
)


def export_pitch(job: ExportJob, limits: LeafletLimits) -> None:
    """Write the sell sheet.  Raises KitError with the line of the template."""
    _write(job, limits, SELL_SHEET)
    if "pitch" not in job.kit.file.model_fields_set:
        job.bundle.notes.append(NO_PITCH)


def export_playtest(job: ExportJob, limits: LeafletLimits) -> None:
    """Write the feedback form.  Raises KitError with the line of the template."""
    _write(job, limits, FEEDBACK)


def _write(job: ExportJob, limits: LeafletLimits, name: str) -> None:
    """Write a leaflet for every paper.

    Its template gets what those of a showcase do, the `contents` of the box, each line with a `title`
    and its `copies`, and the size of the `page` and its `margin` in millimetres.
    """
    contents = [
        {"title": line.title, "copies": line.copies} for line in lines_of(pieces_of(job.parts))
    ]
    told = job.kit.file.pitch.turn or job.kit.file.pitch.special
    shape = WALL_BELOW_TEXT if told else WALL
    variables = {**showcase_variables(job, shape), "contents": contents}
    info = job.document_info(f"{job.kit.file.title}: {job.kit.words.text(TITLES[name])}")
    for step, (paper, (width, height)) in enumerate(limits.papers.items()):
        job.watch("draw", step, len(limits.papers))
        page = {"width": mm(width), "height": mm(height), "margin": mm(limits.margin)}
        template = f"{name}.xml"
        scene = job.faces.renderer.render(template, {**variables, "page": page}, name)
        content = paint_pdf([scene], info, limits.dpi)
        job.bundle.add_file(
            f"{job.kit.name}-{name}-{paper}.pdf", content, "leaflet", product=paper, pages=1
        )
    for piece in job.pieces:
        job.bundle.add_piece(piece, title=job.title(piece))
