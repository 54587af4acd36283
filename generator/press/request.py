"""Build request and result: which kit, in which edition, on which paper, and what of it.

A request only names things: nothing is loaded, looked up or laid out to make one, so this module
imports nothing that takes long to load.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from generator.base.units import DPI
from generator.kit.locate import BUILT_IN, KitFolders, KitSearchPath
from generator.press.imposition.duplex import Backs
from generator.press.imposition.offset import NO_OFFSET, Offset
from generator.press.rulebook.form import DEFAULT_FORM, BookForm

if TYPE_CHECKING:
    from generator.base.units import Size
    from generator.press.imposition.booklet import Spread
    from generator.press.imposition.sheet import Sheet
    from generator.press.marks.cut_lines import CutLines
    from generator.press.pictures.color_profiles import PrinterProfile
    from generator.press.precut import PrecutSheet

Ink: TypeAlias = Literal["full", "low"]
"""How much ink a kit is printed with; low: no large coloured areas."""
OptionValue: TypeAlias = str | int | float | bool | None
"""The value of an option as the manifest holds it."""
Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with the step that begins, the number of steps done, and of all."""

MAX_COPIES = 99
"""Maximum number of sets that are printed at once."""
MIN_SCALE, MAX_SCALE = 25, 400
"""Minimum and maximum scale at which pieces are printed, in per cent."""
STEPS = 7
"""Number of steps of a build."""
MANIFEST = "manifest.json"
"""The file that lists what a build made."""

COMMON_PAPERS = ("a4", "letter")
"""The papers that kits are printed on all over the world."""
EXTRAS = "extras"
"""Name of the file of pieces that people may own already."""
SPARES = "spares"
"""Name of the file and folder of pieces that are printed again."""
WHOLE, MAPS, MONITORS, RULEBOOK, QUICK_START = "", "maps", "monitors", "rulebook", "quick-start"
"""What to print of a kit: all of it, or one of these; any other name is a part's."""
SELL_SHEET, FEEDBACK = "sell-sheet", "feedback"
"""Leaflets about a kit; each has a template of that name, which `grimoire export` sets."""
VARIANTS = "variants"
"""The folder within a kit's own that holds a folder for each way to print it."""


@dataclass(frozen=True, slots=True)
class MapRequest:
    """A map for the game to generate; `players` None: as few as possible."""

    seed: int = 1
    players: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def display_name(self) -> str:
        """The name of the map in messages, since it is in no file."""
        return f"the map made from seed {self.seed}"

    @property
    def folder(self) -> str:
        """The name of its folder: `maps-seed-7`, `maps-seed-7-players-3-size-large`."""
        words = ["maps", "seed", str(self.seed)]
        words += [] if self.players is None else ["players", str(self.players)]
        words += [word for pair in sorted(self.options.items()) for word in pair]
        return re.sub(r"[^a-z0-9]+", "-", "-".join(words).lower()).strip("-")

    def as_options(self) -> dict[str, OptionValue]:
        """The same for the manifest."""
        options = {f"option-{name}": value for name, value in sorted(self.options.items())}
        return without_defaults({"seed": self.seed, "players": self.players, **options})


@dataclass(frozen=True, slots=True)
class KitRef:
    """A kit by its name, and where to look for it."""

    name: str
    search_path: KitSearchPath = BUILT_IN

    def folders(self) -> KitFolders:
        """The kit's folders.  Raises KitError when there is no such kit."""
        return self.search_path.find(self.name)


@dataclass(frozen=True, slots=True)
class Edition:
    """How the pieces look, and in which language, on any paper."""

    ink: Ink = "full"
    large_print: bool = False
    """Whether every piece and every page of the rulebook is enlarged, for readers who need larger type.
    """
    language: str = ""
    """The code of the language of everything printed; "" is the kit's own."""
    draft: bool = False
    """Whether missing translations are printed in the kit's own words, marked, and pictures may be
    coarse."""
    dpi: int = DPI
    """Dots to the inch that pictures are sampled down to."""
    scale: float = 1.0
    """How much larger every piece is printed than drawn."""
    profile: PrinterProfile | None = None
    """The colour profile of the printer that PDFs are made for; None: sRGB."""


@dataclass(frozen=True, slots=True)
class Target:
    """The paper the sheets are printed on, and how their backs get behind their fronts."""

    paper: str = "a4"
    backs: Backs = "long-edge"
    offset: Offset = NO_OFFSET
    booklet: bool = False
    """Whether the rulebook is also made as sheets to fold and staple."""
    split: bool = False
    """Whether each part also has a file of its own, as have its sheets with one printed side."""
    copies: int = 1
    """Number of sets: how often people print each file, as the first page says."""
    cutter: str = ""
    """The machine that cuts the pieces out, from `cutters.yaml`; "" is a pair of hands."""
    precut: tuple[tuple[str, int], ...] = ()
    """Sheets from `precut.yaml` for the pieces that fit their places, each with the place to begin at."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What of the kit is printed: all, a kind or part, some pieces, a generated map, or changes."""

    only: str = WHOLE
    map: MapRequest | None = None
    since: Path | None = None
    """The manifest of an older build: only what has changed since is printed."""
    players: int | None = None
    """Print only what a game for this many needs."""
    wanted: tuple[str, ...] = ()
    """Parts and components that people may own, but want to print all the same."""
    without: tuple[str, ...] = ()
    """Parts and components that are not printed."""
    few_sheets: bool = False
    """Print only what a game needs, and nothing that people may own."""
    spares: tuple[tuple[str, int], ...] = ()
    """Print only these pieces, each by its id and in so many copies, in place of lost ones."""

    def as_options(self) -> dict[str, OptionValue]:
        """The same for the manifest, except `only` and `spares`: the pieces show it."""
        options: dict[str, OptionValue] = {
            "players": self.players,
            "with": ", ".join(self.wanted) or None,
            "without": ", ".join(self.without) or None,
            "few-sheets": self.few_sheets or None,
            "since": True if self.since else None,
        }
        return without_defaults(options) | (self.map.as_options() if self.map else {})


WHOLE_KIT = Selection()


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """A build of one kit; `out` is the folder that gets a folder for each kit."""

    kit: KitRef
    out: Path = Path("output")
    edition: Edition = Edition()
    target: Target = Target()
    selection: Selection = WHOLE_KIT
    book: BookForm = DEFAULT_FORM
    variant: bool = False
    """Whether it is one of several ways to print the same: its folder is named after it."""

    @property
    def kit_folder(self) -> Path:
        """The folder of all that is built of the kit."""
        return self.out / self.kit.name

    @property
    def folder(self) -> Path:
        """The folder of the files of this build."""
        target, selection = self.target, self.selection
        folder = self.kit_folder / self.edition.language
        if self.variant:
            folder = folder / VARIANTS / f"{target.paper}-{target.backs}-{self.edition.ink}"
        if selection.spares:
            return folder / SPARES
        return folder / (selection.map.folder if selection.map else selection.only)

    @property
    def cache_key(self) -> str:
        """Everything that is requested, without where it comes from or goes to."""
        return repr(replace(self, kit=KitRef(self.kit.name), out=Path()))

    def as_options(self) -> dict[str, OptionValue]:
        """How the kit is printed, for the manifest."""
        edition, target = self.edition, self.target
        options: dict[str, OptionValue] = {
            "paper": target.paper,
            "backs": target.backs,
            "ink": edition.ink,
            "offset": None if target.offset == NO_OFFSET else str(target.offset),
            "large-print": edition.large_print or None,
            "booklet": target.booklet or None,
            "split": target.split or None,
            "copies": target.copies if target.copies > 1 else None,
            "cutter": target.cutter or None,
            "precut": ", ".join(name for name, _ in target.precut) or None,
            **self.book.as_options(),
            "language": edition.language or None,
            "draft": edition.draft or None,
            "scale": None if edition.scale == 1 else edition.scale,
            "dpi": None if edition.dpi == DPI else edition.dpi,
            "icc": edition.profile.title if edition.profile else None,
        }
        return without_defaults(options) | self.selection.as_options()


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A finished file in the kit's folder: its pages, and the sheets on them if it is cut up.

    `path` is relative to the folder, `page_size` in points.  A booklet has `spreads`, and is made
    `of` another file's pages.
    """

    path: str
    pages: int
    page_size: Size
    sheets: tuple[Sheet, ...] = field(default=(), repr=False)
    spreads: tuple[Spread, ...] = field(default=(), repr=False)
    of: str = ""
    book: Any = field(default=None, repr=False)
    """Of a rulebook: its layout, as an entry of the manifest."""
    repeats: bool = False
    """Whether it holds pieces that another file of the build has, too."""
    cut_lines: CutLines | None = field(default=None, repr=False)
    """Of a file for a cutting machine: what it cuts."""
    precut: PrecutSheet | None = field(default=None, repr=False)
    """The precut sheets that it is printed on."""


@dataclass(frozen=True, slots=True)
class BuildResult:
    """The result of a build: the folder, and its files by name in print order."""

    kit: str
    folder: Path
    files: tuple[OutputFile, ...]
    removed: tuple[str, ...] = ()
    """Files of the build before that this one did not make again."""
    notes: tuple[str, ...] = ()
    """Sentences for the person who prints, such as a game's description of a generated map."""
    up_to_date: bool = False
    """Whether the folder already held all of it, made from exactly the same inputs."""
    others: tuple[str, ...] = ()
    """Files for other papers in the same folder, left as earlier builds made them."""


def without_defaults(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options that are not None: those that differ from the defaults."""
    return {name: value for name, value in options.items() if value is not None}


def no_progress(step: str, done: int, total: int) -> None:
    """A `Progress` for callers that do not watch."""
