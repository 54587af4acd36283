"""Design of a deck: what its script draws on its cards, in no program's own terms.

An importer reads a script into this; `new_kit` writes it as a kit.  A value is a word for all
cards, or a tuple with one for each.  Lengths are in millimetres from the upper left corner of the
picture that the script draws, which reaches `trim` beyond the cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

from generator.base.errors import Place

Value: TypeAlias = str | tuple[str, ...]
Kind: TypeAlias = Literal["text", "rect", "ellipse", "line", "polygon", "image"]

MOST_CARDS = 2_000
LEAST_TYPE = 4.0
"""The smallest type that is printed, in points."""
MOST_ELEMENTS = 1_000
"""Things drawn on the cards of one deck, one below the other."""


@dataclass(slots=True)
class DesignElement:
    """One thing that is drawn: its attributes in scene markup, and on which cards it is."""

    kind: Kind
    place: Place
    attributes: dict[str, Value] = field(default_factory=dict)
    words: Value = ""
    """What a text says."""
    box: str = ""
    """The named box that it is in."""
    cards: tuple[bool, ...] | None = None
    """On which cards it is; None: on all."""

    def on(self, index: int) -> bool:
        """Whether a card has it."""
        return self.cards is None or self.cards[index]


@dataclass(slots=True)
class DesignDeck:
    """Cards of one size that one script draws."""

    name: str
    cards: int
    width: float
    height: float
    """Of the picture, in millimetres, with what is cut off."""
    trim: float = 0.0
    """How much is cut off at each edge."""
    columns: dict[str, list[str]] = field(default_factory=dict)
    """The table of its cards, by headings."""
    copies: str = ""
    """The column that says how many there are of each."""
    front: list[DesignElement] = field(default_factory=list)
    back: list[DesignElement] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Note:
    """Something of a script that was not carried over, or not as it was."""

    place: Place
    says: str


@dataclass(slots=True)
class Design:
    """All that was understood of somebody's script or folder."""

    source: Path
    """The folder that pictures and fonts are looked for in."""
    decks: list[DesignDeck] = field(default_factory=list)
    boxes: dict[str, dict[str, str]] = field(default_factory=dict)
    """Named boxes with their attributes."""
    pictures: dict[str, Path | None] = field(default_factory=dict)
    """Every picture by its name in the kit, and where it lies; None: nowhere."""
    simplified: set[str] = field(default_factory=set)
    """Names of the SVG pictures that are drawn only as far as they can be printed."""
    icons: dict[str, Path] = field(default_factory=dict)
    """Signs within texts, by name."""
    notes: dict[Note, None] = field(default_factory=dict)
    """Each once, in the order in which they were found."""

    def note(self, place: Place, says: str) -> None:
        """Record what was not carried over."""
        self.notes[Note(place, says)] = None


def at(value: Value, index: int) -> str:
    """What a value is on one card."""
    return value if isinstance(value, str) else value[index]


def settled(values: Sequence[str]) -> Value:
    """One word where all cards have the same."""
    return values[0] if values and len(set(values)) == 1 else tuple(values)


@dataclass(frozen=True, slots=True)
class Drawn:
    """What one call draws on one card."""

    kind: Kind
    attributes: dict[str, str]
    words: str = ""
    box: str = ""


def combined(drawn: Sequence[tuple[int, Drawn]], cards: int, place: Place) -> list[DesignElement]:
    """What a call draws on its cards, as one element wherever that is the same kind of thing.

    Of several things of a kind on one card, the first is one element with the first of other cards,
    the second with the second, and so on.
    """
    groups: dict[tuple[str, str, tuple[str, ...], int], dict[int, Drawn]] = {}
    so_far: Counter[tuple[int, str, str, tuple[str, ...]]] = Counter()
    for index, one in drawn:
        alike = (one.kind, one.box, tuple(one.attributes))
        groups.setdefault((*alike, so_far[index, *alike]), {})[index] = one
        so_far[index, *alike] += 1
    elements = []
    for (_, box, keys, _), found in groups.items():
        first = next(iter(found.values()))
        every = [found.get(index, first) for index in range(cards)]
        attributes = {key: settled([one.attributes[key] for one in every]) for key in keys}
        said = [found[index].words if index in found else "" for index in range(cards)]
        words = settled(said) if first.kind == "text" else ""
        mask = None if len(found) == cards else tuple(index in found for index in range(cards))
        elements.append(DesignElement(first.kind, place, attributes, words, box, mask))
    return elements


def drawn_somewhere(element: DesignElement, deck: DesignDeck) -> DesignElement | None:
    """The element without the cards on which it says or shows nothing; None if that is all."""
    shown: Value = "-"
    if element.kind in ("text", "image"):
        shown = element.words if element.kind == "text" else element.attributes.get("src", "")
    mask = tuple(
        element.on(index) and bool(at(shown, index).strip()) and not is_beyond(element, deck, index)
        for index in range(deck.cards)
    )
    if not any(mask):
        return None
    return replace(element, cards=None if all(mask) else mask)


def is_beyond(element: DesignElement, deck: DesignDeck, index: int) -> bool:
    """Whether an element is a text that begins where a card has ended."""
    if element.kind != "text" or "turn" in element.attributes or not element.on(index):
        return False
    x, y = (in_mm(at(element.attributes.get(key, "0mm"), index)) for key in ("x", "y"))
    return x >= deck.width - deck.trim or y >= deck.height - deck.trim


def in_mm(length: str) -> float:
    """A length that is stated in millimetres."""
    return float(length.removesuffix("mm"))


def branches(element: DesignElement, cards: int, most: int) -> list[DesignElement]:
    """The element once for each of the places and looks that it has on different cards.

    Words, pictures and colours may differ from card to card: a column holds them.  If there are more
    than `most` places, columns hold those, too.
    """
    told = ("src", "fill", "stroke", "color", "recolor")
    on = [index for index in range(cards) if element.on(index)]
    attributes: dict[str, Value] = {}
    for key, value in element.attributes.items():
        own = {at(value, index) for index in on}
        attributes[key] = own.pop() if len(own) == 1 else value
    element = replace(element, attributes=attributes)
    varying = [
        key for key in attributes if not isinstance(attributes[key], str) and key not in told
    ]
    looks: dict[tuple[str, ...], list[int]] = {}
    for index in on:
        looks.setdefault(tuple(at(attributes[key], index) for key in varying), []).append(index)
    if not varying or len(looks) > most:
        return [element]
    return [
        replace(
            element,
            attributes={**attributes, **dict(zip(varying, look, strict=True))},
            cards=tuple(index in where for index in range(cards)),
        )
        for look, where in looks.items()
    ]
