"""Parameters of a nanDECK directive on one card: words, lengths, boxes and colours."""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.base.errors import Place
from generator.tools.from_deck.templates import mm
from generator.tools.from_nandeck.arithmetic import number

_COLOR = re.compile(r"#?([0-9a-fA-F]{6})")
_NAMES = {"BLACK": "#000000", "WHITE": "#ffffff", "RED": "#ff0000", "GREEN": "#008000", "BLUE": "#0000ff",
          "YELLOW": "#ffff00", "GRAY": "#808080", "GREY": "#808080", "ORANGE": "#ffa500"}  # fmt: skip


@dataclass(slots=True)
class CardArguments:
    """Parameters of a directive on one card."""

    parameters: list[str]
    place: Place
    unit: float
    """Millimetres of the script's unit of length."""
    width: float
    height: float
    """Height of the card in mm, like its width."""

    def words(self, index: int, default: str = "") -> str:
        return (self.parameters[index].strip() if index < len(self.parameters) else "") or default

    def length(self, index: int, along: str, default: float = 0.0) -> float:
        """A length in mm; percentages are of the card's width (`along` "x") or height ("y")."""
        whole = self.width if along == "x" else self.height
        found = number(self.words(index), whole / self.unit)
        return default if found is None else found * self.unit

    def number(self, index: int, default: float = 0.0) -> float:
        found = number(self.words(index))
        return default if found is None else found

    def box(self, first: int) -> dict[str, str]:
        """The box of four parameters."""
        x, y = self.length(first, "x"), self.length(first + 1, "y")
        width = self.length(first + 2, "x", self.width)
        height = self.length(first + 3, "y", self.height)
        return {"x": mm(x), "y": mm(y), "width": mm(abs(width)), "height": mm(abs(height))}

    def placed(self, first: int, angle: int, flags: str = "") -> dict[str, str]:
        """The box of a text or picture, turned anticlockwise, and mirrored by a negative size or a flag."""
        across = (self.length(first + 2, "x") < 0) != ("H" in flags.upper())
        down = (self.length(first + 3, "y") < 0) != ("V" in flags.upper())
        turn = (180 * down - self.number(angle)) % 360  # upside down: left to right, and turned
        return {
            **self.box(first),
            **({"turn": f"{turn:g}"} if turn else {}),
            **({"mirror": "yes"} if across != down else {}),
        }

    def color(self, index: int, default: str = "none") -> str:
        """A colour or gradient as scene markup."""
        return read_color(self.words(index), default)

    def pen(self, index: int) -> dict[str, str]:
        """Stroke, fill and line width; the default fill is the colour of the stroke."""
        stroke = self.color(index, "#000000").partition("(")
        line = "none" if stroke[1] else stroke[0]
        fill = self.color(index + 1, self.color(index, "#000000"))
        thick = self.length(index + 2, "x", 0.1)
        shown = {"fill": fill, "stroke": line if thick > 0 else "none"}
        return shown | ({"line": mm(max(thick, 0.02))} if shown["stroke"] != "none" else {})


def read_color(words: str, default: str = "none") -> str:
    """A colour or gradient of a script as scene markup; `default` if it is not known."""
    words = words.upper()
    found = _COLOR.findall(words)
    if len(found) > 1:
        angle = re.search(r"@(\d+)", words)
        turn = (360 - int(angle[1])) % 360 if angle else 90
        stops = ", ".join(f"#{each.lower()}" for each in found[:8])
        return f"radial({stops})" if angle and int(angle[1]) >= 360 else f"linear({turn}, {stops})"
    if found:
        return f"#{found[0].lower()}"
    return _NAMES.get(words, "none" if words in ("EMPTY", "NONE") else default)
