"""Manifests as JSON text that people can read: one line per entry of a list.

The manifests of kits and of exports have this form.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import ConfigDict, FailFast, TypeAdapter, ValidationError
from pydantic_core import from_json, to_jsonable_python

from generator.base.errors import Fault, KitError, Place, collected, raise_faults
from generator.base.schema import adapter_of
from generator.base.text_files import MAX_BYTES, bytes_of, inside

T = TypeVar("T")
Entries: TypeAlias = Annotated[tuple[T, ...], FailFast()]
"""A list in a manifest; only its first wrong entry is reported, since there may be millions."""


class ClosedEntry:
    """Base of the entries of a manifest: reading an unknown field is an error."""

    __pydantic_config__ = ConfigDict(extra="forbid")


def compact(value: object) -> str:
    """Return a value as JSON on one line; it may hold entries of a manifest."""
    return json.dumps(value, ensure_ascii=False, default=to_jsonable_python)


def listed(document: Mapping[str, Any], entry: Callable[[object], str] = compact) -> str:
    """Return the text of the file; `entry` writes one value."""
    return "".join(_pieces(document, entry))


def _pieces(document: Mapping[str, Any], entry: Callable[[object], str]) -> Iterator[str]:
    """The text in small pieces, since that of a large deck takes much memory each time it is copied."""
    yield "{\n"
    before = ""
    for key, value in document.items():
        yield f'{before} "{key}": '
        before = ",\n"
        if isinstance(value, list | tuple) and value:
            separator = "[\n  "
            for each in value:
                yield separator + entry(each)
                separator = ",\n  "
            yield "\n ]"
        else:
            yield entry(value)
    yield "\n}\n"


def read_listed(
    path: Path, kind: type[T], what: str, hint: str, long: Mapping[str, type] | None = None
) -> T:
    """Read such a file; `what` names the expected file, `hint` the remedy if it is missing or faulty.

    `long` has the type of an entry for each list that may have many thousands.  Raises KitError if
    the file cannot be read, and for everything in it that is invalid.
    """
    place, check = Place(str(path)), "not-a-build"
    try:
        content = bytes_of(path, MAX_BYTES)
        try:
            return adapter_of(kind).validate_python(_read_by_line(content, long or {}))
        except ValueError:  # in another layout, or invalid: this tells where
            return adapter_of(kind).validate_json(content)
    except OSError as error:
        raise KitError("cannot be read", place=place, hint=hint, check=check) from error
    except ValidationError as error:
        raise KitError(
            Fault(
                f"is not {what}: {_where(each['loc'])}{each['msg']}", place, hint=hint, check=check
            )
            for each in error.errors()
        ) from error


def check_inside(path: Path, names: Iterable[str]) -> None:
    """Raise KitError for each name in a manifest that leads out of its folder."""
    faults: list[Fault] = []
    for name in names:
        with collected(faults, place=Place(str(path))):
            inside(path.parent, name)
    raise_faults(faults)


def _read_by_line(content: bytes, long: Mapping[str, type]) -> dict[str, Any]:
    """The document of a text laid out by `listed`, with the entries of its `long` lists validated.

    Parsed at once, all entries of a large deck would take four times their memory.  Raises
    ValueError if the text is invalid or laid out in another way.
    """
    rest, lists = bytearray(), dict[str, list[Any]]()
    name = ""
    entry: TypeAdapter[Any] | None = None
    for line in BytesIO(content):
        if entry and line.startswith(b"  "):
            text = line.strip()
            lists[name].append(entry.validate_json(text.removesuffix(b",")))
            rest += b"0," if text.endswith(b",") else b"0"
        else:
            rest += line
            name = line.strip(b' ":[\n').decode()
            entry = adapter_of(long[name]) if name in long else None
            if entry:
                lists[name] = []
    document = from_json(rest)
    if not isinstance(document, dict):
        raise ValueError("is not an object")
    if any(document.get(name) != [0] * len(found) for name, found in lists.items()):
        raise ValueError("has entries on several lines")
    return document | lists


def _where(path: Sequence[int | str]) -> str:
    """A position inside the file in words: "pieces, entry 3, copies: "."""
    steps = [f"entry {step + 1}" if isinstance(step, int) else step for step in path]
    return ", ".join(steps) + ": " if steps else ""
