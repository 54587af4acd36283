"""Tests of Screentop, Tabletopia and PlayingCards.io: every piece with its pictures and its copies."""

from __future__ import annotations

import csv
import json
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from generator.kit.locate import KitSearchPath
from generator.publish.export import export
from generator.publish.job import ExportJob
from generator.publish.request import ExportRequest, Shop
from generator.publish.shop_limits import PcioLimits, ScreenLimits
from generator.publish.virtual_tabletops.piece_pictures import LIST
from generator.publish.virtual_tabletops.playing_cards_io import PACKAGE, WIDGETS
from tests.press.running import KITS, Workshop, run
from tests.publish.making import SHARED, TIDEWRACK, ExportCopy, copy_of, exported


@pytest.fixture(scope="module")
def screentop_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    return exported("screentop", ScreenLimits, tmp_path_factory.mktemp("screentop"))


@pytest.fixture(scope="module")
def room_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    return exported("pcio", PcioLimits, tmp_path_factory.mktemp("pcio"))


@pytest.fixture
def screentop(screentop_export: ExportCopy, tmp_path: Path) -> ExportCopy:
    return copy_of(screentop_export, tmp_path / "screentop")


@pytest.fixture
def room(room_export: ExportCopy, tmp_path: Path) -> ExportCopy:
    return copy_of(room_export, tmp_path / "pcio")


def listed(copy: ExportCopy) -> list[dict[str, str]]:
    with (copy.folder / LIST).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_pictures_of_a_component_have_one_size_and_lack_the_bleed(
    screentop_export: ExportCopy,
) -> None:
    rows = listed(screentop_export)
    assert screentop_export.faults() == []
    kept = {each["id"]: each["copies"] for each in screentop_export.manifest()["pieces"]}
    assert {row["piece"]: int(row["copies"]) for row in rows} == kept
    for row in rows:
        for side in filter(None, (row["front"], row["back"])):
            with Image.open(screentop_export.folder / side) as image:
                assert image.size == (int(row["width"]), int(row["height"]))
                assert (image.mode == "RGBA") == (row["shape"] != "rectangle")
    card = next(row for row in rows if row["piece"].startswith("find/"))
    assert (card["shape"], card["width"], card["height"]) == ("rectangle", "375", "525")


def test_the_same_pictures_serve_tabletopia(tmp_path: Path) -> None:
    result = exported("tabletopia", ScreenLimits, tmp_path, only="counters")
    assert result.faults() == []
    assert "stack" in result.manifest()["notes"][0]


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (lambda row: row | {"copies": "9"}, "export-copies"),
        (lambda row: row | {"width": "9"}, "export-component"),
        (lambda row: row | {"front": "gone.png"}, "export-copies"),
    ],
)
def test_a_wrong_list_is_reported(
    screentop: ExportCopy, change: Callable[[dict[str, str]], dict[str, str]], check: str
) -> None:
    first, *rest = listed(screentop)
    lines: list[Iterable[str]] = [
        first.keys(),
        change(first).values(),
        *(row.values() for row in rest),
    ]
    screentop.write(LIST, "".join(",".join(line) + "\n" for line in lines).encode())
    assert check in screentop.failed_checks()


def test_a_picture_of_another_size_is_reported(screentop: ExportCopy) -> None:
    path = next(row["front"] for row in listed(screentop) if row["piece"].startswith("find/"))
    out = BytesIO()
    Image.new("RGB", (374, 525)).save(out, "PNG")
    screentop.write(path, out.getvalue(), width=374)
    assert "export-component" in screentop.failed_checks()


def contents(room: ExportCopy) -> dict[str, bytes]:
    with zipfile.ZipFile(room.folder / "tidewrack.pcio") as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def widgets_of(room: ExportCopy) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(contents(room)[WIDGETS])
    return found


def test_a_room_has_every_piece_with_its_pictures(room_export: ExportCopy) -> None:
    assert room_export.faults() == []
    content, widgets = contents(room_export), widgets_of(room_export)
    cards = Counter(each["cardType"] for each in widgets if each["type"] == "card")
    boards = [each for each in widgets if each["type"] == "board"]
    copies = {each["id"]: each["copies"] for each in room_export.manifest()["pieces"]}
    assert boards
    assert dict(cards) | {board["id"].removesuffix("-board"): 1 for board in boards} == copies
    decks = {each["id"]: each for each in widgets if each["type"] == "cardDeck"}
    for deck in decks.values():
        for card in deck["cardTypes"].values():
            with Image.open(BytesIO(content[card["face"].removeprefix(PACKAGE)])) as image:
                shown = deck["cardWidth"] / deck["cardHeight"]
                assert image.width / image.height == pytest.approx(shown, rel=0.06)
    hidden = [each for each in widgets if each["type"] == "card" and not each["faceup"]]
    assert {each["cardType"].partition("/")[0] for each in hidden} == {"find"}


def test_the_same_kit_gives_the_same_room(room_export: ExportCopy, tmp_path: Path) -> None:
    again = exported("pcio", PcioLimits, tmp_path)
    name = "tidewrack.pcio"
    assert (again.folder / name).read_bytes() == (room_export.folder / name).read_bytes()


def _first(widgets: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(each for each in widgets if each["type"] == kind)


@pytest.mark.parametrize(
    ("kind", "change", "check"),
    [
        ("card", {"cardType": "find/none"}, "export-deck"),
        ("card", {"parent": "nowhere"}, "export-deck"),
        ("card", {"id": "hand"}, "export-table"),
        ("board", {"boardImage": "package://userassets/none.png"}, "export-address"),
        ("board", {"x": 1500}, "export-table"),
        ("cardPile", {"x": 0, "y": 0, "width": 1600, "height": 700}, "export-table"),
    ],
)
def test_a_room_that_cannot_be_shown_is_reported(
    room: ExportCopy, kind: str, change: dict[str, object], check: str
) -> None:
    widgets = widgets_of(room)
    _first(widgets, kind).update(change)
    rewrite(room, {WIDGETS: json.dumps(widgets).encode()})
    assert check in room.failed_checks()


def test_a_missing_card_or_an_invalid_picture_is_reported(room: ExportCopy) -> None:
    widgets = widgets_of(room)
    widgets.remove(_first(widgets, "card"))
    picture = next(name for name in contents(room) if name != WIDGETS)
    rewrite(room, {WIDGETS: json.dumps(widgets).encode(), picture: b"no picture"})
    assert {"export-copies", "export-picture"} <= room.failed_checks()


def rewrite(room: ExportCopy, changed: dict[str, bytes]) -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, data in {**contents(room), **changed}.items():
            packed.writestr(name, data)
    room.write("tidewrack.pcio", out.getvalue())


@pytest.mark.parametrize("shop", ["screentop", "tabletopia", "pcio"])
def test_a_resolution_outside_the_limits_is_refused(tmp_path: Path, shop: Shop) -> None:
    result = run("export", "tidewrack", *TIDEWRACK, "--for", shop, "--dpi", "301", "-o", tmp_path)
    assert "--dpi 301 is outside 50..300" in result.err
    assert not list(tmp_path.iterdir())


def test_a_room_that_is_too_full_is_refused_before_anything_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop = Workshop(tmp_path)
    limits = (SHARED[0] / "shops" / "pcio.yaml").read_text(encoding="utf-8")
    workshop.write("data/shared/shops/pcio.yaml", limits.replace("widgets: 1200", "widgets: 12"))
    monkeypatch.delattr(ExportJob, "pictures")
    result = workshop.run("export", "tidewrack", "--for", "pcio", "-o", "out")
    assert (result.code, len(result.faults), workshop.out.exists()) == (2, 1, False)
    assert "a room holds at most 12 objects, but this one would have " in result.err
    assert "export one part with --only (room-too-full)" in result.err


@pytest.mark.parametrize("shop", ["png", "screentop", "pcio"])
def test_the_number_of_faces_is_reported_with_the_first(shop: Shop, tmp_path: Path) -> None:
    texts: list[tuple[str, int, int]] = []
    roots = KitSearchPath(KITS / "data", KITS / "templates")
    export(
        ExportRequest("tidewrack", shop, roots, tmp_path, dpi=50), lambda *step: texts.append(step)
    )
    drawn = [(done, of) for step, done, of in texts if step.startswith("draw")]
    assert drawn == [(number, len(drawn)) for number in range(len(drawn))]
    assert len(drawn) > 10
