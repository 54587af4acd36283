"""Tests of new pieces: each kind is added to a kit of anybody's, whole or not at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.units import mm
from generator.kit.load import load_kit, load_manifest
from generator.kit.locate import KitFolders, KitSearchPath
from generator.pipeline.build import build
from generator.pipeline.check import check
from generator.press.pieces.faces import FaceSet
from generator.press.templates.style import style_of
from generator.tools.new_pieces import NewPieces, add_pieces, files_with, free_name, piece_kinds
from generator.tools.sample_faces import sample_faces
from generator.tools.scaffold import check_drawn
from tests.new_kits import NewKits
from tests.press.running import request_for

FACTS = {
    "aids": (1, 4, (63.5, 88.9)),
    "board": (1, 1, (180, 180)),
    "box": (1, 1, (152.8, 132.4)),
    "cards": (5, 12, (63.5, 88.9)),
    "character-cards": (4, 4, (70, 120)),
    "dials": (2, 4, (60, 60)),
    "dice": (1, 2, (70, 60)),
    "dividers": (4, 4, (63.5, 98.9)),
    "hex-tiles": (5, 29, (40, 46.2)),
    "mat": (1, 2, (240, 150)),
    "money": (4, 54, (100, 50)),
    "picture-cards": (5, 10, (63.5, 88.9)),
    "playing-cards": (54, 54, (63.5, 88.9)),
    "screen": (1, 2, (240, 110)),
    "sheet": (1, 4, (190, 125)),
    "standees": (4, 6, (28, 118)),
    "tiles": (5, 20, (45, 45)),
    "tokens": (4, 24, (20, 20)),
}
"""The pieces, their copies and their size in millimetres of each kind, as it is added."""


@pytest.fixture
def kit(new_kits: NewKits, tmp_path: Path) -> KitFolders:
    return new_kits.copy(tmp_path).find("mygame")


@pytest.fixture(scope="module")
def with_all(new_kits: NewKits, tmp_path_factory: pytest.TempPathFactory) -> KitSearchPath:
    """A kit with pieces of every kind, which the tests only read."""
    roots = new_kits.copy(tmp_path_factory.mktemp("all"))
    for kind in FACTS:
        write(roots.find("mygame"), NewPieces(kind, f"new-{kind}"))
    return roots


def write(kit: KitFolders, pieces: NewPieces) -> None:
    """Add pieces like `add_pieces`, without drawing the kit each time."""
    for path, (_, content) in files_with(kit, pieces).items():
        path.write_bytes(content)


def everything(kit: KitFolders) -> dict[Path, bytes]:
    roots = kit.data, kit.templates[0]
    return {path: path.read_bytes() for root in roots for path in root.rglob("*") if path.is_file()}


def manifest(kit: KitFolders) -> Path:
    return kit.data / "game.yaml"


@pytest.mark.parametrize(("paper", "ink"), [("a4", "full"), ("letter", "low")])
def test_a_kit_with_every_kind_builds_and_passes_its_checks(
    with_all: KitSearchPath, tmp_path: Path, paper: str, ink: str
) -> None:
    assert [*piece_kinds()] == [*FACTS]
    build(request_for("mygame", with_all, tmp_path / "out", paper=paper, ink=ink))  # type: ignore[arg-type]
    loaded = load_kit(with_all.find("mygame"))
    pieces = [piece for part in FaceSet(loaded, style_of(loaded)).parts() for piece in part.pieces]
    found = {}
    for kind in FACTS:
        mine = [piece for piece in pieces if piece.component == f"new-{kind}"]
        size = (round(mm(mine[0].front.width), 1), round(mm(mine[0].front.height), 1))
        found[kind] = (len(mine), sum(piece.copies for piece in mine), size)
    assert found == FACTS
    assert [entry.slug for entry in check("mygame", with_all) if not entry.passed] == []


@pytest.mark.parametrize("kind", [kind for kind, facts in piece_kinds().items() if facts.size])
def test_each_kind_can_be_drawn_in_its_least_and_greatest_size(kit: KitFolders, kind: str) -> None:
    facts = piece_kinds()[kind]
    least, greatest = facts.sides
    sizes = {(least, least), (greatest, greatest)}
    if not facts.square:
        sizes |= {(least, greatest), (greatest, least)}
    for number, (width, height) in enumerate(sorted(sizes)):
        write(kit, NewPieces(kind, f"new-{number}", size=f"{width:g}x{height:g}mm"))
    check_drawn(kit)


@pytest.mark.parametrize(
    ("kind", "faces"),
    [
        ("playing-cards", ["ace-of-spades", "two-of-diamonds", "red-joker"]),
        ("screen", ["front", "back"]),
        ("mat", ["front"]),
        ("dividers", ["heroes", "treasures", "promises"]),
    ],
)
def test_some_faces_are_shown_before_anything_is_written(
    kit: KitFolders, kind: str, faces: list[str]
) -> None:
    before = everything(kit)
    scenes = sample_faces(kit, NewPieces(kind, "my-pieces"))
    assert len(scenes) == len(faces)
    assert all(face in scene.name for face, scene in zip(faces, scenes, strict=True))
    assert all(scene.width == scenes[0].width for scene in scenes)
    assert everything(kit) == before


def test_a_face_of_each_part_is_shown(kit: KitFolders) -> None:
    disc, cover = sample_faces(kit, NewPieces("dials", "my-dials"))
    assert (disc.name, cover.name) == ("my-dials/health front", "my-dials-cover/health front")
    assert mm(disc.width) - mm(cover.width) == pytest.approx(8)


def test_faces_that_cannot_be_drawn_are_faults_of_the_kit_itself(kit: KitFolders) -> None:
    with pytest.raises(KitError, match="missing-glyph") as error:
        sample_faces(kit, NewPieces("board", "x", title="日本"))
    assert ".unfinished" not in str(error.value)


def roots_of(kit: KitFolders) -> KitSearchPath:
    return KitSearchPath(kit.data.parent, kit.templates[0].parent)


def test_all_else_in_the_manifest_stays_and_the_comments_come_along(kit: KitFolders) -> None:
    path = manifest(kit)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    before = path.read_bytes().decode()
    add_pieces(kit, NewPieces("tokens", "coins", "Gold coins", "25mm"))
    after = path.read_bytes().decode()
    added = [line for line in after.split("\r\n") if line not in before.split("\r\n")]
    assert "  # The tokens: a row for each kind, and how many copies of it there are." in added
    assert '    title: "Gold coins"' in added
    assert after.replace("\r\n", "").count("\n") == 0
    left = iter(after.split("\r\n"))
    assert all(line in left for line in before.split("\r\n"))
    assert (
        (kit.data / "coins.csv")
        .read_text()
        .startswith("name,icon,color,copies\nStar,star,accent,6\n")
    )
    assert 'width="25mm" height="25mm"' in (kit.templates[0] / "coins.xml").read_text()


@pytest.mark.parametrize(
    ("pieces", "says"),
    [
        (NewPieces("token", "x"), 'no kind of pieces "token"; did you mean "tokens"?'),
        (NewPieces("tokens", "My coins"), 'cannot be named "My coins"'),
        (NewPieces("tokens", "con"), "reserved on Windows"),
        (NewPieces("tokens", "card"), 'the component "card" exists already'),
        (NewPieces("tokens", "cards"), 'the table "cards" exists already'),
        (NewPieces("sheet", "cover"), "cover.xml exists already"),
        (NewPieces("sheet", "table"), 'a template "table.xml" that all kits share exists already'),
        (NewPieces("tokens", "x", size="3mm"), "no size for tokens; each side must be from 12 to 60 mm"),
        (NewPieces("tokens", "x", size="huge"), 'there is no size "huge" for tokens'),
        (NewPieces("dice", "x", size="16x20mm"), "its sides differ"),
        (NewPieces("box", "x", size="poker"), "leave out --size"),
        (NewPieces("box", "x", holds="crad"), 'no component "crad"; did you mean "card"?'),
        (NewPieces("dice", "x", holds="card"), "dice hold no other pieces"),
        (NewPieces("board", "x", title="日本"), "missing-glyph"),
    ],
)  # fmt: skip
def test_what_cannot_be_added_changes_nothing(
    kit: KitFolders, pieces: NewPieces, says: str
) -> None:
    before = everything(kit)
    with pytest.raises(KitError) as error:
        add_pieces(kit, pieces)
    assert says in str(error.value)
    assert len(error.value.faults) == 1
    assert ".unfinished" not in str(error.value)
    assert everything(kit) == before


def test_a_name_that_is_left_out_is_one_that_is_free(kit: KitFolders) -> None:
    assert free_name(None, "cards") == "cards"
    names = []
    for kind in ("tokens", "tokens", "cards"):
        names.append(free_name(load_manifest(kit), kind))
        add_pieces(kit, NewPieces(kind, names[-1]))
    assert names == [
        "tokens",
        "tokens-2",
        "cards-2",
    ]  # there is a table "cards", of the component "card"


def test_a_second_box_holds_what_is_in_no_box(kit: KitFolders) -> None:
    add_pieces(kit, NewPieces("box", "deck-box"))
    with pytest.raises(KitError, match="no component is left"):
        add_pieces(kit, NewPieces("box", "other-box"))
    add_pieces(kit, NewPieces("cards", "events"))
    add_pieces(kit, NewPieces("box", "other-box"))
    boxes = {each.id: each.holds for each in load_kit(kit).file.components if each.holds}
    assert boxes == {"deck-box": ("card",), "other-box": ("events",)}
    names = [each.variables.get("name") for each in load_kit(kit).file.components if each.holds]
    assert names == [None, "Events"]  # nobody writes "Box" on a box


def test_a_kit_without_components_says_so(kit: KitFolders) -> None:
    manifest(kit).write_text("title: Nothing\nplayers: 2\ncomponents: []\n")
    with pytest.raises(KitError, match="components"):
        add_pieces(kit, NewPieces("dice", "dice"))


def test_a_kit_without_tables_or_colours_gets_both(kit: KitFolders) -> None:
    manifest(kit).write_text(
        "title: Bare\nversion: '1'\nplayers: 2\ncomponents: [{id: d, title: D, part: d, front: die.xml}]\n"
    )
    add_pieces(kit, NewPieces("tokens", "tokens"))
    text = manifest(kit).read_text()
    assert text.index("tables:\n  # The tokens") < text.index("components: [{id: d")
    assert "Star,star,#2f4a6d,6" in (kit.data / "tokens.csv").read_text()


def test_names_that_templates_reserve_are_only_the_components(kit: KitFolders) -> None:
    add_pieces(kit, NewPieces("cards", "row"))
    add_pieces(kit, NewPieces("tokens", "7"))
    assert {"t_row", "t_7"} <= set(load_kit(kit).file.tables)


def test_templates_must_be_the_kits_own(kit: KitFolders) -> None:
    shared = replace(kit, templates=kit.templates[1:], advice="pass --templates FOLDER")
    with pytest.raises(KitError, match="no folder of templates; pass --templates FOLDER"):
        files_with(shared, NewPieces("tokens", "tokens"))
