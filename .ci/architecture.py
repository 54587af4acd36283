"""Architecture picture: draws `docs/architecture.svg` from the imports in `generator/`.

    python .ci/architecture.py

Each top-level package is a box with its subpackages, placed above everything that it imports.  The
table of packages in `docs/explanation/architecture.md` is written from their docstrings at the same
time.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import svgwrite
from font_roboto import Roboto, RobotoBold
from fontTools.ttLib import TTFont
from import_graph import SOURCE, Edge, Graph, cover, layers, read_graph

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "architecture.svg"
PAGE = ROOT / "docs" / "explanation" / "architecture.md"
BEGIN, END = "<!-- packages: begin -->", "<!-- packages: end -->"

# The words


def sentence(package: str) -> str:
    """The first paragraph of a package's or module's docstring, as one line without its full stop."""
    path = SOURCE.joinpath(*package.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) if file.is_file() else ""
    return " ".join((text or "").partition("\n\n")[0].split()).removesuffix(".")


def subpackages(package: str) -> list[str]:
    """The folders of a package that hold modules."""
    inside = (SOURCE / package).glob("*/")
    return sorted(folder.name for folder in inside if any(folder.glob("*.py")))


def table(graph: Graph) -> str:
    """The packages from the top of the house to its ground, as a Markdown table."""
    heights, _ = layers(graph)
    rows = ["| package | what it is | imports |", "|---|---|---|"]
    for name in sorted(heights, key=lambda each: (-heights[each], each)):
        used = sorted((heights[b], b) for a, b in graph.eager if a == name)
        shown = ", ".join(f"`{each}`" for _, each in used)
        ending = "/" if (SOURCE / name).is_dir() else ".py"
        rows.append(f"| **`{name}{ending}`** | {sentence(name)} | {shown} |")
        rows += [
            f"| `{name}/{each}/` | {sentence(f'{name}.{each}')} | |" for each in subpackages(name)
        ]
    return "\n".join(rows)


# The picture

WIDTH, MARGIN, GAP, LANE = 1120, 40, 20, 44
HEAD, ROW_GAP, FOOT = 100, 40, 70
CHIP, CHIP_GAP, PAD = 25, 8, 18
SANS = "Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif"
INK, FAINT, PAPER = "#2b2a28", "#6f6a62", "#fbf8f1"
COLORS = {
    "base": "#8a8174",
    "kit": "#b7791f",
    "engine": "#2f855a",
    "games": "#4c9a2a",
    "press": "#2b6cb0",
    "i18n": "#6b46c1",
    "lab": "#0f766e",
    "pipeline": "#c2410c",
    "publish": "#9d3b6f",
    "tools": "#9d3b6f",
}
OTHER = "#374151"


@cache
def advances(bold: bool) -> tuple[dict[str, float], float]:
    """How wide each letter of the measuring font is, in ems, and a letter that it has not."""
    font = TTFont(RobotoBold if bold else Roboto)
    em, widths = font["head"].unitsPerEm, font["hmtx"]
    return {chr(code): widths[name][0] / em for code, name in font.getBestCmap().items()}, 0.6


def measure(text: str, size: int, *, bold: bool = False) -> float:
    """The width of a text in pixels, with some room for a font that is wider than Roboto."""
    letters, other = advances(bold)
    return sum(letters.get(letter, other) for letter in text) * size * 1.06


def wrapped(text: str, size: int, width: float) -> list[str]:
    """A text in lines of at most `width` pixels."""
    lines = [""] if text else []
    for word in text.replace("`", "").split():
        longer = f"{lines[-1]} {word}".strip()
        if measure(longer, size) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@dataclass
class Box:
    """A package in the picture: its place, its sentence in lines and its chips in rows."""

    name: str
    x: float
    y: float
    width: float
    lines: list[str]
    chips: list[list[str]]

    @property
    def height(self) -> float:
        """As much as its name, its lines and its chips need."""
        return 40 + 18 * len(self.lines) + (CHIP + CHIP_GAP) * len(self.chips) + 8

    @property
    def color(self) -> str:
        """The colour of the package."""
        return COLORS.get(self.name, OTHER)


def chip_rows(names: list[str], width: float) -> list[list[str]]:
    """Names of subpackages in rows of at most `width` pixels."""
    rows: list[list[str]] = []
    room = 0.0
    for name in names:
        needed = measure(name, 13) + 20 + CHIP_GAP
        if needed > room:
            rows.append([])
            room = width + CHIP_GAP
        rows[-1].append(name)
        room -= needed
    return rows


def weight(name: str) -> float:
    """How wide a box should be beside others: as long as its sentence and its chips."""
    chips = sum(measure(each, 13) + 30 for each in subpackages(name))
    return max(230.0, min(chips, 700.0), min(measure(sentence(name), 13) * 0.62, 420.0))


def arrange(graph: Graph, arrows: list[Edge]) -> tuple[dict[str, Box], dict[Edge, int]]:
    """Boxes in layers from top to bottom; arrows over several layers get a lane at the right."""
    heights, _ = layers(graph)
    long = [edge for edge in arrows if heights[edge[0]] - heights[edge[1]] > 1]
    lanes = {edge: number for number, edge in enumerate(long)}
    ends = {name for edge in long for name in edge}
    boxes: dict[str, Box] = {}
    y = float(HEAD)
    for level in range(max(heights.values()), -1, -1):
        names = sorted(
            (name for name in heights if heights[name] == level),
            key=lambda name: (name in ends, -len(subpackages(name)), name),
        )
        passing = [lanes[a, b] for a, b in long if heights[b] < level < heights[a]]
        right = WIDTH - MARGIN - (LANE * (max(passing) + 1) if passing else 0)
        room = right - MARGIN - GAP * (len(names) - 1)
        share = room / sum(map(weight, names))
        x = float(MARGIN)
        for name in names:
            width = weight(name) * share
            inner = width - 2 * PAD
            lines = wrapped(sentence(name), 13, inner)
            boxes[name] = Box(name, x, y, width, lines, chip_rows(subpackages(name), inner))
            x += width + GAP
        y += max(boxes[name].height for name in names) + ROW_GAP
    return boxes, lanes


def picture(graph: Graph) -> str:
    """The whole SVG file."""
    _, upward = layers(graph)
    arrows = cover(graph, upward)
    boxes, lanes = arrange(graph, arrows)
    row_height = {
        y: max(box.height for box in boxes.values() if box.y == y)
        for y in {box.y for box in boxes.values()}
    }
    bottom = max(y + height for y, height in row_height.items())
    height = bottom + FOOT
    drawing = svgwrite.Drawing(
        size=(WIDTH, round(height)), viewBox=f"0 0 {WIDTH} {height:.0f}", debug=False
    )
    drawing.set_desc(
        title="The packages of Grimoire and their imports",
        desc="; ".join(f"{a} imports {b}" for a, b in arrows),
    )
    drawing.add(drawing.rect((0, 0), (WIDTH, round(height)), rx=14, fill=PAPER))
    drawing.add(label(drawing, "Grimoire", MARGIN, 48, 26, bold=True))
    drawing.add(
        label(
            drawing,
            "Every package imports only from packages below it. An arrow means “imports”; "
            "arrows that others imply are left out.",
            MARGIN, 74, 14, color=FAINT,
        )
    )  # fmt: skip
    for edge in arrows:
        source, target = (boxes[name] for name in edge)
        draw_arrow(drawing, source, target, row_height[source.y], lanes.get(edge))
    for box in boxes.values():
        draw_box(drawing, box, row_height[box.y])
    count = {edge: graph.eager[edge] + graph.late[edge] for edge in upward}
    note = "; ".join(f"{a} to {b} ({count[a, b]})" for a, b in upward)
    for number, line in enumerate(
        (
            "No package imports a game: the engine finds each of them by name.",
            f"Imports that point upwards, made late so that no circle closes: {note}."
            if note
            else "No import points upwards.",
        )
    ):
        drawing.add(label(drawing, line, MARGIN, bottom + 34 + 20 * number, 13, color=FAINT))
    text: str = drawing.tostring()
    return re.sub(r"(?<=>)(?=<(?:rect|text|path|polygon|g)\b)", "\n", text) + "\n"


def label(
    drawing: svgwrite.Drawing, text: str, x: float, y: float, size: int,
    *, bold: bool = False, color: str = INK,
) -> svgwrite.text.Text:  # fmt: skip
    """A line of text with its baseline at (x, y)."""
    return drawing.text(
        text, (round(x, 1), round(y, 1)), font_family=SANS, font_size=size,
        font_weight="bold" if bold else "normal", fill=color,
    )  # fmt: skip


def draw_box(drawing: svgwrite.Drawing, box: Box, height: float) -> None:
    """A package: a card with a coloured edge, its name, its sentence and its subpackages."""
    at, size = (round(box.x, 1), round(box.y, 1)), (round(box.width, 1), round(height, 1))
    drawing.add(drawing.rect(at, size, rx=9, fill="#ffffff"))
    drawing.add(drawing.rect(at, size, rx=9, fill=box.color, fill_opacity=0.07))
    drawing.add(drawing.rect(at, size, rx=9, fill="none", stroke=box.color, stroke_width=1.4))
    drawing.add(drawing.rect((at[0], at[1] + 12), (5, size[1] - 24), rx=2.5, fill=box.color))
    x, y = box.x + PAD, box.y + 29
    drawing.add(label(drawing, box.name, x, y, 18, bold=True, color=box.color))
    for line in box.lines:
        y += 18
        drawing.add(label(drawing, line, x, y + 2, 13))
    y += 14
    for row in box.chips:
        left = x
        for name in row:
            width = measure(name, 13) + 20
            drawing.add(
                drawing.rect(
                    (round(left, 1), round(y, 1)), (round(width, 1), CHIP),
                    rx=CHIP / 2, fill="#ffffff", stroke=box.color, stroke_opacity=0.55,
                )
            )  # fmt: skip
            drawing.add(label(drawing, name, left + 10, y + 17, 13))
            left += width + CHIP_GAP
        y += CHIP + CHIP_GAP


def draw_arrow(
    drawing: svgwrite.Drawing, source: Box, target: Box, height: float, lane: int | None
) -> None:
    """An import, from the lower edge of one box to the upper edge of another."""
    start, end = source.y + height, target.y - 2
    if lane is not None:
        tail = head = WIDTH - MARGIN - LANE * (lane + 0.5)
    else:
        left = max(source.x, target.x)
        right = min(source.x + source.width, target.x + target.width)
        if right - left > 40:  # one above the other: straight down
            tail = head = (left + right) / 2
        else:
            tail, head = source.x + source.width / 2, target.x + target.width / 2
    bend = (start + end) / 2
    drawing.add(
        drawing.path(
            f"M{tail:.1f} {start:.1f} C{tail:.1f} {bend:.1f} {head:.1f} {bend:.1f} "
            f"{head:.1f} {end - 8:.1f}",
            fill="none", stroke=source.color, stroke_width=2,
        )
    )  # fmt: skip
    tip = [(head, end), (head - 5.5, end - 10), (head + 5.5, end - 10)]
    drawing.add(drawing.polygon([(round(x, 1), round(y, 1)) for x, y in tip], fill=source.color))


def with_table(page: str, rows: str) -> str:
    """The page with the table of packages between its two marks."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{rows}\n{END}{rest.partition(END)[2]}"


def main() -> None:
    """Write the picture and the table."""
    graph = read_graph()
    PICTURE.write_text(picture(graph), encoding="utf-8")
    page = with_table(PAGE.read_text(encoding="utf-8"), table(graph))
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
