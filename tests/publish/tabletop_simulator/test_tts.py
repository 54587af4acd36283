"""Tests of the Tabletop Simulator export: the form of the saved object, its decks, and every fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from PIL import Image
from pydantic import BaseModel, ConfigDict, Field

from generator.base.units import MM, Size
from generator.publish.export import export
from generator.publish.request import ExportRequest
from generator.publish.shop_limits import TtsLimits, load_limits
from generator.publish.verify import verify
from generator.publish.virtual_tabletops.tabletop_simulator.decks import (
    sharpest_grid,
    split_into_sheets,
)
from generator.publish.virtual_tabletops.tabletop_simulator.objects import (
    Ids,
    TableItem,
    Zone,
    arrange,
    base_object,
)
from tests.publish.making import SHARED, SIXTH, ExportCopy, face

LIMITS = load_limits(SHARED, "tts", TtsLimits)
POKER = Size(63.5 * MM, 88.9 * MM)
SAVE = "tidewrack.json"


class Form(BaseModel):
    """The save file format of the game's knowledge base: these names, these types, no others."""

    model_config = ConfigDict(strict=True, extra="forbid")


Axis = Literal["posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"]
Transform = Annotated[dict[Axis, float], Field(min_length=9)]


class Colour(Form):
    r: float
    g: float
    b: float


class Sheet(Form):
    FaceURL: str
    BackURL: str
    NumWidth: Annotated[int, Field(ge=1, le=10)]
    NumHeight: Annotated[int, Field(ge=1, le=7)]
    BackIsHidden: bool
    UniqueBack: bool
    Type: Literal[0]


class TileShape(Form):
    Type: Literal[0, 1, 2, 3]
    Thickness: float
    Stackable: bool
    Stretch: bool


class Picture(Form):
    ImageURL: str
    ImageSecondaryURL: str
    ImageScalar: float
    WidthScale: float
    CustomTile: TileShape


class Mesh(Form):
    MeshURL: str
    DiffuseURL: str
    NormalURL: str
    ColliderURL: str
    Convex: bool
    MaterialIndex: Literal[0, 1, 2, 3]
    TypeIndex: Literal[0, 1, 2, 3, 4, 5, 6, 7]
    CastShadows: bool


class Pdf(Form):
    PDFUrl: str
    PDFPassword: str
    PDFPage: int
    PDFPageOffset: int


class Held(Form):
    Order: Literal[0, 1, 2]


class Laid(Form):
    GUID: Annotated[str, Field(pattern=r"^[0-9a-f]{6}$")]
    Name: Literal["Bag", "CardCustom", "DeckCustom", "Custom_Tile", "Custom_Model", "Custom_PDF"]
    Transform: Transform
    Nickname: Annotated[str, Field(min_length=1)]
    Description: str
    GMNotes: str
    ColorDiffuse: Colour
    Locked: bool
    Grid: bool
    Snap: bool
    IgnoreFoW: bool
    Autoraise: bool
    Sticky: bool
    Tooltip: bool
    GridProjection: bool
    HideWhenFaceDown: bool
    Hands: bool
    LuaScript: str
    LuaScriptState: str
    XmlUI: str
    CardID: Annotated[int, Field(ge=100)] | None = None
    SidewaysCard: bool | None = None
    DeckIDs: Annotated[list[int], Field(min_length=2)] | None = None
    CustomDeck: dict[Annotated[str, Field(pattern=r"^[1-9]\d*$")], Sheet] | None = None
    CustomImage: Picture | None = None
    CustomMesh: Mesh | None = None
    CustomPDF: Pdf | None = None
    Bag: Held | None = None
    ContainedObjects: list[Laid] | None = None


class Save(Form):
    SaveName: str
    Date: str
    VersionNumber: str
    GameMode: str
    GameType: str
    GameComplexity: str
    Tags: list[str]
    Gravity: float
    PlayArea: float
    Table: str
    Sky: str
    Note: str
    TabStates: dict[str, Any]
    LuaScript: str
    LuaScriptState: str
    XmlUI: str
    ObjectStates: Annotated[list[Laid], Field(min_length=1)]


def saved(copy: ExportCopy) -> Any:
    return json.loads((copy.folder / SAVE).read_bytes())


def every(objects: list[Any]) -> Iterator[Any]:
    for each in objects:
        yield each
        yield from every(each.get("ContainedObjects", []))


def named(save: Any, nickname: str) -> Any:
    return next(each for each in every(save["ObjectStates"]) if each["Nickname"] == nickname)


def test_a_whole_export_passes_its_proof_and_has_the_form_of_a_saved_object(
    tts: ExportCopy,
) -> None:
    assert tts.faults() == []
    Save.model_validate_json((tts.folder / SAVE).read_bytes())


def test_every_piece_has_its_number_of_copies(tts: ExportCopy) -> None:
    save = saved(tts)
    deck = named(save, "Finds")
    assert (deck["Name"], len(deck["DeckIDs"])) == ("DeckCustom", 16)
    assert deck["Transform"]["rotZ"] == 180  # face down, since a back hides them
    assert [card["Nickname"] for card in deck["ContainedObjects"][:3]] == [
        "Whelk",
        "Whelk",
        "Cowrie",
    ]
    bag = named(save, "Crab")
    assert (bag["Name"], len(bag["ContainedObjects"])) == ("Bag", 6)
    assert {each["CustomImage"]["CustomTile"]["Type"] for each in bag["ContainedObjects"]} == {2}
    board = named(save, "The shore")
    assert (board["Transform"]["posX"], board["Transform"]["posZ"]) == (0, 0)
    assert named(save, "Tidewrack: rulebook")["CustomPDF"]["PDFUrl"].endswith("rulebook.pdf")


def test_all_pieces_have_the_same_scale(tts: ExportCopy) -> None:
    save = saved(tts)
    unit = POKER.height / LIMITS.card
    assert named(save, "Finds")["Transform"]["scaleZ"] == 1
    counter = named(save, "Crab")["ContainedObjects"][0]
    assert counter["Transform"]["scaleZ"] * LIMITS.tile == pytest.approx(24 * MM / unit, rel=1e-3)


def test_urls_can_be_those_of_a_host(tmp_path: Path) -> None:
    result = export(
        ExportRequest(
            "tidewrack", "tts", SIXTH, tmp_path, only="find", url_base="https://a.example/x"
        )
    )
    text = (result.folder / SAVE).read_text(encoding="utf-8")
    assert '"FaceURL": "https://a.example/x/sheets/find-1-faces.jpg"' in text
    assert "file:" not in text
    assert verify(result.folder, LIMITS, result.folder) == ()


@pytest.mark.parametrize("count", [1, 2, 11, 52, 54, 69, 70])
def test_sheets_have_the_highest_possible_resolution(count: int) -> None:
    grid = sharpest_grid(count, POKER, LIMITS, 300)
    assert grid.columns * grid.rows >= count
    assert grid.columns <= 10
    assert grid.rows <= 7
    assert max(grid.size) <= 4096
    assert grid.width <= 750
    assert abs(grid.width / grid.height - 63.5 / 88.9) < 0.003


def test_few_cards_have_the_requested_resolution_and_seventy_fill_the_sheet() -> None:
    assert sharpest_grid(2, POKER, LIMITS, 300).size in ((1500, 1050), (750, 2100))
    assert sharpest_grid(70, POKER, LIMITS, 300).size == (4090, 4011)


def test_more_cards_than_a_sheet_holds_are_spread_evenly() -> None:
    faces = [face(63.5, 88.9) for _ in range(120)]
    assert [len(sheet) for sheet in split_into_sheets(faces, LIMITS)] == [60, 60]


def test_objects_are_in_rows_and_mats_at_the_seats() -> None:
    ids = Ids("x")
    zones: list[Zone] = ["middle", "far", "far", "near", "seat", "seat"]
    things = [
        TableItem(base_object("Bag", ids.of(str(at)), str(at), 1), 4, 6, zone)
        for at, zone in enumerate(zones)
    ]
    laid = {each["Nickname"]: each["Transform"] for each in arrange(things, 60, 1)}
    assert (laid["0"]["posX"], laid["0"]["posZ"]) == (0, 0)
    assert [(laid[each]["posX"], laid[each]["posZ"]) for each in "12"] == [(-2.5, 7), (2.5, 7)]
    assert laid["3"]["posZ"] == -7
    assert (laid["4"]["posZ"], laid["4"]["rotY"]) == (-14, 180)
    assert (laid["5"]["posZ"], laid["5"]["rotY"]) == (14, 0)


def test_ids_are_reproducible_and_unique() -> None:
    one, two = Ids("kit"), Ids("kit")
    given = [one.of("a"), one.of("a"), one.of("b")]
    assert given == [two.of("a"), two.of("a"), two.of("b")]
    assert len(set(given)) == 3


def bigger(save: Any) -> None:
    named(save, "Finds")["DeckIDs"][0] = 111
    named(save, "Finds")["ContainedObjects"][0]["CardID"] = 111


def unknown_sheet(save: Any) -> None:
    named(save, "Finds")["DeckIDs"][0] = 900
    named(save, "Finds")["ContainedObjects"][0]["CardID"] = 900


def other_order(save: Any) -> None:
    named(save, "Finds")["DeckIDs"].reverse()


def other_grid(save: Any) -> None:
    for each in every(save["ObjectStates"]):
        for sheet in each.get("CustomDeck", {}).values():
            sheet["NumWidth"] = 11


def lost_card(save: Any) -> None:
    deck = named(save, "Finds")
    deck["DeckIDs"].pop()
    deck["ContainedObjects"].pop()


def strange_piece(save: Any) -> None:
    named(save, "The shore")["GMNotes"] = "find/gold"


def elsewhere(save: Any) -> None:
    named(save, "The shore")["CustomImage"]["ImageSecondaryURL"] = "https://example.org/a.jpg"


def same_id(save: Any) -> None:
    named(save, "The shore")["GUID"] = named(save, "Finds")["GUID"]


def no_id(save: Any) -> None:
    named(save, "The shore")["GUID"] = "shore!"


def on_top(save: Any) -> None:
    place = named(save, "The shore")["Transform"]
    named(save, "Finds")["Transform"] |= {"posX": place["posX"], "posZ": place["posZ"]}


def stranger(save: Any) -> None:
    named(save, "Crab")["Name"] = "Infinite_Bag"


def empty(save: Any) -> None:
    del save["ObjectStates"]


@pytest.mark.parametrize(
    ("change", "slugs", "message"),
    [
        (bigger, {"export-deck"}, "card 111 has no place on its sheet, which has 11"),
        (unknown_sheet, {"export-deck"}, "card 900 has no sheet"),
        (other_order, {"export-deck"}, "its cards are not those it lists"),
        (other_grid, {"export-deck"}, "sheet 1 is not 11 ×"),
        (lost_card, {"export-copies"}, "is included 0 times, but the kit holds 1"),
        (strange_piece, {"export-copies"}, "is not a piece of the kit"),
        (elsewhere, {"export-address"}, "https://example.org/a.jpg leads to no file"),
        (same_id, {"export-table"}, "2 objects have the id"),
        (no_id, {"export-table"}, '"shore!" is not an id'),
        (on_top, {"export-table"}, '"The shore" and "Finds" overlap'),
        (stranger, {"export-table"}, '"Crab" has an unknown size'),
        (empty, {"export-file"}, "is not a saved object"),
    ],
)
def test_a_saved_object_that_differs_from_the_kit_is_reported(
    tts: ExportCopy, change: Callable[[Any], None], slugs: set[str], message: str
) -> None:
    save = saved(tts)
    change(save)
    tts.write(SAVE, json.dumps(save).encode())
    faults = tts.faults()
    assert {fault.check for fault in faults} == slugs
    assert message in "; ".join(fault.message for fault in faults)


@pytest.mark.parametrize(
    ("mesh", "message"),
    [
        ("v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1/1 2/2 4/4\n", "has triangles without corners"),
        ("v 0 0 0\n", "has triangles without corners"),
        (
            "v 0 0 0\n" * 25_001 + "f 1/1 2/2 3/3\n",
            "has 25,001 corners; at most 25,000 are allowed",
        ),
    ],
)
def test_an_unusable_model_is_reported(tts: ExportCopy, mesh: str, message: str) -> None:
    (tts.folder / "odd.obj").write_text("")
    entry = {"path": "odd.obj", "role": "model", "bytes": 0, "sha256": ""}
    tts.edit_manifest(lambda manifest: manifest["files"].append(entry))
    tts.write("odd.obj", mesh.encode())
    assert tts.failed_checks() == {"export-sheet"}
    assert [fault.message for fault in tts.faults()] == [message]


def jpeg(size: tuple[int, int], mode: str = "RGB") -> bytes:
    out = BytesIO()
    Image.new(mode, size).save(out, "JPEG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "told", "message"),
    [
        (jpeg((4100, 10)), {"width": 4100, "height": 10}, "at most 4096 on a side are allowed"),
        (jpeg((40, 40), "CMYK"), {"width": 40, "height": 40, "mode": "CMYK"}, "is not plain RGB"),
        (jpeg((1001, 1050)), {"width": 1001, "height": 1050, "cells": [4, 3, 11]}, "of one size"),
        (jpeg((40, 30)), {"width": 40, "height": 30, "cells": [4, 3, 13]}, "13 cards in 4 × 3"),
    ],
)
def test_an_unusable_picture_is_reported(
    tts: ExportCopy, content: bytes, told: dict[str, object], message: str
) -> None:
    tts.write("sheets/find-1-faces.jpg", content, **told)
    assert "export-sheet" in tts.failed_checks()
    assert message in "; ".join(fault.message for fault in tts.faults())
