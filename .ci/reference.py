"""Turns the schemas of data and the tables of scene markup into pages, each example into a picture.

    python .ci/reference.py data/REFERENCE.md data/TURNS.md templates/REFERENCE.md output/gallery/markup

The examples are drawn with the colours and pictures of the game in tests/kits.
"""

import sys
from pathlib import Path

from PIL import Image

from generator.model import reference as game_yaml
from generator.paint.pdf import Info, paint_pdf
from generator.paint.png import rasterise
from generator.press.faces import Faces
from generator.press.finding import Roots
from generator.press.loading import load_kit
from generator.press.looks import look
from generator.press.shared import papers
from generator.rules.scripted import reference as turns_yaml
from generator.scene.elements import ELEMENTS
from generator.scene.items import Scene
from generator.scene.layout import Layout
from generator.scene.markup import Markup
from generator.scene.reference import reference

KITS = Path("tests/kits")
ROOM = '<drawing width="56mm" height="24mm"><group inset="2mm">{}</group></drawing>'
DPI = 110


def drawn(example: str, *, root: bool, layout: Layout) -> Scene:
    """An example's scene; what is no root of its own stands in a small empty drawing."""
    markup = example if root else ROOM.format(example)
    return layout.scene(Markup({}).parse(markup, "example"), "example")


def main(data: Path, turns: Path, page: Path, pictures: Path) -> None:
    """Write the pages and the pictures."""
    data.write_text(game_yaml.reference(), encoding="utf-8")
    turns.write_text(turns_yaml.reference(), encoding="utf-8")
    page.write_text(reference(), encoding="utf-8")
    kit = load_kit(Roots(KITS / "data", KITS / "templates").find("tidewrack"))
    made = look(kit, ink="full", paper=papers(kit.folders.shared)["a4"])
    layout = Layout(Faces(kit, made).renderer, made.palette)
    pictures.mkdir(parents=True, exist_ok=True)
    for name, element in ELEMENTS.items():
        scene = drawn(element.example, root=element.root, layout=layout)
        picture = rasterise(paint_pdf([scene], Info(name)), dpi=DPI)
        small = picture.quantize(64, dither=Image.Dither.NONE)
        small.save(pictures / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
