"""Tests of kits that are written in another language than English: what Grimoire adds is in it, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.engine.of_kit import game_of_kit
from generator.engine.scripted.interpreter import BEGIN
from generator.engine.scripted.script import messages
from generator.i18n import in_language
from generator.i18n.catalogue import load_catalogue
from generator.i18n.translate import translated
from generator.i18n.write_catalogue import write_word_list
from generator.kit.load import Kit, load_kit
from generator.kit.locate import KitSearchPath
from generator.kit.words import UNTRANSLATED
from generator.press.imposition.sheet import BACK_OF
from generator.tools.first_rules import write_first_turns
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.readme_steps import ROOT
from tests.shared_catalogues import SHARED_CATALOGUES

GERMAN = ROOT / "data" / "shared" / "languages" / "de.po"
ESPERANTO = 'msgid ""\nmsgstr ""\n"Language: eo\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'


def kit_in(folder: Path, language: str, catalogue: str = "") -> Kit:
    """A new kit with turns that says which language it is written in."""
    create_kit(ScaffoldOptions("spiel", "Spiel"), folder)
    path = KitSearchPath(folder / "data", folder / "templates")
    game = folder / "data" / "spiel" / "game.yaml"
    text = game.read_text(encoding="utf-8").replace(
        "\nversion:", f"\nlanguage: {language}\nversion:"
    )
    game.write_text(text, encoding="utf-8")
    cards = folder / "data" / "spiel" / "cards.csv"
    cards.write_text(cards.read_text().replace("Take a second", "Take another"))
    write_first_turns(path.find("spiel"))  # which know no words on cards, and add none of their own
    if catalogue:
        po = folder / "data" / "spiel" / "languages" / f"{language}.po"
        po.parent.mkdir()
        po.write_text(catalogue, encoding="utf-8")
    return load_kit(path.find("spiel"))


def test_what_grimoire_adds_is_in_the_language_of_the_kit(tmp_path: Path) -> None:
    written = kit_in(tmp_path, "de")
    kit = in_language(written, "")
    assert kit.words.text(BACK_OF, what="3") != UNTRANSLATED.text(BACK_OF, what="3")
    assert kit.words.figure("63.5 mm") == "63,5 mm"
    assert kit.words.language == ""
    assert kit.original is None
    assert (kit.file, kit.tables) == (written.file, written.tables)
    assert kit.words.text("Nimm eine Karte.") == "Nimm eine Karte."
    assert translated(written, "de").words.paths == kit.words.paths == (GERMAN,)
    assert in_language(kit, "de") is kit


def test_a_game_is_told_in_the_language_of_its_kit(tmp_path: Path) -> None:
    game = game_of_kit(in_language(kit_in(tmp_path, "de"), ""))
    state, events = game.start(3, 2)
    assert game.describe(events[0]) == "2 Personen setzen sich an den Tisch."
    assert "Zug 1, Spieler 1 ist am Zug" in state.text()
    assert state.prompt() == "den Zug beginnen"
    assert game.move_sentence(state, BEGIN) == "Zug"
    told = [game.describe(event) for event in state.apply(BEGIN)]
    assert told[0] == "Spieler 1 zieht eine Karte (deck)."
    assert state.prompt() == "eine Karte wählen (hand)"
    assert game.seat_names(2) == ("Spieler 1", "Spieler 2")


def test_a_language_without_a_catalogue_stays_english(tmp_path: Path) -> None:
    kit = in_language(kit_in(tmp_path, "eo"), "")
    assert kit.words is UNTRANSLATED
    assert game_of_kit(kit).seat_names(1) == ("Player 1",)


def test_a_kit_can_bring_the_words_of_its_language(tmp_path: Path) -> None:
    catalogue = f'{ESPERANTO}\nmsgid "Player {{n}}"\nmsgstr "Ludanto {{n}}"\n'
    kit = in_language(kit_in(tmp_path, "eo", catalogue), "")
    game = game_of_kit(kit)
    state, events = game.start(3, 2)
    assert game.seat_names(2) == ("Ludanto 1", "Ludanto 2")
    assert game.describe(events[0]) == "2 players sit down."
    assert state.prompt() == "begin your turn"


def test_kits_in_english_are_not_translated() -> None:
    kit = load_kit(KitSearchPath(ROOT / "data", ROOT / "templates").find("gruff"))
    assert in_language(kit, "") is in_language(kit, "en") is kit


@pytest.mark.parametrize("number", [1, 7])
def test_counted_cards_are_told_in_words(tmp_path: Path, number: int) -> None:
    words = in_language(kit_in(tmp_path, "de"), "").words
    facts = {"count": messages.number_of_cards(number), "name": "deck"}
    wanted = {1: "Ann zieht eine Karte (deck).", 7: "Ann zieht 7 Karten (deck)."}
    assert messages.usual("take", facts, "Ann", words) == wanted[number]


@pytest.mark.parametrize("path", SHARED_CATALOGUES, ids=lambda path: path.stem)
def test_every_default_text_is_translated(path: Path) -> None:
    entries = load_catalogue(path).entries
    missing = [each.message for each in messages.MESSAGES if ("", each.message) not in entries]
    assert len(messages.MESSAGES) > 50
    assert missing == []


def test_the_word_list_of_the_own_language_has_what_grimoire_adds(tmp_path: Path) -> None:
    written = kit_in(tmp_path, "eo")
    result = write_word_list(written, "eo")
    entries = load_catalogue(result.path).entries
    listed = {message for _, message in entries}
    assert {"Player {n}", "{who} draws {card}.", BACK_OF, "begin your turn"} <= listed
    assert "Falling Star" not in listed
    assert result.missing == result.messages == len(entries)
    text = result.path.read_text(encoding="utf-8")
    filled = text.replace(
        'msgid "Player {n}"\nmsgstr ""', 'msgid "Player {n}"\nmsgstr "Ludanto {n}"'
    )
    result.path.write_text(filled, encoding="utf-8")
    assert game_of_kit(in_language(written, "")).seat_names(1) == ("Ludanto 1",)
    assert write_word_list(written, "eo").missing == result.missing - 1
