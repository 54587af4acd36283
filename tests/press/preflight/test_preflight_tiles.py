"""Tests of preflight of tiles: whatever keeps them from making up the whole piece is found."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.base.units import MM, Matrix
from generator.press.imposition.duplex import Backs
from generator.press.imposition.sheet import Sheet
from generator.press.manifest import FaceEntry, Manifest, read_manifest
from generator.press.pieces.piece import Piece
from generator.press.preflight.visual.proof import seam_findings
from generator.press.scene.items import Group
from generator.press.scene.paths import rectangle
from tests.kinds import present
from tests.press.imposition.making import piece
from tests.press.preflight.proving import Kit, line, on_page, shifted, slugs, text, with_items


def big() -> Piece:
    """A board of two by two tiles."""
    return piece("map", 420, 330)


def with_tile(
    change: Callable[[FaceEntry], FaceEntry], *, face: str = "front", name: str = "A2"
) -> Callable[[Manifest], Manifest]:
    """A manifest in which one tile differs from the printed one."""

    def changed(manifest: Manifest) -> Manifest:
        (one,) = manifest.pieces
        faces = tuple(
            change(entry) if (entry.face, present(entry.tile).name) == (face, name) else entry
            for entry in one.faces
        )
        return replace(manifest, pieces=(replace(one, faces=faces),))

    return changed


def showing(**values: float) -> Callable[[FaceEntry], FaceEntry]:
    def change(entry: FaceEntry) -> FaceEntry:
        tile = present(entry.tile)
        moved: dict[str, Any] = {name: getattr(tile, name) + by for name, by in values.items()}
        return replace(entry, tile=replace(tile, **moved))

    return change


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "none"])
def test_good_tiles_have_no_fault(tmp_path: Path, backs: Backs) -> None:
    assert Kit(tmp_path, [big()], backs).built() == ()
    assert Kit(tmp_path, [piece("disc", 250, 250, 2, two_sided=True)], backs).built() == ()
    turned = piece("mat", 330, 420, two_sided=True)
    assert Kit(tmp_path, [turned], backs, "letter").built() == ()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (showing(x=1.0), "tiles A1 and A2 overlap by 5.00 mm instead of 6 mm"),
        (showing(x=7.0), "tiles A1 and A2 overlap by -1.00 mm instead of 6 mm"),
        (showing(width=-1.0), "tile A2 leaves a strip of 1.00 mm unprinted across"),
        (showing(y=2.0), "tile A2 leaves a strip of 2.00 mm unprinted down"),
        (showing(height=0.5), "tiles A2 and B2 overlap by 6.50 mm instead of 6 mm"),
        (showing(width=1.0), "tile A2 is 1.00 mm too long across"),
        (showing(column=-1), "needs each of 2 × 2 tiles once, but has A1, A2, B1, B2"),
        (showing(overlap=1.0), "has tiles that state different numbers of tiles"),
        (lambda entry: replace(entry, tile=None), "is printed both whole and in tiles"),
    ],
)
def test_tiles_that_do_not_make_up_the_piece_are_found(
    tmp_path: Path, change: Callable[[FaceEntry], FaceEntry], says: str
) -> None:
    faults = Kit(tmp_path, [big()]).built(manifest=with_tile(change))
    assert "proof-tile" in slugs(faults)
    assert f'Map "map" (front, copy 1): {says} (proof-tile)' in map(str, faults)


def test_a_missing_tile_is_found(tmp_path: Path) -> None:
    def without(manifest: Manifest) -> Manifest:
        (one,) = manifest.pieces
        return replace(manifest, pieces=(replace(one, faces=one.faces[:-1]),))

    faults = Kit(tmp_path, [big()], "none").built(manifest=without)
    assert slugs(faults) == ["proof-count", "proof-tile"]
    assert "needs each of 2 × 2 tiles once, but has A1, A2, B1" in str(faults[0])


def test_a_tile_beyond_the_usable_area_is_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [big()], "none")
    kit.sheets = (shifted(kit.sheets[0], 0, -40), *kit.sheets[1:])
    assert "proof-margin" in slugs(kit.built())


def test_a_tile_at_the_wrong_scale_is_found(tmp_path: Path) -> None:
    def shrunk(sheets: Sequence[Sheet]) -> list[Sheet]:
        first = sheets[0]
        center = first.placements[0].matrix.apply(420 * MM / 2, 330 * MM / 2)
        scale = Matrix.move(-center[0], -center[1]).then(Matrix.scale(0.98))
        group = Group(first.scene.items[:3], scale.then(Matrix.move(*center)))
        scene = replace(first.scene, items=(group, *first.scene.items[3:]))
        return [replace(first, scene=scene), *sheets[1:]]

    faults = Kit(tmp_path, [big()], "none").built(paint=shrunk)
    assert "proof-place" in slugs(faults)
    assert any("is printed at 98.00% of its size" in str(fault) for fault in faults)


def test_a_clipped_tile_is_found(tmp_path: Path) -> None:
    def clipped(sheets: Sequence[Sheet]) -> list[Sheet]:
        first = sheets[0]
        rect = first.placements[0].rect
        short = rect._replace(width=rect.width - 0.5 * MM)
        group = Group(first.scene.items[:3], clip=rectangle(short))
        scene = replace(first.scene, items=(group, *first.scene.items[3:]))
        return [replace(first, scene=scene), *sheets[1:]]

    faults = Kit(tmp_path, [big()], "none").built(paint=clipped)
    assert slugs(faults) == ["proof-place"]
    assert 'Map "map" (front, tile A1): is cut off 0.50 mm inside its edge' in str(faults[0])


def test_a_mark_on_a_tile_is_found_unless_it_is_on_the_flap(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [piece("map", 300, 260, back=False)])
    rect = kit.sheets[0].placements[0].rect
    join = rect.right / MM - 6
    assert kit.built(paint=on_page(1, line((join + 0.1, 50), (join + 5, 60)))) == ()
    faults = kit.built(paint=on_page(1, line((join - 1, 50), (join + 5, 60))))
    assert slugs(faults) == ["proof-mark"]


def test_the_back_of_the_wrong_tile_is_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [big()])
    kit.sheets = (kit.sheets[0], kit.sheets[3], kit.sheets[2], kit.sheets[1], *kit.sheets[4:])
    faults = kit.built()
    assert slugs(faults) == ["proof-back"]


def test_arrows_in_the_cut_off_part_or_not_drawn_are_found(tmp_path: Path) -> None:
    def moved(entry: FaceEntry) -> FaceEntry:
        tile = present(entry.tile)
        (_, y, width, height), *rest = tile.arrows
        return replace(entry, tile=replace(tile, arrows=((tile.x - 2, y, width, height), *rest)))

    faults = Kit(tmp_path, [big()], "none").built(manifest=with_tile(moved))
    name = 'page 2: Map "map" (front, tile A2)'
    assert [(fault.item, fault.message) for fault in faults] == [
        (name, "an arrow lies where the tile is cut off"),
        (name, "an arrow is not drawn"),
    ]


def test_seams_are_recorded_and_their_problems_are_findings(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [with_items(big(), text("A title as wide as the whole map " * 10, 4, 20))])
    assert kit.built() == ()
    (entry,) = read_manifest(tmp_path / "manifest.json").pieces
    across, down = entry.seams
    assert (across.axis, down.axis, down.words) == ("x", "y", ())
    assert across.words[0].startswith("A title as wide")
    assert (across.arrows, down.arrows) == (3, 2)  # top, on the flap and bottom; left and right
    (found,) = seam_findings(entry)
    assert found.startswith(f'Map: the vertical seam at {across.at:g} mm cuts through "A title')
    bare = replace(entry, seams=(replace(down, arrows=0), replace(across, words=(), arrows=1)))
    assert [line.partition(" has no room ")[0] for line in seam_findings(bare)] == [
        f"Map: the horizontal seam at {down.at:g} mm", f"Map: the vertical seam at {across.at:g} mm"
    ]  # fmt: skip
