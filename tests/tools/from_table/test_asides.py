"""Tests of columns that no card shows: translations go into catalogues, and notes nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.i18n.catalogue import read_catalogue
from generator.i18n.translate import translated
from generator.kit.load import Kit, load_kit
from generator.kit.locate import KitSearchPath
from generator.kit.tables.guess import guess_field
from generator.kit.tables.records import table_named
from generator.pipeline.check import check
from generator.tools.from_table.asides import is_note, translations
from tests.press.running import run
from tests.tools.from_table.test_new_kit import game_yaml, imported

SHEET = """\
Card Name,Text,Cost,Name (DE),Text_de,Text [pt-BR],Designer Notes
Rain,Gain :star:.,2,Regen,Nimm :star:.,Ganhe :star:.,too strong?
Sun,Draw *two* cards.,3,Sonne,,Compre *duas* cartas.,
Rain,Gain :star:.,1,Regen,Nimm :star:.,Ganhe :star:.,
"""


def kit_in(folder: Path) -> Kit:
    return load_kit(KitSearchPath(folder / "data", folder / "templates").find("deck"))


def test_columns_in_other_languages_are_printed_in_these(tmp_path: Path) -> None:
    result = imported(tmp_path, "deck.csv", SHEET.encode())
    assert [*check("deck", result.roots)]
    kit = kit_in(tmp_path)
    german = table_named(translated(kit, "de", draft=True).tables, "cards")
    rows = [(row.name, row.text, row.cost) for row in german]
    assert rows[0] == (*rows[2][:2], 2) == ("Regen", "Nimm :star:.", 2)
    assert (rows[1][0], "??" in rows[1][1]) == ("Sonne", True)
    brazilian = table_named(translated(kit, "pt-BR", draft=True).tables, "cards")
    assert [row.text for row in brazilian][1] == "Compre *duas* cartas."
    card = (tmp_path / "templates/deck/card.xml").read_text(encoding="utf-8")
    assert "_de" not in card
    assert "notes" not in card


def test_rows_that_are_cut_keep_their_translations(tmp_path: Path) -> None:
    sheet = "Card Name,Text,Text (DE),Status\nRain,Wet.,Nass.,\nSun,Hot.,Warm.,cut\n"
    imported(tmp_path, "deck.csv", sheet.encode())
    catalog = read_catalogue(tmp_path / "data/deck/languages/de.po")
    assert [catalog[text].string for text in ("Wet.", "Hot.")] == ["Nass.", "Warm."]


def test_a_catalogue_lists_all_other_texts_of_the_kit(tmp_path: Path) -> None:
    messages = imported(tmp_path, "deck.csv", SHEET.encode()).messages
    catalog = read_catalogue(tmp_path / "data/deck/languages/de.po")
    assert {each.id: each.string for each in catalog if each.id and any(each.string or ())} == {
        "Rain": "Regen",
        "Sun": "Sonne",
        "Gain :star:.": "Nimm :star:.",
    }
    assert "Deck" in catalog
    assert "too strong?" not in catalog
    assert "Cards: 3 cards; not printed: Designer Notes" in messages
    assert any("data/deck/languages/de.po: 3 of " in each for each in messages)
    assert 'column: "Text [pt-BR]"}   # copied into languages/pt-BR.po' in game_yaml(tmp_path)
    assert "column: Designer Notes}   # not printed" in game_yaml(tmp_path)


def test_a_text_with_two_translations_has_the_first_and_says_so(tmp_path: Path) -> None:
    sheet = "Name,Text,Name DE\nRain,Wet,Regen\nRain,Cold,Niesel\n"
    messages = imported(tmp_path, "deck.csv", sheet.encode()).messages
    assert 'two translations (de) of "Rain": "Regen", which is taken, and "Niesel"' in messages


@pytest.mark.parametrize(
    ("headings", "found"),
    [
        (["Name", "Name (DE)"], {"Name (DE)": ("de", "Name")}),
        (["Name", "Text", "Text German"], {"Text German": ("de", "Text")}),
        (["Name EN", "Name FR"], {"Name FR": ("fr", "Name EN")}),
        (
            ["text_en", "text_de", "text_pt"],
            {"text_de": ("de", "text_en"), "text_pt": ("pt", "text_en")},
        ),
        (["Card Title", "Name [fr]"], {"Name [fr]": ("fr", "Card Title")}),
        (["Name", "Text (HP)", "Side (B)", "Text DE"], {}),
        (["Name", "Name (xq)", "Rules Text", "Name (HE)"], {}),
    ],
)
def test_the_language_of_a_column_is_in_its_heading(
    headings: list[str], found: dict[str, tuple[str, str]]
) -> None:
    guesses = [guess_field(heading, ["a b", "c d"]) for heading in headings]
    assert {each.heading: (each.language, each.of) for each in translations(guesses)} == found


def test_a_column_of_numbers_is_no_translation() -> None:
    guesses = [guess_field("Cost", ["1"]), guess_field("Cost (ID)", ["2"])]
    assert translations(guesses) == []


@pytest.mark.parametrize("heading", ["Notes", "designer notes", "Playtest comments", "TODO"])
def test_notes_of_the_designer_are_told_by_their_heading(heading: str) -> None:
    assert is_note(heading)
    assert not any(map(is_note, ["Note", "Notes of the song", "Text"]))


def test_a_draft_in_another_language_is_built_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported(tmp_path, "deck.csv", SHEET.encode())
    monkeypatch.chdir(tmp_path)
    result = run("build", "deck", "--language", "de", "--draft")
    assert (result.code, result.err) == (0, "")
