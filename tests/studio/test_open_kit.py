"""Tests of an open kit: edits are drawn, merged with changes by others, and confined to the kit."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.document import Mark
from generator.base.errors import KitError
from generator.base.units import Rect
from generator.kit.locate import KitSearchPath
from generator.kit.tables.records import Record
from generator.press.cache.store import Store
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Piece, PieceSpec
from generator.press.request import BuildRequest, Edition, KitRef, Selection, Target
from generator.press.scene.items import Link, Scene
from generator.press.scene.items import Path as Shape
from generator.press.scene.paths import ellipse, rectangle
from generator.studio.edit.elements.origins import shows_words_of, spots_of
from generator.studio.edit.journal import Journal
from generator.studio.edit.row_edits import add_row, delete_row, duplicate_row, move_row
from generator.studio.open_kit import ConflictError, OpenKit
from generator.studio.pages.design.table_grid import wrong_cells
from generator.studio.pictures import Pictures
from generator.studio.sheet_facts import request_key, sheet_facts
from generator.tools.scaffold import ScaffoldOptions, create_kit


def open_kit(folder: Path) -> OpenKit:
    roots = KitSearchPath(folder / "data", folder / "templates")
    request = BuildRequest(KitRef("mygame", roots), folder / "out")
    kit = OpenKit(request, Store(None), Journal(folder / "state" / "journal"))
    kit.draw()
    return kit


@pytest.fixture(scope="module")
def created(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    create_kit(ScaffoldOptions("mygame", "Mygame"), folder)
    return folder


@pytest.fixture
def kit(created: Path, tmp_path: Path) -> OpenKit:
    shutil.copytree(created, tmp_path, dirs_exist_ok=True)
    return open_kit(tmp_path)


def cards(kit: OpenKit) -> Path:
    return kit.folders.data / "cards.csv"


def test_a_drawing_tells_how_many_pieces_it_has_reached(
    kit: OpenKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached: list[tuple[int, int]] = []
    again = OpenKit(kit.request, Store(None), kit.journal)
    assert again.progress == (0, 0)
    make = FaceSet._make_piece

    def noted(faces: FaceSet, spec: PieceSpec) -> Piece:
        reached.append(again.progress)
        return make(faces, spec)

    monkeypatch.setattr(FaceSet, "_make_piece", noted)
    again.draw()
    assert again.drawn is not None
    pieces = len(again.drawn.pieces)
    assert reached == [(0, 0), *((number, pieces) for number in range(1, pieces))]
    assert again.progress == (pieces, pieces)


def test_an_edit_draws_its_face_and_no_other_and_is_undone_by_the_next_run(
    kit: OpenKit, tmp_path: Path
) -> None:
    before, faces = cards(kit).read_bytes(), dict(kit.faces)
    kit.set_cell("cards", 1, "lucky-star", "name", "Lucky Star", "Luckier Star")
    changed = {face for face, version in kit.faces.items() if faces[face] != version}
    assert changed == {("card/lucky-star", "front")}
    again = open_kit(tmp_path)
    undone = again.undo()
    assert undone is not None
    assert undone.says == "cards: lucky-star: name"
    assert cards(kit).read_bytes() == before
    assert kit.poll()
    assert kit.drawn is not None
    assert kit.drawn.pieces["card/lucky-star"].label == "Lucky Star"


def test_a_cell_that_another_program_has_changed_is_not_overwritten(kit: OpenKit) -> None:
    text = cards(kit).read_text()
    cards(kit).write_text(text.replace("Lucky Star", "Lucky Comet"))
    with pytest.raises(ConflictError) as caught:
        kit.set_cell("cards", 1, "lucky-star", "name", "Lucky Star", "Luckier Star")
    assert (caught.value.theirs, caught.value.ours) == ("Lucky Comet", "Luckier Star")
    assert "Lucky Comet" in cards(kit).read_text()
    first, *rows = text.splitlines()
    cards(kit).write_text("\n".join([first, *reversed(rows)]) + "\n")
    kit.set_cell("cards", 1, "lucky-star", "name", "Lucky Star", "Luckier Star")
    assert "lucky-star,Luckier Star,star" in cards(kit).read_text()
    with pytest.raises(KitError, match="no longer there"):
        kit.set_cell("cards", 1, "gone", "name", "Lucky Star", "x")


def test_a_fault_is_marked_on_its_cell_and_the_last_drawing_stays(kit: OpenKit) -> None:
    drawn = kit.drawn
    kit.set_cell("cards", 2, "north-star", "worth", "4", "many")
    table = kit.table("cards")
    assert kit.drawn is drawn
    assert {index: list(cells) for index, cells in wrong_cells(table, kit.faults).items()} == {
        2: ["worth"]
    }
    kit.set_cell("cards", 2, "north-star", "worth", "many", "4")
    assert kit.faults == ()


def test_edits_are_merged_or_conflict(kit: OpenKit) -> None:
    name = "templates/card.xml"
    path, base = kit.path(name), kit.read(name)
    path.write_bytes(base.replace("\n", "\r\n").replace("17..9", "18..9").encode())
    created = kit.save(name, base, base.replace("10.5..7", "11..7"))
    assert "18..9" in created
    assert path.read_bytes() == created.replace("\n", "\r\n").encode()
    with pytest.raises(ConflictError):
        kit.save(name, base, base.replace("17..9", "16..9"))


def test_first_turns_are_written_once_and_undone(kit: OpenKit) -> None:
    turns = kit.folders.data / "turns.yaml"
    turns.unlink(missing_ok=True)
    assert kit.write_first_turns() == turns
    assert "piles:" in turns.read_text()
    with pytest.raises(KitError, match="changed by another program"):
        kit.write_first_turns()
    kit.undo()
    assert not turns.exists()


@pytest.mark.parametrize(
    "name", ["data/../../x", "data//etc/passwd", "/etc/passwd", "other/x", "data/", "data/link/x"]
)
def test_no_name_reaches_outside_the_kit(kit: OpenKit, name: str, tmp_path: Path) -> None:
    (kit.folders.data / "link").symlink_to(tmp_path)
    with pytest.raises(KitError):
        kit.path(name)


def test_added_rows_can_be_drawn(kit: OpenKit) -> None:
    for change, index, ids in (
        (add_row, 0, ["falling-star", "new", "lucky-star"]),
        (duplicate_row, 2, ["new", "lucky-star", "lucky-star-2"]),
    ):
        table = kit.table("cards")
        edit = change(table, index)
        kit.write(table.path, edit.says, table.content, edit.content)
        assert kit.faults == ()
        assert ids == [row.id for row in kit.table("cards").rows][index - 1 if index else 0 :][:3]
    table = kit.table("cards")
    assert move_row(table, 0, -1).content == table.content
    edit = move_row(table, 0, 1)
    kit.write(table.path, edit.says, table.content, edit.content)
    table = kit.table("cards")
    assert [row.id for row in table.rows][:2] == ["new", "falling-star"]
    edit = delete_row(table, 0)
    kit.write(table.path, edit.says, table.content, edit.content)
    assert edit.id == kit.table("cards").rows[0].id == "falling-star"


def test_parts_of_a_face_know_their_line_and_their_cell(kit: OpenKit) -> None:
    assert kit.drawn
    spots = spots_of(kit.drawn.kit, Edition(), "card", "lucky-star", "front")
    found = {spot.fields: spot for spot in spots if spot.text}
    name = found[("name",)]
    assert (name.text, name.size, name.place.line) == ("Lucky Star", 17.0, 8)
    assert name.room is not None
    assert found[("worth",)].text == "2"
    assert found[("text",)].place.line == 25
    assert {spot.element for spot in spots} >= {"text", "rect", "icon", "polygon", "ellipse"}


def test_text_is_found_in_values_of_every_kind() -> None:
    record = Record({"title": "Sea :wave: Gull", "ranks": (1, 2)}, "finds.yaml", Mark(1))
    values = ("Gull", ("sea", "gull"), record, (record, "other"))
    assert all(shows_words_of("A gull at\nsea", value) for value in values)
    assert not any(shows_words_of("A crab at sea", value) for value in values)
    assert not shows_words_of("", None)


def test_pictures_have_the_requested_size_and_bleed(kit: OpenKit) -> None:
    from io import BytesIO

    from PIL import Image

    scene = kit.scene("card/lucky-star", "front")
    assert scene
    pictures = Pictures()
    plain = Image.open(BytesIO(pictures.png(scene, 72)))
    picture = Image.open(BytesIO(pictures.png(scene, 72, bleed=True)))
    assert plain.size == (round(scene.width), round(scene.height))
    assert picture.width - plain.width == pytest.approx(2 * scene.bleed, abs=1)
    assert pictures.png(scene, 72) is pictures.png(scene, 72)
    link = Link(Rect(0, 0, 9, 9), "#on-another-page")
    linked = replace(scene, items=(*scene.items, link))
    assert pictures.png(linked, 72) == pictures.png(scene, 72)


def test_pictures_are_cut_out_along_the_trim() -> None:
    from io import BytesIO

    from PIL import Image

    ground = Shape(rectangle(Rect(-9, -9, 90, 90)), "#ff0000")
    disc = Scene("disc", 72, 72, (ground,), bleed=9, trim=ellipse(Rect(0, 0, 72, 72)))
    pictures = Pictures()
    cut = Image.open(BytesIO(pictures.png(disc, 72)))
    assert (cut.size, cut.mode) == ((72, 72), "RGBA")
    assert (cut.getpixel((1, 1)), cut.getpixel((36, 36))) == ((255, 0, 0, 0), (255, 0, 0, 255))
    whole = Image.open(BytesIO(pictures.png(disc, 72, bleed=True)))
    assert (whole.size, whole.mode, whole.getpixel((1, 1))) == ((90, 90), "RGB", (255, 0, 0))


def test_sheets_are_counted_as_they_are_printed(kit: OpenKit) -> None:
    request, drawn = kit.printed(Edition(), Target())
    facts = sheet_facts(request, drawn)
    assert [number for number, _ in facts.counts] == ["18", "3", "24", "18", "2–6"]
    assert facts.counts[3][1] == "sleeves marked 63.5 × 88 mm on the packet"
    assert [sheet.behind for sheet in facts.sheets] == [1, None, 3, None, 5, None]
    thrice = sheet_facts(*kit.printed(Edition(), Target(copies=3)))
    assert [number for number, _ in thrice.counts][:3] == ["54", "9", "72"]
    assert thrice.counts[-1] == ("3 ×", "printed: choose this many copies when you print the file")
    assert thrice.sheets == facts.sheets
    request, drawn = kit.printed(Edition(), Target(backs="none"))
    assert len(sheet_facts(request, drawn).sheets) == len(drawn.sheets) == 3
    assert kit.sheet(request_key(request), 2) is drawn.sheets[2].scene
    assert kit.book() == 3
    assert kit.page(3) is None


def test_sheets_hold_what_is_selected_at_the_chosen_scale(kit: OpenKit) -> None:
    manifest = kit.folders.data / "game.yaml"
    words = manifest.read_text()
    manifest.write_text(words.replace("copies: copies", 'copies: copies\n    needed: "1"'))
    kit.draw()
    facts = sheet_facts(*kit.printed(Edition(), Target(), Selection(players=2)))
    assert [number for number, _ in facts.counts][:2] == ["9", "2"]
    assert facts.pieces["card/lucky-star"] == "Cards: Lucky Star"
    facts = sheet_facts(*kit.printed(Edition(scale=2.0), Target(), Selection(players=2)))
    assert [number for number, _ in facts.counts][:2] == ["9", "6"]  # two large cards on a sheet
    lost = Selection(spares=(("card/lucky-star", 3),))
    facts = sheet_facts(*kit.printed(Edition(), Target(), lost))
    assert [number for number, _ in facts.counts][:2] == ["3", "1"]


def test_only_labels_and_cards_that_a_piece_fits_are_offered(created: Path, tmp_path: Path) -> None:
    shutil.copytree(created, tmp_path, dirs_exist_ok=True)
    row = "{paper: a4, size: [63.5, 88.9], columns: 3, rows: 3}"
    shared = tmp_path / "data" / "shared"
    shared.mkdir()
    (shared / "precut.yaml").write_text(f"mine: {row}\n")
    kit = open_kit(tmp_path)
    request, drawn = kit.printed(Edition(), Target())
    facts = sheet_facts(request, drawn)
    assert facts.precut == {"mine": "Precut cards, 63.5 × 88.9 mm"}
    assert not sheet_facts(*kit.printed(Edition(), Target("letter"))).precut
    request, drawn = kit.printed(Edition(), Target(precut=(("mine", 1),)))
    on_cards = sheet_facts(request, drawn)
    assert on_cards.counts[2] == ("0", "straight cuts")
    assert [sheet.title for sheet in on_cards.sheets][1:] == ["Precut cards, 63.5 × 88.9 mm"] * 4
    (part,) = {piece.part for piece in drawn.pieces.values()}
    assert len(sheet_facts(request, drawn, part).sheets) == 4


def test_tiles_of_a_large_face_are_adjacent(kit: OpenKit) -> None:
    for name in ("card.xml", "card-back.xml"):
        template = kit.folders.templates[0] / name
        words = template.read_text().replace('size="poker"', 'width="400mm" height="380mm"')
        template.write_text(words)
    kit.draw()
    request, drawn = kit.printed(Edition(), Target())
    fronts = [
        table for table in sheet_facts(request, drawn).tables if table.title.endswith("front")
    ]
    assert {len(table.tiles) for table in fronts} == {4}
    for table in fronts:
        for tile in table.tiles:
            (placed,) = drawn.sheets[tile.number].placements
            at = tile.matrix.apply(
                placed.rect.x + placed.rect.width / 2, placed.rect.y + placed.rect.height / 2
            )
            middle = (tile.shown.x + tile.shown.width / 2, tile.shown.y + tile.shown.height / 2)
            assert at == pytest.approx(middle)
        last = table.tiles[-1].shown
        assert (last.right, last.bottom) == pytest.approx(tuple(table.size))
