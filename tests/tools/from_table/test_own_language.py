"""Tests of tables in another language than English: what Grimoire adds to their kit is in it, too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.i18n.catalogue import load_catalogue
from generator.i18n.translate import translated
from generator.kit.load import load_kit
from generator.pipeline.check import check
from generator.press.imposition.sheet import BACK_OF
from generator.tools.from_table.new_kit import new_from_table
from tests.press.running import run
from tests.shared_catalogues import SHARED_CATALOGUES, STARTER_TEXTS

SHEET = "Name;Typ;Text;Name (EN)\nEule;Vogel;Ziehe zwei Karten.;Owl\nHecht;Fisch;;Pike\n"


@pytest.mark.parametrize("path", SHARED_CATALOGUES, ids=lambda path: path.stem)
def test_the_rulebook_begins_in_the_language_of_the_cards(path: Path, tmp_path: Path) -> None:
    entries = load_catalogue(path).entries
    assert [text for text in STARTER_TEXTS if ("", text) not in entries] == []
    (tmp_path / "deck.csv").write_text(SHEET, encoding="utf-8")
    created = new_from_table("deck", tmp_path / "deck.csv", tmp_path, language=path.stem)
    kit = load_kit(created.roots.find("deck"))
    assert kit.file.language == path.stem
    assert [each.title for each in kit.file.components] == [entries["", "Cards"].translations[0]]
    book = (tmp_path / "templates/deck/rulebook.md.j2").read_text(encoding="utf-8")
    assert f"# {entries['', 'How to play'].translations[0]}\n" in book
    assert not re.search(r"«|»_|Say here|The end", book)
    assert [result.slug for result in check("deck", created.roots) if not result.passed] == []


def test_a_kit_in_german_is_translated_into_english_with_its_own_texts_alone(
    tmp_path: Path,
) -> None:
    """What Grimoire adds is English already."""
    (tmp_path / "deck.csv").write_text(SHEET, encoding="utf-8")
    created = new_from_table("deck", tmp_path / "deck.csv", tmp_path, language="de")
    catalogue = tmp_path / "data/deck/languages/en.po"
    listed = {message for _, message in load_catalogue(catalogue).entries}
    assert {"Eule", "Vogel", "Karten", "Das Ende"} <= listed
    assert len(listed) < 20
    text = catalogue.read_text(encoding="utf-8")
    filled = re.sub(r'msgstr(\[\d\])? ""\n(?=\n|msgstr|$)', r'msgstr\1 "In English"\n', text)
    catalogue.write_text(filled.replace("#, fuzzy\n", ""), encoding="utf-8")
    english = translated(load_kit(created.roots.find("deck")), "en")
    assert english.words.text(BACK_OF) == BACK_OF
    assert english.words.number(3, "card", "cards") == "three cards"
    assert english.words.figure("63.5 mm") == "63.5 mm"


def test_only_a_table_has_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deck.csv").write_text(SHEET, encoding="utf-8")
    for options, says in (
        (("--language", "de"), "--language is for the cards of a spreadsheet; name it with --from"),
        (("--like", "hex-map", "--language", "de"), "--language is for the cards of a spreadsheet"),
        (("--from", "deck.csv", "--language", "german"), 'there is no language "german"'),
    ):
        result = run("new", "deck", *options)
        assert (result.code, says in result.err) == (2, True), result.err
    assert not Path("data").exists()
    assert run("new", "deck", "--from", "deck.csv", "--language", "de").code == 0
    assert "\nlanguage: de\n" in Path("data/deck/game.yaml").read_text(encoding="utf-8")
