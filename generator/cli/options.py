"""Options that several commands share, alone and in groups (see `command`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from generator.base.errors import KitError
from generator.base.locations import RULES, cache_root
from generator.base.units import DPI
from generator.kit.locate import KitSearchPath
from generator.press.request import Edition

KITS, GENERAL = "Kit folders", "General options"
"""Sections of a command's help (`command.PANELS`)."""


def _complete_kit(incomplete: str) -> list[str]:
    """Names of kits with this prefix, for a shell that completes words."""
    try:
        roots = KitSearchPath.from_cwd()
        names = {*roots.names(), *(roots.others.names() if roots.others else ())}
    except (KitError, OSError):
        return []  # no messages in the middle of a command line
    return sorted(name for name in names if name.startswith(incomplete))


Kits = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="KIT", help="Names of kits; none means all.", autocompletion=_complete_kit
    ),
]
OneKit = Annotated[
    str,
    typer.Argument(
        metavar="KIT",
        help="Name of a kit; `grimoire kits` lists them.",
        autocompletion=_complete_kit,
    ),
]
Bars = Annotated[
    list[str] | None,
    typer.Option(
        "--bar",
        metavar="WORDS",
        help="Bar the moves that contain these words; 1: WORDS for one seat.",
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="FOLDER",
        rich_help_panel=KITS,
        help="Folder with the data of your kits, or of one kit; if left out, ./data if it has "
        "kits, then Grimoire's own kits.",
    ),
]
Templates = Annotated[
    Path | None,
    typer.Option(
        "--templates",
        metavar="FOLDER",
        rich_help_panel=KITS,
        help="Folder with the templates of your kits, or of one kit; if left out, ./templates "
        "beside ./data.",
    ),
]
Rules = Annotated[
    Path | None,
    typer.Option(
        "--rules",
        metavar="FOLDER",
        rich_help_panel=KITS,
        help="Folder with games written in Python; their code is run, so name only a folder "
        f"that you trust. If left out, the folder in {RULES}, if that is set.",
    ),
]
Out = Annotated[
    Path,
    typer.Option(
        "-o",
        "--out",
        metavar="FOLDER",
        help="Folder to write to; each kit gets its own folder in it.",
    ),
]
Paper = Annotated[
    str,
    typer.Option(
        metavar="PAPER",
        help="a4, letter, a large sheet (a3, a2, a1), a roll (plotter: 610 mm wide), or another "
        "paper of data/shared.",
    ),
]
Backs = Annotated[
    Literal["long-edge", "short-edge", "gutterfold", "none"],
    typer.Option(
        help="The edge over which your printer turns the paper; gutterfold: one-sided, each "
        "back beside its front, to fold and glue; none: fronts only."
    ),
]
Offset = Annotated[
    str,
    typer.Option(
        "--offset",
        metavar="X,Y",
        help="Shift every back page right and up, in mm; `grimoire calibrate` measures it.",
    ),
]
Booklet = Annotated[
    bool, typer.Option("--booklet", help="Also make the rulebook as sheets to fold and staple.")
]
ForScreen = Annotated[
    bool,
    typer.Option(
        "--for-screen",
        help="Also make the rulebook as a page for screens: one HTML file to search and share.",
    ),
]
Slugs = Annotated[
    Literal["margin", "none"] | None,
    typer.Option(
        help="Where to print the short names of rules beside sentences; if left out, as "
        "game.yaml says."
    ),
]
WithoutAppendix = Annotated[
    bool, typer.Option("--without-appendix", help="Leave out the rules for referees at the end.")
]
BookLayout = Annotated[
    Literal["book", "two-column"],
    typer.Option(
        help="Pages of a book, or two columns on the whole sheet in landscape, for screens "
        "and office printers."
    ),
]
Ink = Annotated[
    Literal["full", "low"],
    typer.Option(help="full: every colour; low: no large coloured areas, to save ink."),
]
LargePrint = Annotated[
    bool,
    typer.Option(
        "--large-print",
        help="Larger type on pieces and in the rulebook, for people with low vision.",
    ),
]
Scale = Annotated[
    str,
    typer.Option(
        "--scale",
        metavar="PERCENT",
        help="Print every piece smaller or larger: 50% to try out a board on one sheet, 200% for a poster.",
    ),
]
Cache = Annotated[
    bool,
    typer.Option(
        "--cache/--no-cache", help="Reuse the results of earlier builds, or rebuild everything."
    ),
]
Language = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="CODE",
        help="Language: de, fr, pt-BR, if there is a catalogue for it; en-XA is a "
        "pseudo-language that shows which texts cannot be translated.",
    ),
]
Draft = Annotated[
    bool,
    typer.Option(
        "--draft",
        help="Print texts that are not translated yet, marked with ??, and pictures of any "
        "resolution.",
    ),
]
Dpi = Annotated[
    int,
    typer.Option(
        min=200,
        max=1200,
        metavar="DOTS",
        help="Downsample finer pictures to this many dots per inch.",
    ),
]
Icc = Annotated[
    Path | None,
    typer.Option(
        "--icc",
        metavar="FILE",
        help="The ICC profile of a printer, RGB or CMYK: PDFs use its colours and embed it.",
    ),
]
Json = Annotated[
    bool,
    typer.Option(
        "--json",
        rich_help_panel=GENERAL,
        help="Print only one JSON document on stdout (see `grimoire reference json`).",
    ),
]
JsonLines = Annotated[
    bool,
    typer.Option(
        "--json",
        rich_help_panel=GENERAL,
        help="Print only JSON Lines on stdout (see `grimoire reference json`).",
    ),
]

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", min=1, metavar="NUMBER", help="Number of processes; one per core if left out."
    ),
]

Players = Annotated[
    int | None,
    typer.Option(min=1, metavar="NUMBER", help="Number of players; the fewest if left out."),
]
Seed = Annotated[int, typer.Option(metavar="NUMBER", help="The same seed plays the same game.")]
Bot = Annotated[
    str,
    typer.Option(
        "--bot", metavar="BOT", help="random, greedy, mcts or search; a,b: one for each seat."
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game: board=plus."),
]


def read_pairs(words: list[str] | None) -> dict[str, str]:
    """`["board=plus"]` as {"board": "plus"}.

    Raises KitError for a word without a value, and for two values of one name.
    """
    pairs: dict[str, str] = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals:
            hint = "write name=value: board=plus"
            raise KitError(f'--option "{word}" has no value', hint=hint, check="option-value")
        name = name.strip()
        if name in pairs:
            message = f"--option {name} is given twice"
            raise KitError(message, hint="give it one value", check="conflicting-options")
        pairs[name] = value
    return pairs


def read_scale(text: str) -> float:
    """`"50%"` as 0.5.  Raises KitError for anything but a percentage of 25 to 400."""
    number = text.strip().removesuffix("%").strip()
    percent = int(number) if number.isdecimal() and len(number) < 4 else 0
    if not 25 <= percent <= 400:
        hint = "write a percentage from 25% to 400%"
        raise KitError(f'--scale "{text}" cannot be printed', hint=hint, check="option-value")
    return percent / 100


@dataclass(frozen=True)
class KitLocation:
    """Option group: where kits are."""

    data: Data = None
    templates: Templates = None
    rules: Rules = None

    def search_path(self) -> KitSearchPath:
        return KitSearchPath.from_cwd(self.data, self.templates, self.rules)


@dataclass(frozen=True)
class Sheets:
    """Option group: the paper a kit is printed on, and how its backs get behind their fronts."""

    paper: Paper = "a4"
    backs: Backs = "long-edge"


@dataclass(frozen=True)
class Printing:
    """Option group: the edition of a printed kit, and where the files go."""

    ink: Ink = "full"
    large_print: LargePrint = False
    language: Language = ""
    draft: Draft = False
    dpi: Dpi = DPI
    icc: Icc = None
    out: Out = Path("output")
    cache: Cache = True

    @property
    def edition(self) -> Edition:
        """The part of a build request that these options make up."""
        profile = None
        if self.icc:
            from generator.press.pictures.color_profiles import (
                read_printer_profile,  # slow to import
            )

            profile = read_printer_profile(self.icc)
        return Edition(
            self.ink, self.large_print, self.language, self.draft, self.dpi, profile=profile
        )


def cache_folder(cache: bool) -> Path | None:
    """The folder of the build cache; None if it is disabled."""
    return cache_root() if cache else None
