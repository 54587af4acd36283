"""Tests of builds of Tidewrack: every option and part, the manifest, and reproducible bytes."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from lxml import etree

from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.press.paint.raster import rasterize_page
from generator.press.preflight import preflight
from generator.press.request import STEPS
from tests.press.running import FIND, GAME, KITS, Workshop, request_for, run

ROOT = Path(__file__).parents[2]
SIXTH = KitSearchPath(KITS / "data", KITS / "templates")
TIDEWRACK = ["--data", KITS / "data", "--templates", KITS / "templates"]
COPIES = {"shore": 1, "find": 16, "counter": 11, "how-to": 1}


def manifest(folder: Path) -> Any:
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


def sums(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "gutterfold", "none"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_option_gives_a_complete_kit_that_passes_preflight(
    paper: str, backs: Any, ink: Any, tmp_path: Path
) -> None:
    built = build(request_for("tidewrack", SIXTH, tmp_path, paper, backs, ink))
    data = manifest(built.folder)
    assert preflight(built.folder) == ()
    assert data["options"] == {"paper": paper, "backs": backs, "ink": ink}
    assert [entry["path"] for entry in data["files"]] == [
        f"tidewrack-print-{paper}.pdf",
        f"tidewrack-rulebook-{paper}.pdf",
        "maps/shore.svg",
    ]
    copies: Counter[str] = Counter()
    for piece in data["pieces"]:
        copies[piece["component"]] += piece["copies"]
        needed = [face for face in piece["faces_needed"] for _ in range(piece["copies"])]
        assert Counter(face["face"] for face in piece["faces"]) == Counter(needed)
    pages = (
        1 if backs.endswith("edge") else 2
    )  # the packing list is on the back of the first page, or on a page of its own
    assert copies == {**COPIES, "how-to": pages}
    counters = [piece for piece in data["pieces"] if piece["component"] == "counter"]
    assert all(piece["faces_needed"] == ["front", "back"] for piece in counters)
    finds = [piece for piece in data["pieces"] if piece["component"] == "find"]
    assert all(("back" in piece["faces_needed"]) is (backs != "none") for piece in finds)


@pytest.fixture(scope="module")
def kit_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(request_for("tidewrack", SIXTH, tmp_path_factory.mktemp("whole"))).folder


def test_the_manifest_has_the_digest_of_every_file(kit_folder: Path) -> None:
    found = sums(kit_folder)
    del found["manifest.json"]
    files = manifest(kit_folder)["files"]
    assert {entry["path"]: entry["sha256"] for entry in files} == found
    for entry in files:
        assert entry["bytes"] == (kit_folder / entry["path"]).stat().st_size


def test_the_manifest_has_the_page_sizes(kit_folder: Path) -> None:
    for entry in manifest(kit_folder)["files"]:
        if entry["path"].endswith(".pdf"):
            with pikepdf.open(kit_folder / entry["path"]) as pdf:
                assert len(pdf.pages) == entry["pages"]
                for page in pdf.pages:
                    size = [float(value) / 72 * 25.4 for value in page.mediabox[2:]]
                    assert size == pytest.approx(entry["page_size"], abs=0.01)


def test_the_map_is_drawn_at_true_size(kit_folder: Path) -> None:
    root = etree.parse(kit_folder / "maps" / "shore.svg").getroot()
    assert (root.get("width"), root.get("height")) == ("150mm", "120mm")
    (shore,) = (piece for piece in manifest(kit_folder)["pieces"] if piece["id"] == "shore")
    assert shore["size"] == [150, 120]


def test_every_check_that_was_run_is_listed(kit_folder: Path) -> None:
    checks = {check["slug"]: check["passed"] for check in manifest(kit_folder)["checks"]}
    assert checks["T-finds"] is checks["T-worth"] is True


def test_the_same_input_gives_the_same_bytes_in_any_process(
    kit_folder: Path, tmp_path: Path
) -> None:
    for seed in ("1", "2"):
        out = tmp_path / seed
        words = ["build", "tidewrack", *TIDEWRACK, "-o", out, "--jobs", seed]
        command = [sys.executable, "-m", "generator", *words]
        surroundings = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTHONHASHSEED": seed,
            "TZ": "Asia/Tokyo",
        }
        subprocess.run(list(map(str, command)), env=surroundings, capture_output=True, check=True)
        assert sums(out / "tidewrack") == sums(kit_folder)


@pytest.mark.parametrize(
    ("only", "files"),
    [
        ("cards", ["tidewrack-cards-a4.pdf"]),
        ("counters", ["tidewrack-counters-a4.pdf"]),
        ("board", ["tidewrack-board-a4.pdf"]),
        ("maps", ["tidewrack-maps-a4.pdf", "shore.svg"]),
        ("rulebook", ["tidewrack-rulebook-a4.pdf"]),
    ],
)
def test_a_single_part_is_built_with_its_own_folder_and_manifest(
    only: str, files: list[str], tmp_path: Path
) -> None:
    built = build(request_for("tidewrack", SIXTH, tmp_path, only=only))
    assert built.folder == tmp_path / "tidewrack" / only
    assert [file.path for file in built.files] == files
    assert sorted(sums(tmp_path / "tidewrack" / only)) == sorted([*files, "manifest.json"])
    assert preflight(built.folder) == ()
    components = {piece["component"] for piece in manifest(built.folder)["pieces"]}
    assert "how-to" not in components


def test_maps_and_rulebook_have_their_own_commands(tmp_path: Path) -> None:
    for command in ("maps", "rulebook"):
        assert run(command, "tidewrack", *TIDEWRACK, "-o", tmp_path).code == 0
    assert sorted(sums(tmp_path)) == [
        "tidewrack/maps/manifest.json",
        "tidewrack/maps/shore.svg",
        "tidewrack/maps/tidewrack-maps-a4.pdf",
        "tidewrack/rulebook/manifest.json",
        "tidewrack/rulebook/tidewrack-rulebook-a4.pdf",
    ]


def test_a_monitor_is_drawn_like_a_map(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(GAME, "    map: true", "    monitor: true")
    assert workshop.build().code == 0
    assert "tidewrack/monitors/shore.svg" in workshop.built
    assert workshop.run("monitors", "tidewrack", "-o", "out").code == 0
    assert "tidewrack/monitors/tidewrack-monitors-a4.pdf" in workshop.built


def test_a_kit_can_be_given_by_its_folders(kit_folder: Path, tmp_path: Path) -> None:
    roots = KitSearchPath(KITS / "data" / "tidewrack", KITS / "templates" / "tidewrack")
    assert roots.names() == ["tidewrack"]
    built = build(request_for("tidewrack", roots, tmp_path))
    assert sums(built.folder) == sums(kit_folder)


def test_bookmarks_list_the_parts_in_print_order(kit_folder: Path) -> None:
    with pikepdf.open(kit_folder / "tidewrack-print-a4.pdf") as pdf, pdf.open_outline() as outline:
        titles = [entry.title for entry in outline.root]
    assert titles == ["How to print and cut", "Board", "Cards", "Counters"]


def test_the_frame_of_a_card_fills_its_bleed(kit_folder: Path) -> None:
    """The frame is a separate drawing that extends over the edges of the card."""
    data = manifest(kit_folder)
    piece = next(piece for piece in data["pieces"] if piece["id"] == "find/whelk")
    face = piece["faces"][0]
    pdf = (kit_folder / face["file"]).read_bytes()
    picture = rasterize_page(pdf, face["page"] - 1, dpi=254)
    x, y = (face["x"] - 0.4) * 10, picture.height - (face["y"] + 30) * 10
    assert picture.getpixel((int(x), int(y))) != (255, 255, 255)


def test_progress_is_reported_step_by_step(tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []

    def watch(step: str, done: int, of: int) -> None:
        seen.append((step, done, of))

    build(request_for("tidewrack", SIXTH, tmp_path, only="board"), watch)
    done = [entry[1] for entry in seen]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, STEPS)
    assert {entry[2] for entry in seen} == {STEPS}


def test_an_offset_is_stored_in_the_manifest_and_passes_preflight(tmp_path: Path) -> None:
    ran = run("build", "tidewrack", *TIDEWRACK, "-o", tmp_path, "--offset", "0.5,-1.25")
    assert (ran.code, ran.err) == (0, "")
    data = manifest(tmp_path / "tidewrack")
    assert data["options"]["offset"] == "0.5,-1.25"
    find = next(piece for piece in data["pieces"] if piece["component"] == "find")
    front, back = (
        next(face for face in find["faces"] if face["face"] == side and face["copy"] == 1)
        for side in ("front", "back")
    )
    assert back["x"] == pytest.approx(210 - front["x"] - find["size"][0] + 0.5, abs=0.002)
    assert back["y"] == pytest.approx(front["y"] - 1.25, abs=0.002)


def test_on_a_roll_the_board_is_not_tiled_and_backs_are_omitted_with_a_note(tmp_path: Path) -> None:
    ran = run("build", "tidewrack", *TIDEWRACK, "-o", tmp_path, "--paper", "plotter")
    assert (ran.code, ran.err) == (0, "")
    assert "a roll is printed on one side" in ran.out
    data = manifest(tmp_path / "tidewrack")
    assert (data["options"]["backs"], data["paper"]["roll"]) == ("none", True)
    printed = data["files"][0]
    assert len(printed["lengths"]) == printed["pages"]
    board = next(piece for piece in data["pieces"] if piece["component"] == "shore")
    assert [face["tile"] for face in board["faces"]] == [None]
    alone = run("maps", "tidewrack", *TIDEWRACK, "-o", tmp_path, "--paper", "plotter")
    assert (alone.code, "a roll is" in alone.out) == (0, False)


@pytest.mark.parametrize(
    ("backs", "says"),
    [
        ("none", "odd pages first, turn the stack over its short edge, then the even ones"),
        ("gutterfold", "odd pages first"),
        ("long-edge", "two-sided, flip on long edge"),
    ],
)
def test_a_booklet_is_explained_where_it_is_made(backs: str, says: str, tmp_path: Path) -> None:
    made = Workshop(tmp_path).run(
        "rulebook", "tidewrack", "-o", "out", "--booklet", "--backs", backs
    )
    assert made.code == 0
    assert f"booklet: print at 100 %, {says}" in made.out


def test_decorative_text_may_begin_beyond_the_cut(tmp_path: Path) -> None:
    """A lettering that runs off the card is printed, and its piece says how far out it begins."""
    kit = Workshop(tmp_path)
    kit.edit(
        FIND,
        '  <text box="words">',
        '  <text x="-2mm" y="30mm" width="70mm" height="20mm" decor="yes">wrack wrack</text>\n'
        '  <text box="words">',
    )
    ran = kit.build()
    assert (ran.code, ran.err) == (0, "")
    safe = {piece["safe"] for piece in manifest(kit.out / "tidewrack")["pieces"]}
    assert min(safe) == pytest.approx(-2, abs=0.5)
