"""Tests of tuck boxes: they fit their cards, and their nets fold to closed boxes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Size, mm
from generator.kit.load import load_kit
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.kit.tuckbox import BoxSize, box_for, read_stock
from generator.press.pieces.faces import FaceSet
from generator.press.rulebook.of_kit import _entries
from generator.press.scene.items import GlyphRun, Group, Item, Scene, Use
from tests.press.folding import Panel, folded, folds
from tests.shipped import face_set, shipped_faces

SHARED = BUILT_IN.find("grumbles").shared
STOCK = read_stock(SHARED)
CARD = Size(63.5 * MM, 88.9 * MM)
GAME = """title: Plain
version: "1"
players: [2, 4]
components:
  - {id: card, title: Cards, part: cards, front: card.xml, copies: 54}
  - {id: large, title: Large cards, part: cards, front: large.xml, copies: 12}
  - {id: box, title: Box, part: boxes, front: tuck-box.xml, holds: [card], with: {name: All}}
"""
HOLDS = "holds: [card]"


def faces_of_plain(roots: KitSearchPath) -> FaceSet:
    return face_set(load_kit(roots.find("plain")))


def plain(folder: Path, game: str = GAME) -> KitSearchPath:
    files = {
        "data/plain/game.yaml": game,
        "templates/plain/card.xml": '<card size="poker"/>',
        "templates/plain/large.xml": '<card size="tarot"/>',
    }
    for name, words in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(words, encoding="utf-8")
    return KitSearchPath(folder / "data", folder / "templates")


def words_of(scene: Scene) -> str:
    def runs(items: Iterable[Item]) -> list[str]:
        found = []
        for item in items:
            match item:
                case GlyphRun():
                    found.append(item.text)
                case Group(items=inner) | Use(scene=Scene(items=inner)):
                    found += runs(inner)
        return found

    return " ".join(runs(scene.items))


def test_a_box_without_a_name_shows_the_title_of_the_game(tmp_path: Path) -> None:
    unnamed = GAME.replace(", with: {name: All}", "")
    assert unnamed != GAME
    words = words_of(faces_of_plain(plain(tmp_path, unnamed)).face("box", None, "front")).split()
    assert words.count("Plain") == 4  # the front, two sides and the lid


def test_the_depth_of_a_box_is_the_thickness_of_its_cards() -> None:
    box = box_for([(54, CARD)], STOCK)
    assert box == BoxSize(64.7, 90.4, round(54 * 0.3 + 1, 2), 54, 0.3)
    assert box_for([(54, CARD)], STOCK, 0.5).depth == 28.0
    assert box_for([(30, CARD), (24, CARD)], STOCK) == box


def test_a_box_fits_its_largest_card_and_has_a_minimum_depth() -> None:
    box = box_for([(3, CARD), (2, Size(70 * MM, 80 * MM))], STOCK)
    assert (box.width, box.height, box.depth, box.cards) == (71.2, 90.4, 8.0, 5)


def test_a_landscape_card_is_turned_upright() -> None:
    box = box_for([(3, CARD), (2, Size(110 * MM, 34 * MM))], STOCK)
    assert (box.width, box.height) == (64.7, 111.5)


@pytest.mark.parametrize(
    "change",
    [
        (HOLDS, HOLDS),
        (HOLDS, "holds: [large]"),
        (HOLDS, "holds: [card, large], thickness: 0.6"),
        ("copies: 54", "copies: 130"),
    ],
)
def test_the_net_folds_to_a_closed_box(change: tuple[str, str], tmp_path: Path) -> None:
    faces = faces_of_plain(plain(tmp_path, GAME.replace(*change)))
    scene = faces.face("box", None, "front")
    (spec,) = faces._specs["box"].values()
    box = faces._box(spec.component)
    upright = sorted({round(fold.at, 2) for fold in folds(scene) if fold.upright})
    level = sorted({round(fold.at, 2) for fold in folds(scene) if not fold.upright})
    glue, left, right, far = upright
    tuck, top, foot, last = level
    edge = mm(scene.width)
    # opposite panels are equal and match the inside of the box
    assert left - glue == pytest.approx(box.depth, abs=0.02)
    assert far - right == pytest.approx(box.depth, abs=0.02)
    assert right - left == pytest.approx(box.width, abs=0.02)
    assert edge - far == pytest.approx(box.width, abs=0.02)
    assert foot - top == pytest.approx(box.height, abs=0.02)
    assert top - tuck == pytest.approx(box.depth, abs=0.02)
    assert last - foot == pytest.approx(box.depth, abs=0.02)

    panels = folded(scene, ((left + right) / 2, (top + foot) / 2))
    assert len(panels) == 13  # four walls, a glue flap, two lids, two tuck flaps, four dust flaps
    flat = {axis: [p for p in panels if p.span(axis)[0] == p.span(axis)[1]] for axis in (0, 1, 2)}
    front, *tucked = sorted(at(flat[2], 2, 0), key=area, reverse=True)
    back, flap = sorted(at(flat[2], 2, box.depth), key=area, reverse=True)
    assert len(flat[2]) == 5
    assert area(back) == pytest.approx((right - left) * (foot - top), rel=0.02)
    assert area(front) == pytest.approx(area(back), rel=0.04)  # apart from the notch
    # the flap lies behind the free edge of the back and does not extend beyond it
    assert back.span(0) == pytest.approx((left, right), abs=1)
    assert flap.span(0)[0] == pytest.approx(back.span(0)[0], abs=1)
    assert flap.span(1)[0] >= top - 0.5
    assert flap.span(1)[1] <= foot + 0.5
    # the walls are at the edges of front and back
    walls = sorted(panel.span(0)[0] for panel in flat[0])
    assert walls == pytest.approx([left, right], abs=0.1)
    for height in (top, foot):
        lid, *dust = sorted(at(flat[1], 1, height), key=area, reverse=True)
        assert area(lid) == pytest.approx((right - left) * box.depth, rel=0.12)
        assert lid.span(0) == pytest.approx((left, right), abs=1)
        assert lid.span(2) == pytest.approx((0, box.depth), abs=1)
        one, other = sorted(dust, key=lambda panel: panel.span(0))
        assert one.span(0)[1] < other.span(0)[0], "the dust flaps do not meet"
        for panel in dust:
            assert panel.span(2)[0] >= -0.5
            assert panel.span(2)[1] <= box.depth + 0.5
        (slip,) = (panel for panel in tucked if abs(middle(panel, 1) - height) < 10)
        assert top <= slip.span(1)[0] + 1
        assert slip.span(1)[1] <= foot + 1
        assert slip.span(0)[0] >= left - 0.5
        assert slip.span(0)[1] <= right + 0.5


def at(panels: list[Panel], axis: int, value: float) -> list[Panel]:
    return [panel for panel in panels if abs(panel.span(axis)[0] - value) < 0.1]


def area(panel: Panel) -> int:
    return len(panel.cells)


def middle(panel: Panel, axis: int) -> float:
    return sum(panel.span(axis)) / 2


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            HOLDS,
            "holds: [carb]",
            ':7: component "box": holds "carb", which is not a component that',
        ),
        (HOLDS, "holds: [card, card]", ':7: component "box": holds "card" twice'),
        (HOLDS, "holds: [box]", ':7: component "box": holds "box", which is not a component that'),
        (HOLDS, "holds: [card], thickness: 0", ":7: components"),
        (HOLDS, "thickness: 0.4", "has a thickness, but holds no cards"),
        (
            HOLDS,
            HOLDS + ", copies: 2",
            'is a box, which can have neither "each" nor several copies',
        ),
        (HOLDS, HOLDS + ", bag: Odds", "is a box, which cannot be in a bag"),
        ("copies: 54", "bag: Odds", ':7: component "box": holds "card", which is in a bag'),
        (
            "with: {name: All}}\n",
            "with: {name: All}}\n  - {id: b, title: B, part: b, front: tuck-box.xml, holds: [card]}\n",
            ':8: component "b": holds "card", which is already in the box "box"',
        ),
    ],
)
def test_a_faulty_box_is_reported_in_one_line(
    old: str, new: str, says: str, tmp_path: Path
) -> None:
    assert GAME.count(old) == 1
    with pytest.raises(KitError) as caught:
        load_kit(plain(tmp_path, GAME.replace(old, new)).find("plain"))
    (fault,) = caught.value.faults
    assert "game.yaml:" in str(fault)
    assert says in str(fault)


def test_a_box_of_a_given_size_counts_no_cards(tmp_path: Path) -> None:
    given = "with: {box: {width: 90, height: 120, depth: 18}}"
    game = GAME.replace(f"{HOLDS}, with: {{name: All}}", given)
    scene = faces_of_plain(plain(tmp_path, game)).face("box", None, "front")
    assert "cards" not in words_of(scene)
    assert mm(scene.width) == pytest.approx(9 + 2 * 90 + 2 * 18)


def test_a_box_without_cards_is_refused(tmp_path: Path) -> None:
    table = (
        "tables:\n  rows:\n    file: rows.csv\n    fields:\n      id: {type: id}\n"
        "      copies: {type: integer, from: 0, to: 9}\n"
    )
    game = GAME.replace("components:\n", table + "components:\n").replace(
        "front: card.xml, copies: 54", "each: rows, front: card.xml, copies: copies"
    )
    roots = plain(tmp_path, game)
    (tmp_path / "data/plain/rows.csv").write_text("id,copies\none,0\n", encoding="utf-8")
    with pytest.raises(KitError, match=r"game.yaml:13: there are no cards to put in the box"):
        faces_of_plain(roots).face("box", None, "front")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("card: 0\nroom: {width: 1, height: 1, depth: 1}\nleast-depth: 8\n", ":1: card"),
        ("card: 0.3\nroom: {width: 1, height: 1}\nleast-depth: 8\n", "depth"),
        (
            "card: 0.3\nroom: {width: 1, height: 1, depth: 1}\nleast-depth: deep\n",
            ":3: least-depth",
        ),
    ],
)
def test_nonsensical_card_stock_is_reported_with_its_line(
    text: str, says: str, tmp_path: Path
) -> None:
    (tmp_path / "stock.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(KitError) as caught:
        read_stock((tmp_path, *SHARED))
    (fault,) = caught.value.faults
    assert "stock.yaml:" in str(fault)
    assert says in str(fault)


def test_a_users_own_stock_comes_first(tmp_path: Path) -> None:
    own = "card: 0.5\nroom: {width: 2, height: 2, depth: 2}\nleast-depth: 5\n"
    (tmp_path / "stock.yaml").write_text(own, encoding="utf-8")
    assert box_for([(10, CARD)], read_stock((tmp_path, *SHARED))).depth == 7.0


def test_the_rulebook_lists_the_pieces_to_play_with(tmp_path: Path) -> None:
    parts = faces_of_plain(plain(tmp_path)).parts()
    assert [entry.title for entry, _ in _entries(parts, {"box"})] == ["Cards", "Large cards"]


def test_every_side_of_a_deck_box_shows_the_number_of_the_deck() -> None:
    faces = shipped_faces("ggt")
    for deck in (1, 2, 6):
        words = words_of(faces.face(f"deck-box-{deck}", None, "front")).split()
        assert (
            words.count(str(deck)) == 8
        )  # front with name, back, lid, and both ends of both sides
        assert "52" in words
