"""Book style: families, sizes, colours and measures of a kit's rulebook.

All lengths are points.  The page is white, whatever the kit's `paper` colour: a rulebook is text,
and ink is expensive.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from string import ascii_lowercase

from generator.base.units import MM
from generator.press.scene.items import Color, channels
from generator.press.templates.renderer import Style
from generator.press.text.fonts import Fonts

WHITE = "#ffffff"
MIN_CONTRAST = 4.5
"""Minimum contrast of words with their background (WCAG 2, level AA)."""
NARROW = 0.43
"""Average letter width, in em, below which a face looks smaller than others."""
MAX_HEADING_SCALE = 1.35


@dataclass(frozen=True, slots=True)
class Face:
    """The typography of one kind of text; `leading` is the distance between baselines."""

    family: str
    size: float
    leading: float
    color: Color
    bold: bool = False
    cited: Color | None = None
    """Colour of the names of cited rules; None: the colour of the text."""


@dataclass(frozen=True, slots=True)
class BookStyle:
    """The faces and measures of a book; `low_ink` leaves large fills out."""

    title: str
    body: str
    ink: Color
    accent: Color
    ground: Color = WHITE
    """The background colour of boxes and header rows: the palette's `tint`."""
    low_ink: bool = False

    slugs: bool = False
    """Whether the slugs of cited rules are printed in the outer margin."""
    columns: int = 1
    """Number of columns of text on a page."""
    breaks: bool = True
    """Whether page breaks of the manuscript count; they are meant for the usual type size."""
    margin: float = 14 * MM
    """Space beside and above the text."""
    outer_gain: float = 3 * MM
    """How much wider the outer margin is, and the inner one narrower, if it holds slugs."""
    foot: float = 18 * MM
    """Space below the text, for page number and running titles."""
    indent: float = 14.0
    """Indent of a list."""
    text_scale: float = 1.0
    box_scale: float = 0.95
    """Relative size of words in a box."""
    heading_scale: float = 1.0
    """Relative size of headings, so that those in a narrow face do not look small."""

    @classmethod
    def from_style(cls, style: Style) -> BookStyle:
        """The style for a kit's families, palette and ink."""
        font = Fonts(style.fonts, style.families["title"], "regular").font()
        letters = "".join(filter(font.has, ascii_lowercase))
        width = font.word(letters).width / len(letters) if letters else 0.0
        return cls(
            style.families["title"],
            style.families["body"],
            style.palette["ink"],
            style.palette["accent"],
            style.palette["tint"],
            style.variables["ink"] == "low",
            heading_scale=min(max(NARROW / (width or NARROW), 1.0), MAX_HEADING_SCALE),
        )

    @property
    def boxed(self) -> BookStyle:
        """The style in boxes."""
        return replace(self, text_scale=self.box_scale)

    @property
    def emphasis(self) -> Color:
        """The accent, darkened until it is readable on white."""
        return darken(self.accent, self.ink, WHITE)

    @property
    def muted(self) -> Color:
        """The colour of captions, slugs and running titles."""
        return darken(mix(self.ink, WHITE, 0.45), self.ink, self.tint or WHITE)

    @property
    def tint(self) -> Color | None:
        """The background colour as printed; None if boxes and header rows have none."""
        return None if self.low_ink or self.ground == WHITE else self.ground

    @property
    def text(self) -> Face:
        size, leading = 9.5 * self.text_scale, 13.0 * self.text_scale
        return Face(self.body, size, leading, self.ink, cited=self.muted)

    @property
    def note(self) -> Face:
        return Face(self.body, 8.5, 11.5, self.muted)

    @property
    def slug(self) -> Face:
        """The face of slugs in the margin."""
        return Face(self.body, 6.0, 6.8, self.muted)

    @property
    def small(self) -> Face:
        """The face of the referee's appendix."""
        return Face(self.body, 7.0, 9.0, self.ink)

    def left(self, outer: str) -> float:
        """The space to the left of the text of a page whose `outer` edge is "left" or "right"."""
        gain = self.outer_gain if self.slugs else 0.0
        return self.margin + (gain if outer == "left" else -gain)

    def heading(self, level: int) -> Face:
        """The face of a heading of level 1, 2 or 3."""
        size, leading = ((23.0, 26.0), (14.0, 17.0), (11.0, 14.0))[level - 1]
        color = self.ink if level == 2 else self.emphasis
        return Face(self.title, size * self.heading_scale, leading * self.heading_scale, color)


def mix(color: Color, other: Color, share: float) -> Color:
    """A colour with a share (0 to 1) of another in it."""
    pairs = zip(channels(color), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(color: Color, other: Color) -> float:
    """The contrast of two colours by WCAG 2, from 1 to 21."""
    dark, light = sorted((_luminance(color), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def darken(color: Color, ink: Color, ground: Color) -> Color:
    """The colour, darkened only as far as readability on the background requires."""
    mixes = (mix(color, ink, tenth / 10) for tenth in range(11))
    return next((mix for mix in mixes if contrast(mix, ground) >= MIN_CONTRAST), ink)


def _luminance(color: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in channels(color))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
