"""Tests of arranging: an element goes where it was put, and its file says so in its own units."""

from __future__ import annotations

import re

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, mm
from generator.press.request import Edition
from generator.studio.edit.elements.arrange import Edges, edit_of, obstacles, states_a_place
from generator.studio.edit.elements.origins import DrawnElement, spots_of
from generator.studio.open_kit import OpenKit
from tests.kinds import present
from tests.studio.edit.drawn_elements import MakeKit, elements


def arrange(kit: OpenKit, element: DrawnElement, by: Edges) -> None:
    """Do as the page does."""
    kit.write_if_drawable(*edit_of(kit, element, by))


def in_mm(left: float, top: float, right: float, bottom: float) -> Edges:
    return Edges(left * MM, top * MM, right * MM, bottom * MM)


CASES = """
rect x="5mm" y="6mm" width="20mm" height="1cm" : moves : x="7mm" y="7mm" width="20mm" height="1cm"
rect x="5mm" y="6mm" width="20mm" height="1cm" : grows : x="5mm" y="6mm" width="22mm" height="1.1cm"
rect x="5" y="10%" width="1in" height="72pt" : shrinks : x="6.5" y="11.12%" width="0.941in" height="69.2pt"
rect width="20mm" height="10mm" : moves : x="2mm" y="1mm" width="20mm" height="10mm"
rect inset="4mm" : shrinks : x="1.5mm" y="1mm" inset="4mm"
rect inset="4" height="9mm" : moves : x="2mm" y="1mm" width="63.5mm" inset="4" height="9mm"
rect x="4mm" right="5mm" height="8mm" : moves : x="6mm" y="1mm" right="3mm" height="8mm"
rect width="9mm" right="5mm" bottom="3mm" : moves : y="1mm" width="9mm" right="3mm" bottom="2mm"
rect width="9mm" right="5mm" height="9mm" : shrinks : y="1mm" width="7.5mm" right="5mm" height="8mm"
rect turn="30" x="9mm" width="9mm" height="9mm" : moves : turn="30" x="11mm" y="1mm" width="9mm" height="9mm"
ellipse cx="20mm" cy="20mm" r="8mm" : moves : cx="22mm" cy="21mm" r="8mm"
ellipse cx="20mm" cy="20mm" r="8mm" ry="6mm" : grows : cx="21mm" cy="20.5mm" r="9mm" ry="6.5mm"
line x1="30mm" y1="5mm" x2="10mm" y2="5mm" : moves : x1="32mm" y1="6mm" x2="12mm" y2="6mm"
line x1="30mm" y1="5mm" x2="10mm" y2="9mm" : grows : x1="32mm" y1="5mm" x2="10mm" y2="10mm"
use template="used.xml" x="3mm" : moves : template="used.xml" x="5mm" y="1mm"
use template="used.xml" x="3mm" : doubles : template="used.xml" x="3mm" width="20mm" height="40mm"
""".strip().splitlines()
"""An element, what is done to it, and its attributes afterwards."""
BY = {
    "moves": (2, 1, 2, 1),
    "grows": (0, 0, 2, 1),
    "shrinks": (1.5, 1, 0, 0),
    "doubles": (0, 0, 10, 20),
}
INK = {"rect": ' fill="black"', "ellipse": ' fill="black"', "line": ' stroke="black"', "use": ""}


@pytest.mark.parametrize("case", CASES)
def test_a_tag_states_what_has_changed_in_its_own_units(make: MakeKit, case: str) -> None:
    name, before, done, after = present(re.fullmatch(r"(\w+) (.*) : (\w+) : (.*)", case)).groups()
    kit = make(f"<{name} {before}{INK[name]}/>")
    was = elements(kit)[name]
    arrange(kit, was, in_mm(*BY[done]))
    card = kit.folders.templates[0] / "card.xml"
    assert card.read_text() == f'<card size="poker">\n<{name} {after}{INK[name]}/>\n</card>\n'
    now = elements(kit)[name]
    assert now.key == was.key
    edges = (now.box.x, now.box.y, now.box.right, now.box.bottom)
    old = (was.box.x, was.box.y, was.box.right, was.box.bottom)
    assert [mm(a - b) for a, b in zip(edges, old, strict=True)] == pytest.approx(BY[done], abs=0.05)
    assert kit.undo()
    assert f"<{name} {before}{INK[name]}/>" in card.read_text()


def test_a_height_that_fits_its_text_becomes_a_length(make: MakeKit) -> None:
    kit = make('<text x="5mm" y="5mm" width="30mm" height="auto">Words</text>')
    arrange(kit, elements(kit)["text"], in_mm(0, 0, 0, -70))
    assert 'width="30mm" height="13.9mm"' in kit.read("templates/card.xml")


def test_lengths_within_a_group_are_those_of_its_own_coordinates(make: MakeKit) -> None:
    markup = '<group x="10mm" y="10mm" width="20mm" height="20mm" view="100 100" turn="90">\n<rect x="20" y="30" width="40" height="10" fill="black"/></group>'  # noqa: E501
    kit = make(markup)
    arrange(kit, elements(kit)["rect"], in_mm(2, 1, 2, 1))
    assert '<rect x="25" y="20" ' in kit.read("templates/card.xml")
    why = obstacles(kit, elements(kit)["rect"])
    assert why["x"] == ""
    assert why["width"] == "it is in a group that is turned or mirrored"


def test_what_fills_a_turned_group_keeps_its_size(make: MakeKit) -> None:
    kit = make(
        '<group turn="-20" x="20mm" y="30mm" width="20mm" height="10mm">\n<rect fill="red"/></group>'
    )
    was = elements(kit)["rect"]
    assert (round(mm(was.box.width), 2), round(mm(was.box.height), 2)) == (22.21, 16.24)
    arrange(kit, was, in_mm(1, 0, 1, 0))
    assert '<rect x="0.94mm" y="0.34mm" width="20mm" height="10mm"' in kit.read(
        "templates/card.xml"
    )
    now = elements(kit)["rect"]
    assert mm(now.box.x - was.box.x) == pytest.approx(1, abs=0.02)
    assert now.box.width == pytest.approx(was.box.width)


def test_a_circle_stays_one(make: MakeKit) -> None:
    kit = make('<ellipse cx="20mm" cy="20mm" r="8mm" fill="black"/>')
    arrange(kit, elements(kit)["ellipse"], in_mm(0, 0, 2, 1))
    assert 'cx="21mm" cy="21mm" r="9mm"' in kit.read("templates/card.xml")
    arrange(kit, elements(kit)["ellipse"], in_mm(2, 0, 0, 0))
    assert 'cx="22mm" cy="21mm" r="8mm"' in kit.read("templates/card.xml")


def test_what_a_row_or_column_places_gets_its_length_there(make: MakeKit) -> None:
    kit = make(
        '<column inset="5mm" height="50mm">\n<rect height="9mm" fill="red"/>\n<text>Words</text></column>'
    )
    rect, words = elements(kit)["rect"], elements(kit)["text"]
    assert obstacles(kit, rect) == {
        "x": "", "y": "its place follows from the <column> around it", "width": "", "height": "",
    }  # fmt: skip
    arrange(kit, rect, in_mm(0, 0, 0, 3))
    arrange(kit, words, in_mm(0, 6, 0, 0))
    assert '<rect height="12mm"' in kit.read("templates/card.xml")
    assert '<text height="25mm">' in kit.read("templates/card.xml")


def test_a_named_box_is_changed_where_it_is_stated(make: MakeKit) -> None:
    kit = make(
        '<rect box="base" fill="red"/>\n<text box="low">Words</text>\n<ellipse box="low" x="1mm" fill="red"/>'
    )
    file = kit.folders.templates[0] / "boxes.yaml"
    arrange(kit, elements(kit)["text"], in_mm(1, 2, 1, 2))
    arrange(kit, elements(kit)["rect"], in_mm(1, 1, 1, 2))
    assert file.read_text() == (
        "# where\nbase: {x: 6mm, y: 7, width: 20mm, height: 11mm}\n"
        "low: {extends: base, y: += 32mm, x: 6mm}\n"
    )
    arrange(kit, elements(kit)["ellipse"], in_mm(1, 0, 1, 0))
    assert '<ellipse box="low" x="2mm" fill="red"/>' in kit.read("templates/card.xml")


@pytest.mark.parametrize(
    ("markup", "name", "reason"),
    [
        ('<rect x="{{ 1 + 1 }}mm" fill="red"/>', "rect", "its template computes x"),
        ('<rect {% if 1 %}x="2mm"{% endif %} fill="red"/>', "rect", "its template computes x"),
        ('{% set a %}x="2mm"{% endset %}<rect {{ a }} fill="red"/>', "rect", "its template computes x"),
        ('<path d="M0 0 h9 v9 Z" fill="red"/>', "path", "it has no x and y: arrange what is around it"),
    ],
)  # fmt: skip
def test_what_a_template_computes_stays(make: MakeKit, markup: str, name: str, reason: str) -> None:
    kit = make(markup)
    element = elements(kit)[name]
    assert states_a_place(element) == (name != "path")
    before = kit.read("templates/card.xml")
    assert obstacles(kit, element)["x"] == reason
    with pytest.raises(KitError, match=f"card.xml:2: <{name}> stays as it is: .*edit-impossible"):
        arrange(kit, element, in_mm(1, 0, 1, 0))
    assert kit.read("templates/card.xml") == before


def test_one_tag_drawn_several_times_moves_every_time(make: MakeKit) -> None:
    kit = make(
        '{% for n in range(2) %}<group y="{{ n * 9 }}mm"><rect x="4mm" width="9mm" height="5mm" '
        'fill="red"/></group>{% endfor %}'
    )
    assert kit.drawn
    spots = spots_of(kit.drawn.kit, Edition(), "card", "falling-star", "front")
    assert [spot.drawn.key.rpartition("/")[2] for spot in spots] == ["2#1", "2#2"]
    assert [round(mm(spot.drawn.box.y)) for spot in spots] == [0, 9]
    arrange(kit, spots[1].drawn, in_mm(1, 2, 1, 2))
    assert '<rect x="5mm" y="2mm" width="9mm"' in kit.read("templates/card.xml")


def test_a_template_used_twice_shows_each_where_it_is(make: MakeKit) -> None:
    kit = make('<use template="used.xml"/><use template="used.xml" x="30mm"/>')
    assert kit.drawn
    spots = spots_of(kit.drawn.kit, Edition(), "card", "falling-star", "front")
    chains = [[each.name for each in spot.drawn.and_those_around()] for spot in spots]
    assert chains == [["rect", "use"], ["rect", "use"]]
    assert [round(mm(spot.drawn.box.x)) for spot in spots] == [0, 30]
    assert spots[1].drawn.parent
    assert round(mm(spots[1].drawn.parent.box.width)) == 10
    assert spots[1].drawn.place.file.endswith("used.xml")
    arrange(kit, spots[1].drawn, in_mm(2, 0, 2, 0))
    assert '<rect x="2mm" width="4mm"' in kit.read("templates/used.xml")


def test_nothing_is_written_that_could_not_be_drawn(make: MakeKit) -> None:
    kit = make('<text x="5mm" y="5mm" width="30mm" height="9mm" size="12">Some words</text>')
    before, version = kit.read("templates/card.xml"), elements(kit)["text"].box
    for by, check in (((-4, 0, -4, 0), "safe-zone"), ((0, 0, -29, -6), "text-does-not-fit")):
        with pytest.raises(KitError) as caught:
            arrange(kit, elements(kit)["text"], in_mm(*by))
        assert caught.value.faults[0].check == check
        assert (kit.faults, kit.read("templates/card.xml")) == ((), before)
        assert elements(kit)["text"].box == version
        assert kit.journal.undoable is None
    with pytest.raises(KitError, match=r"its width would be less than 0\.5 mm"):
        arrange(kit, elements(kit)["text"], in_mm(0, 0, -30, 0))


def test_a_template_that_has_just_changed_is_left_alone(make: MakeKit) -> None:
    kit = make('<rect x="5mm" width="30mm" fill="red"/>')
    element, card = elements(kit)["rect"], kit.folders.templates[0] / "card.xml"
    for other in ("<text>Words</text>", "\n<rect/>", '<rect x="6mm" width="30mm" fill="red"/>'):
        text = f'<card size="poker">\n{other}\n</card>\n'
        card.write_text(text)
        with pytest.raises(KitError, match="stays as it is"):
            arrange(kit, element, in_mm(1, 0, 1, 0))
        assert card.read_text() == text
