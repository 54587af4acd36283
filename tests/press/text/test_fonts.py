"""Tests of fonts: glyphs, widths and ink of words, and text that cannot be shaped."""

from __future__ import annotations

import io
import re
import struct
import unicodedata
from pathlib import Path

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import KitError
from generator.press.text.font_proof import MAX_CHARACTERS, mapped_characters
from generator.press.text.fonts import STYLES, Font, FontBook, Fonts, open_font
from tests.press.text.making import book

SERIF = book().font("Source Serif Pro")
ALL = [book().font(family, style) for family, styles in book().files.items() for style in styles]


def font_tools(font: Font) -> TTFont:
    return TTFont(io.BytesIO(font.path.read_bytes()))


@pytest.mark.parametrize("font", ALL, ids=lambda font: font.name)
def test_every_shared_font_can_be_used_and_has_metrics(font: Font) -> None:
    assert 0.4 < font.x_height < font.cap_height <= font.ascent < 0.9
    assert 0.1 < font.descent < 0.3
    assert 0.1 < font.space < 0.3
    word = font.word("Grumble’s é – “7”")
    assert len(word.glyphs) == len(word.advances) == len(word.text)


def test_a_word_has_the_advances_and_kerning_of_its_font() -> None:
    advance = font_tools(SERIF)["hmtx"].metrics
    names = font_tools(SERIF).getBestCmap()
    plain = [advance[names[ord(letter)]][0] for letter in "AV"]
    word = SERIF.word("AV")
    assert word.advances[1] == plain[1]
    assert word.advances[0] < plain[0]
    assert word.width == sum(word.advances) / SERIF.units_per_em


def test_ligatures_and_fractions_are_not_used() -> None:
    cmap = font_tools(SERIF).getBestCmap()
    ids = {name: number for number, name in enumerate(font_tools(SERIF).getGlyphOrder())}
    for text in ("ffi", "fl", "Th", "1⁄2", "3/4"):
        assert SERIF.word(text).glyphs == tuple(ids[cmap[ord(letter)]] for letter in text)


@given(st.text(st.sampled_from("AVT.ijH"), min_size=1, max_size=6))
def test_the_ink_of_a_word_is_that_of_its_outlines(text: str) -> None:
    word = SERIF.word(text)
    x = 0.0
    corners = []
    for glyph, advance in zip(word.glyphs, word.advances, strict=True):
        numbers = [number for segment in SERIF.glyph_outline(glyph) for number in segment[1:]]
        corners += [
            (x + float(a), float(b)) for a, b in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        x += advance / SERIF.units_per_em
    assert word.left == pytest.approx(min(x for x, _ in corners), abs=0.002)
    assert word.right == pytest.approx(max(x for x, _ in corners), abs=0.002)
    assert word.top == pytest.approx(max(-y for _, y in corners), abs=0.002)
    assert word.bottom == pytest.approx(max(y for _, y in corners), abs=0.002)


@pytest.mark.parametrize("letter", "gQé%")
def test_an_outline_is_in_em_with_y_down(letter: str) -> None:
    font = font_tools(SERIF)
    name = font.getBestCmap()[ord(letter)]
    pen = BoundsPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(pen)
    outline = SERIF.glyph_outline(SERIF.word(letter).glyphs[0])
    points = [segment[-2:] for segment in outline if len(segment) > 1]
    assert min(x for x, _ in points) * 1000 == pytest.approx(pen.bounds[0], abs=1)
    assert min(y for _, y in points) * 1000 == pytest.approx(-pen.bounds[3], abs=1)
    assert outline[0][0] == "M"
    assert outline[-1] == ("Z",)
    assert {segment[0] for segment in outline} <= {"M", "L", "C", "Z"}


def test_a_word_is_shaped_once_with_composed_letters() -> None:
    assert SERIF.word("goat") is SERIF.word("goat")
    assert SERIF.word("cafe\u0301").text == "café"
    assert SERIF.word("").width == 0


def test_a_word_without_ink_has_no_extent() -> None:
    space = SERIF.word(" ")
    assert (space.left, space.top, space.right, space.bottom) == (0, 0, 0, 0)
    assert space.width == SERIF.space


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Doom☠", r'Source Serif Pro Regular has no "☠" \(U\+2620, skull and crossbones\)'),
        ("x\ufe0f", r"has no character \(U\+FE0F, variation selector-16\)"),
        ("a\x07", r"has no character \(U\+0007, a character without a name\)"),
        ("x\u0301", r"combining acute accent.*is a combining mark"),
        ("שלום", r'has no "ש" \(U\+05E9, hebrew letter shin\)'),
    ],
)
def test_characters_missing_from_the_font_are_named(text: str, message: str) -> None:
    with pytest.raises(KitError, match=message):
        SERIF.word(text)


@given(st.text(max_size=8))
def test_any_text_is_shaped_one_glyph_a_character_or_refused(text: str) -> None:
    try:
        word = SERIF.word(text)
    except KitError:
        return
    assert word.text == unicodedata.normalize("NFC", text)
    assert len(word.glyphs) == len(word.text)
    assert 0 not in word.glyphs


def test_each_font_is_opened_once() -> None:
    assert book().font("Caladea", "italic") is book().font("Caladea", "italic")
    assert book().font("Caladea", "bold-italic").name == "Caladea Bold Italic"


def test_an_unknown_family_suggests_the_nearest_one() -> None:
    with pytest.raises(KitError, match='no font family "Manrop"; did you mean "Manrope"'):
        book().font("Manrop")


def test_a_missing_style_is_never_faked() -> None:
    with pytest.raises(KitError, match="Fredoka One has no bold style; it has: regular"):
        book().font("Fredoka One", "bold")


@pytest.mark.parametrize(
    ("style", "bold", "italic", "expected"),
    [
        ("regular", False, False, "regular"),
        ("regular", True, True, "bold-italic"),
        ("bold", False, False, "bold"),
        ("bold", True, False, "bold"),
        ("bold", False, True, "bold-italic"),
        ("italic", True, False, "bold-italic"),
    ],
)
def test_marks_are_combined_with_the_style_of_the_text(
    style: str, bold: bool, italic: bool, expected: str
) -> None:
    assert Fonts(book(), "Caladea", style).font(bold, italic).style == expected
    assert expected in STYLES


def test_a_kit_can_add_fonts_to_the_shared_ones(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "own.ttf").write_bytes(SERIF.path.read_bytes())
    own = FontBook.from_families({"Own": {"regular": "fonts/own.ttf"}}, tmp_path, book())
    assert own.font("Own").word("goat").advances == SERIF.word("goat").advances
    assert own.font("Source Serif Pro") is SERIF


def test_faulty_font_tables_are_reported(tmp_path: Path) -> None:
    with pytest.raises(KitError, match=r'"Own" has the unknown style "bolt".*did you mean "bold"'):
        FontBook.from_families({"Own": {"bolt": "x.ttf"}}, tmp_path)
    with pytest.raises(KitError, match=r"font_nobody.*not installed.*pip install font-nobody"):
        FontBook.from_families({"Own": {"package": "font_nobody", "regular": "x"}}, tmp_path)


def with_table(font: bytes, name: str, filled: bytes) -> bytes:
    """The font with all bytes of a table overwritten."""
    record = next(at for at in range(12, 1000, 16) if font[at : at + 4] == name.encode())
    offset, size = (int.from_bytes(font[record + i : record + i + 4], "big") for i in (8, 12))
    return font[:offset] + filled * size + font[offset + size :]


def restricted(data: bytes) -> bytes:
    """The font with a licence that forbids embedding."""
    font = bytearray(data)
    table = font.index(b"OS/2")
    offset = int.from_bytes(font[table + 8 : table + 12], "big")
    font[offset + 8 : offset + 10] = b"\x00\x02"
    return bytes(font)


def with_units_per_em(data: bytes, units: int) -> bytes:
    """The font with another number of units per em, which HarfBuzz may ignore and a PDF does not."""
    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    font["head"].unitsPerEm = units
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


TRUETYPE = SERIF.path.read_bytes()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "x.ttf is not a TrueType or OpenType font"),
        (b"OTTO" + TRUETYPE[4:], "x.ttf is a broken font file"),
        (TRUETYPE[:4], "x.ttf is a broken font file"),
        (TRUETYPE[:4] + b"\xff" * 400, "x.ttf is a broken font file"),
        (TRUETYPE[:2000], "x.ttf is a broken font file"),
        (restricted(TRUETYPE), "x.ttf may not be embedded"),
        (with_table(TRUETYPE, "glyf", b"\xff"), "x.ttf is a broken font file"),
        (with_table(TRUETYPE, "loca", b"\xff"), "x.ttf is a broken font file"),
        (TRUETYPE[:-200_000], "x.ttf is a broken font file"),
        *(
            (TRUETYPE.replace(name, b"XXXX", 1), "x.ttf is a broken font file")
            for name in (b"hmtx", b"name", b"post")
        ),
        (with_units_per_em(TRUETYPE, 0), "x.ttf is a broken font file"),
        (with_units_per_em(TRUETYPE, 0xFFFF), "x.ttf is a broken font file"),
    ],
)
def test_an_unusable_font_file_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    file = tmp_path / "x.ttf"
    file.write_bytes(data)
    with pytest.raises(KitError, match=re.escape(message)):
        open_font("X", "regular", file)


def test_a_missing_font_file_is_named(tmp_path: Path) -> None:
    missing = FontBook.from_families({"Own": {"regular": "own.ttf"}}, tmp_path)
    with pytest.raises(KitError, match=r"cannot read the font file own\.ttf"):
        missing.font("Own")


def test_the_ranges_of_a_character_map_are_counted() -> None:
    group = struct.pack(">III", 0x20, 0xFFFFFFFF, 1)
    table = struct.pack(">HHIII", 12, 0, 28, 0, 1) + group
    assert mapped_characters(struct.pack(">HHHHI", 0, 1, 3, 10, 12) + table) > MAX_CHARACTERS
