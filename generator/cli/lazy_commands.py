"""Turns the name of a command into the command, loading no other: each needs much of Grimoire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from typer import Typer
from typer.main import get_group

from generator.cli.help import Command


class Entry(NamedTuple):
    """A command as the list of commands tells it, before anything of it is loaded."""

    module: str
    """The module of `generator.cli.commands` that has it."""
    says: str
    """What it does: the first sentence of its own help."""


COMMANDS = {
    "new": Entry(
        "new", "Begin a kit of your own: a small game that builds at once, for you to change."
    ),
    "build": Entry(
        "build", "Build kits: everything to print and cut, the rulebook, maps and monitors."
    ),
    "maps": Entry("build", "Export a kit's maps: SVG at true size, and a PDF to print."),
    "monitors": Entry(
        "build", "Export a kit's monitors and player mats: SVG at true size, and a PDF to print."
    ),
    "rulebook": Entry("build", "Build a kit's rulebook alone."),
    "watch": Entry(
        "watch",
        "Watch a kit: draw what you save at once, and tell what changed and what is wrong.",
    ),
    "calibrate": Entry(
        "calibrate",
        "Make a sheet that tells how far your printer lays backs off their fronts (see --offset).",
    ),
    "check": Entry(
        "check",
        "Check kits: their data, all that must add up, and that every face can be drawn and read.",
    ),
    "kits": Entry("kits", "List the kits there are."),
    "proof": Entry(
        "proof",
        "Prove finished files: read them back, look at every page, fold and turn it in thought.",
    ),
    "words": Entry(
        "words",
        "Write all words of a kit into a catalogue to translate, or bring it up to date.",
    ),
    "diff": Entry(
        "diff",
        "Show what has changed between two versions of a kit: a PDF with before and after.",
    ),
    "export": Entry(
        "export", "Export a kit for a print shop, for a table on screen, or as pictures."
    ),
    "play": Entry(
        "play", "Play sample turns, or a whole game, and tell what happens and under which rule."
    ),
    "example": Entry("play", "Run example files: positions, moves, and what must come of them."),
    "simulate": Entry(
        "simulate",
        "Play many games and count: who wins, how it ends, what has an effect, which rules fire.",
    ),
    "report": Entry(
        "report",
        "Tell what many games show: who wins, how long, what each component and rule does.",
    ),
    "ladder": Entry(
        "ladder",
        "Measure how well bots play, each against each: who is better, and by how much.",
    ),
    "reference": Entry(
        "reference",
        "Tell what data files, templates, rulebooks and turns may say, and every option.",
    ),
    "schema": Entry(
        "schema",
        "Write JSON Schema for data files, so that editors complete them and mark mistakes.",
    ),
}
"""All commands by name."""

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Print a kit": ("kits", "build", "maps", "monitors", "rulebook", "calibrate"),
    "Make a kit": ("new", "watch", "check", "diff", "words", "schema", "reference"),
    "Hand it on": ("proof", "export"),
    "Play it": ("play", "example", "simulate", "report", "ladder"),
}
"""The commands by what people want; in the order in which a newcomer meets them."""


class LazyCommands(Mapping[str, Any]):
    """All commands by name; one is loaded when it is asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            module = import_module(f"generator.cli.commands.{COMMANDS[name].module}")
            for command in module.app.registered_commands:
                command.cls = Command
            plain = Typer(rich_markup_mode=None)
            plain.add_typer(module.app)
            self._loaded |= get_group(plain).commands
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in COMMANDS

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)
