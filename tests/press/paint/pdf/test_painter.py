"""Tests of the PDF painter: positioned text in subset fonts, shared forms, links, bookmarks, boxes."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from reportlab.pdfbase.ttfonts import TTFError, TTFontFile

from generator.base.errors import KitError
from generator.base.units import Matrix, Rect
from generator.cli.signals import stoppable
from generator.press.library import fonts as shared_fonts
from generator.press.paint.pdf import operators
from generator.press.paint.pdf import text as fonts
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.scene.items import (
    Anchor,
    GlyphRun,
    Gradient,
    Group,
    Item,
    Link,
    Scene,
    Stroke,
    Use,
)
from generator.press.scene.items import Path as Shape
from generator.press.scene.paths import rectangle
from generator.press.text.fonts import Font, FontBook

ROOT = Path(__file__).parents[4]


@cache
def font(family: str = "Source Serif Pro") -> Font:
    return shared_fonts((ROOT / "data" / "shared",)).font(family)


def run(words: str, x: float = 20, y: float = 50, size: float = 20, gap: float = 6) -> GlyphRun:
    return GlyphRun(x, y, size, "#000000", tuple(map(font().word, words.split())), gap)


def page(*items: Item, name: str = "page") -> Scene:
    return Scene(name, 400, 200, items)


def painted(*pages: Scene) -> bytes:
    return paint_pdf(pages, DocumentInfo("A title · é", "en", "An author", "A subject"))


@contextmanager
def opened(pdf: bytes) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(BytesIO(pdf)) as file:
        yield file


def words_of(pdf: bytes, number: int = 0) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return str(document[number].get_textpage().get_text_bounded())
    finally:
        document.close()


def origins(pdf: bytes) -> list[tuple[str, float]]:
    """Every character of the first page with its x, spaces left out."""
    from ctypes import byref, c_double

    document = pypdfium2.PdfDocument(pdf)
    try:
        text = document[0].get_textpage()
        found = []
        for index in range(text.count_chars()):
            x, y = c_double(), c_double()
            pdfium.FPDFText_GetCharOrigin(text.raw, index, byref(x), byref(y))
            character = chr(pdfium.FPDFText_GetUnicode(text.raw, index))
            if not character.isspace():
                found.append((character, x.value))
        return found
    finally:
        document.close()


@pytest.mark.parametrize("gap", [3.0, 6.0, 25.0])
def test_every_glyph_is_where_layout_placed_it(gap: float) -> None:
    item = run("AVATAR Tote. WAVE Yo-Yo Łódź fjord", gap=gap)
    expected = []
    pen = item.x
    for word in item.words:
        for character, advance in zip(word.text, word.advances, strict=True):
            expected.append((character, pen))
            pen += advance * item.size / word.font.units_per_em
        pen += item.gap
    found = origins(painted(page(item)))
    assert [character for character, _ in found] == [character for character, _ in expected]
    assert max(abs(a - b) for (_, a), (_, b) in zip(found, expected, strict=True)) < 0.01


def test_the_tested_text_has_kerning() -> None:
    word = font().word("AVATAR")
    unkerned = [font().word(letter).advances[0] for letter in "AVATAR"]
    assert sum(word.advances) < sum(unkerned)


def test_text_can_be_copied_with_its_spaces() -> None:
    words = "Wave after wave: 2 oars & “glass” — £5, naïve Żółć"
    assert words_of(painted(page(run(words, size=9, gap=0.1)))) == words


def test_text_of_more_than_one_subset_can_be_copied() -> None:
    """A subset holds 256 characters at most."""
    known = filter(font().has, map(chr, range(0x21, 0x500)))
    letters = [letter for letter in known if unicodedata.category(letter) in ("Lu", "Ll")]
    words = ["".join(letters[at : at + 25]) for at in range(0, len(letters), 25)]
    assert len(letters) > 300
    runs = [run(word, 5, 8 + 9 * number, 7) for number, word in enumerate(words)]
    assert words_of(painted(page(*runs))).splitlines() == words


def test_fonts_are_embedded_as_subsets_and_no_others_are_used() -> None:
    with opened(painted(page(run("Tide")), page(run("wrack")))) as pdf:
        fonts = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/Font"
        ]
        (only,) = fonts
        assert str(only["/BaseFont"]).endswith("SourceSerifPro-Regular")
        assert str(only["/BaseFont"])[7:8] == "+"
        assert "/ToUnicode" in only
        program = only["/FontDescriptor"]["/FontFile2"].read_bytes()
    assert len(program) < font().path.stat().st_size / 4


def test_a_scene_is_stored_once_however_often_it_is_used() -> None:
    inner = Scene("inner", 10, 10, (Shape(rectangle(Rect(0, 0, 10, 10)), "#ff0000"),))
    outer = Scene("outer", 50, 50, (Use(inner), Use(inner, Matrix.move(20, 0))))
    pages = [page(Use(outer), Use(inner, Matrix.move(5, 5)), name=str(n)) for n in range(5)]
    with opened(painted(*pages)) as pdf:
        forms = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"
        ]
    assert len(forms) == 2


def test_pages_have_trim_and_bleed_boxes_and_the_file_a_title() -> None:
    scene = Scene("card", 100, 150, (), bleed=9)
    with opened(painted(scene)) as pdf:
        boxes = [
            [float(value) for value in pdf.pages[0][f"/{name}Box"]]
            for name in ("Media", "Bleed", "Trim")
        ]
        info = pdf.docinfo
        values = [str(info[key]) for key in ("/Title", "/Author", "/Subject", "/Creator")]
        language = pdf.Root["/Lang"]
    assert boxes == [[0, 0, 118, 168], [0, 0, 118, 168], [9, 9, 109, 159]]
    assert values == ["A title · é", "An author", "A subject", "Grimoire"]
    assert str(language) == "en"


def test_bookmarks_lead_to_their_pages_and_nest() -> None:
    pages = [
        page(Anchor("a", 10, "First"), name="1"),
        page(Anchor("b", 50, "Ünder it", 1), Anchor("c", 60), name="2"),
        page(Group((Anchor("d", 0, "Last"),), Matrix.move(0, 70)), name="3"),
    ]
    document = pypdfium2.PdfDocument(painted(*pages))
    try:
        toc = [
            (
                mark.level,
                mark.get_title(),
                mark.get_dest().get_index(),
                mark.get_dest().get_view()[1],
            )
            for mark in document.get_toc()
        ]
    finally:
        document.close()
    assert [entry[:3] for entry in toc] == [(0, "First", 0), (1, "Ünder it", 1), (0, "Last", 2)]
    assert [entry[3][1] for entry in toc] == [190, 150, 130]


def test_links_are_where_they_are_drawn_even_inside_a_form() -> None:
    inner = Scene("inner", 50, 50, (Link(Rect(0, 0, 20, 10), "https://example.org/a?b=(c)"),))
    link = Group((Link(Rect(10, 10, 30, 5), "#there"),), Matrix.scale(2))
    first = page(Use(inner, Matrix.move(100, 100)), link, name="1")
    with opened(painted(first, page(Anchor("there"), name="2"))) as pdf:
        links = [
            (
                [float(value) for value in note["/Rect"]],
                str(note.get("/A", pikepdf.Dictionary()).get("/URI", "")),
            )
            for note in pdf.pages[0]["/Annots"]
        ]
    assert links == [([100, 90, 120, 100], "https://example.org/a?b=(c)"), ([20, 170, 80, 180], "")]


def test_a_turned_link_is_bounded_by_all_its_corners() -> None:
    link = Group((Link(Rect(-10, -10, 20, 20), "https://example.org/"),), Matrix.turn(45, 0, 0))
    with opened(painted(page(Group((link,), Matrix.move(50, 50))))) as pdf:
        (note,) = pdf.pages[0]["/Annots"]
        left, bottom, right, top = (float(value) for value in note["/Rect"])
    assert (right - left, top - bottom) == pytest.approx((28.28, 28.28), abs=0.01)


def test_a_link_without_a_target_is_refused() -> None:
    with pytest.raises(KitError, match=r'leads to "#ther".*did you mean "there"'):
        painted(page(Link(Rect(0, 0, 9, 9), "#ther"), Anchor("there")))


def test_equal_scenes_give_equal_bytes_in_any_process() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from tests.press.paint.pdf.test_painter import *\n"
        "import hashlib\n"
        "print(hashlib.sha256(painted(page(run('Tide wrack'), Anchor('a', 0, 'A')))).hexdigest())"
    )
    sums = {
        subprocess.run(
            [sys.executable, "-c", code, str(ROOT)],
            env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(sums) == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (-2.0, "-2"), (0.12345, "0.123"), (-0.5, "-0.5"), (1e-9, "0"), (1e7, "10000000")],
)
def test_numbers_have_no_exponent_and_no_needless_digits(value: float, text: str) -> None:
    assert operators.format_number(value) == text


def test_a_matrix_with_a_tiny_coefficient_has_no_exponent() -> None:
    assert "e" not in operators.matrix(Matrix(1e-5, 0, 0, 0.00001234, 0, 0)).replace("cm", "")


def test_two_fonts_with_the_same_name_are_both_embedded(tmp_path: Path) -> None:
    """A kit may include a font that is a subset of one that others use."""
    file = tmp_path / "own.ttf"
    file.write_bytes(font().path.read_bytes())
    own = FontBook.from_families({"Own": {"regular": "own.ttf"}}, tmp_path).font("Own")
    other = GlyphRun(20, 90, 20, "#000000", (own.word("other"),), 6)
    pdf = painted(page(run("words"), other))
    assert words_of(pdf).split() == ["words", "other"]
    with opened(pdf) as file_of_two:
        fonts = file_of_two.pages[0].Resources.Font.values()
        names = {str(each.BaseFont) for each in fonts if "/ToUnicode" in each}
    assert len(names) == 2


@pytest.mark.parametrize(
    "shape",
    [
        Shape(rectangle(Rect(20, 20, 60, 40)), "#3060c080"),
        Shape(rectangle(Rect(20, 20, 60, 40)), None, Stroke("#3060c080", 2)),
        Shape(rectangle(Rect(20, 20, 60, 40)), "#3060c080", Stroke("#30606080", 2)),
        Shape(rectangle(Rect(20, 20, 60, 40)), Gradient(((0, "#ff0000"), (1, "#0000ff")), (0, 0), (60, 40))),
        Shape(rectangle(Rect(20, 20, 60, 40)), Gradient(((0, "#ff0000"), (1, "#0000ff40")), (0, 0), (60, 4))),
    ],
    ids=["fill", "line", "both", "gradient", "clear gradient"],
)  # fmt: skip
def test_repeated_shapes_have_their_resources_in_each_form_and_page(shape: Shape) -> None:
    """Panels of several cards are one object, and each form and page lists the resources it uses."""
    cards = [Scene(f"card {number}", 100, 80, (shape, run(str(number)))) for number in range(2)]
    pdf = painted(
        page(*(Use(card, Matrix.move(0, 90 * at)) for at, card in enumerate(cards))), page(shape)
    )
    with opened(pdf) as file:
        forms = [each for each in file.objects if isinstance(each, pikepdf.Stream)
                 and each.get("/Subtype") == "/Form"]  # fmt: skip
        contents: list[tuple[pikepdf.Object, pikepdf.Object]] = [
            (form, form.Resources) for form in forms
        ]
        contents += [(each.Contents, each.Resources) for each in file.pages]
        used = [
            (kind, name, resources.get(f"/{kind}", pikepdf.Dictionary()))
            for content, resources in contents
            for operator, kind in (("gs", "ExtGState"), ("sh", "Shading"), ("Do", "XObject"))
            for name in re.findall(rb"(/\w+) " + operator.encode(), content.read_bytes())
        ]
        assert {kind for kind, _, _ in used} > {"XObject"}
        assert [name for _, name, known in used if name.decode() not in known] == []


def test_an_interrupt_is_not_lost_while_a_font_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reportlab catches every exception while it decodes the names of a font."""

    class Name(bytes):
        def decode(self, encoding: str = "", errors: str = "") -> str:
            if encoding != "latin1":  # which it tries next
                signal.raise_signal(signal.SIGINT)
            return bytes(self).decode(encoding)

    read = TTFontFile.get_chunk
    fonts._embeddable.cache_clear()
    monkeypatch.setattr(TTFontFile, "get_chunk", lambda *words: Name(read(*words)))
    with stoppable(), pytest.raises(KeyboardInterrupt):
        painted(page(run("Owl")))


@pytest.mark.parametrize(
    ("raised", "why"), [(TTFError("it has no name"), ": it has no name"), (KeyError("cvt "), "")]
)
def test_a_font_that_cannot_be_embedded_is_named_with_its_file(
    monkeypatch: pytest.MonkeyPatch, raised: Exception, why: str
) -> None:
    """What is not reportlab's own word about the font is not shown."""

    def read(*_: object) -> None:
        raise raised

    fonts._embeddable.cache_clear()
    monkeypatch.setattr(TTFontFile, "seek_table", read)
    with pytest.raises(KitError) as caught:
        painted(page(run("Owl")))
    (fault,) = caught.value.faults
    assert fault.place is not None
    assert fault.place.file.endswith(".ttf")
    assert fault.message == f"the font cannot be embedded in a PDF{why}"
