"""Tests of element edits: attributes and words, a removed element, and a new one."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Rect, mm
from generator.press.request import Edition
from generator.studio.edit.element_edits import WORDS, add, addable, remove, set_attribute, stated
from generator.studio.edit.origins import spots_of
from generator.studio.open_kit import OpenKit
from tests.studio.edit.drawn_elements import MakeKit, elements

CARD = "templates/card.xml"
TEXT = """<text x="5mm" y="5mm" width="40mm" color='{{ "#000000" }}' plain="yes">{{ row.name }} &amp; 1 &lt; 2</text>"""  # noqa: E501


def markup(kit: OpenKit) -> str:
    """What is between the tags of the card."""
    return kit.read(CARD).removeprefix('<card size="poker">\n').removesuffix("\n</card>\n")


def put(kit: OpenKit, name: str, attribute: str, value: str) -> str:
    """Give the element an attribute; returns the markup with it."""
    kit.write_if_drawable(*set_attribute(kit, elements(kit)[name], attribute, value))
    return markup(kit)


def test_an_element_states_attributes_and_words_as_they_are_meant(make: MakeKit) -> None:
    kit = make(TEXT)
    assert stated(kit, elements(kit)["text"]) == {
        WORDS: "{{ row.name }} & 1 < 2",
        "x": "5mm",
        "y": "5mm",
        "width": "40mm",
        "color": '{{ "#000000" }}',
        "plain": "yes",
    }


def test_an_attribute_is_put_in_changed_and_taken_out(make: MakeKit) -> None:
    kit = make(TEXT)
    assert put(kit, "text", "size", "12") == TEXT.replace("<text", '<text size="12"')
    assert put(kit, "text", "size", "") == TEXT
    assert put(kit, "text", "height", "") == TEXT
    changed = TEXT.replace("""'{{ "#000000" }}'""", """'{{ "#" ~ \'111111\' }}'""")
    assert put(kit, "text", "color", """{{ "#" ~ '111111' }}""") == changed


def test_signs_of_the_markup_are_words_and_code_is_code(make: MakeKit) -> None:
    kit = make('<text inset="5mm" size="6">Old</text>\n<icon name="star" y="40mm" inset="9mm"/>')
    now = put(kit, "text", WORDS, """<b> & "{{ row.id if 1 < 2 and "a" }}" &amp;""")
    assert """>&lt;b> &amp; "{{ row.id if 1 < 2 and "a" }}" &amp;amp;</text>""" in now
    assert (
        stated(kit, elements(kit)["text"])[WORDS]
        == """<b> & "{{ row.id if 1 < 2 and "a" }}" &amp;"""
    )
    with pytest.raises(KitError, match='there is no icon "a"b"'):
        put(kit, "icon", "name", 'a"b')
    with pytest.raises(KitError, match="stays as it is"):
        put(kit, "icon", WORDS, "Words")
    with pytest.raises(KitError, match=r"has no attribute \"y=.* \(unknown-attribute\)"):
        put(kit, "icon", 'y="1mm" z', "1")
    assert markup(kit) == now


def test_a_text_without_words_gets_some(make: MakeKit) -> None:
    kit = make('<text inset="5mm">.</text>')
    element = elements(kit)["text"]
    (kit.folders.templates[0] / "card.xml").write_text(
        '<card size="poker">\n<text inset="5mm" />\n</card>'
    )
    edit = set_attribute(kit, element, WORDS, "Words")
    assert b'\n<text inset="5mm">Words</text>\n' in edit.after


ICON = '<icon name="star" inset="9mm"/>'
RECT = '<rect fill="red"/>'
MANY = (
    '<group inset="9mm">\n{% for a in (1, 2) %}<group><icon name="star"/></group>{% endfor %}'
    "<!-- </group> -->\n</group >"
)


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        (f"{RECT}\n  {ICON}  \n{RECT}", "icon", f"{RECT}\n{RECT}"),
        (f"{RECT}{ICON}", "icon", RECT),
        (f"{RECT}\n{MANY}", "group", RECT),
        (f"{RECT}{{% if 1 %}}{ICON}{{% endif %}}", "icon", f"{RECT}{{% if 1 %}}{{% endif %}}"),
    ],
)
def test_an_element_is_removed_with_all_that_is_in_it(
    make: MakeKit, before: str, name: str, after: str
) -> None:
    kit = make(before)
    outermost = [*elements(kit)["icon"].and_those_around()][-1] if name == "group" else None
    kit.write_if_drawable(*remove(kit, outermost or elements(kit)[name]))
    assert markup(kit).rstrip("\n") == after
    kit.undo()
    assert markup(kit) == before


def test_an_element_that_a_block_ends_within_stays(make: MakeKit) -> None:
    kit = make(
        '<rect fill="red"/>{% if 1 %}<group inset="9mm">{% endif %}<icon name="star"/></group>'
    )
    with pytest.raises(KitError, match="a block of its template ends within it"):
        remove(kit, elements(kit)["group"])


def test_new_elements_are_drawn_above_the_others_and_known_by_their_key(make: MakeKit) -> None:
    kit = make('<rect fill="none" stroke="red" inset="4mm"/>')
    assert kit.manifest
    kinds = addable(kit.manifest, "card")
    assert [*kinds] == [
        "text",
        "icon",
        "rect",
        "ellipse",
        "line",
        "text:name",
        "text:worth",
        "text:copies",
        "text:text",
    ]
    for kind in kinds:
        scene = kit.scene("card/falling-star", "front")
        assert scene
        assert kit.drawn
        edit, key = add(kit, "card", "front", kind, scene, [])
        kit.write_if_drawable(*edit)
        spots = spots_of(kit.drawn.kit, Edition(), "card", "falling-star", "front")
        assert [spot.element for spot in spots if spot.drawn.key == key] == [kind.partition(":")[0]]
        if kind.startswith("text"):
            kit.undo()  # or the next text would be in the same place
    lines = markup(kit).splitlines()
    assert [line.split()[0] for line in lines] == ["<rect", "<icon", "<rect", "<ellipse", "<line"]


def test_a_new_element_is_never_put_into_a_comment(make: MakeKit) -> None:
    kit = make('<rect fill="red" inset="9mm"/>')
    card = kit.folders.templates[0] / "card.xml"
    card.write_text(card.read_text() + "<!-- </card> -->\n{# </card> #}\n")
    kit.draw((card,))
    scene = kit.scene("card/falling-star", "front")
    assert scene
    edit, key = add(kit, "card", "front", "rect", scene, [])
    kit.write_if_drawable(*edit)
    assert kit.drawn
    spots = spots_of(kit.drawn.kit, Edition(), "card", "falling-star", "front")
    assert key in [spot.drawn.key for spot in spots]


def test_what_is_drawn_within_cdata_stays_text(make: MakeKit) -> None:
    kit = make('<text inset="4mm"><![CDATA[</text><b x="1"/>]]></text>\n<rect x="5mm" fill="red"/>')
    assert kit.drawn
    spots = spots_of(kit.drawn.kit, Edition(), "card", "falling-star", "front")
    assert [spot.text for spot in spots] == ["", '</text><b x="1"/>']
    kit.write_if_drawable(*remove(kit, spots[1].drawn))
    assert markup(kit) == '<rect x="5mm" fill="red"/>'


def test_an_element_whose_line_is_not_known_stays(make: MakeKit) -> None:
    kit = make('<text inset="4mm">{% raw %}{#{% endraw %}</text><rect x="5mm" fill="red"/>')
    with pytest.raises(KitError, match="the line that draws it is not known"):
        remove(kit, elements(kit)["rect"])


def test_a_new_text_is_put_beside_the_others(make: MakeKit) -> None:
    kit = make('<text x="5mm" y="35mm" width="50mm" height="20mm">Words in the middle</text>')
    scene = kit.scene("card/falling-star", "front")
    assert scene
    middle = Rect(5 * MM, 35 * MM, 50 * MM, 20 * MM)
    edit, _ = add(kit, "card", "front", "text:text", scene, [middle])
    kit.write_if_drawable(*edit)
    new = markup(kit).splitlines()[1]
    assert new.startswith(
        '  <text x="12.7mm" y="25.0mm" width="38.1mm" height="10.0mm" size="10..6"'
    )
    assert new.endswith('{{ row.text or "" }}</text>')
    assert mm(elements(kit)["text"].box.y) == 35


def test_a_face_of_a_shared_template_gets_no_element(make: MakeKit) -> None:
    kit = make('<rect fill="red"/>')
    scene = kit.scene("card/falling-star", "front")
    assert scene
    (kit.folders.templates[0] / "card.xml").write_text('{% include "used.xml" %}')
    with pytest.raises(KitError, match="no closing tag"):
        add(kit, "card", "front", "text", scene, [])
    (kit.folders.templates[0] / "card.xml").unlink()
    with pytest.raises(KitError, match="is not the kit's own"):
        add(kit, "card", "front", "text", scene, [])
    with pytest.raises(KitError, match='no element "video"'):
        add(kit, "card", "front", "video", scene, [])
