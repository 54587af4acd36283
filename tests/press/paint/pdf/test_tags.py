"""Tests of tagged PDF: structure and alternative text for screen readers."""

from __future__ import annotations

import gc
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from weakref import ref

import pikepdf
import pypdfium2

from generator.base.units import Matrix, Rect
from generator.press.layout.letters import as_shapes
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import Painter, paint_pdf, painted
from generator.press.rulebook.layout.generated_lists import Entry
from generator.press.scene.alt_text import alt_text
from generator.press.scene.items import Anchor, Group, Item, Link, Scene, Tag, Use
from generator.press.scene.paths import rectangle
from tests.press.paint.pdf.test_painter import page, run
from tests.press.paint.pdf.test_pdfx import SOLID
from tests.press.paint.tag_tree import elements, tree_faults
from tests.press.rulebook.making import Maker

INFO = DocumentInfo("A title", "de", "An author", "A subject")


def tagged(role: str, *items: Item, alt: str = "") -> Group:
    return Group(tuple(items), tags=(Tag(role, alt),))


def roles(pdf: pikepdf.Pdf) -> list[str]:
    return [str(element["/S"])[1:] for element in elements(pdf)]


def test_all_content_has_an_element_and_pictures_have_text() -> None:
    face = Scene("face", 50, 50, (SOLID, run("Old Nan")))
    paragraph = Tag("P")
    first = page(
        SOLID,
        Anchor("top", 0, "Top"),
        tagged("H1", run("Title")),
        Group((run("begins here"), Link(Rect(0, 0, 9, 9), "#top")), tags=(paragraph,)),
        Group((tagged("Figure", Use(face), alt=alt_text(face)),), Matrix.move(5, 5)),
        name="1",
    )
    last = page(
        Group((run("ends there"),), tags=(paragraph,)),
        Group(
            (Group((run("1."),), tags=(Tag("Lbl"),)), SOLID, run("one")), tags=(Tag("L"), Tag("LI"))
        ),
        tagged("Artifact", SOLID, Link(Rect(0, 0, 9, 9), "https://example.org")),
        name="2",
    )
    content = paint_pdf([first, last, page(run("never read"), name="3")], INFO)
    with pikepdf.open(BytesIO(content)) as pdf:
        assert tree_faults(pdf) == []
        assert roles(pdf) == ["Document", "H1", "P", "Link", "Figure", "L", "LI", "Lbl", "Link"]
        assert [str(e["/Alt"]) for e in elements(pdf) if "/Alt" in e] == ["Old Nan"]
        assert pdf.Root["/MarkInfo"]["/Marked"] is True
    assert content == paint_pdf([first, last, page(run("never read"), name="3")], INFO)


def test_a_file_without_tags_does_not_claim_any() -> None:
    with pikepdf.open(BytesIO(paint_pdf([page(run("words"))], INFO))) as pdf:
        assert "/StructTreeRoot" not in pdf.Root
        assert "/MarkInfo" not in pdf.Root


def test_the_checker_finds_untagged_content_and_pictures_without_text() -> None:
    pages = [page(tagged("P", run("one")), tagged("Figure", SOLID, alt="a square"))]
    with pikepdf.open(BytesIO(paint_pdf(pages, INFO))) as pdf:
        number = pdf.pages[0].obj.objgen
        *_, paragraph, figure = elements(pdf)
        paragraph["/K"] = pikepdf.Array()
        del figure["/Alt"]
        assert tree_faults(pdf) == [f"(({number}, 0), 'P') is nobody's", "a picture without words"]


def test_icons_in_text_have_alternative_text() -> None:
    words = tagged("P", run("Take"), Group((SOLID,), symbol="star"))
    with pikepdf.open(BytesIO(paint_pdf([page(words)], INFO))) as pdf:
        names = [
            str(instruction.operands[1]["/Alt"])
            for instruction in pikepdf.parse_content_stream(pdf.pages[0])
            if str(instruction.operator) == "BDC" and str(instruction.operands[0]) == "/Span"
        ]
        assert names == ["star"]
        assert tree_faults(pdf) == []


def read_out(*items: Item) -> str:
    """A paragraph as its content spells it, regardless of other items between the letters."""
    spelt = ""
    with pikepdf.open(BytesIO(paint_pdf([page(tagged("P", *items))], INFO))) as pdf:
        for each in pikepdf.parse_content_stream(pdf.pages[0]):
            if str(each.operator) in ("TJ", "Tj"):
                shown = each.operands[0] if str(each.operator) == "TJ" else each.operands
                codes = b"".join(bytes(part) for part in shown if isinstance(part, pikepdf.String))
                spelt += "".join(" " if code == 32 else "x" for code in codes)
    return spelt


def test_words_of_two_runs_are_joined_only_if_they_touch() -> None:
    """A bold word, a line, and a number over its unit end with a space; a comma belongs to its word."""
    bold, end = run("Fat"), 20 + run("Fat").width
    assert read_out(bold, run("how much", x=end + 5)) == "xxx xxx xxxx "
    assert read_out(bold, run(", too", x=end)) == "xxxx xxx "
    assert read_out(bold, run("much", y=75)) == "xxx xxxx "
    assert read_out(run("clean-"), run("up", y=75)) == "xxxxxxxx "
    assert read_out(bold, Group((SOLID,), symbol="star"), run(", too", x=end + 20)) == "xxx x xxx "


def test_untagged_words_have_no_trailing_space() -> None:
    with pikepdf.open(BytesIO(paint_pdf([page(run("Fat"))], INFO))) as pdf:
        assert b"<20>" not in pdf.pages[0].Contents.read_bytes()


def test_alternative_text_has_words_in_order_without_decoration() -> None:
    inner = Scene("inner", 10, 10, (run("deeply"),))
    items = (run("First"), Group((run("grunge"),), decor=True), Group((SOLID,), symbol="star"))
    assert alt_text(Scene("card", 10, 10, (*items, Use(inner)))) == "First star deeply"


def test_long_alternative_text_is_shortened() -> None:
    text = alt_text(Scene("card", 10, 10, (run("word " * 200),)))
    assert text.endswith("word …")
    assert len(text) <= 402
    text = alt_text(
        Scene("card", 10, 10, (run("First. " + "word " * 60 + "end. " + "word " * 60),))
    )
    assert text.endswith("word end. …")
    text = alt_text(Scene("card", 10, 10, (run("First. " + "word " * 120),)))
    assert len(text) > 390  # a sentence is not worth losing half of the words


def test_a_file_has_metadata_and_page_labels() -> None:
    with pikepdf.open(BytesIO(paint_pdf([page(name="cover"), page(name="2")], INFO))) as pdf:
        labels = pdf.Root["/PageLabels"]["/Nums"]
        assert [str(label["/P"]) for label in list(labels)[1::2]] == ["cover", "2"]
        assert pdf.Root["/ViewerPreferences"]["/DisplayDocTitle"] is True
        with pdf.open_metadata() as metadata:
            assert metadata["dc:title"] == "A title"
            assert metadata["dc:creator"] == ["An author"]
            assert metadata["dc:description"] == "A subject"
            assert set(metadata["dc:language"]) == {"de"}


BOOK = """
```cover
title: The Game
```

```contents
```

# Chapter

## Section

Words with a [link](#rule-trade) and :sun:.

1. one
    - inner
2. two

| A | B |
|---|---|
| c | d |

> In a box.
>
> ```figure
> row:
>   - {template: box.xml, arg: {word: hi}, caption: Under it.}
>   - {image: sun.svg}
> ```

```components
```

```rules
trade: You must trade.
```
"""


def test_a_rulebook_is_tagged_from_cover_to_rules(tmp_path: Path) -> None:
    book = Maker(tmp_path).book(BOOK, [Entry(Scene("tile", 60, 60, (SOLID,)), 7, "Tiles")])
    with pikepdf.open(BytesIO(paint_pdf(book.pages, INFO))) as pdf:
        assert tree_faults(pdf) == []
        assert set(roles(pdf)) == {
            "Document", "H1", "H2", "P", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD",
            "Figure", "TOC", "TOCI", "Link", "Sect",
        }  # fmt: skip
        alts = [str(element["/Alt"]) for element in elements(pdf) if "/Alt" in element]
    assert alts == ["The Game: the cover. The Game", "Under it. hi", "sun", "Tiles"]


def test_headings_grow_by_one_however_small_they_are_set(tmp_path: Path) -> None:
    source = "# One\n\n### Small\n\n### Small too\n\n# Two\n\n## Middle\n\n### Small\n\n## Middle"
    with pikepdf.open(BytesIO(paint_pdf(Maker(tmp_path).book(source).pages, INFO))) as pdf:
        found = [role for role in roles(pdf) if role.startswith("H")]
    assert found == ["H1", "H2", "H2", "H1", "H2", "H3", "H2"]


def test_cells_of_a_head_say_that_they_head_their_column(tmp_path: Path) -> None:
    book = Maker(tmp_path).book("| a | b |\n|---|---|\n| c | d |")
    with pikepdf.open(BytesIO(paint_pdf(book.pages, INFO))) as pdf:
        scopes = [
            (str(each["/S"]), str(each["/A"]["/Scope"]) if "/A" in each else "")
            for each in elements(pdf)
            if each["/S"] in ("/TH", "/TD")
        ]
    assert scopes == [("/TH", "/Column")] * 2 + [("/TD", "")] * 2


def test_links_in_a_stored_page_belong_to_its_figure() -> None:
    inner = page(tagged("P", run("words"), Link(Rect(0, 0, 9, 9), "https://example.org")))
    with pikepdf.open(
        BytesIO(paint_pdf([page(tagged("Figure", Use(inner), alt="Page 1"))], INFO))
    ) as pdf:
        assert roles(pdf) == ["Document", "Figure", "Link"]
        assert tree_faults(pdf) == []


def test_a_page_used_on_a_sheet_keeps_its_structure() -> None:
    """For example the instruction page, enlarged on its sheet; a card beside it is one figure."""
    cells = tuple(tagged("TD", *each) for each in ((run("2"),), (), (run("sheets"),)))
    table = tagged("Table", SOLID, tagged("TR", SOLID, *cells))
    leaf = page(tagged("H1", run("How to print")), table, name="leaf")
    larger = replace(leaf, items=(Use(leaf, Matrix.scale(1.4)),))
    card = page(run("a card"), name="card")
    sheet = page(
        Group((Use(larger),), clip=rectangle(Rect(0, 0, 99, 99))),
        tagged("Figure", Use(card), alt="a card"),
        tagged("Figure", *as_shapes((Use(card),)), alt="the same, small"),
        run("the caption"),
    )
    content = paint_pdf([sheet], INFO)
    with pikepdf.open(BytesIO(content)) as pdf:
        assert tree_faults(pdf) == []
        assert roles(pdf) == [
            "Document", "H1", "Table", "TR", "TD", "TD", "TD", "Figure", "Figure"
        ]  # fmt: skip
    with pypdfium2.PdfDocument(content) as pdf:
        assert pdf[0].get_textpage().get_text_bounded().count("card") == 1


def test_a_painted_file_is_freed_without_a_search_for_garbage() -> None:
    """The file of 20,000 cards has 27 MB."""
    heading = tagged("H1", run("Title"), Link(Rect(0, 0, 9, 9), "#top"))
    pages = [page(SOLID, Anchor("top", 0, "Top"), heading)]
    gc.disable()
    try:
        painter = Painter(INFO, pages)
        document = ref(painter.document)
        assert painted(painter, pages, INFO).startswith(b"%PDF")
        del painter
        assert document() is None
    finally:
        gc.enable()
