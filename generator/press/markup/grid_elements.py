"""Elements of maps: grids of squares and hexes, and their contents."""

from __future__ import annotations

from generator.press.markup.attributes import BOX, INK, LINE, Attribute, Element

_NUMBERS = Attribute("sizes", "prints the number of each cell at its top, in this type size")


def _at(what: str) -> Attribute:
    return Attribute("text", what, required=True)


GRIDS = (
    Element(
        "squaregrid",
        "A map of square cells, named a1, b1, ... with a1 at the lower left; or numbered by column and "
        "row from the upper left: 0101, or `1,1`.",
        {name: BOX[name] for name in ("x", "y")}
        | {
            "cell": Attribute("thickness", "side of a cell", required=True),
            "columns": Attribute("integer", "number of columns", required=True),
            "rows": Attribute("integer", "number of rows", required=True),
            "names": Attribute("text", "how cells are named", "a1", choices=("a1", "0101")),
            "numbers": _NUMBERS,
        },
        holds="cells",
        example='<squaregrid cell="8mm" columns="4" rows="2"><cell at="a1" fill="sky"/>'
        '<cell at="d2" fill="sun" stroke="ink"><icon name="star" inset="1mm"/></cell></squaregrid>',
    ),
    Element(
        "hexgrid",
        "A map of hexagonal cells, named by axial coordinates q,r (q to the right, r down and right); "
        "or numbered as in wargames, by column and row from the upper left, 0101 or `1,1`, with odd or "
        "even columns (rows, if a corner is on top) shifted by half a cell.",
        {
            "x": Attribute("length", "centre of the cell 0,0 (or 0101), from the left", "0"),
            "y": Attribute("length", "centre of that cell, from the top", "0"),
            "cell": Attribute("thickness", "distance between opposite sides", required=True),
            "flat": Attribute("flag", "`yes`: cells have a side on top, not a corner", "no"),
            "names": Attribute(
                "text",
                "how cells are named; `odd`, `even`: 0101, with these columns or rows shifted",
                "q,r",
                choices=("q,r", "odd", "even"),
            ),
            "numbers": _NUMBERS,
        },
        holds="cells",
        example='<hexgrid x="12mm" y="6mm" cell="9mm"><cell at="0,0" fill="sky" stroke="ink"/>'
        '<cell at="1,0" fill="grass" stroke="ink"/><cell at="0,1" fill="sun" stroke="ink"/></hexgrid>',
    ),
    Element(
        "cell",
        "A cell of a map; its contents are placed in the box of the cell.",
        {"at": _at("the cell's name or coordinates")} | INK,
        holds="drawing",
        example='<squaregrid cell="12mm" columns="1" rows="1"><cell at="a1" fill="grass">'
        '<text size="6.5" inset="1mm">a1</text></cell></squaregrid>',
    ),
    Element(
        "terrain",
        "Cells as letters, one line per row from the upper left; `.` stands for no cell. Needs "
        "numbered cells.",
        {"key": _at("the colour of each letter: `f=grass h=sun`")}
        | {name: INK[name] for name in ("stroke", "line")},
        text=True,
        example='<hexgrid x="6mm" y="5mm" cell="8mm" flat="yes" names="even" numbers="4"><terrain '
        'key="f=grass w=sky h=sun" stroke="ink">fwwh\n.fwh</terrain></hexgrid>',
    ),
    Element(
        "edge",
        "A line along sides of a cell: a river, a wall. Sides are n, ne, e, se, s, sw, w and nw, "
        "whichever the cell has.",
        {"at": _at("the cell's name"), "sides": _at("its sides: `n ne`")} | LINE,
        example='<hexgrid x="9mm" y="9mm" cell="14mm" flat="yes"><cell at="0,0" fill="grass"/>'
        '<edge at="0,0" sides="ne se s" stroke="sky" line="1.2mm" cap="round"/></hexgrid>',
    ),
    Element(
        "way",
        "A line from cell to cell through their centres: a road, a railway.",
        {
            "through": _at("the cells' names: `0101 0102 0203`"),
            "curved": Attribute(
                "flag", "`yes`: a smooth curve through the midpoints of sides", "no"
            ),
        }
        | LINE,
        example='<squaregrid cell="7mm" columns="5" rows="2" names="0101"><cell at="0301" fill="sky"/>'
        '<way through="0102 0202 0301 0401 0502" curved="yes" stroke="ink" line="0.8mm"/></squaregrid>',
    ),
    Element(
        "corner",
        "Contents on a corner of a cell: a town, a number.",
        {
            "at": _at("the cell's name"),
            "which": _at("its corner: n, ne, e, se, s, sw, w or nw, whichever it has"),
            "size": Attribute("thickness", "side of the box around its contents", required=True),
        },
        holds="drawing",
        example='<hexgrid x="9mm" y="9mm" cell="12mm"><cell at="0,0" fill="sun"/>'
        '<corner at="0,0" which="ne" size="3mm"><ellipse fill="red"/></corner></hexgrid>',
    ),
)
"""In the order of the reference page."""

MAPS = ("squaregrid", "hexgrid")
"""Those that draw; the others go inside them."""
