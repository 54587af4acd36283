"""Drawing commands of Squib: turns each call into elements of the design, with options per card."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from PIL import ImageColor

from generator.base.errors import Place
from generator.press.text.inline import escape
from generator.tools.from_deck.design import (
    MIN_TYPE_SIZE,
    Design,
    DesignDeck,
    Drawn,
    DrawnOn,
    Kind,
    merged_elements,
)
from generator.tools.from_deck.fonts import FontChoice
from generator.tools.from_deck.markup import convert_marks, italicized
from generator.tools.from_deck.pictures import ScriptPictures
from generator.tools.from_deck.templates import mm, points
from generator.tools.from_squib.layouts import Layout, pixels
from generator.tools.from_squib.type_sizes import DEFAULT_SIZE
from generator.tools.from_squib.values import Unknown, text_of

Options = Mapping[str, Any]
Shapes: TypeAlias = Iterator[tuple[Kind, dict[str, str], str]]
"""Shapes that a call draws on a card: kind, attributes and words of each."""
DRAWING_COMMANDS = (
    "background", "rect", "circle", "ellipse", "line", "triangle", "polygon", "star", "text", "png",
    "svg",
)  # fmt: skip
GUIDES = ("cut_zone", "safe_zone", "cut", "safe", "cutline", "cut_line", "safezone", "bleed")
_STYLE = re.compile(
    r"\b(bold|italic|oblique|heavy|black|light|semi-?bold|medium|thin|condensed|normal|book)\b",
    re.I,
)
_NOT_IMPORTED = {
    "png": ("angle", "crop_x", "crop_width", "flip_horizontal", "flip_vertical", "mask"),
    "svg": ("id", "data", "angle", "crop_x", "crop_width", "flip_horizontal", "flip_vertical"),
    "text": ("wrap",),
}
"""Options that change the picture and that are not imported."""
LEADING, MIN_LEADING = 1.25, 0.8
"""The usual distance of lines, and the least, in font sizes."""
_ALIGNS, _VALIGNS = ("left", "center", "right", "justify"), ("top", "middle", "bottom")
_GAME_ICON = re.compile(r"""GameIcons\.(?:get|find)(?:\(|\s)\s*(?:[:'"](?:[\w-]+/)?([\w-]+))?""")
"""A call of the gem `game_icons`, and the name of the icon, without that of its author."""
_BLENDS = ("multiply", "screen", "overlay")


def _fetch(name: str | None) -> str:
    """How to import an icon of the gem `game_icons`, whose file only its site has."""
    file, written = (f"{name}.svg", f"'{name}.svg'") if name else ("each icon", "its file")
    return (
        f"; download {file} from game-icons.net (most icons CC BY 3.0: credit who drew them), put it beside "
        f"the script, write {written} in place of the call under file:, and import the script again"
    )


@dataclass(slots=True)
class DeckScript:
    """Deck that a script draws, with the state of its block."""

    design: Design
    deck: DesignDeck
    fonts: FontChoice
    pictures: ScriptPictures
    dpi: float
    width: float
    height: float
    """Height of a card in pixels, like the width."""
    layouts: Layout
    defaults: dict[str, Any] = field(default_factory=dict)
    point: float = 1.0
    """Size on paper of one point of the script, in points."""
    colors: Mapping[str, str] = field(default_factory=dict)
    """The project's own names of colours."""

    def draw(self, name: str, options: Options, place: Place, embeds: Mapping[str, str]) -> None:
        """Add the elements that a call draws to the front of the deck."""
        for key, value in options.items():
            values = value if isinstance(value, list) else [value]
            unknown = [each for each in values if isinstance(each, Unknown)]
            for each in unknown[:1]:
                message = f"{name}: {key} is `{each.words[:60]}`, whose value is not known"
                icon = _GAME_ICON.match(each.words)
                self.design.note(place, message + _fetch(icon[1]) if icon else message)
            if unknown and key in ("str", "file", "range", "layout") and unknown == values:
                return
        calls: list[DrawnOn] = []
        for index in self._range(options.get("range")):
            own = self._on_card(options, index)
            layout = text_of(own.get("layout"))
            if name in ("rect", "ellipse") and layout.lower() in GUIDES:
                instead = "Grimoire prints crop marks, and checks the safe zone"
                self.design.note(place, f"the line of the {layout}: {instead}")
                return
            for lost in _NOT_IMPORTED.get(name, ()):
                if own.get(lost) not in (None, "", 0, False):
                    self.design.note(place, f"{name}: {lost}")
                    if lost in ("id", "data"):
                        return
            for kind, attributes, words in getattr(self, f"_{name}")(own, place, embeds):
                box = self._box(layout, attributes) if layout in self.layouts else ""
                calls.append((place, index, Drawn(kind, attributes, words, box)))
        self.deck.front += merged_elements(calls, self.deck.cards)

    def _box(self, layout: str, attributes: Mapping[str, str]) -> str:
        """The named box of a layout; "" if its name already has other values."""
        own = {key: attributes[key] for key in ("x", "y", "width", "height") if key in attributes}
        name = re.sub(r"[^\w-]", "-", layout)
        if len(own) < 4:
            return ""
        known = self.design.boxes.setdefault(name, own)
        return name if known == own else ""

    def _range(self, value: Any) -> list[int]:
        """The indices of the cards in a range: all, one or some, also counted from the end."""
        cards = self.deck.cards
        if value is None or value in ("all", ""):
            return list(range(cards))
        if isinstance(value, list) and value[2:] == [".."]:
            low, high = (each + cards if each < 0 else each for each in value[:2])
            return [n for n in range(low, high + 1) if 0 <= n < cards]
        many = list(value) if isinstance(value, list | range) else [value]
        whole = [n for n in many if isinstance(n, int)]
        return sorted({n + cards if n < 0 else n for n in whole if -cards <= n < cards})

    def _on_card(self, options: Options, index: int) -> dict[str, Any]:
        """The options of a call on one card: the deck's defaults, the layout's, the call's own."""
        own = {key: _value_on_card(value, index) for key, value in options.items()}
        layout = self.layouts.get(text_of(own.get("layout")), {})
        given = {key: v for key, v in own.items() if v is not None or key in ("str", "file")}
        return {**self.defaults, **layout, **given}

    def across(self, own: Options, key: str, default: float = 0.0) -> float:
        """A length in millimetres."""
        whole = self.height if key.startswith(("y", "height")) else self.width
        found = pixels(own.get(key), self.dpi, whole)
        return (default if found is None else found) * 25.4 / self.dpi

    def _frame(self, own: Options, width: float, height: float) -> dict[str, str]:
        """The box of a shape, rotated about its upper left corner by `angle`."""
        x, y = self.across(own, "x"), self.across(own, "y")
        angle = pixels(own.get("angle"), self.dpi) or 0.0
        if not angle:
            return {"x": mm(x), "y": mm(y), "width": mm(width), "height": mm(height)}
        middle = complex(width, height) / 2
        turned = middle * complex(math.cos(angle), math.sin(angle)) - middle
        return {
            "x": mm(x + turned.real), "y": mm(y + turned.imag), "width": mm(width),
            "height": mm(height), "turn": f"{math.degrees(angle):.4g}",
        }  # fmt: skip

    def _card_box(self, own: Options) -> dict[str, str]:
        """The box of a shape whose default size is that of the card."""
        width = self.across(own, "width", self.width)
        return self._frame(own, width, self.across(own, "height", self.height))

    def color(self, value: Any, place: Place) -> str:
        """A colour as scene markup; "none" for an invisible one."""
        words = text_of(value).strip().lstrip(":")
        if not words:
            return "none"
        if words.startswith("(") or "@" in words:
            found = re.search(r"#[0-9a-fA-F]{3,8}|[a-z_]+(?=@)", words)
            self.design.note(place, f"the gradient {words[:60]}: its first colour is taken")
            words = found[0] if found else "white"
        words = self.colors.get(words, words)
        try:
            rgb = ImageColor.getrgb(words.replace("_", "") if words[0] != "#" else words)
        except ValueError:
            message = f"the colour {words[:40]!r} is not known; black is used instead"
            self.design.note(place, message)
            return "#000000"
        if len(rgb) > 3 and rgb[3] == 0:
            return "none"
        parts = rgb if len(rgb) > 3 and rgb[3] < 255 else rgb[:3]
        return "#" + bytes(parts).hex()

    def _stroke_and_fill(self, own: Options, place: Place) -> dict[str, str]:
        width = self.across(own, "stroke_width", 2.0)
        stroke = self.color(own.get("stroke_color", "black"), place) if width > 0 else "none"
        look = {"fill": self.color(own.get("fill_color", "#0000"), place), "stroke": stroke}
        if stroke != "none":
            look["line"] = mm(max(width, 0.02))
            dash = [pixels(each, self.dpi) for each in text_of(own.get("dash")).split()]
            if dash and all(dash):
                look["dash"] = " ".join(mm((each or 1) * 25.4 / self.dpi) for each in dash)
        return look

    def _background(self, own: Options, place: Place, embeds: Any) -> Shapes:
        yield "rect", {"fill": self.color(own.get("color", "black"), place)}, ""

    def _rect(self, own: Options, place: Place, embeds: Any) -> Shapes:
        box = self._card_box(own)
        radius = self.across(own, "radius") or self.across(own, "x_radius")
        rounded = {"radius": mm(radius)} if radius else {}
        yield "rect", {**box, **rounded, **self._stroke_and_fill(own, place)}, ""

    def _ellipse(self, own: Options, place: Place, embeds: Any) -> Shapes:
        box = self._card_box(own)
        yield "ellipse", {**box, **self._stroke_and_fill(own, place)}, ""

    def _circle(self, own: Options, place: Place, embeds: Any) -> Shapes:
        where = {"cx": mm(self.across(own, "x")), "cy": mm(self.across(own, "y"))}
        radius = mm(self.across(own, "radius", 100))
        yield "ellipse", {**where, "r": radius, **self._stroke_and_fill(own, place)}, ""

    def _line(self, own: Options, place: Place, embeds: Any) -> Shapes:
        ends = {
            key: mm(self.across(own, key, 100 + 50 * (key[1] == "2")))
            for key in ("x1", "y1", "x2", "y2")
        }
        pen = self._stroke_and_fill(own, place)
        pen.pop("fill")
        if pen["stroke"] != "none":
            yield "line", {**ends, **pen}, ""

    def _triangle(self, own: Options, place: Place, embeds: Any) -> Shapes:
        corners = [complex(self.across(own, f"x{n}"), self.across(own, f"y{n}")) for n in (1, 2, 3)]
        yield "polygon", {"points": points(corners), **self._stroke_and_fill(own, place)}, ""

    def _polygon(self, own: Options, place: Place, embeds: Any, inner: float = 0.0) -> Shapes:
        count = int(own.get("n") or 5)
        middle = complex(self.across(own, "x"), self.across(own, "y"))
        outer = self.across(own, "outer_radius" if inner else "radius", 100)
        angle = pixels(own.get("angle"), self.dpi) or 0.0
        corners = []
        for n in range(min(count, 100) * (2 if inner else 1)):
            turn = angle + n * 2 * math.pi / (count * (2 if inner else 1))
            radius = inner if inner and n % 2 else outer
            corners.append(middle + radius * complex(math.cos(turn), math.sin(turn)))
        yield "polygon", {"points": points(corners), **self._stroke_and_fill(own, place)}, ""

    def _star(self, own: Options, place: Place, embeds: Any) -> Shapes:
        yield from self._polygon(own, place, embeds, self.across(own, "inner_radius", 50) or 0.1)

    def _text(self, own: Options, place: Place, embeds: Mapping[str, str]) -> Shapes:
        words = self.fonts.shown(text_of(own.get("str")))
        wide, high = (
            text_of(own.get(key, "auto")) in ("auto", "native", "") for key in ("width", "height")
        )
        right, bottom = self.across({}, "width", self.width), self.across({}, "height", self.height)
        x, y = self.across(own, "x"), self.across(own, "y")
        width = max(right - x, 1.0) if wide else self.across(own, "width")
        height = max(bottom - y, 1.0) if high else self.across(own, "height")
        if width <= 0 or height <= 0:
            return
        family, style, stated = _font(text_of(own.get("font") or "Arial"))
        stated = pixels(own.get("font_size"), 72) or stated
        size = stated * self.point if stated else DEFAULT_SIZE
        role = self.fonts.role(family)
        attributes = self._frame(own, width, height)
        attributes |= {"font": role, "size": f"{max(size, MIN_TYPE_SIZE):g}"}
        if "bold" in style and self.fonts.has(role, "bold"):
            attributes["bold"] = "yes"
        align = "justify" if own.get("justify") is True else text_of(own.get("align")).lower()
        valign = text_of(own.get("valign")).lower()
        attributes["align"] = align if align in _ALIGNS and not wide else "left"
        attributes["valign"] = valign if valign in _VALIGNS and not high else "top"
        attributes["color"] = self.color(own.get("color", "black"), place)
        if attributes["color"] == "none":
            return
        attributes |= self._spacing_and_rim(own, float(attributes["size"]), place)
        italic = "italic" in style and self.fonts.has(role, style)
        if own.get("markup") or embeds:
            color = partial(self.color, place=place)
            words, lost = convert_marks(words, embeds, markup=bool(own.get("markup")), color=color)
            for each in lost:
                self.design.note(place, f"text: the mark {each} has no counterpart, its words stay")
        elif italic:
            words = escape(words)
        else:
            attributes["plain"] = "yes"
        words = italicized(words) if italic else words
        if "\n" in words:
            attributes["paragraph"] = "0"
        yield "text", attributes, words

    def _spacing_and_rim(self, own: Options, size: float, place: Place) -> dict[str, str]:
        """The distance of lines, if it is not the usual one, and the outline of the letters."""
        found = {}
        if spacing := self.across(own, "spacing"):
            found["leading"] = f"{max(LEADING + spacing * 72 / 25.4 / size, MIN_LEADING):.3g}"
        width = self.across(own, "stroke_width")
        rim = self.color(own.get("stroke_color", "black"), place) if width > 0 else "none"
        return found | ({"rim": f"{mm(max(width, 0.02))} {rim}"} if rim != "none" else {})

    def _png(self, own: Options, place: Place, embeds: Any) -> Shapes:
        name = self.pictures.add(text_of(own.get("file")), place)
        if not name:
            return
        native = self.pictures.size(name) or (self.width, self.height)
        size = {}
        for key, pixel in zip(("width", "height"), native, strict=True):
            is_own = text_of(own.get(key, "native")) in ("native", "scale", "")
            size[key] = pixel * 25.4 / self.dpi if is_own else self.across(own, key)
        if text_of(own.get("height")) == "scale":
            size["height"] = size["width"] * native[1] / (native[0] or 1)
        elif text_of(own.get("width")) == "scale":
            size["width"] = size["height"] * native[0] / (native[1] or 1)
        if min(size.values()) <= 0:
            return
        box = self._frame(own, size["width"], size["height"])
        attributes = {"src": name, **box, "fit": "stretch"}
        alpha = own.get("alpha")
        if isinstance(alpha, int | float) and alpha < 1:
            attributes["opacity"] = f"{max(alpha, 0):g}"
        if text_of(own.get("blend")) in _BLENDS:
            attributes["blend"] = text_of(own.get("blend"))
        if own.get("mask") and name.endswith(".svg"):
            attributes["recolor"] = self.color(own["mask"], place)
        yield "image", attributes, ""

    _svg = _png


def _value_on_card(value: Any, index: int) -> Any:
    """The value of an option on one card, None if it is unknown; the option may be a list."""
    if isinstance(value, list | range):
        value = value[index] if index < len(value) else value[0] if len(value) == 1 else None
    return None if isinstance(value, Unknown) else value


_MAX_FONT_LETTERS = 1_000
"""Most characters of a font's name that are read."""


def _font(words: str) -> tuple[str, str, float | None]:
    """The families, style and size of a font such as "True Crimes, Sans bold 24"."""
    match = re.fullmatch(r"(.*?)[\s,]*(\d+(?:\.\d+)?)?(?:px|pt)?\s*", words[:_MAX_FONT_LETTERS])
    family = match[1] if match else words
    size = float(match[2]) if match and match[2] else None
    family = re.sub(r"\S+=\S+", "", family)
    *others, last = family.split(",")
    plain = " ".join(_STYLE.sub("", last).split())
    looks = last.removeprefix(plain)
    bold = "bold" if re.search(r"bold|heavy|black", looks, re.I) else ""
    italic = "italic" if re.search(r"italic|oblique", looks, re.I) else ""
    return ",".join([*others, plain or last]), "-".join(filter(None, (bold, italic))), size
