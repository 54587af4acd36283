"""Fonts and shaped words: glyphs, kerned advances and ink.

Every font is opened once and every word of it is shaped once, here; all later steps only place
words.  A word has one glyph for each of its characters, the very glyph that the font's character
map names: ligatures and other substitutions are off.  So a PDF can carry the characters themselves,
kerned by moving them, and its text can be searched and copied.  Letters of Arabic are characters for
their place in the word (`bidi`); scripts that need more than that (other joined scripts, combining
marks) are refused in plain words.
"""

from __future__ import annotations

import errno
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import uharfbuzz as hb

from generator.base.errors import KitError, Place, did_you_mean, errors_at, nearest
from generator.base.locations import Stamp, stamp
from generator.press.text.bidi import has_right_to_left, join_letters
from generator.press.text.font_proof import MAX_CHARACTERS, is_intact, mapped_characters
from generator.press.text.font_source import font_file, truetype
from generator.press.text.glyph_outlines import Outline, glyph_outline

# Kerning is applied; substitutions of one glyph for another are not.
_FEATURES = {"kern": True} | dict.fromkeys(
    ["liga", "clig", "dlig", "calt", "ccmp", "locl", "rlig", "rclt", "frac", "numr", "dnom"], False
)
STYLES = ("regular", "bold", "italic", "bold-italic")
MAX_BYTES = 48 * 1024 * 1024
"""Maximum size of a font file in bytes; fonts with all Chinese characters have some 20 MB."""


@dataclass(frozen=True, slots=True)
class Word:
    """Characters of one font, shaped; all but `advances` are in em, so they serve any size.

    `top` and `bottom` are how far the ink extends above and below the baseline (a word without
    descenders has a `bottom` of about 0); `left` and `right` are where it begins and ends, from the
    word's origin.  A word without ink has all four at 0.
    """

    font: Font
    text: str
    glyphs: tuple[int, ...]
    advances: tuple[int, ...]
    """The advance of each glyph in font units, kerning included."""
    width: float
    top: float
    bottom: float
    left: float
    right: float

    def __hash__(self) -> int:
        """The hash of its text, which Python caches: words are looked up by the thousand."""
        return hash(self.text)


class Font:
    """One opened font file, compared by identity; lengths are in em.

    `cap_height` and `x_height` are the ink of "H" and "x"; `ascent` and `descent` are the ink of
    the tallest and deepest plain letters, `descent` counted downward (0.2, say).
    """

    def __init__(self, family: str, style: str, path: Path) -> None:
        """Open a font file.  Raises KitError if `path` is not a TrueType font that may be embedded."""
        self.family = family
        self.style = style
        self.path = path
        self.name = f"{family} {style.replace('-', ' ').title()}"
        self.data = _font_data(path, style)
        """The font as TrueType, to be embedded."""
        face = _open_face(self.data, font_file(path))
        self.units_per_em: int = face.upem
        self._hb = hb.Font(face)
        self._glyphs: int = face.glyph_count
        """The number of glyphs: broken fonts map letters to others, which do not exist."""
        self._words: dict[str, Word] = {}
        self._outlines: dict[int, Outline] = {}
        letters = "".join(filter(self.has, "Hxbdfhklgjpqy")) or " "
        self.cap_height = self.word("H" if self.has("H") else letters).top
        self.x_height = self.word("x" if self.has("x") else letters).top
        self.ascent = self.word(letters).top
        self.descent = self.word(letters).bottom
        self.space = self.word(" ").width

    def __repr__(self) -> str:
        return f"<Font {self.name}>"

    def word(self, text: str) -> Word:
        """Shape a word.  Raises KitError naming the character that the font cannot show."""
        word = self._words.get(text)
        if word is None:
            word = self._words[text] = self._shape(join_letters(unicodedata.normalize("NFC", text)))
        return word

    def has(self, character: str) -> bool:
        """Whether the font has a glyph of its own for `character`."""
        glyph: int | None = self._hb.get_nominal_glyph(ord(character))
        return glyph is not None and 0 < glyph < self._glyphs

    def glyph_outline(self, glyph: int) -> Outline:
        """A glyph's outline in em, y down, its origin at (0, 0) on the baseline."""
        outline = self._outlines.get(glyph)
        if outline is None:
            outline = glyph_outline(self._hb, glyph, self.units_per_em)
            self._outlines[glyph] = outline
        return outline

    def _shape(self, text: str) -> Word:
        self._check(text)
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        hb.shape(self._hb, buffer, _FEATURES)
        glyphs = tuple(info.codepoint for info in buffer.glyph_infos or ())
        if glyphs != tuple(self._hb.get_nominal_glyph(ord(character)) for character in text):
            message = f'{self.name} joins or reorders the letters of "{text}"'
            hint = "use a font that writes them one by one"
            raise KitError(message, hint=hint, check="unsupported-script")
        advances = tuple(position.x_advance for position in buffer.glyph_positions or ())
        return self._measured(text, glyphs, advances)

    def _check(self, text: str) -> None:
        for character in text:
            if not self.has(character):
                raise KitError(
                    f"{self.name} has no {_describe(character)}",
                    hint=f'it is in "{text}": write it another way, use an :icon:, choose another '
                    "font, or name one that has it under `fonts:` in game.yaml, as `fallback`",
                    check="missing-glyph",
                )
            if unicodedata.category(character).startswith("M"):
                raise KitError(
                    f'{_describe(character)} in "{text}" is a combining mark, '
                    "which cannot be printed",
                    hint="leave out vowel points, as most printed text does"
                    if has_right_to_left(text)
                    else "use a letter that has the mark built in",
                    check="unsupported-script",
                )

    def _measured(self, text: str, glyphs: tuple[int, ...], advances: tuple[int, ...]) -> Word:
        x = 0
        boxes = []
        for glyph, advance in zip(glyphs, advances, strict=True):
            ink = self._hb.get_glyph_extents(glyph)
            if ink and ink.width and ink.height:  # HarfBuzz counts a glyph's height downward
                left, top = x + ink.x_bearing, ink.y_bearing
                boxes.append((left, top, left + ink.width, top + ink.height))
            x += advance
        em = self.units_per_em
        lefts, tops, rights, bottoms = zip(*boxes, strict=True) if boxes else ((0,),) * 4
        return Word(
            font=self,
            text=text,
            glyphs=glyphs,
            advances=advances,
            width=x / em,
            top=max(tops) / em,
            bottom=-min(bottoms) / em,
            left=min(lefts) / em,
            right=max(rights) / em,
        )


class FontBook:
    """The fonts that a kit may name (family -> style -> font file), each opened on first use."""

    def __init__(
        self,
        files: Mapping[str, Mapping[str, Path]],
        fallbacks: Sequence[str] = (),
        places: Mapping[str, Place] | None = None,
    ) -> None:
        """`fallbacks` are the families that are tried, in turn, for characters that another lacks.

        `places` are those at which families are stated, for the faults of their files.
        """
        self.fallbacks = tuple(fallbacks)
        self._places = places or {}
        self.files = {family: dict(styles) for family, styles in files.items()}
        self._fonts: dict[tuple[str, str], Font] = {}

    @classmethod
    def from_families(
        cls,
        families: Mapping[str, Mapping[str, str]],
        folder: Path,
        base: FontBook | None = None,
        place: Callable[..., Place | None] = lambda *path: None,
    ) -> FontBook:
        """The font book that a parsed `fonts.yaml` describes, on top of the fonts of `base`.

        Each family is a mapping of styles to font files.  They lie in `folder`, or, if the family
        has a `package`, in that installed Python package.  `place` says where a family or its style
        is written.  Raises KitError for an unknown style and a package that is not installed; the
        font files are not looked at yet.
        """
        files: dict[str, Mapping[str, Path]] = dict(base.files) if base else {}
        for family, entry in families.items():
            with errors_at(place(family, "package")):
                home = _package_folder(entry["package"], family) if "package" in entry else folder
            styles = {style: home / file for style, file in entry.items() if style != "package"}
            for style in styles:
                if style not in STYLES:
                    message = f'font family "{family}" has the unknown style "{style}"'
                    hint, where = did_you_mean(style, STYLES), place(family, style)
                    raise KitError(message, place=where, hint=hint, check="unknown-font")
            files[family] = styles
        return cls(files)

    def similar(self, family: str) -> str:
        """Hint for an unknown family: a similar one, or how to add it and all that are known."""
        return nearest(family, self.files) or (
            "name its files under font-files in game.yaml, or it under system-fonts if this computer has it; "
            f"known: {', '.join(sorted(self.files))}"
        )

    def font(self, family: str, style: str = "regular") -> Font:
        """The font of a family and style.  Raises KitError if there is none or its file is unusable."""
        if (family, style) in self._fonts:
            return self._fonts[family, style]
        styles = self.files.get(family)
        if styles is None:
            message = f'there is no font family "{family}"'
            raise KitError(message, hint=self.similar(family), check="unknown-font")
        if style not in styles:
            known = f"it has: {', '.join(styles)}; choose one of these or another family"
            hint = f"{known}, or name a family with {style} under font-files in game.yaml"
            raise KitError(f"{family} has no {style} style", hint=hint, check="unknown-font")
        with errors_at(self._places.get(family)):
            font = self._fonts[family, style] = open_font(family, style, styles[style])
        return font


@dataclass(frozen=True, slots=True)
class Fonts:
    """The fonts of one text: a family of a font book, and the style of unmarked words.

    Two are equal if they name the same family and style of the same book.
    """

    book: FontBook
    family: str
    style: str = "regular"

    def font(self, bold: bool = False, italic: bool = False) -> Font:
        """The font of bold or italic words, looked up on use: an unused style may be missing."""
        return self.book.font(self.family, self._style(bold, italic))

    def runs(self, text: str, bold: bool, italic: bool) -> Iterator[tuple[Font, str]]:
        """A text in parts, each with a font that has its characters, if any has."""
        font = self.font(bold, italic)
        if not self.book.fallbacks or all(map(font.has, text)):
            yield font, text
            return
        fonts = self._in_turn(bold, italic)
        part, current = "", font
        for character in text:
            kind = "Zs" if character.isspace() else unicodedata.category(character)
            # A space, a sign without ink, and a dash that it has, stay in what is before them.
            stays = kind in ("Zs", "Cf") or (kind == "Pd" and current.has(character))
            next_font = current if stays else _first_with(fonts, character)
            if next_font is not current and part:
                yield current, part
                part = ""
            part, current = part + character, next_font
        yield current, part

    @property
    def space(self) -> float:
        """The width of a space, in em."""
        return self.font().space

    def word(self, text: str) -> Word:
        """A word in the first font that has all of its characters."""
        return _first_with(self._in_turn(), text).word(text)

    def line(self, text: str) -> tuple[tuple[Word, ...], float]:
        """The words of a text on one line, and its width in em with a space between each."""
        fonts = self._in_turn()
        words = tuple(_first_with(fonts, word).word(word) for word in text.split())
        return words, sum(word.width for word in words) + self.space * (len(words) - 1)

    def _in_turn(self, bold: bool = False, italic: bool = False) -> tuple[Font, ...]:
        """The font of a style, and those that are tried for characters that it lacks."""
        others = (self._fallback(each, self._style(bold, italic)) for each in self.book.fallbacks)
        return (self.font(bold, italic), *others)

    def _fallback(self, family: str, style: str) -> Font:
        """A font of another family, in its nearest style."""
        styles = self.book.files.get(family, {})
        return self.book.font(family, style if style in styles else next(iter(styles), style))

    def _style(self, bold: bool, italic: bool) -> str:
        bold = bold or self.style.startswith("bold")
        italic = italic or self.style.endswith("italic")
        return STYLES[bold + 2 * italic]


@lru_cache(4_096)  # the captions of all sheets share most of their words
def _first_with(fonts: tuple[Font, ...], text: str) -> Font:
    """The first font that has all characters of a text, or the first one."""
    return next((font for font in fonts if all(map(font.has, join_letters(text)))), fonts[0])


def open_font(family: str, style: str, path: Path) -> Font:
    """The one `Font` of a file as it is now.  Raises KitError if it is not a TrueType font."""
    return _open_cached(family, style, path, stamp(font_file(path)))


@cache
def _open_cached(family: str, style: str, path: Path, stamp: Stamp) -> Font:
    return Font(family, style, path)


def _font_data(path: Path, style: str) -> bytes:
    """The font that a path names, as TrueType.  Raises KitError."""
    named, path = path, font_file(path)
    try:
        if not path.is_file():
            raise FileNotFoundError(errno.ENOENT, "there is no such file")
        too_large = path.stat().st_size > MAX_BYTES
        data = b"" if too_large else truetype(named, style)
    except OSError as error:
        message = f"cannot read the font file {path.name}: {error.strerror}"
        raise KitError(message, hint=f"looked at {path}", check="font-file") from error
    if too_large:
        message = f"the font file {path.name} is larger than {MAX_BYTES // 1024**2} MB"
        raise KitError(message, hint="use one with fewer glyphs", check="font-file")
    return data


def _open_face(data: bytes, path: Path) -> Any:
    face = hb.Face(hb.Blob(data))
    try:
        space = hb.Font(face).get_nominal_glyph(ord(" "))
        has_space = face.upem and space and space < face.glyph_count
    except Exception as error:
        raise KitError(f"{path.name} is a broken font file", check="font-file") from error
    if (
        not has_space
        or not is_intact(data)
        or mapped_characters(face.reference_table("cmap").data) > MAX_CHARACTERS
    ):
        message = f"{path.name} is a broken font file"
        raise KitError(message, hint="download it again", check="font-file")
    embedding = face.reference_table("OS/2").data[8:10]
    if int.from_bytes(embedding, "big") & 0xF == 2:  # fsType: "restricted licence embedding"
        message = f"{path.name} may not be embedded in a PDF"
        raise KitError(message, hint="its licence forbids it; use another", check="font-file")
    return face


def _describe(character: str) -> str:
    """`"☠" (U+2620, skull and crossbones)`."""
    name = unicodedata.name(character, "a character without a name").lower()
    shown = f'"{character}" ' if unicodedata.category(character)[0] in "LNPS" else "character "
    return f"{shown}(U+{ord(character):04X}, {name})"


def _package_folder(package: str, family: str) -> Path:
    try:
        return Path(str(resources.files(package)))
    except ModuleNotFoundError as error:
        source = f"comes from the Python package {package}, which is not installed"
        hint = f"pip install {package.replace('_', '-')}"
        raise KitError(f'font family "{family}" {source}', hint=hint, check="font-file") from error
