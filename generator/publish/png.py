"""Loose images: a PNG of every face with its bleed, a list of the pieces, and an index page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from generator.base.errors import KitError
from generator.base.units import mm
from generator.press.html.frame import render
from generator.press.pieces.piece import in_mm
from generator.press.scene.items import Scene
from generator.publish.images import ImageRequest, whole_face
from generator.publish.job import ExportJob, components_with_one_back, picture_paths
from generator.publish.shop_limits import PngLimits

LIST = "pieces.csv"
INDEX = "index.html"
PAGE = Path(__file__).with_name("pictures.html.j2")


def export_pictures(job: ExportJob, limits: PngLimits) -> None:
    """Write all files.  Raises KitError for a resolution outside the limits."""
    dpi = limits.chosen(job.request.dpi)
    shared = components_with_one_back(job.pieces)
    requests: dict[str, ImageRequest] = {}
    files = {piece.id: picture_paths(piece, shared) for piece in job.pieces}
    for piece in job.pieces:
        front, back = files[piece.id]
        requests[front] = _face(piece.front, dpi, job.request.trim)
        if piece.back:
            requests[back] = _face(piece.back, dpi, job.request.trim)
    _check_pixels(requests.values(), limits)
    job.write_pictures("draw", requests, dpi)
    rows: list[tuple[object, ...]] = [
        ("piece", "title", "copies", "width mm", "height mm", "bleed mm", "front", "back")
    ]
    for piece in job.pieces:
        title, (front, back) = job.title(piece), files[piece.id]
        job.bundle.add_piece(piece, title=title, front=front, back=back)
        width, height = mm(piece.size.width), mm(piece.size.height)
        bleed = 0.0 if job.request.trim else mm(piece.bleed)
        rows.append((piece.id, title, piece.copies, width, height, bleed, front, back))
    job.bundle.add_table(LIST, rows)
    page = render(PAGE, job.kit.words, job=job, files=files, in_mm=in_mm)
    job.bundle.add_file(INDEX, page.encode(), "page")


def _face(scene: Scene, dpi: float, trim: bool) -> ImageRequest:
    """A face with its bleed, full to the corners as printers want it, or cut out along its trim."""
    if trim:
        return whole_face(scene, 0, dpi)
    return replace(whole_face(scene, scene.bleed, dpi), cut=None)


def _check_pixels(requests: Iterable[ImageRequest], limits: PngLimits) -> None:
    for request in requests:
        width, height = request.pixels
        if width * height > limits.pixels:
            message = (
                f'the picture of "{request.scene.name}" would have {width:,} × {height:,} pixels'
            )
            hint = "lower the resolution with --dpi, or export one part with --only"
            raise KitError(message, hint=hint, check="picture-too-large")
