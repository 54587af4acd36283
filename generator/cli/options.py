"""Options that several commands share: what each means, their types, and groups of them (see `command`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from generator.base.errors import KitError, short
from generator.base.locations import RULES, cache_root
from generator.base.units import DPI, length
from generator.kit.locate import KitSearchPath
from generator.press.request import MAX_SCALE, MIN_SCALE, Edition, Ink

KITS, GENERAL = "Kit folders", "General options"
"""Sections of a command's help (`command.PANELS`)."""

SHARED = f"""
    kits KIT: Names of kits; none means all.
    name KIT: Name of a kit; `grimoire kits` lists them.
    bar WORDS: Bar the moves that contain these words; 1: WORDS for one seat.
    data FOLDER: Folder with the data of your kits, or of one kit; if left out, ./data if it has kits,
        then Grimoire's own kits.
    templates FOLDER: Folder with the templates of your kits, or of one kit; if left out, ./templates
        beside ./data.
    rules FOLDER: Folder with games written in Python; their code is run, so name only a folder that
        you trust. If left out, the folder in {RULES}, if that is set.
    out -o FOLDER: Folder to write to; each kit gets its own folder in it.
    paper PAPER: a4, letter, a large sheet (a3, a2, a1), a roll (plotter: 610 mm wide), or another paper
        of data/shared.
    backs: The edge over which your printer turns the paper; gutterfold: one-sided, each back beside its
        front, to fold and glue; none: fronts only.
    offset X,Y: Shift every back page right and up, in mm; `grimoire calibrate` measures it.
    booklet: Also make the rulebook as sheets to fold and staple.
    for_screen: Also make the rulebook as a page for screens: one HTML file to search and share.
    ink: full: every colour; low: no large coloured areas, to save ink.
    large_print: Larger type on pieces and in the rulebook, for people with low vision.
    scale PERCENT: Print every piece smaller or larger: 50% to try out a board on one sheet, 200% for a
        poster.
    cache --cache/--no-cache: Reuse the results of earlier builds, or rebuild everything.
    language CODE: Language: de, fr, pt-BR, if there is a catalogue for it; en-XA is a pseudo-language
        that shows which texts cannot be translated.
    draft: Print texts that are not translated yet, marked with ??, and pictures of any resolution.
    dpi DOTS: Downsample finer pictures to this many dots per inch.
    icc FILE: The ICC profile of a printer, RGB or CMYK: PDFs use its colours and embed it.
    as_json --json: Print only one JSON document on stdout (see `grimoire reference json`).
    jobs NUMBER: Number of processes; one per core if left out.
    players NUMBER: Number of players; the fewest if left out.
    seed NUMBER: The same seed plays the same game.
    bot BOT: easy, medium or hard; or random, greedy, mcts or search; a,b: one for each seat.
    option NAME=VALUE: An option of the game: board=plus.
    """
"""What an option means wherever a command does not say otherwise, in the form of `command`."""


def _complete_kit(incomplete: str) -> list[str]:
    """Names of kits with this prefix, for a shell that completes words."""
    try:
        roots = KitSearchPath.from_cwd()
        names = {*roots.names(), *(roots.others.names() if roots.others else ())}
    except (KitError, OSError):
        return []  # no messages in the middle of a command line
    return sorted(name for name in names if name.startswith(incomplete))


Kits = Annotated[list[str] | None, typer.Argument(autocompletion=_complete_kit)]
OneKit = Annotated[str, typer.Argument(autocompletion=_complete_kit)]
KitFolder = Annotated[Path | None, typer.Option(rich_help_panel=KITS)]
Json = Annotated[bool, typer.Option(rich_help_panel=GENERAL)]
MOST, MOST_JOBS = 1_000_000_000, 1000
"""Largest number of games and the like, which the system can still count, and of processes."""
Number = Annotated[int | None, typer.Option(min=1, max=MOST)]
Jobs = Annotated[int | None, typer.Option(min=1, max=MOST_JOBS)]


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
    if not MIN_SCALE <= percent <= MAX_SCALE:
        hint = f"write a whole percentage from {MIN_SCALE}% to {MAX_SCALE}%"
        raise KitError(f'--scale "{text}" cannot be printed', hint=hint, check="option-value")
    return percent / 100


def read_length(option: str, text: str) -> float:
    """`"3mm"` in points.  Raises KitError that names the option."""
    try:
        return length(text)
    except KitError:
        hint = "write a number and a unit: 3mm, 0.125in"
        message = f'{option} "{short(text)}" is not a length'
        raise KitError(message, hint=hint, check="option-value") from None


@dataclass(frozen=True)
class KitData:
    """Option group: where kits are, for commands that run no rules."""

    data: KitFolder = None
    templates: KitFolder = None

    def search_path(self) -> KitSearchPath:
        return KitSearchPath.from_cwd(self.data, self.templates)


@dataclass(frozen=True)
class KitLocation(KitData):
    """Option group: where kits and their rules are."""

    rules: KitFolder = None

    def search_path(self) -> KitSearchPath:
        return KitSearchPath.from_cwd(self.data, self.templates, self.rules)


@dataclass(frozen=True)
class Sheets:
    """Option group: the paper a kit is printed on, and how its backs get behind their fronts."""

    paper: str = "a4"
    backs: Literal["long-edge", "short-edge", "gutterfold", "none"] = "long-edge"


@dataclass(frozen=True)
class Printing:
    """Option group: the edition of a printed kit, and where the files go."""

    ink: Ink = "full"
    large_print: bool = False
    language: str = ""
    draft: bool = False
    dpi: Annotated[int, typer.Option(min=200, max=1200)] = DPI
    icc: Path | None = None
    out: Path = Path("output")
    cache: bool = True

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
