"""Design of a deck: the drawing of its cards, independent of the program that it comes from.

An importer reads a script into a design; `new_kit` writes it as a kit.  A value is a word for all
cards, or a tuple with one for each card.  Lengths are in millimetres from the upper left corner of
the picture that the script draws, which extends `trim` beyond the cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Literal, TypeAlias

from generator.base.errors import Place

Value: TypeAlias = str | tuple[str, ...]
Kind: TypeAlias = Literal["text", "rect", "ellipse", "line", "polygon", "image"]

MAX_CARDS = 2_000
"""Most cards of one deck."""
MIN_TYPE_SIZE = 4.0
"""Smallest type size that is printed, in points."""
MAX_ELEMENTS = 1_000
"""Most elements on the cards of one deck."""


@dataclass(slots=True)
class DesignElement:
    """Design element: its attributes in scene markup, and the cards that have it."""

    kind: Kind
    place: Place
    attributes: dict[str, Value] = field(default_factory=dict)
    words: Value = ""
    """Words of a text element."""
    box: str = ""
    """Name of its box."""
    cards: tuple[bool, ...] | None = None
    """Whether each card has the element; None if all have it."""

    def on(self, index: int) -> bool:
        """Whether a card has the element."""
        return self.cards is None or self.cards[index]


@dataclass(slots=True)
class DesignDeck:
    """Deck: cards of one size drawn by one script."""

    name: str
    cards: int
    width: float
    height: float
    """Height of the picture in mm, as `width` with the part that is cut off."""
    trim: float = 0.0
    """Width in mm of what is cut off at each edge."""
    columns: dict[str, list[str]] = field(default_factory=dict)
    """Table of the cards, by heading."""
    copies: str = ""
    """Heading of the column with the number of copies."""
    front: list[DesignElement] = field(default_factory=list)
    back: list[DesignElement] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Note:
    """Note on something in a script that was not imported, or not unchanged."""

    place: Place
    message: str


@dataclass(slots=True)
class Design:
    """Design: everything read from a script or folder."""

    source: Path
    """Folder in which pictures and fonts are looked for."""
    decks: list[DesignDeck] = field(default_factory=list)
    boxes: dict[str, dict[str, str]] = field(default_factory=dict)
    """Attributes of the named boxes."""
    pictures: dict[str, Path | None] = field(default_factory=dict)
    """File of each picture, by name in the kit; None if it was not found."""
    simplified: set[str] = field(default_factory=set)
    """Names of the SVG pictures from which everything unprintable is removed."""
    icons: dict[str, Path] = field(default_factory=dict)
    """Files of icons in texts, by name."""
    notes: dict[Note, None] = field(default_factory=dict)
    """Notes without duplicates, in the order in which they were made."""

    @property
    def title(self) -> str:
        """The name of the folder, without the path of this computer."""
        return self.source.resolve().name

    def note(self, place: Place, message: str) -> None:
        """Record something that was not imported."""
        self.notes[Note(place, message)] = None


def value_at(value: Value, index: int) -> str:
    """The value on one card."""
    return value if isinstance(value, str) else value[index]


def common_value(values: Sequence[str]) -> Value:
    """Reduce values that are the same on all cards to a single word."""
    return values[0] if values and len(set(values)) == 1 else tuple(values)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Element that one call draws on one card."""

    kind: Kind
    attributes: dict[str, str]
    words: str = ""
    box: str = ""

    @property
    def contents(self) -> tuple[object, ...]:
        """Equal for elements that look the same."""
        return (self.kind, self.words, self.box, *self.attributes.items())


DrawnOn: TypeAlias = tuple[Place, int, Drawn]
"""Where a script draws something, the index of the card, and what it draws there."""
_Kind: TypeAlias = tuple[Place, Kind, str, tuple[str, ...], int]


def merged_elements(drawn: Sequence[DrawnOn], cards: int) -> list[DesignElement]:
    """Merge what a line of a script draws on different cards: elements of one kind, with the same attributes.

    Of several such elements on one card, as in a loop, the first is merged with the first of other
    cards, the second with the second, and so on.  What is drawn twice on a card is kept where it was
    drawn last.  No card's elements change their order, unless lines draw in different orders on
    different cards: those are merged in the order in which they first occur.
    """
    last = {(index, drawing.contents): number for number, (_, index, drawing) in enumerate(drawn)}
    drawn = [each for number, each in enumerate(drawn) if last[each[1], each[2].contents] == number]
    kinds = _kinds(drawn)
    groups: dict[_Kind, dict[int, Drawn]] = {}
    for kind, (_, index, drawing) in zip(kinds, drawn, strict=True):
        groups.setdefault(kind, {})[index] = drawing
    sorter: TopologicalSorter[_Kind] = TopologicalSorter(dict.fromkeys(groups, ()))
    below: dict[int, _Kind] = {}
    for kind, (_, index, _) in zip(kinds, drawn, strict=True):
        if index in below:
            sorter.add(kind, below[index])
        below[index] = kind
    with suppress(CycleError):
        groups = {kind: groups[kind] for kind in sorter.static_order()}
    return [_merged(found, cards, kind[0]) for kind, found in groups.items()]


def _kinds(drawn: Sequence[DrawnOn]) -> list[_Kind]:
    """What each drawing has in common with those on other cards that become one element with it."""
    counts: Counter[tuple[object, ...]] = Counter()
    kinds = []
    for place, index, drawing in drawn:
        alike = (place, drawing.kind, drawing.box, tuple(drawing.attributes))
        kinds.append((*alike, counts[index, *alike]))
        counts[index, *alike] += 1
    return kinds


def _merged(found: Mapping[int, Drawn], cards: int, place: Place) -> DesignElement:
    """The element of drawings on different cards."""
    first = next(iter(found.values()))
    drawings = [found.get(index, first) for index in range(cards)]
    attributes = {
        key: common_value([drawing.attributes[key] for drawing in drawings])
        for key in first.attributes
    }
    texts = [found[index].words if index in found else "" for index in range(cards)]
    words = common_value(texts) if first.kind == "text" else ""
    mask = None if len(found) == cards else tuple(index in found for index in range(cards))
    return DesignElement(first.kind, place, attributes, words, first.box, mask)


def visible_element(element: DesignElement, deck: DesignDeck) -> DesignElement | None:
    """The element without the cards on which it is empty or beyond the cut; None if none are left."""
    shown: Value = "-"
    if element.kind in ("text", "image"):
        shown = element.words if element.kind == "text" else element.attributes.get("src", "")
    mask = tuple(
        element.on(index)
        and bool(value_at(shown, index).strip())
        and not is_beyond_cut(element, deck, index)
        for index in range(deck.cards)
    )
    if not any(mask):
        return None
    return replace(element, cards=None if all(mask) else mask)


def is_beyond_cut(element: DesignElement, deck: DesignDeck, index: int) -> bool:
    """Whether an element is a text that begins beyond the cut of a card."""
    if element.kind != "text" or "turn" in element.attributes or not element.on(index):
        return False
    x, y = (parse_mm(value_at(element.attributes.get(key, "0mm"), index)) for key in ("x", "y"))
    return x >= deck.width - deck.trim or y >= deck.height - deck.trim


def parse_mm(length: str) -> float:
    """Parse a length stated in millimetres."""
    return float(length.removesuffix("mm"))


def variants(element: DesignElement, cards: int, most: int) -> list[DesignElement]:
    """Split an element into one for each set of attributes that it has on different cards.

    Words, pictures and colours may differ from card to card: columns hold them.  If there are more
    than `most` sets, columns hold all attributes, and the element is not split.
    """
    column_keys = ("src", "fill", "stroke", "color", "recolor")
    on = [index for index in range(cards) if element.on(index)]
    attributes: dict[str, Value] = {}
    for key, value in element.attributes.items():
        values = {value_at(value, index) for index in on}
        attributes[key] = values.pop() if len(values) == 1 else value
    element = replace(element, attributes=attributes)
    varying = [
        key for key in attributes if not isinstance(attributes[key], str) and key not in column_keys
    ]
    cards_by_look: dict[tuple[str, ...], list[int]] = {}
    for index in on:
        look = tuple(value_at(attributes[key], index) for key in varying)
        cards_by_look.setdefault(look, []).append(index)
    if not varying or len(cards_by_look) > most:
        return [element]
    split = []
    for look, where in cards_by_look.items():
        own = {**attributes, **dict(zip(varying, look, strict=True))}
        mask = tuple(index in where for index in range(cards))
        split.append(replace(element, attributes=own, cards=mask))
    return split
