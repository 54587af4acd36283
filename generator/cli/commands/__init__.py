"""The commands: one module each, named like the command and loaded only when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

SECTIONS: Mapping[str, Mapping[str, str]] = {
    "Print a kit": {
        "kits": "List the available kits.",
        "build": "Build kits: everything to print and cut, the rulebook, maps and monitors.",
        "maps": "Export a kit's maps: SVG at true size, and a PDF to print.",
        "monitors": "Export a kit's monitors and player mats: SVG at true size, and a PDF to print.",
        "rulebook": "Build a kit's rulebook alone.",
        "calibrate": "Make a sheet that shows how far your printer shifts backs (see --offset).",
    },
    "Make a kit": {
        "new": "Start a kit of your own: a small game, ready to build and to change.",
        "add": "Add cards, tokens, tiles, a board, mats, dice and more to a kit of yours.",
        "studio": "Open the studio: edit, view and print a kit in the browser.",
        "pull": "Fetch the published sheets that a kit names, and show what has changed.",
        "watch": "Watch a kit: redraw it whenever you save, and report changes and errors.",
        "check": "Check kits: data, arithmetic, and that every face can be drawn and read.",
        "stats": "Count what the pieces of a kit have: numbers, kinds, symbols and the longest texts.",
        "diff": "Show what has changed between two versions of a kit: a PDF, before and after.",
        "words": "Write or update the catalogue of a kit's texts, for translation.",
        "schema": "Write JSON Schema for data files, so that editors complete them and mark mistakes.",
        "reference": "Explain data files, templates, rulebooks, turns, every option and every error.",
    },
    "Share a kit": {
        "proof": "Proof finished files: read them back, and check every page, fold and back.",
        "export": "Export a kit for a print shop, for a table on screen, for the web, or as pictures.",
    },
    "Play a game": {
        "play": "Play sample turns, or a whole game, and show what happens and under which rule.",
        "example": "Run example files: positions, moves and their expected results.",
        "simulate": "Play many games and count: winners, endings, effects, and which rules fire.",
        "report": "Report on many games: who wins, how long they take, what each component "
        "and rule does.",
        "ladder": "Measure how well bots play against each other: which is better, and by how "
        "much.",
        "train": "Find better weights for a game's heuristic; the bot `search` uses them.",
        "tune": "Find the smallest change to one number that brings a win rate to a target.",
    },
}
"""Name and summary of every command by purpose, in the order in which a newcomer meets them."""

COMMANDS: Mapping[str, str] = {
    name: summary for section in SECTIONS.values() for name, summary in section.items()
}
PACKAGES = {
    "Print a kit": "printing",
    "Make a kit": "making",
    "Share a kit": "printing",
    "Play a game": "playing",
}
"""The packages of the modules of each section's commands."""
SHARED_MODULES = {"maps": "build", "monitors": "build", "rulebook": "build", "example": "play"}
"""Commands whose module is not named after them."""


def load_command(name: str) -> Any:
    """Import the command with this name and no other; None if there is no such command."""
    section = next((title for title, found in SECTIONS.items() if name in found), None)
    if section is None:
        return None
    module = import_module(f"{__name__}.{PACKAGES[section]}.{SHARED_MODULES.get(name, name)}")
    return getattr(module, name)
