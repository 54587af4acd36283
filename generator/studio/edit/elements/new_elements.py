"""New elements: what a face can get, copies of what is on it, and where there is room for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import product

from generator.base.errors import KitError
from generator.base.units import MM, Rect, mm
from generator.kit.manifest.spec import Component
from generator.kit.tables.field_types import (
    ChoiceField,
    FieldSpec,
    IntegerField,
    NumberField,
    TextField,
)
from generator.press.markup.elements import ELEMENTS
from generator.press.scene.items import Scene
from generator.press.scene.paths import covers
from generator.studio.edit.cell_pictures import CellPictures
from generator.studio.edit.elements.arrange import Edges, markup_of
from generator.studio.edit.elements.origins import DrawnElement, Spot
from generator.studio.edit.elements.source import (
    ElementEdit,
    ElementSource,
    FixedElementError,
    TemplateSource,
)
from generator.studio.open_kit import OpenKit

_KINDS = {"text": "Text", "icon": "Icon", "rect": "Rectangle", "ellipse": "Ellipse", "line": "Line"}
_PRINTED = TextField | IntegerField | NumberField | ChoiceField
"""Fields whose values are printed as they are."""
_ASIDE = 3 * MM
"""Points by which a copy lies below and beside what it is copied from."""
_GAP = 0.5 * MM
"""Points that stay free around a text."""
_ROUNDING = 0.01 * MM


@dataclass(frozen=True)
class Face:
    """A face as it is drawn, which elements are put on."""

    component: str
    side: str
    scene: Scene
    spots: Sequence[Spot]

    def texts(self, element: DrawnElement | None = None) -> list[Rect]:
        """The boxes of the texts on the face, or of those within an element."""
        return [
            spot.box
            for spot in self.spots
            if spot.text
            and (not element or element.key in (e.key for e in spot.drawn.and_those_around()))
        ]


class ElementCopy:
    """An element that has been copied, as it was then."""

    def __init__(self, kit: OpenKit, face: Face, element: DrawnElement) -> None:
        """Raises KitError if its template is not the kit's own, or has changed."""
        self.element, self.face = element, face
        self.source = ElementSource(kit, element)
        self.texts = face.texts(element)
        if not self.source.part.is_whole:
            raise FixedElementError(element, "a block of its template ends within it")

    def markup(self, face: Face, is_aside: bool) -> str:
        """Its markup, moved to where there is room on a face, if the element can be moved.

        With `is_aside`, it does not stay where it was.
        """
        room = Rect(0, 0, face.scene.width, face.scene.height).grown(-face.scene.safe)
        right, down = _free_shift(self.texts, self.element.box, room, face.texts(), is_aside)
        return markup_of(self.source, self.element, Edges(right, down, right, down))


def duplicate(kit: OpenKit, face: Face, element: DrawnElement) -> ElementEdit:
    """The edit that puts a copy of an element after it.  Raises KitError if there can be none."""
    copy = ElementCopy(kit, face, element)
    source, part = copy.source, copy.source.part
    line_start = source.text.rfind("\n", 0, part.start) + 1
    indent = source.text[line_start : part.start]
    between = "" if indent.strip() else f"\n{indent}"
    text = source.text[: part.end] + between + copy.markup(face, True) + source.text[part.end :]
    return source.element_edit(
        f"duplicate <{element.name}>", text, part.end + len(between), element.number
    )


def paste(kit: OpenKit, face: Face, copy: ElementCopy) -> ElementEdit:
    """The edit that puts a copied element on a face, above everything else.  Raises KitError."""
    is_aside = (copy.face.component, copy.face.side) == (face.component, face.side)
    return _put_on(kit, face, f"paste <{copy.element.name}>", copy.markup(face, is_aside))


def addable(kit: OpenKit, component: str) -> Mapping[str, str]:
    """The kinds of elements that a face of a component can get: what to ask for -> what it is called.

    Those with the values of a column are called like "text:name".
    """
    pictures, each = CellPictures(kit.folders), _component(kit, component).each
    rows = kit.table(each).rows if each else ()
    kinds = _KINDS | ({"image": "Picture"} if pictures.files else {})
    for name in _printed_fields(kit, component):
        kinds[f"text:{name}"] = f"Text: {name}"
        named = pictures.of(name, {row.cells.get(name, "") for row in rows})
        if named and named == pictures.icons:
            kinds[f"icon:{name}"] = f"Icon: {name}"
        elif named and all(word == file for word, file in named.items()):
            kinds[f"image:{name}"] = f"Picture: {name}"
    return kinds


def add(kit: OpenKit, face: Face, kind: str) -> ElementEdit:
    """The edit that adds an element to a face, above everything else.

    It is put where no text stands, as near to the middle as possible.
    Raises KitError if the template of the face is not the kit's own, or ends in code.
    """
    if kind not in addable(kit, face.component):
        raise KitError(f'there is no element "{kind}" to add', check="unknown-element")
    name, _, field = kind.partition(":")
    is_optional = bool(field) and _printed_fields(kit, face.component)[field].optional
    value = f"row.{field.replace('-', '_')}"
    default = ' or ""' if is_optional and name == "text" else ""
    shown = f"{{{{ {value}{default} }}}}" if field else _shown_first(kit, name)
    markup = _markup(face, name, shown)
    if is_optional and name != "text":
        markup = f"{{% if {value} %}}{markup}{{% endif %}}"
    return _put_on(kit, face, f"add <{name}>", markup)


def add_picture(kit: OpenKit, face: Face, file: str) -> ElementEdit:
    """The edit that adds a picture file of the kit to a face, as `add` does."""
    return _put_on(kit, face, "add <image>", _markup(face, "image", escape(file, quote=True)))


def _shown_first(kit: OpenKit, name: str) -> str:
    """What a new element shows until it is told otherwise."""
    files = CellPictures(kit.folders).files if name == "image" else ()
    return {"text": "Text", "icon": "star", "image": escape(files[0]) if files else ""}.get(
        name, ""
    )


def _put_on(kit: OpenKit, face: Face, does: str, markup: str) -> ElementEdit:
    """The edit that puts markup at the end of the template of a face."""
    component = _component(kit, face.component)
    name = component.front if face.side == "front" else component.back
    path = kit.path(f"templates/{name}")
    if not name or not path.is_file():
        message = "the template of this face is not the kit's own, so nothing is added to it"
        hint = f"copy {name or 'it'} into the kit's folder of templates"
        raise KitError(message, hint=hint, check="edit-impossible")
    source = TemplateSource(path)
    roots = (part for part in source.parts.values() if part.is_whole and _is_root(part.name))
    root = next(roots, None)
    if root is None or root.content == root.end:
        message = f"{path.name} has no closing tag of its <card> or <board>"
        raise KitError(message, hint="add the element in the file", check="edit-impossible")
    at = root.content_end
    line_start = source.text.rfind("\n", 0, at) + 1
    indent = source.text[line_start:at]
    at, before = (at, "\n  ") if indent.strip() else (line_start, f"{indent}  ")
    text = f"{source.text[:at]}{before}{markup}\n{source.text[at:]}"
    return source.element_edit(does, text, at + len(before) + markup.index("<"))


def _is_root(name: str) -> bool:
    return name in ELEMENTS and ELEMENTS[name].root


def _component(kit: OpenKit, id: str) -> Component:
    found = kit.manifest.components_by_id.get(id) if kit.manifest else None
    if found is None:
        raise KitError(f'there is no component "{id}"', check="unknown-component")
    return found


def _printed_fields(kit: OpenKit, component: str) -> Mapping[str, FieldSpec]:
    """The fields of the rows that a component is made of, whose values are printed as they are."""
    each = _component(kit, component).each
    fields = kit.manifest.tables[each].fields if kit.manifest and each else {}
    return {name: field for name, field in fields.items() if isinstance(field, _PRINTED)}


def _markup(face: Face, name: str, shown: str) -> str:
    """A new element near the middle of a face."""
    width, height = face.scene.width, face.scene.height
    side = min(width, height) / 4
    long, high = (width * 0.6, min(side, 10 * MM)) if name in ("text", "line") else (side, side)
    middle = Rect((width - long) / 2, (height - high) / 2, long, high)
    room = Rect(0, 0, width, height).grown(-face.scene.safe)
    right, down = _free_shift([middle], middle, room, face.texts(), is_aside=False)
    x, y = mm(middle.x + right), mm(middle.y + down)
    box = f'x="{x:.1f}mm" y="{y:.1f}mm" width="{mm(long):.1f}mm" height="{mm(high):.1f}mm"'
    ends = f'x1="{x:.1f}mm" y1="{y:.1f}mm" x2="{x + mm(long):.1f}mm" y2="{y:.1f}mm"'
    return {
        "text": f'<text {box} size="10..6" align="center" valign="middle">{shown}</text>',
        "icon": f'<icon {box} name="{shown}"/>',
        "image": f'<image {box} src="{shown}"/>',
        "rect": f'<rect {box} stroke="#000000"/>',
        "ellipse": f'<ellipse {box} stroke="#000000"/>',
        "line": f'<line {ends} stroke="#000000"/>',
    }[name]


def _free_shift(
    texts: Sequence[Rect], box: Rect, room: Rect, taken: Sequence[Rect], is_aside: bool
) -> tuple[float, float]:
    """How far right and down an element goes so that its texts meet no others.  (0, 0) if nowhere."""
    moved = texts or [box]

    def fits(right: float, down: float) -> bool:
        for each in moved:
            there = each._replace(x=each.x + right, y=each.y + down)
            if not covers(room, there, _ROUNDING) or (
                texts and any(_meet(there, other) for other in taken)
            ):
                return False
        return True

    near = [(right, down) for down, right in product((_ASIDE, -_ASIDE), repeat=2)]
    first = near if is_aside else [(0.0, 0.0), *near]
    everywhere = product(
        _steps(room.x - moved[0].x, room.right - moved[0].right),
        _steps(room.y - moved[0].y, room.bottom - moved[0].bottom),
    )
    others = sorted(everywhere, key=lambda by: by[0] ** 2 + by[1] ** 2) if texts else ()
    return next((by for by in (*first, *others) if fits(*by)), (0.0, 0.0))


def _steps(low: float, high: float) -> Iterator[float]:
    """Lengths in points, a millimetre apart."""
    yield from (step * MM for step in range(round(low / MM), round(high / MM) + 1))


def _meet(one: Rect, other: Rect) -> bool:
    """Whether two texts are nearer than the gap between texts."""
    one = one.grown(_GAP)
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.bottom and other.y < one.bottom
