"""Turns a kit's files into its `Look`: fonts, colours, sizes, boxes and templates for one run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from generator.errors import KitError
from generator.model.load import Document, load_yaml
from generator.press.loading import Kit
from generator.scene.boxes import read_boxes
from generator.scene.renderer import Look
from generator.scene.template import Templates
from generator.sheets.paper import Paper, read_papers
from generator.text.fonts import FontBook
from generator.units import MM, Size, mm

Ink: TypeAlias = Literal["full", "low"]

FACTS = ("title", "version", "language", "summary", "players", "minutes", "age", "credits")
"""What templates can know of `kit`: plain values, since a model's methods reach far outside."""


def papers(shared: tuple[Path, ...]) -> dict[str, Paper]:
    """All papers that may be printed on, by name."""
    document = _shared(shared, "papers.yaml")
    try:
        return read_papers(document.data)
    except KitError as error:
        raise error.within(place=document.place()) from None


def look(kit: Kit, *, ink: Ink, paper: Paper) -> Look:
    """What a kit is drawn with, on one paper and with one ink ("full" or "low")."""
    shared = kit.folders.shared
    sizes = {
        name: Size(size[0] * MM, size[1] * MM)
        for name, size in _shared(shared, "sizes.yaml").data.items()
    }
    sizes["paper"] = Size(paper.width, paper.height)
    boxes = [
        load_yaml(folder / "boxes.yaml")
        for folder in reversed(kit.folders.templates)
        if (folder / "boxes.yaml").is_file()
    ]
    return Look(
        templates=Templates(kit.folders.templates),
        fonts=fonts(kit),
        families=kit.file.fonts,
        palette=_palette(kit, ink),
        sizes=sizes,
        boxes=read_boxes(boxes),
        icons=kit.folders.icons,
        pictures=kit.folders.data,
        variables={
            "kit": {name: getattr(kit.file, name) for name in FACTS},
            "tables": kit.tables,
            "ink": ink,
            "paper": _paper_figures(paper),
        },
    )


def fonts(kit: Kit) -> FontBook:
    """The shared fonts and the kit's own."""
    document = _shared(kit.folders.shared, "fonts.yaml")
    book = FontBook.from_families(document.data, kit.folders.shared[-1])
    own = {
        family: {str(style): file for style, file in styles.items()}
        for family, styles in kit.file.font_files.items()
    }
    try:
        return FontBook.from_families(own, kit.folders.data, book)
    except KitError as error:
        raise error.within(place=kit.file.place("font-files")) from None


def _palette(kit: Kit, ink: Ink) -> dict[str, str]:
    colors: dict[str, str] = {}
    for folder in reversed(kit.folders.shared):
        if (folder / "palette.yaml").is_file():
            shared = load_yaml(folder / "palette.yaml").data
            colors |= {
                name: color if isinstance(color, str) else color[ink]
                for name, color in shared.items()
            }
    colors |= kit.file.palette(ink)
    return colors


def _shared(folders: tuple[Path, ...], name: str) -> Document:
    """A shared data file; a user's own stands before Grimoire's."""
    found = [folder / name for folder in folders if (folder / name).is_file()]
    if not found:
        raise KitError(f"{name} is missing from the shared data", hint="install Grimoire again")
    return load_yaml(found[0])


def _paper_figures(paper: Paper) -> Mapping[str, Any]:
    return {
        "name": paper.name,
        "title": paper.title,
        "width": mm(paper.width),
        "height": mm(paper.height),
        "margin": mm(paper.margin),
    }
