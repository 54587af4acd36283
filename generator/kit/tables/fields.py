"""Fields of a table in `game.yaml`, and the pydantic model of a row made from them.

Besides the kinds of field that hold one value (`kinds`) there are those that hold further values,
and so fields of their own: lists, records and maps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, create_model

from generator.base.document import Key
from generator.base.schema import NOT_EMPTY, ClosedModel, FieldName, Limits, validation_error
from generator.kit.tables.field_types import (
    BooleanField,
    ChoiceField,
    ColorField,
    DataField,
    FieldSpec,
    IdField,
    IntegerField,
    LengthField,
    NumberField,
    Reference,
    RefField,
    TextField,
)
from generator.kit.tables.records import RESERVED

MAX_MODELS = 500
"""Most models of records in the cache; the five kits have about a hundred."""
_models: dict[tuple[str, str], type[ClosedModel]] = {}
"""Cached models: one takes milliseconds, and a kit is loaded again and again while it is edited."""


class ListField(FieldSpec):
    """Values of one kind, in a CSV cell separated by semicolons; compare `row.spots | list` with `[1, 2]`."""

    type: Literal["list"]
    of: AnyField
    """The kind of each value."""
    length: Count | None = None
    """The number of values."""

    def python_type(self) -> Any:
        def check(values: list[Any]) -> list[Any]:
            if self.length and not self.length.allow(len(values)):
                message = f"must have {self.length.in_words} values, but has {len(values)}"
                raise validation_error(message, check="out-of-range")
            return values

        return Annotated[list[self.of.python_type()], AfterValidator(check)]  # type: ignore[misc]

    def from_cell(self, cell: str) -> object:
        return [self.of.from_cell(part.strip()) for part in cell.split(";")]

    def references(self, value: Any, path: tuple[Key, ...]) -> Iterator[Reference]:
        for index, part in enumerate(value):
            yield from self.of.references(part, (*path, index))

    def tables_named(self) -> Iterator[str]:
        return self.of.tables_named()


class RecordField(FieldSpec):
    """A record inside a record."""

    type: Literal["record"]
    fields: FieldTable
    """Its fields, by name."""

    in_cell: ClassVar[bool] = False

    def python_type(self) -> Any:
        return row_model("Record", self.fields)

    def references(self, value: Any, path: tuple[Key, ...]) -> Iterator[Reference]:
        return references_in(self.fields, value, path)

    def tables_named(self) -> Iterator[str]:
        for spec in self.fields.values():
            yield from spec.tables_named()


class MapField(FieldSpec):
    """Values of one kind under names that the data chooses."""

    type: Literal["map"]
    keys: Annotated[ChoiceField | RefField, Field(discriminator="type")] | None = None
    """The kind of the names, a `choice` or a `ref`; by default any words."""
    values: AnyField
    """The kind of each value."""

    in_cell: ClassVar[bool] = False

    def python_type(self) -> Any:
        keys: Any = self.keys.python_type() if self.keys else str
        return dict[keys, self.values.python_type()]  # type: ignore[misc]

    def references(self, value: Any, path: tuple[Key, ...]) -> Iterator[Reference]:
        for key, part in value.items():
            if self.keys:
                yield from self.keys.references(key, (*path, key))
            yield from self.values.references(part, (*path, key))

    def tables_named(self) -> Iterator[str]:
        for spec in filter(None, (self.keys, self.values)):
            yield from spec.tables_named()


def row_model(name: str, fields: Mapping[str, AnyField]) -> type[ClosedModel]:
    """The pydantic model of a record with these fields; also gives their JSON Schema.

    Its attributes are numbered, its aliases are the fields' names: those may be any word, also
    one that pydantic uses itself.  `model_dump(by_alias=True)` gives the checked plain values.
    """
    key = name, repr(fields)  # which has all that they allow
    if key not in _models:
        if len(_models) == MAX_MODELS:
            _models.clear()
        _models[key] = _make_model(name, fields)
    return _models[key]


def _make_model(name: str, fields: Mapping[str, AnyField]) -> type[ClosedModel]:
    attributes: dict[str, Any] = {}
    for number, (label, spec) in enumerate(fields.items()):
        default = ... if spec.required else spec.default
        check = spec.default is not None
        field = Field(default, alias=label, title=label, validate_default=check)
        attributes[f"field_{number}"] = (spec.python_type(), field)
    return create_model(name, __base__=ClosedModel, **attributes)


def references_in(
    fields: Mapping[str, AnyField], values: Mapping[str, Any], path: tuple[Key, ...] = ()
) -> Iterator[Reference]:
    """Every row of another table that the checked values of a record name."""
    for field, spec in fields.items():
        if values[field] is not None:
            yield from spec.references(values[field], (*path, field))


def _not_reserved(name: str) -> str:
    if name in RESERVED:
        raise validation_error("is a reserved name", "choose another name")
    return name


def _all_differ(fields: dict[str, AnyField]) -> dict[str, AnyField]:
    taken: dict[str, str] = {}
    for name, spec in fields.items():
        other = taken.setdefault(name.replace("-", "_"), name)
        if other != name:
            message = f'has both "{other}" and "{name}", which templates cannot tell apart'
            raise validation_error(message)
        if isinstance(spec, IdField) and name != "id":
            message = f'gives the type id to the field "{name}"'
            raise validation_error(message, 'only the field "id" can have it')
    return fields


def _exactly(value: object) -> object:
    if isinstance(value, int):
        return {"from": value, "to": value}
    if isinstance(value, list) and len(value) == 2:
        return {"from": value[0], "to": value[1]}
    if isinstance(value, dict):
        return value
    raise validation_error('must be a number of values, such as 5, or "[fewest, most]"')


Count: TypeAlias = Annotated[
    Limits, BeforeValidator(_exactly, json_schema_input_type=int | tuple[int, int] | Limits)
]
"""How many values: `5`, `[1, 3]`, or the same as `{from: 1, to: 3}`."""

AnyField: TypeAlias = Annotated[
    IdField
    | TextField
    | IntegerField
    | NumberField
    | BooleanField
    | ChoiceField
    | LengthField
    | ColorField
    | RefField
    | DataField
    | ListField
    | RecordField
    | MapField,
    Field(discriminator="type"),
]
FieldTable: TypeAlias = Annotated[
    dict[Annotated[FieldName, AfterValidator(_not_reserved)], AnyField],
    NOT_EMPTY,
    AfterValidator(_all_differ),
]
