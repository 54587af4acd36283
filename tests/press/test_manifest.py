"""Tests of the manifest: the places of all faces, and reading back what was written."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pydantic_core
import pytest

from generator.base.errors import KitError
from generator.base.formats import manifest_json
from generator.base.units import MM, Rect, Size
from generator.press.imposition.duplex import Backs
from generator.press.manifest import CheckEntry, Manifest, read_manifest
from generator.press.manifest.make import make_manifest
from generator.press.request import OutputFile
from generator.press.scene.path_data import path_data
from generator.press.scene.paths import ellipse
from tests.kinds import present
from tests.press.imposition.making import font, impose, papers, part, piece

A4 = papers()["a4"]


@pytest.fixture
def manifest(tmp_path: Path) -> Manifest:
    disc = ellipse(Rect(0, 0, 25 * MM, 25 * MM))
    pieces = [piece("card", 63.5, 88.9, 2), piece("disc", 25, 25, trim=disc, back=False)]
    sheets = impose([part(*pieces)], A4, "short-edge", title="Kit", font=font())
    (tmp_path / "kit-print-a4.pdf").write_bytes(b"pages")
    return make_manifest(
        tmp_path,
        kit="kit",
        version="1.2",
        options={"paper": "a4", "backs": "short-edge", "only": None},
        paper=A4,
        files=[OutputFile("kit-print-a4.pdf", len(sheets), Size(A4.width, A4.height), sheets)],
        pieces=pieces,
        checks=[CheckEntry("K-cards", "two cards make a deck", passed=True)],
    )


def test_files_have_digests_and_page_counts(manifest: Manifest) -> None:
    (entry,) = manifest.files
    assert entry.sha256 == hashlib.sha256(b"pages").hexdigest()
    assert (entry.path, entry.bytes, entry.pages) == ("kit-print-a4.pdf", 5, 2)
    assert entry.page_size == (210, 297)
    assert json.loads(manifest.as_json())["origin"] == "lower left"


def test_the_place_of_a_face_is_its_lower_left_corner_in_millimetres(manifest: Manifest) -> None:
    card = manifest.pieces[0]
    assert (card.copies, card.size, card.faces_needed) == (2, (63.5, 88.9), ("front", "back"))
    front, second, back, _ = card.faces
    assert [(face.face, face.copy, face.page, face.rotation) for face in card.faces] == [
        ("front", 1, 1, 0), ("front", 2, 1, 0), ("back", 1, 2, 180), ("back", 2, 2, 180)
    ]  # fmt: skip
    assert second.x - front.x == pytest.approx(
        63.5 + 6
    )  # a gutter of two bleeds, since two cards leave room
    assert (back.x, back.y) == pytest.approx((front.x, 297 - front.y - 88.9), abs=0.0015)


def test_an_outline_is_path_data_in_millimetres(manifest: Manifest) -> None:
    disc = manifest.pieces[1]
    assert disc.faces_needed == ("front",)
    assert present(disc.outline).startswith("M 25 12.5 C")
    assert path_data(present(disc.outline))[0] == ("M", 25 * MM, 12.5 * MM)


@pytest.mark.parametrize(
    ("backs", "two_sided", "needed"),
    [
        ("long-edge", False, ("front", "back")),
        ("none", False, ("front",)),
        ("none", True, ("front", "back")),
    ],
)
def test_second_faces_are_needed_for_duplex_and_when_in_play(
    tmp_path: Path, backs: Backs, two_sided: bool, needed: tuple[str, ...]
) -> None:
    tile = piece("tile", 25, 25, two_sided=two_sided)
    written = make_manifest(
        tmp_path, kit="kit", version="1", options={"backs": backs}, paper=A4, files=[],
        pieces=[tile],
    )  # fmt: skip
    assert written.pieces[0].faces_needed == needed


def test_a_manifest_round_trips(manifest: Manifest, tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(manifest.as_json(), encoding="utf-8")
    assert read_manifest(path) == manifest


def test_a_manifest_is_json_with_a_line_for_each_entry(manifest: Manifest) -> None:
    text = manifest.as_json()
    assert text.endswith("}\n")
    assert list(json.loads(text)) == [
        "kit", "version", "options", "paper", "origin", "files", "pieces", "checks",
        "booklet", "others", "books", "cuts", "precut",
    ]  # fmt: skip
    assert len([line for line in text.splitlines() if '"component"' in line]) == 2
    assert json.loads(replace(manifest, pieces=(), files=()).as_json())["pieces"] == []


def test_a_missing_manifest_is_reported_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(KitError, match=r"manifest.json: cannot be read; build the kit first"):
        read_manifest(tmp_path / "manifest.json")


def test_faults_of_a_manifest_are_reported_with_their_place(
    manifest: Manifest, tmp_path: Path
) -> None:
    path = tmp_path / "manifest.json"
    data = json.loads(manifest.as_json())
    data["pieces"][1]["copies"] = "many"
    data["maker"] = "somebody"
    path.write_text(json.dumps(data))
    with pytest.raises(KitError) as caught:
        read_manifest(path)
    lines = [fault.message for fault in caught.value.faults]
    assert any("pieces, entry 2, copies" in line for line in lines)
    assert any("maker" in line for line in lines)
    for text in ("{", "[]", "", "0", '{"pieces": [\n  0\n ]}'):
        path.write_text(text)
        with pytest.raises(KitError, match="is not a manifest"):
            read_manifest(path)


def test_a_manifest_is_read_in_any_layout(manifest: Manifest, tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    for indent in (None, 0, 1, 2):
        path.write_text(json.dumps(json.loads(manifest.as_json()), indent=indent))
        assert read_manifest(path) == manifest


def test_pieces_are_parsed_one_at_a_time(
    manifest: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parsed together, those of a large deck would take much memory."""
    parsed: list[int] = []

    def from_json(text: bytearray) -> object:
        parsed.append(text.count(b"component"))
        return pydantic_core.from_json(text)

    monkeypatch.setattr(manifest_json, "from_json", from_json)
    path = tmp_path / "manifest.json"
    path.write_text(manifest.as_json())
    assert read_manifest(path) == manifest
    assert parsed == [0]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"copies": 2', '"copies": "many"', "pieces, entry 1, copies"),
        ("},\n  {", "}\n  {", "Invalid JSON"),
        ("\n ],", "\n ]", "Invalid JSON"),
        ('"kit": "kit"', '"maker": "kit"', "maker"),
    ],
)
def test_faults_are_found_in_the_layout_that_is_written(
    manifest: Manifest, tmp_path: Path, old: str, new: str, message: str
) -> None:
    path = tmp_path / "manifest.json"
    text = manifest.as_json()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(KitError, match=f"is not a manifest: .*{message}.*; build the kit"):
        read_manifest(path)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("pieces", 0, "faces", 1, "y"), 1e30),
        (("pieces", 0, "faces", 0, "x"), -5080.1),
        (("pieces", 0, "faces", 0, "page"), 10**9),
        (("pieces", 0, "faces", 0, "rotation"), 45),
        (("pieces", 0, "copies"), 10**9),
        (("pieces", 0, "bleed"), -1),
        (("pieces", 0, "size", 0), 6000),
        (("files", 0, "pages"), 10**9),
        (("files", 0, "page_size", 1), 1e30),
        (("paper", "height"), 1e30),
        (("paper", "margin"), -1),
    ],
)
def test_impossible_numbers_are_refused(
    manifest: Manifest, tmp_path: Path, where: tuple[str | int, ...], value: float
) -> None:
    path = tmp_path / "manifest.json"
    data = holder = json.loads(manifest.as_json())
    for key in where[:-1]:
        holder = holder[key]
    holder[where[-1]] = value
    path.write_text(json.dumps(data))
    with pytest.raises(KitError, match=f"is not a manifest: {where[0]}, .*Input should be"):
        read_manifest(path)
