"""Loose images: a PNG of every face with its bleed, a list of the pieces, and an index page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from html import escape

from generator.base.errors import KitError
from generator.base.units import mm
from generator.press.pieces.piece import Piece, in_mm
from generator.press.scene.items import Scene
from generator.publish.images import ImageRequest, whole_face
from generator.publish.job import ExportJob, components_with_one_back, picture_paths
from generator.publish.shop_limits import PngLimits, load_limits

LIST = "pieces.csv"
INDEX = "index.html"

_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font-family: sans-serif; margin: 2em }}
figure {{ display: inline-block; margin: 0.5em; text-align: center; vertical-align: bottom }}
img {{ max-width: 11em; max-height: 11em; background: #ddd }}
figcaption {{ font-size: 0.8em; max-width: 22em }}
</style>
<h1>{title}</h1>
{body}
</html>
"""


def export_pictures(job: ExportJob) -> PngLimits:
    """Write all files; return the limits.  Raises KitError for a resolution outside the limits."""
    limits = load_limits(job.kit.folders.shared, "png", PngLimits)
    dpi = job.dpi(limits)
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
    page = _index(job, files)
    job.bundle.add_file(INDEX, page.encode(), "page")
    return limits


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


def _index(job: ExportJob, files: dict[str, tuple[str, str]]) -> str:
    """The index page: all images on one HTML page."""
    file = job.kit.file
    parts = []
    for part in job.parts:
        figures = [_figure(job.title(piece), piece, files[piece.id]) for piece in part.pieces]
        parts.append(f"<h2>{escape(part.title)}</h2>\n" + "\n".join(figures))
    return _PAGE.format(
        language=escape(file.language), title=escape(file.title), body="\n".join(parts)
    )


def _figure(title: str, piece: Piece, paths: tuple[str, str]) -> str:
    links = "".join(
        f'<a href="{escape(path)}"><img loading="lazy" src="{escape(path)}" '
        f'alt="{escape(title)}, {side}"></a>'
        for side, path in zip(("front", "back"), paths, strict=True)
        if path
    )
    caption = f"{escape(title)}: {piece.copies} × {in_mm(piece.size)}"
    return f"<figure>{links}<figcaption>{caption}</figcaption></figure>"
