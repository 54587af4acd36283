"""Element edits: gives an element other attributes or words, removes it, or adds a new one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape

from generator.base.errors import KitError
from generator.base.load_document import shown_name
from generator.base.units import Rect, mm
from generator.kit.manifest.spec import KitFile
from generator.kit.tables.field_types import ChoiceField, IntegerField, NumberField, TextField
from generator.press.markup.elements import ELEMENTS
from generator.press.scene.items import Scene
from generator.press.templates.source_lines import NO_MARKUP, NO_TEXT, opening_tags
from generator.studio.edit.element_source import (
    ElementSource,
    FileEdit,
    FixedElementError,
    TemplateSource,
)
from generator.studio.edit.origins import DrawnElement
from generator.studio.edit.tag_edits import content_of, with_attributes
from generator.studio.open_kit import OpenKit

WORDS = "words"
"""What stands for the words between the tags of a `<text>`, beside its attributes."""
_CODE = re.compile(f"({NO_TEXT})")
_KINDS = {"text": "Text", "icon": "Icon", "rect": "Rectangle", "ellipse": "Ellipse", "line": "Line"}
_PRINTED = TextField | IntegerField | NumberField | ChoiceField
"""Fields whose values are printed as they are."""


def stated(kit: OpenKit, element: DrawnElement) -> dict[str, str]:
    """The attributes of an element as its template states them, and the words of a text.

    Raises KitError if its template is not the kit's own.
    """
    source = ElementSource(kit, element)
    found = {
        name: _unescaped(source.text[attribute.start : attribute.end])
        for name, attribute in source.tag.attributes.items()
    }
    content = content_of(source.text, source.tag) if ELEMENTS[element.name].text else None
    words = _unescaped(source.text[content[0] : content[1]]) if content else ""
    return {WORDS: words, **found} if content else found


def set_attribute(kit: OpenKit, element: DrawnElement, name: str, value: str) -> FileEdit:
    """The edit that gives an element an attribute, or other words; "" leaves the attribute out.

    Jinja code in the value stays code.  Raises KitError for what the element does not have.
    """
    source = ElementSource(kit, element)
    text, tag, does = source.text, source.tag, f"{name} of <{element.name}>"
    schema = ELEMENTS[element.name]
    is_extra = bool(schema.extra) and re.fullmatch(rf"{schema.extra}[a-z][a-z0-9-]*", name)
    if name not in (WORDS, "box", *schema.attributes) and not is_extra:
        message = f'<{element.name}> has no attribute "{name}"'
        raise KitError(message, place=element.place, check="unknown-attribute")
    if name == WORDS:
        content = content_of(text, tag)
        if content is None or not schema.text:
            raise FixedElementError(element, "its template computes its words")
        start, end, closed = content
        words = _escaped(value, "<")
        if tag.is_closed:
            opened = text[tag.start : tag.end].removesuffix("/>").rstrip()
            new = f"{opened}>{words}</{tag.name}>"
            return source.edit(does, text[: tag.start] + new + text[closed:])
        return source.edit(does, text[:start] + words + text[end:])
    attribute = tag.attributes.get(name)
    if value:
        quote = text[attribute.start - 1] if attribute else '"'
        text = with_attributes(text, tag, {name: _escaped(value, quote)}, [name])
    elif attribute:
        text = text[: attribute.name_start].rstrip() + text[attribute.end + 1 :]
    return source.edit(does, text)


def remove(kit: OpenKit, element: DrawnElement) -> FileEdit:
    """The edit that removes an element with everything in it, and its lines if they are then empty."""
    source = ElementSource(kit, element)
    text, tag = source.text, source.tag
    content = content_of(text, tag)
    if content is None:
        raise FixedElementError(element, "a block of its template ends within it")
    start, end = tag.start, content[2]
    line_start = text.rfind("\n", 0, start) + 1
    rest = re.compile(r"[ \t]*\n").match(text, end)
    if rest and not text[line_start:start].strip():
        start, end = line_start, rest.end()
    return source.edit(f"remove <{element.name}>", text[:start] + text[end:])


def addable(manifest: KitFile, component: str) -> Mapping[str, str]:
    """The kinds of elements that a face of a component can get: what to ask for -> what it is called."""
    found = manifest.components_by_id.get(component)
    table = manifest.tables.get(found.each) if found and found.each else None
    fields = table.fields if table else {}
    columns = (name for name, field in fields.items() if isinstance(field, _PRINTED))
    return _KINDS | {f"text:{name}": f"Text: {name}" for name in columns}


def add(
    kit: OpenKit, component: str, side: str, kind: str, scene: Scene, taken: Sequence[Rect]
) -> tuple[FileEdit, str]:
    """The edit that adds an element to a face, above everything else, and the element's key.

    It is put where no text stands in the boxes `taken`, as near to the middle as possible.
    Raises KitError if the template of the face is not the kit's own, or ends in code.
    """
    manifest = kit.manifest
    if manifest is None or kind not in addable(manifest, component):
        raise KitError(f'there is no element "{kind}" to add', check="unknown-element")
    found = manifest.components_by_id[component]
    name = found.front if side == "front" else found.back
    path = kit.path(f"templates/{name}")
    if not name or not path.is_file():
        message = "the template of this face is not the kit's own, so nothing is added to it"
        hint = f"copy {name or 'it'} into the kit's folder of templates"
        raise KitError(message, hint=hint, check="edit-impossible")
    source = TemplateSource(path)
    roots = [match[0][1:] for match, *_ in opening_tags(source.text)]
    root = next((each for each in roots if each in ELEMENTS and ELEMENTS[each].root), "")
    closings = re.finditer(rf"{NO_MARKUP}|(?P<at></{root}\s*>)", source.text) if root else ()
    at = max((match.start() for match in closings if match["at"]), default=-1)
    if at < 0:
        message = f"{path.name} has no closing tag of its <card> or <board>"
        raise KitError(message, hint="add the element in the file", check="edit-impossible")
    line_start = source.text.rfind("\n", 0, at) + 1
    indent = source.text[line_start:at]
    is_own_line = not indent.strip()
    at = line_start if is_own_line else at
    markup = _markup(kind, _is_optional(manifest, component, kind), scene, taken)
    new = f"{indent}  {markup}\n" if is_own_line else f"\n  {markup}\n"
    edit = source.edit(f"add <{kind.partition(':')[0]}>", source.text[:at] + new + source.text[at:])
    line = source.text.count("\n", 0, at) + 1 + (not is_own_line)
    return edit, f"{shown_name(path)}:{line}#1"


def _is_optional(manifest: KitFile, component: str, kind: str) -> bool:
    """Whether a row may lack the value that a new element prints."""
    each, field = manifest.components_by_id[component].each, kind.partition(":")[2]
    return bool(each and field) and manifest.tables[str(each)].fields[field].optional


def _markup(kind: str, is_optional: bool, scene: Scene, taken: Sequence[Rect]) -> str:
    """A new element near the middle of a face."""
    kind, _, field = kind.partition(":")
    width, height = mm(scene.width), mm(scene.height)
    side = min(width, height) / 4
    long, high = (width * 0.6, min(side, 10)) if kind in ("text", "line") else (side, side)
    left, middle = (width - long) / 2, (height - high) / 2
    tops = sorted(range(4, int(height - high) - 3), key=lambda top: abs(top - middle))
    free = (top for top in tops if not any(_meet(left, top, long, high, box) for box in taken))
    top = next(free, middle)
    box = " ".join(
        f'{name}="{value:.1f}mm"'
        for name, value in (("x", left), ("y", top), ("width", long), ("height", high))
    )
    default = ' or ""' if is_optional else ""
    words = f"{{{{ row.{field.replace('-', '_')}{default} }}}}" if field else "Text"
    ends = f'x1="{left:.1f}mm" y1="{top:.1f}mm" x2="{left + long:.1f}mm" y2="{top:.1f}mm"'
    return {
        "text": f'<text {box} size="10..6" align="center" valign="middle">{words}</text>',
        "icon": f'<icon {box} name="star"/>',
        "rect": f'<rect {box} stroke="#000000"/>',
        "ellipse": f'<ellipse {box} stroke="#000000"/>',
        "line": f'<line {ends} stroke="#000000"/>',
    }[kind]


def _meet(left: float, top: float, width: float, height: float, box: Rect) -> bool:
    """Whether a box given in mm meets another, in points."""
    across = left < mm(box.right) and mm(box.x) < left + width
    return across and top < mm(box.bottom) and mm(box.y) < top + height


def _escaped(value: str, sign: str) -> str:
    """A value as it is written between quotes or tags: `sign` stays only in code."""
    escape = {"<": "&lt;", '"': "&quot;", "'": "&apos;"}[sign]
    return "".join(
        piece if number % 2 else piece.replace("&", "&amp;").replace(sign, escape)
        for number, piece in enumerate(_CODE.split(value))
    )


def _unescaped(text: str) -> str:
    """A value as it is meant, with its code."""
    pieces = enumerate(_CODE.split(text))
    return "".join(piece if number % 2 else unescape(piece) for number, piece in pieces)
