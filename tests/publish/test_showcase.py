"""Tests of the showcase: what its pictures show, how pieces lie in them, and a kit's own pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from generator.base.units import IDENTITY, MM, Matrix
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.scene.items import Group, Item, Use
from generator.press.templates.style import style_of
from generator.publish.export import export
from generator.publish.request import ExportRequest
from generator.publish.showcase import GAP, MOST, different, is_bare, shown, spread, to_show, wall
from tests.press.running import Workshop
from tests.publish.making import SIXTH, face, fold, piece

SIZES = {"cover.png": (1200, 630), "hand.png": (1600, 1200), "pieces.png": (1600, 1200)}
OWN = """{% from "showcase.xml" import ground, fan with context %}
<drawing width="100mm" height="80mm">
  {{ ground() }}{{ fan(hand[:COUNT], 10, 10, 80, 60) }}
</drawing>
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("showcase")
    return export(ExportRequest("tidewrack", "showcase", SIXTH, out)).folder


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def sizes(folder: Path) -> dict[str, tuple[int, int]]:
    """The pictures in a folder, with their sizes in pixels."""
    found = {}
    for path in sorted(folder.glob("*.png")):
        with Image.open(path) as image:
            assert image.mode == "RGB"
            found[path.name] = image.size
    return found


def test_there_is_a_cover_a_hand_and_a_picture_of_all_kinds_of_pieces(folder: Path) -> None:
    assert sizes(folder) == SIZES
    manifest = json.loads((folder / "export.json").read_text(encoding="utf-8"))
    assert [each["path"] for each in manifest["files"]] == [*SIZES]
    assert manifest["shop"] == "showcase"


def test_the_resolution_scales_every_picture(tmp_path: Path) -> None:
    request = ExportRequest("tidewrack", "showcase", SIXTH, tmp_path, dpi=127)
    halves = {name: (width // 2, height // 2) for name, (width, height) in SIZES.items()}
    assert sizes(export(request).folder) == halves


def test_one_part_can_be_shown_alone(folder: Path, tmp_path: Path) -> None:
    request = ExportRequest("tidewrack", "showcase", SIXTH, tmp_path, only="counters")
    alone = export(request).folder
    assert sizes(alone) == SIZES
    assert (alone / "hand.png").read_bytes() != (folder / "hand.png").read_bytes()


def test_a_template_of_the_kit_adds_a_picture_or_replaces_one(workshop: Workshop) -> None:
    own = OWN.replace("COUNT", "2")
    workshop.write("templates/tidewrack/showcase-two.xml", own)
    workshop.write("templates/tidewrack/showcase-hand.xml", own)
    assert workshop.run("export", "tidewrack", "--for", "showcase", "-o", "out").code == 0
    expected = {**SIZES, "hand.png": (1000, 800), "two.png": (1000, 800)}
    assert sizes(workshop.out / "tidewrack/export-showcase") == expected


def test_a_fault_in_a_template_names_its_line_and_writes_nothing(workshop: Workshop) -> None:
    file = "templates/tidewrack/showcase-two.xml"
    workshop.write(file, OWN.replace("{{ ground() }}", "<rct/>").replace("COUNT", "2"))
    result = workshop.run("export", "tidewrack", "--for", "showcase", "-o", "out")
    assert (result.code, len(result.faults)) == (2, 1)
    assert f"{file}:3: " in result.err
    assert "rct" in result.err
    assert not workshop.out.exists()


def test_more_pixels_than_programs_open_are_refused(workshop: Workshop) -> None:
    huge = '<drawing width="3000mm" height="3000mm"><rect fill="box"/></drawing>'
    for number in range(2):
        workshop.write(f"templates/tidewrack/showcase-{number}.xml", huge)
    result = workshop.run("export", "tidewrack", "--for", "showcase", "-o", "out")
    assert result.code == 2
    assert "the pictures would have 1" in result.err
    assert "lower the resolution with --dpi" in result.err


def corners(items: Sequence[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[float, float]]:
    """The corners of every piece in a picture, in millimetres."""
    for item in items:
        match item:
            case Group():
                yield from corners(item.items, item.matrix.then(matrix))
            case Use(scene):
                for x, y in (
                    (0.0, 0.0),
                    (scene.width, 0.0),
                    (0.0, scene.height),
                    (scene.width, scene.height),
                ):
                    across, down = item.matrix.then(matrix).apply(x, y)
                    yield across / MM, down / MM


@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.parametrize("id", ["find/whelk", "shore", "counter/crab"])
def test_a_hand_fills_its_box_and_stays_inside(workshop: Workshop, count: int, id: str) -> None:
    workshop.write("templates/tidewrack/showcase-fan.xml", OWN.replace("COUNT", str(count)))
    kit = load_kit(
        KitSearchPath(workshop.path("data"), workshop.path("templates")).find("tidewrack")
    )
    faces = FaceSet(kit, style_of(kit, ink="full", paper=papers(kit.folders.shared)["a4"]))
    pieces = (piece for part in faces.parts() for piece in part.pieces)
    held = shown(next(piece for piece in pieces if piece.id == id))
    scene = faces.renderer.render(
        "showcase-fan.xml", {"hand": [held] * count}, "fan", printed=False
    )
    points = [*corners(scene.items)]
    assert len(points) >= 4 * count
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    assert left > 9.5
    assert right < 90.5
    assert top > 9.5
    assert bottom < 70.5
    assert right - left > 72 or bottom - top > 50


def test_pieces_on_the_wall_lie_side_by_side() -> None:
    groups = [
        [replace(piece(face(63.5, 88.9)), id=f"thing/{number}") for number in range(100)],
        [piece(face(420, 297))],
        [replace(piece(face(20, 20)), id=f"thing/t{number}") for number in range(9)],
    ]
    found = wall(groups)
    places = found["places"]
    assert MOST - len(groups) < len(places) <= MOST
    assert 1 < found["width"] / found["height"] < 1.8
    for one, other in combinations(places, 2):
        apart = max(
            other["x"] - one["x"] - one["width"],
            one["x"] - other["x"] - other["width"],
            other["y"] - one["y"] - one["height"],
            one["y"] - other["y"] - other["height"],
        )
        assert apart > GAP - 0.01
    for place in places:
        assert place["x"] > -0.01
        assert place["x"] + place["width"] < found["width"] + 0.01
        assert place["y"] > -0.01
        assert place["y"] + place["height"] < found["height"] + 0.01


def test_a_board_leaves_room_for_cards_on_the_wall() -> None:
    board, card = wall([[piece(face(420, 297))], [piece(face(63.5, 88.9))]])["places"]
    assert board["width"] / board["height"] == pytest.approx(420 / 297)
    assert 1.5 < board["width"] / card["height"] < 3


def test_a_sheet_without_a_ground_of_its_own_lies_on_white_paper() -> None:
    filled = face(20, 20, bleed=0)
    assert [is_bare(filled), is_bare(replace(filled, items=filled.items[1:]))] == [False, True]
    (shown_piece,) = wall([[piece(replace(filled, items=()))]])["places"]
    assert shown_piece["bare"]


def test_a_few_of_many_are_spread_over_all() -> None:
    assert spread([*range(10)], 5) == [0, 2, 4, 6, 8]
    assert spread([*range(3)], 5) == [0, 1, 2]


def test_pieces_that_look_alike_are_shown_once() -> None:
    one, other = face(20, 20), face(20, 20)
    first, second, third = piece(one), piece(other), piece(one)
    assert different([first, second, third]) == [first, second]


def test_what_people_own_already_is_not_shown_unless_there_is_nothing_else() -> None:
    card, die = piece(face(63.5, 88.9)), replace(piece(face(20, 20)), instead="a die")
    assert to_show([[die], [card]]) == [[card]]
    assert to_show([[die]]) == [[die]]


def test_flat_boxes_are_not_shown_but_standees_are() -> None:
    net, strip = (
        piece(face(100, 60, [fold(20 * n, 0, 20 * n, 60) for n in range(1, folds + 1)]))
        for folds in (5, 4)
    )
    assert to_show([[net], [strip]]) == [[strip]]
