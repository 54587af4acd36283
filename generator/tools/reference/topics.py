"""Turns what Grimoire knows of itself into the pages of its reference, a topic each."""

from __future__ import annotations

from generator.base.locations import template_root
from generator.engine.scripted import reference as turns_yaml
from generator.kit.schema import reference as game_yaml
from generator.press.markup import reference as markup
from generator.tools.reference.library import shared
from generator.tools.reference.page import Page
from generator.tools.reference.python_api import python

MADE = ("data", "templates", "turns")
"""The topics whose pages in the repository are made from code (`make reference`)."""


def pages() -> tuple[Page, ...]:
    """The pages, in the order in which somebody needs them who makes a game."""
    return (
        Page("data", "All that game.yaml and the tables may say.", game_yaml.reference,
             "data/REFERENCE.md"),
        Page("templates", "All that a template may draw.", markup.reference,
             "templates/REFERENCE.md"),
        Page("shared", "The sizes, papers, fonts, colours and icons that every kit may name.",
             shared),
        Page("rulebook", "How a rulebook is written.", _rulebook, "templates/RULEBOOK.md"),
        Page("turns", "How a turn goes, as data: turns.yaml, rules and examples of play.",
             turns_yaml.reference, "data/TURNS.md"),
        Page("python", "Rules that are more than turns.yaml can say.", python),
    )  # fmt: skip


def _rulebook() -> str:
    return (template_root() / "RULEBOOK.md").read_text(encoding="utf-8")
