"""Tests of the Card Game Simulator export: every card with its picture, its fields and its copies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from generator.publish.export import export
from generator.publish.request import ExportRequest
from generator.publish.shop_limits import CgsLimits, load_limits
from generator.publish.virtual_tabletops.card_game_simulator import BACK, CARDS, GAME
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.press.running import run
from tests.publish.making import SHARED, SIXTH, TIDEWRACK, ExportCopy, copy_of

LIMITS = load_limits(SHARED, "cgs", CgsLimits)


def export_kit(folder: Path, **options: Any) -> ExportCopy:
    roots = create_kit(ScaffoldOptions("mygame", "My Game"), folder).roots
    request = ExportRequest("mygame", "cgs", roots, folder / "out", dpi=100, **options)
    return ExportCopy(export(request).folder, LIMITS)


@pytest.fixture(scope="module")
def cgs_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    return export_kit(tmp_path_factory.mktemp("cgs"))


@pytest.fixture
def cgs(cgs_export: ExportCopy, tmp_path: Path) -> ExportCopy:
    return copy_of(cgs_export, tmp_path / "cgs")


def read(cgs: ExportCopy, path: str) -> Any:
    return json.loads((cgs.folder / path).read_text(encoding="utf-8"))


def test_a_deck_is_a_game_with_cards_pictures_and_copies(cgs_export: ExportCopy) -> None:
    game, cards = read(cgs_export, GAME), read(cgs_export, CARDS)
    assert game["name"] == "My Game"
    assert game["cardSize"] == {"x": 2.5, "y": 3.5}
    assert [each["name"] for each in game["cardProperties"]] == ["kind", "worth", "copies", "text"]
    assert game["autoUpdate"] == -1
    assert "cardImageUrl" not in game
    assert cards[0] == {
        "id": "card-falling-star", "name": "Falling Star", "set": "card", "kind": "star",
        "worth": 1, "copies": 2, "text": "Take a second card from the row at once.",
    }  # fmt: skip
    deck = (cgs_export.folder / "decks/Cards (card).txt").read_text().splitlines()
    assert len(deck) == len(cards) == 9
    assert deck[0] == "2 [card-falling-star] Falling Star (card)"
    for path in (BACK, *(f"sets/card/{card['id']}.png" for card in cards)):
        with Image.open(cgs_export.folder / path) as image:
            assert image.size == (250, 350)
    assert cgs_export.faults() == []


def test_a_game_can_be_loaded_from_a_url(tmp_path: Path) -> None:
    game = read(export_kit(tmp_path, url_base="https://example.org/g/"), GAME)
    assert game["cardImageUrl"] == (
        "https://example.org/g/sets/{cardSet}/{cardId}.{cardImageFileType}"
    )
    assert game["deckUrls"] == [
        {"name": "Cards (card)", "url": "https://example.org/g/decks/Cards%20%28card%29.txt"}
    ]


def test_pieces_of_another_size_are_left_out_and_reported(tmp_path: Path) -> None:
    result = export(ExportRequest("tidewrack", "cgs", SIXTH, tmp_path, dpi=72))
    assert {each.reason.partition(",")[0] for each in result.left_out} == {
        "Card Game Simulator has one size for all cards"
    }
    sizes = {each.size for each in result.left_out}
    kept = ExportCopy(result.folder, LIMITS).manifest()["pieces"]
    assert {tuple(each["size"]) for each in kept}.isdisjoint(sizes)


@pytest.mark.parametrize("dpi", ["71", "601"])
def test_a_resolution_outside_the_limits_is_refused(tmp_path: Path, dpi: str) -> None:
    result = run("export", "tidewrack", *TIDEWRACK, "--for", "cgs", "--dpi", dpi, "-o", tmp_path)
    assert f"--dpi {dpi} is outside 72..600" in result.err


def rewritten(cgs: ExportCopy, path: str, old: str, new: str) -> None:
    text = (cgs.folder / path).read_text(encoding="utf-8")
    assert old in text
    cgs.write(path, text.replace(old, new, 1).encode())


@pytest.mark.parametrize(
    ("path", "old", "new", "check"),
    [
        ("decks/Cards (card).txt", "2 [card-lion", "3 [card-lion", "export-copies"),
        (CARDS, "card-oak-shield", "card-oak", "export-copies"),
        (CARDS, '"worth"', '"weight"', "export-cards"),
        (GAME, "{", "[", "export-cards"),
    ],
)
def test_a_game_that_cannot_be_shown_is_reported(
    cgs: ExportCopy, path: str, old: str, new: str, check: str
) -> None:
    rewritten(cgs, path, old, new)
    assert check in {fault.check for fault in cgs.faults()}
