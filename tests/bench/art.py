"""Benchmark of an illustrated deck: camera photographs, translucent panels, outlined titles.

54 cards share 18 photographs of 11 million pixels.  The deck is printed from nothing, again with
one word changed, and by other tools, each of which places the same panels and titles.
"""

from __future__ import annotations

import csv
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from PIL import Image, ImageDraw, ImageFilter

from tests.bench.kits import Kits
from tests.bench.measure import CannotRunError, Cost, run

CARDS, PHOTOGRAPHS = 54, 18
SIZE = (4064, 2704)
COLD, ONE = "Grimoire, from nothing", "Grimoire, one card changed"
_WORDS = "Each player in turn takes a shell, or two if the tide is low and no gull is near."
_GAME = """\
title: Art deck
version: "1.0"
players: [2, 4]
fonts: {title: Source Sans Pro Black, body: Source Sans Pro}
palette: {ink: "#1d2b33", sun: "#f2b134"}
tables:
  cards: {file: cards.csv, fields: {id: {type: id}, title: {type: text}, art: {type: text},
    text: {type: text}}}
components:
  - {id: card, title: Cards, part: cards, each: cards, front: card.xml, back: back.xml}
"""
_CARD = """\
<card size="poker" color="ink">
  <image src="{{ row.art }}" inset="-3mm" fit="cover"/>
  <rect x="4mm" y="55mm" right="4mm" bottom="4mm" radius="2mm" fill="#ffffff" opacity="0.75"
    shadow="0.4mm 0.6mm 1mm #00000080"/>
  <text x="5mm" y="6mm" right="5mm" height="12mm" size="20..12" font="title" align="center"
    color="#ffffff" rim="0.5mm ink" decor="yes">{{ row.title }}</text>
  <text x="7mm" y="58mm" right="7mm" bottom="7mm" size="10..7">{{ row.text }}</text>
</card>
"""
_BACK = '<card size="poker" fill="linear(60, ink, sun)"/>'


def write_art_deck(folder: Path, cards: int = CARDS, size: tuple[int, int] = SIZE) -> None:
    """Write `data/art` and `templates/art` into `folder`; the same each time."""
    data, templates = folder / "data" / "art", folder / "templates" / "art"
    for place in (data, templates):
        place.mkdir(parents=True)
    for name, text in (("card", _CARD), ("back", _BACK)):
        (templates / f"{name}.xml").write_text(text, encoding="utf-8")
    (data / "game.yaml").write_text(_GAME, encoding="utf-8")
    for number in range(min(cards, PHOTOGRAPHS)):
        photograph(random.Random(number), size).save(data / f"photo{number}.jpg", quality=92)
    with (data / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["id", "title", "art", "text"])
        for number in range(cards):
            art = f"photo{number % PHOTOGRAPHS}.jpg"
            table.writerow([f"card-{number}", f"Low Tide {number}", art, _WORDS])


def photograph(rng: random.Random, size: tuple[int, int]) -> Image.Image:
    """Soft shapes with sharp edges among them, covered in grain, like a camera picture."""
    small = Image.frombytes("RGB", (24, 16), rng.randbytes(24 * 16 * 3))
    picture = small.resize(size, Image.Resampling.BICUBIC)
    pen = ImageDraw.Draw(picture)
    for _ in range(60):
        x, y, r = rng.randrange(size[0]), rng.randrange(size[1]), rng.randint(10, size[1] // 8)
        pen.ellipse((x - r, y - r, x + r, y + r), fill=tuple(rng.randbytes(3)))
    grain = Image.frombytes("L", (512, 512), rng.randbytes(512 * 512))
    photo = Image.new("L", size)
    for x in range(0, size[0], 512):
        for y in range(0, size[1], 512):
            photo.paste(grain, (x, y))
    soft = photo.filter(ImageFilter.GaussianBlur(1)).convert("RGB")
    return Image.blend(picture, soft, 0.12)


class ArtKit(Kits):
    """The deck in a folder, with its own cache and output."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        write_art_deck(folder)

    def change_a_card(self) -> None:
        path = self.folder / "data" / "art" / "cards.csv"
        path.write_text(
            path.read_text(encoding="utf-8").replace("Low Tide 7,", "High Tide 7,"),
            encoding="utf-8",
        )

    def printed(self) -> int:
        """The size in bytes of the file to print."""
        return max(path.stat().st_size for path in (self.folder / "out").rglob("*.pdf"))

    def write_png(self) -> None:
        """Write a PNG at printed size beside each photograph, since Squib draws no JPEG."""
        for path in (self.folder / "data" / "art").glob("*.jpg"):
            with Image.open(path) as picture:
                picture.resize(PRINTED).save(path.with_suffix(".png"))


PRINTED = (1685, 1121)
"""The pixel size of a photograph that covers a card at 300 dpi."""
PEERS = {"Typst": "art_typst", "WeasyPrint": "art_weasyprint", "Squib": "art_squib"}


def measure(rounds: int, say: Callable[[str], None]) -> dict[str, dict[str, float | None]]:
    """The medians of each case by name; tools that cannot run here are reported and left out."""
    spent: dict[str, list[Cost]] = {}
    sizes: dict[str, int] = {}
    for number in range(1, rounds + 1):
        say(f"art: round {number} of {rounds}")
        with tempfile.TemporaryDirectory() as folder:
            kit = ArtKit(Path(folder))
            spent.setdefault(COLD, []).append(kit.build())
            sizes[COLD] = kit.printed()
            kit.change_a_card()
            spent.setdefault(ONE, []).append(kit.build())
            sizes[ONE] = kit.printed()
            if shutil.which("ruby"):
                kit.write_png()
            for name, module in PEERS.items():
                target = Path(folder) / "deck.pdf"
                command = [sys.executable, "-m", f"tests.bench.peers.{module}",
                           f"{folder}/data/art", str(target)]  # fmt: skip
                try:
                    cost, _ = run(command)
                except CannotRunError as error:
                    say(f"{name} cannot run: {error}")
                    continue
                spent.setdefault(name, []).append(cost)
                sizes[name] = target.stat().st_size
    return {
        name: {
            "wall_s": median(cost.wall for cost in runs),
            "cpu_s": median(cost.cpu for cost in runs),
            "memory_mb": median(cost.memory for cost in runs),
            "pdf_kb": sizes[name] / 1000,
        }
        for name, runs in spent.items()
    }
