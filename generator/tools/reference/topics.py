"""Topics of the reference, and the pages that describe them."""

from __future__ import annotations

from functools import cache

from generator.base.locations import template_root
from generator.base.text_files import read_text
from generator.engine.scripted.script.instructions import MAX_TURNS
from generator.engine.scripted.script.messages import FACTS
from generator.engine.scripted.script.setup import GIVEN
from generator.kit.locate import BUILT_IN
from generator.press.library import cutters, fonts, palette, papers, precut_sheets, sizes
from generator.tools.reference import markup_tables, python_api, schema_tables
from generator.tools.reference.page import ReferencePage, render

GENERATED = ("data", "templates", "turns")
"""Topics whose pages in the repository are generated (`make reference`)."""


@cache
def pages() -> tuple[ReferencePage, ...]:
    """The pages, in the order in which a game's author needs them; each is rendered once."""
    return (
        ReferencePage("data", "All that game.yaml and the tables may contain.", _data, "data/REFERENCE.md"),
        ReferencePage("templates", "All that a template may draw.", _templates, "templates/REFERENCE.md"),
        ReferencePage("shared", "The sizes, papers, machines, labels, fonts, colours and icons to name.",
             _shared),
        ReferencePage("rulebook", "How a rulebook is written.", _rulebook, "templates/RULEBOOK.md"),
        ReferencePage("turns", "How a turn goes, as data: turns.yaml, rules and examples of play.",
             _turns, "data/TURNS.md"),
        ReferencePage("python", "Rules that go beyond turns.yaml.", _python),
    )  # fmt: skip


def _data() -> str:
    return render("data", schema=schema_tables)


def _turns() -> str:
    given, facts = (", ".join(f"`{name}`" for name in names) for names in (GIVEN, FACTS))
    return render("turns", max_turns=MAX_TURNS, given=given, facts=facts, schema=schema_tables)


def _templates() -> str:
    return render("templates", **markup_tables.context())


def _python() -> str:
    return render("python", **python_api.context())


def _rulebook() -> str:
    return read_text(template_root() / "RULEBOOK.md", "RULEBOOK.md")


def _shared() -> str:
    folders = BUILT_IN.shared()
    return render(
        "shared",
        sizes=sizes(folders),
        papers=papers(folders),
        cutters=cutters(folders),
        precut=precut_sheets(folders),
        fonts=fonts(folders).files,
        full=palette(folders, "full"),
        low=palette(folders, "low"),
        icons=sorted({file.stem for each in folders for file in (each / "icons").glob("*.svg")}),
    )
