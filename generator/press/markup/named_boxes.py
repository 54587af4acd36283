"""Named boxes: sets of attributes in `boxes.yaml` that markup refers to by `box="name"`.

A box may extend another: it starts with the other's attributes and states what differs.  A length
that begins with += or -= is relative to the other's::

    title:    {x: 5mm, y: 4mm, width: 40mm, height: 8mm, font: title, size: 14..8}
    subtitle: {extends: title, y: += 9mm, size: 9..7}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.base.document import Document
from generator.base.errors import Fault, KitError, Place, did_you_mean, errors_at
from generator.base.units import MM
from generator.press.markup.attribute_types import Percentage, parse_length

EXTENDS = "extends"


class BoxValue(str):
    """A value of a box, with its place in `boxes.yaml`."""

    place: Place


def read_boxes(documents: Sequence[Document]) -> dict[str, Mapping[str, str]]:
    """Named boxes of several files; a later file's box replaces an earlier one of the same name.

    Raises KitError with the faults of all boxes: what is not a box, a box that extends an unknown
    one or itself, and a += on something that is not a length.
    """
    raw: dict[str, tuple[Document, Mapping[str, object]]] = {}
    faults: list[Fault] = []
    for document in documents:
        if not isinstance(document.data, dict):
            message = "boxes must be written as name: {attribute: value}"
            faults.append(Fault(message, document.place(), check="box-definition"))
            continue
        for name, box in document.data.items():
            if isinstance(box, dict):
                raw[name] = document, box
            else:
                place = document.place(name)
                message = "a box must be written as {attribute: value}"
                faults.append(Fault(message, place, f'box "{name}"', check="box-definition"))
    resolved: dict[str, Mapping[str, str]] = {}
    for name in raw:
        try:
            _resolve(name, raw, resolved, ())
        except KitError as error:
            faults += error.faults
    if faults:
        raise KitError(dict.fromkeys(faults))
    return resolved


def _resolve(
    name: str,
    raw: Mapping[str, tuple[Document, Mapping[str, object]]],
    resolved: dict[str, Mapping[str, str]],
    ancestors: tuple[str, ...],
) -> Mapping[str, str]:
    """A box with everything it extends merged in; cached in `resolved`."""
    if name in resolved:
        return resolved[name]
    document, box = raw[name]
    item = f'box "{name}"'
    base: Mapping[str, str] = {}
    parent = box.get(EXTENDS)
    if parent is not None:
        place = document.place(name, EXTENDS)
        if str(parent) not in raw:
            hint = did_you_mean(str(parent), raw)
            message = f'extends "{parent}", which is not a box'
            raise KitError(message, place=place, item=item, hint=hint, check="unknown-box")
        if parent == name or parent in ancestors:
            message = "boxes extend each other in a circle"
            raise KitError(message, place=place, item=item, check="box-definition")
        base = _resolve(str(parent), raw, resolved, (*ancestors, name))
    attributes = dict(base)
    for key, value in box.items():
        if key == EXTENDS:
            continue
        if not isinstance(value, str | int | float) or isinstance(value, bool):
            message = f"{key} is neither text nor a number"
            place = document.place(name, key)
            raise KitError(message, place=place, item=item, check="box-definition")
        place = document.place(name, key)
        with errors_at(place, item=item):
            attributes[key] = placed = BoxValue(_increased(str(value), base.get(key), key))
        placed.place = place
    resolved[name] = attributes
    return attributes


def _increased(value: str, base: str | None, key: str) -> str:
    if value[:2] not in ("+=", "-="):
        return value
    if base is None:
        raise KitError(f"{key} {value}: the box it extends has no {key}", check="box-definition")
    was, by = parse_length(base), parse_length(value[2:].strip())
    if isinstance(was, Percentage) != isinstance(by, Percentage):
        message = f"{key} {value}: a percentage and a length cannot be added"
        raise KitError(message, check="box-definition")
    total = was + by if value[0] == "+" else was - by
    return f"{total * 100:.6f}%" if isinstance(was, Percentage) else f"{total / MM:.6f}mm"
