"""Tests of new elements: what is added to a face, duplicated, or pasted, and where it is put."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, mm
from generator.studio.edit.elements.new_elements import (
    ElementCopy,
    Face,
    add,
    addable,
    duplicate,
    paste,
)
from generator.studio.open_kit import OpenKit
from tests.studio.edit.drawn_elements import MakeKit, elements, face_of

CARD = "templates/card.xml"
RECT = '<rect x="5mm" y="5mm" width="20mm" height="10mm" fill="red"/>'
TEXT = '<text x="5mm" y="5mm" width="50mm" height="8mm" size="12">Words</text>'


def lines(kit: OpenKit, name: str = CARD) -> list[str]:
    """The lines between the tags of the template."""
    return kit.read(name).splitlines()[1:-1]


def test_new_elements_are_drawn_above_the_others_and_known_by_their_key(make: MakeKit) -> None:
    kit = make('<rect fill="none" stroke="red" inset="4mm"/>')
    kinds = addable(kit, "card")
    assert [*kinds] == [
        *("text", "icon", "rect", "ellipse", "line"),
        *("text:name", "text:worth", "text:copies", "text:text"),
    ]
    for kind in kinds:
        edit, key = add(kit, face_of(kit), kind)
        kit.write_if_drawable(*edit)
        found = [spot.element for spot in face_of(kit).spots if spot.drawn.key == key]
        assert found == [kind.partition(":")[0]]
        if kind.startswith("text"):
            kit.undo()  # or the next text would be in the same place
    names = [line.split()[0] for line in lines(kit)]
    assert names == ["<rect", "<icon", "<rect", "<ellipse", "<line"]


def test_a_new_text_is_put_beside_the_others(make: MakeKit) -> None:
    kit = make('<text x="5mm" y="35mm" width="50mm" height="20mm" valign="middle">Middle</text>')
    (words,) = face_of(kit).texts()
    edit, _ = add(kit, face_of(kit), "text:text")
    kit.write_if_drawable(*edit)
    new = elements(kit)["text"].box
    assert lines(kit)[1].endswith('{{ row.text or "" }}</text>')
    boxes = face_of(kit).texts()
    assert len(boxes) == 2
    assert words in boxes
    assert mm(new.y) == 35


def test_a_new_element_is_never_put_into_a_comment(make: MakeKit) -> None:
    kit = make('<rect fill="red" inset="9mm"/>')
    card = kit.path(CARD)
    card.write_text(card.read_text() + "<!-- </card> -->\n{# </card> #}\n")
    kit.draw((card,))
    edit, key = add(kit, face_of(kit), "rect")
    kit.write_if_drawable(*edit)
    assert key in [spot.drawn.key for spot in face_of(kit).spots]


def with_column(kit: OpenKit, name: str, cells: tuple[str, str], *, optional: bool) -> None:
    """Give the cards of a kit a column."""
    game, cards = kit.folders.data / "game.yaml", kit.folders.data / "cards.csv"
    field = f"      {name}: {{type: text, optional: {str(optional).lower()}}}\n"
    game.write_text(game.read_text().replace("  kinds:\n    file", f"{field}  kinds:\n    file", 1))
    head, *rows = cards.read_text().splitlines()
    filled = [f"{row},{cells[number % 2]}" for number, row in enumerate(rows)]
    cards.write_text("\n".join([f"{head},{name}", *filled, ""]))
    kit.draw()


def test_pictures_and_icons_that_a_column_names_are_added(make: MakeKit) -> None:
    kit = make(RECT)
    assert "image" not in addable(kit, "card")
    art = kit.folders.data / "art"
    art.mkdir()
    for name in ("a", "b"):
        (art / f"{name}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
        )
    with_column(kit, "sign", ("star", "heart"), optional=False)
    with_column(kit, "photo", ("art/a.svg", "art/b.svg"), optional=True)
    kinds = addable(kit, "card")
    assert kinds["icon:sign"] == "Icon: sign"
    assert kinds["image:photo"] == "Picture: photo"
    assert not {"icon:name", "image:sign", "icon:photo"} & kinds.keys()
    for kind, name, written in (
        ("image", "image", ' src="art/a.svg"/>'),
        ("icon:sign", "icon", ' name="{{ row.sign }}"/>'),
        ("image:photo", "image", ' src="{{ row.photo }}"/>{% endif %}'),
    ):
        edit, key = add(kit, face_of(kit), kind)
        kit.write_if_drawable(*edit)
        assert lines(kit)[-1].endswith(written)
        assert [spot.element for spot in face_of(kit).spots if spot.drawn.key == key][:1] == [name]
    assert lines(kit)[-1].lstrip().startswith("{% if row.photo %}<image ")


def test_a_face_of_a_shared_template_gets_no_element(make: MakeKit) -> None:
    kit = make('<rect fill="red"/>')
    face = face_of(kit)
    (kit.folders.templates[0] / "card.xml").write_text('{% include "used.xml" %}')
    with pytest.raises(KitError, match="no closing tag"):
        add(kit, face, "text")
    (kit.folders.templates[0] / "card.xml").unlink()
    with pytest.raises(KitError, match="is not the kit's own"):
        add(kit, face, "text")
    with pytest.raises(KitError, match='no element "video"'):
        add(kit, face, "video")


@pytest.mark.parametrize(
    ("markup", "name", "copy"),
    [
        (RECT, "rect", RECT.replace('x="5mm" y="5mm"', 'x="8mm" y="8mm"')),
        ('<line x1="5" y1="5" x2="20" y2="5" stroke="red"/>', "line",
         '<line x1="8" y1="8" x2="23" y2="8" stroke="red"/>'),
        ('<rect x="5mm" y="70mm" width="20mm" height="13mm" fill="red"/>', "rect",
         '<rect x="8mm" y="67mm" width="20mm" height="13mm" fill="red"/>'),
        ('<rect fill="red"/>', "rect", '<rect fill="red"/>'),
        ('<rect x="{{ 5 }}mm" y="5mm" width="9mm" height="9mm" fill="red"/>', "rect",
         '<rect x="{{ 5 }}mm" y="5mm" width="9mm" height="9mm" fill="red"/>'),
        ('<icon box="base" name="star"/>', "icon", '<icon x="8mm" y="9mm" box="base" name="star"/>'),
    ],
)  # fmt: skip
def test_a_copy_lies_beside_what_is_duplicated(
    make: MakeKit, markup: str, name: str, copy: str
) -> None:
    kit = make(f"  {markup}")
    edit, key = duplicate(kit, face_of(kit), elements(kit)[name])
    kit.write_if_drawable(*edit)
    assert lines(kit) == [f"  {markup}", f"  {copy}"]
    assert [spot.element for spot in face_of(kit).spots if spot.drawn.key == key] == [name]


def test_the_copy_of_a_text_is_put_where_no_text_stands(make: MakeKit) -> None:
    kit = make(TEXT + '<text x="5mm" y="20mm" width="50mm" height="4mm" size="12">Below</text>')
    first, _ = texts = face_of(kit).texts()
    edit, _ = duplicate(kit, face_of(kit), elements(kit)["text"])
    kit.write_if_drawable(*edit)
    (copy,) = (box for box in face_of(kit).texts() if box not in texts)
    assert (copy.width, copy.height) == pytest.approx((first.width, first.height))
    assert 0.4 * MM < copy.y - first.bottom < 2 * MM


def test_what_a_group_holds_is_duplicated_with_it(make: MakeKit) -> None:
    group = f'<group x="2mm" y="9mm" width="40mm" height="30mm">\n  {TEXT}\n</group>'
    kit = make(group)
    outer = elements(kit)["text"].parent
    assert outer
    edit, _ = duplicate(kit, face_of(kit), outer)
    kit.write_if_drawable(*edit)
    copy = "\n".join(lines(kit)[3:])
    assert copy.partition(">")[2] == group.partition(">")[2]
    assert copy != group


def test_a_copied_element_is_pasted_on_another_face(make: MakeKit) -> None:
    kit = make(RECT)
    back = kit.path("templates/card-back.xml")
    front, before = face_of(kit), back.read_text()
    copied = ElementCopy(kit, front, elements(kit)["rect"])
    edit, key = paste(kit, face_of(kit, "back"), copied)
    kit.write_if_drawable(*edit)
    assert back.read_text() == before.replace("</card>", f"  {RECT}\n</card>")
    assert [spot.element for spot in face_of(kit, "back").spots if spot.drawn.key == key] == [
        "rect"
    ]
    kit.path(CARD).write_text('<card size="poker">\n</card>\n')
    kit.draw()
    pasted = paste(kit, face_of(kit), copied)
    kit.write_if_drawable(*pasted.file)
    assert lines(kit) == ["  " + RECT.replace('x="5mm" y="5mm"', 'x="8mm" y="8mm"')]


def test_what_ends_in_another_block_is_not_copied(make: MakeKit) -> None:
    kit = make('{% if 1 %}<group inset="9mm">{% endif %}<icon name="star"/></group>')
    face = face_of(kit)
    outer = elements(kit)["icon"].parent
    assert outer
    with pytest.raises(KitError, match="a block of its template ends within it"):
        duplicate(kit, face, outer)
    edit, _ = duplicate(kit, Face("card", "front", face.scene, ()), elements(kit)["icon"])
    assert edit.after.decode().count("<icon") == 2
