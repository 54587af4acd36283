"""Base of every schema: closed, typed, frozen models of the mappings in data files.

Errors raised here are phrases that follow the name of the value: "minutes" + "must be 1 or more".
`explain` adds the name, the file and the line.
"""

from __future__ import annotations

import ast
import inspect
import keyword
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import PurePosixPath, PureWindowsPath
from types import ModuleType
from typing import Annotated, Any, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    TypeAdapter,
    model_validator,
)
from pydantic_core import PydanticCustomError, core_schema

from generator.base.errors import short
from generator.base.option import Range

T = TypeVar("T")
_adapters: dict[Any, TypeAdapter[Any]] = {}


def adapter_of(kind: type[T]) -> TypeAdapter[T]:
    """The validator of a type, made once: that takes longer than to read a short file."""
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


@dataclass(frozen=True)
class UnknownKey:
    """Placeholder for the value of an unknown key, with what a message says about it."""

    known: tuple[str, ...]
    """The keys to suggest."""
    kind: str = "field"
    """What the key names."""
    hint: str = ""
    """What to say if it resembles none of them."""


class ClosedModel(BaseModel):
    """Mapping of a data file: no other keys, no type coercion, immutable.

    A key in the file is the field's name with hyphens for underscores.  A key without a value
    (`note:`) counts as missing.
    """

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        frozen=True,
        alias_generator=lambda name: name.replace("_", "-"),
        protected_namespaces=(),
        defer_build=True,  # most runs need few of the schemas
    )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        schema = handler(core)
        fields = handler.resolve_ref_schema(schema).get("properties", {})
        for name, text in attribute_docstrings(cls).items():
            if name in cls.model_fields:
                fields[cls.model_fields[name].alias or name].setdefault("description", text)
        return schema

    @model_validator(mode="before")
    @classmethod
    def _mark_unknown_keys(cls, data: Any) -> Any:
        # pydantic reports the value of a key it forbids: pass it the allowed keys instead, so
        # that the message can suggest the right one.
        if not isinstance(data, dict):
            return data
        known = tuple(field.alias or name for name, field in cls.model_fields.items())
        return {
            key: value if key in known else cls.unknown_key(key, data, known)
            for key, value in data.items()
            if value is not None or key not in known
        }

    @classmethod
    def unknown_key(cls, key: str, data: Mapping[str, Any], known: tuple[str, ...]) -> UnknownKey:
        """Describe an unknown key of a mapping; a schema can narrow down what it suggests."""
        return UnknownKey(known)


def attribute_docstrings(model: type[ClosedModel]) -> dict[str, str]:
    """The docstrings of a model's attributes, which describe the keys of its files.

    Empty for a model whose fields come from data.  They are read from the source on demand, whereas
    pydantic's own option would read it at every start.
    """
    found: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if issubclass(base, ClosedModel):
            found |= _docstrings_in(base)
    return found


def _docstrings_in(model: type) -> dict[str, str]:
    body = _classes(sys.modules.get(model.__module__)).get(model.__name__, [])
    return {
        line.target.id: inspect.cleandoc(text.value.value)
        for line, text in pairwise(body)
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
        if isinstance(text.value.value, str)
    }


@cache
def _classes(module: ModuleType | None) -> dict[str, list[ast.stmt]]:
    """Return the statements of each class of a module; none if there is no source."""
    try:
        nodes = ast.walk(ast.parse(inspect.getsource(module))) if module else ()
    except (OSError, TypeError):
        return {}
    return {node.name: node.body for node in nodes if isinstance(node, ast.ClassDef)}


def validation_error(
    phrase: str, hint: str = "", check: str = "field-value"
) -> PydanticCustomError:
    """Error for a validator to raise: a phrase that follows the value's name, a hint, a slug."""
    return PydanticCustomError("kit", "kit", {"phrase": phrase, "hint": hint, "check": check})


def _not_empty(values: Any) -> Any:
    if not values:
        raise validation_error("must not be empty")
    return values


@dataclass(frozen=True, eq=False)
class Validated:
    """Validator for `Annotated`, with what it adds to the JSON Schema that editors use."""

    check: Callable[[Any], Any]
    schema: Mapping[str, Any]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(
        self, core: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {**handler(core), **self.schema}


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


MAX_STATED = 1_000
"""Most entries of one list or mapping that a person writes and that are processed one by one."""


def _not_endless(value: Any) -> Any:
    if isinstance(value, (list, tuple, dict)) and len(value) > MAX_STATED:
        raise validation_error(f"has more than {MAX_STATED:,} values", check="out-of-range")
    return value


NOT_ENDLESS = BeforeValidator(_not_endless)
"""For fields whose cost grows faster than their length: checked before anything else."""
NOT_EMPTY = AfterValidator(_not_empty)
ONE_OR_MORE = BeforeValidator(_as_list, json_schema_input_type=str | list[str])
"""For a tuple of text that is not strict: a single text stands for a list of one."""


def matching(pattern: str, phrase: str) -> Validated:
    """Validator of text that matches a whole pattern; `phrase` words the requirement."""
    compiled = re.compile(pattern, re.ASCII)

    def check(text: str) -> str:
        if compiled.fullmatch(text):
            return text
        raise validation_error(f'must be {phrase}, but is "{short(text)}"')

    return Validated(check, {"pattern": f"^({pattern})$"})


def long_hex(color: str) -> str:
    """A colour in small letters, two for each channel: "#fc0" is "#ffcc00"."""
    digits = color.lower().lstrip("#")
    return "#" + (digits if len(digits) > 4 else "".join(digit * 2 for digit in digits))


def _whole(value: float) -> float:
    return int(value) if value.is_integer() else value


Number = Annotated[float, Field(allow_inf_nan=False), AfterValidator(_whole)]
"""An int or a float; whole numbers become int, so that 3.0 prints as 3."""


class Limits(Range, ClosedModel):
    """Limits of a number, `from` and `to` in the file, both included."""

    low: Number | None = Field(None, alias="from")
    """Lowest allowed number."""
    high: Number | None = Field(None, alias="to")
    """Highest allowed number."""

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.low is not None and self.high is not None and self.low > self.high:
            raise validation_error(
                f'allows no number: "from" {self.low} is greater than "to" {self.high}',
                check="out-of-range",
            )
        return self


def bounded(limits: Limits) -> Validated:
    """Validator of a number within limits."""

    def check(value: float) -> float:
        if not limits.allow(value):
            raise validation_error(f"{value} is outside {limits.in_words}", check="out-of-range")
        return value

    bounds = {"minimum": limits.low, "maximum": limits.high}
    return Validated(check, {name: bound for name, bound in bounds.items() if bound is not None})


def is_reserved(name: str) -> bool:
    """Whether a name means something else in templates and expressions."""
    return keyword.iskeyword(name) or name in _RESERVED_WORDS


def _variable(text: str) -> str:
    # Templates and expressions use the name as an identifier, in which a hyphen is a minus.
    if is_reserved(text):
        raise validation_error(f'cannot be "{text}", a reserved word in templates')
    return text


def _inner_path(text: str) -> str:
    parts = PurePosixPath(text).parts
    outside = PureWindowsPath(text).anchor or text.startswith("/") or ".." in parts
    if outside or "\\" in text or not parts:
        raise validation_error(
            f'must name a file in the kit\'s folder, but is "{short(text)}"', check="file-name"
        )
    return text


_MAX_ID_LENGTH = 80
_WINDOWS_DEVICE = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[1-9¹²³])( *[.:].*)?", re.I
)
"""Names that no file can have on Windows, with any extension."""
_FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$')
"""Characters that no file name can contain there, or end with."""


def filename_problem(name: str) -> str:
    """The reason why files cannot have this name on every system, worded to follow the name; or ""."""
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        return "has characters that this system cannot read; set LC_ALL to C.UTF-8, for example"
    if len(name) > _MAX_ID_LENGTH:
        return f"is longer than {_MAX_ID_LENGTH} characters"
    if _WINDOWS_DEVICE.fullmatch(name):
        return "is reserved on Windows, where no file can have it"
    if found := _FORBIDDEN.search(name):
        return f'has "{found[0]}" which Windows does not allow there in a file name'
    return ""


def _name_of_a_file(text: str) -> str:
    if len(text) > _MAX_ID_LENGTH:
        raise validation_error(
            f'is longer than {_MAX_ID_LENGTH} characters: "{short(text)}"', check="file-name"
        )
    if filename_problem(text):
        raise validation_error(f'cannot be "{text}": Windows reserves that name', check="file-name")
    return text


_RESERVED_WORDS = frozenset(
    {"true", "false", "none", "loop", "row", "pieces", "it", "self", "caller"}
)

Slug = Annotated[
    str,
    matching(
        r"[a-z0-9]+(-[a-z0-9]+)*", 'lower-case letters, digits and hyphens, such as "old-nan"'
    ),
]
Id = Annotated[Slug, AfterValidator(_name_of_a_file)]
"""Id: a slug that files are named by."""
CheckName = Annotated[
    str, matching(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", 'letters, digits and hyphens, such as "K-goofs"')
]
FieldName = Annotated[
    str,
    matching(r"[A-Za-z][A-Za-z0-9]*([-_][A-Za-z0-9]+)*", 'a word such as "name" or "last-chance"'),
]
Variable = Annotated[
    str,
    matching(r"[a-z][a-z0-9_]*", 'lower-case letters, digits and "_", such as "gruff_cards"'),
    AfterValidator(_variable),
]
InnerPath = Annotated[str, Validated(_inner_path, {"pattern": r"^[^/\\][^\\]*$"})]
Hex = Annotated[
    str, matching(r"#([0-9a-fA-F]{3}){1,2}", 'a colour such as "#c0392b"'), AfterValidator(long_hex)
]
Words = Annotated[str, NOT_EMPTY]
