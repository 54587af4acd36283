"""Tests of The Game Crafter export: a whole game with punchout sheets, booklet, boxes and parts to order."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

from generator.base.units import MM, Rect
from generator.press.scene.items import Scene
from generator.press.scene.paths import ellipse, polygon
from generator.publish.print_shops.game_crafter.box_and_booklet import _booklet_for, _tuck_boxes_for
from generator.publish.print_shops.game_crafter.dice import die_of
from generator.publish.print_shops.game_crafter.punchouts import cutout_of, holds
from generator.publish.print_shops.product_match import product_for
from generator.publish.shop_limits import TgcLimits, load_limits
from tests.publish.making import SHARED, ExportCopy, face, fold, piece, with_products_only

LIMITS = load_limits(SHARED, "tgc", TgcLimits)


def rows(export: ExportCopy, name: str) -> list[dict[str, str]]:
    with (export.folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_whole_game_is_exported(tgc_export: ExportCopy) -> None:
    assert tgc_export.faults() == []
    assert tgc_export.manifest()["left_out"] == []
    ordered = {row["product"]: row["number"] for row in rows(tgc_export, "order.csv")}
    assert ordered["Poker Deck"] == "16"
    assert ordered["Jumbo Booklet"] == "1"
    assert any(name.endswith("Punchout") for name in ordered)
    assert any(name.endswith("Stout Box") for name in ordered)
    pages = sorted((tgc_export.folder / "jumbo-booklet").iterdir())
    assert len(pages) % 4 == 0
    with Image.open(pages[0]) as cover:
        assert cover.size == (2475, 3075)


def test_punchouts_are_in_place_and_colour_on_both_sides(tgc_export: ExportCopy) -> None:
    places = rows(tgc_export, "punchouts.csv")
    counters = [row for row in places if row["piece"].startswith("counter/")]
    assert len(counters) == 11
    first = counters[0]
    with Image.open(tgc_export.folder / f"{first['sheet']}-front.png") as front:
        wide = front.width
        x, y = (round((float(first[f"{a} mm"]) + float(first[f"{b} mm"]) / 2) * MM * 300 / 72)
                for a, b in (("x", "width"), ("y", "height")))  # fmt: skip
        corner = front.convert("RGB").getpixel((4, 4))
        ground = front.convert("RGB").crop((x - 90, y - 90, x + 90, y + 90)).getcolors(99_999)
    assert corner == (255, 255, 255)
    assert ground is not None
    assert len(ground) > 2
    with Image.open(tgc_export.folder / f"{first['sheet']}-back.png") as back:
        mirrored = back.convert("RGB").crop((wide - x - 90, y - 90, wide - x + 90, y + 90))
        assert len(mirrored.getcolors(99_999) or ()) > 2


@pytest.mark.parametrize(
    ("name", "old", "new", "check"),
    [
        ("punchouts.csv", ",1,", ",1,9", "export-punchout"),
        ("punchouts.csv", "counter/gull,1", "counter/gull,1,,,,\n", "export-punchout"),
        ("punchouts.csv", "counter/gull", "counter/crab", "export-copies"),
        ("sheet-1-cut.svg", "<path d", "<line d", "export-punchout"),
        ("sheet-1-cut.svg", '"M', '"M0 0L', "export-punchout"),
        ("sheet-1-cut.svg", "</svg>", "", "export-punchout"),
    ],
)
def test_a_wrong_cut_is_reported(
    tgc: ExportCopy, name: str, old: str, new: str, check: str
) -> None:
    path = next(tgc.folder.rglob(name))
    text = path.read_text(encoding="utf-8")
    assert old in text
    changed = text.replace(old, new, 1).encode()
    tgc.write(path.relative_to(tgc.folder).as_posix(), changed)
    assert check in tgc.failed_checks()


def test_a_booklet_page_with_a_wrong_pixel_size_is_reported(tgc: ExportCopy) -> None:
    path = "jumbo-booklet/page-01.png"
    Image.new("RGB", (100, 100)).save(tgc.folder / path, dpi=(300, 300))
    tgc.write(path, (tgc.folder / path).read_bytes(), width=100, height=100)
    assert "export-product" in tgc.failed_checks()


def test_folds_determine_the_shape_to_cut_out() -> None:
    star = polygon([(0, 0), (50, 20), (100, 0), (60, 90)])
    odd = cutout_of(piece(face(40, 40, trim=star)))
    assert odd
    assert holds(odd, LIMITS)
    assert product_for(odd.piece, LIMITS) is None
    figure = cutout_of(piece(face(30, 100, [fold(0, y, 30, y) for y in (10, 50, 90)])))
    assert figure
    assert figure.stands
    assert figure.size == pytest.approx((30 * MM, 40 * MM))
    assert figure.back
    assert figure.back.turn == 180
    assert cutout_of(piece(face(60, 60, [fold(20, 0, 20, 60), fold(40, 0, 40, 60)]))) is None
    huge = cutout_of(piece(face(90, 300)))
    assert huge
    assert not holds(huge, LIMITS)


@pytest.mark.parametrize(
    ("width", "height", "slug"),
    [(148, 210, "jumbo-booklet"), (63, 88, "small-booklet"), (210, 297, "jumbo-booklet")],
)
def test_a_booklet_is_at_least_as_large_as_its_page_if_possible(
    width: float, height: float, slug: str
) -> None:
    assert _booklet_for(Scene("page", width * MM, height * MM, ()), LIMITS) == slug


@pytest.mark.parametrize(
    ("width", "height", "copies", "boxes"),
    [
        (63.5, 88.9, 52, (1, "poker-tuck-box-54")),
        (63.5, 88.9, 55, (1, "poker-tuck-box-72")),
        (70, 120, 40, (1, "tarot-tuck-box-40")),
        (63.5, 88.9, 108, (1, "poker-tuck-box-108")),
        (63.5, 88.9, 109, (2, "poker-tuck-box-72")),
        (90, 70, 10, (0, "")),
    ],
)
def test_a_tuck_box_has_room_for_its_cards(
    width: float, height: float, copies: int, boxes: tuple[int, str]
) -> None:
    assert _tuck_boxes_for([piece(face(width, height), copies=copies)], LIMITS) == boxes


def test_a_users_shop_may_offer_products_only(tmp_path: Path) -> None:
    with_products_only(tmp_path)
    limits = load_limits((tmp_path / "data/shared",), "tgc", TgcLimits)
    cutout = cutout_of(piece(face(20, 20, trim=ellipse(Rect(0, 0, 20 * MM, 20 * MM)))))
    assert cutout
    assert not holds(cutout, limits)


NETS = {
    "cross": ["..1...", ".2345.", "..6..."],
    "stairs": ["12....", ".34...", "..56.."],
    "bar": ["1.....", "2345..", "...6.."],
    "strip of six": ["123456"],  # folds, but not to a cube
    "square": ["12", "34", "56"],
}
OPPOSITE = {
    "cross": {"1": "6", "2": "4", "3": "5"},
    "stairs": {"1": "4", "2": "5", "3": "6"},
    "bar": {"1": "6", "2": "4", "3": "5"},
}


def net(rows: Sequence[str]) -> tuple[Scene, dict[tuple[float, float], str]]:
    """A face with cells of 20 mm, joined by folds; the name of each, by its place."""
    cells = {
        (x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "."
    }
    folds = [
        fold(20 * x + 20, 20 * y, 20 * x + 20, 20 * y + 20) for x, y in cells if (x + 1, y) in cells
    ]
    folds += [
        fold(20 * x, 20 * y + 20, 20 * x + 20, 20 * y + 20) for x, y in cells if (x, y + 1) in cells
    ]
    edges: dict[tuple[int, int], tuple[int, int]] = {}
    for x, y in cells:  # the cut is clockwise along the sides that no two cells share
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        besides = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
        for n, beside in enumerate(besides):
            if beside not in cells:
                edges[corners[n]] = corners[(n + 1) % 4]
    start = at = min(edges)
    outline = [start]
    while (at := edges[at]) != start:
        outline.append(at)
    trim = polygon([(20 * MM * x, 20 * MM * y) for x, y in outline])
    scene = face(20 * max(map(len, rows)), 20 * len(rows), folds, trim=trim)
    return scene, {(20 * MM * x, 20 * MM * y): mark for (x, y), mark in cells.items()}


@pytest.mark.parametrize("name", NETS)
def test_a_paper_cube_is_a_die_with_opposite_sides_adding_up_to_seven(name: str) -> None:
    scene, cells = net(NETS[name])
    die = die_of(piece(scene))
    if name not in OPPOSITE:
        assert die is None
        return
    assert die
    sides = [next(mark for (x, y), mark in cells.items()
                  if abs(x - box.x) + abs(y - box.y) < 0.1) for box in die.faces]  # fmt: skip
    found = {sides[n]: sides[5 - n] for n in range(6)}
    assert found == OPPOSITE[name] | {other: one for one, other in OPPOSITE[name].items()}
    assert all(box.width == pytest.approx(20 * MM) == box.height for box in die.faces)
