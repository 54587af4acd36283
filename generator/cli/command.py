"""The `@command` decorator: makes a function a command, with groups of options and plain help.

The parameters of the function are the command's arguments and options; a line explains each:

    spare PIECE: Only this piece, in place of a lost one, or PIECE=2 for two copies.
    out -o FOLDER: Folder to write to.
    wanted --with PART: Print this part with the rest.

These are the name of the parameter, its flags if they are not just that name, a word for its value,
and the help.  An option group is a frozen dataclass whose fields are options.  A parameter annotated
with such a class stands for all its options, and the command receives them as one value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from textwrap import dedent
from typing import Annotated, Any, get_args, get_origin

import typer
from typer.core import TyperCommand
from typer.main import get_command
from typer.models import ArgumentInfo

from generator.cli.options import MOST, MOST_JOBS, SHARED

PANELS = ("Arguments", "Options", "Kit folders", "General options")
"""Sections of a command's help; nearly every command has the last two."""
_EXPLANATION = re.compile(
    r"(?P<name>\w+)(?P<flags>( -\S+)*)( (?P<metavar>[A-Z][^a-z]*))?: (?P<help>.*)"
)
_PLAIN_HELP = (
    (rf"(; )?(x>=\d+|\d+<=x<=({MOST}|{MOST_JOBS}))(?=[;\]])", ""),  # the message says so to anyone
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


def command(
    *examples: str, notes: str = "", options: str = ""
) -> Callable[[Callable[..., None]], Command]:
    """Make a function a command of its name, with its docstring as help.

    `examples` are command lines; `notes` are appended to its help; `options` explains its parameters
    (see the module), but for those that have the meaning in `SHARED`.
    """

    def register(function: Callable[..., None]) -> Command:
        app = typer.Typer(rich_markup_mode=None, add_completion=False)
        app.command(cls=Command, epilog=notes or None)(expand_groups(function, options))
        result: Any = get_command(app)
        result.examples = examples
        return result  # type: ignore[no-any-return]

    return register


def expand_groups(function: Callable[..., None], options: str = "") -> Callable[..., None]:
    """The function with each parameter explained, and the options of a group in place of the group."""
    own = _explanations(options)
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

    if unknown := own.keys() - {each.name for each in parameters}:
        raise KeyError(*unknown)
    keywords = [_explained(each, {**_SHARED, **own}[each.name]) for each in parameters]
    run.__signature__ = signature(function).replace(parameters=keywords)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in keywords}
    return run


def _explanations(text: str) -> dict[str, re.Match[str]]:
    """The lines that explain options, by parameter."""
    found = {}
    for line in re.split(r"\n(?! )", dedent(text).strip()) if text else ():
        match = _EXPLANATION.fullmatch(re.sub(r"\n +", " ", line))
        if match is None:
            raise ValueError(line)
        found[match["name"]] = match
    return found


_SHARED = _explanations(SHARED)


def _explained(parameter: Parameter, explanation: re.Match[str]) -> Parameter:
    """The parameter with its names on the command line, its metavariable and its meaning."""
    kind, given = parameter.annotation, typer.Option()
    if get_origin(kind) is Annotated:
        kind, given = get_args(kind)
    about = copy(given)
    about.metavar, about.help = explanation["metavar"], explanation["help"]
    flags = explanation["flags"].split()
    if "--" not in explanation["flags"]:
        flags.append(f"--{parameter.name.replace('_', '-')}")
    if not isinstance(about, ArgumentInfo):
        about.param_decls = flags
    return parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=Annotated[kind, about])
