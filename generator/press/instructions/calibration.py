"""Calibration sheet: shows how far off its fronts a printer places backs.

The sheet has two pages.  Held against the light, it shows the lines of the front through the back;
there one reads off the offset that makes the backs of every kit meet their fronts.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeAlias

from generator.base.atomic_output import staging
from generator.base.errors import KitError
from generator.base.units import MM, Size
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.imposition.offset import NO_OFFSET, Offset
from generator.press.imposition.registration import offset_back
from generator.press.library import papers
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paper import Paper, paper_named
from generator.press.pieces.piece import in_mm
from generator.press.scene.items import Scene
from generator.press.templates.style import shared_renderer

TEMPLATE = "calibration.xml"
TITLE, SUBJECT = "Calibration sheet", "How far a printer lays backs off their fronts"
MIN_SIZE = Size(205 * MM, 270 * MM)
"""Minimum size of the paper: room for the scales, the rulers and the words."""
Duplex: TypeAlias = Literal["long-edge", "short-edge"]


def calibrate(
    paper: str,
    backs: Duplex,
    out: Path,
    offset: Offset = NO_OFFSET,
    roots: KitSearchPath = BUILT_IN,
    words: Translator = UNTRANSLATED,
) -> Path:
    """Write the sheet into the folder `out`, with its back moved by the offset; returns the file.

    Raises KitError for an unknown paper or one that is printed on one side only, and CheckFailed if
    `words` lack a translation of the sheet.
    """
    sheet = paper_named(paper, papers(roots.shared()))
    front, back = calibration(sheet, backs, roots, words)
    name = "-".join(filter(None, ("calibration", sheet.name, backs, words.language)))
    file = f"{name}.pdf"
    info = DocumentInfo(words.text(TITLE), words.language or "en", subject=words.text(SUBJECT))
    words.check()
    with staging(out) as stage:
        stage.write(file, paint_pdf((front, offset_back(back, offset)), info))
        stage.finish(file)
    return out / file


def calibration(
    paper: Paper, backs: Duplex, roots: KitSearchPath = BUILT_IN, words: Translator = UNTRANSLATED
) -> tuple[Scene, Scene]:
    """The front and the back of the sheet, as large as the paper.

    Raises KitError for a roll, and for a paper too small to measure on.
    """
    if paper.roll:
        message = f'paper "{paper.name}" is a roll, which is printed on one side only'
        hint = "choose the paper that you print backs on"
        raise KitError(message, hint=hint, check="calibration-paper")
    size = Size(paper.width, paper.height)
    if size.width < MIN_SIZE.width or size.height < MIN_SIZE.height:
        raise KitError(
            f'paper "{paper.name}" is too small for the calibration sheet, which needs {in_mm(MIN_SIZE)}',
            hint="measure with a larger one: the offset of a printer is the same for all",
            check="calibration-paper",
        )
    sheet = replace(paper, leaf_size=None)
    renderer = shared_renderer(
        sheet, {"edge": backs.removesuffix("-edge")}, roots=roots, words=words
    )
    front, back = (renderer.render(TEMPLATE, {"side": s}, s) for s in ("front", "back"))
    return front, back
