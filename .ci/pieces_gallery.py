"""Pieces gallery: draws some faces of every kind of pieces that `grimoire add` knows, or of every look.

    python .ci/pieces_gallery.py kinds PICTURE
    python .ci/pieces_gallery.py looks PICTURE

Kinds are drawn in the colours of a new kit, and looks with its cards.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw, ImageFont

from generator.base.locations import data_root
from generator.press.library import fonts
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.raster import rasterize_page
from generator.press.scene.items import Scene
from generator.tools.looks import look_names
from generator.tools.new_pieces import NewPieces, piece_kinds
from generator.tools.sample_faces import look_faces, sample_faces
from generator.tools.scaffold import ScaffoldOptions, create_kit

COLUMNS, CAPTION, GAP = 3, 34, 14
"""The columns, and in pixels the height of a caption, and gaps."""
LETTERS = 17
TABLE, WORDS = "#ffffff", "#2b2a3a"
DPI = 150


def pictures_of(scenes: Sequence[Scene], width: int, height: int) -> list[Image.Image]:
    """Pictures of some faces, as large as fit beside each other."""
    drawn = [rasterize_page(paint_pdf([scene], DocumentInfo("face")), dpi=DPI) for scene in scenes]
    room = width - GAP * (len(drawn) - 1)
    scale = min(
        height / max(each.height for each in drawn), room / sum(each.width for each in drawn)
    )
    sizes = [(round(each.width * scale), round(each.height * scale)) for each in drawn]
    return [
        each.resize(size, Image.Resampling.LANCZOS) for each, size in zip(drawn, sizes, strict=True)
    ]


def faces_of_kinds() -> dict[str, list[Scene]]:
    """Some faces of each kind of pieces."""
    with TemporaryDirectory() as folder:
        kit = create_kit(ScaffoldOptions("mygame", "My Game"), Path(folder)).roots.find("mygame")
        titles = {kind: kind.replace("-", " ").capitalize() for kind in piece_kinds()}
        return {
            kind: sample_faces(kit, NewPieces(kind, f"new-{kind}", title))
            for kind, title in titles.items()
        }


def draw(named: Mapping[str, Sequence[Scene]], width: int, height: int) -> Image.Image:
    """A picture of faces in columns, with the names below them."""
    step = width + 2 * GAP, height + CAPTION + 2 * GAP
    sheet = Image.new("RGB", (COLUMNS * step[0], -(-len(named) // COLUMNS) * step[1]), TABLE)
    font = ImageFont.truetype(
        fonts((data_root() / "shared",)).files["Source Sans Pro"]["bold"], LETTERS
    )
    for number, (name, scenes) in enumerate(named.items()):
        row, column = divmod(number, COLUMNS)
        x, y = column * step[0] + GAP, row * step[1] + GAP
        faces = pictures_of(scenes, width, height)
        at = x + (width - sum(each.width for each in faces) - GAP * (len(faces) - 1)) // 2
        for each in faces:
            sheet.paste(each, (at, y + (height - each.height) // 2))
            at += each.width + GAP
        middle = (x + width // 2, y + height + CAPTION // 2)
        ImageDraw.Draw(sheet).text(middle, name, fill=WORDS, font=font, anchor="mm")
    return sheet


def main(what: str, picture: Path) -> None:
    """Draw the picture of kinds or looks."""
    if what == "looks":
        sheet = draw({name: look_faces(name) for name in look_names()}, width=550, height=240)
    else:
        sheet = draw(faces_of_kinds(), width=400, height=190)
    sheet.quantize(256, Image.Quantize.FASTOCTREE).save(picture, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
