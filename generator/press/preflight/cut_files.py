"""Cut file preflight: what a machine would cut, compared with what is printed.

The files are read as the program of a machine reads them.  On every page that is cut with them, each
outline must be that of a piece printed there, and each piece must have one.  Lengths are millimetres from
the lower left corner, y up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.base.errors import Fault, KitError, Place, counted
from generator.base.text_files import bytes_of
from generator.base.units import MM, Matrix, Rect
from generator.press.manifest import CutEntry, CutPage, Manifest
from generator.press.preflight.pdf_content import PageContent
from generator.press.preflight.placement_model import PlacedFace, faces_by_page, outline_on_page
from generator.press.scene.path_data import path_data
from generator.press.scene.paths import around, touches, transform_rect, transformed
from generator.press.scene.polygons import Point, contains, depth, polygon_of

_TOLERANCE = 0.05
"""Maximum distance of a cut from the printed outline, in millimetres."""
CUT, HOLE = "cut", "hole"
"""The layers that are cut."""


def cut_file_faults(manifest: Manifest, folder: Path) -> list[Fault]:
    """Faults of the files for a cutting machine, against every page that they are for."""
    faults: list[Fault] = []
    for entry in manifest.cuts:
        for path in entry.paths:
            faults += _file_faults(path, entry, manifest, folder)
    return faults


def _file_faults(path: str, entry: CutEntry, manifest: Manifest, folder: Path) -> Iterator[Fault]:
    place = Place(str(folder / path))
    try:
        content = bytes_of(folder / path)
        layers = _dxf_cuts(content) if path.endswith(".dxf") else _svg_cuts(content)
    except OSError:
        return  # another proof reports a missing file
    except (KitError, ValueError, SyntaxError) as error:
        yield Fault(f"cannot be read as a cut file: {error}", place, check="proof-cut")
        return
    for each in entry.pages:
        faces = faces_by_page(manifest, each.file)[each.page]
        for message in (*_differences(layers[CUT], faces), *_outside(layers[HOLE], faces)):
            item = f"page {each.page} of {each.file}"
            yield Fault(message, place, item=item, hint="build the kit again", check="proof-cut")


def _differences(cuts: Sequence[list[Point]], faces: Sequence[PlacedFace]) -> Iterator[str]:
    """How the cuts of a file differ from the outlines of the pieces on a page."""
    left = list(cuts)
    for face in faces:
        outline = outline_on_page(face)
        found = next((cut for cut in left if _same_line(cut, outline)), None)
        if found is None:
            yield f"no cut follows the outline of {face.name}"
        else:
            left.remove(found)
    if left:
        yield f"{counted(len(left), 'cut')} with no piece there"


def _outside(holes: Sequence[list[Point]], faces: Sequence[PlacedFace]) -> Iterator[str]:
    """Holes that are not within a single piece."""
    outlines = [outline_on_page(face) for face in faces]
    count = sum(
        not any(all(contains(outline, point) for point in hole) for outline in outlines)
        for hole in holes
    )
    if count:
        yield f"{counted(count, 'hole')} across the edge of a piece"


def _same_line(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether no corner of either polygon is far from the edge of the other."""
    if not _same_box(around(one), around(other)):
        return False
    return all(abs(depth(other, point)) <= _TOLERANCE for point in one) and all(
        abs(depth(one, point)) <= _TOLERANCE for point in other
    )


def _same_box(one: Rect, other: Rect) -> bool:
    return all(abs(a - b) <= _TOLERANCE for a, b in zip(one, other, strict=True))


def _svg_cuts(content: bytes) -> Mapping[str, list[list[Point]]]:
    """The layers of an SVG file.  Raises ValueError for a file without a size, KitError for bad path data."""
    from lxml import etree  # slow to import

    root = etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True))
    height = float(root.get("height", "").removesuffix("mm"))
    to_page = Matrix.scale(1 / MM).then(Matrix(1, 0, 0, -1, 0, height))
    return {
        layer: [
            polygon_of(transformed(path_data(path.get("d", "")), to_page))
            for path in root.iterfind(f".//{{*}}g[@id='{layer}']/{{*}}path")
        ]
        for layer in (CUT, HOLE)
    }


def _dxf_cuts(content: bytes) -> Mapping[str, list[list[Point]]]:
    """The layers of a DXF file.  Raises ValueError for anything else."""
    from io import StringIO

    import ezdxf  # slow to import
    from ezdxf.entities.polyline import Polyline

    try:
        drawing = ezdxf.read(StringIO(content.decode()))  # type: ignore[attr-defined]
    except (ezdxf.DXFError, OSError) as error:  # type: ignore[attr-defined]
        raise ValueError(str(error)) from None
    layers: dict[str, list[list[Point]]] = {CUT: [], HOLE: []}
    for entity in drawing.modelspace():
        if isinstance(entity, Polyline) and entity.is_closed and entity.dxf.layer in layers:
            layers[entity.dxf.layer].append([(point.x, point.y) for point in entity.points()])
    return layers


def mark_faults(
    manifest: Manifest, file: str, page: int, content: PageContent, to_mm: Matrix
) -> Iterator[Fault]:
    """Registration marks that a page lacks, and whatever is printed where a machine looks for one."""
    entry = next((cut for cut in manifest.cuts if CutPage(file, page) in cut.pages), None)
    if entry is None:
        return
    lines = [around([to_mm.apply(*point) for point in line]) for line in content.lines]
    art = [transform_rect(clip, to_mm) for clip in content.clips]
    art += [Rect(*to_mm.apply(*point), 0.0, 0.0) for point in content.texts]
    for mark in (Rect(*box) for box in entry.marks):
        if not any(_same_box(line, mark) for line in lines):
            yield Fault("has no registration mark where the machine looks", check="proof-register")
        zone = mark.grown(entry.clear - _TOLERANCE)
        if any(touches(zone, box) for box in art):
            message = "has art or words where only a registration mark may be"
            yield Fault(message, check="proof-register")
