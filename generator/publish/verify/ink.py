"""Turns the content of a PDF into faults: colours that are not CMYK, and more ink than is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf
from PIL import Image, ImageChops

from generator.base.errors import Fault, Place

_CMYK = ("k", "K")
_OTHER = {"rg": "RGB", "RG": "RGB", "g": "grey", "G": "grey", "sc": "other", "SC": "other",
          "scn": "other", "SCN": "other", "sh": "shaded"}  # fmt: skip
_HAIR = 0.006
"""Share of one ink by which the rounding of a file's figures may be off."""


def ink_faults(pdf: pikepdf.Pdf, where: Place, most: int) -> Iterator[Fault]:
    """One fault for each kind of wrong colour, and one for the most ink if that is too much."""
    wrong: dict[str, None] = {}
    heaviest = 0.0
    for stream in _contents(pdf):
        for each in pikepdf.parse_content_stream(stream, " ".join((*_CMYK, *_OTHER))):
            name = str(each.operator)
            if name in _CMYK:
                heaviest = max(heaviest, sum(map(_share, each.operands)))
            else:
                wrong[_OTHER.get(name, "a picture within the page")] = None
    for image in _images(pdf):
        space = str(image.get("/ColorSpace", ""))
        if space == "/DeviceCMYK":
            heaviest = max(heaviest, _heaviest(image))
        elif not image.get("/ImageMask", False):
            wrong[f"a picture in {space.removeprefix('/') or 'no colours'}"] = None
    for kind in wrong:
        yield Fault(f"has colours that are not CMYK: {kind}", where, check="export-ink")
    if heaviest * 100 > most + _HAIR * 100:
        yield Fault(
            f"takes {heaviest * 100:.0f} % of ink, the shop takes {most} %",
            where,
            check="export-ink",
        )


def _share(ink: Any) -> float:
    """How much of an ink an operand says, 1 being all of it."""
    return float(ink)


def _contents(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Every page and every form, once."""
    yield from pdf.pages
    for each in pdf.objects:
        if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form":
            yield each


def _images(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Stream]:
    for each in pdf.objects:
        if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image":
            yield each


def _heaviest(image: pikepdf.Stream) -> float:
    """The most ink of any pixel, all four together, 4 being all of each."""
    size = int(image["/Width"]), int(image["/Height"])
    inks = Image.frombytes("CMYK", size, image.read_bytes()).split()
    pairs = ImageChops.add(inks[0], inks[1], 4), ImageChops.add(inks[2], inks[3], 4)
    _, most = ImageChops.add(*pairs).getextrema()
    assert isinstance(most, (int, float))
    return most * 4 / 255
