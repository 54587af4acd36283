"""Tests of matching pieces between two versions, and of the changes of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.press.changes import PieceChange, match_pieces
from generator.press.imposition.sheet import Side
from generator.press.instructions.page import PART as HOW_TO
from generator.press.manifest import Manifest, PaperEntry, PieceEntry
from generator.tools.compare.compare import KitChange, Version, compare


def entry(id: str, *looks: str, copies: int = 1) -> PieceEntry:
    """A card of which only the appearance matters."""
    component = id.partition("/")[0]
    sides: tuple[Side, ...] = ("front", "back")
    size, faces = (63.5, 88.9), sides[: len(looks)]
    return PieceEntry(
        id, component, component.title(), "cards", copies, size, 3, 3, faces, None, (), "1", looks
    )


def version(*pieces: PieceEntry) -> Version:
    """A build of the whole kit with these pieces."""
    paper = PaperEntry("a4", 210, 297, 6)
    every = (entry(HOW_TO, "how"), *pieces)
    manifest = Manifest("kit", "1", {"ink": "full"}, paper, "lower left", (), every, ())
    return Version("kit", Path("kit"), manifest)


def changes(old: Version, new: Version) -> list[tuple[str, str, str]]:
    return [(change.kind, change.title, change.why) for change in compare(old, new)]


def test_a_renamed_piece_with_the_same_appearance_is_unchanged() -> None:
    assert changes(version(entry("card/ada", "A")), version(entry("card/ida", "A"))) == []


def test_changes_are_listed_by_kind() -> None:
    old = version(
        entry("card/ada", "A"),
        entry("card/bob", "B"),
        entry("card/cat", "C"),
        entry("card/dot", "D"),
    )
    new = version(
        entry("card/eve", "E"), entry("card/cat", "C", copies=3), entry("card/ada", "A2"),
        entry("card/dot", "D"),
    )  # fmt: skip
    assert changes(old, new) == [
        ("changed", "Card: ada", "front changed"),
        ("copies", "Card: cat", "3 copies, not 1"),
        ("added", "Card: eve", "1 copy"),
        ("removed", "Card: bob", "1 copy"),
    ]


def test_each_old_piece_matches_at_most_one_new_piece() -> None:
    old = {name: entry(name, "same") for name in ("card/ada", "card/bob")}
    new = dict.fromkeys(("card/cat", "card/dot", "card/eve"), ("same",))
    assert match_pieces(old, new) == {"card/cat": "card/ada", "card/dot": "card/bob"}
    assert match_pieces(old, {"card/bob": ("other",), **new}) == {
        "card/bob": "card/bob",
        "card/cat": "card/ada",
    }


@pytest.mark.parametrize(
    ("before", "after", "sides"),
    [
        (("A",), ("B",), ("front",)),
        (("A", "X"), ("A", "Y"), ("back",)),
        (("A", "X"), ("B", "Y"), ("front", "back")),
        (("A",), ("A", "X"), ("back",)),
        (("A", "X"), ("A",), ("back",)),
    ],
)
def test_only_differing_faces_are_shown(
    before: tuple[str, ...], after: tuple[str, ...], sides: tuple[str, ...]
) -> None:
    old, new = entry("card/ada", *before), entry("card/ada", *after)
    assert KitChange(PieceChange(old, new, new.looks)).sides == sides
    assert KitChange(PieceChange(old, old, old.looks)).sides == ("front",)
