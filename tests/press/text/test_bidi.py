"""Tests of right-to-left text: order, joined letters and alignment."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import uharfbuzz as harfbuzz
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from generator.base.errors import KitError
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.press.layout.text import Block, set_text
from generator.press.text.bidi import (
    has_right_to_left,
    is_right_to_left,
    join_letters,
    visual_order,
)
from generator.press.text.fonts import Font, open_font
from generator.press.text.line_placement import IconPiece, RunPiece
from tests.press.running import request_for
from tests.press.text.making import fonts

HEBREW = fonts("Amatic SC")


def drawn(block: Block) -> list[list[str]]:
    """The text on each line, from left to right."""
    return [
        [
            f":{piece.name}:"
            if isinstance(piece, IconPiece)
            else " ".join(w.text for w in piece.words)
            for piece in sorted(line.pieces, key=lambda piece: piece.x)
        ]
        for line in block.lines
    ]


def block(text: str, width: float = 200, **options: Any) -> Block:
    return set_text(
        text, HEBREW, width=width, height=None, size_max=10, size_min=10, icon_width=lambda name: 1.0,
        **options,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "right", "seen"),
    [
        ("אבג דהו", True, "והד גבא"),
        ("אב 12 (cd) גד", True, "דג (cd) 12 בא"),
        ("say אבג now", False, "say גבא now"),
        ("א(ב)ג", True, "ג(ב)א"),
        ("plain", False, "plain"),
    ],
)
def test_a_line_is_drawn_in_visual_order(text: str, right: bool, seen: str) -> None:
    assert "".join(character for character, _ in visual_order(text, right)) == seen
    assert sorted(place for _, place in visual_order(text, right)) == list(range(len(text)))
    assert is_right_to_left(text) == right
    assert has_right_to_left(text) == (text != "plain")


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("ببب", "ﺑﺒﺐ"),
        ("ابا", "ﺍﺑﺎ"),
        ("سلام", "ﺳﻼﻡ"),
        ("بـب", "ﺑـﺐ"),
        ("لا", "ﻻ"),
        ("چپ", "ﭼﭗ"),
        ("a", "a"),
    ],
)
def test_arabic_letters_have_contextual_forms(word: str, forms: str) -> None:
    assert join_letters(word) == forms
    assert join_letters(forms) == forms


def test_the_first_letter_determines_the_direction_of_a_paragraph() -> None:
    both = block("אבג :star: AB דהו\nAB אבג")
    assert drawn(both) == [["והד AB", ":star:", "גבא"], ["AB גבא"]]
    first, second = both.lines
    (*_, last), (only,) = first.pieces, second.pieces
    assert isinstance(last, RunPiece)
    assert only.x == 0
    assert max(piece.x for piece in first.pieces) + last.words[-1].width * 10 == pytest.approx(200)


@pytest.mark.parametrize(("align", "left"), [("left", False), ("right", True), ("center", None)])
def test_the_alignment_of_a_right_to_left_paragraph_is_mirrored(
    align: str, left: bool | None
) -> None:
    (line,) = block("אבג", align=align).lines
    (piece,) = line.pieces
    assert isinstance(piece, RunPiece)
    spare = 200 - piece.words[0].width * 10
    assert piece.x == pytest.approx(spare / 2 if left is None else 0 if left else spare)


def test_right_to_left_lines_break_from_the_right() -> None:
    words = [f"מל{letter}" for letter in "אבגדהוז"]
    lines = drawn(block(" ".join(words), width=50))
    assert len(lines) > 1
    assert " ".join(" ".join(reversed(line[0].split())) for line in lines) == " ".join(
        word[::-1] for word in words
    )


@pytest.mark.parametrize("word", ["שלום", "קלפים", "תורה", "לאט"])
def test_a_hebrew_word_is_drawn_as_harfbuzz_draws_it(word: str) -> None:
    assert as_drawn(HEBREW.font(), word) == by_harfbuzz(HEBREW.font().path, word)


@pytest.mark.parametrize("word", ["ببب", "سلام", "بابا", "لا", "بلاب", "مسلم", "ا", "مب"])
def test_an_arabic_word_is_drawn_as_harfbuzz_draws_it(tmp_path: Path, word: str) -> None:
    path = tmp_path / "arabic.ttf"
    write_arabic_font(path)
    assert as_drawn(open_font("Arabic", "regular", path), word) == by_harfbuzz(path, word)


def as_drawn(font: Font, word: str) -> list[tuple[int, int]]:
    """Glyphs and advances from left to right, as in a line of text."""
    text = "".join(character for character, _ in visual_order(join_letters(word), True))
    drawn = font.word(text)
    return list(zip(drawn.glyphs, drawn.advances, strict=True))


def by_harfbuzz(path: Path, word: str) -> list[tuple[int, int]]:
    """The same from HarfBuzz, which joins letters by the rules of the font."""
    buffer = harfbuzz.Buffer()
    buffer.add_str(word)
    buffer.guess_segment_properties()
    harfbuzz.shape(harfbuzz.Font(harfbuzz.Face(path.read_bytes())), buffer, {})
    assert buffer.direction == "rtl"
    infos, positions = buffer.glyph_infos or (), buffer.glyph_positions or ()
    return [(i.codepoint, p.x_advance) for i, p in zip(infos, positions, strict=True)]


def write_arabic_font(path: Path) -> None:
    """A font of four letters with joining rules, in which each form is a box of a different width."""
    letters = {"alef": "ا", "beh": "ب", "lam": "ل", "meem": "م", "seen": "س", "lamalef": "لا"}
    forms = ("isolated", "final", "initial", "medial")
    cmap, found = {32: "space"}, set()
    for code in range(0xFE80, 0xFEFD):
        form, _, letter = unicodedata.decomposition(chr(code)).partition(" ")
        plain = "".join(chr(int(each, 16)) for each in letter.split())
        for name in (name for name, own in letters.items() if own == plain):
            cmap[code] = f"{name}.{form.strip('<>')}"
            found.add(cmap[code])
    cmap |= {ord(own): f"{name}.isolated" for name, own in letters.items() if len(own) == 1}
    glyphs = [".notdef", "space", *sorted(found)]
    pen = TTGlyphPen(None)
    for point, move in (((0, 0), pen.moveTo), ((0, 500), pen.lineTo), ((90, 0), pen.lineTo)):
        move(point)
    pen.closePath()
    box = pen.glyph()
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap(cmap)
    builder.setupGlyf(dict.fromkeys(glyphs, box))
    builder.setupHorizontalMetrics({name: (100 + 7 * n, 0) for n, name in enumerate(glyphs)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Arabic", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    rules = "languagesystem DFLT dflt; languagesystem arab dflt;"
    for tag, form in zip(("fina", "init", "medi"), forms[1:], strict=True):
        subs = [
            f"sub {name}.isolated by {name}.{form};"
            for name in letters
            if name != "lamalef" and f"{name}.{form}" in found
        ]
        rules += f"feature {tag} {{ {' '.join(subs)} }} {tag};"
    rules += (
        "feature rlig { sub lam.initial alef.final by lamalef.isolated;"
        " sub lam.medial alef.final by lamalef.final; } rlig;"
    )
    addOpenTypeFeaturesFromString(builder.font, rules)
    builder.save(path)


def test_vowel_points_are_refused_in_plain_words() -> None:
    with pytest.raises(KitError, match=r"is a combining mark.*leave out vowel points"):
        HEBREW.font().word("שָלום")


def test_text_extracted_from_a_pdf_is_in_logical_order(tmp_path: Path) -> None:
    for folder in ("data/right", "templates/right"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "data/right/game.yaml").write_text(
        'title: Right\nversion: "1"\nplayers: 2\nfonts: {body: Source Sans Pro, fallback: Amatic SC}\n'
        "components: [{id: card, title: Card, part: cards, front: card.xml}]\n"
    )
    (tmp_path / "templates/right/card.xml").write_text(
        '<card size="poker"><text inset="5mm" size="12">מלו 2 פנטות או :heart: שור.</text></card>',
        encoding="utf-8",
    )
    roots = KitSearchPath(tmp_path / "data", tmp_path / "templates")
    build(request_for("right", roots, tmp_path / "out"))
    (pdf,) = (tmp_path / "out").rglob("*.pdf")
    document = pypdfium2.PdfDocument(pdf.read_bytes())
    pages = [page.get_textpage().get_text_range() for page in document]
    assert any(all(word in page for word in ("מלו", "פנטות", "או", "שור")) for page in pages)
