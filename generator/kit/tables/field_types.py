"""Field types that hold one value: what a field of `game.yaml` allows in a table.

A kind of field is one small class.  It must give its word (`type`) and `python_type()`, which is
what pydantic checks a value against.  It may override `from_cell()`, if a cell of a CSV file is
not already the value; `in_cell`, if the value cannot stand in a cell at all; `references()` and
`tables_named()`, if the value names rows of other tables.  To add a kind, write its class and name
it in `AnyField` (in `fields`, where the kinds that hold further values are too).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError, model_validator
from pydantic import Strict as StrictMode

from generator.base.document import Key
from generator.base.errors import KitError, did_you_mean, short
from generator.base.schema import (
    NOT_EMPTY,
    ONE_OR_MORE,
    ClosedModel,
    Id,
    Limits,
    Number,
    Words,
    bounded,
    matching,
    validation_error,
)
from generator.base.units import length

ROWS_OF = "x-rows-of"
"""In the schema of a value: the table whose ids it may be; the ids themselves come in later."""


class Reference(NamedTuple):
    """A value that names a row of another table, and the value's path in its own row."""

    table: str
    id: str
    path: tuple[Key, ...]


class FieldSpec(ClosedModel):
    """What every kind of field has: it is required, unless it is `optional` or has a `default`."""

    optional: bool = False
    """Whether a row may omit it; its value is then `none`."""
    default: Any = None
    """The value in rows that omit it."""
    column: Words | None = None
    """The heading of its column in a CSV file or spreadsheet, if it is not the field's name."""

    in_cell: ClassVar[bool] = True
    """Whether a value can be written in one cell of a CSV file."""

    def python_type(self) -> Any:
        """The type, with its validators, that a value must have."""
        raise NotImplementedError

    def from_cell(self, cell: str) -> object:
        """The value that a CSV cell represents; the cell itself if it represents none."""
        return cell

    def references(self, value: Any, path: tuple[Key, ...]) -> Iterator[Reference]:
        """The rows of other tables that a checked value names."""
        return iter(())

    def tables_named(self) -> Iterator[str]:
        """The tables whose rows values can name."""
        return iter(())

    @property
    def required(self) -> bool:
        return not self.optional and self.default is None

    @model_validator(mode="after")
    def _check_default(self) -> Self:
        if self.default is not None:
            try:
                TypeAdapter(self.python_type()).validate_python(self.default, strict=True)
            except ValidationError as error:
                raise validation_error("has a default that is not a valid value") from error
        return self


class IdField(FieldSpec):
    """The unique name of a row: lower-case letters, digits and hyphens; only `id` can be one."""

    type: Literal["id"]
    from_field: Annotated[tuple[Words, ...], StrictMode(False), ONE_OR_MORE] = ()
    """The field, or fields, to make ids from in a CSV file or spreadsheet, for rows without one."""

    def python_type(self) -> Any:
        return Id


class LooseText(str):
    """Words in which a mark that is never closed is literal."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()})"


class TextField(FieldSpec):
    """Text of one or more lines."""

    type: Literal["text"]
    translate: bool = True
    """Whether it is translated; `false` for a name or a code."""
    markup: Literal["strict", "loose"] = "strict"
    """`loose`: a mark that is never closed, such as a lone *, is printed as it is, with a warning."""

    def python_type(self) -> Any:
        return Annotated[str, AfterValidator(LooseText)] if self.markup == "loose" else str


class IntegerField(FieldSpec, Limits):
    """A whole number."""

    type: Literal["integer"]

    def python_type(self) -> Any:
        return Annotated[int, bounded(self)]

    def from_cell(self, cell: str) -> object:
        return int(cell) if re.fullmatch(r"[+-]?[0-9]{1,18}", cell) else cell


class NumberField(FieldSpec, Limits):
    """A number, whole or not."""

    type: Literal["number"]

    def python_type(self) -> Any:
        return Annotated[Number, bounded(self)]

    def from_cell(self, cell: str) -> object:
        return float(cell) if re.fullmatch(r"[+-]?[0-9]{1,18}(\.[0-9]{1,18})?", cell) else cell


class BooleanField(FieldSpec):
    """True or false; in a cell also yes or no."""

    type: Literal["boolean"]

    def python_type(self) -> Any:
        return bool

    def from_cell(self, cell: str) -> object:
        return {"true": True, "yes": True, "false": False, "no": False}.get(cell.lower(), cell)


class ChoiceField(FieldSpec):
    """One of several words."""

    type: Literal["choice"]
    of: Annotated[list[str], NOT_EMPTY]
    """The words."""

    def python_type(self) -> Any:
        def check(value: str) -> str:
            if value not in self.of:
                message = f'cannot be "{short(value)}"'
                raise validation_error(message, did_you_mean(value, self.of), "unknown-choice")
            return value

        return Annotated[str, AfterValidator(check), Field(json_schema_extra={"enum": [*self.of]})]


class LengthField(FieldSpec):
    """A length such as "63mm"; the value stays text, which templates can pass on."""

    type: Literal["length"]

    def python_type(self) -> Any:
        def check(value: str) -> str:
            try:
                length(value)
            except KitError as error:
                hint = 'write a number and a unit: "63mm", "2.5in"'
                message = f'must be a length, but is "{short(value)}"'
                raise validation_error(message, hint) from error
            return value

        return Annotated[str, AfterValidator(check)]


class ColorField(FieldSpec):
    """A colour "#rrggbb" or the name of one in a palette."""

    type: Literal["color"]

    def python_type(self) -> Any:
        pattern = r"#[0-9a-fA-F]{6}|[a-z0-9]+(-[a-z0-9]+)*"
        return Annotated[str, matching(pattern, 'a colour such as "#c0392b" or a palette name')]


class RefField(FieldSpec):
    """The id of a row in the table `to`."""

    type: Literal["ref"]
    to: str
    """The table that the row is in."""

    def python_type(self) -> Any:
        return Annotated[str, Field(json_schema_extra={ROWS_OF: self.to})]

    def references(self, value: Any, path: tuple[Key, ...]) -> Iterator[Reference]:
        yield Reference(self.to, value, path)

    def tables_named(self) -> Iterator[str]:
        yield self.to


class DataField(FieldSpec):
    """Any plain value, however deeply nested; the kit's rules decide which are valid.

    Every mapping inside it becomes a record, and so knows its lines.
    """

    type: Literal["data"]

    in_cell: ClassVar[bool] = False

    def python_type(self) -> Any:
        return Any
