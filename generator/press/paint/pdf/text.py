"""PDF text: glyph runs as live characters of subset fonts, kerned with the TJ operator.

reportlab embeds the fonts, subsets them and writes their /ToUnicode maps; it has no call for a word
whose letters are spaced other than by the font's own widths.  So words are written here, with codes
from reportlab's `TTFont`.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Any

from reportlab.pdfbase.ttfonts import TTFError, TTFont

from generator.base import deferred_interrupts
from generator.base.errors import KitError, Place
from generator.base.text_files import shown_name
from generator.press.paint.pdf.operators import RGB, ColorSpace, format_number
from generator.press.scene.items import GlyphRun, Item
from generator.press.text.font_source import font_file
from generator.press.text.fonts import Font, Word

Encoded = tuple[tuple[int, str], ...]
"""A word in parts by the subset font that encodes them: (subset, contents of a TJ array)."""

_TOUCH = 0.08
"""Maximum gap between letters of one word, in font sizes; the narrowest space is wider."""


class PdfText:
    """The text of one PDF document, with a cache of encoded words."""

    def __init__(self, document: Any, space: ColorSpace = RGB) -> None:
        self._document = document  # reportlab's PDFDocument
        self._colors = space
        self._fonts: dict[Font, TTFont] = {}
        self._words: dict[Word, Encoded] = {}
        self._names: dict[tuple[Font, int], str] = {}
        self._spaces: dict[Font, str] = {}

    def run(self, item: GlyphRun, *, spaced: bool = False) -> str:
        """One text object; the words lie `item.gap` apart, with a space for copying between.

        A `spaced` run ends with a space, for readers that follow the content order and do not see
        the gap to the next run.
        """
        font = item.words[0].font
        code = self._space(font)
        back = 1000 * (font.space - item.gap / item.size)
        space = f"<{code}> {format_number(back)} " if abs(back) >= 0.5 else f"<{code}> "
        color = self._colors.fill(self._colors.for_text(item.color, item.size))
        parts = [f"BT {color} 1 0 0 -1 {format_number(item.x)} {format_number(item.y)} Tm"]
        subset = None
        array: list[str] = []
        for number, word in enumerate(item.words):
            if number:
                array.append(space)
            for part_subset, codes in self._words.get(word) or self._encode(word):
                if part_subset != subset:
                    if subset is not None:
                        parts.append(f"[{''.join(array)}] TJ")
                        array = []
                    subset = part_subset
                    parts.append(f"{self._name(font, subset)} {format_number(item.size)} Tf")
                array.append(codes)
        parts.append(f"[{''.join(array)}] TJ")
        if spaced:  # shown separately: within the array, PDFium would misplace the letters
            parts.append(f"<{code}> Tj")
        parts.append("ET")
        return " ".join(parts)

    def _encode(self, word: Word) -> Encoded:
        """The word's codes, with what kerning takes off each advance (thousandths of an em)."""
        font = self._font(word.font)
        parts: list[tuple[int, str]] = []
        index = 0
        excess = 0.0  # how far the pen is right of its place, beyond the corrections made so far
        for subset, codes in font.splitString(word.text, self._document):
            array: list[str] = []
            pending = ""
            for code in codes:
                pending += f"{code:02x}"
                advance = word.advances[index] * 1000 / word.font.units_per_em
                excess += font.face.getCharWidth(ord(word.text[index])) - advance
                index += 1
                if abs(excess) >= 0.5:
                    array.append(f"<{pending}> {format_number(round(excess, 1))} ")
                    excess -= round(excess, 1)
                    pending = ""
            parts.append((subset, "".join(array) + (f"<{pending}> " if pending else "")))
        self._words[word] = tuple(parts)
        return self._words[word]

    def _space(self, font: Font) -> str:
        if font not in self._spaces:
            ((_, code),) = self._font(font).splitString(" ", self._document)
            self._spaces[font] = code.hex()
        return self._spaces[font]

    def _name(self, font: Font, subset: int) -> str:
        name = self._names.get((font, subset))
        if name is None:
            name = self._font(font).getSubsetInternalName(subset, self._document)
            self._names[font, subset] = name
        return name

    def _font(self, font: Font) -> TTFont:
        embedded = self._fonts.get(font)
        if embedded is None:
            try:
                embedded = _embeddable(font)
                if any(embedded.face.name == other.face.name for other in self._fonts.values()):
                    embedded = _embeddable(font, f"-{len(self._fonts)}")
            except Exception as error:  # reportlab fails on damaged fonts in many ways
                why = f": {error}" if isinstance(error, TTFError) else ""
                raise KitError(
                    f"the font cannot be embedded in a PDF{why}",
                    place=Place(shown_name(font_file(font.path))),
                    hint="it may be damaged: download it again, or use another",
                    check="font-file",
                ) from None
            self._fonts[font] = embedded
        return embedded


@lru_cache(maxsize=64)
def _embeddable(font: Font, suffix: str = "") -> TTFont:
    """A font as reportlab embeds it; it stores what each document needs of it separately.

    A `suffix` distinguishes it from another font of the document with the same name.
    """
    data = BytesIO(font.data)
    with deferred_interrupts():  # which reportlab would take for damage, or lose
        opened = TTFont(font.name + suffix, data, asciiReadable=False, shapable=False)
    if suffix:
        opened.face.subfontNameX = suffix.encode()
    return opened


def continues(run: GlyphRun, following: Item | None) -> bool:
    """Whether the last word of a run continues in what follows: after a hyphen, or without a gap."""
    if run.words[-1].text.endswith("-"):
        return True
    if not isinstance(following, GlyphRun):
        return False
    distance = following.x - run.x - run.width
    return abs(distance) < _TOUCH * run.size and abs(following.y - run.y) < run.size / 2
