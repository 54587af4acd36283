"""Tests of the design of cards: what the headings put on the back, and names of any length."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import Place
from generator.i18n.translate import translated
from generator.kit.load import load_kit
from generator.pipeline.check import check
from generator.press.accessibility.lost_lines import lost_lines_warning
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Piece
from generator.press.scene.alt_text import all_text, all_words
from generator.press.templates.style import style_of
from generator.tools.looks import look_names
from tests.tools.from_table.test_new_kit import game_yaml, imported

TWO_SIDED = """\
Name,Text,Back Title,Text (back),Back strength
Maid,Pay 1.,Witch,“Boo!”,4
Cat,Purr.,,,
Dog,Bark.,Wolf,,2
"""


def words_of(folder: Path, sheet: str) -> list[tuple[str, str]]:
    """The words on the front and on the back of each card."""
    roots = imported(folder, "deck.csv", sheet.encode()).roots
    assert [*check("deck", roots)]
    kit = load_kit(roots.find("deck"))
    faces = FaceSet(kit, style_of(kit, paper=papers(kit.folders.shared)["a4"]))
    pieces = [piece for part in faces.parts() for piece in part.pieces]
    return [
        (all_words(piece.front), all_words(piece.back) if piece.back else "") for piece in pieces
    ]


def test_columns_of_the_back_are_printed_there(tmp_path: Path) -> None:
    maid, cat, dog = words_of(tmp_path, TWO_SIDED)
    assert [word in maid[1] for word in ("Witch", "“Boo!”", "Strength 4")] == [True] * 3
    assert not any(word in maid[0] for word in ("Witch", "Boo", "4"))
    assert cat[1] == "Deck"
    assert ("Wolf" in dog[1], "Strength 2" in dog[1], "Deck" in dog[1]) == (True, True, False)
    assert "two-sided: true" in game_yaml(tmp_path)


def test_a_back_of_every_row_has_no_condition(tmp_path: Path) -> None:
    words = words_of(tmp_path, "Name,Back text\nMaid,Witch\nDog,Wolf\n")
    assert [back for _, back in words] == ["Witch", "Wolf"]
    back = (tmp_path / "templates/deck/card-back.xml").read_text(encoding="utf-8")
    assert "{% if" not in back


@pytest.mark.parametrize("heading", ["Knock Back", "Back", "Backstory", "Payback (yes)"])
def test_other_headings_stay_on_the_front(tmp_path: Path, heading: str) -> None:
    (front, back), *_ = words_of(tmp_path, f"Name,{heading}\nMaid,far away\nDog,near by\n")
    assert "far away" in front
    assert back == "Deck"
    assert "two-sided" not in game_yaml(tmp_path)


SUITS = """\
Name,Suit,Suit (DE),Rank
10 of Reeds,Reed,Schilf,10
Lord of Reeds,Reed,Schilf,K
2 of Moons,Moon,Mond,2
"""


def deck_of(folder: Path, sheet: str, language: str = "") -> list[Piece]:
    """The pieces of a deck, in a language."""
    roots = imported(folder, "deck.csv", sheet.encode()).roots
    kit = translated(load_kit(roots.find("deck")), language, draft=True)
    return [piece for part in FaceSet(kit, style_of(kit)).parts() for piece in part.pieces]


@pytest.mark.parametrize("language", ["", "de"])
def test_suits_differ_in_colour_in_every_language(tmp_path: Path, language: str) -> None:
    ten, lord, two = (piece.front.items[0] for piece in deck_of(tmp_path, SUITS, language))
    assert ten == lord != two


def test_a_number_of_two_digits_and_a_short_rank_are_drawn_whole(tmp_path: Path) -> None:
    ten, lord, _ = (all_text(piece.front).split() for piece in deck_of(tmp_path, SUITS))
    assert ten.count("10") == 3  # in the name, in the corner, in the middle
    assert (lord.count("K"), lord.count("L")) == (1, 1)


def test_the_pattern_of_a_back_stays_with_low_ink(tmp_path: Path) -> None:
    roots = imported(tmp_path, "deck.csv", SUITS.encode()).roots
    kit = load_kit(roots.find("deck"))
    low, full = (FaceSet(kit, style_of(kit, ink=ink)) for ink in ("low", "full"))
    assert lost_lines_warning(low, full, low.parts()) == ""


def test_the_cover_of_one_deck_shows_three_of_its_cards(tmp_path: Path) -> None:
    deck = "Name,Suit,Status,Copies\nA,Reed,,1\nB,Reed,cut,1\nC,Moon,,0\nD,Reed,,2\nE,Moon,,1\n"
    roots = imported(tmp_path, "deck.csv", deck.encode()).roots
    kit = load_kit(roots.find("deck"))
    renderer = FaceSet(kit, style_of(kit)).renderer
    cover = renderer.render("cover.xml", {}, "cover.xml", Place("cover.xml"))
    assert all_words(cover).split().count("Reed") == 2


LONG = "The salt that the old alchemist's grandmother once found in a cave by the sea"
NAMED = f"""\
Name,Kind,Cost,Text
Fire Salt,Salt,3,Discard a card.
{LONG},Salt,2,Draw two cards.
Old Root,Root,1,Take a coin.
"""


def test_a_name_too_long_for_the_head_is_among_the_texts_of_its_card_alone(tmp_path: Path) -> None:
    assert [front for front, _ in words_of(tmp_path, NAMED)] == [
        "Fire Salt 3 Salt Discard a card.",
        f"2 Salt {LONG} Draw two cards.",
        "Old Root 1 Root Take a coin.",
    ]


def test_names_that_are_mostly_long_are_texts_of_all_cards(tmp_path: Path) -> None:
    long = NAMED.replace("Old Root", LONG.replace("salt", "root"))
    first, *_ = words_of(tmp_path, long)
    assert first[0] == "3 Salt Fire Salt Discard a card."


@pytest.mark.parametrize("look", look_names())
def test_every_look_draws_cards_with_no_name_and_with_a_long_one(tmp_path: Path, look: str) -> None:
    content = NAMED.replace("Old Root", "")
    created = imported(tmp_path, "deck.csv", content.encode(), look=look)
    assert "1 card without Name (on line 4): nothing is printed at the head" in created.messages
    assert [*check("deck", created.roots)]
