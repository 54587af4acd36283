"""Tests of rulebook faults: all are reported at once, in plain words and with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.document import Mark
from generator.base.errors import KitError, Place
from generator.kit.tables.records import Table, freeze
from generator.press.rulebook.parser import parse_blocks
from generator.press.rulebook.source_map import markdown_templates, noted, read_manuscript
from tests.press.rulebook.making import SOURCE, Maker

BOX = "```figure\ntemplate: box.xml\narg: {word: a}\n"


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("```figur\n```", 'book.md.j2:3: there is no fenced block "figur"; did you mean "figure"?'),
        (
            "```figure\ntemplate: box.xml\n\nText.\n\n```contents\n```",
            'book.md.j2:3: the block "figure" is opened here but never closed; write ```',
        ),
        ("```contents", 'book.md.j2:3: the block "contents" is opened here but never closed'),
        ("a\n**bold here", 'book.md.j2:4: "**" begins or ends no bold text; write **'),
        ("<b>bold</b>", 'book.md.j2:3: HTML is not allowed in a rulebook: "<b>"'),
        ("<div>\nx\n</div>", 'book.md.j2:3: HTML is not allowed in a rulebook: "<div> x </div>"'),
        ("a\nb [c](#nowhere)", 'book.md.j2:4: the link to "#nowhere" leads nowhere'),
        ("[c](pages/one.html)", 'book.md.j2:3: the link to "pages/one.html" leads nowhere'),
        ("- a\n- b [c](#begin)", 'the link to "#begin" leads nowhere; did you mean "beginning"?'),
        ("#### deep", "book.md.j2:3: a heading of level 4 is too deep; use at most ###"),
        ("#", "book.md.j2:3: a heading is empty"),
        ("a ![b](sun.svg)", "book.md.j2:3: a picture is inside a paragraph"),
        ("![b](moon.svg)", 'there is no picture "moon.svg"; did you mean "sun.svg"?'),
        ("a :moon: b", 'book.md.j2:3: there is no icon "moon"'),
        ("## " + "x" * 900, 'xxx..." is too wide: the column is 120 mm wide'),
        ("```figure\ntemplate: bix.xml\n```", 'there is no template "bix.xml"; did you mean "box'),
        (
            "```figure\nwidth: 3mm\n```",
            "must have exactly one of position, template, component and image",
        ),
        ("```figure\ntemplate: a\n\nwidht: 1\n```", "book.md.j2:6: figure"),
        (f"{BOX}width: 200mm\n```", "the figure is 200 mm wide, but its column only 120.0 mm"),
        (f"{BOX}width: much\n```", 'width must be a length above 0, but is "much"'),
        ("```figure\nrow: []\n```", "row must not be empty"),
        ("```figure\ntemplate: [\n```", "book.md.j2:"),
        ("```figure\ntemplate: tall.xml\n```", "this is 230 mm high, but a page is only 178 mm"),
        ("```components\n```", "the kit has no pieces to list"),
        ("```cover\ntitle: x\n```", "the cover must come first in the book"),
        ("```rules\na: ''\n```", 'book.md.j2:4: the rule "a" has no text'),
        ("```rules\na: x\n```\n\n```rules\na: y\n```", 'the rule "a" is in the book twice'),
        ("> a\n>\n> ```page-break\n> ```\n>\n> b", "a box cannot contain a page-break"),
    ],
)
def test_a_fault_has_its_line_and_message(maker: Maker, source: str, says: str) -> None:
    (fault,) = maker.faults(f"# Beginning\n\n{source}")
    assert says in fault
    assert fault.startswith("book.md.j2:")


def test_html_in_the_text_of_a_row_names_the_row(tmp_path: Path) -> None:
    """A loop prints all rows from one line of the template, so the line alone does not tell."""
    texts = {"Fire": "Burns <b>all</b>", "Rain": "Two lines\nand <i>more</i>", "Sun": "shines"}
    rows = [{"name": name, "uses": [{"text": text}]} for name, text in texts.items()]
    table = Table("cards", freeze(rows, "cards.yaml", Mark(1)), Place("cards.yaml"), "card")
    loop = "{% for row in rows %}\n{{ row.name }}: {{ row.uses[0].text }}\n\n{% endfor %}"
    (tmp_path / "book.md.j2").write_text(f"<u>All</u>\n\n{loop}")
    source = markdown_templates([tmp_path]).render("book.md.j2", {"rows": table.rows})
    manuscript = read_manuscript(source, SOURCE, tables={"cards": table, "one": table.rows[2]})
    _, faults = parse_blocks(manuscript, {})
    shown = [(fault.place and fault.place.line, fault.item) for fault in faults]
    assert shown == [(1, ""), (4, 'card "Fire"'), (4, 'card "Rain"')]


def test_a_table_whose_columns_do_not_fit_is_too_wide(maker: Maker) -> None:
    words = " | ".join("x" * 40 for _ in range(4))
    (fault,) = maker.faults(f"| {words} |\n|--|--|--|--|")
    assert fault.startswith("book.md.j2:1: the table is too wide: its longest words need")


def test_a_fault_in_a_template_names_the_figure(maker: Maker) -> None:
    (fault,) = maker.faults("\n\n```figure\ntemplate: broken.xml\n```")
    assert fault.startswith('broken.xml:2: figure (book.md.j2:3): there is no colour "blau"')


def test_all_faults_are_reported_together(maker: Maker) -> None:
    faults = maker.faults("# A\n\n<b>\n\n[x](#y)\n\n:moon:\n\n```figur\n```")
    assert [fault.split(": ")[0] for fault in faults] == [
        "book.md.j2:3", "book.md.j2:9", "book.md.j2:5", "book.md.j2:7",
    ]  # fmt: skip


def test_a_cover_of_the_wrong_size_is_refused(maker: Maker, tmp_path: Path) -> None:
    (tmp_path / "rulebook-cover.xml").write_text('<sheet width="10mm" height="10mm"/>')
    (fault,) = maker.faults("```cover\ntitle: x\n```\n\n# A")
    assert fault.startswith("book.md.j2:1: the cover is 10 × 10 mm, but a page is 148 × 210 mm")


def test_generated_lines_have_their_original_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "part.md.j2").write_text("part one\n\npart three")
    (tmp_path / "book.md.j2").write_text(
        "# Title\n{% for n in numbers %}\n- item {{ n }}\n{% endfor %}\n{{ numbers[0] }} first\n"
        "{%- if numbers %}\n\n  indented\n{% endif %}\n{% include 'part.md.j2' %}\n"
    )
    source = markdown_templates([tmp_path]).render("book.md.j2", {"numbers": [1, 2]})
    manuscript = read_manuscript(source, Place("book.md.j2"))
    assert list(zip(manuscript.text.split("\n"), map(str, manuscript.places), strict=True)) == [
        ("# Title", "book.md.j2:1"),
        ("- item 1", "book.md.j2:3"),
        ("- item 2", "book.md.j2:3"),
        ("1 first", "book.md.j2:5"),
        ("  indented", "book.md.j2:8"),
        ("part one", "part.md.j2:1"),
        ("", "part.md.j2:1"),
        ("part three", "part.md.j2:3"),
    ]


def test_place_notes_do_not_affect_whitespace_control() -> None:
    assert noted("a\n{{- b }}\n{{ c }} {#\n x #}\n", "f") == (
        "\ue000f:1\ue001a\n{{- b }}\n\ue000f:3\ue001{{ c }} {#\n x #}\n"
    )


def test_a_book_may_list_every_piece_of_its_kit() -> None:
    """Limits grow with the number of pieces, but still exist."""
    manuscript = read_manuscript("word\n\n" * 4_300, SOURCE, differing=100)
    blocks, faults = parse_blocks(manuscript, {})
    assert (len(blocks), faults) == (4_300, [])
    for source, message in (
        ("word\n\n" * 4_500, "more than 4,400 paragraphs"),
        ("word " * 60_000, "more than 270,000 characters"),
    ):
        with pytest.raises(KitError, match=message):
            parse_blocks(read_manuscript(source, SOURCE, differing=100), {})
