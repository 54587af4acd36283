"""Turns what somebody asks to have built into one value, and what came of it into another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.press.imposition.duplex import DUPLEX, Backs
from generator.press.imposition.registration import NO_OFFSET, Offset
from generator.press.manifest import Made, Option
from generator.press.paper import Paper
from generator.press.pieces.generated_maps import MapRequest
from generator.press.templates.style import Ink

ONE_SIDED = (
    "a roll is printed on one side: backs are left out, but for those that are played as a second "
    "face; --backs gutterfold prints them all"
)
"""What a person hears who asked for backs on a roll."""
WHOLE, MAPS, MONITORS, RULEBOOK = "", "maps", "monitors", "rulebook"
"""What to make of a kit: all of it, or one of these; any other name is a part's."""

VARIANTS = "variants"
"""The folder within a kit's own that holds a folder for each way to print it."""


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks to have built; `out` is the folder that gets a folder for each kit.

    With a `wish` it is a map that the game makes up, and nothing else.
    """

    kit: str
    roots: KitSearchPath = BUILT_IN
    out: Path = Path("output")
    paper: str = "a4"
    backs: Backs = "long-edge"
    ink: Ink = "full"
    only: str = WHOLE
    wish: MapRequest | None = None
    offset: Offset = NO_OFFSET
    large_print: bool = False
    """Every piece and every page of the rulebook enlarged, for who needs larger type."""
    booklet: bool = False
    """The rulebook also as sheets to fold and staple."""
    since: Path | None = None
    """The manifest of an older build: then only what has changed since is printed."""
    variant: bool = False
    """One of several ways to print the same: then its folder is named after it."""
    language: str = ""
    """The code of the language that everything is printed in; "" is the kit's own."""
    draft: bool = False
    """What is not translated yet is printed in the kit's own words, marked."""

    def on(self, paper: Paper) -> Request:
        """The same, as far as that paper allows it: nobody prints a roll on both sides."""
        return replace(self, backs="none") if paper.roll and self.backs in DUPLEX else self

    @property
    def folder(self) -> Path:
        """Where the files will lie."""
        folder = self.out / self.kit / self.language
        if self.variant:
            folder = folder / VARIANTS / f"{self.paper}-{self.backs}-{self.ink}"
        return folder / (self.wish.folder if self.wish else self.only)

    @property
    def wanted(self) -> str:
        """All that is asked for, wherever it comes from and goes to."""
        return repr(replace(self, roots=BUILT_IN, out=Path()))

    def as_options(self) -> dict[str, Option]:
        """How it is to be printed, for the manifest."""
        told: dict[str, Option] = {"paper": self.paper, "backs": self.backs, "ink": self.ink}
        if self.offset != NO_OFFSET:
            told["offset"] = str(self.offset)
        told |= {"large-print": True} if self.large_print else {}
        told |= {"booklet": True} if self.booklet else {}
        told |= {"since": True} if self.since else {}
        told |= {"language": self.language} if self.language else {}
        told |= {"draft": True} if self.draft else {}
        return told | (self.wish.as_options() if self.wish else {})


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What came of a build: the folder, and its files by name in print order.

    `removed` are the files of the build before that this one did not make again; `says` is what
    else there is to tell, such as what the game says about a map that it made up.
    """

    kit: str
    folder: Path
    files: tuple[Made, ...]
    removed: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    anew: bool = True
    """False when the folder held all of it already, made from just the same."""
    others: tuple[str, ...] = ()
    """Files for other papers in the same folder: they stay as earlier builds made them."""
