"""Looks: how the cards of a new kit are drawn, each a folder of `data/shared/looks`.

`look.yaml` says what a look is, and has its typefaces.  The other files of its folder take the place of
those of a starter with the same names: the palette, the templates of cards.  Files next to the folders
are for all looks, and `parts.xml` of a starter draws what is particular to its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field

from generator.base import locations
from generator.base.errors import KitError, Place, did_you_mean, errors_at, short, some_of
from generator.base.load_document import load_form, load_yaml, shown_name
from generator.base.schema import ClosedModel, Words
from generator.base.text_files import read_bytes
from generator.press.library import fonts

DEFAULT_LOOK = "classic"
HUES = ("blue", "red", "green", "violet", "gold", "teal")
"""The colours to tell kinds of cards apart, which the palette of each look has."""
_FILES = ("templates/card.xml", "templates/card-back.xml")
_PALETTE_HUES = tuple(f"{hue}{pale}" for hue in HUES for pale in ("", "-pale"))


class Look(ClosedModel):
    """A look, as its `look.yaml` describes it."""

    says: Words
    """What it is, in a sentence."""
    titles: Annotated[Sequence[str], Field(min_length=1)]
    """Typefaces of titles, in the order in which they are tried."""
    body: str
    edge: str = ""
    """The colour of a line around cards on the cover, where they are as white as the page."""

    def title_font(self, words: str) -> str:
        """The first title font that has every letter of a text; the first of all if none has."""
        book = fonts((locations.data_root() / "shared",))
        fitting = (name for name in self.titles if all(map(book.font(name).has, words)))
        return next(fitting, self.titles[0])


class CardLimits(NamedTuple):
    """How the room on a card is divided."""

    art: float
    """The weight of the picture."""
    small: float
    """The smallest type size in points."""
    badge_lines: int
    """The most lines of badges."""


@cache
def look_names() -> tuple[str, ...]:
    """The names of the looks, the default first."""
    names = (path.parent.name for path in _folder().glob("*/look.yaml"))
    return tuple(sorted(names, key=lambda name: (name != DEFAULT_LOOK, name)))


def looks() -> dict[str, Look | KitError]:
    """The looks by name, the default first; for a damaged `look.yaml`, what is wrong with it."""
    found: dict[str, Look | KitError] = {}
    for name in look_names():
        try:
            found[name] = load_form([_folder() / name], "look.yaml", Look)
        except KitError as error:
            found[name] = error
    return found


def sound_look(name: str) -> Look:
    """The look with that name, whose fonts and colours are there.

    Raises KitError if there is none, or naming the file if it is damaged.
    """
    folder = _folder() / read_look(name)
    look = load_form([folder], "look.yaml", Look)
    book = fonts((locations.data_root() / "shared",))
    with errors_at(Place(shown_name(folder / "look.yaml"))):
        for family in (*look.titles, look.body):
            book.font(family)
    if name != DEFAULT_LOOK:  # whose files are those of the starters
        for file in _FILES:
            read_bytes(folder / file, shown_name(folder / file))
        palette = load_yaml(folder / "palette.yaml")
        colors = palette.data.get("palette") if isinstance(palette.data, dict) else None
        lacking = [hue for hue in _PALETTE_HUES if hue not in (colors or ())]
        if lacking:
            message = f"lacks the colours {some_of(lacking, 60)}"
            hint = "every look needs them: add them under palette"
            raise KitError(message, place=palette.place(), hint=hint, check="missing-field")
    return look


def read_look(name: str) -> str:
    """Check the name of a look.  Raises KitError if there is none with that name."""
    known = look_names()
    if name not in known:
        hint = did_you_mean(name, known) or f"known: {', '.join(known)}"
        raise KitError(f'there is no look "{short(name)}"', hint=hint, check="option-value")
    return name


def look_folders(name: str, starter: Path) -> tuple[Path, ...]:
    """The folders with the files of a kit of that look: the first that has a file counts."""
    return _folder() / name, _folder(), starter


def _folder() -> Path:
    return locations.data_root() / "shared/looks"
