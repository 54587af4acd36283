"""Showcase: pictures that show a kit to people, and leaflets for publishers and playtesters.

Each picture is a template: `showcase-cover.xml` and those beside it are shared, and a kit's own add to
them or replace them.  A millimetre of a template is ten pixels, unless `--dpi` says otherwise.  A
leaflet, `sell-sheet.xml` or `feedback.xml`, is a page in a file for every paper.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from generator.base.errors import KitError
from generator.base.units import MM, mm
from generator.press.instructions.packing_list import lines_of
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.pieces.piece import Piece, pieces_of
from generator.press.request import FEEDBACK, SELL_SHEET
from generator.press.scene.items import Path, Scene
from generator.press.scene.paths import rectangle
from generator.publish.images import limited_dpi, whole_face
from generator.publish.job import ExportJob
from generator.publish.shapes import is_net
from generator.publish.shop_limits import LeafletLimits, ShowcaseLimits

T = TypeVar("T")

PREFIX = "showcase-"
"""The first letters of the names of its templates."""
HAND = 5
"""Pieces in a hand, of the component with most different ones."""
MOST = 48
"""Most pieces in the picture of all kinds, so that each can be recognised."""
EVENNESS = 0.5
"""How far sizes are made alike there: 0 is true proportion, in which a board leaves cards no room."""
CARD = 88 * MM
"""The longer side of a usual card, in points."""
GAP = 5.0
"""Millimetres between pieces there."""
SHAPE = 4 / 3
"""Width of all of them, of the height, in a picture of their own."""


def export_showcase(job: ExportJob, limits: ShowcaseLimits) -> None:
    """Write a picture for each template.

    Raises KitError with the line of a template, and for a resolution or pictures outside the limits.
    """
    dpi = limits.chosen(job.request.dpi)
    names, variables = _templates(job), showcase_variables(job)
    render = job.faces.renderer.render
    scenes = {name: render(f"{PREFIX}{name}.xml", variables, name, printed=False) for name in names}
    requests = {
        f"{name}.png": whole_face(scene, 0, limited_dpi(scene.size, dpi, limits.side))
        for name, scene in scenes.items()
    }
    total = sum(math.prod(request.pixels) for request in requests.values())
    if total > limits.pixels:
        message = f"the pictures would have {total:,} pixels, more than {limits.pixels:,}"
        hint = "lower the resolution with --dpi, or make them fewer or smaller"
        raise KitError(message, hint=hint, check="picture-too-large")
    job.write_pictures("draw", requests)
    for piece in job.pieces:
        job.bundle.add_piece(piece, title=job.title(piece))


def showcase_variables(job: ExportJob, shape: float = SHAPE) -> dict[str, Any]:
    """What the templates know of a kit's pieces; `shape` is the width of them all, of the height."""
    kinds = [(component, different(pieces)) for component, pieces in job.components()]
    groups = to_show([pieces for _, pieces in kinds])
    return {
        "components": [
            {"id": component.id, "title": component.title, "pieces": [*map(shown, pieces)]}
            for component, pieces in kinds
        ],
        "hand": [*map(shown, spread(max(groups, key=_rank), HAND))],
        "wall": wall(groups, shape),
    }


def _templates(job: ExportJob) -> list[str]:
    """The names of the pictures, sorted."""
    files = (path for folder in job.kit.folders.templates for path in folder.glob(f"{PREFIX}*.xml"))
    return sorted({path.stem.removeprefix(PREFIX) for path in files})


def shown(piece: Piece) -> dict[str, Any]:
    """A piece for templates: what `<use>` needs to draw it, and its size in millimetres."""
    return {
        **{"component": piece.component, "id": piece.row},
        **{"width": mm(piece.size.width), "height": mm(piece.size.height)},
        **{"copies": piece.copies, "back": piece.back is not None, "bare": is_bare(piece.front)},
    }


def is_bare(face: Scene) -> bool:
    """Whether a sheet has no ground of its own, so that it needs white paper under it."""
    match face.items[:1]:
        case (Path(outline=outline, fill=fill),) if fill and outline == rectangle(face.box):
            return False
    return face.trim is None and not face.bleed


def different(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, without those that look like an earlier one from the front."""
    found: dict[Scene, Piece] = {}
    for piece in pieces:
        found.setdefault(piece.front, piece)
    return [*found.values()]


def to_show(groups: Sequence[list[Piece]]) -> Sequence[list[Piece]]:
    """The groups of pieces without those that people own already and flat boxes; all if no others."""
    chosen = (group for group in groups if not (group[0].instead or is_net(group[0].front)))
    return [*chosen] or groups


def _rank(group: Sequence[Piece]) -> tuple[float, ...]:
    """How well the pieces of a component show a kit as a hand: of a card's size, and many."""
    longest, area = max(group[0].size), math.prod(group[0].size)
    return longest <= 1.5 * CARD, min(len(group), HAND), round(min(area, CARD**2 / 2)), len(group)


def wall(groups: Sequence[Sequence[Piece]], shape: float = SHAPE) -> Mapping[str, Any]:
    """Some pieces of every component, side by side in a box of that shape: places in millimetres."""
    each = next(
        count
        for count in range(max(map(len, groups)), 0, -1)
        if count == 1 or sum(min(count, len(group)) for group in groups) <= MOST
    )
    pieces = [_evened(shown(piece)) for group in groups for piece in spread(group, each)]
    pieces.sort(key=lambda piece: -piece["height"])
    widths = [piece["width"] + GAP for piece in pieces]
    least, most = max(widths), sum(widths)
    tries = [least + (most - least) * step / 200 for step in range(201)]
    walls = [_shelves(pieces, width) for width in tries]
    return min(walls, key=lambda wall: max(wall["width"], wall["height"] * shape))


def _evened(piece: Mapping[str, Any]) -> dict[str, Any]:
    """The piece, scaled towards the size of a card."""
    scale = (mm(CARD) / max(piece["width"], piece["height"])) ** EVENNESS
    return {**piece, "width": piece["width"] * scale, "height": piece["height"] * scale}


def spread(pieces: Sequence[T], count: int) -> list[T]:
    """At most `count` of the pieces, evenly spread over all of them."""
    if len(pieces) <= count:
        return [*pieces]
    return [pieces[index * len(pieces) // count] for index in range(count)]


def _shelves(pieces: Sequence[Mapping[str, Any]], width: float) -> Mapping[str, Any]:
    """The pieces on shelves of a width, the highest on the first; each shelf is centred."""
    shelves: list[list[Mapping[str, Any]]] = [[]]
    used = 0.0
    for piece in pieces:
        if shelves[-1] and used + piece["width"] > width:
            shelves.append([])
            used = 0.0
        shelves[-1].append(piece)
        used += piece["width"] + GAP
    wide = max(sum(piece["width"] + GAP for piece in shelf) for shelf in shelves) - GAP
    places, top = [], 0.0
    for shelf in shelves:
        left = (wide - sum(piece["width"] + GAP for piece in shelf) + GAP) / 2
        high = shelf[0]["height"]
        for piece in shelf:
            places.append({**piece, "x": left, "y": top + (high - piece["height"]) / 2})
            left += piece["width"] + GAP
        top += high + GAP
    return {"width": wide, "height": top - GAP, "places": places}


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
