"""Turns groups of options that several commands share into options of each.

A group is a frozen dataclass whose fields are options: their types, helps and defaults stand here
and nowhere else.  A command that has a parameter of such a class, and is decorated with `grouped`,
has all its options, and is handed them as one value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, get_type_hints

from generator.base.locations import cache_root
from generator.cli.options import (
    Backs,
    Cache,
    Data,
    Draft,
    Ink,
    Language,
    LargePrint,
    Out,
    Paper,
    Rules,
    Templates,
)
from generator.kit.locate import KitSearchPath
from generator.press.request import Edition


@dataclass(frozen=True)
class KitLocation:
    """Where kits are."""

    data: Data = None
    templates: Templates = None
    rules: Rules = None

    def roots(self) -> KitSearchPath:
        return KitSearchPath.from_cwd(self.data, self.templates, self.rules)


@dataclass(frozen=True)
class Sheets:
    """What a kit is printed on, and how its backs come behind their fronts."""

    paper: Paper = "a4"
    backs: Backs = "long-edge"


@dataclass(frozen=True)
class Printing:
    """What a kit is to look like when it is printed, and where the files go."""

    ink: Ink = "full"
    large_print: LargePrint = False
    language: Language = ""
    draft: Draft = False
    out: Out = Path("output")
    cache: Cache = True

    @property
    def edition(self) -> Edition:
        """The part of a request that these options make up."""
        return Edition(self.ink, self.large_print, self.language, self.draft)


def kept(cache: bool) -> Path | None:
    """The folder of what earlier builds have made, if that may be used."""
    return cache_root() if cache else None


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """The command with each parameter that is a group replaced by the options of the group."""
    hints = get_type_hints(command, include_extras=True)
    options: list[Parameter] = []
    groups: dict[str, tuple[Any, list[str]]] = {}
    for parameter in signature(command).parameters.values():
        kind = hints[parameter.name]
        if is_dataclass(kind):
            own = _options(kind)
            groups[parameter.name] = kind, [option.name for option in own]
            options += own
        else:
            options.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=kind))

    @wraps(command)
    def called(**given: Any) -> None:
        for name, (kind, names) in groups.items():
            given[name] = kind(**{each: given.pop(each) for each in names})
        command(**given)

    called.__signature__ = signature(command).replace(parameters=options)  # type: ignore[attr-defined]
    called.__annotations__ = {option.name: option.annotation for option in options}
    return called


def _options(group: Any) -> list[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            each.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if each.default is MISSING else each.default,
            annotation=hints[each.name],
        )
        for each in fields(group)
    ]
