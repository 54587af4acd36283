"""Sample faces: what new pieces or the cards of a look would be like, before anything is written."""

from __future__ import annotations

from functools import cache

from generator.base.atomic_output import scratch, write_whole
from generator.base.errors import KitError
from generator.kit.load import load_kit, load_manifest
from generator.kit.locate import KitFolders, KitSearchPath
from generator.kit.tables.records import table_named
from generator.press.pieces.faces import FaceSet
from generator.press.scene.items import Group, Path, Scene, Stroke, Use
from generator.press.scene.paths import cut_of
from generator.press.templates.style import style_of
from generator.tools.new_pieces import NewPieces, copy_with, files_with
from generator.tools.scaffold import ScaffoldOptions, check_starter, rendered_files

EDGE, EDGE_COLOR = 0.5, "#8a8a8a"
"""The width in points and the colour of the line along their cut."""


def sample_faces(folders: KitFolders, pieces: NewPieces) -> list[Scene]:
    """A few faces of new pieces, cut out: up to three fronts, both sides, or one of each of its parts.

    Raises KitError if the pieces cannot be added or drawn.
    """
    with copy_with(folders, files_with(folders, pieces)) as copy:
        kit = load_kit(copy)
        before = load_manifest(folders).components_by_id
        component, *others = (each for each in kit.file.components if each.id not in before)
        faces = FaceSet(kit, style_of(kit))
        if not component.each:
            sides = ("front", "back") if component.back else ("front",)
            return [_cut_out(faces.face(component.id, None, side)) for side in sides]
        rows = [str(row["id"]) for row in table_named(kit.tables, component.each)]
        if others:
            return [
                _cut_out(faces.face(each.id, rows[0], "front")) for each in (component, *others)
            ]
        shown = dict.fromkeys((rows[0], rows[len(rows) // 2], rows[-1]))
        return [_cut_out(faces.face(component.id, row, "front")) for row in shown]


@cache
def look_faces(look: str) -> list[Scene]:
    """The fronts of two cards of a new game in a look, and their back, cut out.

    Raises KitError if there is no such look, or naming the file if it is damaged.
    """
    options = ScaffoldOptions("sample", "My Game", look=look)
    try:
        return _look_faces(options)
    except KitError:
        check_starter(options)  # names the file of the look, not one that is made from it
        raise


def _look_faces(options: ScaffoldOptions) -> list[Scene]:
    with scratch() as folder:
        for file, text in rendered_files(options):
            write_whole(folder / file, text.encode(), within=folder)
        kit = load_kit(KitSearchPath(folder / "data", folder / "templates").find(options.name))
        faces = FaceSet(kit, style_of(kit))
        rows = [str(row["id"]) for row in table_named(kit.tables, "cards")]
        first, other = rows[0], rows[len(rows) // 2]
        shown = (faces.face("card", first, "front"), faces.face("card", other, "front"))
        return [*map(_cut_out, shown), _cut_out(faces.face("card", first, "back"))]


def _cut_out(face: Scene) -> Scene:
    """A face that ends at its cut, with a line there: white ones do not show on a white page."""
    cut = cut_of(face)
    items = Group((Use(face),), clip=cut), Path(cut, None, Stroke(EDGE_COLOR, EDGE))
    return Scene(face.name, face.width, face.height, items)
