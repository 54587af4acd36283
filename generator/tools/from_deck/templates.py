"""Templates of an imported deck: writes its elements as scene markup, with conditions if needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.tools.from_deck.columns import Columns
from generator.tools.from_deck.design import (
    DesignDeck,
    DesignElement,
    Value,
    parse_mm,
    variants,
    visible_element,
)

MAX_VARIANTS = 6
"""Most variants of an element that a template states one by one."""
_STEMS = {"src": "picture", "fill": "fill", "stroke": "line", "color": "color", "recolor": "color"}


@dataclass(frozen=True, slots=True)
class TextLimits:
    """Limits of texts, relaxed until the texts of a script fit."""

    smallest: float
    """Smallest type size in points to which a text may shrink."""
    safe: float
    """Safe zone inside the cut in millimetres."""
    apart: bool = True
    """Whether texts must not overlap."""
    tall: frozenset[tuple[str, int]] = frozenset()
    """Template lines whose text is as high as it needs; line 0 means the whole template."""
    whole: frozenset[tuple[str, int]] = frozenset()
    """Template lines whose text is as wide as the card."""
    inside: frozenset[tuple[str, int]] = frozenset()
    """Template lines whose text is moved inside the cut."""
    cut: frozenset[tuple[str, int]] = frozenset()
    """Template lines whose text still reaches beyond the cut, as in the script."""
    unpainted: frozenset[tuple[str, int]] = frozenset()
    """Template lines whose drawing keeps its own colours."""


class DeckTemplates:
    """Templates of a deck's faces, with the table that they need."""

    def __init__(self, deck: DesignDeck, boxes: Mapping[str, Mapping[str, str]]) -> None:
        """`boxes` are the named boxes of the kit."""
        self.deck = deck
        self.boxes = boxes
        self.columns = Columns(deck)

    def face(
        self, elements: Sequence[DesignElement], limits: TextLimits, head: str, file: str
    ) -> str:
        """The template of one face; `head` is its first comment, `file` its name."""
        deck = self.deck
        lines = list(self._elements(elements, limits, file, 4 if deck.trim else 3))
        width, height = deck.width - 2 * deck.trim, deck.height - 2 * deck.trim
        safe = min(limits.safe, width / 4, height / 4)
        size = f'width="{mm(width)}" height="{mm(height)}" bleed="{mm(deck.trim)}"'
        inner = [f"    {line}" for line in lines]
        if deck.trim:
            at, whole = mm(-deck.trim), f'width="{mm(deck.width)}" height="{mm(deck.height)}"'
            inner = [f'  <group x="{at}" y="{at}" {whole}>', *inner, "  </group>"]
        card = [f"{{# {head} #}}", f'<card {size} safe="{mm(safe)}">', *inner, "</card>"]
        return "".join(f"{line}\n" for line in card)

    def _elements(
        self, elements: Sequence[DesignElement], limits: TextLimits, file: str, line: int
    ) -> Iterator[str]:
        for element in elements:
            drawn = visible_element(element, self.deck)
            if drawn is None:
                continue
            for each in variants(drawn, self.deck.cards, MAX_VARIANTS):
                condition = self.columns.condition(each)
                each = self._relaxed(each, limits, (file, line))
                markup = self._markup(each, limits)
                line += 1 + markup.count("\n")
                yield f"{{% if {condition} %}}{markup}{{% endif %}}" if condition else markup

    def _relaxed(
        self, element: DesignElement, limits: TextLimits, at: tuple[str, int]
    ) -> DesignElement:
        """The element with the relaxed limits of its line in the template."""
        attributes: dict[str, Value] = dict(element.attributes)
        if at in limits.unpainted:
            attributes.pop("recolor", None)
        if element.kind == "text":
            every = (at[0], 0)
            if {at, every} & limits.tall:
                attributes |= {"height": "auto", "valign": "top"}
            if {at, every} & limits.whole:
                attributes |= {"x": mm(0), "width": mm(self.deck.width)}
            if at in limits.inside or not limits.apart:
                attributes |= self._inside_cut(attributes, limits)
            if at in limits.cut or not limits.apart:
                attributes["decor"] = "yes"
        return replace(element, attributes=attributes)

    def _inside_cut(self, attributes: Mapping[str, Value], limits: TextLimits) -> dict[str, Value]:
        """The part of a text's box that is inside the safe zone."""
        inside: dict[str, Value] = {}
        edge = self.deck.trim + 2 * limits.safe
        straight = attributes.get("turn") in (None, "180")
        sides = ("x", "width", self.deck.width), ("y", "height", self.deck.height)
        for start, size, whole in sides if straight else ():
            low, length = attributes.get(start), attributes.get(size)
            if isinstance(low, str) and isinstance(length, str):
                begin, beyond = parse_mm(low), whole - edge
                left = max(edge - begin, 0.0)
                right = 0.0 if length == "auto" else max(begin + parse_mm(length) - beyond, 0.0)
                if (attributes.get("align"), start) == ("center", "x"):
                    left = right = max(left, right)
                inside[start] = mm(begin + left)
                if length != "auto":
                    inside[size] = mm(max(parse_mm(length) - left - right, 1.0))
        return inside

    def _markup(self, element: DesignElement, limits: TextLimits) -> str:
        if element.attributes.get("mirror"):
            return self._mirrored(element, limits)
        attributes: dict[str, Value] = dict(element.attributes)
        stem = element.box or element.kind
        parts = []
        box = self.boxes.get(element.box)
        if box and all(attributes.get(key) == value for key, value in box.items()):
            parts.append(f'box="{element.box}"')
            attributes = {key: value for key, value in attributes.items() if key not in box}
        if element.kind == "text":
            largest = attributes.get("size", "12")
            if isinstance(largest, str) and float(largest) > limits.smallest:
                attributes["size"] = f"{largest}..{limits.smallest:g}"
        for key, value in attributes.items():
            column = f"{stem} {_STEMS.get(key, key)}".replace("picture picture", "picture")
            parts.append(f'{key}="{self.columns.expression(value, element, column)}"')
        tag = " ".join([element.kind, *parts])
        if element.kind != "text":
            return f"<{tag}/>"
        return f"<{tag}>{self.columns.expression(element.words, element, stem)}</text>"

    def _mirrored(self, element: DesignElement, limits: TextLimits) -> str:
        """The element in a group that mirrors it."""
        keys = ("x", "y", "width", "height", "turn", "mirror")
        placed = {key: value for key, value in element.attributes.items() if key in keys}
        inner = {key: value for key, value in element.attributes.items() if key not in keys}
        group = " ".join(
            f'{key}="{self.columns.expression(value, element, f"{element.kind} {key}")}"'
            for key, value in placed.items()
        )
        return f"<group {group}>{self._markup(replace(element, attributes=inner), limits)}</group>"


def mm(length: float) -> str:
    """A length in millimetres, rounded to hundredths: `2.5mm`."""
    return f"{round(length, 2) + 0.0:g}mm"


def points(corners: Iterable[complex]) -> str:
    """The corners of a polygon in millimetres, rounded to hundredths: `1,2.5 3,4`."""
    return " ".join(f"{round(p.real, 2) + 0.0:g},{round(p.imag, 2) + 0.0:g}" for p in corners)
