"""The deck that every benchmarked tool prints: cards.csv, eight pictures and two icons.

A card has a title, a cost, a type, a picture and 14, 22, 34 or 60 words of text, of which only the
longest need a smaller type, with two icons among the words.  The same number of cards always gives
the same deck.

    python -m tests.bench.deck FOLDER CARDS
"""

from __future__ import annotations

import csv
import random
import shutil
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

KIT = Path(__file__).parent
FIELDS = ["id", "title", "cost", "type", "art", "text"]
TYPES = ["Ally", "Spell", "Relic", "Foe"]
SPEECH = """
    add ally attack before bag bank block choose coin cost each end every exile face foe for gain
    hand hero keep leave look lose mark may next other pay pick place play roll same score stack
    swap take then this turn two under until win wound your adjacent discard shield
"""
TEXT_LENGTHS = [14, 22, 34, 60]
PICTURES = 8
PICTURE_SIZE = (660, 440)
ICON_PIXELS = 96


def write_deck(folder: Path, cards: int) -> None:
    """Write `data/deck` and `templates/deck` into `folder`: a kit of Grimoire and the other tools' input."""
    for part in ("data", "templates"):
        shutil.copytree(KIT / part, folder / part)
    deck = folder / "data" / "deck"
    with (deck / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, FIELDS)
        table.writeheader()
        table.writerows(card(number, random.Random(number)) for number in range(1, cards + 1))
    for number in range(PICTURES):
        picture(random.Random(number)).save(deck / f"art{number}.png")
    for name, drawn in (("coin", coin()), ("sword", sword())):
        drawn.resize((ICON_PIXELS, ICON_PIXELS), Image.Resampling.LANCZOS).save(
            deck / "icons" / f"{name}.png"
        )


def card(number: int, rng: random.Random) -> dict[str, object]:
    """One row of cards.csv."""
    words = rng.choices(SPEECH.split(), k=rng.choice(TEXT_LENGTHS))
    words.insert(3, ":coin:")
    words.insert(8, ":sword:")
    return {
        "id": f"card-{number}",
        "title": f"Card No {number}",
        "cost": rng.randint(0, 9),
        "type": rng.choice(TYPES),
        "art": f"art{number % PICTURES}.png",
        "text": " ".join(words).capitalize() + ".",
    }


def picture(rng: random.Random) -> Image.Image:
    """Coloured discs over soft noise, which compress about as badly as a painting."""
    width, height = PICTURE_SIZE
    noise = Image.frombytes("L", PICTURE_SIZE, rng.randbytes(width * height))
    image = noise.convert("RGB").filter(ImageFilter.GaussianBlur(3))
    pen = ImageDraw.Draw(image)
    for _ in range(20):
        x, y, r = rng.randrange(width), rng.randrange(height), rng.randint(10, 90)
        pen.ellipse((x - r, y - r, x + r, y + r), fill=tuple(rng.randbytes(3)))
    return image


def coin() -> Image.Image:
    """icons/coin.svg as pixels, for tools that place bitmaps in text."""
    image = Image.new("RGBA", (480, 480))
    ImageDraw.Draw(image).ellipse((10, 10, 470, 470), fill="#e0b000", outline="#805000", width=40)
    return image


def sword() -> Image.Image:
    """icons/sword.svg as pixels."""
    image = Image.new("RGBA", (480, 480))
    corners = [(60, 420), (360, 60), (440, 40), (420, 120), (100, 440)]
    ImageDraw.Draw(image).polygon(corners, fill="#444444")
    return image


if __name__ == "__main__":
    write_deck(Path(sys.argv[1]), int(sys.argv[2]))
