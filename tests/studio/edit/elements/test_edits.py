"""Tests of element edits: attributes and words, a removed element, and a new one."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.studio.edit.elements.edits import (
    WORDS,
    can_exchange,
    exchange,
    remove,
    set_attribute,
    stated,
)
from generator.studio.edit.elements.new_elements import duplicate
from generator.studio.open_kit import OpenKit
from tests.studio.edit.drawn_elements import MakeKit, elements, face_of

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


A, B, C = (f'<rect fill="{color}"/>' for color in ("red", "blue", "gold"))
ICON_LINE = '<icon name="star" inset="9mm"/>'


@pytest.mark.parametrize(
    ("before", "step", "after"),
    [
        (f"{ICON_LINE}\n  {A}", 1, f"{A}\n  {ICON_LINE}"),
        (f"{A}{{# on top #}}{ICON_LINE}", -1, f"{ICON_LINE}{{# on top #}}{A}"),
        (f"{A}<group>{B}{ICON_LINE}</group>", -1, f"{A}<group>{ICON_LINE}{B}</group>"),
        (
            f"{{% if 1 %}}{A}{{% for a in (1, 2) %}}{B}{{% endfor %}}{{% endif %}}<!-- x -->\n{ICON_LINE}",
            -1,
            f"{ICON_LINE}<!-- x -->\n{{% if 1 %}}{A}{{% for a in (1, 2) %}}{B}{{% endfor %}}{{% endif %}}",
        ),
        (
            f"{{% set a = 1 %}}{ICON_LINE}{{% set b %}}{A}{{% endset %}}\n{{{{ b }}}}{C}",
            1,
            f"{{% set a = 1 %}}{{{{ b }}}}{{% set b %}}{A}{{% endset %}}\n{ICON_LINE}{C}",
        ),
    ],
)
def test_an_element_changes_places_with_what_is_drawn_next(
    make: MakeKit, before: str, step: int, after: str
) -> None:
    kit = make(before)
    icon = elements(kit)["icon"]
    edit, key = exchange(kit, icon, step)
    assert edit.after.decode() == f'<card size="poker">\n{after}\n</card>\n'
    if "{{ b }}" in before:  # in front of what it needs
        with pytest.raises(KitError, match='"b" is'):
            kit.write_if_drawable(*edit)
        return
    kit.write_if_drawable(*edit)
    there = elements(kit)["icon"]
    assert there.key == key
    back, _ = exchange(kit, there, -step)
    assert back.after == edit.before


@pytest.mark.parametrize(
    "around",
    [
        "ICON",
        "<group>ICON</group>",
        f"{A}{{% if 1 %}}ICON{{% else %}}{B}{{% endif %}}{C}",
        f"{{% if 1 %}}<group>{{% endif %}}ICON{{% if 1 %}}</group>{{% endif %}}{C}",
        f"{{% macro a() %}}ICON{{% endmacro %}}{{{{ a() }}}}{B}",
    ],
)
def test_the_last_of_a_block_has_nothing_to_change_places_with(make: MakeKit, around: str) -> None:
    kit = make(around.replace("ICON", ICON_LINE))
    icon = elements(kit)["icon"]
    assert can_exchange(kit, icon) == (False, False)
    with pytest.raises(KitError, match="in front of everything else"):
        exchange(kit, icon, 1)
    with pytest.raises(KitError, match="behind everything else"):
        exchange(kit, icon, -1)


def test_what_comes_of_a_loop_keeps_its_number(make: MakeKit) -> None:
    kit = make(f"{{% for a in (1, 2) %}}{ICON_LINE}{A}{{% endfor %}}")
    assert kit.drawn
    second = [spot.drawn for spot in face_of(kit).spots if spot.element == "icon"][1]
    assert exchange(kit, second, 1).key.endswith("card.xml:2/2#2")
    assert duplicate(kit, face_of(kit), second).key.endswith("card.xml:2/2#2")


def test_what_is_drawn_within_cdata_stays_text(make: MakeKit) -> None:
    kit = make('<text inset="4mm"><![CDATA[</text><b x="1"/>]]></text>\n<rect x="5mm" fill="red"/>')
    spots = face_of(kit).spots
    assert [spot.text for spot in spots] == ["", '</text><b x="1"/>']
    kit.write_if_drawable(*remove(kit, spots[1].drawn))
    assert markup(kit) == '<rect x="5mm" fill="red"/>'


def test_an_element_whose_line_is_not_known_stays(make: MakeKit) -> None:
    kit = make('<text inset="4mm">{% raw %}{#{% endraw %}</text><rect x="5mm" fill="red"/>')
    with pytest.raises(KitError, match="the line that draws it is not known"):
        remove(kit, elements(kit)["rect"])
