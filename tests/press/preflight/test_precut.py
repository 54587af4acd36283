"""Preflight of precut sheets: each fault that would print a piece beside its place is found."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from generator.press.manifest import read_manifest
from generator.press.preflight import preflight
from tests.press.running import Workshop, run

CARDS = """\
cards:
  paper: a4
  size: [88.9, 63.5]
  columns: 2
  rows: 4
"""


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pieces of Grumbles, its round ones on labels, with moved backs elsewhere."""
    out = tmp_path_factory.mktemp("labels")
    words = ("--precut", "round-20=3", "--only", "pieces", "--offset", "0.5,1")
    result = run("build", "grumbles", "-o", out, *words)
    assert result.code == 0, result.err
    return out / "grumbles" / "pieces"


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The finds of Tidewrack on perforated cards, with moved backs."""
    shop = Workshop(tmp_path_factory.mktemp("cards"))
    shop.write("data/shared/precut.yaml", CARDS)
    result = shop.build("--precut", "cards", "--backs", "short-edge", "--offset", "0.5,1")
    assert result.code == 0, result.err
    return shop.out / "tidewrack"


@pytest.fixture
def kit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copytree(request.getfixturevalue(request.param), tmp_path / "kit"))


def faults(kit: Path) -> list[str]:
    return [str(fault) for fault in preflight(kit) if fault.check == "proof-precut"]


@pytest.mark.parametrize("kit", ["labels", "cards"], indirect=True)
def test_a_build_on_precut_sheets_passes(kit: Path) -> None:
    assert preflight(kit) == ()
    (entry,) = read_manifest(kit / "manifest.json").precut
    assert (kit / entry.file).exists()
    assert run("proof", kit).code == 0


def change_entry(kit: Path, change: Callable[[dict[str, Any]], object]) -> None:
    manifest = json.loads((kit / "manifest.json").read_text())
    change(manifest["precut"][0])
    (kit / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize("kit", ["labels", "cards"], indirect=True)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda entry: entry["at"].__setitem__(0, entry["at"][0] + 0.1), "does not lie in a place"),
        (
            lambda entry: entry["pitch"].__setitem__(1, entry["pitch"][1] + 0.5),
            "does not lie in a place",
        ),
        (lambda entry: entry.update(rows=1), "does not lie in a place"),
    ],
)
def test_a_piece_beside_its_place_is_found(
    kit: Path, change: Callable[[dict[str, Any]], object], message: str
) -> None:
    change_entry(kit, change)
    found = faults(kit)
    assert found
    assert all(message in fault for fault in found)
    assert all(".pdf: page " in fault for fault in found)


def resize(by: float) -> Callable[[dict[str, Any]], None]:
    """Places larger by so much, around the same centres."""

    def change(entry: dict[str, Any]) -> None:
        entry["size"] = [side + by for side in entry["size"]]
        entry["at"] = [side - by / 2 for side in entry["at"]]

    return change


@pytest.mark.parametrize(
    ("kit", "by", "message"),
    [
        ("labels", 8, "leaves an edge of its place white"),
        ("labels", -2, "is too large for its place"),
        ("cards", 8, "leaves an edge of its place white"),
        ("cards", -2, "is too large for its place"),
    ],
    indirect=["kit"],
)
def test_a_piece_of_another_size_is_found(kit: Path, by: float, message: str) -> None:
    change_entry(kit, resize(by))
    found = faults(kit)
    assert found
    assert all(message in fault for fault in found)


@pytest.mark.parametrize("kit", ["labels"], indirect=True)
def test_two_pieces_in_a_place_are_found(kit: Path) -> None:
    manifest = json.loads((kit / "manifest.json").read_text())
    (file,) = [entry["file"] for entry in manifest["precut"]]
    faces = [
        face for piece in manifest["pieces"] for face in piece["faces"] if face["file"] == file
    ]
    faces[1]["x"], faces[1]["y"] = faces[0]["x"], faces[0]["y"]
    (kit / "manifest.json").write_text(json.dumps(manifest))
    assert any("lies in the place of another piece" in fault for fault in faults(kit))


def test_backs_lie_in_the_places_as_seen_from_behind(cards: Path) -> None:
    manifest = read_manifest(cards / "manifest.json")
    (entry,) = manifest.precut
    placed = [face for piece in manifest.pieces for face in piece.faces if face.file == entry.file]
    assert {face.page % 2 for face in placed if face.face == "front"} == {1}
    assert {face.page % 2 for face in placed if face.face == "back"} == {0}
    assert not entry.one_sided


def test_without_a_duplex_printer_each_face_has_a_place(tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    shop.write("data/shared/precut.yaml", CARDS)
    result = shop.build("--precut", "cards", "--backs", "gutterfold")
    assert result.code == 0, result.err
    (entry,) = read_manifest(shop.out / "tidewrack" / "manifest.json").precut
    assert entry.one_sided
    assert run("proof", shop.out / "tidewrack").code == 0


def test_labels_are_one_sided(labels: Path) -> None:
    manifest = read_manifest(labels / "manifest.json")
    (entry,) = manifest.precut
    assert manifest.label_files == {entry.file}
    placed = [face for piece in manifest.pieces for face in piece.faces if face.file == entry.file]
    assert {face.page for face in placed} == {1}
    assert {face.face for face in placed} == {"front", "back"}


def test_the_first_page_names_the_file(tmp_path: Path) -> None:
    result = run("build", "grumbles", "-o", tmp_path, "--precut", "round-20")
    assert result.code == 0, result.err
    document = pypdfium2.PdfDocument(tmp_path / "grumbles" / "grumbles-print-a4.pdf")
    text = " ".join(document[0].get_textpage().get_text_bounded().split())
    document.close()
    assert "grumbles-round-20-a4.pdf goes on 1 sheet of: Round labels, 20 mm." in text
    assert "Pieces with two faces have two labels" in text
    assert "All 7 pages are printed on A4" in text


def test_variants_are_for_several_papers(tmp_path: Path) -> None:
    result = run("build", "grumbles", "-o", tmp_path, "--precut", "round-20", "--all-variants")
    assert result.code == 2
    assert "--precut on sheets of one" in result.err
