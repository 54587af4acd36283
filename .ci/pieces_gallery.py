"""Pieces gallery: draws some faces of every kind of pieces that `grimoire add` knows.

    python .ci/pieces_gallery.py PICTURE

They are drawn in the colours of a new kit.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw, ImageFont

from generator.base.locations import data_root
from generator.kit.locate import KitFolders
from generator.press.library import fonts
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.raster import rasterize_page
from generator.tools.new_pieces import NewPieces, piece_kinds
from generator.tools.sample_faces import sample_faces
from generator.tools.scaffold import ScaffoldOptions, create_kit

COLUMNS, WIDTH, HEIGHT, CAPTION, GAP = 3, 400, 190, 34, 14
"""The columns, and in pixels the size of the pictures of a kind, the height of its caption, and gaps."""
LETTERS = 17
TABLE, WORDS = "#ffffff", "#2b2a3a"
DPI = 150


def faces_of(kit: KitFolders, kind: str) -> list[Image.Image]:
    """Pictures of some faces, as large as fit beside each other."""
    scenes = sample_faces(kit, NewPieces(kind, f"new-{kind}", kind.replace("-", " ").capitalize()))
    drawn = [rasterize_page(paint_pdf([scene], DocumentInfo(kind)), dpi=DPI) for scene in scenes]
    room = WIDTH - GAP * (len(drawn) - 1)
    scale = min(
        HEIGHT / max(each.height for each in drawn), room / sum(each.width for each in drawn)
    )
    sizes = [(round(each.width * scale), round(each.height * scale)) for each in drawn]
    return [
        each.resize(size, Image.Resampling.LANCZOS) for each, size in zip(drawn, sizes, strict=True)
    ]


def main(picture: Path) -> None:
    """Draw the picture."""
    kinds = [*piece_kinds()]
    rows = -(-len(kinds) // COLUMNS)
    step = WIDTH + 2 * GAP, HEIGHT + CAPTION + 2 * GAP
    sheet = Image.new("RGB", (COLUMNS * step[0], rows * step[1]), TABLE)
    font = ImageFont.truetype(
        fonts((data_root() / "shared",)).files["Source Sans Pro"]["bold"], LETTERS
    )
    with TemporaryDirectory() as folder:
        kit = create_kit(ScaffoldOptions("mygame", "My Game"), Path(folder)).roots.find("mygame")
        for number, kind in enumerate(kinds):
            row, column = divmod(number, COLUMNS)
            x, y = column * step[0] + GAP, row * step[1] + GAP
            faces = faces_of(kit, kind)
            wide = sum(each.width for each in faces) + GAP * (len(faces) - 1)
            at = x + (WIDTH - wide) // 2
            for each in faces:
                sheet.paste(each, (at, y + (HEIGHT - each.height) // 2))
                at += each.width + GAP
            middle = (x + WIDTH // 2, y + HEIGHT + CAPTION // 2)
            ImageDraw.Draw(sheet).text(middle, kind, fill=WORDS, font=font, anchor="mm")
    sheet.quantize(256, Image.Quantize.FASTOCTREE).save(picture, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
