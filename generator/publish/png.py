"""Turns every face of a kit into a PNG with its bleed, a list of the pieces and a page of pictures."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from generator.base.errors import KitError
from generator.base.units import mm
from generator.press.pieces.piece import Piece, in_mm
from generator.publish.images import ImageRequest, whole
from generator.publish.order import Order, one_back
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


def export_pictures(order: Order) -> PngLimits:
    """Write them all; the limits they were held against.  Raises KitError for too many dots."""
    limits = load_limits(order.kit.folders.shared, "png", PngLimits)
    dpi = order.request.dpi or limits.dpi
    if not limits.least <= dpi <= limits.most:
        raise KitError(
            f"--dpi {dpi} is outside {limits.least}..{limits.most}",
            hint="300 is what shops ask for",
        )
    shared = one_back(order.pieces)
    shots: dict[str, ImageRequest] = {}
    files: dict[str, dict[str, str]] = {}
    for piece in order.pieces:
        made = files[piece.id] = {"front": f"{piece.id}-front.png"}
        shots[made["front"]] = whole(piece.front, piece.front.bleed, dpi, cut=True)
        if piece.back:
            one = piece.component in shared
            made["back"] = f"{piece.component}/back.png" if one else f"{piece.id}-back.png"
            shots[made["back"]] = whole(piece.back, piece.back.bleed, dpi, cut=True)
    _prove_small(shots.values(), limits)
    images = order.pictures("draw", list(shots.values()))
    for path, image in zip(shots, images, strict=True):
        order.crate.picture(path, image, dpi)
    rows: list[tuple[object, ...]] = [
        ("piece", "title", "copies", "width mm", "height mm", "bleed mm", "front", "back")
    ]
    for piece in order.pieces:
        title, made = order.title(piece), files[piece.id]
        order.crate.send(piece, title=title, **made)
        width, height = mm(piece.size.width), mm(piece.size.height)
        bleed = mm(piece.bleed)
        front, back = made["front"], made.get("back", "")
        rows.append((piece.id, title, piece.copies, width, height, bleed, front, back))
    order.crate.table(LIST, rows)
    page = _index(order, files)
    order.crate.content(INDEX, page.encode(), "page")
    return limits


def _prove_small(shots: Iterable[ImageRequest], limits: PngLimits) -> None:
    for shot in shots:
        width, height = shot.pixels
        if width * height > limits.pixels:
            raise KitError(
                f'the picture of "{shot.scene.name}" would have {width:,} × {height:,} pixels',
                hint="ask for fewer dots to the inch with --dpi, or for one part with --only",
            )


def _index(order: Order, files: dict[str, dict[str, str]]) -> str:
    """All pictures on one page, to look through."""
    file = order.kit.file
    parts = []
    for part in order.parts:
        figures = [_figure(order.title(piece), piece, files[piece.id]) for piece in part.pieces]
        parts.append(f"<h2>{escape(part.title)}</h2>\n" + "\n".join(figures))
    return _PAGE.format(
        language=escape(file.language), title=escape(file.title), body="\n".join(parts)
    )


def _figure(title: str, piece: Piece, made: dict[str, str]) -> str:
    shown = "".join(
        f'<a href="{escape(path)}"><img loading="lazy" src="{escape(path)}" '
        f'alt="{escape(title)}, {side}"></a>'
        for side, path in made.items()
    )
    caption = f"{escape(title)}: {piece.copies} × {in_mm(piece.size)}"
    return f"<figure>{shown}<figcaption>{caption}</figcaption></figure>"
