"""The `@command` decorator: makes a function a command, with groups of options and plain help.

An option group is a frozen dataclass whose fields are options.  A parameter annotated with such a
class stands for all its options, and the command receives them as one value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

PANELS = ("Arguments", "Options", "Kit folders", "General options")
"""Sections of a command's help; nearly every command has the last two."""
_PLAIN_HELP = (
    (r"(; )?x>=\d+(?=[;\]])", ""),  # the message says so to anyone who tries
    (r"\s+\[(; )?required\]", " (required)"),
    (r"\s+\[\]", ""),
)


class Command(TyperCommand):
    """A command whose help is in plain words, with its options in sections and its examples."""

    examples: Sequence[str] = ()

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [re.sub("[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]

    def records(self, ctx: Any) -> Iterator[tuple[str, str, str]]:
        """The section, the name and the explanation of every argument and option."""
        for parameter in self.get_params(ctx):
            if record := parameter.get_help_record(ctx):
                name, text = record
                panel = getattr(parameter, "rich_help_panel", None) or "Options"
                if parameter.param_type_name == "argument":
                    panel, name = "Arguments", str(parameter.metavar)
                elif parameter.name == "help":
                    panel = "General options"
                for pattern, plain in _PLAIN_HELP:
                    text = re.sub(pattern, plain, text)
                yield panel, name, text

    def format_options(self, ctx: Any, formatter: Any) -> None:
        found = list(self.records(ctx))
        for title in PANELS:
            if rows := [(name, text) for panel, name, text in found if panel == title]:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")
        super().format_epilog(ctx, formatter)


def command(*examples: str, notes: str = "") -> Callable[[Callable[..., None]], Command]:
    """Make a function a command of its name, with its docstring as help.

    `examples` are command lines; `notes` are appended to its help.
    """

    def register(function: Callable[..., None]) -> Command:
        app = typer.Typer(rich_markup_mode=None, add_completion=False)
        app.command(cls=Command, epilog=notes or None)(expand_groups(function))
        result: Any = get_command(app)
        result.examples = examples
        return result  # type: ignore[no-any-return]

    return register


def expand_groups(function: Callable[..., None]) -> Callable[..., None]:
    """The function with the options of each group in place of the group."""
    parameters: list[Parameter] = []
    groups: dict[str, type[Any]] = {}
    for each in signature(function, eval_str=True).parameters.values():
        if is_dataclass(each.annotation):
            groups[each.name] = each.annotation  # type: ignore[assignment]
            parameters += signature(each.annotation, eval_str=True).parameters.values()  # type: ignore[arg-type]
        else:
            parameters.append(each)

    @wraps(function)
    def run(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{each.name: values.pop(each.name) for each in fields(group)})
        function(**values)

    keywords = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in parameters]
    run.__signature__ = signature(function).replace(parameters=keywords)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in keywords}
    return run
