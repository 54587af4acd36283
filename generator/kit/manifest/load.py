"""Loader of `game.yaml`, the file that defines a kit: a checked `KitFile`.

The schema (`spec`) checks each value alone; this module checks relations between values: every named
table, field and variable must exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.base.document import Key
from generator.base.errors import Fault, KitError, did_you_mean
from generator.base.load_document import load_yaml
from generator.kit.checks.selectors import unknown_names
from generator.kit.checks.spec import Assertion
from generator.kit.expressions.evaluate import Expression
from generator.kit.manifest.spec import Component, KitFile
from generator.kit.tables.field_types import IntegerField
from generator.kit.tables.load import missing_columns

__all__ = ["Component", "KitFile", "load_kitfile"]


class FaultyChecks(KitError):
    """Some checks name what does not exist; the rest of the manifest, `kit`, is sound without them."""

    kit: KitFile


def load_kitfile(path: Path, shown: str | None = None) -> KitFile:
    """Load and check a `game.yaml`.

    `shown` is the file's name in messages, `shown_name(path)` by default.  Raises KitError with
    every fault, each with its line.
    """
    document = load_yaml(path, shown)
    kit = KitFile.of(document)
    faults = [*_table_faults(kit), *_component_faults(kit)]
    of_checks = {slug: [*_check_faults(kit, slug)] for slug in kit.checks}
    in_checks = [fault for found in of_checks.values() for fault in found]
    if not faults and not in_checks:
        return kit
    # Faults of columns come first: correcting them may resolve the others.
    found = [*missing_columns(kit.tables, path.parent), *faults, *in_checks]
    if faults:
        raise KitError(found)
    sound = {slug: check for slug, check in kit.checks.items() if not of_checks[slug]}
    error = FaultyChecks(found)
    error.kit = kit.model_copy(update={"checks": sound})
    raise error


def names_in_checks(kit: KitFile, *, row: bool) -> list[str]:
    """The variables that the expressions of a check can use: tables, `pieces` and perhaps `row`."""
    return [*kit.tables, "pieces", *(["row"] if row else [])]


def _table_faults(kit: KitFile) -> Iterator[Fault]:
    for name, table in kit.tables.items():
        for field, spec in table.fields.items():
            path = ("tables", name, "fields", field)
            for target in spec.tables_named():
                yield from _not_a_table(kit, target, path, f"{name}.{field}", ids=True)


def _component_faults(kit: KitFile) -> Iterator[Fault]:
    known: dict[str, Component] = {}
    for index, component in enumerate(kit.components):
        path = ("components", index)
        item = f'component "{component.id}"'
        first = known.setdefault(component.id, component)
        if first is not component:
            message = f'the id "{component.id}" appears twice; first {first.place.in_file}'
            yield Fault(message, kit.place(*path, "id"), check="duplicate-id")
        if component.each is not None:
            faults = list(_not_a_table(kit, component.each, (*path, "each"), item, ids=True))
            yield from faults or _copies_faults(kit, component, path, item)
            yield from faults or _blocks_faults(kit, component, path, item)
        yield from _holds_faults(kit, component, path, item)
        if component.where is not None:
            names = [*kit.tables, "row"]
            yield from _expression_faults(kit, component.where, names, (*path, "where"), item)
        if component.needed is not None:
            names = [*kit.tables, "players", *(["row"] if component.each else [])]
            yield from _expression_faults(kit, component.needed, names, (*path, "needed"), item)
    for index, group in enumerate(kit.tell_apart):
        for name in group:
            if name not in known:
                message = f'tell-apart names "{name}", which is not a component'
                hint = did_you_mean(name, known)
                yield Fault(message, kit.place("tell-apart", index), "", hint, "unknown-component")


def _holds_faults(
    kit: KitFile, component: Component, path: tuple[Key, ...], item: str
) -> Iterator[Fault]:
    """Faults unless a box contains only existing components that are not boxes and in no other box."""
    others = {other.id: other for other in kit.components if not other.holds}
    before = kit.components[: kit.components.index(component)]
    elsewhere = {name: box.id for box in before for name in box.holds}
    for index, name in enumerate(component.holds):
        place = kit.place(*path, "holds", index)
        if name not in others:
            message = f'holds "{name}", which is not a component that a box can hold'
            yield Fault(message, place, item, did_you_mean(name, others), "component-definition")
        elif name in component.holds[:index]:
            yield Fault(f'holds "{name}" twice', place, item, check="component-definition")
        elif name in elsewhere:
            message = f'holds "{name}", which is already in the box "{elsewhere[name]}"'
            yield Fault(message, place, item, check="component-definition")
        elif others[name].bag is not None:
            hint = f'leave out the bag of "{name}"'
            message = f'holds "{name}", which is in a bag'
            yield Fault(message, place, item, hint, "component-definition")


def _copies_faults(
    kit: KitFile, component: Component, path: tuple[Key, ...], item: str
) -> Iterator[Fault]:
    """Faults unless the field with the number of copies always has one, never below 0."""
    if not isinstance(component.copies, str):
        return
    fields = kit.tables[component.each or ""].fields
    spec = fields.get(component.copies)
    place = kit.place(*path, "copies")
    if not isinstance(spec, IntegerField):
        whole = [name for name, other in fields.items() if isinstance(other, IntegerField)]
        message = (
            f'copies names "{component.copies}", which is not a whole-number field of the table'
        )
        hint = did_you_mean(component.copies, whole)
        yield Fault(message, place, item, hint, "component-definition")
    elif spec.low is None or spec.low < 0:
        message = f'copies names "{component.copies}", which can be less than 0'
        yield Fault(message, place, item, "give the field a `from: 0`", "component-definition")
    elif spec.optional and spec.default is None:
        message = f'copies names "{component.copies}", which a row may leave out'
        yield Fault(message, place, item, "give the field a default", "component-definition")


def _blocks_faults(
    kit: KitFile, component: Component, path: tuple[Key, ...], item: str
) -> Iterator[Fault]:
    """A fault if the field that groups the pieces into blocks is not in their table."""
    fields = kit.tables[component.each or ""].fields
    if component.blocks is not None and component.blocks not in fields:
        message = f'blocks names "{component.blocks}", which is not a field of the table'
        hint = did_you_mean(component.blocks, fields)
        yield Fault(message, kit.place(*path, "blocks"), item, hint, "component-definition")


def _check_faults(kit: KitFile, slug: str) -> Iterator[Fault]:
    check, path = kit.checks[slug], ("checks", slug)
    item = f'check "{slug}"'
    if check.about is not None and check.about not in kit.tables:
        hint = did_you_mean(check.about, kit.tables)
        message = f'there is no table "{check.about}"'
        yield Fault(message, kit.place(*path, "about"), item, hint, "unknown-table")
    for inner, assertion, each in check.assertions():
        yield from _assertion_faults(kit, assertion, each, (*path, *inner), item)


def _assertion_faults(
    kit: KitFile, assertion: Assertion, each: str | None, path: tuple[Key, ...], item: str
) -> Iterator[Fault]:
    if each is not None:
        faults = list(_not_a_table(kit, each, (*path, "each"), item))
        yield from faults
        if faults:
            return
    if assertion.into is not None:
        yield from _not_a_table(kit, assertion.into, (*path, "into"), item, ids=True)
    for selector in assertion.paths:
        yield from unknown_names(selector, kit.tables, each, kit.place(*path, assertion.kind), item)
    names = names_in_checks(kit, row=each is not None)
    for key in ("find", "expect-expr", "when", "where"):
        if source := getattr(assertion, key.replace("-", "_")):
            known = [*names, "it"] if key == "where" else names
            yield from _expression_faults(kit, source, known, (*path, key), item)


def _not_a_table(
    kit: KitFile, name: str, path: tuple[Key, ...], item: str, *, ids: bool = False
) -> Iterator[Fault]:
    """Yield a fault if the name is not that of a table of rows (with `ids`, of rows with ids)."""
    table = kit.tables.get(name)
    if table is None:
        message = f'there is no table "{name}"'
        yield Fault(
            message, kit.place(*path), item, did_you_mean(name, kit.tables), "unknown-table"
        )
    elif table.kind == "record":
        message = f'"{name}" is a single record, not a table of rows'
        yield Fault(message, kit.place(*path), item, check="table-shape")
    elif ids and not table.has_id:
        message = f'the rows of "{name}" have no ids'
        hint = "add the field `id: {type: id}` to the table"
        if table.has_cells:
            hint += "; `id: {type: id, from-field: name}` makes ids from names"
        yield Fault(message, kit.place(*path), item, hint, "table-shape")


def _expression_faults(
    kit: KitFile, source: str, names: Iterable[str], path: tuple[Key, ...], item: str
) -> Iterable[Fault]:
    try:
        Expression(source, names, kit.place(*path))
    except KitError as error:
        return error.within(item=item).faults
    return ()
