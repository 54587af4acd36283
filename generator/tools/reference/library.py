"""Turns the data that all kits share into a page of the reference: what every kit may name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.base.units import mm
from generator.kit.locate import BUILT_IN
from generator.press.library import fonts, palette, papers, sizes
from generator.press.scene.items import Color

HEAD = """\
# What every kit may name

Sizes, papers, fonts, colours and icons that come with Grimoire. A kit adds its own: colours and font
files in `game.yaml`, icons as `data/<kit>/icons/*.svg`. What all your kits are to have stands in
`data/shared/`, in the same form: `sizes.yaml`, `papers.yaml`, `fonts.yaml`, `palette.yaml`, `icons/`.
"""


def shared() -> str:
    """The whole page (Markdown)."""
    found = BUILT_IN.shared()
    icons = sorted({file.stem for folder in found for file in (folder / "icons").glob("*.svg")})
    full, low = palette(found, "full"), palette(found, "low")
    parts = [
        HEAD,
        '## Sizes\n\nFor `size="poker"`. Width and height in millimetres, upright.\n',
        _table(
            ("size", "width", "height"),
            (
                (f"`{name}`", _mm(size.width), _mm(size.height))
                for name, size in sizes(found).items()
            ),
        ),
        "## Papers\n\nFor `--paper a4`. Width and height in millimetres; a roll is cut where a page "
        "ends.\n",
        _table(
            ("paper", "width", "height", "white along the edges"),
            (
                (
                    f"`{name}`",
                    _mm(paper.width),
                    "roll" if paper.roll else _mm(paper.height),
                    _mm(paper.margin),
                )
                for name, paper in papers(found).items()
            ),
        ),
        "## Fonts\n\nFor `fonts: {title: Fredoka One}` in `game.yaml`. A style that a family has not "
        "got is never faked.\n",
        _table(
            ("family", "styles"),
            ((f"`{name}`", ", ".join(styles)) for name, styles in fonts(found).files.items()),
        ),
        '## Colours\n\nFor `fill="ink"`, unless the palette of the kit says otherwise.\n',
        _table(
            ("colour", "full ink", "low ink"),
            ((f"`{name}`", _hex(full[name]), _hex(low[name])) for name in full),
        ),
        '## Icons\n\nFor `:star:` in any text, and `<icon name="star"/>`.\n',
        _table(("icon",), ((f"`{name}`",) for name in icons)),
    ]
    return "\n".join(parts)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def lines() -> Iterator[str]:
        yield f"| {' | '.join(head)} |"
        yield "|" + "---|" * len(head)
        yield from (f"| {' | '.join(row)} |" for row in rows)

    return "\n".join(lines()) + "\n"


def _mm(points: float) -> str:
    return f"{mm(points):g}"


def _hex(color: Color) -> str:
    return f"`{color}`"
