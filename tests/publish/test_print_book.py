"""Tests of the rulebook for a print shop: a booklet in reading order, and every fault of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from generator.engine.text.rule_texts import Rule, load_rules
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.press.imposition.booklet import in_fours
from generator.press.paint.raster import open_pdf
from generator.publish.export import export
from generator.publish.request import ExportRequest
from tests.kinds import present
from tests.press.running import request_for
from tests.publish.making import ExportCopy, lanterns_in
from tests.publish.press_files import (
    BOOK,
    Break,
    assert_reported,
    boxes,
    broken,
    drop,
    grouped,
    opened,
    rows,
    swap,
    trim,
)


def test_the_rulebook_is_a_booklet_in_reading_order(print_shop: ExportCopy) -> None:
    (book,) = (each for each in print_shop.manifest()["files"] if each["path"] == BOOK)
    (row,) = (row for row in rows(print_shop, "order.csv") if row["file"] == BOOK)
    assert (row["what"], row["sides"], row["copies"]) == ("Tidewrack: rulebook", "2", "1")
    assert int(row["pages"]) == book["pages"] == 4
    with open_pdf((print_shop.folder / BOOK).read_bytes()) as document:
        texts = [page.get_textpage().get_text_bounded().strip() for page in document]
    with pikepdf.open(print_shop.folder / BOOK) as pdf:
        assert boxes(pdf.pages[0])[2] == [3, 3, 151, 213]
    numbers = [re.search(r"(\d*) ?Tidewrack ?(\d*)$", text) for text in texts]
    assert [found and "".join(found.groups()) for found in numbers] == ["1", "2", "3", None]
    assert any("folded and stapled" in note for note in print_shop.manifest()["notes"])


def test_blank_pages_of_the_rulebook_come_before_its_back_cover() -> None:
    assert in_fours(6, back_cover=True) == [1, 2, 3, 4, 5, None, None, 6]
    assert in_fours(6, back_cover=False) == [1, 2, 3, 4, 5, 6, None, None]
    assert in_fours(8, back_cover=True) == list(range(1, 9))


def lanterns_with_an_appendix(folder: Path) -> tuple[KitSearchPath, dict[str, Rule]]:
    """A kit whose rulebook has one page and an appendix of its rules, and those rules."""
    roots = lanterns_in(folder)
    rules = load_rules(present(roots.data) / "lanterns" / "rules.yaml")
    cited = " ".join(f"Words. [[{slug}]]" for slug in rules)
    manuscript = present(roots.templates) / "lanterns" / "rulebook.md.j2"
    manuscript.write_text(f"# How to play\n\n{cited}\n", encoding="utf-8")
    return roots, rules


def test_the_booklet_of_the_game_crafter_ends_before_the_rules_for_referees(tmp_path: Path) -> None:
    roots, _ = lanterns_with_an_appendix(tmp_path)
    shop = export(ExportRequest("lanterns", "tgc", roots, tmp_path / "shop")).folder
    pages = sorted(shop.glob("*-booklet/page-*.png"))
    colors = [len(Image.open(page).convert("RGB").getcolors(1 << 24) or ()) for page in pages]
    assert [count > 1 for count in colors] == [True, False, False, False]


def test_the_rulebook_for_a_shop_ends_before_the_rules_for_referees(tmp_path: Path) -> None:
    roots, rules = lanterns_with_an_appendix(tmp_path)
    home = request_for("lanterns", roots, tmp_path / "home", only="rulebook")
    printed = build(home).folder / "lanterns-rulebook-a4.pdf"
    shop = export(ExportRequest("lanterns", "print-shop", roots, tmp_path / "shop")).folder
    texts = [words_of(printed), words_of(shop / "lanterns-rulebook-148x210mm.pdf")]
    assert ["How to play" in text for text in texts] == [True, True]
    assert ["Rules for referees" in text for text in texts] == [True, False]
    assert [rules["owl"].text[:20] in text for text in texts] == [True, False]


def words_of(file: Path) -> str:
    """The text of a PDF."""
    with open_pdf(file.read_bytes()) as document:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def unfoldable(export: ExportCopy) -> None:
    """A rulebook without its last page."""
    with opened(export, BOOK) as pdf:
        drop(pdf)

    def change(manifest: Any) -> None:
        (entry,) = (each for each in manifest["files"] if each["path"] == BOOK)
        entry["leaves"].pop()

    export.edit_manifest(change)


@pytest.mark.parametrize(
    ("break_it", "slug", "message"),
    [
        (broken(BOOK, swap), "export-order", "page 1 does not show the front of this piece"),
        (broken(BOOK, trim), "export-page", "page 4: its TrimBox is not the 148 × 210 mm"),
        (broken(BOOK, grouped), "export-transparency", "a transparency group"),
        (unfoldable, "export-order", "pages, but sheets that are folded have four each"),
    ],
)
def test_a_rulebook_that_a_shop_would_refuse_is_reported(
    print_shop: ExportCopy, break_it: Break, slug: str, message: str
) -> None:
    assert_reported(print_shop, break_it, slug, message)
