"""Export request and result."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from generator.base.units import mm
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.press.request import Ink, OptionValue, without_defaults
from generator.publish.manifest import ExportedFile, LeftOut

if TYPE_CHECKING:
    from generator.press.pictures.color_profiles import PrinterProfile

Shop: TypeAlias = Literal[
    "print-shop",
    "tgc",
    "drivethru",
    "mpc",
    "tts",
    "cgs",
    "screentop",
    "tabletopia",
    "pcio",
    "png",
    "showcase",
    "pitch",
    "playtest",
    "web",
]

TITLES: dict[Shop, str] = {
    "print-shop": "a print shop",
    "tgc": "The Game Crafter",
    "drivethru": "DriveThruCards",
    "mpc": "MakePlayingCards",
    "tts": "Tabletop Simulator",
    "cgs": "Card Game Simulator",
    "screentop": "Screentop",
    "tabletopia": "Tabletopia",
    "pcio": "PlayingCards.io",
    "png": "pictures",
    "showcase": "a showcase",
    "pitch": "publishers",
    "playtest": "playtesters",
    "web": "the web",
}


Sides: TypeAlias = Literal["alternate", "separate"]
Cut: TypeAlias = Literal["file", "layer", "none"]


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """Options of the PDFs for a print shop.

    `bleed` is in points; None is the usual one.  `sides` says whether each front is followed by its
    back, or fronts and backs are files of their own; `cut`, where the lines of other cuts than
    straight ones are drawn.
    """

    bleed: float | None = None
    crop_marks: bool = False
    sides: Sides = "alternate"
    once: bool = False
    """Whether each piece has one page for all its copies."""
    cut: Cut = "file"
    profile: PrinterProfile | None = None
    """The colour profile of the press; None: sRGB."""

    def as_options(self) -> dict[str, OptionValue]:
        """The options that are not as usual, for the manifest."""
        options: dict[str, OptionValue] = {
            "bleed": None if self.bleed is None else f"{mm(self.bleed):g}mm",
            "crop-marks": self.crop_marks or None,
            "sides": None if self.sides == "alternate" else self.sides,
            "once": self.once or None,
            "cut": None if self.cut == "file" else self.cut,
            "icc": self.profile.title if self.profile else None,
        }
        return without_defaults(options)


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """Export request: a kit, a shop and options; `out` receives a folder for each kit.

    `dpi` None is the shop's own resolution.  `url_base` is the address of the files of a virtual
    table; if it is empty, they are loaded from the folder they are written to.
    """

    kit: str
    shop: Shop
    roots: KitSearchPath = BUILT_IN
    out: Path = Path("output")
    dpi: int | None = None
    ink: Ink = "full"
    only: str = ""
    url_base: str = ""
    embed: bool = False
    """Whether files are arranged in the virtual table's own folders, to be copied to a computer."""
    trim: bool = False
    """Whether plain pictures end at the cut, with nothing outside an outline."""
    language: str = ""
    """The code of the language; "" is the kit's own."""
    seed: int | None = None
    """The seed of the game shown on the site; None: the first of a game that ends there."""
    prints: PrintOptions = PrintOptions()
    game: Path | None = None
    """A saved game to show on the site instead."""

    @property
    def folder(self) -> Path:
        """The folder that the files are written to."""
        return self.out / self.kit / self.language / f"export-{self.shop}" / self.only


@dataclass(frozen=True, slots=True)
class Exported:
    """Export result: files in order, pieces left out, notes for the user."""

    kit: str
    shop: Shop
    folder: Path
    files: tuple[ExportedFile, ...]
    left_out: tuple[LeftOut, ...]
    notes: tuple[str, ...]
    removed: tuple[str, ...] = ()
