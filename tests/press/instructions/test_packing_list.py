"""Tests of the packing list: which box or bag holds which pieces, and how that is worded."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from generator.kit.locate import KitSearchPath
from generator.kit.manifest.load import Component, load_kitfile
from generator.pipeline.build import build
from generator.press.imposition.duplex import Backs
from generator.press.instructions.packing_list import (
    PackingGroup,
    lines_of,
    packing_list,
    part_title,
)
from generator.press.pieces.piece import Part, Piece
from generator.press.rulebook.of_kit import _entries
from tests.press.imposition.making import part, piece
from tests.press.running import KITS, request_for

KIT = """title: Plain
version: "1"
players: 2
components:
  - {id: deck-1, title: Deck 1, part: decks, front: a.xml}
  - {id: deck-2, title: Deck 2, part: decks, front: a.xml}
  - {id: gem, title: Gems, part: small-things, front: a.xml, bag: Treasure}
  - {id: coin, title: Coins, part: small-things, front: a.xml, bag: Treasure}
  - {id: pawn, title: Pawns, part: small-things, front: a.xml}
  - {id: board, title: Board, part: boards, front: a.xml}
  - {id: box-1, title: Box 1, part: boxes, front: a.xml, holds: [deck-1]}
  - {id: box-2, title: Box 2, part: boxes, front: a.xml, holds: [deck-2]}
"""
SIZES = {"board": (180, 260), "gem": (20, 20), "coin": (15, 15), "pawn": (25, 60)}


def components(folder: Path, words: str = KIT) -> tuple[Component, ...]:
    (folder / "game.yaml").write_text(words, encoding="utf-8")
    return load_kitfile(folder / "game.yaml").components


def parts_of(stated: tuple[Component, ...], **copies: int) -> list[Part]:
    pieces: dict[str, list[Piece]] = {}
    for one in stated:
        width, height = SIZES.get(one.id, (63.5, 88.9))
        copies_of = copies.get(one.id.replace("-", "_"), 10)
        pieces.setdefault(one.part, []).append(
            named(piece(one.id, width, height, copies_of), one.title)
        )
    return [replace(part(*own), name=name, title=part_title(name)) for name, own in pieces.items()]


def named(one: Piece, title: str) -> Piece:
    return replace(one, title=title)


def contents(heaps: tuple[PackingGroup, ...]) -> list[tuple[object, ...]]:
    return [
        (heap.kind, heap.name, heap.boxes, [(line.copies, line.title) for line in heap.lines])
        for heap in heaps
    ]


def test_boxes_come_before_bags_and_flat_pieces(tmp_path: Path) -> None:
    stated = components(tmp_path)
    assert contents(packing_list(stated, parts_of(stated, gem=7))) == [
        ("box", "Box 1–2", 2, [(10, "Deck 1–2")]),
        ("bag", "Treasure", 1, [(7, "Gems"), (10, "Coins")]),
        ("bag", "Small things", 1, [(10, "Pawns")]),
        ("flat", "", 1, [(10, "Board")]),
    ]


def test_boxes_with_different_contents_are_listed_separately(tmp_path: Path) -> None:
    stated = components(tmp_path)
    heaps = packing_list(stated, parts_of(stated, deck_1=12))
    assert contents(heaps)[:2] == [
        ("box", "Box 1", 1, [(12, "Deck 1")]),
        ("box", "Box 2", 1, [(10, "Deck 2")]),
    ]


def test_a_single_group_needs_no_list(tmp_path: Path) -> None:
    few = KIT[: KIT.index("  - {id: gem")] + "  - {id: board, title: B, part: b, front: a.xml}\n"
    stated = components(tmp_path, few)
    assert packing_list(stated, parts_of(stated)) == ()


def test_a_single_piece_is_no_group_to_sort(tmp_path: Path) -> None:
    few = KIT[: KIT.index("  - {id: deck-1")] + (
        "  - {id: pawn, title: Pawns, part: pawns, front: a.xml}\n"
        "  - {id: die, title: Die, part: dice, front: a.xml}\n"
    )
    stated = components(tmp_path, few)
    assert packing_list(stated, parts_of(stated, die=1)) == ()
    assert len(packing_list(stated, parts_of(stated, die=2))) == 2


def test_a_series_is_listed_in_one_line() -> None:
    numbered = [named(piece(f"d{i}", 60, 90, 5), f"Deck {i}") for i in (1, 2, 3, 5)]
    others = [named(piece("aid", 60, 90, 2), "Aid"), named(piece("d6", 50, 90, 5), "Deck 6")]
    lines = lines_of([*numbered, *others])
    assert [(line.title, line.copies, line.series) for line in lines] == [
        ("Deck 1–3", 15, 3),
        ("Deck 5", 5, 1),
        ("Aid", 2, 1),
        ("Deck 6", 5, 1),
    ]


def test_the_rulebook_lists_a_series_once() -> None:
    decks = [named(piece(f"d{i}", 60, 90, 5), f"Deck {i}") for i in (1, 2, 3)]
    ((entry, shown),) = _entries([Part("decks", "Decks", tuple(decks))], set())
    assert (entry.copies, entry.title) == (15, "Deck 1–3")
    assert shown[0] == "d1"


def test_pieces_of_several_sizes_share_a_line() -> None:
    pieces = [replace(piece(f"f{side}", side, 30), component="fence") for side in (30, 60, 90.26)]
    (line,) = lines_of(pieces)
    assert line.sizes == ("30 × 30 mm", "60 × 30 mm", "90.3 × 30 mm")
    (line,) = lines_of([pieces[0], pieces[0]])
    assert line.sizes == ("30 × 30 mm",)


def test_part_names_become_titles() -> None:
    assert part_title("punch-board") == "Punch board"


@pytest.mark.parametrize(
    ("id", "title", "says"),
    [
        ("heroes-villains", "Heroes & Villains", "Heroes & Villains"),
        ("rauber", "Räuber", "Räuber"),
        ("cards-2", "Герои", "Герои"),
        ("sheet", "Warrior sheet", "Sheet"),
    ],
)
def test_a_part_named_after_a_component_has_its_title_as_written(
    id: str, title: str, says: str, tmp_path: Path
) -> None:
    deck = f'  - {{id: {id}, title: "{title}", part: {id}, front: a.xml}}\n'
    assert part_title(id, components(tmp_path, KIT + deck)) == says


@pytest.mark.parametrize(
    ("backs", "page"), [("long-edge", 1), ("short-edge", 1), ("none", 1), ("gutterfold", 1)]
)
def test_the_page_is_on_the_back_of_the_first_or_after_it(
    backs: Backs, page: int, tmp_path: Path
) -> None:
    built = build(
        request_for(
            "tidewrack", KitSearchPath(KITS / "data", KITS / "templates"), tmp_path, backs=backs
        )
    )
    (entry, *_) = built.files
    sides = [sheet.side for sheet in entry.sheets[:2]]
    assert sides == (["front", "back"] if "edge" in backs else ["front", "front"])
    with pypdfium2.PdfDocument(built.folder / entry.path) as pdf:
        words = pdf[page].get_textpage().get_text_bounded()
    assert "Sort what you cut out" in words


def test_a_kit_with_very_many_components_fits_on_the_page(tmp_path: Path) -> None:
    """Sixty components in nine parts, a box with fourteen of them, and twenty bags."""
    stated = "".join(
        f"  - {{id: c{i}, title: Piece of kind {chr(65 + i % 26)}{i}x, part: part-{i % 8}, "
        f"front: c.xml{f', bag: Bag number {i}x' if 14 <= i < 26 else ''}}}\n"
        for i in range(60)
    )
    held = ", ".join(f"c{i}" for i in range(14))
    box = "  - {id: box, title: Box, part: boxes, front: tuck-box.xml, with: {name: All}, "
    game = 'title: Many\nversion: "1"\nplayers: 2\ncomponents:\n' + stated
    files = {
        "data/many/game.yaml": game + box + f"holds: [{held}]}}\n",
        "templates/many/c.xml": '<card width="44" height="68"/>',
    }
    for name, words in files.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(words, encoding="utf-8")
    roots = KitSearchPath(tmp_path / "data", tmp_path / "templates")
    built = build(request_for("many", roots, tmp_path / "out", paper="letter", backs="none"))
    with pypdfium2.PdfDocument(built.folder / built.files[0].path) as pdf:
        first, second = (pdf[page].get_textpage().get_text_bounded() for page in (0, 1))
    assert "8 kinds" in first
    assert "Part 3" in first
    text = re.sub(r"\s+", " ", second)
    for kind in range(60):
        assert f"Piece of kind {chr(65 + kind % 26)}{kind}x" in text
