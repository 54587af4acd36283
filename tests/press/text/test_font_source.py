"""Tests of font sources: every kind of OpenType font can be shaped, drawn and embedded."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy
import pikepdf
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from generator.base.errors import KitError
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.scene.items import GlyphRun, Scene
from generator.press.text import system_fonts
from generator.press.text.fonts import FontBook, Fonts, Word, open_font
from generator.press.text.line_breaking import prepare
from tests.kinds import of_kind
from tests.press.paint.comparing import alike, as_pdf, as_svg

GLYPHS = {".notdef": 500, "space": 300, "H": 600, "x": 500}
CHARACTERS = {ord(" "): "space", ord("H"): "H", ord("x"): "x"}


def draw(pen: Any, name: str) -> None:
    """A box for H; for x a drop with a curve, so that curves are converted."""
    if name == "H":
        for index, point in enumerate([(50, 0), (50, 700), (250, 700), (250, 0)]):
            (pen.lineTo if index else pen.moveTo)(point)
        pen.closePath()
    elif name == "x":
        pen.moveTo((50, 0))
        pen.lineTo((50, 300))
        if hasattr(pen, "qCurveTo") and isinstance(pen, TTGlyphPen):
            pen.qCurveTo((250, 700), (450, 300))
        else:
            pen.curveTo((50, 600), (450, 600), (450, 300))
        pen.lineTo((450, 0))
        pen.closePath()


def started(family: str, style: str, *, truetype: bool) -> FontBuilder:
    builder = FontBuilder(1000, isTTF=truetype)
    builder.setupGlyphOrder([*GLYPHS])
    builder.setupCharacterMap(CHARACTERS)
    builder.setupNameTable({"familyName": family, "styleName": style})
    return builder


def finished(builder: FontBuilder, path: Path) -> Path:
    builder.setupHorizontalMetrics({name: (width, 50) for name, width in GLYPHS.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    builder.save(path)
    return path


def cubic(path: Path, family: str = "Cubic", style: str = "Regular") -> Path:
    """A font with CFF outlines, as in `.otf` files."""
    builder = started(family, style, truetype=False)
    letters = {}
    for name, width in GLYPHS.items():
        pen = T2CharStringPen(width, None)
        draw(pen, name)
        letters[name] = pen.getCharString()
    builder.setupCFF(family, {"FullName": family}, letters, {})
    return finished(builder, path)


def variable(path: Path) -> Path:
    """A font whose H is 200 wide at weight 400, and 400 wide at 900."""
    builder = started("Variable", "Regular", truetype=True)
    letters = {}
    for name in GLYPHS:
        pen = TTGlyphPen(None)
        draw(pen, name)
        letters[name] = pen.glyph()
    builder.setupGlyf(letters)
    builder.setupHorizontalMetrics({name: (width, 50) for name, width in GLYPHS.items()})
    builder.setupFvar([("wght", 400, 400, 900, "Weight")], [])
    wider = [(0, 0), (0, 0), (200, 0), (200, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
    builder.setupGvar({"H": [TupleVariation({"wght": (0, 1, 1)}, wider)]})
    return finished(builder, path)


def ink(path: Path | str, style: str = "regular") -> float:
    """The width of the ink of H, in em."""
    word = open_font("Made", style, Path(path)).word("H")
    return round(word.right - word.left, 3)


def test_a_font_with_cubic_outlines_is_shaped_drawn_and_embedded(tmp_path: Path) -> None:
    font = open_font("Cubic", "regular", cubic(tmp_path / "a.otf"))
    word = font.word("Hx")
    assert (word.width, word.top) == (1.1, 0.7)
    scene = Scene("page", 72, 36, (GlyphRun(6, 30, 36, "#203040", (word,)),))
    assert alike(as_pdf(scene), as_svg(scene)) > 0.999
    assert numpy.asarray(as_pdf(scene, 72).convert("L")).min() < 60
    with pikepdf.open(BytesIO(paint_pdf([scene], DocumentInfo("p")))) as pdf:
        assert any("/FontFile2" in each for each in pdf.objects
                   if isinstance(each, pikepdf.Dictionary))  # fmt: skip


def test_a_variable_font_is_instanced_for_its_style_or_as_stated(tmp_path: Path) -> None:
    file = variable(tmp_path / "v.ttf")
    assert [ink(file, style) for style in ("regular", "bold")] == [0.2, 0.32]
    assert ink(f"{file}#wght=900") == 0.4
    assert ink(f"{file}#wght=5000") == 0.4


def test_characters_that_a_font_lacks_come_from_its_fallbacks(tmp_path: Path) -> None:
    """The test fonts have only H and x; a fault about other characters names the requested font."""
    from tests.press.text.making import book

    files = {"Few": {"regular": cubic(tmp_path / "a.otf")}, **book().files}
    with_others = FontBook(files, ["Manrope", "Roboto"])
    fonts = Fonts(with_others, "Few")
    found = [(font.family, text) for font, text in fonts.runs("Hx é ЖHx – ", False, False)]
    assert found == [("Few", "Hx "), ("Manrope", "é Ж"), ("Few", "Hx "), ("Manrope", "– ")]
    assert [font.family for font, _ in fonts.runs("Hx-H: x", False, False)] == [
        "Few",
        "Manrope",
    ] * 2 + ["Few"]
    words, _ = fonts.line("Hx · H-x")
    assert [word.font.family for word in words] == ["Few", "Manrope", "Manrope"]
    (paragraph,) = prepare("Hx éH", fonts, lambda name: 1.0)
    assert [of_kind(atom, Word).font.family for atoms in paragraph.clusters for atom in atoms] == [
        "Few", "Manrope", "Few",
    ]  # fmt: skip
    with pytest.raises(KitError, match=r"Few Regular has no.*as `fallback`"):
        prepare("Hx 字", fonts, lambda name: 1.0)


@pytest.mark.parametrize(
    ("axes", "says"),
    [
        ("wgth=300", 'has no axis "wgth"; did you mean "wght"'),
        ("bold", '"bold" are not axes of a font; write'),
    ],
)
def test_unknown_axes_are_reported(axes: str, says: str, tmp_path: Path) -> None:
    file = variable(tmp_path / "v.ttf")
    with pytest.raises(KitError) as caught:
        open_font("Made", "regular", Path(f"{file}#{axes}"))
    assert says in str(caught.value)
    assert "v.ttf" in str(caught.value) or "#" in str(caught.value)


def test_axes_for_a_font_whose_table_of_axes_is_empty_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "none.ttf"
    font = TTFont(variable(tmp_path / "v.ttf"))
    font["fvar"].axes = []
    del font["gvar"]
    font.save(file)
    with pytest.raises(
        KitError, match=r'is not a variable font: it has no axes; leave out "#wght=300"'
    ):
        open_font("Made", "regular", Path(f"{file}#wght=300"))


def test_axes_for_a_static_font_are_reported(tmp_path: Path) -> None:
    from tests.press.text.making import book

    path = book().files["Roboto"]["regular"]
    with pytest.raises(KitError, match="is not a variable font; leave out"):
        open_font("Made", "regular", Path(f"{path}#wght=300"))


def test_a_system_font_is_found_by_its_family_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deep").mkdir()
    cubic(tmp_path / "deep" / "a.otf", "Grimoire Test")
    cubic(tmp_path / "b.otf", "Grimoire Test", "Bold")
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    monkeypatch.setattr(system_fonts, "_folders", lambda: (tmp_path,))
    styles = system_fonts.system_family("grimoire test")
    assert {style: path.name for style, path in styles.items()} == {
        "regular": "a.otf", "bold": "b.otf",
    }  # fmt: skip
    assert FontBook({"T": styles}).font("T", "bold").word("H").width == 0.6
    with pytest.raises(KitError, match='this computer has no font "Grimoire Tests"; did you mean'):
        system_fonts.system_family("Grimoire Tests")
    assert system_fonts.families_with({"H", "\u732b"}) == (["Grimoire Test"], {"\u732b"})


def test_what_font_tools_log_about_a_damaged_font_is_not_shown() -> None:
    code = "import generator.press.text, logging; logging.getLogger('fontTools.ttLib').error('a')"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == ""
