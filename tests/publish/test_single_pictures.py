"""Tests of exports of single pictures (The Game Crafter, plain PNG), and every fault of theirs."""

from __future__ import annotations

import csv
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from generator.base.atomic_output import staging
from generator.base.errors import KitError
from generator.base.side_by_side import job_limit
from generator.publish import images
from generator.publish.export import export
from generator.publish.manifest import ExportBundle
from generator.publish.request import ExportRequest
from tests.publish.making import SIXTH, ExportCopy, copy_of

WHELK = "poker-deck/find/whelk-front.png"


def rows(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def picture(
    size: tuple[int, int] = (825, 1125), mode: str = "RGB", dpi: int = 300, kind: str = "PNG"
) -> bytes:
    out = BytesIO()
    Image.new(mode, size).save(out, kind, dpi=(dpi, dpi))
    return out.getvalue()


def test_a_whole_export_passes_its_proof(tgc: ExportCopy, png: ExportCopy) -> None:
    assert (tgc.faults(), png.faults()) == ([], [])


def test_two_processes_write_the_same_pictures_as_one(
    png: ExportCopy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(images, "BATCH", 3)
    drawn: list[tuple[int, int]] = []

    def watch(step: str, done: int, of: int) -> None:
        if step == "draw":
            drawn.append((done, of))

    with job_limit(2):
        folder = export(ExportRequest("tidewrack", "png", SIXTH, tmp_path / "two"), watch).folder
    names = {path.relative_to(folder) for path in folder.rglob("*.*")}
    assert names == {path.relative_to(png.folder) for path in png.folder.rglob("*.*")}
    for name in names:
        assert (folder / name).read_bytes() == (png.folder / name).read_bytes()
    of = sum(name.suffix == ".png" for name in names)
    assert drawn == [(done, of) for done in range(of)]


def test_each_product_has_a_folder_one_back_and_the_copies(tgc: ExportCopy) -> None:
    listed = {row["piece"]: row for row in rows(tgc.folder / "copies.csv")}
    assert len(listed) == 14  # eleven finds, the board and two kinds of counters
    assert listed["find/whelk"] == {
        "product": "Poker Deck",
        "piece": "find/whelk",
        "title": "Whelk",
        "copies": "2",
        "front": WHELK,
        "back": "poker-deck/find/back.png",
        "note": "",
    }
    assert listed["shore"]["product"] == "Small Bi Fold Mat"
    assert "to be cut out by hand" in listed["shore"]["note"]
    with Image.open(tgc.folder / WHELK) as image:
        assert (image.size, image.mode) == ((825, 1125), "RGB")
        assert round(image.info["dpi"][0]) == 300


def test_pieces_that_the_shop_does_not_offer_are_listed_with_the_reason(
    products_only_export: ExportCopy,
) -> None:
    left = rows(products_only_export.folder / "not-offered.csv")
    assert [(row["piece"], row["copies"]) for row in left] == [
        ("counter/crab", "6"), ("counter/gull", "5")
    ]  # fmt: skip
    assert all(row["why"].startswith("nearest is Large Circle Chit") for row in left)


def test_pictures_have_their_bleed_up_to_the_corners(png: ExportCopy) -> None:
    listed = {row["piece"]: row for row in rows(png.folder / "pieces.csv")}
    assert listed["find/whelk"]["back"] == "find/back.png"
    with Image.open(png.folder / listed["find/whelk"]["front"]) as card:
        assert (card.size, card.mode) == ((821, 1121), "RGB")
    with Image.open(png.folder / listed["counter/gull"]["front"]) as counter:
        assert (counter.size, counter.mode) == ((354, 354), "RGB")
        assert counter.getpixel((0, 0)) == counter.getpixel((177, 2))
    index = (png.folder / "index.html").read_text(encoding="utf-8")
    for row in listed.values():
        assert f'src="{row["front"]}"' in index


def test_trimmed_pictures_are_cut_out(tmp_path: Path) -> None:
    request = ExportRequest("tidewrack", "png", SIXTH, tmp_path, trim=True)
    folder = export(request).folder
    listed = {row["piece"]: row for row in rows(folder / "pieces.csv")}
    with Image.open(folder / listed["counter/gull"]["front"]) as counter:
        alpha = counter.getchannel("A")
        assert counter.width < 300
        assert [alpha.getpixel(at) for at in ((0, 0), (142, 142))] == [0, 255]
    assert {row["bleed mm"] for row in listed.values()} <= {"0", "0.0"}
    with pytest.raises(KitError, match="--trim"):
        export(ExportRequest("tidewrack", "tgc", SIXTH, tmp_path, trim=True))


@pytest.mark.parametrize(
    ("content", "told", "slugs"),
    [
        (picture((800, 1125)), {}, {"export-picture"}),
        (picture((800, 1125)), {"width": 800}, {"export-product"}),
        (picture(dpi=72), {}, {"export-picture"}),
        (picture(dpi=72), {"dpi": 72}, {"export-product"}),
        (picture(mode="RGBA"), {"mode": "RGBA"}, {"export-product"}),
        (picture(mode="L"), {}, {"export-picture"}),
        (picture(mode="CMYK", kind="TIFF"), {"mode": "CMYK"}, {"export-picture", "export-product"}),
        (b"no picture", {}, {"export-picture"}),
        (picture(), {"product": "shoe-box"}, {"export-product"}),
    ],
)
def test_a_picture_that_violates_the_shops_limits_is_reported(
    tgc: ExportCopy, content: bytes, told: dict[str, object], slugs: set[str]
) -> None:
    tgc.write(WHELK, content, **told)
    assert tgc.failed_checks() == slugs
    assert all(str(fault.place).endswith(WHELK) for fault in tgc.faults())


def test_a_changed_or_missing_file_is_reported(tgc: ExportCopy) -> None:
    (tgc.folder / WHELK).write_bytes((tgc.folder / WHELK).read_bytes() + b"!")
    assert tgc.failed_checks() == {"export-file"}
    (tgc.folder / WHELK).unlink()
    assert tgc.failed_checks() == {"export-file", "export-copies"}
    (tgc.folder / "export.json").write_text("{}")
    assert "is not an export's manifest" in tgc.faults()[0].message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (",Whelk,2,", ",Whelk,3,", "is listed 3 times, but the kit holds 2"),
        ("find/whelk,Whelk", "find/welk,Whelk", "is not in the list"),
        (WHELK, "poker-deck/find/cowrie-front.png", "its front is not the file listed"),
    ],
)
def test_a_list_that_differs_from_the_kit_is_reported(
    tgc: ExportCopy, old: str, new: str, message: str
) -> None:
    text = (tgc.folder / "copies.csv").read_text(encoding="utf-8")
    assert text.count(old) == 1
    tgc.write("copies.csv", text.replace(old, new).encode())
    assert tgc.failed_checks() == {"export-copies"}
    assert message in tgc.faults()[0].message


def test_a_piece_that_is_both_sent_and_left_out_is_reported(
    products_only_export: ExportCopy, tmp_path: Path
) -> None:
    tgc = copy_of(products_only_export, tmp_path / "copy")

    def twice(manifest: Any) -> None:
        manifest["pieces"][0]["id"] = manifest["left_out"][0]["id"]

    tgc.edit_manifest(twice)
    assert "is listed twice" in {fault.message for fault in tgc.faults()}


def test_a_picture_without_the_size_of_its_piece_is_reported(png: ExportCopy) -> None:
    png.write("find/whelk-front.png", picture((821, 1000)), height=1000)
    assert png.failed_checks() == {"export-picture"}
    assert "is 121 pixels off the size of its piece" in png.faults()[0].message


def test_no_title_is_a_formula_in_a_list_for_people(tmp_path: Path) -> None:
    row = ["=1+2", "+x", "-y", "@z", "\tw", "a=b", "", -3]
    with staging(tmp_path / "out") as stage:
        bundle = ExportBundle(stage)
        bundle.add_list("list.csv", [row])
        bundle.add_table("table.csv", [row])
        written, table = (
            next(csv.reader((stage.aside / name).read_text(encoding="utf-8").splitlines()))
            for name in ("list.csv", "table.csv")
        )
    assert written == ["'=1+2", "'+x", "'-y", "'@z", "'\tw", "a=b", "", "-3"]
    assert table == [*map(str, row)]
